"""A004: a pipe or row of one architecture used for another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from metricparse.catalog.availability import availability, where_is
from metricparse.catalog.chips import chips_in_words
from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.rejected import denied_near
from metricparse.lint.reading.stated import stated_at


def check(page: Page) -> Iterator[Objection]:
    """Pipes named for chips that lack them."""
    entries = page.kb.table("pipe-word")
    named = page.holding("pipe")
    for index in page.running_with("pipe"):
        text = page.region(index).text
        signs = {word for _, word in named[index]}
        present = [(word, one) for one in entries.values() for word in one["words"] if word.lower() in signs]
        present.sort(key=lambda pair: -len(pair[0]))
        taken: list[tuple[int, int]] = []
        for word, entry in present:
            at = text.find(word)
            if at < 0 or any(start <= at < end for start, end in taken):
                continue
            taken.append((at, at + len(word)))
            found = _judge(page, index, at, word, entry)
            if found is not None:
                yield found


def _judge(page: Page, index: int, at: int, word: str, entry: dict[str, Any]) -> Objection | None:
    sentence = page.sentence_at(index, at)
    words = page.text(index, sentence)
    if page.doubted(words):
        return None
    if denied_near(page, index, sentence, at, at + len(word)):
        return None
    stated = stated_at(page, index, at)
    have = _chips(page, entry)
    if not stated.chips or stated.chips & have:
        return None
    if any(one.chips & have for one in page.chips(index) if sentence.start <= one.start < sentence.end):
        return None
    start, end = page.region(index).range(at, at + len(word))
    counterpart = next((name for name in entry["see"] if _on(page, name, stated.chips)), "")
    slots = (
        ("chip", stated.words),
        ("pipe", word),
        ("where", chips_in_words(sorted(have), page.kb.meta).replace(" ", ", ")),
        ("counterpart", f"`{counterpart}`" if counterpart else Phrases(page.kb, page.lang)("no-counterpart")),
    )
    return Objection(start, end, slots)


def _chips(page: Page, entry: dict[str, Any]) -> frozenset[str]:
    return _with_metric(page.kb, entry["metric"]) if "metric" in entry else _with_label(page.kb, entry["label"])


@cache
def _with_metric(kb: KnowledgeBase, name: str) -> frozenset[str]:
    where = availability(kb, kb.record(name) or {})
    return frozenset([*where.listed, *(chip for chip in where.library if where.on(chip) == "library")])


@cache
def _with_label(kb: KnowledgeBase, label: str) -> frozenset[str]:
    from metricparse.explain.things import covers

    rows = (kb.get("label", label) or {"meanings": []})["meanings"]
    return frozenset(chip for chip in kb.meta["class_of"] if any(covers(kb, row, [chip]) for row in rows))


def _on(page: Page, name: str, chips: frozenset[str]) -> bool:
    if page.kb.record(name) is None:
        return False
    where = where_is(page.kb, name)
    return all(where.on(chip) == "yes" for chip in chips)
