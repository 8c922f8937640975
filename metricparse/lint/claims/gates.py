"""Which rules a passage concerns: each names concepts that must be spoken of (kb/reading/claims.yaml)."""

from __future__ import annotations

from functools import cache

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.claims.concepts import concepts
from metricparse.lint.claims.features import Reading

Gate = tuple[frozenset[str], ...]


@cache
def gates(kb: KnowledgeBase) -> dict[str, Gate]:
    """Rule → sets of concepts, one of each of which must occur.  Raises KeyError for a word that is no concept or group."""
    groups = concepts(kb).groups
    members: dict[str, set[str]] = {}
    for concept, group in groups.items():
        members.setdefault(group, set()).add(concept)
        members.setdefault(concept, set()).add(concept)

    def chosen(words: list[str]) -> frozenset[str]:
        return frozenset(concept for word in words for concept in members[word])

    return {rule: tuple(chosen(words) for words in entry["about"]) for rule, entry in kb.items("claim")}


def concerns(gate: Gate, reading: Reading) -> bool:
    """Whether a passage speaks of what a rule is about, itself or in the words right before it."""
    own, around = reading.concepts, reading.context
    return all(not own.isdisjoint(one) or not around.isdisjoint(one) for one in gate)
