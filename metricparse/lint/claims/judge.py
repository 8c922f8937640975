"""Every passage of a document, what it is understood to claim, and which rule objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.claims.concepts import concepts
from metricparse.lint.claims.features import Reading, features, read
from metricparse.lint.claims.frames import refuted
from metricparse.lint.claims.gates import claims, concerns, gates
from metricparse.lint.claims.passages import Passage, passages
from metricparse.lint.claims.weights import Model, Score, model
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases
from metricparse.lint.reading.page import Page

SEPARATOR = " | "
"""Between the cells of a row as it is read."""
SHOWN = 160
"""Characters of a passage that a finding quotes as the claim."""


class Judged(NamedTuple):
    """A passage and what became of it."""

    passage: Passage
    text: str
    """What it says; pieces are parted by ``SEPARATOR``."""
    reading: Reading
    scores: Mapping[str, Score]
    """What the model says of the rules whose concepts occur."""
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
    known = set(weights.rules)
    wanted = [(rule, gate) for rule, gate in gates(page.kb).items() if rule in known]
    for passage in passages(page):
        text = said(page, passage)
        reading = read(book, text.lower(), passage)
        asked = [rule for rule, gate in wanted if concerns(gate, reading)] if claims(book, reading) else []
        if not asked:
            continue
        if refuted(page, passage):
            yield Judged(passage, text, reading, {}, True, "", False)
            continue
        scores = weights.scores(features(book, reading), asked)
        yield Judged(passage, text, reading, scores, False, *_verdict(weights, scores))


def surest(scores: Mapping[str, Score], subject: float) -> str | None:
    """Of the rules whose subject a passage has, the one whose mistake it most likely makes: one claim, one finding."""
    best, rule = -1e9, None
    for name, score in scores.items():
        if score.subject >= subject and (sure := score.subject + score.mistake) > best:
            best, rule = sure, name
    return rule


def _verdict(weights: Model, scores: Mapping[str, Score]) -> tuple[str, bool]:
    rule = surest(scores, weights.subject)
    if rule is None:
        return "", False
    limits, score = weights.limits[rule], scores[rule].mistake
    return (rule, score < limits.strict) if score >= limits.loose else ("", False)


def said(page: Page, passage: Passage) -> str:
    """The words of a passage."""
    return SEPARATOR.join(page.region(one.region).text[one.start : one.end] for one in passage.pieces)


def objections(page: Page) -> list[tuple[str, Objection]]:
    """(rule, objection) for every passage that a rule objects to."""
    return [(one.rule, _objection(page, one)) for one in judged(page) if one.rule]


def _extent(page: Page, passage: Passage) -> tuple[int, int]:
    places = [page.region(one.region).range(one.start, one.end) for one in passage.pieces]
    return min(first for first, _ in places), max(last for _, last in places)


def _objection(page: Page, one: Judged) -> Objection:
    """The whole passage is marked: what is wrong is how its parts are related."""
    extent = _extent(page, one.passage)
    return Objection(*extent, _slots(page, one), claim=_claim(one), loose=one.loose, within=extent)


def _slots(page: Page, one: Judged) -> tuple[tuple[str, str], ...]:
    """What a rule's message may name: the words objected to, and the stall reason spoken of with what it waits for."""
    say = Phrases(page.kb, page.lang)
    stall, meaning = say("the-stall-named"), say("what-its-entry-says")
    for concept in (*(one for m in one.reading.mentions for one in m.concepts), *sorted(one.reading.context)):
        entry = _stall(page.kb, concept)
        if entry is not None:
            stall, meaning = entry["label"].removeprefix("Stall "), entry["waits_for"][page.lang].strip()
            break
    return ("said", _claim(one)), ("stall", stall), ("meaning", meaning)


@cache
def _stall(kb: KnowledgeBase, concept: str) -> dict[str, Any] | None:
    """The stall reason that a concept is about, if it is about one."""
    group, _, token = concept.partition("-")
    if group != "stall" or not token:
        return None
    found: dict[str, Any] | None = kb.get("stall", token) or kb.get("stall", f"{token}_stall")
    return found


def _claim(one: Judged) -> str:
    return " ".join(one.text.split())[:SHOWN]
