"""PowerShell and cmd.exe: other quotes, other continuations, other variables."""

from __future__ import annotations

from collections.abc import Sequence

from metricparse.text.commands.expand import Environment, Expander, Ground, Value, join
from metricparse.text.commands.placed import Word, word
from metricparse.text.commands.sink import Sink
from metricparse.text.commands.tokens import Gap, Lit, Param, Subst, Token
from metricparse.text.commands.tools import HINTS, find_tool, tool_of
from metricparse.text.commands.windows_words import BatchLexer, Lexer, PowerShellLexer


def read_powershell(sink: Sink, text: str, ground: Ground | None = None) -> None:
    """Add the commands of a PowerShell text."""
    _Walker(sink, text, ground, PowerShellLexer(text)).run()


def read_batch(sink: Sink, text: str, ground: Ground | None = None) -> None:
    """Add the commands of a batch file."""
    _Walker(sink, text, ground, BatchLexer(text)).run()


class _Walker:
    """Statements of either shell."""

    def __init__(self, sink: Sink, text: str, ground: Ground | None, lexer: Lexer) -> None:
        self.sink = sink
        self.text = text
        self.ground = ground or Ground()
        self.lexer = lexer
        self.environment = Environment()
        self.expander = Expander(self.ground, self.environment, _nothing, sink.budget)

    def run(self) -> None:
        """Read statement by statement."""
        batch = isinstance(self.lexer, BatchLexer)
        statement: list[Token] = []
        skip = False
        depth = 0
        for token in [*self.lexer.tokens(), Token("newline", "\n", len(self.text), len(self.text))]:
            if token.kind == "word":
                if batch and _plain(token).lower() in ("do", "else"):
                    self._statement(statement, batch)
                    statement = []
                elif not skip and not (
                    token.parts and _plain(token).isdigit() and self.text[token.end : token.end + 1] == ">"
                ):
                    statement.append(token)
                skip = False
            elif token.text in "<>":
                skip = True
            elif token.text in "()" and not batch:
                depth = max(depth + (1 if token.text == "(" else -1), 0)
                statement.append(token)
            elif token.text == "&" and self.text[token.end - 2 : token.end - 1] == ">":
                continue  # "2>&1" is one redirection
            elif token.kind == "newline" and depth and statement:
                continue  # what stands in parentheses may take several lines
            else:
                self._statement(statement, batch)
                statement, skip, depth = [], False, 0

    def _statement(self, tokens: list[Token], batch: bool) -> None:
        if not tokens:
            return
        head = _plain(tokens[0]).lower().lstrip("@")
        if batch and head == "set":
            self._set(tokens)
            return
        if not batch and len(tokens) > 1 and _plain(tokens[1]) in ("=", "+="):
            first = tokens[0].parts[0] if tokens[0].parts else None
            if isinstance(first, Param):
                if self._powershell_value(first.name, tokens[2:], _plain(tokens[1]) == "+="):
                    return
                tokens = tokens[2:]
        argv = self._arguments(tokens)
        while argv and argv[0].text.lower().lstrip("@") in ("call", "&", ".", "start", "cmd", "/wait", "/b", "/c", ""):
            argv.pop(0)
        if argv and argv[0].text.startswith("@") and len(argv[0].text) > 1:
            argv[0] = argv[0].cut(1, len(argv[0].text))
        if argv and argv[0].text.lower() == "start-process":
            argv = _start_process(argv)
        self._command(argv)

    def _arguments(self, tokens: Sequence[Token]) -> list[Word]:
        """The words of a command; ``($names -join ',')`` is one of them."""
        found: list[Word] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.kind == "op":
                close = next((n for n in range(at, len(tokens)) if tokens[n].text == ")"), len(tokens))
                inside = [one for one in tokens[at + 1 : close] if one.kind == "word"]
                items, whole = self._joined(inside)
                if whole and items:
                    found.append(items[0])
                elif found or len(inside) == 1:
                    place = (token.offset, tokens[min(close, len(tokens) - 1)].end - token.offset)
                    found.extend(self.expander.fields([Gap(*place, False)], token.offset))
                at = close + 1
                continue
            found.extend(self._fields(token))
            at += 1
        return found

    def _joined(self, tokens: Sequence[Token]) -> tuple[list[Word], bool]:
        """The values of an expression, and whether ``-join`` makes one of them."""
        words = [one for token in tokens for one in self._fields(token)]
        items = [bare for one in words if (bare := one.strip(" ,\n\t")).text not in ("@", "")]
        place = next((n for n, one in enumerate(words) if one.text.lower() == "-join"), -1)
        if 0 <= place < len(words) - 1:
            before = [bare for one in words[:place] if (bare := one.strip(" ,")).text not in ("@", "")]
            return [join(before, words[place + 1].text, (tokens[0].offset, 1))], True
        return items, False

    def _command(self, argv: Sequence[Word]) -> None:
        if not argv:
            return
        self.sink.next_command(argv, True)
        at = find_tool(argv)
        if at >= 0 and (len(argv) > at + 1 or not argv[at].hole):
            self.sink.command(argv, at)
            return
        for one in argv:
            if any(hint in one.text.lower() for hint in HINTS) and len(one.fields()) > 1:
                fields = one.fields()
                inside = find_tool(fields)
                if inside >= 0:
                    self.sink.command(fields, inside, weak=True)

    def _fields(self, token: Token) -> list[Word]:
        text = _plain(token)
        if text.startswith("@") and text[1:].isidentifier():
            value = self.environment.get(text[1:].lower())
            if value is not None:
                return list(value.alternatives[0])
            return self.expander.fields([Gap(token.offset, token.end - token.offset, False, "[@]")], token.offset)
        if isinstance(self.lexer, PowerShellLexer):  # a variable is never split at its blanks
            if len(token.parts) == 1 and isinstance(token.parts[0], Param):
                value = self.environment.get(token.parts[0].name)
                if value is not None and value.array:
                    return list(value.alternatives[0])
            return [self.expander.word(token.parts, token.offset)]
        if len(token.parts) == 1 and isinstance(token.parts[0], Param):
            value = self.environment.get(token.parts[0].name)
            if value is not None and value.alternatives[0][0].quoted:  # the quotes of the value are still around it
                return [self.expander.word(token.parts, token.offset)]
        return self.expander.fields(token.parts, token.offset)

    def _set(self, tokens: Sequence[Token]) -> None:
        """``set NAME=value`` and ``set "NAME=value"``; blanks belong to the value."""
        rest = [token for token in tokens[1:] if not _plain(token).startswith("/")]
        if not rest:
            return
        words = [self.expander.word(token.parts, token.offset) for token in rest]
        whole = join(words, " ", (words[0].offset, 0))
        name, equals, _ = whole.text.partition("=")
        if equals:
            outside = bool(rest[0].parts) and rest[0].parts[0].quoted  # set "NAME=value": no quotes in the value
            value = whole.cut(len(name) + 1, len(whole.text)).strip()
            value = value._replace(quoted=not outside and any(one.quoted for one in words))
            self.environment.own[name.strip().lower()] = Value(((value,),))
            self.sink.names(name, [value])

    def _powershell_value(self, name: str, tokens: Sequence[Token], more: bool) -> bool:
        """Keep the right side of an assignment; False if it is a command."""
        inside = [token for token in tokens if token.kind == "word"]
        words = [one for token in inside for one in self._fields(token)]
        if words and (tool_of(words[0]) or words[0].text == "&") and len(words) > 1:
            self.environment.own[name] = None
            return False
        items, whole = self._joined(inside)
        array = not whole and len(tokens) > len(inside)
        before = self.environment.get(name)
        if more and before is not None and items:
            if before.array or array:
                items, array = [*before.alternatives[0], *items], True
            else:
                old = before.alternatives[0][0]
                items = [word((*old.pieces, *items[0].pieces), old.offset, True)]
        self.environment.own[name] = Value((tuple(items),), array or len(items) > 1) if items else None
        self.sink.names(name, items)
        return True


def _start_process(argv: Sequence[Word]) -> list[Word]:
    """``Start-Process ncu -ArgumentList "…"`` as the command that it starts."""
    found: list[Word] = []
    for one in argv[1:]:
        if one.text.lower() in ("-filepath", "-argumentlist", "-args", "-wait", "-nonewwindow", "-passthru"):
            continue
        found.extend(one.fields() if " " in one.text else one.split(","))
    return [one for one in found if one.text]


def _plain(token: Token) -> str:
    parts = token.parts
    return parts[0].text if len(parts) == 1 and isinstance(parts[0], Lit) and not parts[0].quoted else ""


def _nothing(_: Subst) -> None:
    return None
