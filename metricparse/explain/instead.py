"""What to type instead of a listed name that cannot be had as it is written."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.availability import where_is
from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.explain.compose import said
from metricparse.explain.nearest import names_with_its_words
from metricparse.explain.suffixes import SUFFIXED, legal_suffixes
from metricparse.names.suggest import suffixes_like

Answer = dict[str, Any]


def suggestions(
    kb: KnowledgeBase, record: Entry, base: str, suffix: str, status: str, chips: tuple[str, ...], lang: str
) -> list[Answer]:
    """What to type instead."""
    en = lang == "en"
    if status == "needs-suffix":
        forms = [".avg.pct_of_peak_sustained_elapsed", ".avg.pct_of_peak_sustained_active"]
        why = "legal suffix of a throughput" if en else "吞吐率的合法后缀"
        return [{"name": base + form, "distance": len(form), "why": why} for form in forms]
    if status == "illegal-suffix":
        if record["kind"] not in SUFFIXED:
            why = "takes no suffix" if en else "不带后缀"
            return [{"name": base, "distance": len(suffix), "why": why}]
        why = f"legal suffix of a {record['kind']}" if en else "该类指标的合法后缀"
        near = suffixes_like(suffix, legal_suffixes(kb, record))[:3]
        return [{"name": base + form, "distance": distance, "why": why} for form, distance in near]
    if status == "not-on-chip":
        return _counterparts(kb, base, suffix, chips, lang) or _nearest(kb, base + suffix, chips, lang)
    return []


def _counterparts(kb: KnowledgeBase, base: str, suffix: str, chips: tuple[str, ...], lang: str) -> list[Answer]:
    result: list[Answer] = []
    for other, why in counterparts(kb, base, lang):
        if kb.record(other) is None or any(other + suffix == r["name"] for r in result):
            continue
        where = where_is(kb, other)
        if any(where.on(chip) in ("yes", "library") for chip in chips):
            result.append({"name": other + suffix, "distance": 0, "why": why})
    return result


def counterparts(kb: KnowledgeBase, base: str, lang: str) -> list[tuple[str, str]]:
    """What a base name is called in other releases and on other chips, and what that name is to it."""
    found: list[tuple[str, str]] = []
    for row in kb.get("rename", base) or []:
        other = row.get("to") or row.get("from")
        verb = "renamed in" if "to" in row else "older name, renamed in"
        found.append((other, f"{verb} {row['release']}" if lang == "en" else f"在 {row['release']} 中改名"))
    found += [(row["name"], _counterpart(row, lang)) for row in kb.get("counterpart", base) or []]
    return found


def _counterpart(row: Entry, lang: str) -> str:
    """What a counter of another chip is to the one asked about; where several would fit, only the nearest."""
    there = row["there"]
    if row["how_sure"] == "sure":
        return f"the same counter on {there}" if lang == "en" else f"{there} 上的同一计数器"
    if lang == "en":
        return f"the nearest counter on {there}; whether it is the same is not certain"
    return f"{there} 上最接近的计数器，是否相同不能确定"


def _nearest(kb: KnowledgeBase, name: str, chips: tuple[str, ...], lang: str) -> list[Answer]:
    """Names of the chips asked for that have most words in common, where no table knows a counterpart."""
    why = said(kb, "nearest-on", lang, chips=" ".join(chips))
    return [{**row, "why": why} for row in names_with_its_words(kb, name, chips, lang)]
