"""Whether the words around an expression deny, ask, suppose or correct what it states."""

from __future__ import annotations

from metricparse.lint.arithmetic.model import Stated
from metricparse.lint.reading import cues
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.rejected import outside, rejected, surroundings_reject

CUES = ("denies", "supposes", "corrects", "mixed-up", "names-rejected", "counterfactual")


def silent(page: Page, one: Stated) -> bool:
    """Whether an expression is shown, not stated."""
    region = page.region(one.region)
    if region.kind == "code":
        return _in_code(page, one)
    if region.kind == "math":
        outer = page.outermost(one.region)
        return (
            _in_text(page, outer, max(region.at, 0), max(region.at, 0) + 1)
            if outer != one.region
            else rejected(page, one.region, 0, 1)
        )
    return _in_text(page, one.region, one.at, one.end)


def _in_text(page: Page, index: int, at: int, end: int) -> bool:
    own = page.sentence_at(index, at)
    words = outside(page, index, own.start, own.end, at, end)
    if cues.asked(page.kb, page.text(index, own)) or page.said(words, *CUES):
        return True
    if page.corrected(index, own) or page.quoted(index, at):
        return True
    if page.said(page.text_after(index, own)[:120], "mixed-up", "corrects"):
        return True
    return surroundings_reject(page, index) or _struck(page, index, at)


def _struck(page: Page, index: int, at: int) -> bool:
    return any(mark.kind == "strike" and mark.start <= at < mark.end for mark in page.region(index).marks)


def _in_code(page: Page, one: Stated) -> bool:
    if rejected(page, one.region, one.at, one.end):
        return True
    text = page.region(one.region).text
    for number in page.comments_above(one.region, one.at):
        comment = page.region(number)
        if comment.at < one.at and text.count("\n", comment.at, one.at) > comment.text.count("\n") + 1:
            break
        if page.said(comment.text, "mixed-up", "corrects"):
            return True
    return False
