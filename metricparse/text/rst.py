"""reStructuredText: sections, paragraphs, lists, literal blocks, directives, tables, comments, by indentation.

Own scanner, because docutils gives lines but no columns for what is inside a paragraph.
"""

from __future__ import annotations

from metricparse.text.builder import Builder
from metricparse.text.languages import language
from metricparse.text.positions import gather
from metricparse.text.problem import nested_too_deep
from metricparse.text.rst_inline import read_rst_inline
from metricparse.text.rst_lines import Frame, Lines, is_ruler, marker_width
from metricparse.text.rst_tables import grid, is_grid, is_simple, listed, separated, simple

DEEPEST = 100
"""Lists and quotes that may stand in one another."""
_LONGEST_TABLE = 5000
"""Lines in which a ruled table must close."""
Line = tuple[int, int]
_CODE = frozenset("code code-block sourcecode highlight parsed-literal prompt".split())
_ALERTS = frozenset("note warning tip hint important caution attention danger error admonition seealso todo".split())
_TEXTS = frozenset("topic sidebar rubric epigraph pull-quote highlights container compound figure versionadded deprecated"
                   " versionchanged tab tabs tab-item dropdown details only glossary".split())  # fmt: skip
_TABLES = frozenset(("list-table", "csv-table", "table", "flat-table"))


class _Reader(Lines):
    def __init__(self, builder: Builder, text: str) -> None:
        super().__init__(builder, text)
        self.levels: list[tuple[str, bool]] = []
        self.number = 0
        """The line that is read, for messages."""

    def read(self) -> None:
        number = 0
        while number < len(self.lines):
            self.number = number
            number = self._block(number)

    def _block(self, number: int) -> int:
        """Read the block that begins on a line; returns the number of the line behind it."""
        at, column, end = self.shape(number)
        if at == end:
            return number + 1
        self._settle(column)
        row = self.text[at:end]
        if column == 0 or self.frames[-1].column == column:
            after = self._section(number, row)
            if after:
                return after
        if row.startswith("..") and (len(row) == 2 or row[2] in " \t"):
            return self._explicit(number, at, column, end)
        if is_grid(row):
            return self._drawn(number)
        if is_simple(row):
            return self._ruled(number)
        if row.startswith(">>> "):
            after = number
            while self.row(after).strip():
                after += 1
            self.code(list(range(number, after)), column, "python", "literal")
            return after
        width = marker_width(row)
        if width:
            return self._item(number, at, column, end, width)
        if row[0] == ":" and (close := row.find(": ", 1)) > 0 and "`" not in row[:close] and " " not in row[1:2]:
            return self._field(number, at, column, end, close)
        return self._paragraph(number, at, column)

    def _settle(self, column: int) -> None:
        """Close what a line of this column ends; open a quote where it is indented further."""
        frames = self.frames
        while len(frames) > 1 and frames[-1].column > column:
            frames.pop()
        if column > frames[-1].column:
            frame = Frame(column, frames[-1])
            if frames[-1].detail == "term":
                frame.detail, frame.lead = "item", frames[-1].last
            else:
                frame.quote += 1
            self._push(frame)

    def _push(self, frame: Frame) -> None:
        if len(self.frames) > DEEPEST:
            raise nested_too_deep(self.builder.path, self.number + 1, DEEPEST)
        self.frames.append(frame)

    def _section(self, number: int, row: str) -> int:
        """Add a heading, or pass over a transition; returns the line behind it, or 0."""
        following = self.row(number + 1).rstrip()
        if is_ruler(row):
            third = self.row(number + 2).rstrip()
            if following.strip() and third == row and not is_ruler(following):
                return self._heading(number + 1, (row[0], True), number + 3)
            if len(row) >= 4 and not following and not self.row(number - 1).strip():
                return number + 1
            return 0
        if is_ruler(following) and (len(following) >= len(row) or len(following) >= 4):
            if is_simple(following):
                return 0
            return self._heading(number, (following[0], False), number + 2)
        return 0

    def _heading(self, number: int, style: tuple[str, bool], after: int) -> int:
        at, _, end = self.shape(number)
        if style not in self.levels:
            self.levels.append(style)
        level = self.levels.index(style) + 1
        del self.frames[1:]
        self.frames[0] = Frame(0)
        content, spans = gather(self.text, [(at, end)])
        index = self.builder.prose(
            "heading", content, spans, self.context(), read_rst_inline(content), detail=str(level)
        )
        if index >= 0:
            self.builder.heading(level, index)
        return after

    def _paragraph(self, number: int, at: int, column: int) -> int:
        """A paragraph, or a term with its definition; ``::`` at its end opens a literal block."""
        first = number
        lines: list[Line] = []
        frame = self.frames[-1]
        bar = self.text.startswith("| ", at)
        while number < len(self.lines):
            here, indent, end = self.shape(number)
            if here == end or (number > first and indent < column):
                break
            if number > first and indent > column and not bar:
                break
            if number == first:
                here = at
            if bar and self.text.startswith("| ", here):
                here += 2
            lines.append((here, max(here, end)))
            number += 1
        term = number == first + 1 and not bar and self.deeper(number, column)
        literal = False
        start, end = lines[-1]
        if self.text.endswith("::", start, end):
            literal = True
            end -= 2 if end - start == 2 or self.text[end - 3].isspace() else 1
            while end > start and self.text[end - 1].isspace():
                end -= 1
            lines[-1] = (start, end)
            if start == end:
                lines.pop()
        if lines:
            index = self._prose(lines, "term" if term and not literal else frame.detail)
            if term and not literal and index >= 0:
                return self._definition(number, index)
        if literal:
            return self.literal(number, column)
        return number

    def _definition(self, number: int, term: int) -> int:
        """The lines under a term are indented: they belong to it, and are no quote."""
        _, column, _ = self.shape(number)
        frame = Frame(column, self.frames[-1], "item")
        frame.lead = term
        self._push(frame)
        return number

    def _prose(self, lines: list[Line], detail: str) -> int:
        frame = self.frames[-1]
        content, spans = gather(self.text, lines)
        lead = -1
        if detail in ("item", "footnote", "field"):
            lead = frame.head if frame.head >= 0 else frame.lead
        info, frame.marker = frame.marker, ""
        index = self.builder.prose(
            "quote" if frame.quote else "prose",
            content,
            spans,
            self.context(lead),
            read_rst_inline(content),
            detail=detail,
            info=info,
        )
        if index >= 0:
            frame.last = index
            if frame.head < 0 and frame.detail == "item":
                frame.head = index
            frame.lists.clear()
        return index

    def _item(self, number: int, at: int, column: int, end: int, width: int) -> int:
        """Open a list item and read the block behind its marker."""
        above = self.frames[-1]
        marker = self.text[at : at + width].rstrip()
        kind = marker if marker in "-*+•" else "#"
        open_list = above.lists.get(column)
        frame = Frame(column + width, above, "item")
        if open_list and open_list[0] == kind:
            frame.list, frame.lead = open_list[1], open_list[2]
        else:
            frame.list = self.builder.lists
            self.builder.lists += 1
            above.lists[column] = (kind, frame.list, frame.lead)
        above.last = -1
        frame.item = self.builder.items
        self.builder.items += 1
        frame.depth += 1
        frame.marker = marker
        self._push(frame)
        if at + width >= end:
            return number + 1
        inner = marker_width(self.text[at + width : end])
        if inner and self.text[at + width] in "-*+":
            return self._item(number, at + width, column + width, end, inner)
        return self._paragraph(number, at + width, column + width)

    def _field(self, number: int, at: int, column: int, end: int, close: int) -> int:
        """``:name: text``: a field of a list."""
        frame = Frame(column + 1, self.frames[-1], "field")
        frame.marker = self.text[at + 1 : at + close]
        begin = at + close + 2
        while begin < end and self.text[begin] == " ":
            begin += 1
        lines = [(begin, end)]
        number += 1
        while number < len(self.lines):
            here, indent, stop = self.shape(number)
            if here == stop or indent <= column:
                break
            lines.append((here, stop))
            number += 1
        self._push(frame)
        self._prose(lines, "field")
        self.frames.pop()
        return number

    def _explicit(self, number: int, at: int, column: int, end: int) -> int:
        """What begins with ``..``: directives, footnotes, targets, comments."""
        text = self.text
        begin = at + 2
        while begin < end and text[begin] in " \t":
            begin += 1
        row = text[begin:end]
        name, colons, rest = row.partition("::")
        if colons and name and " " not in name.strip() and name[0] not in "_|[":
            argument = end - len(rest.lstrip())
            return self._directive(number, column, name.strip().lower(), argument, end)
        body = self.body(number + 1, column)
        after = body[-1] + 1 if body else number + 1
        if row.startswith("[") and (close := row.find("] ")) > 0:
            frame = Frame(column + 3, self.frames[-1], "footnote")
            frame.lead = -1
            frame.marker = row[: close + 1]
            self._push(frame)
            return self._paragraph_over(number, begin + close + 2, column + 3)
        if row.startswith(("_", "|", "[")):
            if row.startswith("|") and " replace:: " in row:
                here = begin + row.index(" replace:: ") + 11
                self._prose([(here, end)], "paragraph")
            return after
        if not row and (not body or body[0] != number + 1 or not self.row(number + 1).strip()):
            return number + 1  # an empty comment takes nothing with it
        lines = [(begin, end)] if row else []
        for one in body:
            here, _, stop = self.shape(one)
            lines.append((here, stop))
        content, spans = gather(text, lines)
        if content.strip():
            self.builder.add("comment", content, spans, self.context(-1), language="rst", detail="own")
        return after

    def _paragraph_over(self, number: int, at: int, column: int) -> int:
        """A paragraph that begins behind a mark on its line and runs on in lines indented at least one column."""
        lines = [(at, self.shape(number)[2])]
        number += 1
        while number < len(self.lines):
            here, indent, end = self.shape(number)
            if here == end or indent < column - 2:
                break
            lines.append((here, end))
            number += 1
        self._prose(lines, self.frames[-1].detail)
        self.frames[-1].column = column - 2
        return number

    def _directive(self, number: int, column: int, name: str, argument: int, end: int) -> int:
        text = self.text
        number += 1
        while number < len(self.lines):  # options
            at, indent, stop = self.shape(number)
            if indent <= column or not text.startswith(":", at) or text.find(":", at + 1, stop) < 0:
                break
            number += 1
        what = text[argument:end].strip()
        if name in _CODE or name == "math":
            if name == "highlight":
                self.tongue = language(what)
                return number
            body = self.body(number, column)
            while body and not self.row(body[0]).strip():
                body.pop(0)
            if name == "math" and what:
                content, spans = gather(text, [(argument, end)])
                self.builder.add("math", content, spans, self.context(), detail="display")
            tongue = "math" if name == "math" else language(what.split()[0]) if what else self.tongue
            if name in ("parsed-literal", "prompt"):
                tongue = "shell" if name == "prompt" else ""
            self.code(body, column, tongue, "fence")
            return body[-1] + 1 if body else number
        if name in _TABLES:
            if what:
                self._prose([(argument, end)], "caption")
            if name == "table":
                return number
            body = self.body(number, column)
            lines = [self.lines[n] for n in body]
            self.table(separated(text, lines) if name == "csv-table" else listed(text, lines), True)
            return body[-1] + 1 if body else number
        if name in _ALERTS or name in _TEXTS:
            frame = Frame(column + 1, self.frames[-1])
            frame.lead = -1
            if name in _ALERTS:
                frame.alert = name
            self._push(frame)
            lines = [(argument, end)] if what and name not in ("figure", "container", "only", "tab-item") else []
            while lines and self.deeper(number, column):
                here, _, stop = self.shape(number)
                lines.append((here, stop))
                number += 1
            if lines:
                self._prose(lines, "paragraph")
            first = number
            while first < len(self.lines) and not self.row(first).strip():
                first += 1
            if self.deeper(first, column):
                frame.column = self.shape(first)[1]
            return number
        body = self.body(number, column)
        return body[-1] + 1 if body else number

    def _drawn(self, number: int) -> int:
        """A grid table."""
        lines = []
        while number < len(self.lines):
            at, _, end = self.shape(number)
            if at == end or self.text[at] not in "+|":
                break
            lines.append((at, end))
            number += 1
        rows, header = grid(self.text, lines)
        self.table(rows, header)
        return number

    def _ruled(self, number: int) -> int:
        """A simple table: to its last border, which stands before a blank line."""
        lines = []
        at, column, _ = self.shape(number)
        borders = 0
        first = number
        while number < min(len(self.lines), first + _LONGEST_TABLE):
            start, stop = self.lines[number]
            row = self.text[start:stop]
            border = bool(row.strip()) and not row.strip("= ")
            borders += border
            if not row.strip() and borders >= 2 and not self.text[slice(*self.lines[number - 1])].strip("= "):
                break
            lines.append((min(start + column, stop), stop))
            number += 1
        while lines and self.text[slice(*lines[-1])].strip("= \t"):
            lines.pop()
            number -= 1
        if len(lines) < 3:
            return self._paragraph(first, at, column)
        rows, header = simple(self.text, lines)
        self.table(rows, header)
        return first + len(lines)


def read_rst(builder: Builder, text: str) -> None:
    """Add the regions of a reStructuredText.

    Raises DocumentError where it is nested deeper than `DEEPEST`.
    """
    _Reader(builder, text).read()
