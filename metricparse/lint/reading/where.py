"""Where names exist, remembered: a document asks for the same few again and again."""

from __future__ import annotations

from functools import lru_cache

from metricparse.catalog.availability import Availability, availability
from metricparse.catalog.store import KnowledgeBase


@lru_cache(maxsize=4096)
def where_is(kb: KnowledgeBase, base: str) -> Availability:
    """The availability of a base name that a list holds.  Raises KeyError for any other."""
    record = kb.record(base)
    if record is None:
        raise KeyError(base)
    return availability(kb, record)
