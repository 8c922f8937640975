"""Tokens of Python, also of Python that does not parse: names, strings, operators, ends of statements."""

from __future__ import annotations

from typing import NamedTuple

PREFIXES = frozenset("r u b f rb br rf fr t rt tr".split())
OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = frozenset(OPENING.values())
LONG_OPERATORS = (
    "**=",
    "//=",
    ">>=",
    "<<=",
    "...",
    "->",
    ":=",
    "==",
    "!=",
    "<=",
    ">=",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
    "|=",
    "&=",
    "**",
)


class Token(NamedTuple):
    """A token, at ``start``:``end`` of the text."""

    kind: str
    """name, number, string, op, newline (the end of a statement)."""
    text: str
    """Of a string its prefix in lower case; else as written; of a newline the indentation of what follows, as blanks."""
    start: int
    end: int
    body: tuple[int, int] = (0, 0)
    """Of a string: where its body stands."""


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of ``text[start:end]``; comments are left out.  Never fails; linear."""
    return _Tokenizer(text, len(text) if end is None else end).run(start)


def pairs(tokens: list[Token]) -> list[int]:
    """For each opening bracket the index of its closing one; -1 elsewhere, and where none closes it."""
    found = [-1] * len(tokens)
    stack: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "newline":
            stack.clear()
        if token.kind != "op":
            continue
        if token.text in OPENING:
            stack.append(index)
        elif token.text in CLOSING and stack and OPENING[tokens[stack[-1]].text] == token.text:
            found[stack.pop()] = index
    return found


class _Tokenizer:
    def __init__(self, text: str, end: int) -> None:
        self.text = text
        self.end = end
        self.depth = 0
        self.tokens: list[Token] = []
        self.missing: set[str] = set()

    def run(self, at: int) -> list[Token]:
        text, end = self.text, self.end
        self.tokens.append(Token("newline", _indentation(text, at, end), at, at))
        while at < end:
            c = text[at]
            if c == "\n":
                at = self._newline(at)
            elif c in " \t\r\f":
                at += 1
            elif c == "#":
                newline = text.find("\n", at, end)
                at = end if newline < 0 else newline
            elif c == "\\" and text.startswith(("\n", "\r\n"), at + 1):
                at = text.find("\n", at) + 1
            elif c in "\"'":
                at = self._string(at, at, "")
            elif c == "_" or c.isalpha():
                at = self._name(at)
            elif c.isdigit():
                stop = at
                while stop < end and (text[stop].isalnum() or text[stop] in "._"):
                    stop += 1
                self.tokens.append(Token("number", text[at:stop], at, stop))
                at = stop
            else:
                at = self._operator(at)
        self.tokens.append(Token("newline", "", end, end))
        return self.tokens

    def _newline(self, at: int) -> int:
        indentation = _indentation(self.text, at + 1, self.end)
        if self.depth and self.text.startswith(("def ", "class ", "import ", "from ", "@", "async def "), at + 1):
            self.depth = 0  # a bracket left open ends at the next definition
        if not self.depth:
            self.tokens.append(Token("newline", indentation, at, at + 1))
        return at + 1

    def _name(self, at: int) -> int:
        stop = at
        while stop < self.end and (self.text[stop] == "_" or self.text[stop].isalnum()):
            stop += 1
        name = self.text[at:stop]
        if self.text[stop : stop + 1] in ('"', "'") and stop < self.end and name.lower() in PREFIXES:
            return self._string(at, stop, name.lower())
        self.tokens.append(Token("name", name, at, stop))
        return stop

    def _operator(self, at: int) -> int:
        sign = next((one for one in LONG_OPERATORS if self.text.startswith(one, at)), self.text[at])
        if sign in OPENING:
            self.depth += 1
        elif sign in CLOSING:
            self.depth = max(self.depth - 1, 0)
        self.tokens.append(Token("op", sign, at, at + len(sign)))
        return at + len(sign)

    def _string(self, start: int, at: int, prefix: str) -> int:
        quote = self.text[at]
        mark = quote * 3 if self.text.startswith(quote * 3, at) else quote
        close = -1 if mark in self.missing else self._close(at + len(mark), mark, prefix)
        if close < 0:
            if len(mark) == 3:
                self.missing.add(mark)
            return at + len(mark)
        self.tokens.append(Token("string", prefix, start, close + len(mark), (at + len(mark), close)))
        return close + len(mark)

    def _close(self, at: int, mark: str, prefix: str) -> int:
        text, end = self.text, self.end
        fields = 0
        formatted = "f" in prefix or "t" in prefix
        while at < end:
            c = text[at]
            if c == "\\":
                at += 2
                continue
            if formatted and c == "{":
                if text.startswith("{{", at) and not fields:
                    at += 2
                    continue
                fields += 1
            elif fields and c == "}":
                fields -= 1
            elif text.startswith(mark, at) and not fields:
                return at
            elif fields and c in "\"'":
                close = text.find(c, at + 1, end)
                newline = text.find("\n", at + 1, end)
                if close < 0 or -1 < newline < close:
                    return at if c == mark else -1
                at = close
            elif c == "\n" and len(mark) == 1:
                return -1
            at += 1
        return -1


def _indentation(text: str, at: int, end: int) -> str:
    stop = at
    while stop < end and text[stop] in " \t":
        stop += 1
    return text[at:stop].expandtabs(8)
