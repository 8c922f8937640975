"""The facets of a full name: over which instances, in which window, in whose clock, against what.

They decide whether two values may be compared or combined (`kb/vocabulary` says what each part contributes).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.explain.compose import text_of
from metricparse.names.model import MetricName


class Semantics(NamedTuple):
    """Facets as words in one language; empty where a facet does not apply."""

    scope: str
    """Which hardware instances the value covers."""
    reduction: str
    """Over instances, never over time: mean, min, max, sum, ratio of sums, or none."""
    window: str
    """``active``, ``elapsed`` or ``none``."""
    clock_domain: str
    denominator: str
    reference: str
    """Which peak a percentage or peak refers to."""
    granularity: str
    collection: str


def semantics(kb: KnowledgeBase, name: MetricName, record: Entry, lang: str) -> Semantics:
    """The facets of a listed name."""
    base, suffix = name.base, name.suffix
    unit = kb.get("unit", base.unit) or {}
    submetric = kb.get("submetric", suffix.submetric) or {}
    rollup = kb.get("rollup", suffix.rollup) or {}
    instances: Any = unit.get("instances_scope") or {}
    if suffix.rollup == "sum" or record["type"] == "ratio":
        scope = text_of(instances, "all_instances", lang)
    else:
        scope = text_of(instances, "per_instance", lang)
    reduction = rollup.get("reduction", "") or ("ratio of sums" if record["type"] == "ratio" else "none")
    if not suffix.rollup and record["type"] != "ratio":
        reduction = "none"
    clock = submetric.get("clock_domain") or unit.get("clock_domain", "none")
    return Semantics(
        scope,
        reduction,
        submetric.get("window", "none") if suffix.text else "none",
        clock if record["kind"] in ("counter", "ratio", "throughput") else "none",
        denominator(kb, name, record, lang),
        reference(kb, name, lang) if submetric.get("reference") else "",
        granularity(kb, name),
        collection(record, base.stage),
    )


def cycles(kb: KnowledgeBase, name: MetricName, record: Entry, window: str) -> str:
    """The base name of the cycle counter that divides in a window, ``lts__cycles_active``.

    Source: which raw inputs a submetric adds, by hardware unit (kb/catalog/_hw_units.yaml), and measured values on gh100.
    """
    hw_unit = record["library"][0][1] if record.get("library") else name.base.unit
    divisors = kb.get("divisor", hw_unit) or {}
    row: Entry = divisors.get("gh100") or next(iter(divisors.values()), {})
    first = str(row.get(window, "")).split("(")[0]
    own = f"{hw_unit}__cycles_{window}"
    if own in str(row.get(window, "")) or not first:
        return own
    return first


def denominator(kb: KnowledgeBase, name: MetricName, record: Entry, lang: str) -> str:
    """What stands below the line of this name, in words."""
    if not name.suffix.text:
        if record["type"] == "ratio" and kb.get("ratio", name.base.text):
            return ratio_denominator(kb, name, lang)
        # of the sampler's counts only those of a state are a part of something
        return text_of(kb.get("stage", name.base.stage), "denominator", lang) if name.base.stall else ""
    submetric = kb.get("submetric", name.suffix.submetric) or {}
    text = text_of(submetric, "denominator", lang)
    if record["kind"] == "throughput":
        text = text_of(submetric, "throughput_denominator", lang) or text
    if not text:
        return ""
    below = ""
    if "{denominator}" in text:
        below = ratio_denominator(kb, name, lang)
    return (
        text.replace("{active}", cycles(kb, name, record, "active"))
        .replace("{elapsed}", cycles(kb, name, record, "elapsed"))
        .replace("{denominator}", below)
    )


def ratio_denominator(kb: KnowledgeBase, name: MetricName, lang: str) -> str:
    """Denominator of a ratio as far as the library or a measurement tells."""
    rows = kb.get("ratio", name.base.text)
    row = rows[0] if isinstance(rows, list) and rows else None
    if not row or not row["denominator"]:
        return "not known" if lang == "en" else "未知"
    if row["basis"] == "inputs, order not known":
        pair = f"{row['numerator']} / {row['denominator']}"
        return (
            f"one of the two of {pair}; which is on top is not known"
            if lang == "en"
            else f"{pair} 两者之一，上下次序未知"
        )
    return f"{row['denominator']}.sum"


def reference(kb: KnowledgeBase, name: MetricName, lang: str) -> str:
    """Which peak is meant."""
    unit = text_of(kb.get("unit", name.base.unit), "name", lang) or name.base.unit
    if lang == "en":
        return f"sustained peak of this quantity on {unit}, of the chip measured"
    return f"所测芯片上{unit}该量的可持续峰值"


def granularity(kb: KnowledgeBase, name: MetricName) -> str:
    """warp, thread, sector, …: what one count is."""
    base = name.base
    entry = kb.get("quantity", base.quantity) or {}
    value = str(entry.get("granularity", "none"))
    if value == "thread" and base.filters.get("pred") == "on":
        return "thread, predicated on"
    return value


def collection(record: Entry, stage: str) -> str:
    """How the value is gathered."""
    kinds = {
        "launch": "launch attribute",
        "device": "device attribute",
        "source": "SASS-patched software counter, per instruction",
        "sampled": "warp sampler",
        "statistic": "profiler statistic",
        "nvlink": "topology property",
        "numa": "topology property",
        "derived": "computed by the profiler from other metrics",
        "group": "group of metrics",
    }
    if record["kind"] in kinds:
        return kinds[record["kind"]]
    if "sass" in stage.split("_"):
        return "SASS-patched software counter"
    if set(record.get("ncu", {})) == {"pmsampling"}:
        return "pm sampler"
    return "hardware counter"
