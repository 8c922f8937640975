"""Wrong readings of a name: those of its own entry, then those of its words, where they are about this name."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.explain.compose import text_of
from metricparse.names.model import BaseName, MetricName

Answer = dict[str, Any]


def pitfalls(
    kb: KnowledgeBase, name: MetricName, record: Entry, entry: Entry, lang: str, status: str = "known"
) -> list[Answer]:
    """Pitfalls of a listed name: curated ones, then those of its submetric, filters, statistic, unit, kind, state, rollup.

    A vocabulary entry may say with ``mistaken_for_on`` to which names its wrong reading belongs (on others it would be
    a remark about another counter), and with ``mistaken_rule`` which lint rule it is about.
    """
    found: list[Answer] = []
    for item in entry.get("pitfalls", []):
        found.append({"rule": item.get("rule", ""), "text": text_of(item, "text", lang)})
    curated = len(found)
    legal = status != "illegal-suffix"
    base = name.base
    for kind, key, rule in (
        ("submetric", name.suffix.submetric if legal else "", ""),
        *(("filter", t.key, "") for t in base.tokens if t.role == "filter"),
        *(("statistic", t.key, "") for t in base.tokens if t.role in ("per", "rate")),
        ("unit", base.unit if not record.get("whole") else "", ""),
        ("kind", record["kind"], "D006" if record["kind"] == "throughput" else ""),
        # the entry of a state says it better than the state itself
        ("stall", base.stall if not found else "", "S003" if base.stall.startswith("long") else ""),
        ("rollup", name.suffix.rollup if legal else "", "D005"),
    ):
        words = kb.get(kind, key) if key else None
        if not words:
            continue
        words = {
            **words,
            **(words.get("by_unit") or {}).get(base.unit, {}),
            **(words.get("by_rollup") or {}).get(name.suffix.rollup, {}),
        }
        rule = words.get("mistaken_rule") or rule
        if words.get("mistaken_rule") in {item["rule"] for item in found[:curated]}:
            # the entry of the name warns of the same, and says it of this name
            continue
        text = text_of(words, "mistaken_for", lang)
        if (
            text
            and applies(kb, words.get("mistaken_for_on"), name, record["kind"])
            and all(text != f["text"] for f in found)
        ):
            found.append({"rule": rule, "text": text})
    return found


def applies(kb: KnowledgeBase, condition: Entry | None, name: MetricName, kind: str) -> bool:
    """Whether a wrong reading belongs to a name: every clause of its condition must hold.

    units, stages, quantities, submetrics, kinds: what the name must have one of; with: filters (``key``, ``key=value`` or a
    flag) of which it must have one; without: filters of which it must have none; twin: the unit under which the same
    counter must exist too; state: whether it is about a state of warps.
    """
    if not condition:
        return True
    base = name.base
    for clause, have in (
        ("units", base.unit),
        ("stages", base.stage),
        ("quantities", _counted(kb, base)),
        ("kinds", kind),
    ):
        if clause in condition and have not in condition[clause]:
            return False
    # a bare name stands for all of its forms
    if "submetrics" in condition and name.suffix.text and name.suffix.submetric not in condition["submetrics"]:
        return False
    if "with" in condition and not any(_has(base, one) for one in condition["with"]):
        return False
    if any(_has(base, one) for one in condition.get("without", ())):
        return False
    if "twin" in condition and kb.record(base.text.replace(f"{base.unit}__", f"{condition['twin']}__", 1)) is None:
        return False
    return "state" not in condition or bool(base.stall) == condition["state"]


def _counted(kb: KnowledgeBase, base: BaseName) -> str:
    """The quantity, in the plural form if it has one."""
    entry = kb.get("quantity", base.quantity) or {}
    return str(entry.get("singular_of") or base.quantity)


def _has(base: BaseName, wanted: str) -> bool:
    key, is_value, value = wanted.partition("=")
    if not is_value:
        return key in base.filters
    return str(base.filters.get(key, "")) == value
