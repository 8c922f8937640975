"""Names to read beside another one, as they are spelled on the chips in question."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.availability import availability
from metricparse.catalog.store import KnowledgeBase

Answer = dict[str, Any]

HAVE = ("yes", "library", "unknown")
"""States of a name on a chip that do not rule it out."""


def spelled_for(kb: KnowledgeBase, name: str, chips: tuple[str, ...]) -> str:
    """The name if one of the chips has it, else the same counter under the name it has there; empty if there is none.

    Words that no list holds stay as they are.
    """
    prefix, rest = kb.prefix(name)
    base, suffix = kb.split(rest)
    record = kb.record(base) if base else None
    if record is None or not chips or _on(kb, base, chips):
        return name
    renamed: list[str] = [row.get("to") or row.get("from") for row in kb.get("rename", base) or []]
    # only what is surely the same counter may stand in, for the reason given belongs to it
    same: list[str] = [row["name"] for row in kb.get("counterpart", base) or [] if row["how_sure"] == "sure"]
    for other in (*renamed, *same):
        if kb.record(other) is not None and _on(kb, other, chips):
            return prefix + other + suffix
    return ""


def fitted(kb: KnowledgeBase, rows: list[Answer], chips: tuple[str, ...]) -> list[Answer]:
    """Rows of related names, each as it is spelled on the chips; without those that none of the chips has."""
    result: list[Answer] = []
    for row in rows:
        name = spelled_for(kb, row["name"], chips)
        if name and all(name != r["name"] for r in result):
            result.append({**row, "name": name})
    return result


def _on(kb: KnowledgeBase, base: str, chips: tuple[str, ...]) -> bool:
    record = kb.record(base)
    assert record is not None
    where = availability(kb, record)
    return any(where.on(chip) in HAVE for chip in chips)
