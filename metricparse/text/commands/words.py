"""Cutting a shell script into words and operators, as a POSIX shell or bash does, but without ever failing.

Quotes and substitutions that are left open stand for themselves.  Linear in the length of the text: nothing is searched
for twice more than a fixed number of times.
"""

from __future__ import annotations

from metricparse.text.commands.ansi import ansi_c
from metricparse.text.commands.prompts import prompt_end
from metricparse.text.commands.tokens import DEEPEST, OPERATORS, PATIENCE, STOP, Gap, Lit, Param, Part, Subst, Token

BEGINNINGS = frozenset(";|&()<>0123456789")
"""Characters with which an operator may begin."""


class Lexer:
    """Cuts ``text[start:end]`` into tokens."""

    def __init__(
        self, text: str, start: int = 0, end: int | None = None, *, make: bool = False, depth: int = 0
    ) -> None:
        self.text = text
        self.at = start
        self.end = len(text) if end is None else end
        self.depth = depth
        self.patience = PATIENCE
        self.prompt = ""
        self.pending: list[tuple[str, bool, bool]] = []

    def tokens(self) -> list[Token]:
        """Every token, in order."""
        found: list[Token] = []
        fresh = True
        while self.at < self.end:
            if fresh and self.depth == 0:
                behind = prompt_end(self.text, self.at, self.end)
                self.prompt = self.text[self.at : behind].strip()
                self.at = behind
                fresh = False
                continue
            c = self.text[self.at]
            if c in " \t\r\f\v":
                self.at += 1
            elif c == "\n":
                found.append(Token("newline", "\n", self.at, self.at + 1))
                self.at += 1
                fresh = True
                found[-1:-1] = self._heredocs()
            elif c == "#":
                newline = self.text.find("\n", self.at, self.end)
                self.at = self.end if newline < 0 else newline
            elif c == "\\" and (behind := self._continued(self.at)):
                self.at = behind
            else:
                found.append(self._operator() or self._word())
                fresh = False
                if found[-1].kind == "word" and len(found) > 1 and found[-2].text in ("<<", "<<-", "<<~"):
                    self._announce(found[-2].text, found[-1])
        return found

    def _continued(self, at: int) -> int:
        """Offset behind a backslash that joins two lines, or 0."""
        behind = at + 1
        if behind < self.end and self.text[behind] == "\r":
            behind += 1
        if behind >= self.end or self.text[behind] != "\n":
            return 0
        behind += 1
        if self.prompt:
            for sign in ("#", ">> ", "> ") if self.prompt.endswith(("#", ">")) else ("> ",):
                if self.text.startswith(sign, behind):
                    return behind + len(sign)
        return behind

    def _operator(self) -> Token | None:
        text, at = self.text, self.at
        if text[at] not in BEGINNINGS:
            return None
        digits = at
        while digits < self.end and digits < at + 3 and text[digits].isdigit():
            digits += 1
        if digits > at and (digits >= self.end or text[digits] not in "<>"):
            return None
        if text[digits] not in ";|&()<>" or self._placeholder(digits):
            return None
        if text[digits] in "<>" and text.startswith("(", digits + 1):
            return None  # process substitution is a word
        sign = next(one for one in OPERATORS if text.startswith(one, digits))
        self.at = digits + len(sign)
        return Token("op", sign, at, self.at)

    def _placeholder(self, at: int) -> int:
        """Offset behind ``<name>`` as manuals write it, or 0."""
        if self.text[at] != "<":
            return 0
        close = self.text.find(">", at, min(at + 80, self.end))
        inside = self.text[at + 1 : close]
        if close < 0 or not inside or inside[0] in " \t<(&-/.=" or inside[-1] in " \t":
            return 0
        if any(c in inside for c in "\n<\"'$`;|&/\\"):
            return 0
        behind = self.text[close + 1 : close + 2]
        return 0 if behind.isalnum() or (behind in ("/", ">", "&") and behind) else close + 1

    def _announce(self, sign: str, word: Token) -> None:
        delimiter = "".join(part.text for part in word.parts if isinstance(part, Lit))
        quoted = any(part.quoted for part in word.parts)
        if delimiter:
            self.pending.append((delimiter, sign != "<<", quoted))

    def _heredocs(self) -> list[Token]:
        """Here-documents whose bodies begin here."""
        found = []
        for delimiter, tabs, quoted in self.pending:
            at = self.at
            close = -1
            while self.patience > 0 and at < self.end:
                newline = self.text.find("\n", at, self.end)
                stop = self.end if newline < 0 else newline
                line = self.text[at:stop].rstrip("\r")
                if (line.lstrip("\t ") if tabs else line) == delimiter:
                    close = at
                    break
                at = stop + 1
            if close < 0:
                self.patience -= 1
                continue
            body = Token("heredoc", delimiter if quoted else "", self.at, close)
            found.append(body)
            self.at = min(stop + 1, self.end)
        self.pending = []
        return found

    def _word(self) -> Token:
        start = self.at
        parts: list[Part] = []
        while self.at < self.end:
            at = self.at
            c = self.text[at]
            if behind := (self._template(at, "{{") if c == "{" else 0):
                parts.append(Gap(at, behind - at, False))
                self.at = behind
            elif c not in STOP:
                self.at = self._plain(at)
                parts.append(Lit(self.text[at : self.at], at, self.at - at, False))
            elif c == "\\":
                self._escape(parts)
            elif c in "\"'$`":
                parts.extend(self._special(False))
            elif c == "<" and (behind := self._placeholder(at)):
                parts.append(Gap(at, behind - at, False))
                self.at = behind
            elif c in "<>" and at == start and self.text.startswith("(", at + 1):
                parts.extend(self._parenthesis(at, at + 2, quoted=True))
            elif c == "(" and (name := _array_name(parts)):
                return self._array(start, name)
            else:
                break
        return Token("word", "", start, self.at, tuple(parts))

    def _plain(self, at: int) -> int:
        text, end = self.text, self.end
        first = at
        while at < end and text[at] not in STOP:
            if text[at] == "{" and at > first and text.startswith("{{", at):
                break
            at += 1
        return at

    def _template(self, at: int, opening: str) -> int:
        """Offset behind ``{{ … }}`` of a template in one line, or 0."""
        if not self.text.startswith(opening, at):
            return 0
        close = self.text.find("}}", at, min(at + 200, self.end))
        return close + 2 if close > 0 and "\n" not in self.text[at:close] else 0

    def _escape(self, parts: list[Part]) -> None:
        at = self.at
        if behind := self._continued(at):
            self.at = behind
        elif at + 1 < self.end:
            parts.append(Lit(self.text[at + 1], at, 2, True))
            self.at = at + 2
        else:
            parts.append(Lit("\\", at, 1, False))
            self.at = at + 1

    def _special(self, quoted: bool) -> list[Part]:
        """What a quote, a dollar or a back-tick at ``at`` begins."""
        at = self.at
        c = self.text[at]
        if c == "'" and not quoted:
            return self._single(at)
        if c == '"' and not quoted:
            return self._double(at)
        if c == "`":
            close = self.text.find("`", at + 1, self.end) if self.patience > 0 else -1
            if close >= 0:
                self.at = close + 1
                return [Subst(at + 1, close, at, close + 1 - at, quoted)]
            self.patience -= 1
        if c == "$":
            return self._dollar(at, quoted)
        self.at = at + 1
        return [Lit(c, at, 1, quoted)]

    def _single(self, at: int) -> list[Part]:
        close = self.text.find("'", at + 1, self.end)
        if close >= 0 and at > 0 and self.text[at - 1].isalpha():
            # the apostrophe of "don't" in printed output would swallow the lines behind it
            newline = self.text.find("\n", at, close)
            close = -1 if newline >= 0 else close
        if close < 0:
            self.at = at + 1
            return [Lit("'", at, 1, False)]
        self.at = close + 1
        if close == at + 1:
            return [Lit("", at, 2, True)]
        return [Lit(self.text[at + 1 : close], at + 1, close - at - 1, True)]

    def _double(self, at: int) -> list[Part]:
        close = self.close(at + 1, '"')
        if close < 0:
            self.at = at + 1
            return [Lit('"', at, 1, False)]
        parts = self.span(at + 1, close)
        self.at = close + 1
        return parts or [Lit("", at, 2, True)]

    def span(self, at: int, end: int, *, single: bool = False) -> list[Part]:
        """The parts of ``text[at:end]``, read as inside double quotes; with ``single`` quotes in it are taken off."""
        whole, self.end, self.at = self.end, end, at
        parts: list[Part] = []
        while self.at < end:
            at = self.at
            c = self.text[at]
            if c == "\\":
                follower = self.text[at + 1 : at + 2]
                if behind := self._continued(at):
                    self.at = behind
                elif follower in ("$", "`", '"', "\\") and follower:
                    parts.append(Lit(follower, at, 2, True))
                    self.at = at + 2
                else:
                    parts.append(Lit("\\", at, 1, True))
                    self.at = at + 1
            elif c in "$`" or (single and c in "\"'"):
                parts.extend(self._special(not single))
            else:
                self.at = at + 1
                while self.at < end and self.text[self.at] not in "\\$`\"'":
                    self.at += 1
                parts.append(Lit(self.text[at : self.at], at, self.at - at, True))
        self.end = whole
        return parts

    def close(self, at: int, closer: str) -> int:
        """Offset of the sign that closes what was opened before ``at``, or -1."""
        if self.patience <= 0:
            return -1
        text, end = self.text, self.end
        stack = [closer]
        while at < end:
            c = text[at]
            top = stack[-1]
            if c == "\\":
                at += 1
            elif c == top:
                stack.pop()
                if not stack:
                    return at
            elif c == "$" and text[at + 1 : at + 2] in ("(", "{"):
                stack.append(")" if text[at + 1] == "(" else "}")
                at += 1
            elif top != '"':
                if c == '"':
                    stack.append('"')
                elif c == "'":
                    closing = text.find("'", at + 1, end)
                    at = closing if closing >= 0 else at
                elif c == "(" and top == ")":
                    stack.append(")")
                elif c == "#" and top == ")" and text[at - 1] in " \t\n;":
                    newline = text.find("\n", at, end)
                    at = newline if newline >= 0 else at
            at += 1
        self.patience -= 1
        return -1

    def _parenthesis(self, at: int, inside: int, *, quoted: bool) -> list[Part]:
        close = self.close(inside, ")")
        if close < 0:
            self.at = inside
            return [Lit(self.text[at:inside], at, inside - at, quoted)]
        self.at = close + 1
        width = close + 1 - at
        if self.depth >= DEEPEST:
            return [Gap(at, width, quoted)]
        return [Subst(inside, close, at, width, quoted)]

    def _dollar(self, at: int, quoted: bool) -> list[Part]:
        text = self.text
        follower = text[at + 1 : at + 2]
        if follower == "(":
            if text.startswith("((", at + 1):
                close = self.close(at + 3, ")")
                if close >= 0 and text.startswith(")", close + 1):
                    self.at = close + 2
                    return [Gap(at, close + 2 - at, quoted)]
            return self._parenthesis(at, at + 2, quoted=quoted)
        if follower == "{":
            return self._braces(at, quoted)
        if follower == "'" and not quoted:
            body, behind = ansi_c(text, at + 2, self.end)
            if behind:
                self.at = behind
                return [Lit(*piece, True) for piece in body] or [Lit("", at, behind - at, True)]
        if follower == '"' and not quoted:
            self.at = at + 1
            return self._double(at + 1)
        name = _identifier(text, at + 1, self.end)
        if name:
            self.at = at + 1 + len(name)
            return [Param(name, at, 1 + len(name), quoted)]
        if follower and follower in "@*":
            self.at = at + 2
            return [Param(follower, at, 2, quoted, "@")]
        if follower and (follower.isdigit() or follower in "#?!$-"):
            self.at = at + 2
            return [Gap(at, 2, quoted, follower)]
        self.at = at + 1
        return [Lit("$", at, 1, quoted)]

    def _braces(self, at: int, quoted: bool) -> list[Part]:
        if behind := self._template(at, "${{"):
            self.at = behind
            return [Gap(at, behind - at, quoted)]
        close = self.close(at + 2, "}")
        if close < 0:
            self.at = at + 2
            return [Lit("${", at, 2, quoted)]
        width = close + 1 - at
        name = _identifier(self.text, at + 2, close)
        rest = at + 2 + len(name)
        item = ""
        if name and self.text.startswith("[", rest):
            bracket = self.text.find("]", rest, close)
            if bracket > 0:
                item = self.text[rest + 1 : bracket]
                rest = bracket + 1
        how = next((one for one in (":-", ":=", ":+", ":?", "//", "%%", "##") if self.text.startswith(one, rest)), "")
        how = how or self.text[rest : min(rest + 1, close)]
        argument = self.text[rest + len(how) : close]
        default: tuple[Part, ...] = ()
        if how in (":-", ":=", ":+", "-", "=", "+") and self.depth < DEEPEST:
            self.depth += 1
            default = tuple(self.span(rest + len(how), close, single=True))
            self.depth -= 1
        self.at = close + 1
        if not name:
            special = self.text[at + 2 : close]
            if special in ("@", "*"):
                return [Param(special, at, width, quoted, "@")]
            return [Gap(at, width, quoted, special if special.isdigit() else "")]
        return [Param(name, at, width, quoted, item, how, argument, default)]

    def _array(self, start: int, name: str) -> Token:
        """``NAME=(…)``; read up to its parenthesis, however many lines that takes."""
        close = self.close(self.at + 1, ")")
        if close < 0:
            close = self.end
        inner = Lexer(self.text, self.at + 1, close, depth=self.depth + 1)
        inner.patience = self.patience
        items = tuple(token for token in inner.tokens() if token.kind == "word") if self.depth < DEEPEST else ()
        self.at = min(close + 1, self.end)
        return Token("array", name, start, self.at, (), items)


def _array_name(parts: list[Part]) -> str:
    """NAME or NAME+ if the word so far is ``NAME=`` or ``NAME+=``."""
    if len(parts) != 1 or not isinstance(parts[0], Lit) or not parts[0].text.endswith("="):
        return ""
    name = parts[0].text[:-1]
    return name if name.removesuffix("+").isidentifier() else ""


def _identifier(text: str, at: int, end: int) -> str:
    stop = at
    while stop < end and (text[stop] == "_" or (text[stop].isalnum() and text[stop].isascii())):
        stop += 1
    name = text[at:stop]
    return "" if not name or name[0].isdigit() else name
