"""What changed between two built knowledge bases: for the reviewer of a change to kb/."""

from __future__ import annotations

from typing import Any, NamedTuple

from metricparse.catalog.store import KnowledgeBase

QUIET = {("meta", "names"), ("meta", "vocabulary")}
"""Entries that follow from others."""


class Change(NamedTuple):
    """One difference in the built data."""

    kind: str
    """Kind of the entry (base, unit, stall, …)."""
    key: str
    field: str
    """Dotted path inside the entry; empty if the whole entry came or went."""
    old: Any
    """None if it is new."""
    new: Any
    """None if it is gone."""


def diff(old: KnowledgeBase, new: KnowledgeBase) -> list[Change]:
    """Every change, by kind and key; availability is compared spelled out, not by internal numbers."""
    changes: list[Change] = []
    before, after = _entries(old), _entries(new)
    for kind, key in sorted(before.keys() | after.keys()):
        if (kind, key) in QUIET:
            continue
        one, two = before.get((kind, key)), after.get((kind, key))
        if one is None or two is None:
            changes.append(Change(kind, key, "", one, two))
        elif one != two:
            changes += [Change(kind, key, *rest) for rest in _fields(one, two, "")]
    return changes


def _entries(kb: KnowledgeBase) -> dict[tuple[str, str], Any]:
    result: dict[tuple[str, str], Any] = {}
    wheres = kb.meta["wheres"]
    for kind in kb.kinds():
        for key, value in kb.items(kind):
            if kind == "base" and "library" in value:
                value = {**value, "library": [[d, u, wheres[w]] for d, u, w in value["library"]]}
            if (kind, key) == ("meta", "meta"):
                value = {k: v for k, v in value.items() if k != "wheres"}
            result[kind, key] = value
    return result


def _fields(one: Any, two: Any, path: str) -> list[tuple[str, Any, Any]]:
    if isinstance(one, dict) and isinstance(two, dict):
        rows = []
        for key in sorted(one.keys() | two.keys()):
            if one.get(key) != two.get(key):
                rows += _fields(one.get(key), two.get(key), f"{path}.{key}" if path else key)
        return rows
    return [(path, one, two)]
