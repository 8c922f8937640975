"""``metric check``: what an expression over metric names is, and everything that is wrong with it.

For ``sm__cycles_active.avg / lts__cycles_active.avg`` the one objection is D003: cycles of two clocks.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from metricparse.catalog.store import KnowledgeBase
from metricparse.semantics import arithmetic
from metricparse.semantics import dimension as dims
from metricparse.semantics.expression import ExpressionReader, Name, Node, Number, Statement
from metricparse.semantics.issue import Issue, objectionable
from metricparse.semantics.known_identities import MOST_CHARACTERS, Known
from metricparse.semantics.quantity import Quantity
from metricparse.semantics.relations import relation
from metricparse.semantics.resolve import Resolver
from metricparse.semantics.semantics_book import SemanticsBook
from metricparse.semantics.valuation import Met, Valuation
from metricparse.semantics.wording import clock, scope, sentence
from metricparse.semantics.written import Written

Result = dict[str, Any]
MOST_LOOKED_UP = 20
"""Statements of one expression that are held against the identities; each costs some milliseconds."""
PURPOSE = {"<": "order", ">": "order", "<=": "order", ">=": "order", "≈": "equal", "=": "equal"}
CALLED_OPERATIONS = "flop"
CALLED_IPC = "ipc"
NAMES = "name"
"""Facet of objections to names; an identity does not settle those."""


class Judged(NamedTuple):
    """What `Checker.judged` found."""

    quantity: Quantity
    """Of the last statement; of one with relations, of its left side."""
    met: tuple[Met, ...]
    """Issues that no identity settles, in the order in which they were met; what is wrong with names is not among them."""


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

    def judged(self, text: str) -> Judged:
        """What an expression is, and each issue that stands in it with the values between which it was met.

        Raises UsageError for a text that is no expression.
        """
        self.resolver.start()
        run = _Run(self, text)
        run.result()
        kept = [one for one in run.values.met if (one.rule, one.facet, one.text) in run.values.objections]
        return Judged(run.last, tuple(kept))

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
        written = Written(text, checker.resolver, checker.patterns, checker.book)
        self.values = Valuation(text, checker.resolver, written)
        self.identities: dict[str, Result] = {}
        self.by_identity = False
        self.looked_up = 0
        self.last = Quantity("")

    def result(self) -> Result:
        last = Quantity("")
        for statement in self.statements:
            last = self._statement(statement)
        self.last = last
        sides = self.statements[-1].sides
        if not self.values.objections:
            found = arithmetic.hundredfold(last)
            if len(sides) == 1:
                found += arithmetic.left_over(self.book, last.dimension)
            self.values.object_to(found, last, last, sides[0])
        if not self.values.objections:
            # what an identity settles is a quantity after all
            last = last._replace(mixed="" if last.mixed == "sum" else last.mixed)
        nothing = "unknown" if any(row["facet"] == NAMES for row in self.values.objections.values()) else ""
        nothing = nothing or ("mixed" if last.mixed == "sum" else "")
        said = self.book.word("phrases", nothing, self.lang)
        if nothing:
            # neither a sum of unlike terms nor a name that nobody knows has a unit, a window or a scope
            last = Quantity("")
        objections = list(self.values.objections.values())
        verdict = "not-comparable" if objections else "convertible" if self.by_identity else "comparable"
        return {
            "expression": self.text,
            "sound": not objections,
            "verdict": verdict,
            "quantity": said or sentence(self.book, last, self.lang),
            "dimension": said or self.book.measure(last.dimension, last.percent, self.lang),
            "unit_of_measure": "%" if last.percent else self.book.symbol(last.dimension),
            "window": " ".join(sorted({kind for kind, _ in last.windows})) or "none",
            "scope": scope(self.book, last, self.lang),
            "clock_domain": clock(self.book, last, self.lang),
            "objections": sorted(objections, key=lambda row: (row["offset"], row["rule"])),
            "identities": [self._identity(row) for row in self.identities.values()],
            "left_out": self.values.left_out,
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
            self.values.defined[first.text] = value
            self.values.written.define(first.text, statement.sides[1])
            return value
        return self._sides(statement)

    def _sides(self, statement: Statement) -> Quantity:
        before = dict(self.values.objections)
        values = [self.values.value(side) for side in statement.sides]
        for index, relation_sign in enumerate(statement.relations):
            a, b = values[index], values[index + 1]
            node = statement.sides[index + 1]
            issues = relation(self.book, a, b, PURPOSE[relation_sign])
            self.values.object_to(objectionable(self.book, issues), a, b, node, PURPOSE[relation_sign])
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
                self.values.object_to([Issue("may_pass", {"a": leaf.name})], value, limit, node)

    def _identities(self, statement: Statement, before: dict[tuple[str, str, str], Result]) -> None:
        """What the knowledge base knows about the statement: an identity that holds settles the objections to it."""
        if self.looked_up >= MOST_LOOKED_UP or isinstance(statement.sides[0], Number):
            return
        left = self.values.written.of(statement.sides[0], MOST_CHARACTERS)
        right = ""
        if len(statement.sides) == 2 and statement.relations[0] in ("≈", "="):
            right = self.values.written.of(statement.sides[1], MOST_CHARACTERS)
        if not left or (len(statement.sides) > 1 and not right) or (isinstance(statement.sides[0], Name) and not right):
            return
        self.looked_up += 1
        if any(row["facet"] == NAMES for row in self.values.objections.values()):
            return
        rows = self.c.known.equation(left, right, self.lang)
        holds = [row for row in rows if row["holds"]]
        if not right:
            # an identity that breaks says what a value does not equal; nobody has said that it does
            rows = holds
        for row in holds or rows:
            self.identities.setdefault(row["id"], row)
        raised = {
            key: row for key, row in self.values.objections.items() if key not in before and row["facet"] != NAMES
        }
        if holds:
            if raised:
                self.by_identity = True
                for key in raised:
                    del self.values.objections[key]
        else:
            for row in (row for row in rows if row["breaks"]):
                entry = self.book.identities.get(row["id"], {"rule": "D022", "facet": "population"})
                end = statement.sides[-1].end
                self.values.add(
                    entry["rule"], entry["facet"], statement.sides[0].start, end, row["text"], row["advice"]
                )

    def _called(self, node: Name, value: Quantity) -> None:
        """A count of instructions that is called FLOPs or IPC must be that; quotients of such may be called after them."""
        name = node.text.casefold()
        issues = []
        power = dict(value.dimension)
        counted = power.get("thread_inst") == 1 or power.get("inst") == 1
        if CALLED_OPERATIONS in name and counted:
            if power.get("thread_inst") == 1 and value.flops and 0 not in value.flops:
                if value.flops != {1}:
                    issues.append(Issue("fma_operations", {"a": ("label", "a"), "n": str(max(value.flops)), "k": "1"}))
            else:
                issues.append(Issue("instructions_as_operations", {"a": ("label", "a"), "ua": ("measure", "a")}))
        elif CALLED_IPC in name.split("_") and counted:
            clocks = dims.clocks(value.dimension, self.book.atoms)
            if not (len(value.dimension) == 2 and power.get("inst") == 1 and -1 in clocks.values()):
                issues.append(Issue("called_ipc", {"name": node.text, "u": ("measure", "a")}))
        self.values.object_to(issues, value, value, node)


def check(
    kb: KnowledgeBase, expression: str, lang: str = "en", chip: str | None = None, release: str | None = None
) -> Result:
    """Check one expression; the result has the form of ``schema/check.schema.json``, without ``values``.

    Raises UsageError for a text that is no expression.
    """
    return Checker(kb, lang, chip, release).check(expression)
