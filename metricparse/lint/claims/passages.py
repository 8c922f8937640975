"""What is read as one statement: a sentence, the row of a table, a line of code with its comment; and what stands before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import LONGEST

BEFORE = 240
"""Characters of the sentence before that are kept as context."""
AFTER = 60
"""Characters of the sentence behind: a correction says so at its beginning."""


class Piece(NamedTuple):
    """Part of a passage: ``text[start:end]`` of a region."""

    region: int
    start: int
    end: int


class Passage(NamedTuple):
    """One statement."""

    pieces: tuple[Piece, ...]
    """A sentence, the cells of a row, or code and its comment."""
    kind: str
    """``prose``, ``heading``, ``row``, ``comment``, ``quote``."""
    before: str
    """The sentence, lead-in or header that it goes on from."""
    title: str
    """The innermost heading over it."""
    after: str = ""
    """How the text goes on: the beginning of the next sentence."""


def passages(page: Page) -> Iterator[Passage]:
    """Every passage of a document, in order."""
    rows: set[tuple[int, int]] = set()
    for index in page.running:
        region = page.region(index)
        if region.cell is not None:
            row = (region.cell.table, region.cell.row)
            if row not in rows:
                rows.add(row)
                yield from _row(page, index)
            continue
        title = next(page.titles(index), "")
        before = _lead(page, index)
        if region.kind == "comment" and region.beside[0] >= 0:
            parent = page.region(region.parent)
            first, last = region.beside
            first = max(first, last - LONGEST)
            code = Piece(region.parent, first, last)
            if parent.text[first:last].strip():
                yield Passage((code, Piece(index, 0, min(len(region.text), LONGEST))), "comment", before, title)
                continue
        kind = region.kind if region.kind in ("heading", "quote", "comment") else "prose"
        for sentence in page.sentences(index):
            after = page.text_after(index, sentence)[:AFTER]
            yield Passage((Piece(index, sentence.start, sentence.end),), kind, before, title, after)
            before = region.text[max(sentence.start, sentence.end - BEFORE) : sentence.end]


def _lead(page: Page, index: int) -> str:
    lead = page.lead(index)
    if lead < 0 or lead == index:
        return ""
    parts = page.sentences(lead)
    return page.text(lead, parts[-1])[-BEFORE:] if parts else ""


def _row(page: Page, index: int) -> Iterator[Passage]:
    cells = [number for number in page.row(index) if page.region(number).text.strip()]
    first = page.region(cells[0]).cell if cells else None
    if first is None:
        return
    table = page.document.tables[first.table]
    before = ""
    if first.row > 0 and page.region(cells[-1]).cell.header:  # type: ignore[union-attr]
        before = " | ".join(page.region(number).text[:80] for number in table[0][:8])
    pieces = tuple(Piece(number, 0, min(len(page.region(number).text), LONGEST)) for number in cells)
    yield Passage(pieces, "row", before, next(page.titles(index), "") or _lead(page, index))
