"""Inline mark-up of Markdown: what to leave out of a paragraph, and what is code, emphasis, link, math, comment.

The text itself stays as it is; the answer is a list of cuts, so that every character that is kept knows its place.

Where this reader leaves CommonMark, it does so for metric names: ``*`` right behind ``_`` is a pattern (``lts__*``), never
emphasis; ``<word>`` is a place-holder unless HTML has such an element; emphasis may touch Chinese letters and punctuation.

The regular expressions here are single character classes, or a class repeated: they cannot backtrack.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from metricparse.text.addresses import ADDRESS
from metricparse.text.characters import CJK, is_punctuation
from metricparse.text.emphasis import Run, match_runs
from metricparse.text.html import TAGS, tag_end, tag_name
from metricparse.text.scanner import Inline, Scanner

_SPECIAL = re.compile(r"[\\`*_~\[\]<&$!]")
_TICKS = re.compile(r"`+")
_TARGET_END = re.compile(r"[<>\n]")
_BARE_END = re.compile(r"[ \t\n\\()]")
_TITLE_END = re.compile(r"[()]")
_ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_BRACKETS = 1000
"""Brackets that may be open at once; more are text."""


class References(NamedTuple):
    """What a document defines for links: labels, folded by `fold`, and how long the longest is."""

    labels: frozenset[str]
    longest: int


NO_REFERENCES = References(frozenset(), 0)


def read_plain_inline(text: str) -> Inline | None:
    """Read a paragraph that has no mark-up but code in back-ticks and addresses; None if it has neither."""
    if "`" not in text and "://" not in text and "www." not in text:
        return None
    return _Scanner(text, NO_REFERENCES, False, _TICKS).read()


def read_inline(text: str, references: References = NO_REFERENCES, in_table: bool = False) -> Inline | None:
    """Read a paragraph; None if it has no mark-up.

    ``references``: the link definitions of the document.  ``in_table``: a bar in code is escaped.
    """
    if _SPECIAL.search(text) is None and "://" not in text and "www." not in text:
        return None
    return _Scanner(text, references, in_table).read()


def fold(label: str) -> str:
    """A link label as definitions and references are matched."""
    return " ".join(label.split()).casefold()


class _Scanner(Scanner):
    """One pass over one paragraph."""

    def __init__(self, text: str, references: References, in_table: bool, special: re.Pattern[str] = _SPECIAL) -> None:
        super().__init__(text, special, _HANDLERS)
        self.references = references.labels
        self.longest = references.longest + 20
        """No label is longer; a bound keeps long bracketed texts cheap."""
        self.in_table = in_table
        self.runs: list[Run] = []
        self.brackets: list[tuple[int, bool]] = []
        self.opened: list[tuple[str, int]] = []
        """HTML elements that set text apart: (name, where the text begins)."""
        self.ticks: dict[int, list[int]] | None = None

    def scan(self) -> None:
        """Every sign; emphasis is matched when all of it is known."""
        super().scan()
        if self.runs:
            match_runs(self.runs, self.cuts, self.marks)

    def _backslash(self, at: int) -> int:
        following = self.text[at + 1 : at + 2]
        if following == "\n":
            self.cuts.append((at, at + 1, ""))
            return at + 1
        if following in _ESCAPABLE and following:
            self.cuts.append((at, at + 2, following))
            return at + 2
        return at + 1

    def _code(self, at: int) -> int:
        text = self.text
        if self.ticks is None:
            self.ticks = {}
            for run in _TICKS.finditer(text):
                self.ticks.setdefault(run.end() - run.start(), []).append(run.start())
            for places in self.ticks.values():
                places.reverse()
        start = at
        while start < len(text) and text[start] == "`":
            start += 1
        width = start - at
        places = self.ticks.get(width, [])
        while places and places[-1] < start:
            places.pop()
        if not places:
            return start
        end = places.pop()
        first, last = start, end
        inside = text[start:end]
        if inside[:1] in " \n" and inside[-1:] in " \n" and not inside.isspace():
            first, last = start + 1, end - 1
        kind = "code"
        if width == 1 and text[at - 1 : at] == "$" == text[end + 1 : end + 2] and at:
            kind = "math"
        self.cuts.append((at, first, ""))
        if self.in_table:
            pipe = text.find("\\|", first, last)
            while pipe >= 0:
                self.cuts.append((pipe, pipe + 2, "|"))
                pipe = text.find("\\|", pipe + 2, last)
        self.cuts.append((last, end + width, ""))
        self.marks.append((first, last, kind))
        return end + width

    def _emphasis(self, at: int) -> int:
        text = self.text
        char = text[at]
        end = at + 1
        while end < len(text) and text[end] == char:
            end += 1
        before = text[at - 1] if at else "\n"
        after = text[end] if end < len(text) else "\n"
        if char == "_" and (before.isalnum() or before == "*") and after.isalnum():
            return end
        if char == "*" and before == "_":
            return end
        if char == "~" and end - at > 2:
            return end
        left = not after.isspace() and (
            not is_punctuation(after) or before.isspace() or is_punctuation(before) or ord(before) >= CJK
        )
        right = not before.isspace() and (
            not is_punctuation(before) or after.isspace() or is_punctuation(after) or ord(after) >= CJK
        )
        opens, closes = left, right
        if char == "_":
            opens = left and (not right or is_punctuation(before))
            closes = right and (not left or is_punctuation(after))
        if opens or closes:
            self.runs.append(Run(at, end - at, char, opens, closes))
        return end

    def _open(self, at: int) -> int:
        text = self.text
        if text.startswith("[^", at):
            end = text.find("]", at + 2, at + 100)
            if end > 0 and fold(text[at + 1 : end]) in self.references:
                self.cuts.append((at, end + 1, ""))
                return end + 1
        if len(self.brackets) < _BRACKETS:
            self.brackets.append((at, False))
        return at + 1

    def _image(self, at: int) -> int:
        if self.text.startswith("[", at + 1):
            if len(self.brackets) < _BRACKETS:
                self.brackets.append((at, True))
            return at + 2
        return at + 1

    def _close(self, at: int) -> int:
        if not self.brackets:
            return at + 1
        text = self.text
        start, image = self.brackets.pop()
        inside = start + (2 if image else 1)
        end = -1
        if text.startswith("(", at + 1):
            end = self._target(at + 2)
        if end < 0 and self.references:
            if text.startswith("[", at + 1):
                close = text.find("]", at + 2, at + 2 + self.longest)
                label = text[at + 2 : close] if close > at + 2 else text[max(inside, at - self.longest) : at]
                if close > 0 and fold(label) in self.references:
                    end = close + 1
            if end < 0 and at - inside < self.longest and fold(text[inside:at]) in self.references:
                end = at + 1
        if end < 0:
            return at + 1
        self.cuts.append((start, inside, ""))
        self.cuts.append((at, end, ""))
        self.marks.append((inside, at, "image" if image else "link"))
        return end

    def _target(self, at: int) -> int:
        """Offset behind ``(address "title")`` whose inside begins at ``at``, or -1."""
        text = self.text
        size = len(text)
        while at < size and text[at] in " \t\n":
            at += 1
        if text.startswith("<", at):
            stop = _TARGET_END.search(text, at + 1)
            if stop is None or stop.group() != ">":
                return -1
            at = stop.end()
        else:
            depth = 0
            while True:
                stop = _BARE_END.search(text, at)
                if stop is None:
                    return -1
                at = stop.start()
                char = text[at]
                if char == "\\":
                    at += 1
                elif char == "(":
                    depth += 1
                    if depth > 32:
                        return -1
                elif char == ")":
                    if not depth:
                        break
                    depth -= 1
                else:
                    break
                at += 1
            if depth:
                return -1
        blank = at
        while at < size and text[at] in " \t\n":
            at += 1
        if at > blank and at < size and text[at] in "\"'(":
            end = self._title(at)
            if end < 0:
                return -1
            at = end + 1
            while at < size and text[at] in " \t\n":
                at += 1
        return at + 1 if text.startswith(")", at) else -1

    def _title(self, at: int) -> int:
        """Offset of what ends the title that begins at ``at``, or -1."""
        text = self.text
        if text[at] == "(":
            stop = _TITLE_END.search(text, at + 1)
            return stop.start() if stop and stop.group() == ")" else -1
        end = self._find(text[at], at + 1)
        while end > 0 and text[end - 1] == "\\":
            end = self._find(text[at], end + 1)
        return end

    def _angle(self, at: int) -> int:
        text = self.text
        following = text[at + 1 : at + 2]
        if following == "!" and text.startswith("<!--", at):
            end = self._find("-->", at + 4)
            if end < 0:
                return at + 1
            self.comments.append((at + 4, end))
            self.cuts.append((at, end + 3, ""))
            return end + 3
        if not (following.isalpha() or following == "/"):
            return at + 1
        name = tag_name(text, at)
        if name in TAGS:
            end = tag_end(text, at, self.missing)
            if end > 0:
                self._element(name, at, end)
                return end
            return at + 1
        # An address is short of blanks; whoever writes one longer than this meant something else.
        end = text.find(">", at, at + 2000)
        inside = text[at + 1 : end] if end > 0 else ""
        scheme = inside.partition(":")[0]
        if inside and " " not in inside and "\n" not in inside and "<" not in inside:
            if len(scheme) < len(inside) and 2 <= len(scheme) <= 32 and scheme.replace("+", "").isalnum():
                self.cuts.append((at, end + 1, ADDRESS))
                return end + 1
            if "@" in inside and "." in inside.partition("@")[2]:
                self.cuts.append((at, end + 1, ADDRESS))
                return end + 1
        return at + 1

    def _element(self, name: str, at: int, end: int) -> None:
        self.cuts.append((at, end, "\n" if name == "br" else ""))
        if name not in ("code", "kbd"):
            return
        if self.text[at + 1] != "/":
            self.opened.append((name, end))
        elif self.opened and self.opened[-1][0] == name:
            self.marks.append((self.opened.pop()[1], at, "code" if name == "code" else "keyboard"))

    def _entity(self, at: int) -> int:
        end = self.text.find(";", at + 2, at + 34)
        if end < 0:
            return at + 1
        from html import unescape  # a table of two thousand names, for the documents that use one

        written = self.text[at : end + 1]
        if not written[1:-1].replace("#", "", 1).isalnum() or (meant := unescape(written)) == written:
            return at + 1
        self.cuts.append((at, end + 1, meant))
        return end + 1

    def _dollar(self, at: int) -> int:
        text = self.text
        if text.startswith("$`", at):
            end = self._find("`", at + 2)
            if end <= at + 2 or text[end + 1 : end + 2] != "$":
                return at + 1
            self._mark(at, at + 2, end, end + 2, "math")
            return end + 2
        if text.startswith("$$", at):
            end = self._find("$$", at + 2)
            if end > at + 2:
                self._mark(at, at + 2, end, end + 2, "math")
                return end + 2
            return at + 2
        before = text[at - 1] if at else "\n"
        after = text[at + 1 : at + 2]
        if not after or after.isspace() or (before.isalnum() and ord(before) < CJK):
            return at + 1
        end = self._find("$", at + 1)
        if end < 0 or text[end - 1].isspace() or text[end - 1] == "\\":
            return at + 1
        behind = text[end + 1 : end + 2]
        if behind.isalnum() and ord(behind) < CJK:
            return at + 1
        if "`" in text[at:end]:
            return at + 1
        self._mark(at, at + 1, end, end + 1, "math")
        return end + 1


_HANDLERS = {
    "\\": _Scanner._backslash,
    "`": _Scanner._code,
    "*": _Scanner._emphasis,
    "_": _Scanner._emphasis,
    "~": _Scanner._emphasis,
    "[": _Scanner._open,
    "!": _Scanner._image,
    "]": _Scanner._close,
    "<": _Scanner._angle,
    "&": _Scanner._entity,
    "$": _Scanner._dollar,
}
