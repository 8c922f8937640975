"""``metric check``: what an expression over metric names is, and everything that is wrong with it.

For ``sm__cycles_active.avg / lts__cycles_active.avg`` the one objection is D003: cycles of two clocks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.errors import UsageError
from metricparse.semantics import arithmetic
from metricparse.semantics import dimension as dims
from metricparse.semantics.expression import (
    Call,
    ExpressionReader,
    Name,
    Node,
    Number,
    Pattern,
    Product,
    Statement,
    Sum,
)
from metricparse.semantics.facets_full import facets_in
from metricparse.semantics.families import members
from metricparse.semantics.issue import Issue, objectionable
from metricparse.semantics.known_identities import MOST_CHARACTERS, Known
from metricparse.semantics.quantity import Outcome, Quantity, merged, of_name
from metricparse.semantics.relations import relation
from metricparse.semantics.resolve import Resolver
from metricparse.semantics.semantics_book import SemanticsBook
from metricparse.semantics.wording import clock, issue_text, scope, sentence
from metricparse.semantics.written import Written

Result = dict[str, Any]
MOST_OBJECTIONS = 100
HIGHEST = 99
"""Power of a quantity up to which an expression is followed."""
MOST_LOOKED_UP = 20
"""Statements of one expression that are held against the identities; each costs some milliseconds."""
PURPOSE = {"<": "order", ">": "order", "<=": "order", ">=": "order", "≈": "equal", "=": "equal"}
CALLED_OPERATIONS = "flop"
CALLED_IPC = "ipc"
NAMES = "name"
"""Facet of objections to names; an identity does not settle those."""


class Checker:
    """Checks expressions against one knowledge base, in one language, for a chip or for all."""

    def __init__(
        self, kb: KnowledgeBase, lang: str = "en", chip: str | None = None, release: str | None = None
    ) -> None:
        self.book = SemanticsBook(kb, chip)
        self.lang, self.chip = lang, chip
        self.resolver = Resolver(self.book, lang, chip, release)
        self.reader = ExpressionReader(self.book.units)
        self.known = Known(kb, chip)
        self.patterns: dict[str, list[str]] = {}

    def check(self, text: str) -> Result:
        """Check one expression; the result has the form of ``schema/check.schema.json``, without ``values``.

        Raises UsageError for a text that is no expression.
        """
        self.resolver.start()
        return _Run(self, text).result()

    def defines(self, node: Node) -> bool:
        """``bw = …`` defines a name; ``lts__t_bytes.sum = …`` states an equation."""
        return (
            isinstance(node, Name)
            and not node.quoted
            and "__" not in node.text
            and not any(mark in node.text for mark in ".:")
            and not self.resolver.is_name(node.text)
        )


class _Run:
    """One expression."""

    def __init__(self, checker: Checker, text: str) -> None:
        self.c, self.book, self.lang, self.text = checker, checker.book, checker.lang, text
        self.statements = checker.reader.read(text)
        self.defined: dict[str, Quantity] = {}
        self.written = Written(text, checker.resolver, checker.patterns, checker.book)
        self.objections: dict[tuple[str, str, str], Result] = {}
        self.identities: dict[str, Result] = {}
        self.by_identity = False
        self.looked_up = 0
        self.left_out: list[str] = []

    def result(self) -> Result:
        last = Quantity("")
        for statement in self.statements:
            last = self._statement(statement)
        sides = self.statements[-1].sides
        if not self.objections:
            found = arithmetic.hundredfold(last)
            if len(sides) == 1:
                found += arithmetic.left_over(self.book, last.dimension)
            self._object(found, last, last, sides[0])
        if not self.objections:
            # what an identity settles is a quantity after all
            last = last._replace(mixed="" if last.mixed == "sum" else last.mixed)
        unknown = any(row["facet"] == NAMES for row in self.objections.values())
        objections = list(self.objections.values())
        verdict = "not-comparable" if objections else "convertible" if self.by_identity else "comparable"
        return {
            "expression": self.text,
            "sound": not objections,
            "verdict": verdict,
            "quantity": self.book.word("phrases", "unknown", self.lang)
            if unknown
            else sentence(self.book, last, self.lang),
            "dimension": self.book.measure(last.dimension, last.percent, self.lang),
            "unit_of_measure": "%" if last.percent else self.book.symbol(last.dimension),
            "window": " ".join(sorted({kind for kind, _ in last.windows})) or "none",
            "scope": scope(self.book, last, self.lang),
            "clock_domain": clock(self.book, last, self.lang),
            "objections": sorted(objections, key=lambda row: (row["offset"], row["rule"])),
            "identities": [self._identity(row) for row in self.identities.values()],
            "left_out": self.left_out,
        }

    def _identity(self, row: Result) -> Result:
        shown = {"id": row["id"], "chips": row["chips"], "text": row["text"]}
        if row["equals"]:
            shown["equals"] = row["equals"]
            shown["text"] = self.book.word("phrases", "equals_name", self.lang, a=row["equals"]) + row["text"]
        return shown

    # --- statements ---------------------------------------------------------------------------------------------------

    def _statement(self, statement: Statement) -> Quantity:
        first = statement.sides[0]
        if statement.relations[:1] == ("=",) and self.c.defines(first):
            assert isinstance(first, Name)
            value = self._sides(Statement(statement.sides[1:], statement.relations[1:]))
            self._called(first, value)
            self.defined[first.text] = value
            self.written.define(first.text, statement.sides[1])
            return value
        return self._sides(statement)

    def _sides(self, statement: Statement) -> Quantity:
        before = dict(self.objections)
        values = [self._value(side) for side in statement.sides]
        for index, relation_sign in enumerate(statement.relations):
            a, b = values[index], values[index + 1]
            node = statement.sides[index + 1]
            issues = relation(self.book, a, b, PURPOSE[relation_sign])
            self._object(objectionable(self.book, issues), a, b, node)
            self._bounds(statement.sides[index], a, b, relation_sign)
        self._identities(statement, before)
        return values[0]

    def _bounds(self, node: Node, a: Quantity, b: Quantity, sign: str) -> None:
        """``X.max.pct_of_peak_sustained_active <= 100`` is no bound."""
        for value, limit, below in ((a, b, "<"), (b, a, ">")):
            leaf = value.leaf
            hundred = limit.number == 100 or (limit.literal and limit.percent and limit.value_as_written == 100)
            if leaf is None or not hundred or sign not in (below, below + "="):
                continue
            if leaf.percent and leaf.share == "peak" and leaf.reduction == "max" and leaf.window == "active":
                self._object([Issue("may_pass", {"a": leaf.name})], value, limit, node)

    def _identities(self, statement: Statement, before: dict[tuple[str, str, str], Result]) -> None:
        """What the knowledge base knows about the statement: an identity that holds settles the objections to it."""
        if self.looked_up >= MOST_LOOKED_UP or isinstance(statement.sides[0], Number):
            return
        left = self.written.of(statement.sides[0], MOST_CHARACTERS)
        right = ""
        if len(statement.sides) == 2 and statement.relations[0] in ("≈", "="):
            right = self.written.of(statement.sides[1], MOST_CHARACTERS)
        if not left or (len(statement.sides) > 1 and not right) or (isinstance(statement.sides[0], Name) and not right):
            return
        self.looked_up += 1
        if any(row["facet"] == NAMES for row in self.objections.values()):
            return
        rows = self.c.known.equation(left, right, self.lang)
        holds = [row for row in rows if row["holds"]]
        if not right:
            # an identity that breaks says what a value does not equal; nobody has said that it does
            rows = holds
        for row in holds or rows:
            self.identities.setdefault(row["id"], row)
        raised = {key: row for key, row in self.objections.items() if key not in before and row["facet"] != NAMES}
        if holds:
            if raised:
                self.by_identity = True
                for key in raised:
                    del self.objections[key]
        else:
            for row in (row for row in rows if row["breaks"]):
                entry = self.book.identities.get(row["id"], {"rule": "D022", "facet": "population"})
                end = statement.sides[-1].end
                self._add(entry["rule"], entry["facet"], statement.sides[0].start, end, row["text"], row["advice"])

    def _called(self, node: Name, value: Quantity) -> None:
        """A definition that is called FLOPs or IPC must be that."""
        name = node.text.casefold()
        issues = []
        power = dict(value.dimension)
        if CALLED_OPERATIONS in name and value.number is None and power.get("op") != 1:
            if power.get("thread_inst") == 1 and value.flops and 0 not in value.flops:
                if value.flops != {1}:
                    issues.append(Issue("fma_operations", {"a": ("label", "a"), "n": str(max(value.flops)), "k": "1"}))
            elif value.leaves:
                issues.append(Issue("instructions_as_operations", {"a": ("label", "a"), "ua": ("measure", "a")}))
        elif CALLED_IPC in name.split("_") and value.leaves:
            clocks = dims.clocks(value.dimension, self.book.atoms)
            if not (len(value.dimension) == 2 and power.get("inst") == 1 and -1 in clocks.values()):
                issues.append(Issue("called_ipc", {"name": node.text, "u": ("measure", "a")}))
        self._object(issues, value, value, node)

    # --- values -------------------------------------------------------------------------------------------------------

    def _value(self, node: Node) -> Quantity:
        if isinstance(node, Number):
            return _bounded(_literal(node, self._label(node)), node)
        if isinstance(node, Name):
            return self._named(node)
        if isinstance(node, Sum):
            return self._folded(node, [(sign, self._value(term), term) for sign, term in node.terms], self._plus)
        if isinstance(node, Product):
            return self._folded(node, [(power, self._value(one), one) for power, one in node.factors], self._times)
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
        if sign == -1:
            value = value._replace(label=self._label(node), number=None if value.number is None else -value.number)
        for sign, other, part in parts[1:]:
            outcome = combine(value, other, sign, self.text[first.start : part.end])
            _bounded(outcome.value, part)
            self._object(outcome.issues, value, other, part)
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
        found = self.c.resolver.look(node.text, node.quoted)
        if found.problem:
            return self._wrong(node, found.problem, found.near)
        return of_name(self.book, facets_in(self.book, found.name, self.c.chip))

    def _wrong(self, node: Node, problem: str, near: tuple[str, ...], text: str = "") -> Quantity:
        """Object to a name; what it would be worth is not known, so that nothing else is said about it."""
        label = text or (node.text if isinstance(node, Name) else self._label(node))
        slots: dict[str, str | tuple[str, ...]] = {"a": repr(label), "near": ", ".join(near), "chip": self.c.chip or ""}
        unknown = Quantity(self._label(node), number=float("nan"))
        issue = Issue(problem, slots)
        entry = self.book.reasons[problem]
        advice = (
            issue_text(self.book, issue, "instead", unknown, unknown, self.lang)
            if near or "near" not in str(entry)
            else ""
        )
        said = issue_text(self.book, issue, "text", unknown, unknown, self.lang)
        self._add(entry["rule"], entry["facet"], node.start, node.end, said, advice)
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
        values = [self._value(one) for one in node.arguments]
        if node.function == "ceil":
            return values[0]._replace(label=self._label(node))
        value = values[0]
        for other, part in zip(values[1:], node.arguments[1:], strict=True):
            issues = objectionable(self.book, relation(self.book, value, other, "pick"))
            issues += self._clipped(node.function, value, other)
            self._object(issues, value, other, part)
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
        found = self.c.resolver.look(rest)
        if found.problem:
            return self._wrong(name, found.problem, found.near)
        facets = facets_in(self.book, found.name, self.c.chip)
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
        facets = [facets_in(self.book, name, self.c.chip) for name in names]
        kept, parts = members(facets)
        self.left_out += [one.name for one in parts if one.name not in self.left_out]
        value = of_name(self.book, kept[0])
        for one in kept[1:]:
            other = of_name(self.book, one)
            outcome = arithmetic.plus(self.book, value, other, 1, value.label)
            self._object(outcome.issues, value, other, node)
            value = outcome.value
        return value._replace(label=self._label(node)) if len(kept) > 1 else value

    # --- objections ---------------------------------------------------------------------------------------------------

    def _object(self, issues: list[Issue], a: Quantity, b: Quantity, node: Node) -> None:
        for issue in issues:
            entry = self.book.reasons[issue.key]
            text = issue_text(self.book, issue, "text", a, b, self.lang)
            advice = issue_text(self.book, issue, "instead", a, b, self.lang)
            self._add(entry["rule"], entry["facet"], node.start, node.end, text, advice)

    def _add(self, rule: str, facet: str, start: int, end: int, text: str, advice: str) -> None:
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


def check(
    kb: KnowledgeBase, expression: str, lang: str = "en", chip: str | None = None, release: str | None = None
) -> Result:
    """Check one expression; the result has the form of ``schema/check.schema.json``, without ``values``.

    Raises UsageError for a text that is no expression.
    """
    return Checker(kb, lang, chip, release).check(expression)
