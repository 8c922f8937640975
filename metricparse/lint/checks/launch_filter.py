"""N010: what ``--launch-skip`` and ``--launch-count`` select, read wrongly."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metricparse.lint.model import Objection
from metricparse.lint.reading.described import Described, described, not_asserted
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence, clause
from metricparse.lint.reading.words import holds, reading

_UNFILTERED = re.compile(
    r"(?i)(?<![a-z])(?:no|without|not|never|n't)(?![a-z])[^.;]{0,24}(?:filter|`?-k(?![a-z])|--kernel)"
    r"|(?:没|未|不|无)[^。；，]{0,6}(?:过滤|`?-k(?![a-z])|--kernel)"
)
"""What says that no filter is given."""
_HOW_OFTEN = re.compile(r"(?i)(?<![a-z])how (?:often|many times)(?![a-z])|次数|几次|几遍|多少[次遍]")
_AMONG = re.compile(r"(?i)(?<![a-z])(?:between|across|among|each of the|in all) (?:the |two |all )?$|各$")
_AMONG_BEHIND = re.compile(r"(?:之间|之前|前后)")
"""What stands around passes that are only spoken of: ``between passes``."""
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
        if _UNFILTERED.search(one.sentence):
            return None
        return "skip-counts-all" if _says(page, one.rest or one.text, "skip-counts-all") else None
    if one.option == "--launch-count":
        if _says(page, one.text, "count-repeats"):
            return "count-repeats"
        if _HOW_OFTEN.search(f"{one.before[-8:]} {one.text}") and "ncu" in one.before:
            return "count-repeats" if _says(page, one.before, "count-repeats") else None
        return "count-passes" if _says(page, one.text, "count-passes") else None
    return None


def _says(page: Page, text: str, key: str) -> bool:
    """Whether a description has a wrong reading and does not deny it."""
    found = holds(page.kb, text, key)
    if found is None:
        return False
    if key == "count-passes" and (_AMONG.search(text[: found.start()]) or _AMONG_BEHIND.match(text, found.end())):
        return False
    near = clause(text, Sentence(0, len(text)), found.start(), found.end())
    return not page.said(text[near.start : found.start()], "denies")
