"""The quantity of every node of an expression, with each objection that is met on the way and its place in the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from metricparse.errors import UsageError
from metricparse.semantics import arithmetic
from metricparse.semantics.expression import Call, Name, Node, Number, Pattern, Product, Sum
from metricparse.semantics.facets_full import facets_in
from metricparse.semantics.families import members
from metricparse.semantics.issue import Issue, objectionable
from metricparse.semantics.quantity import Outcome, Quantity, merged, of_name
from metricparse.semantics.relations import relation
from metricparse.semantics.resolve import Resolver
from metricparse.semantics.wording import issue_text
from metricparse.semantics.written import Written

Objection = dict[str, Any]
MOST_OBJECTIONS = 100
HIGHEST = 99
"""Power of a quantity up to which an expression is followed."""


class Met(NamedTuple):
    """An issue, where it was met: between which values, and what the expression does with them."""

    reason: str
    """Entry of kb/semantics/reasons.yaml."""
    doing: str
    """add, subtract, times, divide, pick, order, equal; empty for what concerns one value."""
    rule: str
    facet: str
    text: str
    instead: str
    a: Quantity
    b: Quantity


class Valuation:
    """Values nodes of one expression; definitions are given one by one, objections gather."""

    def __init__(self, text: str, resolver: Resolver, written: Written) -> None:
        self.text, self.resolver, self.written = text, resolver, written
        self.book, self.lang, self.chip = resolver.book, resolver.lang, resolver.chip
        self.defined: dict[str, Quantity] = {}
        self.objections: dict[tuple[str, str, str], Objection] = {}
        self.met: list[Met] = []
        """Every issue that was objected to, in order."""
        self.left_out: list[str] = []
        """Names of sums that are parts of others in them."""

    def value(self, node: Node) -> Quantity:
        """The quantity of a node.

        Raises UsageError for a power that is too high and a pattern that is none.
        """
        if isinstance(node, Number):
            return _bounded(_literal(node, self._label(node)), node)
        if isinstance(node, Name):
            return self._named(node)
        if isinstance(node, Sum):
            return self._folded(node, [(sign, self.value(term), term) for sign, term in node.terms], self._plus)
        if isinstance(node, Product):
            return self._folded(node, [(power, self.value(one), one) for power, one in node.factors], self._times)
        if isinstance(node, Pattern):
            return self._pattern(node)
        return self._call(node)

    def _label(self, node: Node) -> str:
        return self.text[node.start : node.end]

    def _folded(
        self,
        node: Node,
        parts: list[tuple[int, Quantity, Node]],
        combine: Callable[[Quantity, Quantity, int, str], Outcome],
    ) -> Quantity:
        sign, value, first = parts[0]
        before = sign if value.number is None else 0
        if sign == -1:
            value = value._replace(label=self._label(node), number=None if value.number is None else -value.number)
        for sign, other, part in parts[1:]:
            outcome = combine(value, other, sign, self.text[first.start : part.end])
            _bounded(outcome.value, part)
            if isinstance(node, Product):
                doing = "times" if sign == 1 else "divide"
            else:
                # 100 - a - b takes a and b away together: it adds them
                doing = "add" if sign == (before or 1) else "subtract"
            self.object_to(outcome.issues, value, other, part, doing)
            before = before or (sign if other.number is None else 0)
            value = outcome.value
        return value

    def _plus(self, a: Quantity, b: Quantity, sign: int, label: str) -> Outcome:
        return arithmetic.plus(self.book, a, b, sign, label)

    def _times(self, a: Quantity, b: Quantity, power: int, label: str) -> Outcome:
        return (arithmetic.times if power == 1 else arithmetic.over)(self.book, a, b, label)

    def _named(self, node: Name) -> Quantity:
        if not node.quoted and node.text in self.defined:
            return self.defined[node.text]
        prefix, _ = self.book.kb.prefix(node.text)
        if not node.quoted and "breakdown:" in prefix:
            return self._wrong(node, "prefix_alone", ())
        found = self.resolver.look(node.text, node.quoted)
        if found.problem:
            return self._wrong(node, found.problem, found.near)
        return of_name(self.book, facets_in(self.book, found.name, self.chip))

    def _wrong(self, node: Node, problem: str, near: tuple[str, ...], text: str = "") -> Quantity:
        """Object to a name; what it would be worth is not known, so that nothing else is said about it."""
        label = text or (node.text if isinstance(node, Name) else self._label(node))
        slots: dict[str, str | tuple[str, ...]] = {"a": repr(label), "near": ", ".join(near), "chip": self.chip or ""}
        unknown = Quantity(self._label(node), number=float("nan"))
        issue = Issue(problem, slots)
        entry = self.book.reasons[problem]
        advice = (
            issue_text(self.book, issue, "instead", unknown, unknown, self.lang)
            if near or "near" not in str(entry)
            else ""
        )
        said = issue_text(self.book, issue, "text", unknown, unknown, self.lang)
        self.add(entry["rule"], entry["facet"], node.start, node.end, said, advice)
        return unknown

    def _call(self, node: Call) -> Quantity:
        if node.function == "count":
            return self._count(node)
        first = node.arguments[0]
        if (
            node.function in ("min", "max")
            and len(node.arguments) == 1
            and isinstance(first, Name)
            and not first.quoted
        ):
            prefix, rest = self.book.kb.prefix(first.text)
            if "breakdown:" in prefix:
                return self._breakdown(node, first, rest)
        values = [self.value(one) for one in node.arguments]
        if node.function == "ceil":
            return values[0]._replace(label=self._label(node))
        value = values[0]
        for other, part in zip(values[1:], node.arguments[1:], strict=True):
            issues = objectionable(self.book, relation(self.book, value, other, "pick"))
            issues += self._clipped(node.function, value, other)
            self.object_to(issues, value, other, part, "pick")
            known, plain = (other, value) if value.number is not None else (value, other)
            value = (
                known._replace(label=self._label(node)) if plain.number is not None else self._both(node, value, other)
            )
        return value

    def _both(self, node: Call, a: Quantity, b: Quantity) -> Quantity:
        both = merged(a, b, self._label(node))
        if len(both.references) > 1:
            both = both._replace(mixed=both.mixed or node.function)
        return both if not a.literal else both._replace(dimension=b.dimension, percent=b.percent, scope=b.scope)

    @staticmethod
    def _clipped(function: str, a: Quantity, b: Quantity) -> list[Issue]:
        for value, limit, side in ((a, b, "a"), (b, a, "b")):
            hundred = limit.number in (1, 100) or (limit.literal and limit.percent)
            if function == "min" and hundred and value.share in ("look_ups", "part", "peak"):
                return [Issue("clipped", {"a": ("label", side), "k": limit.label})]
        return []

    def _breakdown(self, node: Call, name: Name, rest: str) -> Quantity:
        """The largest constituent of a throughput is the throughput; the smallest is one percentage among others."""
        found = self.resolver.look(rest)
        if found.problem:
            return self._wrong(name, found.problem, found.near)
        facets = facets_in(self.book, found.name, self.chip)
        if not facets.aggregation:
            return self._wrong(name, "no_breakdown", (), rest)
        return of_name(self.book, facets)._replace(label=self._label(node))

    def _count(self, node: Call) -> Quantity:
        (unit, *rest) = node.arguments
        if isinstance(unit, Name) and not rest:
            entry = self.book.kb.get("unit", unit.text)
            if entry and not entry.get("pseudo"):
                return Quantity(self._label(node), counts=unit.text)
        from metricparse.names.suggest import closest

        units = [key for key, entry in self.book.kb.items("unit") if not entry.get("pseudo")]
        label = self._label(unit)
        near = tuple(closest(label, units, 3)) or tuple(one for one in units if label.startswith(one))
        return self._wrong(unit, "unknown_unit", near, self._label(unit))

    def _pattern(self, node: Pattern) -> Quantity:
        names = self.written.expanded(node)
        if not names:
            meant = [one.replace(".*", "*").replace("*", ".*") for one in node.patterns]
            if tuple(meant) != node.patterns and self.written.expanded(node._replace(patterns=tuple(meant))):
                return self._wrong(node, "glob", (f"sum({', '.join(meant)})",), ", ".join(node.patterns))
            return self._wrong(node, "no_match", (), ", ".join(node.patterns))
        facets = [facets_in(self.book, name, self.chip) for name in names]
        kept, parts = members(facets)
        self.left_out += [one.name for one in parts if one.name not in self.left_out]
        value = of_name(self.book, kept[0])
        for one in kept[1:]:
            other = of_name(self.book, one)
            outcome = arithmetic.plus(self.book, value, other, 1, value.label)
            self.object_to(outcome.issues, value, other, node, "add")
            value = outcome.value
        return value._replace(label=self._label(node)) if len(kept) > 1 else value

    # --- objections ---------------------------------------------------------------------------------------------------

    def object_to(self, issues: list[Issue], a: Quantity, b: Quantity, node: Node, doing: str = "") -> None:
        """Object to what stands between two values, at a node; ``doing`` is what the expression does with them."""
        for issue in issues:
            entry = self.book.reasons[issue.key]
            text = issue_text(self.book, issue, "text", a, b, self.lang)
            advice = issue_text(self.book, issue, "instead", a, b, self.lang)
            self.met.append(Met(issue.key, doing, entry["rule"], entry["facet"], text, advice, a, b))
            self.add(entry["rule"], entry["facet"], node.start, node.end, text, advice)

    def add(self, rule: str, facet: str, start: int, end: int, text: str, advice: str) -> None:
        """Add an objection, each text once."""
        if len(self.objections) < MOST_OBJECTIONS:
            row = {
                "rule": rule,
                "facet": facet,
                "offset": start,
                "length": end - start,
                "text": text,
                "instead": advice,
            }
            self.objections.setdefault((rule, facet, text), row)


def _bounded(value: Quantity, node: Node) -> Quantity:
    """The value; raises UsageError for bytes to the power of a hundred."""
    if any(abs(power) > HIGHEST for _, power in value.dimension):
        raise UsageError(f"character {node.start + 1}: a quantity to a power above {HIGHEST}; split the expression")
    return value


def _literal(node: Number, label: str) -> Quantity:
    if not node.unit:
        return Quantity(label, number=node.value, literal=True)
    return Quantity(
        label,
        node.dimension,
        node.percent,
        literal=True,
        generic=node.generic,
        counts=node.counts,
        value_as_written=node.value,
        written_scale=node.scale,
    )
