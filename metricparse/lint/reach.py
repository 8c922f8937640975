"""How far a suppression reaches: which stretch of the document follows the comment, in every kind of document."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from metricparse.lint import suppress
from metricparse.text.model import Document, Place, Region

COMMENTS = ("comment", "html-comment")
"""Kinds of regions that may hold a suppression."""
_GOES_ON = ("\\", "`", ",", "(", "[", "{")
"""How a line of code ends whose statement goes on in the next."""


def suppressions(document: Document) -> list[suppress.Suppression]:
    """Every comment that asks for one, with the stretch that it is for."""
    marks = []
    for index, region in enumerate(document.regions):
        if region.kind not in COMMENTS or suppress.MARK not in region.text:
            continue
        first, last = (document.position(offset) for offset in covered(document, index, region))
        for start, end in _several(region.text):
            place = Place(
                *document.position(region.range(start, end)[0]), *document.position(region.range(start, end)[1])
            )
            mark = suppress.parse(region.text[start:end], place, first, last)
            if mark is not None:
                marks.append(mark)
    return marks


def _several(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a comment that are a suppression each: one begins where a line does."""
    starts: list[int] = []
    at = text.find(suppress.MARK)
    while at >= 0:
        if not starts or not text[text.rfind("\n", 0, at) + 1 : at].strip(" #/*;"):
            starts.append(at)
        at = text.find(suppress.MARK, at + 1)
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield start, start + len(text[start:end].rstrip(" \t\n#/*"))


def covered(document: Document, index: int, region: Region) -> tuple[int, int]:
    """Offsets of the first and the last character that a suppression is for: from itself on to the end of what follows.

    In code that is the next statement, beside code the line; in a text the next paragraph, item, heading, code or table.
    """
    own = region.range(0, len(region.text))
    if region.parent >= 0 and region.kind == "comment":
        return _in_code(document.regions[region.parent], region)
    for follower in islice(document.regions, index + 1, None):
        if follower.parent < 0 and follower.kind not in COMMENTS and follower.text:
            end = follower.range(0, len(follower.text))[1]
            if follower.cell is not None:
                table = document.tables[follower.cell.table]
                cells = [document.regions[cell] for row in table for cell in row]
                end = max(one.range(0, len(one.text))[1] for one in cells)
            return own[0], max(end - 1, own[0])
    return own


def _in_code(code: Region, comment: Region) -> tuple[int, int]:
    text = code.text
    start = text.rfind("\n", 0, max(comment.at, 0)) + 1
    end = _line_end(text, comment.at)
    for _ in range(comment.text.count("\n")):
        end = _line_end(text, end + 1)
    if comment.detail != "trailing" and end < len(text):
        begin, end = end + 1, _line_end(text, end + 1)
        while text[begin:end].rstrip().endswith(_GOES_ON) and end < len(text):
            begin, end = end + 1, _line_end(text, end + 1)
    first, last = code.range(start, end)
    return first, max(first, last - 1)


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return found if found >= 0 else len(text)
