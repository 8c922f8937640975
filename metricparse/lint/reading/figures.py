"""Numbers with units, and the product that they are said to belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from metricparse.lint.reading.chips import Chip, chips_in
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence, clause
from metricparse.lint.reading.stated import Stated, stated_at

_NUMBER = r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)"
_UNITS = {
    "sm": re.compile(
        _NUMBER
        + r"[ -]?(?:个 ?|块 ?|组 ?)?(?:SMs?|streaming multiprocessors?|Streaming Multiprocessors?|multiprocessors)(?![\w-])"
    ),
    "warp": re.compile("(?a)" + _NUMBER + r" ?(?:个 ?)?(?:resident |active )?(?:warps?|warp slots)(?![\w-])"),
    "byte": re.compile("(?a)" + _NUMBER + r" ?(KB|KiB|MB|MiB|kB)(?![\w/])"),
    "rate": re.compile("(?a)" + _NUMBER + r" ?(TB/s|GB/s|TBps|GBps|TiB/s|GiB/s)(?![\w])"),
    "flop": re.compile(
        "(?a)"
        + _NUMBER
        + r" ?(TFLOPS?|TFLOP/s|TFLOPs|PFLOPS?|PFLOP/s|TOPS|POPS|Tflops|Tflop/s|Pflops)(?![\w])"
        + r"|(?<![\w.])(\d+(?:\.\d+)?)e(1[2-5])(?!\d)"
    ),
    "cycle": re.compile("(?a)" + _NUMBER + r" ?(?:个 ?|拍)?(?:clock cycles?|cycles?|clocks|周期|时钟周期)(?![\w])"),
}
_SIGNS = {
    "sm": ("SM", "ultiprocessor"),
    "warp": ("warp",),
    "byte": ("KB", "KiB", "MB", "MiB", "kB"),
    "rate": ("B/s", "Bps"),
    "flop": ("FLOP", "flop", "TOPS", "POPS", "e12", "e13", "e14", "e15"),
    "cycle": ("cycle", "clocks", "周期"),
}
"""A text that holds none of these holds no figure of the kind."""
_SCALE = {
    "KB": 1024.0, "kB": 1024.0, "KiB": 1024.0, "MB": 1024.0**2, "MiB": 1024.0**2,
    "TB/s": 1e12, "GB/s": 1e9, "TBps": 1e12, "GBps": 1e9, "TiB/s": 2.0**40, "GiB/s": 2.0**30,
    "PFLOP": 1e15, "PFLOPS": 1e15, "PFLOP/s": 1e15, "POPS": 1e15, "Pflops": 1e15,
}  # fmt: skip


class Figure(NamedTuple):
    """A number with its unit."""

    start: int
    end: int
    """Offsets in the text."""
    value: float
    """In SMs, warps, bytes, bytes per second, FLOP per second or cycles."""


def figures(text: str, kind: str) -> Iterator[Figure]:
    """Every number with a unit of a kind: sm, warp, byte, rate, flop, cycle."""
    if not any(sign in text for sign in _SIGNS[kind]):
        return
    for match in _UNITS[kind].finditer(text):
        groups = match.groups()
        if kind == "flop" and groups[0] is None:
            yield Figure(match.start(), match.end(), float(groups[2]) * 10 ** int(groups[3]))
            continue
        number = float(groups[0].replace(",", "")) if groups[0].replace(",", "") else 0.0
        unit = groups[1] if len(groups) > 1 else ""
        scale = _SCALE.get(unit or "", 1e12 if kind == "flop" else 1.0)
        yield Figure(match.start(), match.end(), number * scale)


def owner(page: Page, index: int, sentence: Sentence, at: int) -> Stated | None:
    """What a figure of a sentence belongs to, or None if that is not clear.

    The nearest product before it, one behind it if it is the only one, else what the place speaks of.
    """
    region = page.region(index)
    inside = [one for one in page.chips(index) if sentence.start <= one.start < sentence.end]
    before = [one for one in inside if one.end <= at]
    if before:
        return _of(page, index, before[-1])
    near = clause(region.text, sentence, at, at + 1)
    inside = [one for one in inside if near.start <= one.start < near.end]
    if inside:
        same = {(one.product, one.family, one.chips) for one in inside}
        return _of(page, index, inside[0]) if len(same) == 1 else None
    if region.cell is not None:
        for words in (region.cell.label, region.cell.header):
            found = chips_in(page.kb, words)
            if len(found) == 1:
                return Stated((found[0],), found[0].chips, words[found[0].start : found[0].end])
            if found:
                return None
    stated = stated_at(page, index, at)
    same = {(one.product, one.family, one.chips) for one in stated.mentions}
    return stated if len(same) == 1 else None


def _of(page: Page, index: int, chip: Chip) -> Stated:
    return Stated((chip,), chip.chips, page.region(index).text[chip.start : chip.end])


def products(page: Page, stated: Stated) -> list[tuple[str, dict[str, object]]]:
    """The products of kb/products that a statement can mean: one, or all of a family; none for a chip or an architecture."""
    mention = stated.mentions[0]
    if mention.product and not _is_family(page, mention.product, stated.words):
        entry = page.kb.get("product", mention.product)
        return [(mention.product, entry)] if entry else []
    family = mention.family or (page.kb.get("product", mention.product) or {}).get("family", "")
    if not family:
        return []
    return [(key, entry) for key, entry in page.kb.table("product").items() if entry.get("family") == family]


def _is_family(page: Page, product: str, words: str) -> bool:
    """Whether the words name a family only, though one product goes by that name too (``H200``)."""
    entry = page.kb.get("product", product) or {}
    return str(entry.get("family", "")).casefold() == words.casefold().strip()
