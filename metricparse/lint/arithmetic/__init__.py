"""Arithmetic and comparisons over spelled-out metrics, held against the type checker (`metricparse.semantics`).

    objections(page)   → [("D001", Objection(…)), …], one for each expression, worked out once for a page

Running text, cells, formulas and code are read by modules of their own; each hands `model.Stated` to `judge`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from metricparse.lint.arithmetic import code, latex, running
from metricparse.lint.arithmetic.judge import ORDER, judged, objection
from metricparse.lint.arithmetic.mentions import full_name
from metricparse.lint.arithmetic.model import Stated
from metricparse.lint.arithmetic.silence import silent
from metricparse.lint.engine import Check
from metricparse.lint.model import Objection
from metricparse.lint.reading.names import names_in
from metricparse.lint.reading.page import Page
from metricparse.text.model import Region

Found = tuple[str, Objection]
SPOKEN = frozenset({"prose", "table-cell", "quote", "comment", "docstring"})
"""Kinds of regions whose running text is read; a heading states nothing."""


def objections(page: Page) -> list[Found]:
    """(rule, objection) for every expression and comparison that is certainly wrong, in the order of the text."""
    return page.once("arithmetic", lambda: _objections(page))


def _objections(page: Page) -> list[Found]:
    if "__" not in page.document.text and not running.may_speak(page):
        return []
    found: list[Found] = []

    def judge(one: Stated) -> bool:
        verdict = judged(page, one)
        if verdict is None or silent(page, one):
            return False
        found.append((verdict.rule, objection(page, one, verdict)))
        return True

    for index, region in enumerate(page.document.regions):
        if region.kind in SPOKEN:
            for one in running.stated(page, index):
                judge(one)
        elif region.kind == "code" and region.parent < 0:
            if region.language not in code.UNREAD and _names(page, region):
                code.read(page.kb, index, region.text, region.language, judge)
        elif region.kind == "math":
            for one in _formula(page, index, region):
                judge(one)
    return sorted(dict.fromkeys(found), key=lambda row: (row[1].start, row[1].end, row[0]))


def _names(page: Page, region: Region) -> bool:
    """Whether a block of code names a metric, or two labels; two underscores alone are common in CUDA code."""
    if running.speaks(page.kb, region.text.lower()):
        return True
    return "__" in region.text and any(
        not pattern and full_name(page.kb, region.text[first:last]) is not None
        for first, last, pattern in names_in(region.text)
    )


def _formula(page: Page, index: int, region: Region) -> Iterable[Stated]:
    """What a formula states; the whole of it is the place."""
    text = latex.plain(region.text) if "__" in region.text.replace("\\_", "_") else ""
    return running.stated_in(page, index, text) if text else ()


def _check(rule: str, page: Page) -> Iterable[Objection]:
    return [one for found, one in objections(page) if found == rule]


ARITHMETIC: dict[str, Check] = {rule: partial(_check, rule) for rule in sorted(ORDER)}
"""Rule id → check, for the engine's table."""
