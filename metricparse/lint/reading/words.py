"""Words of kb/reading in a text: readings, and plain lists."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.reading.cues import plain


@cache
def reading(kb: KnowledgeBase, key: str) -> dict[str, Any]:
    """An entry of kb/reading/readings.yaml.  Raises KeyError for one that is not there."""
    entry: dict[str, Any] | None = kb.get("reading", key)
    if entry is None:
        raise KeyError(key)
    return entry


@cache
def _pattern(kb: KnowledgeBase, key: str) -> re.Pattern[str]:
    entry = reading(kb, key)
    shapes = [rf"(?<![a-z0-9_-]){re.escape(word)}(?![a-z0-9_-])" for word in entry["en"]]
    return re.compile("|".join([*shapes, *(re.escape(word) for word in entry["zh"]), *entry.get("patterns", ())]))


def holds(kb: KnowledgeBase, text: str, key: str) -> re.Match[str] | None:
    """Where a text holds a word of a reading, or None; the text is searched as `cues.plain` gives it."""
    return _pattern(kb, key).search(plain(text))


@cache
def words(kb: KnowledgeBase, key: str) -> frozenset[str]:
    """A list of kb/reading/words.yaml.  Raises KeyError for one that is not there."""
    entry: dict[str, Any] | None = kb.get("word-list", key)
    if entry is None:
        raise KeyError(key)
    return frozenset(entry["words"])
