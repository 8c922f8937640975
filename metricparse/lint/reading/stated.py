"""Which chip and which release a place of a document speaks of.  What is not stated is not assumed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from metricparse.lint.reading.chips import Chip, chips_in
from metricparse.lint.reading.page import RUNNING, Page
from metricparse.lint.reading.sentences import Sentence, clause

LABELS = (
    "gpu machine card hardware device target platform environment system setup testbed node host box chip board accelerator"
    " 环境 测试环境 测试卡 机器 显卡 硬件 平台 设备 目标 芯片 卡 运行环境 测试平台 型号 机型 实验环境"
).split()
"""Words before a colon behind which a document states its chip."""


class Stated(NamedTuple):
    """What a place speaks of."""

    mentions: tuple[Chip, ...]
    """The words that state it; several if it speaks of several chips."""
    chips: frozenset[str]
    """Every chip meant; empty if none is stated, or one that no list covers."""
    words: str
    """As written, for messages."""
    given: bool = False
    """Whether a setting of the linter states it, not the document."""


NOTHING = Stated((), frozenset(), "")


def stated_at(page: Page, index: int, at: int) -> Stated:
    """The chips that a place of a region speaks of; the nearest statement counts.

    Asked in turn: its sentence, its row, its comments, what introduces it, its heading, the document.
    """
    for mentions, source in _levels(page, index, at):
        if mentions:
            return _stated(mentions, source)
    if page.setting.targets:
        return _of_setting(page)
    mentions = document_chips(page)
    return _stated(mentions, "") if mentions else NOTHING


def _of_setting(page: Page) -> Stated:
    targets = page.setting.targets
    chips = frozenset(chip for one in targets for chip in one.chips)
    products = tuple(Chip(0, 0, frozenset(one.chips), one.product["id"] if one.product else "") for one in targets)
    return Stated(products, chips, ", ".join(one.text for one in targets), True)


def _stated(mentions: Iterable[tuple[Chip, str]], source: str) -> Stated:
    pairs = list(mentions)
    chips: frozenset[str] = frozenset().union(*(chip.chips for chip, _ in pairs))
    if any(not chip.chips for chip, _ in pairs):
        # a GPU that no list covers stands beside: nothing can be said of it
        chips = frozenset()
    words = ", ".join(dict.fromkeys(word for _, word in pairs))
    return Stated(tuple(chip for chip, _ in pairs), chips, words)


def _mentions(page: Page, index: int, start: int = 0, end: int = 1 << 60) -> list[tuple[Chip, str]]:
    chips = page.chips(index)
    if not chips:
        return []
    text = page.region(index).text
    first = bisect_left(chips, start, key=_start)
    last = bisect_left(chips, end, key=_start)
    return [(one, text[one.start : one.end]) for one in chips[first:last]]


def _start(chip: Chip) -> int:
    return chip.start


def _levels(page: Page, index: int, at: int) -> Iterator[tuple[list[tuple[Chip, str]], str]]:
    """Mentions at each level, nearest first."""
    region = page.region(index)
    if region.kind in RUNNING:
        own = page.sentence_at(index, at)
        yield _asserted(page, index, own, at), "sentence"
        if region.cell is not None:
            yield [pair for number in page.row(index) for pair in _mentions(page, number)], "row"
            yield _of_text(page, region.cell.header), "column"
        before = bisect_left(page.chips(index), own.start, key=_start)
        if before:
            part = page.sentence_at(index, page.chips(index)[before - 1].start)
            yield _mentions(page, index, part.start, part.end), "paragraph"
    outer = page.outermost(index)
    if region.kind == "inline-code" or region.kind == "string":
        parent = page.region(outer)
        if parent.kind in RUNNING:
            yield from _levels(page, outer, max(region.at, 0))
            return
    places = [(index, at)] if outer == index else [(index, at), (outer, 0)]
    for place in places:
        for number in _code_comments(page, *place, "chips"):
            yield _mentions(page, number), "comment"
    lead = page.lead(outer)
    steps = 0
    while lead >= 0 and steps < 3:
        parts = page.sentences(lead)
        if parts:
            yield _mentions(page, lead, parts[-1].start, parts[-1].end), "lead"
            yield _mentions(page, lead), "lead"
        lead, steps = page.lead(lead), steps + 1
    for title in page.titles(outer):
        yield _of_text(page, title), "heading"


def _asserted(page: Page, index: int, sentence: Sentence, at: int) -> list[tuple[Chip, str]]:
    """Mentions of a sentence, without those of other clauses that deny something: they speak of a contrast."""
    text = page.region(index).text
    named = _mentions(page, index, sentence.start, sentence.end)
    own = clause(text, sentence, at, at + 1) if named else sentence
    kept = []
    for chip, word in named:
        near = clause(text, sentence, chip.start, chip.end)
        if near == own or not page.said(text[near.start : near.end], "denies"):
            kept.append((chip, word))
    return kept


def _of_text(page: Page, text: str) -> list[tuple[Chip, str]]:
    return [(one, text[one.start : one.end]) for one in chips_in(page.kb, text)] if text else []


def _code_comments(page: Page, index: int, at: int, saying: str) -> Iterator[int]:
    """Comments over a place of a block of code that name ``chips`` or ``releases``, nearest first."""
    return page.comments_above(index, at, saying) if page.region(index).kind == "code" else iter(())


def document_chips(page: Page) -> list[tuple[Chip, str]]:
    """The chips that the document as a whole states.

    In its front matter, on a line such as ``GPU: H100 SXM``, or by speaking of no other.
    """
    return page.once("document chips", lambda: _document_chips(page))


def _document_chips(page: Page) -> list[tuple[Chip, str]]:
    labelled: list[tuple[Chip, str]] = []
    everything: list[tuple[Chip, str]] = []
    named = page.holding("chip")
    for index, region in enumerate(page.document.regions):
        if region.kind == "front-matter":
            labelled += _mentions(page, index)
            continue
        if region.kind == "code" and region.language == "yaml" and region.parent < 0:
            labelled += _keys(page, region.text)
            continue
        if index not in named or region.kind not in RUNNING:
            continue
        found = _mentions(page, index)
        for chip, word in found:
            sentence = page.sentence_at(index, chip.start)
            before = region.text[sentence.start : chip.start].rstrip()
            label = before.rstrip("：: ").rpartition("\n")[2].strip(" *-#·`").lower()
            if (before.endswith((":", "：")) and label.split(" ")[-1] in LABELS) or (
                region.cell is not None and region.cell.column > 0 and region.cell.label.lower().strip() in LABELS
            ):
                labelled.append((chip, word))
            if not page.said(before[-30:], "denies") and not page.said(
                region.text[sentence.start : sentence.end], "supposes"
            ):
                everything.append((chip, word))
    if labelled:
        return labelled
    sets = {chip.chips for chip, _ in everything}
    return everything[:1] if len(sets) == 1 else []


def _keys(page: Page, text: str) -> list[tuple[Chip, str]]:
    """Chips behind a key of a YAML file that names a machine: ``gpu: RTX 4090``."""
    found: list[tuple[Chip, str]] = []
    for line in text.split("\n"):
        key, colon, value = line.partition(":")
        if colon and key.strip(" -\"'").lower() in LABELS:
            found += _of_text(page, value)
    return found


def release_at(page: Page, index: int, at: int) -> str | None:
    """The CUDA release that a place speaks of, as the lists name it, or None; ``--release`` counts where none is stated."""
    region = page.region(index)
    if region.kind in RUNNING:
        own = page.sentence_at(index, at)
        found = [one for one in page.releases(index) if own.start <= one.start < own.end]
        if found:
            return _known(page, found[-1].tool, found[-1].number)
    for comment in _code_comments(page, index, at, "releases"):
        for one in page.releases(comment):
            return _known(page, one.tool, one.number)
    if page.setting.release:
        return page.setting.release
    stated = dict.fromkeys(document_releases(page))
    if len({_known(page, tool, number) for tool, number in stated}) == 1:
        tool, number = next(iter(stated))
        return _known(page, tool, number)
    return None


def document_releases(page: Page) -> list[tuple[str, str]]:
    """Every release of a tool that running text or front matter names, in order."""
    return page.once(
        "document releases",
        lambda: [
            (one.tool, one.number)
            for index in page.holding("release")
            if page.region(index).kind in RUNNING or page.region(index).kind == "front-matter"
            for one in page.releases(index)
        ],
    )


def _known(page: Page, tool: str, number: str) -> str:
    """A release as CUDA number; for a profiler release that the table does not hold, its own number."""
    if tool == "cuda":
        return number
    return str(page.kb.meta["cuda_of"].get(number, f"ncu {number}"))
