"""Whether a text shows a name, a request or a command in order to say that it is wrong, old, or only asked about."""

from __future__ import annotations

from metricparse.lint.reading import cues
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import LONGEST, Sentence, clause
from metricparse.lint.reading.words import holds

NEAR = 3
"""Regions behind a block of code in which a correction is looked for."""


def rejected(page: Page, index: int, at: int, end: int) -> bool:
    """Whether the words around ``text[at:end]`` of a region say that it is not what one should write."""
    region = page.region(index)
    if region.kind in ("code", "inline-code", "string"):
        return _in_code(page, index, at)
    if any(mark.kind == "strike" and mark.start <= at < mark.end for mark in region.marks):
        return True
    return sentence_rejects(page, index, at, end) or surroundings_reject(page, index)


def sentence_rejects(page: Page, index: int, at: int, end: int) -> bool:
    """Whether the sentence itself, or the one behind it, denies, corrects or asks."""
    region = page.region(index)
    own = page.sentence_at(index, at)
    words = page.text(index, own)
    if cues.asked(page.kb, words) or page.said(
        outside(page, index, own.start, own.end, at, end), "names-rejected", "counterfactual"
    ):
        return True
    near = clause(region.text, own, at, end)
    if page.said(outside(page, index, near.start, near.end, at, end), "rejected-near"):
        return True
    before = region.text[near.start : at]
    behind = region.text[end : near.end]
    if region.text[end : end + 6].lstrip(" `").startswith(("→", "->", "=>", "⇒", "➜")):
        return True
    if page.said(before[-40:], "denies") or page.said(behind[:24], "denies"):
        return True
    return page.said(page.text_after(index, own)[:60], "corrects", "names-rejected", "rejected-near")


def outside(page: Page, index: int, start: int, end: int, at: int, behind: int) -> str:
    """A sentence without the words in question, and without what stands in code marks: names hold words of their own."""
    text = page.region(index).text[start:end]
    for first, last in (*page.code(index, start, end), (at, behind)):
        first, last = max(first - start, 0), min(last - start, len(text))
        if first < last:
            text = text[:first] + "·" * (last - first) + text[last:]
    return text


def surroundings_reject(page: Page, index: int) -> bool:
    """Whether the column, the row, the introduction or the heading over a region says so."""
    region = page.region(index)
    cell = region.cell
    if cell is not None:
        header = cell.header[:LONGEST]
        if page.said(header, "heading-rejects") and not page.said(header, "heading-accepts"):
            return True
        if not page.said(header, "heading-accepts"):
            others = " ".join(other.text[:LONGEST] for other in page.cells(index) if other is not region)
            if cell.row > 0 and (
                page.said(others, "names-rejected", "rejected-near") or holds(page.kb, others, "metric-absent")
            ):
                return True
    lead = page.lead(index)
    if lead >= 0 and lead != index:
        introduction = page.region(lead).text
        last = page.text(lead, page.sentences(lead)[-1]) if page.sentences(lead) else introduction
        if last.rstrip().endswith((":", "：")) and page.said(last, "title-rejects", "fails"):
            return not page.said(last, "heading-accepts")
    title = next(page.titles(index), "")
    return bool(title) and page.said(title, "title-rejects") and not page.said(title, "heading-accepts")


def _in_code(page: Page, index: int, at: int) -> bool:
    """A command: a comment near it, the words before the block, or the sentence around inline code."""
    outer = page.outermost(index)
    region = page.region(index)
    if region.kind == "inline-code":
        parent = page.region(outer)
        place = region.at if region.parent == outer else 0
        return sentence_rejects(page, outer, place, place + len(region.text)) or (
            surroundings_reject(page, outer) and parent.kind != "heading"
        )
    if comment_rejects(page, index, at):
        return True
    lead = page.lead(outer)
    if lead >= 0 and page.region(lead).kind in ("prose", "quote"):
        parts = page.sentences(lead)
        last = page.text(lead, parts[-1]) if parts else ""
        if (last and page.said(last, "fails", "names-rejected", "rejected-near")) or cues.asked(page.kb, last):
            return not _repaired(page, last)
    title = next(page.titles(outer), "")
    if title and page.said(title, "title-rejects") and not page.said(title, "heading-accepts"):
        return True
    return _followed_by_correction(page, outer)


def _repaired(page: Page, words: str) -> bool:
    """Whether the words introduce what is right: ``X fails; use this instead:``."""
    tail = words[-40:]
    return page.said(tail, "heading-accepts") and not page.said(tail, "fails")


def comment_rejects(page: Page, index: int, at: int) -> bool:
    """Whether a comment on the line, or right above the statement, says that it fails."""
    region = page.region(index)
    for number in page.comments_above(index, at):
        comment = page.region(number)
        between = region.text[comment.at + len(comment.text) : at] if comment.at < at else ""
        if between.count("\n") > 1 and not _continued(between):
            break
        if page.said(comment.text, "fails", "names-rejected"):
            return True
    return False


def _continued(text: str) -> bool:
    """Whether every line but the first ends in a continuation."""
    lines = text.split("\n")[1:-1]
    return all(line.rstrip().endswith(("\\", ",", "(", "[", "`")) or line.lstrip().startswith("#") for line in lines)


def _followed_by_correction(page: Page, index: int) -> bool:
    """Whether the paragraph right behind a block of code says that what it shows went wrong."""
    regions = page.document.regions
    block = page.region(index).block
    for later in range(index + 1, min(index + 200, len(regions))):
        other = regions[later]
        if other.block == block:
            continue
        if other.kind == "code" and other.parent < 0 and other.language in ("", "text", "console", "output", "plain"):
            return "==ERROR==" in other.text or "Failed to find metric" in other.text
        if other.kind not in ("prose", "quote"):
            return False
        first = page.sentences(later)
        words = page.text(later, first[0]) if first else ""
        return page.said(words[:80], "corrects", "fails", "names-rejected", "rejected-near") and not page.said(
            words[:30], "supposes"
        )
    return False


def denied_near(page: Page, index: int, sentence: Sentence, at: int, end: int) -> bool:
    """Whether the clause of the feature, or that of a chip, denies something."""
    text = page.region(index).text
    places = [(at, end)] + [
        (one.start, one.end) for one in page.chips(index) if sentence.start <= one.start < sentence.end
    ]
    clauses = {clause(text, sentence, first, last) for first, last in places}
    for one in list(clauses):
        # what a semicolon adds goes on about the same thing
        if text[one.end : one.end + 1] in (";", "；"):
            clauses.add(clause(text, sentence, one.end + 1, one.end + 2))
    return any(
        page.said(text[one.start : one.end], "denies") or holds(page.kb, text[one.start : one.end], "metric-absent")
        for one in clauses
    )
