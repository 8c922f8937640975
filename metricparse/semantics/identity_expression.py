"""The small language of kb/identities.yaml: arithmetic over templates of metric names.

    {X}.{R}.per_second                          a full name; {X}, {R}, … are bound by the names that a report holds
    100 * a / (b + c), min(a, b), max(a, b)     as usual
    ceil(launch__block_size / 32)
    count({U})                                  instances of a hardware unit, from any counter with .sum and .avg
    sum(S: …{S}…), max(B: {B}.{R}.…)            over the members of a set that the identity names

There is no other function, no attribute, no call into Python; evaluation takes time linear in the expression.
Every value carries the tolerance of its printed digits, and arithmetic widens it, so that a page with two decimals is
judged by two decimals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

Bindings = Mapping[str, str]
FOLDS = ("sum", "max", "min")
CALLS = ("min", "max", "ceil", "count")
DEEPEST = 50
"""Parentheses inside parentheses; authored expressions need three."""


class ExpressionError(ValueError):
    """An expression of the knowledge base that cannot be read; the message says where."""


class Amount(NamedTuple):
    """A number and how far it may be from the true one."""

    value: float
    slack: float = 0.0


class Number(NamedTuple):
    """A literal."""

    value: float


class Name(NamedTuple):
    """A full metric name, or a template of one."""

    template: str

    def fill(self, bindings: Bindings) -> str:
        """The name with its placeholders filled in."""
        text = self.template
        for key, value in bindings.items():
            text = text.replace("{" + key + "}", value)
        return text

    @property
    def free(self) -> list[str]:
        """Placeholders in order."""
        return [piece.split("}")[0] for piece in self.template.split("{")[1:]]


class Binary(NamedTuple):
    """``+ - * /``."""

    operator: str
    left: Node
    right: Node


class Call(NamedTuple):
    """``min``, ``max``, ``ceil`` or ``count``."""

    function: str
    arguments: tuple[Node, ...]


class Fold(NamedTuple):
    """``sum``, ``max`` or ``min`` over a set."""

    function: str
    variable: str
    body: Node


Node = Number | Name | Binary | Call | Fold


class MissingError(LookupError):
    """A value that the expression needs is not in the report."""


class Scope(NamedTuple):
    """What an expression is evaluated against."""

    look: Callable[[str], Amount | None]
    """Full name → value."""
    instances: Callable[[str], float | None]
    """Hardware unit → instances."""
    members: Callable[[str], Sequence[str]]
    """Set variable → members; empty for a set that is not known here."""


# --- reading -----------------------------------------------------------------------------------------------------------

_OPERATORS = "+-*/(),:"


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
        elif char in _OPERATORS:
            yield char, at
            at += 1
        else:
            start = at
            number = char.isdigit() or char == "."
            while at < len(text) and not text[at].isspace():
                if text[at] in _OPERATORS and not (number and text[at] in "+-" and text[at - 1] in "eE"):
                    break
                at += 1
            yield text[start:at], start


class _Reader:
    """Recursive descent; one token of look-ahead."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*_tokens(text), ("", len(text))]
        self.at = 0
        self.depth = 0

    def error(self, what: str) -> ExpressionError:
        return ExpressionError(f"{what} at character {self.tokens[self.at][1] + 1} of {self.text!r}")

    def take(self, expected: str = "") -> str:
        token = self.tokens[self.at][0]
        if expected and token != expected:
            raise self.error(f"{expected!r} expected, not {token or 'the end'!r}")
        self.at += 1
        return token

    @property
    def next(self) -> str:
        return self.tokens[self.at][0]

    def whole(self) -> Node:
        node = self.sums()
        if self.next:
            raise self.error(f"{self.next!r} not expected")
        return node

    def sums(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error("nested too deeply")
        node = self.products()
        while self.next in ("+", "-"):
            node = Binary(self.take(), node, self.products())
        self.depth -= 1
        return node

    def products(self) -> Node:
        node = self.atom()
        while self.next in ("*", "/"):
            node = Binary(self.take(), node, self.atom())
        return node

    def atom(self) -> Node:
        word = self.next
        if word == "(":
            self.take()
            node = self.sums()
            self.take(")")
            return node
        if not word or word in _OPERATORS:
            raise self.error("a name or number expected")
        self.take()
        if word[0].isdigit() or word[0] == ".":
            try:
                return Number(float(word))
            except ValueError:
                raise self.error(f"{word!r} is no number") from None
        if self.next == "(":
            return self.call(word)
        return Name(word)

    def call(self, function: str) -> Node:
        self.take("(")
        if function in FOLDS and self.tokens[self.at + 1][0] == ":":
            variable = self.take()
            self.take(":")
            body = self.sums()
            self.take(")")
            return Fold(function, variable, body)
        if function not in CALLS:
            raise self.error(f"no function {function!r}")
        arguments = [self.sums()]
        while self.next == ",":
            self.take()
            arguments.append(self.sums())
        self.take(")")
        if function in ("ceil", "count") and len(arguments) != 1:
            raise self.error(f"{function} takes one argument")
        return Call(function, tuple(arguments))


@cache
def parse(text: str) -> Node:
    """The tree of an expression.

    Raises ExpressionError, with the place, for anything that is no expression.
    """
    return _Reader(text).whole()


# --- what is in it -----------------------------------------------------------------------------------------------------


def names(node: Node, bound: frozenset[str] = frozenset()) -> Iterator[tuple[Name, bool]]:
    """Every name template in order, and whether it depends on a set variable."""
    if isinstance(node, Name):
        yield node, bool(bound.intersection(node.free))
    elif isinstance(node, Binary):
        yield from names(node.left, bound)
        yield from names(node.right, bound)
    elif isinstance(node, Call):
        if node.function != "count":
            for argument in node.arguments:
                yield from names(argument, bound)
    elif isinstance(node, Fold):
        yield from names(node.body, bound | {node.variable})


def show(node: Node, bindings: Bindings, rank: int = 0) -> str:
    """The expression with its placeholders filled in, as a person would write it."""
    if isinstance(node, Number):
        return f"{node.value:g}"
    if isinstance(node, Name):
        return node.fill(bindings)
    if isinstance(node, Call):
        return f"{node.function}({', '.join(show(a, bindings) for a in node.arguments)})"
    if isinstance(node, Fold):
        return f"{node.function}({node.variable}: {show(node.body, bindings)})"
    mine = 1 if node.operator in "+-" else 2
    tighter = mine + (node.operator in "-/")
    text = f"{show(node.left, bindings, mine)} {node.operator} {show(node.right, bindings, tighter)}"
    return f"({text})" if mine < rank else text


# --- values ------------------------------------------------------------------------------------------------------------


def _times(a: Amount, b: Amount) -> Amount:
    return Amount(a.value * b.value, abs(a.value) * b.slack + abs(b.value) * a.slack + a.slack * b.slack)


def _over(a: Amount, b: Amount) -> Amount:
    if b.value == 0 or b.slack >= abs(b.value):
        raise MissingError("division by zero")
    value = a.value / b.value
    return Amount(value, (a.slack + abs(value) * b.slack) / (abs(b.value) - b.slack))


def _extreme(function: str, amounts: list[Amount]) -> Amount:
    best = max(a.value for a in amounts) if function == "max" else min(a.value for a in amounts)
    return Amount(best, max(a.slack for a in amounts))


def evaluate(node: Node, bindings: Bindings, scope: Scope) -> Amount:
    """The value of an expression.

    Raises MissingError if a name has no value, a set has no members, or a divisor is zero.
    """
    if isinstance(node, Number):
        return Amount(node.value)
    if isinstance(node, Name):
        name = node.fill(bindings)
        found = scope.look(name)
        if found is None:
            raise MissingError(name)
        return found
    if isinstance(node, Binary):
        a, b = evaluate(node.left, bindings, scope), evaluate(node.right, bindings, scope)
        if node.operator == "*":
            return _times(a, b)
        if node.operator == "/":
            return _over(a, b)
        return Amount(a.value + b.value if node.operator == "+" else a.value - b.value, a.slack + b.slack)
    if isinstance(node, Fold):
        return _fold(node, bindings, scope)
    if node.function == "count":
        (unit,) = node.arguments
        assert isinstance(unit, Name)
        instances = scope.instances(unit.fill(bindings))
        if instances is None:
            raise MissingError(f"count({unit.fill(bindings)})")
        return Amount(instances)
    amounts = [evaluate(a, bindings, scope) for a in node.arguments]
    if node.function == "ceil":
        return Amount(float(math.ceil(amounts[0].value - amounts[0].slack - 1e-9)))
    return _extreme(node.function, amounts)


def _fold(node: Fold, bindings: Bindings, scope: Scope) -> Amount:
    members = scope.members(node.variable)
    if not members:
        raise MissingError(node.variable)
    amounts = [evaluate(node.body, {**bindings, node.variable: member}, scope) for member in members]
    if node.function == "sum":
        return Amount(math.fsum(a.value for a in amounts), math.fsum(a.slack for a in amounts))
    return _extreme(node.function, amounts)
