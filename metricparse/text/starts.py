"""How blocks of Markdown begin: pure questions about one line.  All take (text, first character that is no blank, end)."""

from __future__ import annotations

from typing import NamedTuple

from metricparse.text.html import BLOCK_TAGS, TAGS, tag_end, tag_name


class Start(NamedTuple):
    """What begins on a line."""

    kind: str
    """heading, fence, html, math, label, or empty."""
    at: int = 0
    """Where its content begins."""
    level: int = 0
    """Of a heading; of a fence the number of its characters."""
    info: str = ""
    """Of a fence its character; of HTML what ends it (empty: a blank line); of a label ``link`` or ``footnote``."""


NOTHING = Start("")


def block_start(text: str, at: int, end: int, in_paragraph: bool) -> Start:
    """What else than a quote, an item, a rule or a table begins here."""
    char = text[at]
    if char == "#":
        return _heading(text, at, end)
    if char in "`~":
        return _fence(text, at, end)
    if char == "<":
        return _html(text, at, end, in_paragraph)
    if char == "$" and text.startswith("$$", at):
        return Start("math", at + 2) if _alone(text, at, end) else NOTHING
    if char == "[" and not in_paragraph:
        return _label(text, at, end)
    return NOTHING


def _heading(text: str, at: int, end: int) -> Start:
    begin = at
    while begin < end and text[begin] == "#":
        begin += 1
    level = begin - at
    if level > 6 or (begin < end and text[begin] not in " \t"):
        return NOTHING
    return Start("heading", begin, level)


def _fence(text: str, at: int, end: int) -> Start:
    char = text[at]
    begin = at
    while begin < end and text[begin] == char:
        begin += 1
    if begin - at < 3 or (char == "`" and text.find("`", begin, end) >= 0):
        return NOTHING
    return Start("fence", begin, begin - at, char)


def _alone(text: str, at: int, end: int) -> bool:
    """Whether ``$$`` stands alone on the line or closes at its end."""
    rest = text[at + 2 : end].rstrip()
    return not rest or (rest.endswith("$$") and rest.count("$$") == 1) or "$$" not in rest


_RAW = {"pre": "</pre", "script": "</script", "style": "</style", "textarea": "</textarea"}


def _html(text: str, at: int, end: int, in_paragraph: bool) -> Start:
    if text.startswith("<!--", at):
        return Start("html", at, info="-->")
    if text.startswith("<?", at):
        return Start("html", at, info="?>")
    name = tag_name(text, at)
    if name in _RAW and text[at + 1] != "/":
        return Start("html", at, info=_RAW[name])
    if name in BLOCK_TAGS:
        return Start("html", at)
    if name in TAGS and not in_paragraph:
        close = tag_end(text, at, set())
        if 0 < close <= end and not text[close:end].strip():
            return Start("html", at)
    return NOTHING


def _label(text: str, at: int, end: int) -> Start:
    close = text.find("]:", at, min(end, at + 300))
    if close < 0 or close == at + 1 or "[" in text[at + 1 : close]:
        return NOTHING
    begin = close + 2
    while begin < end and text[begin] in " \t":
        begin += 1
    if text[at + 1] == "^":
        return Start("label", begin, info="footnote")
    rest = text[begin:end].split(None, 1)
    if not rest or (len(rest) > 1 and rest[1][0] not in "\"'("):
        return NOTHING
    return Start("label", begin, info="link")


def rule_or_setext(text: str, at: int, end: int, under_paragraph: bool) -> str:
    """``rule``, ``setext`` or nothing."""
    char = text[at]
    row = text[at:end].rstrip()
    if under_paragraph and char in "-=" and row.count(char) == len(row):
        return "setext"
    if char != "=" and row.count(char) >= 3 and row.count(char) + row.count(" ") + row.count("\t") == len(row):
        return "rule"
    return ""


def list_marker(text: str, at: int, end: int, in_paragraph: bool) -> tuple[str, int] | None:
    """(kind of list, width of the marker) if an item begins here.

    Inside a paragraph only a number one, or a bullet with text behind it, begins a list.
    """
    char = text[at]
    if char in "-*+":
        kind, begin = char, at + 1
    else:
        begin = at
        while begin < end and begin - at < 10 and text[begin] in "0123456789":
            begin += 1
        if begin - at > 9 or begin >= end or text[begin] not in ".)":
            return None
        if in_paragraph and text[at:begin] != "1":
            return None
        kind = text[begin]
        begin += 1
    if begin < end and text[begin] not in " \t":
        return None
    if in_paragraph and not text[begin:end].strip():
        return None
    return kind, begin - at


def cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Cells of a table row, without the blanks around their text."""
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    if start < end and text[start] == "|":
        start += 1
    result = []
    begin = start
    at = text.find("|", start, end)
    while at >= 0:
        slashes = 0
        while at - slashes > begin and text[at - slashes - 1] == "\\":
            slashes += 1
        if slashes % 2 == 0:
            result.append(_stripped(text, begin, at))
            begin = at + 1
        at = text.find("|", at + 1, end)
    if begin < end:
        result.append(_stripped(text, begin, end))
    return result


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    return start, end


def delimiter_row(text: str, at: int, end: int, header: tuple[int, int]) -> bool:
    """Whether the line rules off the table header above it."""
    row = text[at:end]
    if "-" not in row or row.strip("|:- \t"):
        return False
    if "|" not in row and text.find("|", header[0], header[1]) < 0:
        return False
    if row.replace("|", "").replace(":", "").replace("-", "").strip():
        return False
    columns = cells(text, at, end)
    for start, stop in columns:
        body = text[start:stop]
        body = body[body.startswith(":") : len(body) - body.endswith(":")]
        if not body or body.count("-") != len(body):
            return False
    return len(columns) == len(cells(text, header[0], header[1]))
