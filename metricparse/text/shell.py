"""Comments, quoted strings and here-documents of shell scripts (POSIX shells, consoles, PowerShell)."""

from __future__ import annotations

import re
from collections import deque

from metricparse.text.code import Found, comment, line_end, merge
from metricparse.text.positions import Cut, line_starts

_STOP = re.compile(r"[#\"'\\`<\n]")
_DOUBLE_STOP = re.compile(r"[\"\\`]")
_SINGLE_STOP = re.compile(r"['\\]")
_APOSTROPHE_STOP = re.compile(r"['\n]")
_CONSOLE_STOP = {"'": _APOSTROPHE_STOP, '"': re.compile(r"[\"\n]")}
_LIMIT = 200
"""Longest name of a here-document's end."""


def scan_shell(text: str, language: str = "shell") -> list[Found]:
    """Every comment, quoted string and here-document, in order."""
    return merge(text, _Scanner(text, language).scan())


class _Scanner:
    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.power = language == "powershell"
        self.console = language == "console"
        self.result: list[Found] = []
        self.waiting: deque[tuple[str, bool]] = deque()
        """Here-documents announced on this line: (end word, whether tabs before it are stripped)."""
        self.missing: set[str] = set()
        self.rows: dict[str, int] | None = None
        """Every line of the text → where it stands last, made when the first here-document asks for it."""

    def scan(self) -> list[Found]:
        text = self.text
        at = 0
        while (stop := _STOP.search(text, at)) is not None:
            at = stop.start()
            char = stop.group()
            if char == "\n":
                at += 1
                while self.waiting and at < len(text):
                    at = self._document(at)
                self.waiting.clear()
            elif char == "#":
                at = self._comment(at)
            elif char == "\\":
                at += 1 if self.power else 2
            elif char == "`":
                at += 2 if self.power else 1
            elif char == "<":
                at = self._less(at)
            else:
                at = self._quoted(at, char)
        return self.result

    def _comment(self, at: int) -> int:
        text = self.text
        if self.power and at and text[at - 1] == "<":
            close = text.find("#>", at + 1)
            end = close if close >= 0 else len(text)
            lines: list[tuple[int, int]] = []
            start = at + 1
            for row in text[start:end].split("\n"):
                lines.append((start + len(row) - len(row.lstrip()), max(start + len(row.rstrip()), start)))
                start += len(row) + 1
            self.result.append(Found("comment", [(min(a, b), b) for a, b in lines], "own"))
            return end + 2
        if at and not (text[at - 1].isspace() or text[at - 1] in ";|&("):
            return at + 1
        end = line_end(text, at)
        if at or not text.startswith("#!"):
            begin = at
            while text.startswith("#", begin):
                begin += 1
            self.result.append(comment(text, at, end, begin))
        return end

    def _less(self, at: int) -> int:
        """``<<WORD``, ``<<-WORD``, ``<< 'WORD'``; ``<<<`` is another thing."""
        text = self.text
        if text.startswith("<#", at) or not text.startswith("<<", at) or self.power:
            return at + 1
        if text.startswith("<<<", at):
            return at + 3
        end = min(len(text), at + _LIMIT + 100)
        start = at + 2
        tabs = text.startswith("-", start)
        start += tabs
        while start < end and text[start] in " \t":
            start += 1
        quote = text[start] if start < end and text[start] in "'\"" else ""
        start += bool(quote) or text.startswith("\\", start)
        stop = start
        while stop < end and stop - start < _LIMIT and (text[stop].isalnum() or text[stop] in "_-.+!"):
            stop += 1
        word = text[start:stop]
        if not word or (not quote and word[0].isdigit()) or (quote and not text.startswith(quote, stop)):
            return at + 2
        self.waiting.append((word, tabs))
        return stop + bool(quote)

    def _document(self, at: int) -> int:
        """Add the here-document that begins at ``at``; returns the offset behind its end word's line."""
        text = self.text
        word, tabs = self.waiting.popleft()
        lines: list[tuple[int, int]] = []
        start = at
        if self.rows is None:
            self.rows = {}
            for number in line_starts(text):
                row = text[number : line_end(text, number)].rstrip("\r")
                self.rows[row] = self.rows["\t" + row.lstrip("\t")] = number
        if self.rows.get("\t" + word if tabs else word, -1) < at:
            return at  # it never ends: what follows is read as a script
        while start < len(text):
            end = line_end(text, start)
            row = text[start:end].rstrip("\r")
            if (row.lstrip("\t") if tabs else row) == word:
                if lines:
                    self.result.append(Found("string", lines, "here-document"))
                return min(end + 1, len(text))
            lines.append((start, start + len(row)))
            start = end + 1
        return at

    def _quoted(self, at: int, quote: str) -> int:
        text = self.text
        before = text[at - 1] if at else " "
        if quote == "'" and before.isalnum() and not text.startswith("'", at + 1):
            # The apostrophe of a word (an echo without quotes, output shown in a console) closes on its line or not at all.
            close = _APOSTROPHE_STOP.search(text, at + 1)
            if close is None or close.group() == "\n":
                return at + 1
        if quote in self.missing:
            return at + 1
        if self.console:
            # What programs print into a console need not close its quotes.
            close = _CONSOLE_STOP[quote].search(text, at + 1)
            if close is None or close.group() == "\n":
                return at + 1
        dollar = quote == "'" and before == "$"
        cuts: list[Cut] = []
        begin = at + 1
        plain = quote == "'" and not dollar
        end = text.find("'", begin) if plain else self._double_end(begin, quote, cuts)
        if end < 0:
            self.missing.add(quote)
            return at + 1
        if end > begin:
            self.result.append(Found("string", [(begin, end)], "quoted", cuts=tuple(cuts)))
        return end + 1

    def _double_end(self, begin: int, quote: str, cuts: list[Cut]) -> int:
        text = self.text
        at = begin
        escape = "`" if self.power else "\\"
        pattern = _DOUBLE_STOP if quote == '"' else _SINGLE_STOP
        while True:
            stop = pattern.search(text, at)
            found = stop.start() if stop else -1
            if found < 0:
                return -1
            if text[found] == quote:
                return found
            if text[found] == escape:
                following = text[found + 1 : found + 2]
                if following == "\n":
                    cuts.append((found - begin, found + 2 - begin, ""))
                elif following and following in '"\\$`':
                    cuts.append((found - begin, found + 2 - begin, following))
                at = found + 2
            else:
                at = found + 1
