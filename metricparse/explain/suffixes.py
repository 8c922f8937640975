"""Which suffixes a listed name takes, and which one is usual."""

from __future__ import annotations

from functools import cache

from metricparse.catalog.store import Entry, KnowledgeBase

SUFFIXED = ("counter", "ratio", "throughput")
"""Kinds that take suffixes."""


def legal_suffixes(kb: KnowledgeBase, record: Entry) -> tuple[str, ...]:
    """The suffixes that the profiler lists for a name of this kind, with their leading dot, usual ones first."""
    return suffixes_of(kb, record["kind"])


@cache
def suffixes_of(kb: KnowledgeBase, kind: str) -> tuple[str, ...]:
    """The suffixes of a kind; none for kinds that take none."""
    if kind not in SUFFIXED:
        return ()
    result: list[str] = []
    for submetric in ("", *kb.meta["submetrics"]):
        entry = kb.get("submetric", submetric) or {}
        if kind not in entry["kinds"] or not entry["listed"]:
            continue
        if kind == "ratio":
            result.append(f".{submetric}")
        else:
            result += [f".{rollup}.{submetric}".rstrip(".") for rollup in kb.meta["rollups"]]
    return tuple(result)


def usual(record: Entry) -> str:
    """The suffix that most people want for a kind."""
    return {"throughput": ".avg.pct_of_peak_sustained_elapsed", "ratio": ".ratio"}.get(record["kind"], ".sum")


def expansion(record: Entry, base: str) -> list[str]:
    """What a bare name expands to, in the order in which ncu prints it."""
    if record["kind"] == "group":
        return []
    forms = ("max_rate", "pct", "ratio") if record["type"] == "ratio" else ("avg", "max", "min", "sum")
    return [f"{base}.{form}" for form in forms]
