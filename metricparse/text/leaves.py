"""Blocks of Markdown that hold text: paragraphs, headings, tables, code, HTML, formulas; from lines to regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from metricparse.text.builder import Builder
from metricparse.text.code import annotate
from metricparse.text.html import Piece, split
from metricparse.text.inline import References, read_inline
from metricparse.text.languages import fence_language
from metricparse.text.model import Cell, Context, Spans
from metricparse.text.positions import gather, part, whole
from metricparse.text.scanner import Inline
from metricparse.text.starts import Start, cells

if TYPE_CHECKING:
    from metricparse.text.markdown import Frame

Line = tuple[int, int]
_VERBATIM = frozenset(("fence", "html", "math", "html-to-blank"))


class Leaves:
    """The block that is open, and what becomes of it."""

    def __init__(self, builder: Builder, text: str, labels: References) -> None:
        self.builder = builder
        self.text = text
        self.labels = labels
        self.kind = ""
        """Of the open block: paragraph, table, fence, indented, html, html-to-blank, math, or empty."""
        self.lines: list[Line] = []
        self.start = Start("")
        self.indent = 0
        self.info = ""

    @property
    def verbatim(self) -> bool:
        """Whether the open block takes lines as they are until something ends it."""
        return self.kind in _VERBATIM

    def take(self) -> list[Line]:
        """The lines of the open block, which is over."""
        taken = self.lines[:]
        self.lines.clear()
        self.kind = ""
        return taken

    def begin(self, start: Start, here: int, end: int, indent: int, frame: Frame) -> None:
        """Open what `block_start` found."""
        text = self.text
        if start.kind == "heading":
            self.heading(start.level, [(start.at, end)], frame)
            return
        self.start, self.indent = start, indent
        if start.kind == "fence":
            self.kind, self.info = "fence", text[start.at : end].strip()
        elif start.kind == "html":
            self.kind = "html" if start.info else "html-to-blank"
            self.lines.append((here, end))
            if start.info and self._ends(here + 2, end):
                self.close(frame)
        else:
            self.kind = "math"
            rest = text[start.at : end].rstrip()
            if rest.endswith("$$"):
                self.lines.append((start.at, start.at + len(rest) - 2))
                self.close(frame)
            elif rest:
                self.lines.append((start.at, start.at + len(rest)))

    def _ends(self, at: int, end: int) -> bool:
        """Whether an HTML block that has an end of its own ends on the line."""
        return self.text.find(self.start.info, at, end) >= 0 or (
            self.start.info[0] == "<" and self.text.find(self.start.info.upper(), at, end) >= 0
        )

    def more(self, at: int, end: int, frame: Frame) -> bool:
        """Another line of a verbatim block; False if the line is not the block's."""
        text = self.text
        if self.kind == "fence":
            begin = at
            while begin < end and text[begin] in " \t":
                begin += 1
            mark = self.start.info
            closes = begin - at < 4 and text.startswith(mark * self.start.level, begin)
            if closes and not text[begin:end].rstrip().strip(mark):
                self.close(frame)
                return True
            strip = at
            while strip < begin and strip - at < self.indent:
                strip += 1
            self.lines.append((strip, end))
            return True
        if self.kind == "html":
            self.lines.append((at, end))
            if self._ends(at, end):
                self.close(frame)
            return True
        row = text[at:end].rstrip()
        if not row.strip():
            self.close(frame)
            return False
        if self.kind == "math" and row.endswith("$$"):
            self.lines.append((at, at + len(row) - 2))
            self.close(frame)
        else:
            self.lines.append((at, end))
        return True

    def indented(self, at: int, end: int) -> None:
        """A line of indented code."""
        self.kind = "indented"
        self.lines.append((at, end))

    def blank(self) -> None:
        """A blank line inside indented code."""
        newline = self.text.find("\n", self.lines[-1][1])
        if newline >= 0:
            self.lines.append((newline + 1, newline + 1))

    def begin_table(self, frame: Frame, at: int, end: int) -> None:
        """The line below the last one of the open paragraph rules off a table header."""
        header = self.lines.pop()
        if self.lines:
            self.close(frame)
        self.kind = "table"
        self.lines.extend((header, (at, end)))

    def close(self, frame: Frame) -> None:
        """End the open block and add its regions."""
        kind = self.kind
        if not kind:
            return
        lines = self.take()
        frame.numbered = ("", -1, -1)  # whatever list stood before, it is over
        if kind == "paragraph":
            self._paragraph(lines, frame)
        elif kind == "table":
            self._table(lines, frame)
        elif kind == "fence":
            self._fence(lines, frame)
        elif kind == "indented":
            while lines and not self.text[lines[-1][0] : lines[-1][1]].strip():
                lines.pop()
            self._code(lines, frame, "", "indented", "")
        elif kind == "math":
            self._math(lines, frame)
        else:
            self._html(lines, frame)

    def _context(self, frame: Frame, lead: int) -> Context:
        builder = self.builder
        values = (builder.section, frame.list, frame.item, frame.depth, lead, frame.quote, frame.alert, builder.unit)
        return tuple.__new__(Context, values)

    def _paragraph(self, lines: list[Line], frame: Frame) -> None:
        text, spans = self._joined(lines)
        if not text:
            return
        item = frame.kind in ("item", "footnote")
        lead = -1
        if item:
            lead = frame.head if frame.head >= 0 else frame.lead
        detail = "paragraph" if not item else "footnote" if frame.kind == "footnote" else "item"
        info, frame.marker = frame.marker, ""
        index = self.builder.prose(
            "quote" if frame.quote else "prose",
            text,
            spans,
            self._context(frame, lead),
            read_inline(text, self.labels),
            detail=detail,
            info=info,
        )
        if index >= 0:
            frame.last = index
            if item and frame.head < 0:
                frame.head = index

    def _joined(self, lines: list[Line]) -> tuple[str, Spans]:
        text = self.text
        end = lines[-1][1]
        while end > lines[-1][0] and text[end - 1] in " \t":
            end -= 1
        lines[-1] = (lines[-1][0], end)
        return gather(text, lines)

    def heading(self, level: int, lines: list[Line], frame: Frame) -> None:
        """Add a heading and open its section."""
        text, spans = gather(self.text, lines)
        bare = text.rstrip()
        closed = bare.rstrip("#")
        if len(lines) == 1 and (not closed or closed[-1] in " \t"):
            bare = closed.rstrip()
        skip = len(bare) - len(bare.lstrip())
        bare = bare.lstrip()
        frame.last = -1
        frame.numbered = ("", -1, -1)
        if not bare:
            return
        index = self.builder.prose(
            "heading",
            bare,
            part(spans, skip, skip + len(bare)),
            self._context(frame, -1),
            read_inline(bare, self.labels),
            detail=str(level),
        )
        if index >= 0:
            self.builder.heading(level, index)

    def _table(self, lines: list[Line], frame: Frame) -> None:
        text = self.text
        del lines[1]  # the line that rules off the header
        rows = []
        width = 0
        for start, end in lines:
            columns = cells(text, start, end)
            width = width or len(columns)
            rows.append([(text[a:b], whole(a, b - a)) for a, b in columns[:width]])
        self.builder.table(rows, self._context(frame, frame.last), self._cell)

    def _cell(self, text: str) -> Inline | None:
        return read_inline(text, self.labels, in_table=True)

    def _fence(self, lines: list[Line], frame: Frame) -> None:
        language, info = fence_language(self.info)
        if language == "math":
            self._math(lines, frame)
        else:
            self._code(lines, frame, language, "fence", info)

    def _code(self, lines: list[Line], frame: Frame, language: str, detail: str, info: str) -> None:
        if not lines:
            return
        text, spans = gather(self.text, lines)
        if not text.strip():
            return
        index = self.builder.add(
            "code", text, spans, self._context(frame, frame.last), language=language, detail=detail, info=info
        )
        annotate(self.builder, index)

    def _math(self, lines: list[Line], frame: Frame) -> None:
        while lines and lines[-1][0] == lines[-1][1]:
            lines.pop()
        if lines:
            text, spans = gather(self.text, lines)
            if text.strip():
                self.builder.add("math", text, spans, self._context(frame, frame.last), detail="display")

    def _html(self, lines: list[Line], frame: Frame) -> None:
        builder = self.builder
        text, spans = gather(self.text, lines)
        context = self._context(frame, -1)
        tables: dict[int, int] = {}
        headers: dict[tuple[int, int], str] = {}
        labels: dict[tuple[int, int], str] = {}
        for piece in split(text):
            start, end = piece.start, piece.end
            while start < end and text[start].isspace():
                start += 1
            while end > start and text[end - 1].isspace():
                end -= 1
            if start == end:
                continue
            content, at = text[start:end], part(spans, start, end)
            if piece.kind == "comment":
                builder.add("html-comment", content, at, context)
            elif piece.kind == "code":
                annotate(builder, builder.add("code", content, at, context, detail="literal"))
            elif piece.kind == "heading":
                index = builder.prose("heading", content, at, context, read_inline(content), detail=str(piece.level))
                if index >= 0:
                    builder.heading(piece.level, index)
                    context = self._context(frame, -1)
            elif piece.row >= 0:
                self._html_cell(piece, content, at, context, tables, headers, labels)
            else:
                kind = "quote" if frame.quote else "prose"
                builder.prose(kind, content, at, context, read_inline(content, self.labels), detail="html")

    def _html_cell(
        self,
        piece: Piece,
        content: str,
        spans: Spans,
        context: Context,
        tables: dict[int, int],
        headers: dict[tuple[int, int], str],
        labels: dict[tuple[int, int], str],
    ) -> None:
        builder = self.builder
        if piece.table not in tables:
            tables[piece.table] = len(builder.tables)
            builder.tables.append([])
        rows = builder.tables[tables[piece.table]]
        while len(rows) <= piece.row:
            rows.append([])
        table = tables[piece.table]
        cell = Cell(
            table,
            piece.row,
            piece.column,
            headers.get((table, piece.column), "") if piece.row else "",
            labels.get((table, piece.row), "") if piece.row and piece.column else "",
        )
        index = builder.prose("table-cell", content, spans, context, read_inline(content, self.labels), cell=cell)
        if index < 0:
            return
        rows[piece.row].append(index)
        if not piece.row:
            headers[table, piece.column] = builder.regions[index].text
        if not piece.column:
            labels[table, piece.row] = builder.regions[index].text
