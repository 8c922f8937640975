"""What surrounds a passage and turns round what it says: a list of misreadings, a column of myths, an answered quotation."""

from __future__ import annotations

from metricparse.lint.claims.passages import Passage
from metricparse.lint.reading.page import Page


def refuted(page: Page, passage: Passage) -> bool:
    """Whether a frame over the passage refutes it, so that no rule need look at it."""
    first = passage.pieces[0]
    region = page.region(first.region)
    if page.answered(region.range(first.start, first.start + 1)[0]):
        return True
    if any(mark.kind == "strike" for mark in region.marks):
        return True
    if any(page.said(title, "heading-corrects", "title-rejects") for title in page.titles(first.region)):
        return True
    if passage.kind == "row":
        headers = {page.region(piece.region).cell.header for piece in passage.pieces if page.region(piece.region).cell}  # type: ignore[union-attr]
        return any(page.said(one, "heading-rejects") and not page.said(one, "heading-accepts") for one in headers)
    lead = page.lead(first.region)
    return lead >= 0 and region.context.list >= 0 and introduces_mistakes(page, lead)


def introduces_mistakes(page: Page, lead: int) -> bool:
    """Whether a lead-in announces misreadings: ``Wrong shortcuts seen in reviews:``."""

    def found() -> bool:
        parts = page.sentences(lead)
        last = page.text(lead, parts[-1]) if parts else ""
        if not last.rstrip().endswith((":", "：", "—")):
            return False
        return page.said(last, "title-rejects", "corrects", "heading-corrects", "announces-mistakes")

    return page.once(("introduces mistakes", lead), found)
