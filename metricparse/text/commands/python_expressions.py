"""Expressions of Python, evaluated as far as strings and lists go.  Never fails; each token is read once."""

from __future__ import annotations

from metricparse.text.commands.ansi import unescape
from metricparse.text.commands.expand import Ground
from metricparse.text.commands.placed import HOLE, Piece, Range, Word, word
from metricparse.text.commands.python_functions import call
from metricparse.text.commands.python_tokens import Token, pairs, tokenize
from metricparse.text.commands.python_values import Either, Items, Table, Value, concatenate, each, either, percent
from metricparse.text.commands.sink import Sink

DEEPEST = 40
"""Brackets in one another; what lies deeper is unknown."""
OPERATORS = frozenset("- * / // % @ & | ^ << >> < > <= >= == != ** ~".split())
WORDS = frozenset("in is not and or".split())


class Expressions:
    """Reads expressions; the statements around it say what names hold."""

    def __init__(self, sink: Sink, text: str, ground: Ground) -> None:
        self.sink = sink
        self.text = text
        self.ground = ground
        self.tokens: list[Token] = []
        self.pairs: list[int] = []
        self.depth = 0

    def look_up(self, name: str) -> Value:
        """What a name holds, or None."""
        raise NotImplementedError

    def assign(self, name: str, value: Value) -> None:
        """Set a name."""
        raise NotImplementedError

    def bind(self, at: int, end: int, value: Value) -> None:
        """Give loop variables their values."""
        raise NotImplementedError

    def consume(self, value: Value, name: str, callee: str = "") -> None:
        """Take note of a value that goes into a call."""
        raise NotImplementedError

    def place(self, at: int, end: int) -> Range:
        """Where the tokens ``at``:``end`` stand in the document."""
        start = self.tokens[at].start
        return self.ground.range(start, max(self.tokens[max(end - 1, at)].end - start, 1))

    def expression(self, at: int, end: int) -> tuple[Value, int]:
        """The value of the expression at a token, and the index behind it."""
        value, at = self._operand(at, end)
        while at < end:
            token = self.tokens[at]
            if token.kind == "name" and token.text == "if":
                _, at = self.expression(at + 1, end)
                if at < end and self.tokens[at].text == "else":
                    other, at = self.expression(at + 1, end)
                    value = either([value, other])
                continue
            if token.kind == "name" and token.text == "or":
                other, at = self._operand(at + 1, end)
                value = other if value is None else value
                continue
            if not (token.text in WORDS if token.kind == "name" else token.text in OPERATORS or token.text == "+"):
                break
            other, behind = self._operand(at + 1, end)
            if token.text == "+":
                value = concatenate(value, other, self.place(at + 1, behind), self.sink.budget)
            elif token.text == "%" and isinstance(value, (Word, Either)):
                value = _percent(value, other, self.place(at, behind))
            elif token.text == "/" and isinstance(other, (Word, Either)):
                place = self.place(at, at + 1)
                slash = Word("/", (Piece("/", *place),), True)
                value = concatenate(concatenate(value, slash, place, self.sink.budget), other, place, self.sink.budget)
            else:
                value = None
            at = max(behind, at + 1)
        return value, at

    def _operand(self, at: int, end: int) -> tuple[Value, int]:
        while at < end and (
            (self.tokens[at].kind == "op" and self.tokens[at].text in ("-", "+", "~", "*", "**"))
            or (self.tokens[at].kind == "name" and self.tokens[at].text in ("not", "await", "lambda"))
        ):
            if self.tokens[at].text == "lambda":
                while at < end and self.tokens[at].text != ":":
                    at += 1
            at += 1
        if at >= end:
            return None, at
        token = self.tokens[at]
        name = ""
        value: Value = None
        if token.kind == "string":
            value, at = self._strings(at, end)
        elif token.kind == "name":
            name = token.text
            value = self.look_up(name)
            at += 1
        elif token.kind == "number":
            at += 1
        elif token.text in ("(", "[", "{"):
            close = self.pairs[at]
            if close < 0 or close > end:
                close = end
            value = self._bracket(at, close) if self.depth < DEEPEST else None
            at = close + 1
        else:
            return None, at
        return self._trailers(value, name, at, end)

    def _trailers(self, value: Value, name: str, at: int, end: int) -> tuple[Value, int]:
        """Attributes, calls and subscripts behind an operand."""
        owner: Value = value
        while at < end and self.tokens[at].kind == "op":
            sign = self.tokens[at].text
            if sign == "." and at + 1 < end and self.tokens[at + 1].kind == "name":
                owner = value
                name = f"{name}.{self.tokens[at + 1].text}"
                value = self.look_up(name) if not isinstance(owner, (Word, Items, Table)) else None
                at += 2
            elif sign == "(":
                close = self.pairs[at]
                if close < 0 or close > end:
                    close = end
                value = self._call(owner, name, at, close) if self.depth < DEEPEST else None
                name, owner = "", value
                at = close + 1
            elif sign == "[":
                close = self.pairs[at]
                if close < 0 or close > end:
                    close = end
                value = self._subscript(value, at + 1, close)
                name, owner = "", value
                at = close + 1
            else:
                break
        return value, at

    def _subscript(self, value: Value, at: int, end: int) -> Value:
        key, behind = self.expression(at, end)
        if behind < end and self.tokens[behind].text == ":":
            return value if isinstance(value, Items) else None
        if isinstance(value, Table) and isinstance(key, Word):
            return value.get(key.text)
        if isinstance(value, Table) and value.values:
            return either(value.values)
        if (
            isinstance(value, Items)
            and end == at + 1
            and self.tokens[at].text.isdigit()
            and len(self.tokens[at].text) < 5
        ):
            number = int(self.tokens[at].text)
            return value.items[number] if number < len(value.items) else None
        return None

    def arguments(self, opening: int, close: int = -1) -> tuple[list[Value], dict[str, Value]]:
        """Positional and named arguments of a call, or the parameters of a definition with a default."""
        close = self.pairs[opening] if close < 0 else close
        positional: list[Value] = []
        named: dict[str, Value] = {}
        self.depth += 1
        at = opening + 1
        while at < close:
            token = self.tokens[at]
            start = at
            equals = -1
            if token.kind == "name":
                following = self.tokens[at + 1]
                if following.text == "=":
                    equals = at + 1
                elif following.text == ":":  # a parameter with an annotation
                    n = at + 2
                    while n < close and self.tokens[n].text not in ("=", ","):
                        n = self.pairs[n] if self.pairs[n] > n else n
                        n += 1
                    equals = n if n < close and self.tokens[n].text == "=" else -1
                    at = n if equals < 0 else at
            if equals > 0:
                value, at = self.expression(equals + 1, close)
                named[token.text] = value
            elif at == start:
                star = token.text == "*"
                if generator := self._generator(at, close):
                    positional.append(generator)
                    at = close
                    break
                value, at = self.expression(at, close)
                positional.extend(value.items if star and isinstance(value, Items) else [value])
            if at <= start:
                at = start + 1
            if at < close and self.tokens[at].text == ",":
                at += 1
        self.depth -= 1
        return positional, named

    def _call(self, owner: Value, name: str, opening: int, close: int) -> Value:
        positional, named = self.arguments(opening, close)
        place = self.place(opening, close + 1 if close < len(self.tokens) else close)
        last = name.rpartition(".")[2]
        if last in ("append", "extend", "insert", "add") and "." in name:
            target = name.rpartition(".")[0]
            before = self.look_up(target)
            if isinstance(before, Items) and positional:
                new = positional[-1]
                added = new if last == "extend" else Items([new])
                value = concatenate(before, added, place, self.sink.budget)
                self.grow(target, value)
                return None
        found = call(owner, name, positional, named, place)
        if found is not NotImplemented:
            return found  # type: ignore[no-any-return]
        for value in positional:
            self.consume(value, "", name)
        for key, value in named.items():
            given = positional[0].text if key == "default" and positional and isinstance(positional[0], Word) else key
            self.consume(value, given, name)
        return None

    def grow(self, name: str, value: Value) -> None:
        """Set a list to which something was appended."""
        self.assign(name, value)
        self.consume(value, name)

    def _generator(self, at: int, close: int) -> Items | None:
        """``f(x) for x in NAMES``: the values that it gives; None if there is no comprehension."""
        place = at
        while place < close:
            token = self.tokens[place]
            if token.kind == "op" and self.pairs[place] > place:
                place = self.pairs[place]
            elif token.text == "for" and token.kind == "name":
                break
            elif token.text == "," or (token.text == ":" and token.kind == "op"):
                return None
            place += 1
        if place >= close:
            return None
        inside = next(
            (n for n in range(place, close) if self.tokens[n].text == "in" and self.tokens[n].kind == "name"), close
        )
        value, behind = self.expression(inside + 1, close)
        self.bind(place + 1, inside, value)
        item, _ = self.expression(at, place)
        partial = any(self.tokens[n].text == "if" for n in range(behind, close))
        return Items([item], partial)

    def _bracket(self, opening: int, close: int) -> Value:
        """A list, tuple, set or mapping, or what stands in parentheses."""
        self.depth += 1
        try:
            sign = self.tokens[opening].text
            if sign == "{":
                return self._table(opening, close)
            if found := self._generator(opening + 1, close):
                return found
            items: list[Value] = []
            comma = False
            at = opening + 1
            while at < close:
                star = self.tokens[at].text == "*"
                start = at
                value, at = self.expression(at, close)
                at = max(at, start + 1)
                if star:
                    items.extend(value.items if isinstance(value, Items) else [self._unknown(start, at)])
                else:
                    items.append(value if value is not None else self._hole(start, at))
                while at < close and self.tokens[at].text != ",":
                    at = self.pairs[at] if self.pairs[at] > at else at
                    at += 1
                if at < close:
                    comma = True
                    at += 1
            if sign == "(" and not comma:
                only = items[0] if items else Items([])
                return None if isinstance(only, Word) and only.text == HOLE else only
            return Items(items)
        finally:
            self.depth -= 1

    def _hole(self, at: int, end: int) -> Word:
        name = self.text[self.tokens[at].start : self.tokens[max(end - 1, at)].end]
        return Word(HOLE, (Piece(HOLE, *self.place(at, end), (), name),), True)

    def _unknown(self, at: int, end: int) -> Word:
        return Word(HOLE, (Piece(HOLE, *self.place(at, end), (), "[@]"),), True)

    def _table(self, opening: int, close: int) -> Value:
        keys: list[Word] = []
        values: list[Value] = []
        members: list[Value] = []
        at = opening + 1
        if found := self._generator(at, close):
            return found
        while at < close:
            start = at
            key, at = self.expression(at, close)
            if at < close and self.tokens[at].text == ":":
                value, at = self.expression(at + 1, close)
                if isinstance(key, Word):
                    keys.append(key)
                    values.append(value)
            else:
                members.append(key)
            at = max(at, start + 1)
            while at < close and self.tokens[at].text != ",":
                at = self.pairs[at] if self.pairs[at] > at else at
                at += 1
            at += 1
        return Table(keys, values) if keys or not members else Items(members)

    def _strings(self, at: int, end: int) -> tuple[Value, int]:
        """String literals that follow one another are one."""
        value = self._literal(self.tokens[at])
        at += 1
        while at < end and self.tokens[at].kind == "string":
            value = concatenate(value, self._literal(self.tokens[at]), self.place(at, at + 1), self.sink.budget)
            at += 1
        return value, at

    def _literal(self, token: Token) -> Value:
        start, end = token.body
        raw = "r" in token.text
        if start == end:
            return word(self.ground.pieces("", token.start, token.end - token.start), token.start, True)
        if "f" not in token.text and "t" not in token.text:
            return word(self._run(start, end, raw), start, True)
        value: Value = word(self.ground.pieces("", start, 0), start, True)
        at = start
        while at < end:
            sign = min((n for c in "{}" if (n := self.text.find(c, at, end)) >= 0), default=end)
            if sign > at:
                value = concatenate(value, word(self._run(at, sign, raw), at, True), (at, sign - at), self.sink.budget)
            if sign >= end:
                break
            if self.text[sign] == "}" or self.text.startswith("{{", sign):
                double = self.text.startswith(self.text[sign] * 2, sign)
                brace = word(self.ground.pieces(self.text[sign], sign, 1 + double), sign, True)
                value = concatenate(value, brace, (sign, 1), self.sink.budget)
                at = sign + 1 + double
                continue
            close = self._field_end(sign + 1, end)
            place = self.ground.range(sign, min(close + 1, end) - sign)
            found = self._field(sign + 1, close)
            if not isinstance(found, (Word, Either)):
                found = Word(HOLE, (Piece(HOLE, *place, (), self.text[sign + 1 : close]),), True)
            elif isinstance(found, Word):
                found = word([p._replace(used=(*p.used, place)) for p in found.pieces], place[0], True)
            value = concatenate(value, found, place, self.sink.budget)
            at = close + 1
        if isinstance(value, Word):
            kept = [piece for piece in value.pieces if piece.text] or list(value.pieces[:1])
            return word(kept, token.start, True)
        return value

    def _run(self, start: int, end: int, raw: bool) -> list[Piece]:
        runs = [(self.text[start:end], start, end - start)] if raw else unescape(self.text, start, end)
        pieces: list[Piece] = []
        for text, offset, width in runs:
            pieces.extend(self.ground.pieces(text, offset, width))
        return pieces or self.ground.pieces("", start, end - start)

    def _field_end(self, at: int, end: int) -> int:
        """Offset of the brace that closes a field of an f-string."""
        depth = 0
        while at < end:
            c = self.text[at]
            if c in "{[(":
                depth += 1
            elif c in "])" or (c == "}" and depth):
                depth -= 1
            elif c == "}":
                return at
            elif c in "\"'":
                close = self.text.find(c, at + 1, end)
                at = close if close >= 0 else at
            at += 1
        return end

    def _field(self, start: int, end: int) -> Value:
        """The value of the expression in a field of an f-string."""
        text = self.text[start:end]
        name = text.strip()
        if name.replace(".", "_").isidentifier():
            return self.look_up(name)
        if self.depth >= DEEPEST or len(text) > 2000 or not any(c in text for c in "([\"'"):
            return None
        saved, self.tokens = self.tokens, tokenize(self.text, start, end)
        matching, self.pairs = self.pairs, pairs(self.tokens)
        self.depth += 1
        value, _ = self.expression(1, len(self.tokens) - 1)
        self.depth -= 1
        self.tokens, self.pairs = saved, matching
        return value


def _percent(template: Value, filled: Value, place: Range) -> Value:
    """``template % filled`` for each of their alternatives."""
    values = filled.values if isinstance(filled, Either) else [filled]
    return either(
        each(template, lambda one, value=value: percent(one, value, place) if isinstance(one, Word) else None)  # type: ignore[misc]
        for value in values
    )
