"""Arithmetic that was read, as small trees: names, numbers, sums, products, and what is not known.

What a text adds to or multiplies with something unknown is judged only as far as it does not depend on it: an unknown term of a
sum is left out, a product with an unknown factor is unknown as a whole, and its known factors stand for themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

MOST_LEAVES = 24
"""Names and numbers of one tree; a larger one counts as unknown, so that definitions put into one another stay small."""


class Leaf(NamedTuple):
    """A metric."""

    name: str
    bare: bool = False


class Number(NamedTuple):
    """A plain number, as the checker reads it."""

    text: str


class Text(NamedTuple):
    """A string of code."""

    text: str


class Several(NamedTuple):
    """A list of code."""

    terms: tuple[Term, ...]


class Unknown(NamedTuple):
    """Anything else."""


class Sum(NamedTuple):
    """Terms with their signs."""

    terms: tuple[tuple[int, Term], ...]
    size: int


class Product(NamedTuple):
    """Factors with their powers (1 or -1)."""

    factors: tuple[tuple[int, Term], ...]
    size: int


Term = Leaf | Number | Text | Several | Unknown | Sum | Product
UNKNOWN = Unknown()


def size(term: Term) -> int:
    """Leaves of a tree."""
    return term.size if isinstance(term, Sum | Product) else 1


def sum_of(terms: list[tuple[int, Term]]) -> Term:
    """A sum; strings make none, and one term is itself."""
    if len(terms) == 1 and terms[0][0] == 1:
        return terms[0][1]
    count = sum(size(term) for _, term in terms)
    if count > MOST_LEAVES or any(isinstance(term, Text | Several) for _, term in terms):
        return UNKNOWN
    return Sum(tuple(terms), count)


def product_of(factors: list[tuple[int, Term]]) -> Term:
    """A product; strings make none, and one factor is itself."""
    if len(factors) == 1:
        return factors[0][1]
    count = sum(size(term) for _, term in factors)
    if count > MOST_LEAVES or any(isinstance(term, Text | Several) for _, term in factors):
        return UNKNOWN
    return Product(tuple(factors), count)


def written(term: Term) -> str:
    """A tree in the checker's language; empty for what is unknown."""
    if isinstance(term, Leaf):
        return term.name
    if isinstance(term, Number):
        return term.text
    if isinstance(term, Sum):
        pieces = [(sign, text) for sign, one in term.terms if (text := written(one))]
        if not pieces or all(isinstance(one, Number) for _, one in term.terms):
            return "" if not pieces else _signed(pieces)
        return _signed(pieces)
    if isinstance(term, Product):
        texts = [(power, written(one)) for power, one in term.factors]
        if not all(text for _, text in texts):
            return ""
        first = texts[0][1] if texts[0][0] == 1 else f"1 / {texts[0][1]}"
        rest = [f" {'*' if power == 1 else '/'} {text}" for power, text in texts[1:]]
        return f"({first}{''.join(rest)})"
    return ""


def _signed(pieces: list[tuple[int, str]]) -> str:
    first = pieces[0][1] if pieces[0][0] == 1 else f"-{pieces[0][1]}"
    rest = [f" {'+' if sign == 1 else '-'} {text}" for sign, text in pieces[1:]]
    return f"({first}{''.join(rest)})"


def known_parts(term: Term) -> Iterator[Term]:
    """The parts of a tree that can be judged: itself, or what stands beside something unknown."""
    if isinstance(term, Sum):
        if written(term):
            yield term
        # what is hidden behind an unknown factor is not in the written form
        for _, one in term.terms:
            if not written(one):
                yield from known_parts(one)
    elif isinstance(term, Product):
        if written(term):
            yield term
        else:
            for _, one in term.factors:
                yield from known_parts(one)
    elif isinstance(term, Leaf):
        yield term


def leaves(term: Term) -> Iterator[Leaf]:
    """The metrics of a tree."""
    if isinstance(term, Leaf):
        yield term
    elif isinstance(term, Sum):
        for _, one in term.terms:
            yield from leaves(one)
    elif isinstance(term, Product):
        for _, one in term.factors:
            yield from leaves(one)


def partial(term: Term) -> bool:
    """Whether a part of it is unknown."""
    if isinstance(term, Sum):
        return any(partial(one) for _, one in term.terms)
    if isinstance(term, Product):
        return any(partial(one) for _, one in term.factors)
    return isinstance(term, Unknown | Text | Several)


def has_operation(term: Term) -> bool:
    """Whether it is more than a name or a number."""
    return isinstance(term, Sum | Product)
