"""The value of an expression, from the values of a report.

    evaluate(kb, "dram__bytes.sum / gpu__time_duration.sum", {"dram__bytes.sum": 5e8, "gpu__time_duration.sum": 2e5})

Values come in the profiler's base units (nanoseconds among them); results are in the unit that `metric check` names
(seconds, bytes per second).  Who turns nanoseconds into seconds by hand (``gpu__time_duration.sum * 1e-9``) gets the same.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from metricparse.catalog.store import KnowledgeBase
from metricparse.errors import UsageError
from metricparse.semantics.check import Checker
from metricparse.semantics.expression import Call, Name, Node, Number, Pattern, Product, Statement, Sum
from metricparse.semantics.facets_full import facets_in
from metricparse.semantics.families import members
from metricparse.semantics.written import Written

NEAR = 0.01
"""Relative distance within which two sides are ≈."""
Values = Mapping[str, float]


class MissingValueError(LookupError):
    """A value that the expression needs is not there; the message names it, or says that a divisor is zero."""


class Evaluation(NamedTuple):
    """What the last statement of an expression comes to."""

    sides: tuple[float, ...]
    """One value, or one for each side of its relations."""
    holds: bool | None
    """Whether all relations hold (≈ within `NEAR`); None without any."""


class _Amount(NamedTuple):
    """A number on the way: its SI value is ``raw * scale``, unless the author has already multiplied by that scale."""

    raw: float
    scale: float = 1.0
    tens: float = 1.0
    """Product of the thousands (1e-9, 1e6, …) that the author wrote as plain factors."""
    percent: bool = False
    literal: bool = False

    @property
    def value(self) -> float:
        by_hand = self.tens != 1.0 and math.isclose(self.tens, self.scale, rel_tol=1e-9)
        return self.raw if by_hand else self.raw * self.scale


class Evaluator:
    """Evaluates expressions against one knowledge base, kernel by kernel."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker

    def statements(self, text: str) -> tuple[Statement, ...]:
        """An expression, read; give it to `evaluate` for each kernel.

        Raises UsageError for a text that is no expression.
        """
        return self.checker.reader.read(text)

    def evaluate(self, text: str, statements: Sequence[Statement], values: Values) -> Evaluation:
        """Evaluate an expression that was read.

        Raises MissingValueError for a value that is not there, and UsageError for a name that is none.
        """
        return _Run(self.checker, text, values).run(statements)


def evaluate(kb: KnowledgeBase, expression: str, values: Values, chip: str | None = None) -> float:
    """The value of an expression; of one with relations, the value of its left side.

    Raises UsageError for a text that is no expression or holds names that are none, MissingValueError for a value that is
    not there.
    """
    evaluator = Evaluator(Checker(kb, chip=chip))
    return evaluator.evaluate(expression, evaluator.statements(expression), values).sides[0]


class _Run:
    """One expression on the values of one kernel."""

    def __init__(self, checker: Checker, text: str, values: Values) -> None:
        self.c, self.values = checker, values
        self.defined: dict[str, _Amount] = {}
        self.written = Written(text, checker.resolver, checker.patterns, checker.book)

    def run(self, statements: Sequence[Statement]) -> Evaluation:
        result = Evaluation((), None)
        for statement in statements:
            sides, relations = statement
            first = sides[0]
            if relations[:1] == ("=",) and self.c.defines(first):
                assert isinstance(first, Name)
                self.defined[first.text] = self._amount(sides[1])
                sides, relations = sides[1:], relations[1:]
            amounts = [self._amount(side) for side in sides]
            holds = [_holds(a, sign, b) for a, sign, b in zip(amounts, relations, amounts[1:], strict=False)]
            result = Evaluation(tuple(one.value for one in amounts), all(holds) if relations else None)
        return result

    def _amount(self, node: Node) -> _Amount:
        if isinstance(node, Number):
            if not node.unit:
                exponent = math.log10(node.value) if node.value > 0 else 0.0
                thousands = exponent and exponent == round(exponent) and round(exponent) % 3 == 0
                return _Amount(node.value, tens=node.value if thousands else 1.0, literal=True)
            return _Amount(node.value * node.scale, percent=node.percent, literal=True)
        if isinstance(node, Name):
            return self._named(node)
        if isinstance(node, Sum):
            total = None
            for sign, term in node.terms:
                amount = self._amount(term)
                total = _signed(amount, sign) if total is None else _added(total, amount, sign)
            assert total is not None
            return total
        if isinstance(node, Product):
            result = None
            for power, one in node.factors:
                amount = self._amount(one)
                result = amount if result is None else _multiplied(result, amount, power)
            assert result is not None
            return result
        if isinstance(node, Pattern):
            return self._total(node)
        return self._call(node)

    def _named(self, node: Name) -> _Amount:
        if not node.quoted and node.text in self.defined:
            return self.defined[node.text]
        found = self.c.resolver.look(node.text, node.quoted)
        if found.problem:
            raise UsageError(" ".join(self.c.resolver.say(node.text, found)))
        return self._value(found.name)

    def _value(self, name: str) -> _Amount:
        number = self.values.get(name)
        if number is None:
            raise MissingValueError(name)
        facets = facets_in(self.c.book, name, self.c.chip)
        return _Amount(number, scale=facets.scale, percent=facets.percent)

    def _total(self, node: Pattern) -> _Amount:
        """The sum over the names that the values hold, parts of others left out."""
        names = [name for name in self.written.expanded(node) if name in self.values]
        if not names:
            raise MissingValueError(", ".join(node.patterns))
        kept, _ = members([facets_in(self.c.book, name, self.c.chip) for name in names])
        total = self._value(kept[0].name)
        for one in kept[1:]:
            total = _added(total, self._value(one.name), 1)
        return total

    def _call(self, node: Call) -> _Amount:
        first = node.arguments[0]
        if node.function == "count":
            assert isinstance(first, Name)
            return _Amount(instances(self.values, first.text))
        if len(node.arguments) == 1 and isinstance(first, Name) and first.text.startswith("breakdown:"):
            names = [name for name in self.written.constituents(first.text) if name in self.values]
            if not names:
                raise MissingValueError(first.text)
            amounts = [self._value(name) for name in names]
        else:
            amounts = [self._amount(one) for one in node.arguments]
        if node.function == "ceil":
            return _Amount(float(math.ceil(amounts[0].value - 1e-9)), percent=amounts[0].percent)
        return (max if node.function == "max" else min)(_level(amounts), key=lambda one: one.value)


def instances(values: Values, unit: str) -> float:
    """Instances of a hardware unit: sum over average of one of its counters.

    Raises MissingValueError if no counter of the unit has both.
    """
    for name, total in values.items():
        if name.startswith(unit + "__") and name.endswith(".sum"):
            mean = values.get(name[:-4] + ".avg")
            if mean and total:
                return float(round(total / mean))
    raise MissingValueError(f"count({unit}): no counter of {unit} with both .sum and .avg")


def _signed(one: _Amount, sign: int) -> _Amount:
    return one._replace(raw=sign * one.raw)


def _level(amounts: Sequence[_Amount]) -> list[_Amount]:
    """Percentages as numbers beside numbers; a literal percentage takes on what it stands beside."""
    if all(one.percent for one in amounts):
        return list(amounts)
    if all(one.percent or (one.literal and one.scale == 1.0) for one in amounts) and not all(
        one.literal for one in amounts
    ):
        # 100 - hit_rate.pct: the plain number is meant in percent
        return [one._replace(percent=True) for one in amounts]
    return [one._replace(raw=one.raw * 0.01, percent=False) if one.percent and one.literal else one for one in amounts]


def _added(a: _Amount, b: _Amount, sign: int) -> _Amount:
    a, b = _level([a, b])
    return _Amount(a.value + sign * b.value, percent=a.percent and b.percent)


def _multiplied(a: _Amount, b: _Amount, power: int) -> _Amount:
    # a percentage that is written out is a factor: 60 % * 3.35 TB/s
    a, b = (one._replace(raw=one.raw * 0.01, percent=False) if one.percent and one.literal else one for one in (a, b))
    if power == -1 and b.raw == 0:
        raise MissingValueError("division by zero")
    return _Amount(
        a.raw * b.raw**power,
        a.scale * b.scale**power,
        a.tens * b.tens**power,
        percent=power == 1 and a.percent != b.percent and not (a.literal or b.literal),
    )


def _holds(a: _Amount, sign: str, b: _Amount) -> bool:
    a, b = _level([a, b])
    if sign in ("≈", "="):
        return math.isclose(a.value, b.value, rel_tol=NEAR)
    return {"<": a.value < b.value, ">": a.value > b.value, "<=": a.value <= b.value, ">=": a.value >= b.value}[sign]
