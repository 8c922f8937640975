"""Which rules a passage concerns: each names concepts that must be spoken of (kb/reading/claims.yaml)."""

from __future__ import annotations

from functools import cache

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.claims.concepts import Concepts, concepts
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


STATES = frozenset(("row", "comment"))
"""Kinds of passages that state something by their form, whatever words they use."""
RELATING = frozenset(("relation", "quantity"))
"""Groups of words of which a sentence that claims something holds one."""


def concerns(gate: Gate, reading: Reading) -> bool:
    """Whether a passage speaks of what a rule is about.

    A sentence must do so itself; a row may leave part of it to its header, and code with a comment to the line above.
    """
    own, around = reading.concepts, reading.context
    if reading.kind not in STATES:
        return all(not own.isdisjoint(one) for one in gate)
    inside = False
    for one in gate:
        if not own.isdisjoint(one):
            inside = True
        elif around.isdisjoint(one):
            return False
    return inside


def claims(book: Concepts, reading: Reading) -> bool:
    """Whether a passage can claim anything at all: a heading, a lead-in and a bare name do not."""
    if reading.kind == "heading" or not reading.words or reading.words[-1].text in (":", "："):
        return False
    things = sum(1 for mention in reading.mentions if mention.concepts[0] not in book.cues)
    if reading.kind in STATES:
        return things >= 1
    return things >= 2 or (
        things == 1 and any(book.groups[mention.concepts[0]] in RELATING for mention in reading.mentions)
    )
