"""Every passage of a document, what it is understood to claim, and which rule objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from metricparse.lint.claims.concepts import concepts
from metricparse.lint.claims.features import Reading, features, read
from metricparse.lint.claims.frames import refuted
from metricparse.lint.claims.gates import concerns, gates
from metricparse.lint.claims.passages import Passage, passages
from metricparse.lint.claims.weights import Model, model
from metricparse.lint.model import Objection
from metricparse.lint.reading.page import Page

SEPARATOR = " | "
"""Between the cells of a row as it is read."""
SHOWN = 160
"""Characters of a passage that a finding marks at most."""


class Judged(NamedTuple):
    """A passage and what became of it."""

    passage: Passage
    text: str
    """What it says; pieces are parted by ``SEPARATOR``."""
    reading: Reading
    scores: tuple[tuple[str, float], ...]
    """Rules whose concepts occur and how sure the model is that the passage makes their mistake, surest first."""
    framed: bool
    """Whether a frame around it refutes what it says."""
    rule: str
    """The rule that objects, or empty."""
    loose: bool
    """Whether it is only a note."""


def judged(page: Page) -> list[Judged]:
    """Every passage that speaks of something that a rule is about."""
    return page.once("claims", lambda: list(_judged(page)))


def _judged(page: Page) -> Iterable[Judged]:
    weights = model()
    if weights is None:
        return
    book = concepts(page.kb)
    wanted = [(rule, gate) for rule, gate in gates(page.kb).items() if rule in weights.limits]
    place = {rule: at for at, rule in enumerate(weights.rules)}
    for passage in passages(page):
        text = said(page, passage)
        reading = read(book, text.lower(), passage)
        asked = [rule for rule, gate in wanted if concerns(gate, reading)]
        if not asked:
            continue
        if refuted(page, passage, reading):
            yield Judged(passage, text, reading, (), True, "", False)
            continue
        found = weights.scores(features(book, reading))
        scores = sorted(((rule, found[place[rule]]) for rule in asked), key=lambda one: -one[1])
        yield Judged(passage, text, reading, tuple(scores), False, *_verdict(weights, scores))


def _verdict(weights: Model, scores: list[tuple[str, float]]) -> tuple[str, bool]:
    """One claim, one finding: of the rules that object, the one that is surest beyond its own limit."""
    best = max(scores, key=lambda one: one[1] - weights.limits[one[0]].loose)
    limits = weights.limits[best[0]]
    if best[1] < limits.loose:
        return "", False
    return best[0], best[1] < limits.strict


def said(page: Page, passage: Passage) -> str:
    """The words of a passage."""
    return SEPARATOR.join(page.region(one.region).text[one.start : one.end] for one in passage.pieces)


def objections(page: Page, rule: str) -> list[Objection]:
    """What one rule objects to."""
    return [_objection(page, one) for one in judged(page) if one.rule == rule]


def _objection(page: Page, one: Judged) -> Objection:
    book = concepts(page.kb)
    things = [m for m in one.reading.mentions if m.concepts[0] not in book.cues]
    words = one.reading.words
    start, end = (words[things[0].first].start, words[things[-1].last - 1].end) if things else (0, len(one.text))
    first, last = _place(page, one.passage, start, end)
    return Objection(first, last, (("said", one.text[start:end][:SHOWN]),), claim=_claim(one), loose=one.loose)


def _place(page: Page, passage: Passage, start: int, end: int) -> tuple[int, int]:
    """Where characters of a passage's text stand in the document: within the piece that holds most of them."""
    best = (0, 0, 0)
    at = 0
    for piece in passage.pieces:
        size = piece.end - piece.start
        first, last = max(start - at, 0), min(end - at, size)
        if last - first > best[0]:
            best = (last - first, *page.region(piece.region).range(piece.start + first, piece.start + last))
        at += size + len(SEPARATOR)
    return best[1], best[2]


def _claim(one: Judged) -> str:
    return " ".join(one.text.split())[:SHOWN]


def check(rule: str) -> Callable[[Page], Iterable[Objection]]:
    """The check of a rule about claims."""
    return lambda page: objections(page, rule)
