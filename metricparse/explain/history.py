"""What happened to a name from release to release: first and last, renames, changes under a kept name."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.availability import Availability, availability
from metricparse.catalog.store import KnowledgeBase


def history(kb: KnowledgeBase, answer: dict[str, Any], lang: str) -> list[str]:
    """Lines of history for a metric; none for anything else."""
    base = answer.get("base")
    record = kb.record(base) if base else None
    if base is None or record is None:
        return []
    en = lang == "en"
    where = availability(kb, record)
    lines = []
    spans: dict[tuple[str, str], list[str]] = {}
    for chip, releases in where.library.items():
        cupti = [r for r in releases if not r.startswith("ncu")]
        if cupti:
            spans.setdefault((cupti[0], cupti[-1]), []).append(chip)
    order = kb.meta["releases"].index
    for (first, last), chips in sorted(spans.items(), key=lambda item: (order(item[0][0]), order(item[0][1]))):
        text = f"CUDA {_named(kb, first)} – {_named(kb, last)}: {' '.join(chips)}"
        gap = _gaps(kb, where, chips[0])
        lines.append(text + (f" (not in {gap})" if gap and en else f"（缺 {gap}）" if gap else ""))
    if not lines and record.get("ncu"):
        lines.append(
            "In no list of the metric library; ncu adds it itself." if en else "指标库的列表中没有，由 ncu 自行提供。"
        )
    for row in kb.get("rename", base) or []:
        on, release = " ".join(row["classes"]), row["release"]
        if "to" in row:
            text = f"{release}: renamed to {row['to']} on {on}" if en else f"{release}：在 {on} 上改名为 {row['to']}"
        else:
            text = f"{release}: was {row['from']} on {on}" if en else f"{release}：在 {on} 上原名 {row['from']}"
        lines.append(text)
    dropped = kb.get("dropped", base)
    if dropped:
        on, release = " ".join(dropped["classes"]), dropped["release"]
        lines.append(f"{release}: dropped on {on}" if en else f"{release}：在 {on} 上被移除")
    for row in kb.get("counterpart", base) or []:
        lines.append(_counterpart(row, en))
    for dims, hw_unit, have in where.changed:
        chip, releases = next(iter(have.items()), ("", ()))
        if releases:
            others = f" (+{len(have) - 1})" if len(have) > 1 else ""
            lines.append(f"dims {dims}, hw unit {hw_unit}: {chip}{others} {releases[0]}–{releases[-1]}")
    return list(dict.fromkeys(lines))


def _named(kb: KnowledgeBase, release: str) -> str:
    for ncu, cuda in kb.meta["cuda_of"].items():
        if cuda == release:
            return f"{release} (ncu {ncu})"
    return release


def _gaps(kb: KnowledgeBase, where: Availability, chip: str) -> str:
    own = [r for r in kb.meta["classes"][kb.meta["class_of"][chip]] if not r.startswith("ncu")]
    have = where.library[chip]
    inside = [
        r
        for r in own
        if own.index(have[0]) < own.index(r) < own.index([h for h in have if not h.startswith("ncu")][-1])
    ]
    return ", ".join(r for r in inside if r not in have)


def _counterpart(row: dict[str, str], en: bool) -> str:
    """The name of a counter on another chip, or what comes nearest where several would fit."""
    there, name = row["there"], row["name"]
    if row["how_sure"] == "sure":
        return f"on {there} the same counter is {name}" if en else f"{there} 上同一计数器名为 {name}"
    if en:
        return f"on {there} the nearest counter is {name}; whether it is the same is not certain"
    return f"{there} 上最接近的计数器是 {name}，是否相同不能确定"
