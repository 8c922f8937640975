"""A002: a count or limit of another product."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases, listed
from metricparse.lint.reading import cues
from metricparse.lint.reading.figures import Figure, figures, owner, products
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence, clause
from metricparse.lint.reading.stated import Stated
from metricparse.lint.reading.words import holds
from metricparse.text.model import Cell

KIND = ("sm", "warp", "byte", "rate")
_L2_BEHIND = re.compile(r"(?i)\s?(?:of |的 ?)?(?:the )?l2(?![a-z0-9_])")
_L2_BEFORE = re.compile(
    r"(?i)l2(?: cache|缓存)?(?: (?:of|on|in) (?:the |an? |our )?[\w -]{2,24}?)?"
    r"(?: cache| size| capacity| 缓存| 容量|缓存|容量|大小)?(?: of| is| has|:|：| ?=| ?为| ?是| ?有| ?共)?\s?$"
)
_FULL_CHIP = re.compile(
    r"(?a)\s?(?:of|on|in|的)?\s?(?:the |a )?(?:full |whole |complete )?(?:G[AHBPV]\d{3}|AD10\d|TU1\d\d)(?!\w)"
)
_SHARE = re.compile(r"(?a)(?<!\d)(\d{1,4})\s?(?:of|out of|/)\s?(?:the |its |all )?$")
"""A part in front of the whole: ``108 of the 128 SMs``."""
L2_HEADERS = ("l2", "l2 cache", "l2 size", "l2 缓存", "l2 容量")
NEAR = 24
"""Code points between a figure and the word that says what it counts, at most."""


def check(page: Page) -> Iterator[Objection]:
    """Figures that belong to another product than the one they are given for."""
    named = [(kind, page.holding(kind)) for kind in KIND]
    for index in page.running:
        for kind, holding in named:
            if index not in holding:
                continue
            for figure in figures(page.region(index).text, kind):
                found = _judge(page, index, kind, figure)
                if found is not None:
                    yield found
        if page.region(index).cell is not None:
            yield from _bare_cell(page, index)


def _judge(page: Page, index: int, kind: str, figure: Figure) -> Objection | None:
    text = page.region(index).text
    sentence = page.sentence_at(index, figure.start)
    words = page.text(index, sentence)
    near = clause(text, sentence, figure.start, figure.end)
    said = text[near.start : near.end]
    field = _field(page, kind, text, sentence, near, figure, page.region(index).cell)
    if not field:
        return None
    if (
        cues.asked(page.kb, words)
        or page.corrected(index, sentence)
        or page.quoted(index, figure.start)
        or page.said(words, "supposes")
        or page.said(said, "denies")
    ):
        return None
    stated = owner(page, index, sentence, figure.start)
    if (
        stated is None
        or not stated.chips
        or (field == "sm_count" and _part_of_all(page, text, sentence, figure, stated))
    ):
        return None
    return _compare(page, index, field, figure, stated)


def _part_of_all(page: Page, text: str, sentence: Sentence, figure: Figure, stated: Stated) -> bool:
    """Whether the sentence names the product's own count too: a smaller one is a part of it then."""
    own = {value for _, value in _values(page, "sm_count", stated)}
    if _FULL_CHIP.match(text, figure.end):
        return True
    before = _SHARE.search(text, max(figure.start - 16, sentence.start), figure.start)
    if before is not None and float(before.group(1)) in own:
        return True
    own_place = (figure.start - sentence.start, figure.end - sentence.start)
    inside = figures(text[sentence.start : sentence.end], "sm")
    others = [one.value for one in inside if (one.start, one.end) != own_place]
    return any((value in own and figure.value < value) or value + figure.value in own for value in others)


def _field(
    page: Page, kind: str, text: str, sentence: Sentence, near: Sentence, figure: Figure, cell: Cell | None
) -> str:
    """What a figure counts, as a field of a product or chip; empty if it is no figure of a product."""
    kb = page.kb
    said = text[near.start : near.end]
    around = cues.plain(text[max(sentence.start, figure.start - NEAR) : min(sentence.end, figure.end + NEAR)])
    if cell is not None:
        around = cues.plain(f"{cell.header} {cell.label} {around}")
        said = f"{cell.label} {said}"
    if kind == "sm":
        return "" if holds(kb, said.replace(text[figure.start : figure.end], " "), "part-of-the-gpu") else "sm_count"
    if kind == "warp":
        whole = text[sentence.start : sentence.end]
        if not holds(kb, whole, "per-sm"):
            return ""
        if _second_of_pair(text, figure.start) or holds(kb, said, "sure-limit"):
            return "max_warps_per_sm"
        plainly = holds(kb, said, "limit-words") and not holds(kb, said, "used-not-limit")
        return "max_warps_per_sm" if plainly else ""
    if kind == "byte":
        tight = around
        if any(word in tight for word in ("persist", "set aside", "set-aside", "驻留")):
            return ""
        if _is_l2(text, figure) or (cell is not None and cues.plain(cell.header).strip(" *`") in L2_HEADERS):
            return "l2_bytes"
        if any(word in tight for word in ("shared memory", "共享内存", "smem")) and figure.value < 2**20:
            whole = text[sentence.start : sentence.end]
            if holds(kb, whole, "per-sm") and not holds(kb, said, "used-not-limit"):
                return "max_shared_memory_per_sm_bytes"
        return ""
    if any(
        word in around
        for word in (
            "bandwidth",
            "带宽",
            "hbm",
            "显存",
            "memory",
            "data sheet",
            "datasheet",
            "spec sheet",
            "规格",
            "标称",
        )
    ) and not any(word in around for word in ("nvlink", "pcie ", "l2", "c2c", "infiniband", "网络")):
        return "" if holds(kb, said, "measured-rate") else "memory_bandwidth_bytes_per_s"
    return ""


def _is_l2(text: str, figure: Figure) -> bool:
    """``50 MB L2``, ``50 MB of L2``, ``L2 of 50 MB``, ``L2 为 60 MB``: the size of L2, not of what fits into it."""
    return (
        _L2_BEHIND.match(text, figure.end) is not None
        or _L2_BEFORE.search(text[max(figure.start - 48, 0) : figure.start]) is not None
    )


def _second_of_pair(text: str, at: int) -> bool:
    """Whether a number is the second of ``32 of 64``: the limit."""
    before = text[max(at - 12, 0) : at].rstrip()
    for word in (" of", "/", " out of", "之"):
        if before.endswith(word) and before.removesuffix(word).rstrip()[-1:].isdigit():
            return True
    return False


def _compare(page: Page, index: int, field: str, figure: Figure, stated: Stated) -> Objection | None:
    own = _values(page, field, stated)
    if not own or any(_equal(field, figure.value, value) for _, value in own):
        return None
    others = [(name, value) for name, value in _everything(page, field) if _same(field, figure.value, value)]
    if not others:
        return None
    region = page.region(index)
    start, end = region.range(figure.start, figure.end)
    say = Phrases(page.kb, page.lang)
    shown = list(dict.fromkeys(_shown(field, value) for _, value in own))
    slots = (
        ("value", region.text[figure.start : figure.end]),
        ("quantity", say(f"figure-{field}")),
        ("product", stated.words),
        ("own", listed(shown[:3], page.lang)),
        ("belongs_to", listed(list(dict.fromkeys(name for name, _ in others))[:3], page.lang)),
    )
    return Objection(start, end, slots)


def _values(page: Page, field: str, stated: Stated) -> list[tuple[str, float]]:
    if field.startswith("max_"):
        classes = {page.kb.meta["class_of"][chip] for chip in stated.chips}
        found: list[tuple[str, float]] = []
        for one in classes:
            limits = (page.kb.get("class", one) or {}).get("limits", {})
            if field not in limits:
                return []
            found.append((one, float(limits[field])))
            if "shared" in field:
                found += [
                    (one, float(limits[key]))
                    for key in ("max_shared_memory_per_block_bytes", "l1_shared_combined_bytes")
                ]
        return found
    rows = products(page, stated)
    values = [(key, _number(entry, field)) for key, entry in rows]
    if not values or any(value is None for _, value in values):
        return []
    return [(key, value) for key, value in values if value is not None]


def _everything(page: Page, field: str) -> list[tuple[str, float]]:
    """(name, value) of every product or chip."""
    if field.startswith("max_"):
        return [
            (str(entry["architecture"]), float(entry["limits"][field]))
            for entry in page.kb.table("class").values()
            if field in entry["limits"]
        ]
    found = [(str(entry["name"]), _number(entry, field)) for entry in page.kb.table("product").values()]
    full = [
        (Phrases(page.kb, page.lang)("full-chip", chip=entry["name"]), float(entry["sm_count"]))
        for entry in page.kb.table("full-chip").values()
    ]
    known = [(name, value) for name, value in found if value is not None]
    return [*full, *known] if field == "sm_count" else known


def _number(entry: dict[str, Any], field: str) -> float | None:
    value = (entry.get(field) or {}).get("value")
    return float(value) if value else None


def _equal(field: str, stated: float, own: float) -> bool:
    """Whether a figure is the product's own, as people round."""
    if field in ("sm_count", "max_warps_per_sm"):
        return stated == own
    decimal = (
        own * 1000 / 1024
        if field == "max_shared_memory_per_sm_bytes"
        else own / 1.048576
        if field == "l2_bytes"
        else own
    )
    return any(abs(stated - one) <= 0.035 * one for one in (own, decimal))


def _same(field: str, stated: float, other: float) -> bool:
    return stated == other if field in ("sm_count", "max_warps_per_sm") else abs(stated - other) <= 0.008 * other


def _shown(field: str, value: float) -> str:
    if field == "sm_count":
        return f"{value:.0f}"
    if field == "max_warps_per_sm":
        return f"{value:.0f}"
    if field == "l2_bytes":
        return f"{value / 2**20:g} MiB"
    if field == "memory_bandwidth_bytes_per_s":
        return f"{value / 1e12:.3g} TB/s" if value >= 1e12 else f"{value / 1e9:.4g} GB/s"
    return f"{value / 1024:g} KiB"


def _bare_cell(page: Page, index: int) -> Iterator[Objection]:
    """A cell with a number alone, in a table of products with a column of SMs."""
    region = page.region(index)
    assert region.cell is not None
    bare = region.text.strip(" *`")
    if not bare.isdecimal() or cues.plain(region.cell.header).strip(" *`") not in (
        "sm",
        "sms",
        "sm count",
        "# sms",
        "number of sms",
        "sm 数",
        "sm 数量",
        "sm 个数",
        "#sm",
        "#sms",
    ):
        return
    at = region.text.index(bare)
    stated = owner(page, index, Sentence(0, len(region.text)), at)
    if stated is not None and stated.chips:
        found = _compare(page, index, "sm_count", Figure(at, at + len(bare), float(bare)), stated)
        if found is not None:
            yield found
