"""Words of kb/reading in a text: readings, and plain lists."""

from __future__ import annotations

from functools import cache
from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.reading.cues import plain
from metricparse.lint.reading.matcher import Hit, Words


@cache
def reading(kb: KnowledgeBase, key: str) -> dict[str, Any]:
    """An entry of kb/reading/readings.yaml.  Raises KeyError for one that is not there."""
    entry: dict[str, Any] | None = kb.get("reading", key)
    if entry is None:
        raise KeyError(key)
    return entry


@cache
def _words(kb: KnowledgeBase, key: str) -> Words:
    entry = reading(kb, key)
    return Words(entry["en"], entry["zh"], entry.get("patterns", ()), hyphen=True)


def holds(kb: KnowledgeBase, text: str, key: str) -> Hit | None:
    """Where a text holds a word of a reading, or None; the text is searched as `cues.plain` gives it."""
    return _words(kb, key).find(plain(text)) if text else None


@cache
def words(kb: KnowledgeBase, key: str) -> frozenset[str]:
    """A list of kb/reading/words.yaml.  Raises KeyError for one that is not there."""
    entry: dict[str, Any] | None = kb.get("word-list", key)
    if entry is None:
        raise KeyError(key)
    return frozenset(entry["words"])
