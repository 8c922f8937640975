"""Lines of reStructuredText and what stands in them verbatim: the ground on which the reader of blocks stands."""

from __future__ import annotations

from metricparse.text.builder import Builder
from metricparse.text.code import annotate
from metricparse.text.frame import Container
from metricparse.text.model import Context
from metricparse.text.positions import gather
from metricparse.text.rst_inline import read_rst_inline
from metricparse.text.rst_tables import Row
from metricparse.text.script import without_returns

_RULERS = frozenset("=-~^\"'`#*+.:<>_|!$%&,/;?@\\()[]{}")


class Frame(Container):
    """Something that is open as long as lines are indented at least to its column."""

    __slots__ = ("column", "detail", "lists")

    def __init__(self, column: int, above: Frame | None = None, detail: str = "paragraph") -> None:
        super().__init__(above)
        self.column = column
        self.detail = detail
        self.lists: dict[int, tuple[str, int, int]] = {}
        """Column → (marker, number, lead) of the list that is open there."""


class Lines:
    """The lines of a text, what is open around them, and code, formulas and tables among them."""

    def __init__(self, builder: Builder, text: str) -> None:
        self.builder = builder
        self.text = text
        self.lines = without_returns(text)
        self.frames = [Frame(0)]
        self.tongue = ""
        """What ``highlight`` set for literal blocks."""

    def row(self, number: int) -> str:
        """A line's text; empty behind the last line."""
        return self.text[slice(*self.lines[number])] if number < len(self.lines) else ""

    def shape(self, number: int) -> tuple[int, int, int]:
        """(offset of the first character that is no blank, its column, end of the line without blanks)."""
        start, end = self.lines[number]
        at, column = start, 0
        text = self.text
        while at < end and text[at] in " \t\f\v":
            column += 8 - column % 8 if text[at] == "\t" else 1
            at += 1
        while end > at and text[end - 1].isspace():
            end -= 1
        return at, column, end

    def deeper(self, number: int, column: int) -> bool:
        """Whether a line has text that is indented deeper than a column."""
        if number >= len(self.lines):
            return False
        at, indent, end = self.shape(number)
        return at < end and indent > column

    def body(self, number: int, column: int) -> list[int]:
        """Numbers of the lines from one on that are blank or indented deeper than a column."""
        found: list[int] = []
        while number < len(self.lines):
            at, indent, end = self.shape(number)
            if at != end and indent <= column:
                break
            found.append(number)
            number += 1
        while found and not self.row(found[-1]).strip():
            found.pop()
        return found

    def context(self, lead: int | None = None) -> Context:
        """The context of what stands here; what introduces it is the paragraph before, if nothing else is given."""
        frame = self.frames[-1]
        return Context(
            self.builder.section,
            frame.list,
            frame.item,
            frame.depth,
            frame.last if lead is None else lead,
            frame.quote,
            frame.alert,
            self.builder.unit,
        )

    def literal(self, number: int, column: int) -> int:
        """Add the literal block under a line of a column, if there is one; returns the line behind it."""
        body = self.body(number, column)
        first = next((n for n in body if self.row(n).strip()), -1)
        if first < 0:
            return number
        self.code([n for n in body if n >= first], column, self.tongue, "literal")
        return body[-1] + 1

    def code(self, numbers: list[int], column: int, tongue: str, detail: str) -> None:
        """Add code without the blanks that indent all of it."""
        margin = min((self.shape(n)[1] for n in numbers if self.row(n).strip()), default=column)
        lines = []
        for number in numbers:
            start, end = self.lines[number]
            at, indent, _ = self.shape(number)
            if indent == at - start:
                at = min(start + margin, at)
            lines.append((min(at, end), end))
        content, spans = gather(self.text, lines)
        if not content.strip():
            return
        if tongue == "math":
            self.builder.add("math", content, spans, self.context(), detail="display")
            return
        annotate(
            self.builder,
            self.builder.add("code", content, spans, self.context(), language=tongue, detail=detail),
        )

    def table(self, rows: list[Row], header: bool) -> None:
        """Add a table; ``header``: whether its first row names the columns."""
        texts = [[gather(self.text, lines) if lines else ("", ()) for lines in row] for row in rows]
        self.builder.table(texts, self.context(), read_rst_inline, header)


def is_ruler(row: str) -> bool:
    """A line of one repeated punctuation mark, as stands under a title."""
    return len(row) > 1 and row[0] in _RULERS and row.count(row[0]) == len(row) and row not in ("::", "..", "--", "...")


def marker_width(row: str) -> int:
    """Width of the list marker that begins a line, with the blanks behind it; 0 if none does."""
    if row[0] in "-*+•":
        width = 1
    else:
        start = 1 if row[0] == "(" else 0
        stop = start
        while stop < len(row) and stop - start < 3 and (row[stop].isdigit() or row[stop] == "#"):
            stop += 1
        if stop == start and row[start : start + 1].isalpha() and row[start].isascii():
            stop += 1
        if stop == start or stop >= len(row) or row[stop] not in ".)":
            return 0
        width = stop + 1
    if width < len(row) and row[width] not in " \t":
        return 0
    if width == len(row) and row[0] not in "-*+•":
        return 0
    while width < len(row) and row[width] in " \t":
        width += 1
    return width
