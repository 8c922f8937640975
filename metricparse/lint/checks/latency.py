"""A003: a microbenchmark's latency stated as a constant of another chip, or of every GPU."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases
from metricparse.lint.reading import cues
from metricparse.lint.reading.chips import Chip
from metricparse.lint.reading.figures import Figure, figures
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import clause
from metricparse.lint.reading.words import holds

LEVELS = ("shared", "global", "local", "constant", "共享", "全局", "局部", "常量")
"""Labels of rows that name a level of memory by one word."""


def check(page: Page) -> Iterator[Objection]:
    """Latencies in cycles that the text gives for chips they were not measured on."""
    for index in page.running_with("cycle"):
        region = page.region(index)
        if region.kind == "heading":
            continue
        for figure in figures(region.text, "cycle"):
            scope = _scope(page, index, figure)
            if scope:
                start, end = region.range(figure.start, figure.end)
                yield Objection(start, end, (("value", region.text[figure.start : figure.end]), ("scope", scope)))


def _scope(page: Page, index: int, figure: Figure) -> str:
    """What the text applies a latency to, if that is no device on which it was measured; otherwise empty."""
    kb = page.kb
    region = page.region(index)
    sentence = page.sentence_at(index, figure.start)
    words = page.text(index, sentence)
    around = words if region.cell is None else f"{region.cell.header} {region.cell.label} {words}"
    carried = _carried_over(page, index, figure)
    if (
        carried
        and holds(kb, region.text, "memory-words")
        and not page.corrected(index, sentence)
        and not cues.asked(kb, words)
    ):
        return carried
    if region.context.list >= 0:
        lead = page.lead(index)
        around = f"{page.region(lead).text if lead >= 0 else ''} {next(page.titles(index), '')} {around}"
    near = clause(region.text, sentence, figure.start, figure.end)
    said = region.text[near.start : near.end] if region.cell is None else around
    title = next(page.titles(index), "")
    labelled = region.cell is not None and cues.plain(region.cell.label).strip(" `*") in LEVELS
    if not holds(kb, f"{title} {said}", "latency-words") or not (labelled or holds(kb, around, "memory-words")):
        return ""
    if cues.asked(kb, words) or page.corrected(index, sentence) or page.quoted(index, figure.start):
        return ""
    if page.said(words, "supposes") or page.said(region.text[near.start : near.end], "denies"):
        return ""
    if any(
        word in cues.plain(words)
        for word in (
            "issued instruction",
            "stall",
            "per instruction",
            "warp cycles",
            "less than",
            "fewer",
            "平均等待",
            "少用",
            "停顿",
        )
    ):
        return ""
    chips = [one for one in page.chips(index) if sentence.start <= one.start < sentence.end and one.chips]
    different = {one.chips for one in chips}
    general = holds(kb, around, "any-device")
    if len(different) > 1 and general:
        last = chips[-1]
        return region.text[last.start : last.end]
    if chips or not general:
        return ""
    return Phrases(kb, page.lang)("generic-scope")


def _carried_over(page: Page, index: int, figure: Figure) -> str:
    """The chip that a figure is used for, if the same figure stands before it for another chip."""
    region = page.region(index)
    own = _chip_before(page, index, figure)
    if own is None:
        return ""
    for other in figures(region.text, "cycle"):
        if other.start >= figure.start:
            break
        theirs = _chip_before(page, index, other)
        if (
            other.value == figure.value
            and theirs == own
            and other.end > own.end
            and holds(page.kb, region.text[other.end : figure.start], "any-device")
        ):
            return Phrases(page.kb, page.lang)("generic-scope")
        if other.value == figure.value and theirs is not None and theirs.chips != own.chips:
            return region.text[own.start : own.end]
    return ""


def _chip_before(page: Page, index: int, figure: Figure) -> Chip | None:
    """The chip of the figure's sentence: the nearest before it, else the first behind it."""
    sentence = page.sentence_at(index, figure.start)
    inside = [one for one in page.chips(index) if sentence.start <= one.start < sentence.end]
    before = [one for one in inside if one.end <= figure.start]
    return before[-1] if before else inside[0] if inside else None
