"""Identities of the knowledge base on the values of a report: where they apply, whether they close, by how much not.

An identity is a dict as kb/identities.yaml holds it; this module binds its placeholders to the names that a kernel has.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from metricparse.report.model import Kernel
from metricparse.semantics.identity_expression import (
    Amount,
    Bindings,
    MissingError,
    Name,
    Scope,
    evaluate,
    names,
    parse,
    show,
)

Identity = Mapping[str, Any]
Members = Callable[[Identity, str], Sequence[str]]
"""(identity, set variable) → members of the set, from the catalogue."""

ROLLUPS = ("avg", "max", "min", "sum")
PRINT_SLACK = 1e-9
"""Relative room for float rounding beside the printed digits."""


class Outcome(NamedTuple):
    """One identity on one kernel under one binding."""

    identity: str
    bindings: Bindings
    left: float
    right: float
    error: float
    """abs(left - right) / abs(right); 1 where the right side is zero and the left is not."""
    excess: float
    """The part of the error that cut digits cannot explain; 0 if they can.  For ``<=``, only what is above."""
    difference: float
    """The part of left - right (absolute) that cut digits cannot explain."""
    left_text: str
    right_text: str
    left_names: tuple[str, ...]
    """Full names on the left, without the members of sets."""
    right_names: tuple[str, ...]


def match(template: str, name: str) -> dict[str, str] | None:
    """Bind the placeholders of a template to a name, or None.

    Placeholders hold no dot; each takes the shortest text up to the next literal, without going back, so that the time is
    linear in the name.  A placeholder R takes rollups only.

    >>> match("{X}.{R}.per_second", "lts__t_sectors.sum.per_second")
    {'X': 'lts__t_sectors', 'R': 'sum'}
    >>> match("{X}.{R}", "sm__throughput") is None
    True
    """
    found: dict[str, str] = {}
    first, *rest = template.split("{")
    if not name.startswith(first):
        return None
    at = len(first)
    for index, piece in enumerate(rest):
        key, _, literal = piece.partition("}")
        last = index == len(rest) - 1
        end = len(name) - len(literal) if last else name.find(literal, at)
        if end <= at or (last and not name.endswith(literal)):
            return None
        value = name[at:end]
        if "." in value or found.get(key, value) != value or (key == "R" and value not in ROLLUPS):
            return None
        found[key] = value
        at = end + len(literal)
    return found if at == len(name) else None


def unit_of(name: str) -> str:
    """The hardware unit in front of a name."""
    return name.partition("__")[0]


class KernelScope:
    """The values of one kernel, as expressions need them."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._counts: dict[str, float | None] = {}

    def look(self, name: str) -> Amount | None:
        """Value and tolerance of a full name."""
        value = self.kernel.values.get(name)
        return None if value is None or value.number is None else Amount(value.number, value.tolerance)

    def count(self, unit: str) -> float | None:
        """Instances of a unit: sum over average of one of its counters, its elapsed cycles if the report has them."""
        if unit not in self._counts:
            self._counts[unit] = self._count(unit)
        return self._counts[unit]

    def _count(self, unit: str) -> float | None:
        start = unit + "__"
        candidates = [f"{unit}__cycles_elapsed", f"{unit}__cycles_active", f"{unit}__time_duration"]
        candidates += sorted(n[:-4] for n in self.kernel.values if n.endswith(".avg") and n.startswith(start))
        for base in candidates:
            total, mean = self.look(f"{base}.sum"), self.look(f"{base}.avg")
            if total is None or mean is None or mean.value <= 0 or mean.slack > 0.001 * mean.value:
                continue
            number = total.value / mean.value
            if round(number) >= 1 and abs(number - round(number)) < 0.01:
                return float(round(number))
        return None


def bindings_of(
    identity: Identity, have: Collection[str], divisor: Callable[[str], str] = unit_of
) -> Iterator[dict[str, str]]:
    """Every way to bind the placeholders of an identity to names of a report, in the report's order.

    The template with most placeholders is matched against the names; {U} is the unit whose cycles divide the counter {X}
    (``divisor``).  ``where`` in the identity restricts a placeholder: a list of values, or ``not``, ``has`` and
    ``without`` (texts that the value must or must not hold).  Bindings for which a name is absent are left out.
    """
    anchor = anchor_of(identity)
    where: Mapping[str, Any] = identity.get("where", {})
    needed = [name for side in ("left", "right") for name, in_set in names(parse(identity[side])) if not in_set]
    candidates: Iterable[str] = have if anchor is not None else ("",)
    for name in candidates:
        bound = {} if anchor is None else match(anchor.template, name)
        if bound is None:
            continue
        if "X" in bound:
            bound["U"] = divisor(bound["X"])
        if all(_allowed(rule, bound.get(key, "")) for key, rule in where.items()) and all(
            one.fill(bound) in have for one in needed
        ):
            yield bound


def anchor_of(identity: Identity) -> Name | None:
    """The name template that binds most placeholders."""
    best: Name | None = None
    for side in ("left", "right"):
        for name, in_set in names(parse(identity[side])):
            free = set(name.free) - {"U"}
            if not in_set and free and (best is None or len(free) > len(set(best.free) - {"U"})):
                best = name
    return best


def _allowed(rule: Any, value: str) -> bool:
    if isinstance(rule, str):
        return value == rule
    if isinstance(rule, Mapping):
        return (
            value not in rule.get("not", ())
            and all(text in value for text in rule.get("has", ()))
            and not any(text in value for text in rule.get("without", ()))
        )
    return value in rule


def outcome(identity: Identity, bound: Bindings, scope: KernelScope, members: Members) -> Outcome | None:
    """Evaluate an identity under one binding; None if the kernel lacks a value, or if both sides are zero."""
    left, right = parse(identity["left"]), parse(identity["right"])
    around = Scope(scope.look, scope.count, lambda variable: members(identity, variable))
    try:
        a, b = evaluate(left, bound, around), evaluate(right, bound, around)
    except (MissingError, OverflowError):
        return None
    if (a.value == 0 and b.value == 0) or not all(map(math.isfinite, (*a, *b))):
        return None
    gap = a.value - b.value
    if identity.get("relation", "=") == "<=":
        gap = max(0.0, gap)
    elif identity.get("relation") == ">=":
        gap = max(0.0, -gap)
    gap = abs(gap)
    base = abs(b.value) or abs(a.value)
    unexplained = max(0.0, gap - a.slack - b.slack - PRINT_SLACK * base)
    used = [tuple(dict.fromkeys(n.fill(bound) for n, in_set in names(side) if not in_set)) for side in (left, right)]
    return Outcome(
        identity["id"],
        bound,
        a.value,
        b.value,
        gap / base,
        unexplained / base,
        unexplained,
        show(left, bound),
        show(right, bound),
        used[0],
        used[1],
    )


def outcomes(
    identity: Identity, scope: KernelScope, members: Members, divisor: Callable[[str], str] = unit_of
) -> Iterator[Outcome]:
    """Every outcome of an identity on a kernel."""
    for bound in bindings_of(identity, scope.kernel.values.keys(), divisor):
        found = outcome(identity, bound, scope, members)
        if found is not None:
            yield found
