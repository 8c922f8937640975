"""Which identity of the knowledge base stands behind arithmetic that a person wrote.

    lts__t_bytes.sum / lts__t_sectors.sum = 32       → F1, however it was turned around
    100 * lts__t_sectors_lookup_hit.sum / lts__t_sectors.sum   → F8, and what it equals

Two equations are held to be one if they have the same names and the second holds wherever the first does.  That is tried on
drawn numbers: the identity is solved for one name, and the other equation must close there, in three draws with all digits.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import NamedTuple

from metricparse.semantics.identities import Identity, bindings_of
from metricparse.semantics.identity_book import IdentityBook
from metricparse.semantics.identity_expression import (
    Amount,
    Binary,
    Bindings,
    Fold,
    MissingError,
    Name,
    Node,
    Number,
    Scope,
    evaluate,
    names,
    parse,
)

DRAWS = 3
CLOSE = 1e-9
MOST_NAMES = 200
"""An equation with more names is no identity of the knowledge base."""


class Recognized(NamedTuple):
    """An identity behind an expression."""

    identity: Identity
    bindings: Bindings
    equals: str
    """For an expression without a relation: the full name that it equals; else empty."""


def variables(node: Node, bindings: Bindings, book: IdentityBook | None, identity: Identity | None) -> frozenset[str]:
    """Full names and ``count(unit)`` in an expression, members of sets written out."""
    if isinstance(node, Number):
        return frozenset()
    if isinstance(node, Name):
        return frozenset([node.fill(bindings)])
    if isinstance(node, Binary):
        return variables(node.left, bindings, book, identity) | variables(node.right, bindings, book, identity)
    if isinstance(node, Fold):
        members = book.members(identity, node.variable) if book is not None and identity is not None else ()
        return frozenset().union(
            *(variables(node.body, {**bindings, node.variable: m}, book, identity) for m in members)
        )
    if node.function == "count" and isinstance(node.arguments[0], Name):
        return frozenset([f"count({node.arguments[0].fill(bindings)})"])
    return frozenset().union(*(variables(a, bindings, book, identity) for a in node.arguments))


class _Draw:
    """Numbers for every variable; one of them can be moved."""

    def __init__(self, chosen: Mapping[str, float], book: IdentityBook, identity: Identity) -> None:
        self.values = dict(chosen)
        self.scope = Scope(
            lambda name: Amount(self.values[name]) if name in self.values else None,
            lambda unit: self.values.get(f"count({unit})"),
            lambda variable: book.members(identity, variable),
        )

    def gap(self, left: Node, right: Node, bindings: Bindings) -> float:
        return evaluate(left, bindings, self.scope).value - evaluate(right, bindings, self.scope).value

    def size(self, left: Node, right: Node, bindings: Bindings) -> float:
        return max(abs(evaluate(side, bindings, self.scope).value) for side in (left, right))

    def solve(self, pivot: str, left: Node, right: Node, bindings: Bindings) -> bool:
        """Move the pivot until both sides agree; False if that does not come about."""
        a, fa = self.values[pivot], self.gap(left, right, bindings)
        b = self.values[pivot] = a * 1.5
        for _ in range(60):
            fb = self.gap(left, right, bindings)
            if abs(fb) <= 1e-13 * self.size(left, right, bindings):
                return self.values[pivot] > 0
            if fb == fa or not math.isfinite(fb):
                return False
            a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
            self.values[pivot] = b
        return False


def same(book: IdentityBook, identity: Identity, bindings: Bindings, left: Node, right: Node) -> bool:
    """Whether an equation says the same as a bound identity."""
    mine = parse(identity["left"]), parse(identity["right"])
    wanted = variables(left, {}, None, None) | variables(right, {}, None, None)
    have = variables(mine[0], bindings, book, identity) | variables(mine[1], bindings, book, identity)
    if wanted != have or not wanted or len(wanted) > MOST_NAMES:
        return False
    order = sorted(wanted)
    # a name that stands alone on a side can always be solved for
    alone = [side.fill(bindings) for side in mine if isinstance(side, Name)]
    pivots = alone or order
    chance = random.Random(1)  # noqa: S311 - no secret: the same draw every time
    closed = 0
    for attempt in range(4 * DRAWS):
        draw = _Draw({name: chance.uniform(1.0, 2.0) for name in order}, book, identity)
        try:
            if not draw.solve(pivots[attempt % len(pivots)], *mine, bindings):
                continue
            if abs(draw.gap(left, right, {})) > CLOSE * draw.size(left, right, {}):
                return False
        except (MissingError, OverflowError):
            continue
        closed += 1
        if closed == DRAWS:
            return True
    return False


def recognize(book: IdentityBook, left: str, right: str = "") -> list[Recognized]:
    """Identities that an equation restates, or that say what an expression equals (``right`` empty).

    Bounds (``<=``) are not looked for.  Raises `identity_expression.ExpressionError` for text that is no expression of
    that language.
    """
    first = parse(left)
    result: list[Recognized] = []
    if right:
        second = parse(right)
        have = variables(first, {}, None, None) | variables(second, {}, None, None)
        for identity, bound in _bound(book, have):
            if same(book, identity, bound, first, second):
                result.append(Recognized(identity, bound, ""))
        return result
    have = variables(first, {}, None, None)
    for identity in book.identities:
        for side, other in (("left", "right"), ("right", "left")):
            lone = parse(identity[side])
            if not isinstance(lone, Name) or identity.get("relation", "=") != "=":
                continue
            for bound in _completions(book, identity, other, lone, have):
                whole = lone.fill(bound)
                if (
                    "{" not in whole
                    and whole not in have
                    and same(book, identity, bound, lone._replace(template=whole), first)
                ):
                    result.append(Recognized(identity, bound, whole))
    return result


def _bound(book: IdentityBook, have: frozenset[str]) -> list[tuple[Identity, dict[str, str]]]:
    found = []
    for identity in book.identities:
        if identity.get("relation", "=") == "=":
            found += [(identity, bound) for bound in bindings_of(identity, have, book.divisor)]
    return found


def _completions(
    book: IdentityBook, identity: Identity, side: str, lone: Name, have: frozenset[str]
) -> list[dict[str, str]]:
    """Bindings under which one side of an identity has its names among those written."""
    half = {**identity, "left": identity[side], "right": "0"}
    if not any(not in_set for _, in_set in names(parse(identity[side]))):
        # only a set on this side: it must be the whole set
        bound: dict[str, str] = {}
        return [bound] if not lone.free and variables(parse(identity[side]), bound, book, identity) == have else []
    return list(bindings_of(half, have, book.divisor))
