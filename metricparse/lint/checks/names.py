"""Rules about metric names (N001–N008, N013): one verdict a name, shared by all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from metricparse.lint.engine import Check
from metricparse.lint.model import Objection
from metricparse.lint.naming.judge import verdict
from metricparse.lint.naming.unknown import nvprof
from metricparse.lint.naming.voice import Voice
from metricparse.lint.reading.legacy import older_words
from metricparse.lint.reading.names import Taken, requested, written
from metricparse.lint.reading.page import Page

RULES = ("N001", "N002", "N003", "N004", "N005", "N006", "N007", "N008", "N013")


def verdicts(page: Page) -> list[tuple[str, Objection]]:
    """Every finding about a name of the page, each name once."""
    return page.once("verdicts on names", lambda: list(_verdicts(page)))


def _verdicts(page: Page) -> Iterator[tuple[str, Objection]]:
    voice = Voice(page)
    taken = Taken()
    for seen in requested(page):
        if not taken.add(seen.start, seen.end):
            continue
        found = verdict(voice, seen)
        if found is not None:
            yield found
    for seen in written(page, taken):
        found = verdict(voice, seen)
        if found is not None:
            yield found
    for seen, entry in older_words(page, taken):
        yield nvprof(voice, seen, entry)


def _of(rule: str, page: Page) -> Iterator[Objection]:
    return (one for id_, one in verdicts(page) if id_ == rule)


CHECKS: dict[str, Check] = {rule: partial(_of, rule) for rule in RULES}
