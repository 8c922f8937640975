"""Reading expressions: from text to a tree of frozen records with their places in the text.

The tree is as deep as parentheses are nested (at most `DEEPEST`), however long the text: sums and products are flat.
Reading takes time linear in the text.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from lark import Lark, Transformer
from lark import Token as LarkToken
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from metricparse.errors import UsageError
from metricparse.semantics import dimension as dims
from metricparse.semantics.dimension import PLAIN, Dimension

GRAMMAR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "expression.lark")
LONGEST = 100_000
"""Characters of an expression."""
DEEPEST = 100
"""Parentheses inside parentheses."""
WIDE = str.maketrans("（）＋－＊／＝＜＞，；", "()+-*/=<>,;")
"""Signs as a Chinese keyboard writes them, each for one of the grammar's, so that places stay what they are."""
FUNCTIONS = ("sum", "min", "max", "ceil", "count")
ONE_VALUE = ("ceil", "count")
SIGNS = {"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "≤": "<=", "≥": ">=", "~": "≈", "~=": "≈", "==": "≈"}


class Number(NamedTuple):
    """A number with its unit."""

    start: int
    end: int
    value: float
    """As written, in its unit."""
    scale: float
    """What one of the unit is in units of the dimension."""
    dimension: Dimension
    unit: str
    generic: bool
    percent: bool
    counts: str
    """Hardware unit whose instances the unit counts (``132 SM``)."""


class Name(NamedTuple):
    """A metric name, a label (``quoted``), or the name of a definition."""

    start: int
    end: int
    text: str
    quoted: bool


class Sum(NamedTuple):
    """Terms with their signs (1 or -1)."""

    start: int
    end: int
    terms: tuple[tuple[int, Node], ...]


class Product(NamedTuple):
    """Factors with their powers (1 or -1)."""

    start: int
    end: int
    factors: tuple[tuple[int, Node], ...]


class Call(NamedTuple):
    """``min``, ``max``, ``ceil`` or ``count``."""

    start: int
    end: int
    function: str
    arguments: tuple[Node, ...]


class Pattern(NamedTuple):
    """``sum`` over the names that fit a regular expression, or over names apart by commas."""

    start: int
    end: int
    patterns: tuple[str, ...]


Node = Number | Name | Sum | Product | Call | Pattern


class Statement(NamedTuple):
    """One side, or several with relations between them (``<``, ``>``, ``<=``, ``>=``, ``≈``, ``=``)."""

    sides: tuple[Node, ...]
    relations: tuple[str, ...]


class Unit(NamedTuple):
    """What a unit behind a number means."""

    scale: float
    dimension: Dimension
    generic: bool = False
    percent: bool = False
    counts: str = ""


def unit_of(text: str, units: dict[str, Any]) -> Unit:
    """A unit as people write it: ``TB/s``, ``B/sector``, ``SM``; the empty one is a plain number."""
    if not text:
        return Unit(1.0, PLAIN)
    scale, dimension, generic, percent, count = 1.0, PLAIN, False, False, ""
    for index, piece in enumerate(text.replace(" ", "").replace("\t", "").replace("\u00a0", "").split("/")):
        prefix, entry = _word(piece, units)
        power = -1 if index else 1
        scale *= (prefix * float(entry.get("scale", 1.0))) ** power
        dimension = dims.product(dimension, dims.of(entry["dimension"]), power)
        generic |= bool(entry.get("generic"))
        percent |= bool(entry.get("percent"))
        count = count or (str(entry.get("count", "")) if not index else "")
    return Unit(scale, dimension, generic, percent, count)


def _word(text: str, units: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    if text in units["words"]:
        return 1.0, units["words"][text]
    for prefix, factor in units["prefixes"].items():
        rest = text[len(prefix) :]
        if text.startswith(prefix) and rest in units["prefixed"]:
            return float(factor), units["words"][rest]
    raise KeyError(text)


def _quantity_terminal(units: dict[str, Any]) -> str:
    """The terminal of numbers with units: the words of the data, longest first."""
    words = list(units["words"]) + [p + w for p in units["prefixes"] for w in units["prefixed"]]
    one = "|".join(sorted(words, key=lambda word: (-len(word), word)))
    blank = "[ \\t\\u00a0]*"
    number = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
    unit = f"{blank}(?:{one})(?:{blank}\\/{blank}(?:{one}))*(?![A-Za-z0-9_.:(])"
    return f"QUANTITY: /{number}(?![A-Za-z0-9_]*__)(?:{unit})?/"


class _Tree(Transformer[LarkToken, Any]):
    """Records instead of trees, put together while parsing, so that nothing recurses."""

    def __init__(self, units: dict[str, Any]) -> None:
        super().__init__()
        self.units = units

    def number(self, children: list[LarkToken]) -> Number:
        (token,) = children
        text = str(token)
        end = _number_end(text)
        unit = text[end:].strip()
        found = unit_of(unit, self.units)
        return Number(
            _start(token), _start(token) + len(text), float(text[:end]), found.scale, found.dimension, unit,
            found.generic, found.percent, found.counts,
        )  # fmt: skip

    def name(self, children: list[LarkToken]) -> Name:
        (token,) = children
        return Name(_start(token), _start(token) + len(token), str(token), False)

    def label(self, children: list[LarkToken]) -> Name:
        (token,) = children
        return Name(_start(token), _start(token) + len(token), str(token)[1:-1], True)

    def group(self, children: list[Node]) -> Node:
        return children[0]

    def positive(self, children: list[Any]) -> Node:
        node: Node = children[-1]
        return node

    def negative(self, children: list[Any]) -> Node:
        sign, node = children
        if isinstance(node, Sum) and len(node.terms) == 1:
            # two minus signs; so a row of them makes no deep tree
            return Sum(_start(sign), node.end, ((-node.terms[0][0], node.terms[0][1]),))
        return Sum(_start(sign), node.end, ((-1, node),))

    def expression(self, children: list[Any]) -> Node:
        if len(children) == 1:
            node: Node = children[0]
            return node
        signs = [1, *(-1 if _sign(token) == "-" else 1 for token in children[1::2])]
        nodes = children[::2]
        return Sum(nodes[0].start, nodes[-1].end, tuple(zip(signs, nodes, strict=True)))

    def product(self, children: list[Any]) -> Node:
        if len(children) == 1:
            node: Node = children[0]
            return node
        powers = [1, *(-1 if _sign(token) == "/" else 1 for token in children[1::2])]
        nodes = children[::2]
        return Product(nodes[0].start, nodes[-1].end, tuple(zip(powers, nodes, strict=True)))

    def sum(self, children: list[LarkToken]) -> Pattern:
        opening, pattern = children
        pieces = tuple(piece.strip() for piece in str(pattern).split(",") if piece.strip())
        return Pattern(_start(opening), _start(pattern) + len(pattern) + 1, pieces)

    def call(self, children: list[Any]) -> Call:
        opening, *arguments = children
        function = str(opening).rstrip("( \t")
        if function in ONE_VALUE and len(arguments) > 1:
            at = arguments[1].start
            raise UsageError(f"character {at + 1}: {function} takes one value, {len(arguments)} are given")
        return Call(_start(opening), arguments[-1].end + 1, function, tuple(arguments))

    def statement(self, children: list[Any]) -> Statement:
        relations = tuple(SIGNS.get(str(token), str(token)) for token in children[1::2])
        return Statement(tuple(children[::2]), relations)

    def start(self, children: list[Any]) -> tuple[Statement, ...]:
        return tuple(child for child in children if isinstance(child, Statement))


def _start(token: LarkToken) -> int:
    assert token.start_pos is not None
    return token.start_pos


def _sign(token: LarkToken) -> str:
    return SIGNS.get(str(token), str(token))


def _number_end(text: str) -> int:
    """Where the digits of a number with a unit end."""
    end = 0
    while end < len(text):
        char = text[end]
        signed = char in "+-" and end and text[end - 1] in "eE"
        exponent = char in "eE" and end + 1 < len(text) and (text[end + 1].isdigit() or text[end + 1] in "+-")
        if not (char in "0123456789." or signed or exponent):
            break
        end += 1
    return end


class ExpressionReader:
    """Reads expressions with the units of one knowledge base."""

    def __init__(self, units: dict[str, Any]) -> None:
        with open(GRAMMAR, encoding="utf-8") as stream:
            grammar = stream.read()
        self._lark = Lark(
            grammar + "\n" + _quantity_terminal(units) + "\n",
            parser="lalr",
            lexer="contextual",
            transformer=_Tree(units),
            maybe_placeholders=False,
        )

    def read(self, text: str) -> tuple[Statement, ...]:
        """The statements of an expression.

        Raises UsageError, with the place, for a text that is none, or is too long or too deep.
        """
        if len(text) > LONGEST:
            raise UsageError(f"the expression has {len(text)} characters; the most that are read is {LONGEST}")
        try:
            result: Any = self._lark.parse(_flattened(text.translate(WIDE)))
        except (LarkError, KeyError, OverflowError) as error:
            raise _told(text, error) from None
        statements: tuple[Statement, ...] = result
        return statements


def _flattened(text: str) -> str:
    """The text with blanks for line breaks inside parentheses; raises UsageError where they are nested too deeply."""
    if not text.strip():
        raise UsageError(
            "the expression is empty; give one, such as: metric check 'dram__bytes.sum / gpu__time_duration.sum'"
        )
    depth = 0
    pieces = []
    for at, char in enumerate(text):
        if char == "(":
            depth += 1
            if depth > DEEPEST:
                raise UsageError(
                    f"parentheses are nested more than {DEEPEST} deep at character {at + 1}; split it: x = …; …"
                )
        elif char == ")":
            depth = max(0, depth - 1)
        pieces.append(" " if depth and char in "\r\n" else char)
    return "".join(pieces)


def _told(text: str, error: Exception) -> UsageError:
    """What is wrong with a text, and where, in a sentence."""
    if isinstance(error, VisitError) and isinstance(error.orig_exc, UsageError):
        return error.orig_exc
    if isinstance(error, VisitError):
        return _told(text, error.orig_exc if isinstance(error.orig_exc, Exception) else LarkError())
    at = getattr(error, "pos_in_stream", None)
    if (
        not isinstance(error, UnexpectedInput)
        or at is None
        or at < 0
        or (isinstance(error, UnexpectedToken) and error.token.type == "$END")
    ):
        return UsageError(
            f"the expression ends too early, after {_around(text, len(text))}: a name, a number or ) is missing"
        )
    what = "this character is none of an expression" if isinstance(error, UnexpectedCharacters) else "not expected here"
    advice = _hint(text, at)
    return UsageError(f"character {at + 1}, {_around(text, at)}: {what}; {advice}")


def _hint(text: str, at: int) -> str:
    """What to write instead of what stands at a place."""
    here, before = text[at], text[:at].rstrip()
    if here == "(" and before and (before[-1].isalnum() or before[-1] == "_"):
        return f"the functions are {', '.join(FUNCTIONS)}"
    if here == "^" or text[max(0, at - 1) : at + 1] == "**":
        return "write a power as a product: x * x"
    if here == "," and before[-1:].isdigit() and text[at + 1 : at + 4].isdigit():
        return "write numbers without separators: 1234"
    return 'quote labels ("L2 Hit Rate"), write * for times, and part statements with ;'


def _around(text: str, at: int) -> str:
    piece = text[at : at + 20] or text[max(0, at - 20) : at]
    return repr(piece)
