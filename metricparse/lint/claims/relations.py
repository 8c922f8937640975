"""Who is related to what in a passage: two things that are spoken of, and the words that stand between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from metricparse.lint.claims.concepts import Concepts, Mention

NEAR = 3
"""Things ahead with which a thing is related."""
UNSAID = "-"
"""The relation of things that merely stand beside each other, as in the cells of a row."""


class Relation(NamedTuple):
    """A thing, the cue between, and another thing; all are concepts."""

    subject: tuple[str, ...]
    cue: str
    object: tuple[str, ...]


def relations(book: Concepts, mentions: list[Mention]) -> Iterator[Relation]:
    """Every pair of near things with each cue that stands between them, in the order of the text."""
    cues = book.cues
    things = [at for at, mention in enumerate(mentions) if mention.concepts[0] not in cues]
    for place, at in enumerate(things):
        for ahead in things[place + 1 : place + 1 + NEAR]:
            between = dict.fromkeys(mentions[cue].concepts[0] for cue in range(at + 1, ahead))
            for cue in [one for one in between if one in cues] or [UNSAID]:
                yield Relation(mentions[at].concepts, cue, mentions[ahead].concepts)


def polarity(book: Concepts, mentions: list[Mention]) -> tuple[str, ...]:
    """How the passage stands to what it says: the cues of denial, doubt, question, quotation and correction in it."""
    return tuple(dict.fromkeys(one.concepts[0] for one in mentions if book.groups[one.concepts[0]] == "polarity"))
