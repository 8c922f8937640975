"""A passage as the features that the model weighs: words with concepts in their place, and which concepts stand how to which.

Training and reading use the same function, so that they cannot drift apart.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import NamedTuple
from zlib import crc32

from metricparse.lint.claims.concepts import Concepts, Mention
from metricparse.lint.claims.passages import Passage
from metricparse.lint.claims.relations import relations
from metricparse.lint.claims.tokens import Token, tokens

BUCKETS = 1 << 18
"""Features are numbered by hash; two that meet share a weight."""
REACH = 3
"""Words of a run that is a feature."""
WORDS = 1.5
"""How much the words of a passage count beside what they are about."""


class Reading(NamedTuple):
    """A passage's words and mentions."""

    words: list[Token]
    mentions: list[Mention]
    concepts: frozenset[str]
    """Of the passage itself."""
    context: frozenset[str]
    """Of what stands before it."""
    before: list[str]
    """Words of what stands before it."""
    after: list[str]
    """Words of what follows."""
    kind: str


def read(book: Concepts, text: str, passage: Passage) -> Reading:
    """Words and mentions of a passage; ``text`` is what it says, in lower case."""
    words = tokens(text)
    mentions = book.mentions(words)
    earlier = tokens(f"{passage.title.lower()} . {passage.before.lower()}")
    around = book.mentions(earlier)
    later = tokens(passage.after.lower())
    return Reading(
        words,
        mentions,
        frozenset(one for mention in mentions for one in mention.concepts),
        frozenset(one for mention in around for one in mention.concepts),
        _stream(earlier, around),
        _stream(later, book.mentions(later)),
        passage.kind,
    )


class Features(NamedTuple):
    """Buckets and how much each counts."""

    both: list[tuple[int, float]]
    """What the rules weigh, together and each for itself."""
    shared: list[tuple[int, float]]
    """What all rules weigh alike: how a text speaks, whatever it speaks of."""


def features(book: Concepts, reading: Reading) -> Features:
    """The features of a passage: its words, what it speaks of and how that is related, and the order of both."""
    mentions = reading.mentions
    stream = _stream(reading.words, mentions)
    words: set[str] = {f"k:{reading.kind}"}
    texts = [word.text for word in reading.words]
    _runs(texts, 3, "", words)
    if texts:
        words |= {f"first:{texts[0]}", f"last:{texts[-1]}"}
    words |= {f"b:{word}" for word in reading.before} | {f"a:{word}" for word in reading.after}
    order: set[str] = set()
    _runs(["^", *(mention.concepts[0] for mention in mentions), "$"], 4, "s", order, 2)
    speech: set[str] = set()
    cues = book.cues
    _runs(["^", *("<>" if one[0] == "<" and one[1:-1] not in cues else one for one in stream), "$"], 4, "d", speech)
    both = [*_even(words, WORDS), *_even(_related(book, reading), 1.0), *_even(order, 1.0)]
    return Features(both, _even(speech, 1.0))


def _related(book: Concepts, reading: Reading) -> set[str]:
    """Which things are spoken of, in which order, with which words between them."""
    cues = book.cues
    found = {
        f"{'q' if concept in cues else 'm'}:{concept}" for mention in reading.mentions for concept in mention.concepts
    }
    for subject, cue, thing in relations(book, reading.mentions):
        for concept in thing:
            found.add(f"p:{subject[0]} {concept}")
            found.add(f"r:{subject[0]} {cue} {concept}")
    return found | {f"c:{concept}" for concept in reading.context}


def _runs(stream: list[str], reach: int, sign: str, found: set[str], least: int = 1) -> None:
    """Every run of ``least`` to ``reach`` neighbours of a stream."""
    size = len(stream)
    for at in range(size):
        run = sign
        for ahead in range(at, min(at + reach, size)):
            run = f"{run} {stream[ahead]}"
            if ahead - at + 1 >= least:
                found.add(run)


def _even(found: set[str], weight: float) -> list[tuple[int, float]]:
    """Features of one kind, which together count as much in a long passage as in a short one."""
    value = weight / sqrt(len(found)) if found else 0.0
    return [(number(one), value) for one in found]


@lru_cache(maxsize=1 << 16)
def number(feature: str) -> int:
    """The bucket of a feature."""
    return crc32(feature.encode("utf-8", "replace")) % BUCKETS


def _stream(words: list[Token], mentions: list[Mention]) -> list[str]:
    """The words with every mention as its concept."""
    result: list[str] = []
    at = 0
    for mention in mentions:
        result += [word.text for word in words[at : mention.first]]
        result.append(f"<{mention.concepts[0]}>")
        at = mention.last
    result += [word.text for word in words[at:]]
    return result
