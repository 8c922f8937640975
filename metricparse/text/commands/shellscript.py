"""A walk over a shell script: assignments are kept, commands are looked at in turn, nothing is run."""

from __future__ import annotations

from collections.abc import Sequence

from metricparse.text.commands.expand import MOST_ALTERNATIVES, Environment, Expander, Ground, Value, join
from metricparse.text.commands.outputs import printed
from metricparse.text.commands.placed import HOLE, Word, word
from metricparse.text.commands.sink import Sink
from metricparse.text.commands.tokens import DEEPEST, REDIRECTIONS, Lit, Part, Subst, Token
from metricparse.text.commands.tools import (
    CONTAINERS,
    HINTS,
    PLAIN,
    SHELL_RUNNERS,
    SHELLS,
    base,
    find_tool,
    looks_like_name,
    lower,
)
from metricparse.text.commands.words import Lexer

KEYWORDS = frozenset("if then else elif do while until ! { } time fi done esac coproc".split())
DECLARING = frozenset("export local readonly declare typeset".split())
SIGNS = (*HINTS, "$", "`", "__", "{", HOLE)
"""A simple command with none of these (in lower case) names no tool, no metric and no variable."""
BREAKS = frozenset(("newline", ";", "&&", "||", "|", "|&", "&", ";;", "(", ")"))


class Shell:
    """Reads one script, or a part of one that a shell of its own reads."""

    def __init__(
        self,
        sink: Sink,
        text: str,
        ground: Ground | None = None,
        environment: Environment | None = None,
        depth: int = 0,
        lowered: str | None = None,
    ) -> None:
        self.sink = sink
        self.text = text
        self.lowered = lower(text) if lowered is None else lowered
        self.ground = ground or Ground()
        self.environment = Environment(environment)
        self.depth = depth
        self.branch = 0
        self.cases = 0
        self.output: Word | None = None
        self.printing = False
        self.weak = False

    def run(self, start: int = 0, end: int | None = None) -> None:
        """Read ``text[start:end]``."""
        self._walk(Lexer(self.text, start, end, depth=self.depth).tokens())

    def _walk(self, tokens: Sequence[Token]) -> None:
        words: list[Token] = []
        bodies: list[Token] = []
        skip = newline = False
        piped = False
        for number, token in enumerate(tokens):
            sign = token.text if token.kind == "op" else token.kind
            if token.kind in ("word", "array"):
                if not skip:
                    words.append(token)
                skip = False
            elif sign == "heredoc":
                bodies.append(token)
            elif sign in REDIRECTIONS or sign in ("<<", "<<-", "<<~"):
                skip = True
            elif sign in BREAKS:
                if sign == "newline" and number + 1 < len(tokens) and not words and not bodies:
                    newline = True
                    continue
                later = _bodies_ahead(tokens, number) if sign != "newline" else []
                self._simple(words, bodies or later, sign, newline, piped)
                piped = sign in ("|", "|&")
                words, bodies, skip, newline = [], [], False, sign == "newline"
        self._simple(words, bodies, "newline", newline, piped)

    def _simple(self, tokens: list[Token], bodies: list[Token], sign: str, newline: bool, piped: bool) -> None:
        """One simple command; ``sign`` is what ends it."""
        tokens = self._keywords(tokens)
        if not tokens:
            if bodies:
                self._bodies([], bodies)
            return
        given = self.output if piped else None
        self.output = None
        if sign == ")" and self.cases and len(tokens) == 1:
            return  # the pattern of a case
        if sign == "(" and len(tokens) == 1:
            return  # the name of a function
        expander = self._expander()
        at = 0
        while at < len(tokens) and self._assign(tokens[at], expander, only=all(map(_is_assignment, tokens))):
            at += 1
        rest = tokens[at:]
        if not rest:
            return
        head = _literal(rest[0])
        if head in DECLARING:
            for token in rest[1:]:
                self._assign(token, expander, only=True, declare=True)
            return
        if head == "unset":
            for token in rest[1:]:
                self.environment.put(_literal(token), None)
            return
        if head in ("read", "mapfile", "readarray"):
            self._read(rest, bodies, expander)
            return
        if not bodies and not self.printing and not self._concerns(rest[0].offset, rest[-1].end):
            self.sink.next_command((), newline)
            return
        argv: list[Word] = []
        pick = 0
        while pick == 0 or pick < min(expander.most, MOST_ALTERNATIVES):
            expander.pick = pick
            argv = [field for token in rest for field in self._word(token, expander)]
            self._command(argv, bodies, newline, not expander.partial)
            pick += 1
        if self.printing:
            place = self.ground.range(tokens[0].offset, max(tokens[-1].end - tokens[0].offset, 1))
            if bodies and given is None:
                given = self._body(bodies[0])
                self.output = given if base(argv[0].text) == "cat" else printed(argv, given, place)
            else:
                self.output = printed(argv, given, place) if argv else None

    def _concerns(self, start: int, end: int) -> bool:
        """Whether a simple command can hold anything of interest: a tool, a name, a variable."""
        text = self.lowered
        return any(text.find(sign, start, end) >= 0 for sign in SIGNS)

    def _keywords(self, tokens: list[Token]) -> list[Token]:
        while tokens:
            text = _literal(tokens[0])
            if text in ("if", "case"):
                self.branch += 1
            elif text in ("fi", "esac"):
                self.branch = max(self.branch - 1, 0)
            if text == "esac":
                self.cases = max(self.cases - 1, 0)
            if text == "case":
                self.cases += 1
                # "case X in a) …": the pattern may stand in the same line
                place = next((n for n, token in enumerate(tokens) if _literal(token) == "in"), len(tokens) - 1)
                tokens = tokens[place + 1 :]
            elif text in ("for", "select") and len(tokens) > 1:
                self._loop(tokens)
                return []
            elif text == "function":
                return []
            elif text in KEYWORDS:
                tokens = tokens[1:]
            else:
                break
        return tokens

    def _loop(self, tokens: list[Token]) -> None:
        """``for NAME in WORDS``: the name has each of the values."""
        name = _literal(tokens[1])
        if len(tokens) < 4 or _literal(tokens[2]) != "in":
            self.environment.put(name, None)
            return
        expander = self._expander()
        items = [field for token in tokens[3:] for field in self._word(token, expander)]
        known = bool(items) and not any(item.hole and item.text.strip(HOLE) == "" for item in items)
        if len(items) > MOST_ALTERNATIVES and all(looks_like_name(item.text) for item in items):
            self.sink.names(name, items)
        self.environment.own[name] = Value(tuple((item,) for item in items[:MOST_ALTERNATIVES])) if known else None

    def _assign(self, token: Token, expander: Expander, *, only: bool, declare: bool = False) -> bool:
        """Whether a word is an assignment; it is kept if the command is nothing else."""
        if token.kind == "array":
            items = tuple(field for item in token.items for field in self._word(item, expander))
            name = token.text.removesuffix("+")
            self._keep(name, items, True, token.text.endswith("+"), declare)
            if "[" not in name:
                self._whole(items)
            return True
        found = _assignment(token)
        if found is None:
            return False
        name, parts, more, offset = found
        value = expander.word(parts, offset)
        if only:
            self._keep(name, (value,), False, more, declare, expander)
            if any(hint in value.text for hint in HINTS) and len(value.fields()) > 1:
                self._nested(value, weak=True)
        return True

    def _keep(
        self,
        name: str,
        items: tuple[Word, ...],
        array: bool,
        more: bool,
        declare: bool,
        expander: Expander | None = None,
    ) -> None:
        before = self.environment.get(name)
        partial = expander.partial if expander else False
        if more and before is not None:
            kept = before.alternatives
            self.sink.budget[0] -= sum(len(one.pieces) for items_ in kept for one in items_)
            if self.sink.budget[0] < 0:
                self.environment.own[name] = None
                return
            if before.array:
                joined = tuple((*one, *items) for one in kept)
            else:
                joined = tuple((word((*one[0].pieces, *items[0].pieces), one[0].offset, True),) for one in kept)
            partial = partial or before.partial or self.branch > before.branch
            self.environment.own[name] = Value(joined, before.array, before.branch, partial)
        elif more and array is False and before is None:
            self.environment.own[name] = None
        else:
            value = Value((items,), array, 0 if declare and self.branch == 0 else self.branch, partial)
            if declare:
                self.environment.own[name] = value
            else:
                self.environment.put(name, value)
            if partial and expander and expander.most > 1:
                self.environment.own[name] = value
        now = self.environment.get(name)
        if now is not None and len(now.alternatives[0]) <= 4096:
            self.sink.names(name, now.alternatives[0])

    def _whole(self, items: Sequence[Word]) -> None:
        """An array that is a command by itself: ``CMD=(ncu --set full ./app)``."""
        at = find_tool(items)
        if at >= 0 and len(items) > at + 1:
            self.sink.command(items, at, weak=True)

    def _read(self, tokens: Sequence[Token], bodies: Sequence[Token], expander: Expander) -> None:
        names = [text for token in tokens[1:] if (text := _literal(token)).isidentifier()]
        for name in names:
            self.environment.put(name, None)
        if bodies and names:
            body = self._body(bodies[0])
            if body is not None:
                array = _literal(tokens[0]) != "read" or any(_literal(token) in ("-a", "-ra") for token in tokens)
                items = tuple(body.fields()) if array else (body,)
                self.environment.own[names[-1]] = Value((items,), array, self.branch)
                self.sink.names(names[-1], items)

    def _word(self, token: Token, expander: Expander) -> list[Word]:
        if token.kind == "array":
            return []
        return expander.fields(token.parts, token.offset)

    def _expander(self) -> Expander:
        return Expander(self.ground, self.environment, self._printed_by, self.sink.budget)

    def _printed_by(self, part: Subst) -> Word | None:
        """What the commands of a substitution print; commands of a profiler in it are found on the way."""
        if self.depth >= DEEPEST:
            return None
        inner = Shell(self.sink, self.text, self.ground, self.environment, self.depth + 1, self.lowered)
        inner.printing = True
        inner.run(part.start, part.end)
        return None if inner.output is None else inner.output.strip("\n")

    def _command(self, argv: Sequence[Word], bodies: Sequence[Token], newline: bool, sure: bool) -> None:
        if not argv:
            return
        self.sink.next_command(argv, newline)
        at = find_tool(argv)
        if at >= 0:
            if len(argv) > at + 1 or at > 0 or "/" in argv[at].text or base(argv[0].text) == argv[0].text:
                self.sink.command(argv, at, sure=sure, weak=self.weak)
            return
        self._bodies(argv, bodies)
        self._texts(argv)

    def _texts(self, argv: Sequence[Word]) -> None:
        """Words of other commands that hold a command line: ``bash -c '…'``, ``eval "…"``, ``echo "…"``."""
        if self.depth >= DEEPEST:
            return
        name = base(argv[0].text)
        if name == "eval":
            rest = join(argv[1:], " ", (argv[0].offset, argv[0].length))
            self._nested(rest)
            return
        for number, one in enumerate(argv[1:], 1):
            lowered = one.text.lower()
            if not any(hint in lowered for hint in HINTS) or len(one.fields()) < 2:
                continue
            before = argv[number - 1].text
            if base(argv[0].text).startswith("python") or (
                before == "-c" and base(argv[number - 2].text).startswith("python")
            ):
                self._python(one)
            elif one.text.startswith("--wrap="):
                self._nested(one.cut(7, len(one.text)))
            elif name in SHELL_RUNNERS | SHELLS | PLAIN | CONTAINERS or before in (
                "-c",
                "-lc",
                "-ic",
                "--wrap",
                "/c",
                "/C",
            ):
                self._nested(one)
            else:
                self._prose(one)

    def _nested(self, text: Word, weak: bool = False) -> None:
        """Read a word as a script of its own."""
        inner = Shell(self.sink, text.text, Ground(text), self.environment, self.depth + 1)
        inner.weak = weak or self.weak
        inner.run()

    def _python(self, text: Word) -> None:
        from metricparse.text.commands.python_calls import read_python

        read_python(self.sink, text.text, Ground(text))

    def _prose(self, text: Word) -> None:
        from metricparse.text.commands.prose import read_prose

        read_prose(self.sink, text.text, Ground(text))

    def _body(self, token: Token) -> Word | None:
        """The text of a here-document, with its variables unless its delimiter is quoted."""
        if token.text:
            return word(
                self.ground.pieces(self.text[token.offset : token.end], token.offset, token.end - token.offset),
                token.offset,
            )
        lexer = Lexer(self.text, token.offset, token.end, depth=self.depth)
        return self._expander().word(lexer.span(token.offset, token.end), token.offset)

    def _bodies(self, argv: Sequence[Word], bodies: Sequence[Token]) -> None:
        """Here-documents of a command that is no profiler: scripts more often than not."""
        for token in bodies:
            text = self.text[token.offset : token.end]
            lowered = text.lower()
            if self.depth >= DEEPEST or not (any(hint in lowered for hint in HINTS) or "__" in text):
                continue
            names = [base(one.text) for one in argv]
            if any(name.startswith("python") or name.endswith(".py") for name in names):
                self._python(word(self.ground.pieces(text, token.offset, len(text)), token.offset))
            else:
                inner = Shell(self.sink, self.text, self.ground, self.environment, self.depth, self.lowered)
                inner.run(token.offset, token.end)


def _bodies_ahead(tokens: Sequence[Token], number: int) -> list[Token]:
    """Here-documents that a command announces which ends before its line does: ``cat <<EOF | sh``."""
    last = number - 1
    while last >= 0 and tokens[last].kind == "word":
        last -= 1
        if tokens[last].text in ("<<", "<<-", "<<~"):
            break
    else:
        return []
    if last < 0 or tokens[last].text not in ("<<", "<<-", "<<~"):
        return []
    found = []
    for token in tokens[number : number + 200]:
        if token.kind == "heredoc":
            found.append(token)
        elif token.kind == "newline":
            break
    return found


def _literal(token: Token) -> str:
    """The text of a word without quotes and variables, or empty."""
    if len(token.parts) == 1 and isinstance(token.parts[0], Lit) and not token.parts[0].quoted:
        return token.parts[0].text
    return ""


def _is_assignment(token: Token) -> bool:
    return token.kind == "array" or _assignment(token) is not None


def _assignment(token: Token) -> tuple[str, tuple[Part, ...], bool, int] | None:
    """Name, value, whether it is appended, and where the value begins; None for other words."""
    if not token.parts or not isinstance(token.parts[0], Lit) or token.parts[0].quoted:
        return None
    first = token.parts[0]
    name, equals, rest = first.text.partition("=")
    if not equals:
        return None
    more = name.endswith("+")
    name = name.removesuffix("+")
    if not name.isidentifier():
        return None
    shift = len(first.text) - len(rest)
    head = (Lit(rest, first.offset + shift, len(rest), False),) if rest else ()
    return name, (*head, *token.parts[1:]), more, first.offset + shift
