"""What a document is made of: regions whose every character knows where it stands in the file.  Frozen records.

Offsets count Unicode code points from 0 in `Document.text`; lines and columns count from 1, columns in code points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of a region's text and where it comes from.

    ``length == width``: the characters are the document's own, one for one.  Otherwise the stretch was decoded (an
    escape, an entity, a folded line break) and all of it stands for the ``width`` characters at ``offset``.
    """

    start: int
    """Where it begins in the region's text."""
    offset: int
    """Where it begins in the document's text."""
    length: int
    """Code points in the region's text, at least 1."""
    width: int
    """Code points in the document's text, at least 1."""


Spans = tuple[Span, ...]


class Mark(NamedTuple):
    """Mark-up of a stretch of a region's text: code, emphasis, strong, strike, link, image, math, footnote, keyboard."""

    start: int
    end: int
    kind: str


class Cell(NamedTuple):
    """Where in its table a cell stands."""

    table: int
    """Number of the table in the document, from 0."""
    row: int
    """From 0; row 0 is the header if the table has one."""
    column: int
    """From 0."""
    header: str
    """Text of the header cell of the column; empty in the header itself and in tables without one."""
    label: str
    """Text of the first cell of the row; empty in the header and in the first column."""


class Context(NamedTuple):
    """What surrounds a region.  Numbers are indices from 0; -1 says that there is none."""

    section: int = 0
    """Index into `Document.sections`."""
    list: int = -1
    """Number of the innermost list."""
    item: int = -1
    """Number of the innermost list item, counted over the document."""
    depth: int = 0
    """How many lists it stands in."""
    lead: int = -1
    """Index of the region that introduces this one: in a list item the text of the item above it, for the first
    paragraph of a top-level item, for a table or for code the paragraph right before."""
    quote: int = 0
    """How many block quotes it stands in."""
    alert: str = ""
    """``note``, ``warning``, … in a call-out (``> [!WARNING]``, ``.. warning::``), which is no quotation."""
    unit: int = -1
    """Cell of a notebook, from 0."""


ROOT = Context()


class Region(NamedTuple):
    """A piece of a document of one kind.

    Regions with a ``parent`` repeat part of the parent's text (inline code in its paragraph, a comment in its code); who
    wants each character once takes `Document.blocks`.
    """

    kind: str
    """``prose``, ``heading``, ``table-cell``, ``quote`` (a paragraph in a block quote), ``code``, ``inline-code``,
    ``comment`` (in code), ``docstring``, ``string`` (in code, in YAML, a here-document), ``math``, ``html-comment``,
    ``front-matter``."""
    text: str
    """Without mark-up; lines of a paragraph are joined by ``\\n``."""
    spans: Spans
    block: int
    """Number of the paragraph, heading, cell or code block; what is cut from it has the same number."""
    context: Context = ROOT
    language: str = ""
    """Of code, and of the code around a comment or string: a name of `metricparse.text.languages`, or the word as
    written, in lower case.  Empty if nothing states it."""
    detail: str = ""
    """heading: its level; code: fence, indented, literal, file, cell, magic, run; comment: own, trailing; math: inline,
    display; front-matter: yaml, toml; prose: paragraph, item, term, caption, html, footnote, field; string: here-document,
    block, quoted."""
    info: str = ""
    """Words after the language of a fence; the key over a YAML value; the marker of a list item (``-``, ``3.``, ``[x]``)."""
    marks: tuple[Mark, ...] = ()
    cell: Cell | None = None
    parent: int = -1
    """Index of the region whose text this one repeats, or -1."""
    at: int = -1
    """Where its first character stands in the parent's text."""
    beside: tuple[int, int] = (-1, -1)
    """Of a trailing comment: the code before it on its line, as (start, end) in the parent's text."""

    def offset(self, position: int) -> int:
        """Offset in the document of a character of ``text``; for ``len(text)`` the offset behind the last one."""
        spans = self.spans
        if not spans:
            return 0
        span = spans[0] if len(spans) == 1 else spans[max(bisect_right(spans, (position, _FAR)) - 1, 0)]
        inside = position - span.start
        if inside >= span.length:
            return span.offset + span.width
        return span.offset + inside if span.length == span.width else span.offset

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Offsets (first, behind the last) in the document of ``text[start:end]``; whole escapes are taken."""
        first = self.offset(start)
        if end <= start:
            return first, first
        spans = self.spans
        span = spans[max(bisect_right(spans, (end - 1, _FAR)) - 1, 0)]
        if span.length != span.width:
            return first, span.offset + span.width
        return first, span.offset + end - span.start


_FAR = 1 << 62


class Section(NamedTuple):
    """A heading and what stands under it."""

    level: int
    """0 for the document as a whole, then from 1."""
    title: str
    parent: int
    """Index of the section around it; -1 for the document."""
    region: int
    """Index of the heading's region; -1 for the document."""


class Place(NamedTuple):
    """A stretch of a document; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Document(NamedTuple):
    """A document that was read."""

    path: str
    kind: str
    """markdown, plain, rst, notebook, shell, powershell, batch, python, makefile, dockerfile or yaml."""
    text: str
    """As in the file, carriage returns included, without byte order mark."""
    regions: tuple[Region, ...]
    lines: list[int]
    """Offset of the first character of every line; only ``\\n`` ends a line."""
    sections: tuple[Section, ...]
    tables: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """Table → row → indices of the regions of its cells that are not empty."""
    bom: bool = False
    """Whether the file begins with a UTF-8 byte order mark (no column counts it)."""

    @property
    def blocks(self) -> Iterator[Region]:
        """Regions that repeat no other one's text."""
        return (region for region in self.regions if region.parent < 0)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    def place(self, region: Region, start: int, end: int) -> Place:
        """Where ``region.text[start:end]`` stands."""
        first, last = region.range(start, end)
        return Place(*self.position(first), *self.position(last))

    def line(self, number: int) -> str:
        """A line's text without its end.  Raises IndexError for a line that is not there."""
        if number < 1:
            raise IndexError(number)
        begin = self.lines[number - 1]
        end = self.lines[number] - 1 if number < len(self.lines) else len(self.text)
        return self.text[begin:end].removesuffix("\r")

    def headings(self, region: Region) -> tuple[str, ...]:
        """Titles of the headings over a region, outermost first."""
        titles = []
        index = region.context.section
        while index > 0:
            titles.append(self.sections[index].title)
            index = self.sections[index].parent
        return tuple(reversed(titles))

    def lead(self, region: Region) -> Region | None:
        """The region that introduces another one, if one does."""
        return self.regions[region.context.lead] if region.context.lead >= 0 else None

    def row(self, region: Region) -> list[Region]:
        """Every cell of a cell's row that is not empty, in order; the region alone if it is no cell."""
        if region.cell is None:
            return [region]
        return [self.regions[index] for index in self.tables[region.cell.table][region.cell.row]]


class Skipped(NamedTuple):
    """An input of a kind that is not read."""

    path: str
    en: str
    zh: str

    def text(self, lang: str = "en") -> str:
        """Why, in English or Chinese."""
        return self.zh if lang == "zh" else self.en
