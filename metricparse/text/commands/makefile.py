"""Makefiles: variables are filled in as make does it, then a shell reads each recipe."""

from __future__ import annotations

from metricparse.text.commands.expand import Environment, Ground, Value
from metricparse.text.commands.placed import HOLE, Piece, Word, used, word
from metricparse.text.commands.shellscript import Shell
from metricparse.text.commands.sink import Sink
from metricparse.text.commands.tools import HINTS

ASSIGNMENTS = (":::=", "::=", ":=", "?=", "+=", "!=", "=")
DIRECTIVES = frozenset("ifeq ifneq ifdef ifndef else endif include -include sinclude undefine vpath".split())
DEEPEST = 8


def read_makefile(sink: Sink, text: str) -> None:
    """Add the commands of the recipes."""
    _Makefile(sink, text).run()


class _Makefile:
    def __init__(self, sink: Sink, text: str) -> None:
        self.sink = sink
        self.text = text
        self.variables = Environment()
        self.branch = 0

    def run(self) -> None:
        """Variables first, as make does not need them before a recipe runs; then the recipes."""
        recipes: list[tuple[int, int]] = []
        at = 0
        define = ""
        begin = 0
        while at < len(self.text):
            end = self._line_end(at)
            line = self.text[at:end]
            bare = line.strip()
            first = bare.partition(" ")[0]
            if define:
                if bare == "endef":
                    self._set(define, self.expand(begin, at), "=")
                    define = ""
            elif line.startswith("\t") and not bare.startswith("#"):
                recipes.append((at + 1, end))
            elif first == "define":
                define, begin = bare.split()[1] if len(bare.split()) > 1 else "_", min(end + 1, len(self.text))
            elif first in DIRECTIVES or first.startswith(("ifeq(", "ifneq(")):
                self.branch += first.startswith("if") and not bare.startswith("include")
                self.branch = max(self.branch - (first == "endif"), 0)
            elif bare and not bare.startswith("#"):
                recipes.extend(self._plain(at, end))
            at = end + 1
        for start, end in recipes:
            while start < end and self.text[start] in " \t@-+":
                start += 1
            recipe = self.expand(start, end, recipe=True)
            if any(hint in recipe.text.lower() for hint in HINTS) or HOLE in recipe.text:
                Shell(self.sink, recipe.text, Ground(recipe), depth=1).run()

    def _line_end(self, at: int) -> int:
        """The end of the line, with the lines that a backslash adds."""
        while True:
            newline = self.text.find("\n", at)
            if newline < 0:
                return len(self.text)
            stop = newline - 1 if self.text[newline - 1 : newline] == "\r" else newline
            if stop <= at or self.text[stop - 1] != "\\":
                return newline
            at = newline + 1

    def _plain(self, at: int, end: int) -> list[tuple[int, int]]:
        """A definition of a variable, or a rule; returns the recipe that may stand behind its semicolon."""
        line = self.text[at:end]
        colon = line.find(":")
        equals = line.find("=")
        if 0 <= colon < equals and line[colon + 1 : colon + 2] not in ("=", ":"):
            # "target: NAME = value"
            at, line = at + colon + 1, line[colon + 1 :]
            equals -= colon + 1
        sign = next((s for s in ASSIGNMENTS if equals >= 0 and line[: equals + 1].endswith(s)), "")
        name = line[: equals + 1].removesuffix(sign).strip() if sign else ""
        name = name.removeprefix("export ").removeprefix("override ").strip()
        if sign and name and " " not in name and ":" not in name and "\t" not in name:
            start = at + equals + 1
            while start < end and self.text[start] in " \t":
                start += 1
            value = (
                Word(HOLE, (Piece(HOLE, start, end - start, (), name),)) if sign == "!=" else self.expand(start, end)
            )
            self._set(name, value, sign)
            return []
        semicolon = line.find(";")
        return [(at + semicolon + 1, end)] if colon >= 0 and semicolon > colon else []

    def _set(self, name: str, value: Word, sign: str) -> None:
        before = self.variables.get(name)
        if sign == "?=" and before is not None:
            return
        if sign == "+=" and before is not None:
            old = before.alternatives[0][0]
            space = Piece(" ", value.offset, 0)
            value = word((*old.pieces, space, *value.pieces), old.offset)
            self.sink.budget[0] -= len(value.pieces)
            if self.sink.budget[0] < 0:
                self.variables.own[name] = None
                return
            self.variables.own[name] = Value(((value,),), False, before.branch)
        else:
            self.variables.put(name, Value(((value,),), False, self.branch))
        self.sink.names(name, [value])
        self.sink.names(name, value.fields())

    def expand(self, start: int, end: int, *, recipe: bool = False) -> Word:
        """A stretch with its variables filled in.

        In a recipe a continued line loses its first tab; in a value a backslash, the line break and the blanks around it
        are one blank, and ``#`` begins a comment.
        """
        text = self.text
        pieces: list[Piece] = []
        at = start
        while at < end:
            stop = at
            while stop < end and text[stop] not in "$\\#":
                stop += 1
            if stop > at:
                pieces.append(Piece(text[at:stop], at, stop - at))
            if stop >= end:
                break
            at = stop
            if text[at] == "$":
                found, at = self._variable(at, end)
                pieces.extend(found)
            elif text[at] == "#" and not recipe:
                at = end
            elif text.startswith(("\\\n", "\\\r\n"), at):
                behind = text.index("\n", at) + 1
                if recipe:
                    pieces.append(Piece(text[at:behind], at, behind - at))
                    at = behind + (text[behind : behind + 1] == "\t")
                else:
                    while behind < end and text[behind] in " \t":
                        behind += 1
                    if pieces and pieces[-1].exact:
                        last = pieces.pop()
                        kept = last.text.rstrip(" \t")
                        if kept:
                            pieces.append(Piece(kept, last.offset, len(kept), last.used))
                    pieces.append(Piece(" ", at, behind - at))
                    at = behind
            else:
                pieces.append(Piece(text[at], at, 1))
                at += 1
        made = word(pieces, start)
        return made if recipe else made.strip()

    def _variable(self, at: int, end: int) -> tuple[list[Piece], int]:
        text = self.text
        follower = text[at + 1 : at + 2]
        if follower == "$":
            return [Piece("$", at, 2)], at + 2
        if follower not in ("(", "{") or not follower:
            behind = min(at + 2, end)
            return self._value(follower, at, behind - at), behind
        closer = {"(": ")", "{": "}"}[follower]
        depth = 1
        stop = at + 2
        while stop < end and depth:
            depth += (text[stop] == follower) - (text[stop] == closer)
            stop += 1
        if depth:
            return [Piece(text[at : at + 2], at, 2)], at + 2
        return self._value(text[at + 2 : stop - 1], at, stop - at), stop

    def _value(self, name: str, at: int, width: int) -> list[Piece]:
        value = self.variables.get(name)
        if name == "shell which ncu" or name == "shell command -v ncu":
            return [Piece("ncu", at, width)]
        if value is None:
            return [Piece(HOLE, at, width, (), name)]
        pieces = value.alternatives[0][0].pieces
        self.sink.budget[0] -= len(pieces)
        if self.sink.budget[0] < 0:
            return [Piece(HOLE, at, width, (), name)]
        return used(pieces, (at, width))
