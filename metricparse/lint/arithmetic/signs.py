"""Reading signs: from a row of tokens to a tree.  Takes time linear in the row; nesting is bounded."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from metricparse.lint.arithmetic.terms import UNKNOWN, Number, Term, product_of, sum_of

DEEPEST = 24
PLUS, MINUS, TIMES, OVER = "+", "-", "*", "/"
SIGNS = {"−": MINUS, "–": MINUS, "×": TIMES, "·": TIMES, "∗": TIMES, "÷": OVER, "＋": PLUS, "－": MINUS, "＊": TIMES, "／": OVER,
         "（": "(", "）": ")", "＝": "=", "≈": "=", "＜": "<", "＞": ">"}  # fmt: skip
"""Signs of running text, each for the one that code has."""


class Token(NamedTuple):
    """A piece of an expression."""

    kind: str
    """value (a metric or a number), sign, ident, string, newline, other."""
    start: int
    end: int
    text: str = ""
    term: Term = UNKNOWN


class Row:
    """A row of tokens that is read from left to right."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def peek(self, ahead: int = 0) -> Token | None:
        """The next token, or one behind it."""
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def sign(self, *texts: str) -> bool:
        """Whether one of these signs comes next."""
        token = self.peek()
        return token is not None and token.kind == "sign" and token.text in texts

    def expression(self) -> Term | None:
        """A sum of products; None if none begins here."""
        terms = self._chain(self._product, PLUS, MINUS)
        return sum_of(terms) if terms else None

    def _product(self) -> Term | None:
        factors = self._chain(self._factor, TIMES, OVER)
        return product_of(factors) if factors else None

    def _chain(self, part: Callable[[], Term | None], plain: str, inverse: str) -> list[tuple[int, Term]]:
        """Parts with the sign before each (1, or -1 for the inverse one); none if no part begins here."""
        first = part()
        if first is None:
            return []
        parts = [(1, first)]
        while self.sign(plain, inverse):
            sign = 1 if self.tokens[self.at].text == plain else -1
            before = self.at
            self.at += 1
            term = part()
            if term is None:
                self.at = before
                break
            parts.append((sign, term))
        return parts

    def _factor(self) -> Term | None:
        negative = False
        before = self.at
        while self.sign(PLUS, MINUS):
            negative ^= self.tokens[self.at].text == MINUS
            self.at += 1
        term = self.primary()
        if term is None:
            self.at = before
            return None
        if not negative:
            return term
        return sum_of([(-1, term)])

    def primary(self) -> Term | None:
        """A value, or something in parentheses."""
        token = self.peek()
        if token is None:
            return None
        if token.kind == "value":
            self.at += 1
            if self.sign("%") and isinstance(token.term, Number):
                self.at += 1
            return token.term
        if self.sign("(") and self.depth < DEEPEST:
            self.at += 1
            self.depth += 1
            inner = self.expression()
            self.depth -= 1
            if self.sign(")"):
                self.at += 1
                return inner
            return UNKNOWN
        return None
