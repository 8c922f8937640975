"""How much the knowledge base covers: names by kind of text, denominators by confidence, languages."""

from __future__ import annotations

from collections import Counter
from typing import Any

from metricparse.catalog.store import KnowledgeBase


def health(kb: KnowledgeBase) -> dict[str, Any]:
    """Counts for a report: names with curated, whole-name and composed texts; denominators by how they are known."""
    prose: Counter[str] = Counter()
    denominators: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for name, record in kb.items("base"):
        text = "curated" if kb.get("curated", name) else "whole name" if record.get("whole") else "composed"
        prose[text] += 1
        if "used" in record:
            used[text] += 1
        denominators[_denominator(kb, name, record)] += 1
    confidence: Counter[str] = Counter()
    untranslated = 0
    for kind in kb.kinds():
        if kind in ("base", "meta", "alias", "label", "labels", "ratio", "breakdown", "divisor", "change"):
            continue
        for _, entry in kb.items(kind):
            if isinstance(entry, dict):
                confidence[str(entry.get("confidence", "none stated"))] += 1
                untranslated += _untranslated(entry)
    return {
        "names": sum(prose.values()),
        "texts": dict(prose.most_common()),
        "texts_of_used_names": dict(used.most_common()),
        "denominators": dict(denominators.most_common()),
        "entries_by_confidence": dict(confidence.most_common()),
        "texts_without_chinese": untranslated,
    }


def _denominator(kb: KnowledgeBase, name: str, record: dict[str, Any]) -> str:
    if record["type"] != "ratio":
        return (
            "of the suffix: measured"
            if record["kind"] in ("counter", "throughput")
            else "none: an attribute or a count"
        )
    rows = kb.get("ratio", name)
    if not rows:
        return "ratio: unknown"
    basis = str(rows[0]["basis"])
    return f"ratio: {'library' if basis.startswith('inputs') else basis}"


def _untranslated(value: Any) -> int:
    if isinstance(value, dict):
        if "en" in value and isinstance(value["en"], str) and set(value) <= {"en", "zh"}:
            return 0 if value.get("zh") or not value["en"] else 1
        return sum(map(_untranslated, value.values()))
    if isinstance(value, list):
        return sum(map(_untranslated, value))
    return 0
