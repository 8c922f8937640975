"""YAML: one region of code for the file; commands under ``run:`` and its like, texts and comments as children of it.

Own scanner: the usual parser costs more to load than a small document to lint, recurses, and does not tell where the
characters of a scalar stood.  Scalars are read line by line; what it does not know stays code.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from metricparse.text.builder import Builder
from metricparse.text.code import annotate, scan
from metricparse.text.languages import language
from metricparse.text.model import Spans
from metricparse.text.positions import Cut, compose, gather, whole, without
from metricparse.text.script import add_file, without_returns

COMMANDS = frozenset(
    "run script before_script after_script command commands cmd cmds entry args install before_install before_test test"
    " benchmark profile".split()
)
"""Keys whose values a shell reads: GitHub, GitLab, Compose, Kubernetes, pre-commit, Taskfile."""
TEXTS = frozenset("name description title summary help message text note notes comment label".split())
"""Keys whose values a person reads."""

_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "/": "/", " ": " "}
_LONGEST_STRING = 200
"""Lines; a quote that closes later was no quote."""


class _Scalar(NamedTuple):
    key: str
    """The key over it, also over the list it stands in."""
    mapping: int
    """Number of the mapping that holds it."""
    style: str
    """literal, folded, quoted, plain."""
    lines: list[tuple[int, int]]
    cuts: list[Cut]
    """In offsets of the text."""


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = without_returns(text)
        self.scalars: list[_Scalar] = []
        self.shells: dict[int, str] = {}
        """Mapping → what its key ``shell`` says."""
        self.blocks: list[tuple[int, int]] = []
        self.stack: list[tuple[int, int, str]] = []
        """Open mappings and their last keys: (column, number, key)."""
        self.mappings = 0

    def scan(self) -> None:
        number = 0
        while number < len(self.lines):
            number = self._line(number)

    def _line(self, number: int) -> int:
        text = self.text
        start, end = self.lines[number]
        at = start
        while at < end and text[at] == " ":
            at += 1
        if at == end or text[at] in "#%\t":
            return number + 1
        dash = -1
        while text[at] == "-" and (at + 1 == end or text[at + 1] == " "):
            dash = at - start
            at += 1
            while at < end and text[at] == " ":
                at += 1
            if at == end:
                break
        column = at - start
        while self.stack and (self.stack[-1][0] > column or (dash >= 0 and self.stack[-1][0] > dash)):
            self.stack.pop()
        if at == end:
            return number + 1
        key, value = _key(text, at, end)
        if value < 0:
            above = self.stack[-1][2] if self.stack and dash >= 0 else ""
            return self._value(number, at, end, above, -1, dash if dash >= 0 else column)
        if not self.stack or self.stack[-1][0] != column or dash >= 0:
            if self.stack and self.stack[-1][0] == column:
                self.stack.pop()
            self.mappings += 1
            self.stack.append((column, self.mappings, key))
        else:
            self.stack[-1] = (column, self.stack[-1][1], key)
        mapping = self.stack[-1][1]
        if key == "shell":
            self.shells[mapping] = text[value:end].split("#")[0].strip().strip("'\"").split(" ")[0]
        return self._value(number, value, end, key, mapping, column)

    def _value(self, number: int, at: int, end: int, key: str, mapping: int, column: int) -> int:
        text = self.text
        while at < end and text[at] in "&!":  # anchors and tags
            blank = text.find(" ", at, end)
            at = end if blank < 0 else blank + 1
        if at >= end:
            return number + 1
        char = text[at]
        if char in "|>" and not text[at + 1 : end].split("#")[0].strip(" +-0123456789"):
            return self._block(number, "literal" if char == "|" else "folded", key, mapping, column)
        if char in "\"'":
            return self._string(number, at, end, key, mapping)
        if char in "[{*":
            return number + 1
        lines = [_plain(text, at, end)]
        number += 1
        if key in COMMANDS or key in TEXTS:
            while number < len(self.lines):
                start, stop = self.lines[number]
                here = start
                while here < stop and text[here] == " ":
                    here += 1
                if here == stop or here - start <= column or text[here] == "#" or text[here : here + 2] == "- ":
                    break
                lines.append(_plain(text, here, stop))
                number += 1
        self.scalars.append(_Scalar(key, mapping, "plain" if len(lines) == 1 else "folded", lines, []))
        return number

    def _string(self, number: int, at: int, end: int, key: str, mapping: int) -> int:
        """A quoted scalar, over several lines if it has to; breaks fold to blanks."""
        text = self.text
        quote = text[at]
        close, cuts = _quoted(text, at + 1, end, quote)
        first, until = number + 1, end
        while close < 0 and number + 1 < len(self.lines) and number < first + _LONGEST_STRING:
            number += 1
            start, stop = self.lines[number]
            here = start
            while here < stop and text[here] == " ":
                here += 1
            joined = quote == '"' and cuts[-1:] != [] and cuts[-1][1] == until and cuts[-1][2] == ""
            if joined:
                begin = cuts.pop()[0]
                cuts.append((begin, here, ""))
            elif here > until + 1:
                cuts.append((until, here, " "))
            close, more = _quoted(text, here, stop, quote)
            cuts.extend(more)
            until = stop
        if close < 0:  # it never closes: the first line is all that is sure
            close, number = end, first - 1
            cuts = [cut for cut in cuts if cut[1] <= end]
        self.scalars.append(_Scalar(key, mapping, "quoted", [(at + 1, close)], cuts))
        return number + 1

    def _block(self, number: int, style: str, key: str, mapping: int, column: int) -> int:
        """A block scalar: every following line that is blank or indented deeper than its key."""
        text = self.text
        lines: list[tuple[int, int]] = []
        number += 1
        margin = -1
        while number < len(self.lines):
            start, end = self.lines[number]
            here = start
            while here < end and text[here] == " ":
                here += 1
            if here == end:
                lines.append((end, end))
            elif here - start <= column:
                break
            else:
                if margin < 0:
                    margin = here - start
                lines.append((min(start + margin, here), end))
            number += 1
        while lines and lines[-1][0] == lines[-1][1]:
            lines.pop()
        if lines:
            self.blocks.append((lines[0][0], lines[-1][1]))
            self.scalars.append(_Scalar(key, mapping, style, lines, []))
        return number


def _key(text: str, at: int, end: int) -> tuple[str, int]:
    """(key, where its value begins), or -1 if the line has no key."""
    if text[at] in "\"'":
        close = text.find(text[at], at + 1, end)
        if close < 0 or text[close + 1 : close + 2] != ":":
            return "", -1
        key, colon = text[at + 1 : close], close + 1
    else:
        colon = text.find(": ", at, end)
        if colon < 0:
            if text[end - 1] != ":":
                return "", -1
            colon = end - 1
        key = text[at:colon]
        if not key or len(key) > 200 or " #" in key or key[0] in "[{":
            return "", -1
    value = colon + 1
    while value < end and text[value] == " ":
        value += 1
    return key.strip(), value


def _plain(text: str, at: int, end: int) -> tuple[int, int]:
    """A plain scalar on a line, without the comment behind it."""
    comment = text.find(" #", at, end)
    stop = comment if comment >= 0 else end
    while stop > at and text[stop - 1] in " \t":
        stop -= 1
    return at, stop


def _quoted(text: str, here: int, end: int, quote: str) -> tuple[int, list[Cut]]:
    """(where a quoted scalar closes on this line or -1, its escapes)."""
    cuts: list[Cut] = []
    while here < end:
        char = text[here]
        if char == quote:
            if quote == '"' or text[here + 1 : here + 2] != "'":
                return here, cuts
            cuts.append((here, here + 2, "'"))
            here += 2
        elif char == "\\" and quote == '"':
            if here + 1 == end:
                cuts.append((here, end, ""))
                break
            meant = _ESCAPES.get(text[here + 1])
            if meant:
                cuts.append((here, here + 2, meant))
            here += 2
        else:
            here += 1
    return -1, cuts


def read_yaml(builder: Builder, text: str) -> None:
    """Add the regions of a YAML text."""
    if not text.strip():
        return
    parent = add_file(builder, text, "yaml")
    content = builder.regions[parent].text
    scanner = _Scanner(content)
    scanner.scan()
    for scalar in scanner.scalars:
        _add(builder, parent, content, scalar, scanner.shells)
    starts = [start for start, _ in scanner.blocks]
    for found in scan(content, "yaml"):
        at = found.lines[0][0]
        block = bisect_right(starts, at) - 1
        if block >= 0 and at <= scanner.blocks[block][1]:
            continue
        comment, pieces = gather(content, found.lines)
        if comment.strip():
            builder.child(
                parent,
                "comment",
                comment,
                pieces,
                pieces[0].offset,
                language="yaml",
                detail=found.detail,
                beside=found.beside,
            )


def _add(builder: Builder, parent: int, content: str, scalar: _Scalar, shells: dict[int, str]) -> None:
    command = scalar.key in COMMANDS
    if not command and scalar.style == "plain" and scalar.key not in TEXTS:
        return
    text, spans = gather(content, scalar.lines)
    if scalar.cuts:
        first = scalar.lines[0][0]
        text, inner = without(text, [(s - first, e - first, t) for s, e, t in scalar.cuts])
        spans = compose(inner, spans)
    elif scalar.style == "folded":
        text, spans = _folded(content, scalar.lines)
    if not text.strip():
        return
    detail = "run" if command else "block" if scalar.style in ("literal", "folded") else scalar.style
    tongue = ""
    if command:
        tongue = language(shells.get(scalar.mapping, "") or "shell")
    index = builder.child(
        parent,
        "code" if command else "string",
        text,
        spans,
        spans[0].offset,
        language=tongue or "yaml",
        detail=detail,
        info=scalar.key,
    )
    if command:
        annotate(builder, index)


def _folded(content: str, lines: list[tuple[int, int]]) -> tuple[str, Spans]:
    """Lines of a folded scalar: a single break is a blank, an empty line a break."""
    cuts: list[Cut] = []
    first, last = lines[0][0], lines[-1][1]
    before = first
    breaks = 0
    for number, (start, end) in enumerate(lines):
        if number and start < end:
            cuts.append((before - first, start - first, "\n" * (breaks - 1) if breaks > 1 else " "))
        if start < end:
            before, breaks = end, 0
        breaks += 1
    text, inner = without(content[first:last], cuts)
    return text, compose(inner, whole(first, last - first))
