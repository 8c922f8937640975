"""What the identities of the knowledge base say about two names, an equation, or a value.

Looking one up costs some milliseconds; expressions with many names or parts are no identity and are not looked up.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.errors import UsageError
from metricparse.names.model import MetricName
from metricparse.semantics.identities import Identity, bindings_of
from metricparse.semantics.identity_book import IdentityBook, book
from metricparse.semantics.identity_expression import ExpressionError, parse, show
from metricparse.semantics.identity_match import recognize, variables

Result = dict[str, Any]
MOST_CHARACTERS = 6000
"""Of an equation that is looked up; the sum over all stall reasons takes 1,500."""


class Known:
    """Identities by what they relate."""

    def __init__(self, kb: KnowledgeBase, chip: str | None = None) -> None:
        self.kb, self.chip = kb, chip

    @cached_property
    def book(self) -> IdentityBook | None:
        """The identities; None for a knowledge base without them."""
        try:
            return book(self.kb)
        except UsageError:
            return None

    def between(self, one: str, other: str, lang: str) -> list[Result]:
        """Identities that hold two names and nothing else (but numbers and instance counts)."""
        if self.book is None:
            return []
        pair = frozenset({one, other})
        found = []
        for identity in self.book.identities:
            if identity.get("relation", "=") != "=":
                continue
            for bound in bindings_of(identity, pair, self.book.divisor):
                sides = [parse(identity["left"]), parse(identity["right"])]
                used = frozenset().union(*(variables(side, bound, self.book, identity) for side in sides))
                counts = frozenset(one for one in used if one.startswith("count("))
                if used - counts != pair:
                    continue
                left, right = (show(side, bound) for side in sides)
                found.append(self._row(identity, left, right, lang))
        return found

    def peaks(self, one: MetricName, other: MetricName, lang: str) -> list[Result]:
        """Identities that say that two counters have the same peak, for percentages under one rollup."""
        rollups = {"avg" if name.suffix.rollup == "sum" else name.suffix.rollup for name in (one, other)}
        if len(rollups) > 1 or one.suffix.submetric != other.suffix.submetric:
            return []
        names = [f"{name.base.text}.{rollups.copy().pop()}.peak_sustained" for name in (one, other)]
        return self.between(names[0], names[1], lang)

    def equation(self, left: str, right: str, lang: str) -> list[Result]:
        """Identities that an equation restates; ``right`` may be empty: then identities that say what ``left`` equals."""
        if self.book is None or len(left) + len(right) > MOST_CHARACTERS:
            return []
        try:
            found = recognize(self.book, left, right)
        except (ExpressionError, RecursionError):
            return []
        return [{**self._row(one.identity, left, right or one.equals, lang), "equals": one.equals} for one in found]

    def _row(self, identity: Identity, left: str, right: str, lang: str) -> Result:
        assert self.book is not None
        breaks = identity["verdict"] == "breaks"
        here = bool(identity.get("everywhere")) or self.chip is None or self.chip in identity["chips"]
        text = f"{identity['id']} ({', '.join(identity['chips'])}): {identity['text'][lang]}"
        if not here:
            text += self.book.word("not-measured", lang, chip=self.chip)
        return {
            "id": identity["id"],
            "chips": list(identity["chips"]),
            "verdict": identity["verdict"],
            "breaks": breaks,
            "holds": here and not breaks,
            "effect": "converts" if here and not breaks else "note",
            "left": left,
            "right": right,
            "names": [left, right],
            "advice": self.book.advice(identity["advice"], lang),
            "text": text,
        }
