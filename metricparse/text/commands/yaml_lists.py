"""YAML: lists of names, and commands under whatever key; read line by line, so that nothing can fail.

Workflows of GitHub and GitLab, compose files, configuration of benchmarks.
"""

from __future__ import annotations

from typing import NamedTuple

from metricparse.text.commands.expand import Environment, Ground, Value
from metricparse.text.commands.placed import Piece, Word, placed, word
from metricparse.text.commands.prose import read_prose
from metricparse.text.commands.shellscript import Shell
from metricparse.text.commands.sink import Sink
from metricparse.text.commands.tools import HINTS, find_tool

BLOCKS = ("|", ">")
TEXTS = frozenset("name description title summary help message text note notes comment label".split())
LONGEST_FLOW = 2000
"""Lines of one list in brackets."""


class _Line(NamedTuple):
    start: int
    end: int
    indentation: int
    """Of the first character behind the dashes of list items."""
    dash: int
    """Indentation of the last dash, or -1."""


def read_yaml(sink: Sink, text: str) -> None:
    """Add the commands and lists of a YAML text."""
    _Reader(sink, text).run()


class _Reader:
    def __init__(self, sink: Sink, text: str) -> None:
        self.sink = sink
        self.text = text
        self.environment = Environment()
        self.lines: list[_Line] = []
        self.commands: list[Word] = []
        self.prose: list[Word] = []

    def run(self) -> None:
        """Read the scalars line by line; commands last, when all variables of ``env:`` are known."""
        self._cut()
        keys: list[tuple[int, str]] = []
        lists: dict[tuple[int, str], list[Word]] = {}
        number = 0
        while number < len(self.lines):
            line = self.lines[number]
            if line.start == line.end:
                number += 1
                continue
            floor = line.dash if line.dash >= 0 else line.indentation
            while keys and (keys[-1][0] > floor or (keys[-1][0] == floor and line.dash < 0)):
                keys.pop()
            key, start = self._key(line)
            if key and line.dash >= 0:
                while keys and keys[-1][0] >= line.indentation:
                    keys.pop()
            owner = keys[-1] if keys else (-1, "")
            value, number = self._value(start, line, number)
            if key:
                keys.append((line.indentation, key))
            if value is None:
                continue
            if isinstance(value, list):
                self._list(key or owner[1], value)
            elif key or line.dash < 0:
                self._scalar(key or owner[1], value)
            else:
                lists.setdefault(owner, []).append(value)
        for (_, name), items in lists.items():
            self._list(name, items)
        for one in self.commands:
            Shell(self.sink, one.text, Ground(one), self.environment).run()
        for one in self.prose:
            read_prose(self.sink, one.text, Ground(one))

    def _cut(self) -> None:
        text = self.text
        at = 0
        while at < len(text):
            newline = text.find("\n", at)
            stop = len(text) if newline < 0 else newline
            start = at
            while start < stop and text[start] == " ":
                start += 1
            dash = -1
            while text.startswith("- ", start) or (text.startswith("-", start) and start + 1 == stop):
                dash = start - at
                start += 1
                while start < stop and text[start] == " ":
                    start += 1
            end = stop
            while end > start and text[end - 1] in " \t\r":
                end -= 1
            if text.startswith("#", start):
                end = start
            self.lines.append(_Line(start, end, start - at, dash))
            at = stop + 1

    def _key(self, line: _Line) -> tuple[str, int]:
        """The key of a line, and where its value begins."""
        text = self.text
        quote = text[line.start] if text[line.start] in "\"'" else ""
        if quote:
            close = text.find(quote, line.start + 1, line.end)
            if close < 0 or text[close + 1 : close + 2] != ":":
                return "", line.start
            return text[line.start + 1 : close], close + 2
        at = line.start
        while at < line.end and text[at] not in " \t:\"'[{,":
            at += 1
        if at < line.end and text[at] == ":" and (at + 1 == line.end or text[at + 1] in " \t") and at > line.start:
            return text[line.start : at], at + 1
        return "", line.start

    def _value(self, start: int, line: _Line, number: int) -> tuple[Word | list[Word] | None, int]:
        """The scalar or flow list at ``start``, and the number of the line behind it."""
        text = self.text
        while start < line.end and text[start] in " \t":
            start += 1
        if start < line.end and text[start] in "!&":
            blank = text.find(" ", start, line.end)
            start = line.end if blank < 0 else blank + 1
        if start >= line.end:
            return None, number + 1
        c = text[start]
        if c in BLOCKS and text[start + 1 : line.end].rstrip("+-0123456789 ").partition("#")[0].strip() == "":
            return self._block(c, line, number + 1)
        if c == "[":
            return self._flow(start, number)
        if c in "\"'":
            close = text.find(c, start + 1, line.end)
            if close > 0:
                return placed(text[start + 1 : close], start + 1) if close > start + 1 else None, number + 1
        comment = text.find(" #", start, line.end)
        end = line.end if comment < 0 else comment
        pieces = [Piece(text[start:end], start, end - start)]
        # a plain scalar goes on in deeper lines that are no key and no item
        number += 1
        floor = line.dash if line.dash >= 0 and not self._key(line)[0] else line.indentation
        while number < len(self.lines):
            following = self.lines[number]
            if following.start == following.end or following.indentation <= floor or following.dash >= 0:
                break
            if self._key(following)[0]:
                break
            pieces.append(
                Piece(" ", pieces[-1].offset + pieces[-1].width, following.start - pieces[-1].offset - pieces[-1].width)
            )
            pieces.append(
                Piece(text[following.start : following.end], following.start, following.end - following.start)
            )
            number += 1
        return word(pieces, start), number

    def _block(self, style: str, line: _Line, number: int) -> tuple[Word | None, int]:
        """A literal or folded block."""
        floor = line.dash if line.dash >= 0 and not self._key(line)[0] else line.indentation
        indentation = -1
        pieces: list[Piece] = []
        while number < len(self.lines):
            following = self.lines[number]
            begin = following.start - following.indentation
            newline = self.text.find("\n", begin)
            stop = len(self.text) if newline < 0 else newline + 1
            row = self.text[begin:stop]
            if row.strip():
                depth = len(row) - len(row.lstrip(" "))
                if depth <= floor:
                    break
                indentation = depth if indentation < 0 else indentation
            shift = min(max(indentation, 0), len(row))
            body = row[shift:] if row.strip() else "\n"
            at = begin + (shift if row.strip() else len(row) - 1)
            if style == ">" and row.strip() and body.endswith("\n"):
                pieces.append(Piece(body[:-1], at, len(body) - 1))
                pieces.append(Piece(" ", at + len(body) - 1, 0))
            else:
                pieces.append(Piece(body, at, len(body)))
            number += 1
        return (word(pieces, line.start) if pieces else None), number

    def _flow(self, start: int, number: int) -> tuple[list[Word], int]:
        """``[a, "b"]``, over several lines if need be; lists in it are unfolded."""
        text = self.text
        items: list[Word] = []
        depth = 0
        at = begin = start
        last = min(number + LONGEST_FLOW, len(self.lines)) - 1
        limit = self.lines[last].end
        while at < limit:
            c = text[at]
            if c in "\"'":
                close = text.find(c, at + 1, limit)
                if close > 0:
                    if close > at + 1:
                        items.append(placed(text[at + 1 : close], at + 1))
                    at = close
                    begin = limit
            elif c in "[],{}" or (c == "#" and text[at - 1] in " \n\t"):
                bare = text[begin:at].strip(" \t\r\n")
                if bare and begin < at:
                    items.append(placed(bare, begin + text[begin:at].index(bare)))
                depth += (c in "[{") - (c in "]}")
                if c == "#":
                    newline = text.find("\n", at, limit)
                    at = limit - 1 if newline < 0 else newline
                begin = at + 1
                if depth <= 0:
                    break
            at += 1
        while number < len(self.lines) and self.lines[number].end < at:
            number += 1
        return items, number + 1

    def _scalar(self, key: str, value: Word) -> None:
        if key.isidentifier():
            self.environment.own[key] = Value(((value,),))
        lowered = value.text.lower()
        if any(hint in lowered for hint in HINTS) and len(value.fields()) > 1:
            (self.prose if key in TEXTS else self.commands).append(value)
        elif "__" in value.text and ("," in value.text or "metric" in key.lower()):
            self.sink.names(key, [value])

    def _list(self, key: str, items: list[Word]) -> None:
        if not items:
            return
        at = find_tool(items)
        if (
            at >= 0
            and len(items) > at + 1
            and len(items[0].fields()) == 1
            and items[at + 1].text.startswith(("-", ".", "/"))
        ):
            self.sink.command(items, at)
            return
        for item in items:
            lowered = item.text.lower()
            if any(hint in lowered for hint in HINTS) and len(item.fields()) > 1:
                self.commands.append(item)
        self.sink.names(key, items)
