"""Families S, O, M, D, P and C: what is computed from named metrics, and what running text claims.

Arithmetic is judged by the type checker and is certain; what is read from wording gives way to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from metricparse.lint.arithmetic import objections as computed
from metricparse.lint.checks import CLAIMS
from metricparse.lint.claims import judge
from metricparse.lint.claims.subject import speaks_of_kernels
from metricparse.lint.engine import Check
from metricparse.lint.model import Objection
from metricparse.lint.reading.page import Page


def _check(rule: str, page: Page) -> Iterable[Objection]:
    if not speaks_of_kernels(page):
        return []
    return [objection for found, objection in _all(page) if found == rule]


def _all(page: Page) -> list[tuple[str, Objection]]:
    """(rule, objection) of the whole page; worked out once."""
    return page.once("all claims", lambda: [*computed(page), *judge.objections(page)])


CHECKS: dict[str, Check] = {rule: partial(_check, rule) for rule in CLAIMS}
"""Rule id → check."""
