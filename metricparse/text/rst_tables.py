"""Tables of reStructuredText: drawn with a grid, ruled (simple), listed, comma-separated.  From lines to cells.

A cell is a list of stretches of lines.  Columns are counted as docutils counts them: wide characters take two.
"""

from __future__ import annotations

from itertools import pairwise
from unicodedata import combining, east_asian_width

Line = tuple[int, int]
CellLines = list[Line]
Row = list[CellLines]


def is_grid(row: str) -> bool:
    """Whether a line is the upper border of a grid table."""
    return len(row) > 4 and row.startswith("+-") and row.endswith("+") and not row.strip("+-")


def is_simple(row: str) -> bool:
    """Whether a line is a border of a simple table."""
    return row.startswith("==") and "= =" in " ".join(row.split()) and not row.strip("= ")


def grid(text: str, lines: list[Line]) -> tuple[list[Row], bool]:
    """Rows of a grid table, and whether the first is a header."""
    rows: list[Row] = []
    current: Row = []
    edges = _edges(text[slice(*lines[0])], "+")
    header = False
    for start, end in lines[1:]:
        row = text[start:end]
        if row.startswith("+") and not row.strip("+-= "):
            if any(current):
                header = header or (not rows and "=" in row)
                rows.append(current)
            current = []
            continue
        bars = [start + i for i, char in enumerate(row) if char == "|"]
        straight = len(bars) == len(edges)
        stretches = [(a + 1, b) for a, b in pairwise(bars)] if straight else _stretches(text, start, end, edges)
        while len(current) < len(stretches):
            current.append([])
        for cell, (begin, stop) in zip(current, stretches, strict=False):
            cell.append(strip(text, begin, stop))
    if any(current):
        rows.append(current)
    return [[_trimmed(cell) for cell in row] for row in rows], header


def simple(text: str, lines: list[Line]) -> tuple[list[Row], bool]:
    """Rows of a simple table between its borders, and whether the first is a header."""
    border = text[slice(*lines[0])]
    edges: list[int] = []
    for column, char in enumerate(border):
        if char == "=" and (not column or border[column - 1] != "="):
            edges.append(column)
    rows: list[Row] = []
    header = False
    rules = sum(is_simple(text[slice(*line)].strip()) or not text[slice(*line)].strip("= ") for line in lines[1:-1])
    for start, end in lines[1:-1]:
        row = text[start:end]
        if row.strip() and not row.strip("= "):
            header = header or (rules > 0 and len(rows) == 1)
            continue
        if not row.strip() or not row.strip("- "):
            continue
        cuts = [start + column_at(row, edge) for edge in edges] + [end]
        stretches = [strip(text, a, b) for a, b in pairwise(cuts)]
        first = stretches[0]
        if rows and first[0] == first[1]:
            for cell, line in zip(rows[-1], stretches, strict=False):
                if line[0] < line[1]:
                    cell.append(line)
        else:
            rows.append([[line] if line[0] < line[1] else [] for line in stretches])
    return rows, header


def listed(text: str, lines: list[Line]) -> list[Row]:
    """Rows of a list table: ``* - cell``, further cells behind ``-``."""
    rows: list[Row] = []
    for start, end in lines:
        begin, stop = strip(text, start, end)
        if begin == stop:
            continue
        new = text.startswith("* -", begin)
        if new:
            rows.append([])
            begin += 2
        if text.startswith("-", begin) and (begin + 1 == stop or text[begin + 1] == " ") and rows:
            rows[-1].append([])
            begin += 1
        line = strip(text, begin, stop)
        if rows and rows[-1] and line[0] < line[1]:
            rows[-1][-1].append(line)
    return rows


def separated(text: str, lines: list[Line]) -> list[Row]:
    """Rows of a comma-separated table, one a line."""
    rows: list[Row] = []
    for start, end in lines:
        row: Row = []
        at = begin = start
        quoted = False
        while at <= end:
            if at == end or (text[at] == "," and not quoted):
                first, last = strip(text, begin, at)
                if last - first > 1 and text[first] == text[last - 1] == '"':
                    first, last = first + 1, last - 1
                row.append([(first, last)] if first < last else [])
                begin = at + 1
            elif text[at] == '"':
                quoted = not quoted
            at += 1
        if any(row):
            rows.append(row)
    return rows


def strip(text: str, start: int, end: int) -> Line:
    """A stretch without the blanks around it."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _trimmed(cell: CellLines) -> CellLines:
    """A cell without empty lines at its ends."""
    first, last = 0, len(cell)
    while first < last and cell[first][0] == cell[first][1]:
        first += 1
    while last > first and cell[last - 1][0] == cell[last - 1][1]:
        last -= 1
    return cell[first:last]


def _edges(row: str, mark: str) -> list[int]:
    return [column for column, char in enumerate(row) if char == mark]


def _stretches(text: str, start: int, end: int, edges: list[int]) -> list[Line]:
    """Cells of a line by the columns of the border; a missing bar joins two."""
    row = text[start:end]
    cuts = []
    for edge in edges:
        at = column_at(row, edge)
        if at < len(row) and row[at] in "|+":
            cuts.append(start + at)
    return [(a + 1, b) for a, b in pairwise(cuts)]


def column_at(row: str, column: int) -> int:
    """Index of the character in a column, where wide characters take two and combining ones none."""
    if row.isascii():
        return min(column, len(row))
    at = 0
    for index, char in enumerate(row):
        if at >= column:
            return index
        at += 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1
    return len(row)
