"""N010: what ``--launch-skip`` and ``--launch-count`` select, read wrongly."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.lint.model import Objection
from metricparse.lint.reading.described import Described, described, not_asserted
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.words import holds, reading

_FILTERS = ("-k ", "-k`", "--kernel-name", "--kernel-id", "regex:", "filter", "过滤", "滤", "match", "匹配")


def check(page: Page) -> Iterator[Objection]:
    """Descriptions of the two options that say something else."""
    for one in described(page):
        key = misread(page, one)
        if key is None or not_asserted(page, one):
            continue
        entry = reading(page.kb, key)
        start, end = page.region(one.region).range(one.start, one.end)
        slots = (
            ("option", one.written),
            ("reading", entry["name"][page.lang]),
            ("meaning", entry["means"][page.lang]),
        )
        yield Objection(start, end, slots)


def misread(page: Page, one: Described) -> str | None:
    """The wrong reading of one of the two options, or None."""
    if one.option == "--launch-skip":
        if not any(word in page.document.text for word in _FILTERS):
            return None  # without a filter every launch counts
        return "skip-counts-all" if holds(page.kb, one.rest or one.text, "skip-counts-all") else None
    if one.option == "--launch-count":
        if holds(page.kb, one.text, "count-repeats"):
            return "count-repeats"
        return "count-passes" if holds(page.kb, one.text, "count-passes") else None
    return None
