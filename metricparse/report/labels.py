"""Which metric a label of the details page stands for, in the section and on the chip at hand."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.store import KnowledgeBase, word_key
from metricparse.report.pages import Resolver


def no_labels(section: str, label: str, capability: str) -> str:
    """A resolver that knows no label."""
    return ""


def _version(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return int(major), int(minor or 0)


def _applies(meaning: dict[str, Any], capability: str) -> bool:
    """Whether a section shows the metric on parts of a compute capability."""
    if not capability:
        return "cc" not in meaning
    try:
        here = _version(capability)
        low = _version(meaning["cc_min"]) if "cc_min" in meaning else here
        high = _version(meaning["cc_max"]) if "cc_max" in meaning else here
    except ValueError:
        return False
    # a bound without a minor number stands for all of them
    if "." not in str(meaning.get("cc_max", "")):
        high = (high[0], 99)
    return low <= here <= high


def resolver(kb: KnowledgeBase) -> Resolver:
    """Look labels up in a knowledge base; a label that may stand for two metrics stands for none."""
    shown = {entry["display"]: key for key, entry in kb.items("section")}
    seen: dict[tuple[str, str, str], str] = {}

    def resolve(section: str, label: str, capability: str) -> str:
        key = (section, label, capability)
        if key not in seen:
            entry = kb.get("label", word_key(label)) or {}
            ids = {shown.get(section, section)}
            found = {
                m["metric"]
                for m in entry.get("meanings", [])
                if m["section"] in ids and m.get("where") == "header" and _applies(m, capability)
            }
            seen[key] = found.pop() if len(found) == 1 else ""
        return seen[key]

    return resolve
