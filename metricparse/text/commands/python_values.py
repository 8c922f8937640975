"""What an expression of Python may stand for, as far as its text tells: strings, lists of them, mappings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Union

from metricparse.text.commands.placed import BLANKS, HOLE, Piece, Range, Word, word

MOST = 32
"""Values of a loop variable that are told apart."""


class Items:
    """A list, tuple or set; ``partial`` if a condition decides on some of it."""

    __slots__ = ("items", "partial")

    def __init__(self, items: list[Value], partial: bool = False) -> None:
        self.items = items
        self.partial = partial


class Table:
    """A mapping with strings for keys."""

    __slots__ = ("keys", "values")

    def __init__(self, keys: list[Word], values: list[Value]) -> None:
        self.keys = keys
        self.values = values

    def get(self, key: str) -> Value:
        """The value of a key, or None."""
        return next((v for k, v in zip(self.keys, self.values, strict=True) if k.text == key), None)


class Either:
    """One of several values."""

    __slots__ = ("values",)

    def __init__(self, values: list[Value]) -> None:
        self.values = values[:MOST]


Value = Union[Word, Items, Table, Either, None]  # noqa: UP007 (the classes name it before it is made)


def hole(place: Range, name: str = "") -> Word:
    """An unknown string."""
    return Word(HOLE, (Piece(HOLE, *place, (), name),), True)


def either(values: Iterable[Value]) -> Value:
    """One value, or `Either`."""
    kept: list[Value] = []
    for value in values:
        kept.extend(value.values if isinstance(value, Either) else [value])
    return kept[0] if len(kept) == 1 else Either(kept) if kept else None


def each(value: Value, action: Callable[[Value], Value]) -> Value:
    """Apply to the value, or to each of its alternatives."""
    return either(action(one) for one in value.values) if isinstance(value, Either) else action(value)


def concatenate(left: Value, right: Value, place: Range, budget: list[int]) -> Value:
    """``left + right``: strings or lists; an unknown operand of a string is a hole, of a list an unknown item."""
    if isinstance(left, Either):
        return either(concatenate(one, right, place, budget) for one in left.values)
    if isinstance(right, Either):
        return either(concatenate(left, one, place, budget) for one in right.values)
    if isinstance(left, Items) or isinstance(right, Items):
        first = left.items if isinstance(left, Items) else [unknown_items(place)]
        second = right.items if isinstance(right, Items) else [unknown_items(place)]
        budget[0] -= len(first) + len(second)
        partial = any(isinstance(one, Items) and one.partial for one in (left, right))
        return Items([*first, *second], partial) if budget[0] > 0 else None
    if isinstance(left, Word) or isinstance(right, Word):
        pieces = [*(left if isinstance(left, Word) else hole(place)).pieces]
        pieces += (right if isinstance(right, Word) else hole(place)).pieces
        budget[0] -= len(pieces)
        return word(pieces, place[0], True) if budget[0] > 0 else None
    return None


def unknown_items(place: Range) -> Word:
    """Items of a list that is not known: none, one or many."""
    return hole(place, "[@]")


def joined(separator: Word, value: Value, place: Range) -> Value:
    """``separator.join(value)``."""
    if isinstance(value, Table):
        value = Items(list(value.keys))
    if not isinstance(value, Items):
        return hole(place)
    options = [one.values if isinstance(one, Either) else [one] for one in value.items]
    if len(options) == 1 and len(options[0]) > 1:
        options = [[one] for one in options[0]]  # a comprehension: each value of the loop is an item
    pieces: list[Piece] = []
    for number, alternatives in enumerate(options):
        if number:
            pieces.extend(Piece(piece.text, *place) if not piece.exact else piece for piece in separator.pieces)
        first = alternatives[0]
        pieces.extend(first.pieces if isinstance(first, Word) else hole(place).pieces)
    return word([piece for piece in pieces if piece.text], place[0], True)


def formatted(template: Word, positional: list[Value], named: dict[str, Value], place: Range) -> Word:
    """``template.format(…)``; what has no known value is a hole."""
    pieces: list[Piece] = []
    text = template.text
    at = count = 0
    while at < len(text):
        opened = text.find("{", at)
        closed = text.find("}", opened) if opened >= 0 else -1
        if closed < 0:
            break
        pieces.extend(template.cut(at, opened).pieces)
        key = text[opened + 1 : closed].partition("!")[0].partition(":")[0]
        if key.isdigit() or not key:
            number = int(key) if key and len(key) < 5 else count
            count += 1
            value = positional[number] if number < len(positional) else None
        else:
            value = named.get(key)
        value = value.values[0] if isinstance(value, Either) else value
        gap = Piece(HOLE, *template.cut(opened, closed + 1).range, (), key)
        pieces.extend(value.pieces if isinstance(value, Word) else (gap,))
        at = closed + 1
    pieces.extend(template.cut(at, len(text)).pieces)
    return word([piece for piece in pieces if piece.text], place[0], True)


def percent(template: Word, value: Value, place: Range) -> Word:
    """``template % value``."""
    values = value.items if isinstance(value, Items) else [value]
    names = dict(zip((k.text for k in value.keys), value.values, strict=True)) if isinstance(value, Table) else {}
    pieces: list[Piece] = []
    text = template.text
    at = count = 0
    while (sign := text.find("%", at)) >= 0:
        pieces.extend(template.cut(at, sign).pieces)
        stop = sign + 1
        key = ""
        if text.startswith("(", stop) and ")" in text[stop : stop + 80]:
            close = text.index(")", stop)
            key, stop = text[stop + 1 : close], close + 1
        while stop < len(text) and text[stop] in "0123456789.-+ #":
            stop += 1
        if text[sign + 1 : sign + 2] == "%":
            pieces.extend(template.cut(sign, sign + 1).pieces)
        else:
            one = names.get(key) if key else values[count] if count < len(values) else None
            count += 1
            one = one.values[0] if isinstance(one, Either) else one
            gap = Piece(HOLE, *template.cut(sign, min(stop + 1, len(text))).range, (), key)
            pieces.extend(one.pieces if isinstance(one, Word) else (gap,))
        at = stop + 1
    pieces.extend(template.cut(at, len(text)).pieces)
    return word([piece for piece in pieces if piece.text], place[0], True)


def words_of(value: Items) -> list[Word]:
    """The items as words of a command; lists in it are unfolded."""
    found: list[Word] = []
    for one in value.items:
        first = one.values[0] if isinstance(one, Either) else one
        if isinstance(first, Word):
            found.append(first)
        elif isinstance(first, Items):
            found.extend(words_of(first))
    return found


def variants(value: Items) -> list[Items]:
    """The lists that come of alternatives in it; all alternatives change together, as in a loop."""
    most = max((len(one.values) for one in value.items if isinstance(one, Either)), default=1)
    return [
        Items(
            [one.values[min(n, len(one.values) - 1)] if isinstance(one, Either) else one for one in value.items],
            value.partial,
        )
        for n in range(most)
    ]


def split_words(value: Word, separator: str | None) -> Items:
    """``value.split(separator)``."""
    return Items(list(value.fields() if separator is None or separator in BLANKS else value.split(separator[:1])))
