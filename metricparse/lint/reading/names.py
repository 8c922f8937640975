"""Metric names as a document writes them: in requests, in lists and strings of code, in running text."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterator
from typing import NamedTuple

from metricparse.lint.reading.page import RUNNING, Page
from metricparse.text.commands.model import Invocation, MetricRequest
from metricparse.text.model import Region

NAME = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
_PATTERN = frozenset("*{}<>|…[]")
_NOT_BEFORE = "$@#%&-~^\\"
"""A word behind one of these is a variable, an option or an escape."""
LONGEST = 400
"""Code points; nothing longer is a name."""


class Seen(NamedTuple):
    """A name at one place."""

    text: str
    """As written; of a request without its prefix."""
    prefix: str
    """``breakdown:`` and the like."""
    start: int
    """Offset in the document."""
    end: int
    region: int
    """Index of the region that holds it."""
    at: int
    """Offset in that region's text."""
    where: str
    """metrics, query, import (requests), list, string (in code), code (marked as code in running text) or prose."""
    pattern: bool = False
    """Whether it stands for several names: ``lts__t_*``, ``dram__bytes_{read,write}``."""
    padded: bool = False
    command: Invocation | None = None

    @property
    def request(self) -> bool:
        """Whether a profiler is asked for it."""
        return self.where in ("metrics", "query", "import")


def requested(page: Page) -> Iterator[Seen]:
    """Names in commands of ncu, and in lists of code, in order."""
    for index, invocation in page.commands:
        if invocation.tool != "ncu":
            continue
        for request in invocation.requests:
            if request.hole or request.context in ("split", "other"):
                continue
            yield _seen(page, index, request, request.context, invocation)
    for index, names in page.lists:
        for request in names.requests:
            if not request.hole and request.context != "other" and " " not in request.name:
                yield _seen(page, index, request, "list", None)


def _seen(page: Page, index: int, request: MetricRequest, where: str, command: Invocation | None) -> Seen:
    start, end = page.place(index, request.word)
    return Seen(
        request.name,
        request.prefix,
        start,
        end,
        index,
        request.offset,
        where,
        where != "metrics" and any(mark in request.name for mark in "*{}<>…"),
        request.padded,
        command,
    )


class Taken:
    """Stretches of a document in which requests stand."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: dict[int, int] = {}

    def add(self, start: int, end: int) -> bool:
        """Take a stretch; False if one that begins there is taken."""
        if start in self._ends:
            return False
        insort(self._starts, start)
        self._ends[start] = end
        return True

    def __contains__(self, offset: object) -> bool:
        """Whether an offset lies in a stretch that is taken."""
        assert isinstance(offset, int)
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < max(self._ends[self._starts[at]], self._starts[at] + 1)


def written(page: Page, taken: Taken) -> Iterator[Seen]:
    """Names in running text and in strings of code, but those that requests hold."""
    if "__" not in page.document.text:
        return
    for index, region in enumerate(page.document.regions):
        kind = region.kind
        if kind == "string":
            # in a here-document or a value of YAML commands are read; a quoted word of Python or JSON stands for itself
            if region.language not in ("python", "pycon", "json", "toml", "yaml"):
                continue
        elif (
            kind == "code"
            and region.parent < 0
            and region.language in ("", "text", "plain", "txt")
            and "__" in region.text
        ):
            yield from _alone_in_lines(page, index, region, taken)
            continue
        elif kind not in RUNNING:
            continue
        if "__" not in region.text:
            continue
        for first, last, pattern in names_in(region.text):
            where = "string" if kind == "string" else "code" if page.marked(index, first) else "prose"
            if kind == "string" and not _whole(region.text, first, last):
                continue
            start, end = region.range(first, last)
            if start not in taken:
                yield Seen(region.text[first:last], "", start, end, index, first, where, pattern)


def _alone_in_lines(page: Page, index: int, region: Region, taken: Taken) -> Iterator[Seen]:
    """Names of a block of text that lists names alone, one a line."""
    lines = region.text.split("\n")
    bare = [line.strip(" \t,-*+") for line in lines]
    if len([one for one in bare if one]) < 2 or any(
        one and ("__" not in one or any(sign not in NAME and sign != "." for sign in one)) for one in bare
    ):
        return
    at = 0
    for line, name in zip(lines, bare, strict=True):
        if name:
            first = at + line.index(name)
            start, end = region.range(first, first + len(name))
            if start not in taken:
                yield Seen(name, "", start, end, index, first, "list")
        at += len(line) + 1


def _whole(text: str, first: int, last: int) -> bool:
    """Whether a string of code holds names and nothing else: one, or several with commas and blanks between."""
    rest = text[:first] + text[last:]
    return all(letter in NAME or letter in "., \t\n:+" for letter in rest) and (
        not rest.strip() or "," in rest or not any(letter.isalnum() for letter in rest)
    )


def names_in(text: str) -> Iterator[tuple[int, int, bool]]:
    """Stretches of a text that are written like metric names, and whether they are patterns; linear in its length.

    >>> [("a sm__x.sum, lts__t_*."[first:last], pattern) for first, last, pattern in names_in("a sm__x.sum, lts__t_*.")]
    [('sm__x.sum', False), ('lts__t_*', True)]
    """
    at = text.find("__")
    behind = 0
    while at >= 0:
        first = at
        while first > behind and (text[first - 1] in NAME or text[first - 1] == "."):
            first -= 1
        last = at + 2
        while last < len(text) and (text[last] in NAME or text[last] == "."):
            last += 1
        start, end, pattern = first, last, False
        if (last < len(text) and text[last] in _PATTERN) or (first > behind and text[first - 1] in _PATTERN):
            start, end = _wider(text, first, last, behind)
            pattern = any(letter in "*…{<" for letter in text[start:end])
        elif text.startswith("...", max(last - 3, at)):
            pattern = True
        if pattern:
            while end > start and text[end - 1] in ".,|" and not text.startswith("...", end - 3):
                end -= 1
        else:
            start, end = first, last
            while end > start and text[end - 1] in "._":
                end -= 1
            while start < end and text[start] == ".":
                start += 1
        if _plausible(text, start, end, pattern):
            yield start, end, pattern
        behind = max(end, last)
        at = text.find("__", behind)


def _wider(text: str, first: int, last: int, behind: int) -> tuple[int, int]:
    """The stretch with the signs of a pattern; commas and blanks count only inside braces."""
    while first > behind and (text[first - 1] in NAME or text[first - 1] in "." or text[first - 1] in _PATTERN):
        first -= 1
    depth = text.count("{", first, last) - text.count("}", first, last)
    while last < len(text):
        letter = text[last]
        if letter == "<" and (close := text.find(">", last, last + 40)) > 0 and "\n" not in text[last:close]:
            last = close + 1
            continue
        if letter == "{":
            depth += 1
        elif letter == "}":
            depth -= 1
        elif not (letter in NAME or letter == "." or letter in _PATTERN or (depth > 0 and letter in ", ")):
            break
        last += 1
        if depth < 0:
            return first, last - 1
    while first < last and text[first] in "|>]}":
        first += 1
    return first, last


def _plausible(text: str, start: int, end: int, pattern: bool) -> bool:
    word = text[start:end]
    if not 6 <= len(word) <= LONGEST or (not pattern and not word[0].isalpha()):
        return False
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    if before in _NOT_BEFORE or (before == ":" and text[max(start - 2, 0)] == ":") or after == "(":
        return False
    if (
        text.startswith("::", end)
        or text.endswith("regex:", 0, start)
        or (before == "/" and (after == "/" or "." not in word))
    ):
        return False
    unit = word.partition("__")[0]
    return pattern or (bool(unit) and unit[-1] != "." and ("." not in unit or "Triage" in unit))
