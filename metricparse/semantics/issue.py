"""An objection or note about two values: which entry of kb/semantics/reasons.yaml, and what fills its slots."""

from __future__ import annotations

from typing import NamedTuple

from metricparse.semantics.semantics_book import SemanticsBook

EFFECTS = ("note", "converts", "blocks")
"""Weakest first."""
Slot = str | tuple[str, ...]


class Issue(NamedTuple):
    """One facet that differs."""

    key: str
    """Entry of kb/semantics/reasons.yaml."""
    slots: dict[str, Slot]
    """Texts, or marks that `metricparse.semantics.wording` puts into words: ("measure", side), ("window", side), …"""
    names: tuple[str, ...] = ()
    """What to use instead: full names."""
    factor: str = ""


def effect(book: SemanticsBook, issues: list[Issue]) -> str:
    """The strongest effect among issues; ``note`` for none."""
    return max((str(book.reasons[i.key]["effect"]) for i in issues), key=EFFECTS.index, default="note")


def objectionable(book: SemanticsBook, issues: list[Issue]) -> list[Issue]:
    """Issues that are an objection in an expression, where nothing converts by itself."""
    return [issue for issue in issues if book.reasons[issue.key]["effect"] != "note"]
