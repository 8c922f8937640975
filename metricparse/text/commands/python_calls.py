"""Commands and lists of names in Python: ``subprocess.run(["ncu", …])``, ``os.system(f"ncu …")``, ``METRICS = […]``.

Statements are read in order and nothing is run: what a name holds is what was last assigned to it above, in its
function or outside.  JSON reads as Python does.
"""

from __future__ import annotations

from metricparse.text.commands.expand import Ground
from metricparse.text.commands.invocation import PROGRAMS
from metricparse.text.commands.placed import HOLE, Word
from metricparse.text.commands.python_expressions import Expressions
from metricparse.text.commands.python_tokens import pairs, tokenize
from metricparse.text.commands.python_values import Either, Items, Table, Value, concatenate, either, variants, words_of
from metricparse.text.commands.shellscript import Shell
from metricparse.text.commands.sink import Sink
from metricparse.text.commands.tools import CONTAINERS, HINTS, PLAIN, SHELLS, base, find_tool, looks_like_name, tool_of

BRANCHING = frozenset("if elif else case except finally".split())
BLOCKS = BRANCHING | frozenset("for while with try match async def class".split())
MOST_COLUMNS = 16
"""Of a list of lists that are looked at."""
SHELL_CALLS = frozenset(
    """system popen run call check_call check_output Popen getoutput getstatusoutput shell sh bash cmd execute exec_command
    spawn create_subprocess_shell sudo ssh local""".split()
)
"""Last parts of the names of functions that hand a string to a shell."""


def read_python(sink: Sink, text: str, ground: Ground | None = None) -> None:
    """Add the commands and lists of a Python text."""
    _Reader(sink, text, ground or Ground()).run()


class _Reader(Expressions):
    """Statements."""

    def __init__(self, sink: Sink, text: str, ground: Ground) -> None:
        super().__init__(sink, text, ground)
        self.scopes: list[tuple[int, dict[str, Value]]] = [(-1, {})]
        self.blocks: list[tuple[int, str]] = []
        self.born: dict[str, int] = {}

    def run(self) -> None:
        """Read the statements in order."""
        self.tokens = tokenize(self.text)
        self.pairs = pairs(self.tokens)
        start = 0
        for index, token in enumerate(self.tokens):
            if token.kind == "newline" or (token.kind == "op" and token.text == ";"):
                if index > start + 1:
                    indentation = len(self.tokens[start].text) if self.tokens[start].kind == "newline" else -1
                    self._statement(start + 1, index, indentation)
                start = index

    def _branch(self) -> int:
        """How many conditions stand around the statement."""
        return sum(1 for _, keyword in self.blocks if keyword in BRANCHING)

    def _statement(self, at: int, end: int, indentation: int) -> None:
        tokens = self.tokens
        if indentation >= 0:
            while self.blocks and self.blocks[-1][0] >= indentation:
                self.blocks.pop()
            while len(self.scopes) > 1 and self.scopes[-1][0] >= indentation:
                self.scopes.pop()
        first = tokens[at]
        if first.kind == "name" and first.text in BLOCKS:
            at = self._block(at, end, max(indentation, 0))
            if at >= end:
                return
        if all(token.kind == "string" for token in tokens[at:end]):
            return  # a docstring is a text of its own
        if (
            tokens[at].text in ("return", "yield", "await", "assert", "raise", "del", "global")
            and tokens[at].kind == "name"
        ):
            at += 1
        self._assignment(at, end)

    def _block(self, at: int, end: int, indentation: int) -> int:
        """The head of a block; returns where a statement begins that stands behind it in the same line."""
        tokens = self.tokens
        keyword = tokens[at].text
        if keyword == "async" and at + 1 < end:
            at += 1
            keyword = tokens[at].text
        stop = self._colon(at + 1, end)
        if keyword in ("def", "class"):
            scope: dict[str, Value] = {}
            if keyword == "class":
                self.blocks.append((indentation, keyword))
            else:
                self.scopes.append((indentation, scope))
                opening = next((n for n in range(at, stop) if tokens[n].text == "("), -1)
                if opening >= 0 and self.pairs[opening] >= 0:
                    for name, value in self.arguments(opening)[1].items():
                        scope[name] = value
                        self.consume(value, name)
        else:
            self.blocks.append((indentation, keyword))
            place = next((n for n in range(at, stop) if tokens[n].kind == "name" and tokens[n].text == "in"), -1)
            if keyword == "for" and place > 0:
                value, _ = self.expression(place + 1, stop)
                self.bind(at + 1, place, value)
            else:
                value, _ = self.expression(at + 1, stop)
                self.consume(value, "")
        return stop + 1

    def _colon(self, at: int, end: int) -> int:
        """Index of the colon that ends the head of a block."""
        while at < end:
            if self.tokens[at].kind == "op":
                if self.tokens[at].text == ":":
                    return at
                if self.pairs[at] > at:
                    at = self.pairs[at]
            at += 1
        return end

    def _assignment(self, at: int, end: int) -> None:
        tokens = self.tokens
        equals = []
        n = at
        while n < end:
            if tokens[n].kind == "op":
                if tokens[n].text in ("=", "+=", ":="):
                    equals.append(n)
                elif self.pairs[n] > n:
                    n = self.pairs[n]
            n += 1
        if not equals:
            value, behind = self.expression(at, end)
            self.consume(value, "")
            if behind < end and tokens[behind].text == ":":  # an entry of JSON or of a cut-off mapping
                value, _ = self.expression(behind + 1, end)
                self.consume(value, tokens[at].text if tokens[at].kind == "name" else "")
            return
        last = equals[-1]
        value, _ = self.expression(last + 1, end)
        name = self._target(at, equals[0])
        if tokens[last].text == "+=" and name:
            before = self.look_up(name)
            value = concatenate(before, value, self.place(at, end), self.sink.budget)
            if isinstance(value, Items) and self._branch() > self.born.get(name, 0):
                value.partial = True
            self.assign(name, value)
        elif name:
            self.keep(name, value)
        self.consume(value, name)

    def keep(self, name: str, value: Value) -> None:
        """Assign; under a condition the values of other branches stay possible."""
        branch = self._branch()
        before = self.look_up(name)
        if branch and self.born.get(name, 0) and before is not None and value is not None:
            value = either([value, before])
        self.born[name] = branch
        self.assign(name, value)

    def grow(self, name: str, value: Value) -> None:
        """Set a list to which something was appended; under a condition that is not certain."""
        if isinstance(value, Items) and self._branch() > self.born.get(name, 0):
            value.partial = True
        super().grow(name, value)

    def _target(self, at: int, end: int) -> str:
        """The dotted name on the left side, without an annotation; empty for anything else."""
        parts = []
        for token in self.tokens[at:end]:
            if token.kind == "name":
                parts.append(token.text)
            elif token.text == ":":
                break
            elif token.text != ".":
                return ""
        return ".".join(parts)

    def look_up(self, name: str) -> Value:
        """What a name holds, or None."""
        for _, scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        owner, dot, last = name.rpartition(".")
        return self.look_up(last) if dot and owner in ("self", "cls") else None

    def assign(self, name: str, value: Value) -> None:
        """Set a name in the innermost scope; attributes of ``self`` outlive it."""
        owner, dot, last = name.rpartition(".")
        if dot and owner in ("self", "cls"):
            self.scopes[0][1][last] = value
        else:
            self.scopes[-1][1][name] = value

    def bind(self, at: int, end: int, value: Value) -> None:
        """Give the variables of a loop their values."""
        names = [token.text for token in self.tokens[at:end] if token.kind == "name"]
        values = value.items if isinstance(value, Items) else list(value.keys) if isinstance(value, Table) else []
        for number, name in enumerate(names):
            if len(names) == 1:
                picked = list(values)
            else:
                picked = [
                    one.items[number] if isinstance(one, Items) and number < len(one.items) else None for one in values
                ]
            self.assign(name, either(picked) if picked else None)

    def consume(self, value: Value, name: str, callee: str = "") -> None:
        """Take note of a value that is assigned, passed or thrown away."""
        if isinstance(value, Either):
            for one in value.values:
                self.consume(one, name, callee)
        elif isinstance(value, Items):
            self._list(value, name)
        elif isinstance(value, Table):
            self.sink.names(name, value.keys)
            for key, one in zip(value.keys, value.values, strict=True):
                self.consume(one, key.text)
        elif isinstance(value, Word):
            self._string(value, name, callee)

    def _list(self, value: Items, name: str) -> None:
        whole = words_of(value)
        if whole and _command(whole):
            for variant in variants(value):
                words = words_of(variant)
                at = find_tool(words)
                if at >= 0 and len(words) > 1:
                    self.sink.command(words, at, weak=True, sure=not value.partial)
                elif len(words) > 2 and base(words[0].text) in SHELLS and words[1].text.startswith("-"):
                    self._string(words[2], "", "system")
            return
        flat = [one for one in value.items if isinstance(one, Word)]
        for one in value.items:
            if isinstance(one, Either):
                flat.extend(each for each in one.values if isinstance(each, Word))
        self.sink.names(name, flat)
        rows = [one.items for one in value.items if isinstance(one, Items)]
        for column in range(min(max((len(row) for row in rows), default=0), MOST_COLUMNS)):
            cells = [cell for row in rows if column < len(row) and isinstance(cell := row[column], Word)]
            if cells and looks_like_name(cells[0].text):
                self.sink.names(name, cells)

    def _string(self, value: Word, name: str, callee: str) -> None:
        lowered = value.text.lower()
        if any(hint in lowered for hint in HINTS) and len(value.fields()) > 1:
            shell = callee.rpartition(".")[2] in SHELL_CALLS or "#!" in value.text[:40]
            if shell or _command_line(value.fields()):
                inner = Shell(self.sink, value.text, Ground(value), depth=1)
                inner.weak = True
                inner.run()
            else:
                from metricparse.text.commands.prose import read_prose

                read_prose(self.sink, value.text, Ground(value))
        elif "__" in value.text and ("," in value.text or "metric" in name.lower()):
            self.sink.names(name, [value])


def _command(words: list[Word]) -> bool:
    """Whether a list can be a command with a profiler or a shell in it."""
    if tool_of(words[0]) or base(words[0].text) in PLAIN | CONTAINERS | SHELLS:
        return True
    return words[0].hole and any(tool_of(word) for word in words[1:4])


def _command_line(fields: list[Word]) -> bool:
    """Whether a string is a command with its words, and no sentence."""
    at = find_tool(fields)
    if at < 0 or at + 1 >= len(fields):
        return False
    following = fields[at + 1].text
    return following.startswith(("-", *PROGRAMS)) or "/" in following or following == HOLE
