"""Arithmetic in code: ``m["A"] / m["B"]``, variables that were given a metric above, what a variable is called."""

from __future__ import annotations

from collections.abc import Callable

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.arithmetic import lexicon
from metricparse.lint.arithmetic.mentions import full_name
from metricparse.lint.arithmetic.model import Stated
from metricparse.lint.arithmetic.scan import tokens
from metricparse.lint.arithmetic.signs import DEEPEST, Row, Token
from metricparse.lint.arithmetic.terms import (
    UNKNOWN,
    Leaf,
    Number,
    Several,
    Term,
    Text,
    Unknown,
    has_operation,
    known_parts,
    leaves,
    partial,
    product_of,
    sum_of,
    written,
)

UNREAD = frozenset(
    (
        "json yaml toml makefile dockerfile diff console sass ptx asm powershell batch ini xml html css csv mermaid "
        "llvm output log http bibtex svg"
    ).split()
)
"""Languages that hold no arithmetic, or not of this kind."""
SHELLS = frozenset("shell bash sh zsh".split())
WORDS = frozenset(
    (
        "if elif else while return print assert and or not in is for with as def class lambda yield await async try "
        "except finally raise del import from pass break continue global nonlocal case switch new const let var auto "
        "double float int long unsigned std then do end function echo local export"
    ).split()
)
CASTS = frozenset("float int double long".split())
"""Words of these that are functions too."""
SAME = frozenset(
    (
        "float int round abs Number parseFloat parseInt float64 float32 Decimal fabs double stod strtod atof stoull "
        "static_cast number num to_float to_number as_float asarray array str Fraction numeric squeeze sum max min "
        "median"
    ).split()
)
"""Functions and methods that leave the kind of a value as it is."""
KEPT = frozenset(
    (
        "values value iloc loc item to_numpy astype as_double as_uint64 as_float sum mean max min median first last "
        "fillna dropna squeeze abs round tolist head replace strip val unwrap clone at get T data avg std_value"
    ).split()
)
"""Attributes and methods behind a value that leave it what it is."""
SUMS = frozenset("sum fsum nansum add".split())
MEANS = frozenset("mean average fmean nanmean avg".split())
TALKS = frozenset(
    (
        "print echo append set_title set_xlabel set_ylabel title xlabel ylabel query split join startswith endswith "
        "index find format open rename drop len printf log warning info error legend text annotate"
    ).split()
)
"""Functions that take a string for what it says."""
Judge = Callable[[Stated], bool]
"""Whether there is something to object to."""


def read(kb: KnowledgeBase, index: int, text: str, language: str, judge: Judge) -> None:
    """Read one block; what it states is given to ``judge`` in order."""
    row = tokens(kb, text, language)
    reader = _Reader(kb, index, text, judge)
    statement: list[Token] = []
    for place, token in enumerate(row):
        ends = token.kind == "newline" or (
            token.kind == "sign" and token.text in (";", "{", "}") and not _in_values(statement)
        )
        if not ends:
            statement.append(token)
        elif token.kind == "newline" and _goes_on(statement, row, place):
            continue
        else:
            if statement:
                reader.statement(statement, language in SHELLS)
            statement = []


def _in_values(statement: list[Token]) -> bool:
    """Whether brackets are open: braces in them hold values."""
    depth = 0
    for token in statement[-400:]:
        if token.kind == "sign":
            depth += (token.text in "([{") - (token.text in ")]}")
    return depth > 0 or bool(
        statement and statement[-1].kind == "sign" and statement[-1].text in ("=", "(", ",", "[", ":", "return")
    )


def _goes_on(statement: list[Token], row: list[Token], place: int) -> bool:
    """Whether a line ends in a sign, or the next one begins with one."""
    if statement and statement[-1].kind == "sign" and statement[-1].text in ("+", "-", "*", "/", "="):
        return True
    following = row[place + 1] if place + 1 < len(row) else None
    return bool(statement) and following is not None and following.kind == "sign" and following.text in ("*", "/")


class _Reader(Row):
    """One block of code, statement by statement, with what its variables stand for."""

    def __init__(self, kb: KnowledgeBase, index: int, text: str, judge: Judge) -> None:
        super().__init__([])
        self.kb, self.index, self.text, self.judge = kb, index, text, judge
        self.variables: dict[str, Term] = {}
        self.objected = False

    # --- statements -------------------------------------------------------------------------------------------------------

    def statement(self, row: list[Token], shell: bool) -> None:
        """One statement: an assignment, or expressions."""
        self.objected = False
        first = row[0].text if row[0].kind == "ident" else ""
        if shell:
            self._shell(row)
            return
        if first in ("for", "with", "async"):
            self._forget(row)
        elif first in ("def", "function", "class", "import", "from"):
            self._forget(row)
            return
        equals = _assignment(row)
        if equals < 0:
            self._pieces(row)
            return
        left, right = row[:equals], row[equals + 1 :]
        sign = row[equals].text
        targets, values = _apart(left), _apart(right)
        if len(targets) > 1 and len(targets) != len(values):
            for target in targets:
                self.variables.pop(_target(target)[0], None)
            self._pieces(right)
            return
        if len(targets) == 1:
            values = [right]
        results = []
        for target, value in zip(targets, values, strict=True):
            key, word = _target(target)
            results.append((key, self._assigned(key, word, value, sign)))
        for key, term in results:
            if key:
                self.variables[key] = term

    def _assigned(self, key: str, word: str, value: list[Token], sign: str) -> Term:
        """What a variable is given; judged on the way."""
        chained = _assignment(value)
        if chained >= 0:
            value = value[chained + 1 :]
        self.objected = False
        self.tokens, self.at, self.depth = value, 0, 0
        term = self.expression()
        whole = self.at >= len(value)
        start, end = (value[0].start, value[-1].end) if value else (0, 0)
        if term is None or not whole:
            self._rest()
            return UNKNOWN
        if sign != "=":
            old = self.variables.get(key, UNKNOWN)
            if sign in ("+=", "-=") and not isinstance(old, Number | Text):
                self._state(sum_of([(1, old), (1 if sign == "+=" else -1, term)]), start, end, "")
            return UNKNOWN
        self._state(term, start, end, word)
        return UNKNOWN if self.objected else term

    def _pieces(self, row: list[Token]) -> None:
        """Every expression of a statement that assigns nothing."""
        if len(row) > 2 and row[0].kind in ("ident", "string") and row[1].text == ":" and row[1].kind == "sign":
            # a field of an object
            self._field(row[0].text, row[2:])
            return
        self.tokens, self.at, self.depth = row, 0, 0
        self._rest()

    def _field(self, word: str, row: list[Token]) -> None:
        while row and row[-1].kind == "sign" and row[-1].text == ",":
            row = row[:-1]
        self.tokens, self.at, self.depth = row, 0, 0
        term = self.expression() if row else None
        if term is not None and self.at >= len(row):
            self._state(term, row[0].start, row[-1].end, word)
        else:
            self._rest()

    def _rest(self) -> None:
        """The expressions from here to the end."""
        while self.at < len(self.tokens):
            before = self.at
            self._compared()
            if self.at == before:
                self.at += 1

    def _compared(self, word: str = "") -> Term:
        """An expression, or a comparison of two; both are judged."""
        start = self.at
        term = self.expression()
        if term is None:
            return UNKNOWN
        end = self.tokens[self.at - 1].end
        if self.sign("<", ">", "<=", ">="):
            self.at += 1
            second = self.at
            other = self.expression()
            if other is not None:
                last = self.tokens[self.at - 1].end
                self._state(term, self.tokens[start].start, end, "")
                self._state(other, self.tokens[second].start, last, "")
                if not self.objected and not partial(term) and not partial(other):
                    names = [leaf for one in (term, other) for leaf in leaves(one)]
                    if any(True for _ in leaves(term)) and any(True for _ in leaves(other)):
                        self._give(f"{written(term)} > {written(other)}", self.tokens[start].start, last, "", names)
                return UNKNOWN
        if not self.sign("==", "!="):
            self._state(term, self.tokens[start].start, end, word)
        return term

    def _forget(self, row: list[Token]) -> None:
        for token in row:
            if token.kind == "ident":
                self.variables.pop(token.text, None)
            if token.text == "in" and token.kind == "ident":
                break

    # --- shell ------------------------------------------------------------------------------------------------------------

    def _shell(self, row: list[Token]) -> None:
        """``name=$(( … ))`` and ``name=$(command NAME)``."""
        while row and row[0].kind == "ident" and row[0].text in ("local", "export", "declare", "readonly"):
            row = row[1:]
        if len(row) < 3 or row[0].kind != "ident" or row[1].text != "=" or row[1].start != row[0].end:
            return
        key = row[0].text
        self.variables.pop(key, None)
        if any(token.kind == "ident" and token.text in ("ncu", "nsys", "nv") for token in row):
            return
        value = [token for token in row[2:] if not (token.kind == "sign" and token.text in ("$", "{", "}"))]
        plain = [token for token in value if not (token.kind == "sign" and token.text in "()")]
        named = [token for token in plain if isinstance(token.term, Leaf)]
        if len(plain) > 1 and len(named) == 1 and all(token.kind in ("ident", "value") for token in plain):
            self.variables[key] = named[0].term
            self._state(named[0].term, value[0].start, value[-1].end, key)
            return
        self.tokens, self.at, self.depth = value, 0, 0
        self.objected = False
        term = self.expression()
        if term is not None and self.at >= len(value):
            self._state(term, value[0].start, value[-1].end, key)
            if not self.objected:
                self.variables[key] = term

    # --- values -----------------------------------------------------------------------------------------------------------

    def primary(self) -> Term | None:
        """A value with what stands behind it: calls, attributes, subscripts."""
        token = self.peek()
        if token is None or self.depth > DEEPEST:
            return None
        if token.kind == "value":
            self.at += 1
            return self._behind(token.term, "")
        if token.kind == "string":
            self.at += 1
            return self._behind(token.term, "")
        if token.kind == "ident":
            if token.text in WORDS and not (token.text in CASTS and self._called_next()):
                return None
            self.at += 1
            return self._behind(self.variables.get(token.text), token.text)
        if token.kind == "sign" and token.text in ("(", "[", "{"):
            inner, many = self._bracket()
            if token.text == "(" and many == 1:
                return self._behind(inner[0], "")
            return self._behind(Several(tuple(inner)) if token.text != "{" else UNKNOWN, "")
        if token.kind == "other":
            self.at += 1
            return UNKNOWN
        return None

    def _called_next(self) -> bool:
        follower = self.peek(1)
        return follower is not None and follower.kind == "sign" and follower.text == "("

    def _bracket(self) -> tuple[list[Term], int]:
        """What stands in brackets, value by value; (values, how many there are)."""
        closing = {"(": ")", "[": "]", "{": "}"}[self.tokens[self.at].text]
        self.at += 1
        self.depth += 1
        found: list[Term] = []
        while self.at < len(self.tokens) and not self.sign(closing):
            token = self.tokens[self.at]
            word = ""
            follower = self.peek(1)
            if (
                token.kind in ("ident", "string")
                and follower is not None
                and follower.kind == "sign"
                and follower.text in (":", "=")
            ):
                word = token.text
                self.at += 2
            before = self.at
            if self.sign(","):
                self.at += 1
                continue
            if self.depth > DEEPEST:
                self._skip(closing)
                break
            if word:
                self.objected = False
            term = self._compared(word)
            if self.at == before:
                self.at += 1
                if found and not self.sign(","):
                    # a keyword, a sign that is not known: what stood here is no plain value
                    found[-1] = found[-1] if isinstance(found[-1], Text) else UNKNOWN
                continue
            if not (self.sign(",") or self.sign(closing)):
                term = UNKNOWN
            found.append(term)
        self.depth -= 1
        if self.sign(closing):
            self.at += 1
        return found, len(found)

    def _skip(self, closing: str) -> None:
        while self.at < len(self.tokens) and not self.sign(closing):
            self.at += 1

    def _behind(self, value: Term | None, called: str) -> Term:
        """Follow calls, attributes and subscripts behind a word or value.

        ``value`` is None for a word that is not known; it may be a table or a function then.
        """
        known = value
        while True:
            if self.sign(".", "->", "::"):
                follower = self.peek(1)
                if follower is None or follower.kind != "ident":
                    return known if known is not None else UNKNOWN
                self.at += 2
                called = follower.text
                if known is not None and called not in KEPT:
                    known = UNKNOWN
                continue
            if self.sign("<") and called == "static_cast":
                while self.at < len(self.tokens) and not self.sign(">"):
                    self.at += 1
                self.at += 1
                continue
            if self.sign("[", "("):
                call = self.sign("(")
                inside, _ = self._bracket()
                known = self._accessed(known, called, inside, call)
                called = ""
                continue
            return known if known is not None else UNKNOWN

    def _accessed(self, value: Term | None, called: str, inside: list[Term], call: bool) -> Term:
        """What ``table["NAME"]``, ``get("NAME")``, ``float(x)`` or ``x.item()`` gives."""
        if value is not None and not isinstance(value, Unknown):
            # a subscript or a method of a value: x[0], x.item()
            return (
                value if called in KEPT or (not call and not any(isinstance(one, Text) for one in inside)) else UNKNOWN
            )
        texts = [one for one in inside if isinstance(one, Text)]
        named = [one for one in (self._looked_up(text.text) for text in texts) if one is not None]
        if len(named) == 1 and called not in TALKS:
            return named[0]
        if not call or value is not None:
            return UNKNOWN
        if called in SUMS | MEANS:
            items = inside[0].terms if len(inside) == 1 and isinstance(inside[0], Several) else tuple(inside)
            if len(items) > 1:
                return _total(items, called)
        return inside[0] if called in SAME and len(inside) == 1 else UNKNOWN

    def _looked_up(self, text: str) -> Term | None:
        if f"column {text}" in self.variables:
            return self.variables[f"column {text}"]
        found = full_name(self.kb, text)
        if found is not None:
            return Leaf(*found)
        if " " in text and text[:1].isupper():
            label = lexicon.named(self.kb, text.lower())
            return Leaf(label) if label else None
        return None

    # --- what is given on -------------------------------------------------------------------------------------------------

    def _state(self, term: Term, start: int, end: int, word: str) -> None:
        if word and isinstance(term, Text | Number):
            return
        called = lexicon.called_by(self.kb, word) if word else frozenset()
        if self.objected:
            return
        if called and not partial(term) and any(True for _ in leaves(term)):
            self._give(written(term), start, end, word, list(leaves(term)), called)
            return
        for part in known_parts(term):
            names = list(leaves(part))
            if has_operation(part) and names:
                self._give(written(part), start, end, word, names)

    def _give(
        self, expression: str, start: int, end: int, word: str, names: list[Leaf], called: frozenset[str] = frozenset()
    ) -> None:
        stated = Stated(
            self.index,
            start,
            end,
            expression,
            self.text[start:end],
            called,
            word,
            any(one.bare for one in names),
            f"{word} {self.text[max(self.text.rfind(chr(10), 0, start) + 1, start - 80) : end]}",
            code=True,
        )
        if self.judge(stated):
            self.objected = True


def _total(inside: tuple[Term, ...], called: str) -> Term:
    total = sum_of([(1, one) for one in inside])
    if called in SUMS:
        return total
    return product_of([(1, total), (-1, Number(str(len(inside))))])


def _assignment(row: list[Token]) -> int:
    """Where the sign of an assignment stands outside all brackets; -1 if there is none."""
    depth = 0
    for place, token in enumerate(row):
        if token.kind != "sign":
            continue
        if token.text in "([{":
            depth += 1
        elif token.text in ")]}":
            depth -= 1
        elif depth == 0 and place and token.text in ("=", "+=", "-=", "*=", "/=", ":="):
            return place
    return -1


def _apart(row: list[Token]) -> list[list[Token]]:
    """A row cut at its commas outside all brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in row:
        if token.kind == "sign":
            depth += (token.text in "([{") - (token.text in ")]}")
            if token.text == "," and depth == 0:
                parts.append([])
                continue
        parts[-1].append(token)
    return parts


def _target(row: list[Token]) -> tuple[str, str]:
    """(what a variable is remembered by, its own word) of the left side of an assignment."""
    for place, token in enumerate(row):
        if token.kind == "sign" and token.text == ":":
            row = row[:place]
            break
    strings = [token for token in row if token.kind == "string"]
    if row and row[-1].kind == "sign" and row[-1].text == "]":
        return (f"column {strings[-1].text}", strings[-1].text) if strings else ("", "")
    words = [token for token in row if token.kind == "ident"]
    if not words or row[-1].kind != "ident":
        return "", ""
    attribute = len(row) > 1 and row[-2].kind == "sign" and row[-2].text in (".", "->")
    return ("" if attribute else words[-1].text), words[-1].text
