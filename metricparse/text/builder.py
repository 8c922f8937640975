"""Collects the regions of one document while a reader walks over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from metricparse.text.model import ROOT, Cell, Context, Mark, Region, Section, Spans
from metricparse.text.positions import compose, moved, part, without
from metricparse.text.scanner import Inline

CHILDREN = {"code": "inline-code", "math": "math"}
"""Marks that become regions of their own."""

_NOTHING = (-1, -1)
_new = tuple.__new__
"""Half the cost of calling the class of a named tuple; every region passes here."""


class Builder:
    """Regions, sections and tables so far.

    ``outer`` holds the spans of the text that the reader walks over, where that text was itself taken out of the document
    (a notebook cell, a docstring); None while it is the document.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.regions: list[Region] = []
        self.sections: list[Section] = [Section(0, "", -1, -1)]
        self.tables: list[list[list[int]]] = []
        self.outer: Spans | None = None
        self.section = 0
        self.block = 0
        self.lists = 0
        self.items = 0
        self.unit = -1

    def context(self) -> Context:
        """The context of what stands directly in the current section."""
        return ROOT._replace(section=self.section, unit=self.unit)

    def add(
        self,
        kind: str,
        text: str,
        spans: Spans,
        context: Context,
        *,
        language: str = "",
        detail: str = "",
        info: str = "",
        marks: tuple[Mark, ...] = (),
        cell: Cell | None = None,
    ) -> int:
        """Add a region with spans into the text that is read; returns its index."""
        if self.outer is not None:
            spans = compose(spans, self.outer)
        self.regions.append(
            _new(
                Region, (kind, text, spans, self.block, context, language, detail, info, marks, cell, -1, -1, _NOTHING)
            )
        )
        self.block += 1
        return len(self.regions) - 1

    def child(
        self,
        parent: int,
        kind: str,
        text: str,
        spans: Spans,
        at: int,
        *,
        language: str = "",
        detail: str = "",
        info: str = "",
        beside: tuple[int, int] = (-1, -1),
    ) -> int:
        """Add a region whose spans point into the text of another one; returns its index."""
        above = self.regions[parent]
        first = above.spans[0]
        if first.offset or first.length != first.width or len(above.spans) > 1:
            spans = compose(spans, above.spans)
        values = (kind, text, spans, above.block, above.context, language, detail, info, (), above.cell)
        self.regions.append(_new(Region, (*values, parent, at, beside)))
        return len(self.regions) - 1

    def prose(
        self,
        kind: str,
        text: str,
        spans: Spans,
        context: Context,
        found: Inline | None,
        *,
        detail: str = "",
        info: str = "",
        cell: Cell | None = None,
    ) -> int:
        """Add a region with inline mark-up (None: it has none), and what the mark-up sets apart.

        Returns its index, or -1 if nothing is left of it.
        """
        if found is None:
            return self.add(kind, text, spans, context, detail=detail, info=info, cell=cell)
        source = text
        text, inner = without(source, found.cuts)
        ends = [s[1] + s[3] for s in inner]
        placed = [
            _new(Mark, (moved(inner, ends, start), moved(inner, ends, end), kind)) for start, end, kind in found.marks
        ]
        marks = tuple([mark for mark in placed if mark.end > mark.start])
        index = -1
        if text and not text.isspace():
            index = self.add(
                kind, text, compose(inner, spans), context, detail=detail, info=info, marks=marks, cell=cell
            )
            region = self.regions[index]
            for start, end, mark in marks:
                if mark in CHILDREN:
                    piece = part(region.spans, start, end)
                    values = (CHILDREN[mark], text[start:end], piece, region.block, context, "", "inline", "", ())
                    self.regions.append(_new(Region, (*values, cell, index, start, _NOTHING)))
        for start, end in found.comments:
            self.add("html-comment", source[start:end], part(spans, start, end), context)
        return index

    def table(
        self,
        rows: Sequence[Sequence[tuple[str, Spans]]],
        context: Context,
        read: Callable[[str], Inline | None],
        header: bool = True,
    ) -> None:
        """Add the cells of a table, row by row; empty ones keep their column but become no region.

        ``header``: whether the first row names the columns.
        """
        number = len(self.tables)
        table: list[list[int]] = []
        self.tables.append(table)
        headers: list[str] = []
        for row, columns in enumerate(rows):
            found: list[int] = []
            table.append(found)
            heads = header and not row
            label = ""
            for column, (text, spans) in enumerate(columns):
                shown = ""
                if text:
                    over = headers[column] if not heads and column < len(headers) else ""
                    cell = Cell(number, row, column, over, "" if heads else label)
                    index = self.prose("table-cell", text, spans, context, read(text), cell=cell)
                    if index >= 0:
                        found.append(index)
                        shown = self.regions[index].text
                if heads:
                    headers.append(shown)
                elif not column:
                    label = shown

    def heading(self, level: int, region: int) -> None:
        """Open the section of a heading that was added as a region."""
        parent = self.section
        while self.sections[parent].level >= level:
            parent = self.sections[parent].parent
        self.sections.append(Section(level, self.regions[region].text, parent, region))
        self.section = len(self.sections) - 1
        for index in range(region, len(self.regions)):  # the heading and what it repeats belong to what they head
            one = self.regions[index]
            context = _new(Context, (self.section, *one.context[1:]))
            self.regions[index] = _new(Region, (*one[:4], context, *one[5:]))
