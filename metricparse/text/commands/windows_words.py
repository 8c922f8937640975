"""Words of PowerShell and of cmd.exe: other quotes, other continuations, other variables than in a POSIX shell."""

from __future__ import annotations

from metricparse.text.commands.prompts import prompt_end
from metricparse.text.commands.tokens import Gap, Lit, Param, Part, Token

POWERSHELL_STOP = frozenset(" \t\r\n;|&(){}<>\"'`$#")
BATCH_STOP = frozenset(' \t\r\n|&()<>"^%!')


class Lexer:
    """What both shells share."""

    stop: frozenset[str]
    escape: str

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = len(text)
        self.at = 0

    def tokens(self) -> list[Token]:
        """Every token; operators are one character each."""
        found: list[Token] = []
        fresh = True
        text = self.text
        while self.at < self.end:
            at = self.at
            if fresh:
                self.at = prompt_end(text, at, self.end, root=False)
                fresh = False
                if self.skip_line(self.at):
                    newline = text.find("\n", self.at)
                    self.at = self.end if newline < 0 else newline
                continue
            c = text[at]
            if c in " \t\r":
                self.at += 1
            elif c == self.escape and text.startswith(("\n", "\r\n"), at + 1):
                self.at = text.index("\n", at) + 1
            elif c == "\n":
                found.append(Token("newline", c, at, at + 1))
                self.at += 1
                fresh = True
            elif self.comment(at):
                continue
            elif c in ";|&(){}<>" and c in self.stop:
                found.append(Token("op", c, at, at + 1))
                self.at += 1
            else:
                found.append(self.word())
        return found

    def skip_line(self, at: int) -> bool:
        """Whether a whole line is a remark."""
        return False

    def comment(self, at: int) -> bool:
        """Whether a remark begins; it is passed."""
        return False

    def word(self) -> Token:
        """One word."""
        start = self.at
        parts: list[Part] = []
        while self.at < self.end:
            at = self.at
            c = self.text[at]
            if c not in self.stop or (c == "#" and at > start):
                stop = at + 1
                while stop < self.end and (self.text[stop] not in self.stop or self.text[stop] == "#"):
                    stop += 1
                parts.append(Lit(self.text[at:stop], at, stop - at, False))
                self.at = stop
            elif not self.special(parts):
                break
        if self.at == start:
            self.at += 1
            parts.append(Lit(self.text[start], start, 1, False))
        return Token("word", "", start, self.at, tuple(parts))

    def special(self, parts: list[Part]) -> bool:
        """Read what a special character begins; False if it ends the word."""
        raise NotImplementedError


class PowerShellLexer(Lexer):
    """Words of PowerShell."""

    stop = POWERSHELL_STOP
    escape = "`"

    def comment(self, at: int) -> bool:
        """``# …`` and ``<# … #>``."""
        if self.text.startswith("<#", at):
            close = self.text.find("#>", at)
            self.at = self.end if close < 0 else close + 2
            return True
        if self.text[at] == "#":
            newline = self.text.find("\n", at)
            self.at = self.end if newline < 0 else newline
            return True
        return False

    def special(self, parts: list[Part]) -> bool:
        """Quotes, escapes, variables."""
        text, at = self.text, self.at
        c = text[at]
        if c == "'":
            close = text.find("'", at + 1)
            while close > 0 and text.startswith("''", close):
                close = text.find("'", close + 2)
            if close < 0 or (text[close - 1] == "\n" and close > at + 1):
                parts.append(Lit(c, at, 1, False))
                self.at = at + 1
            else:
                parts.append(
                    Lit(
                        text[at + 1 : close],
                        at + 1 if close > at + 1 else at,
                        max(close - at - 1, 2 * (close == at + 1)),
                        True,
                    )
                )
                self.at = close + 1
            return True
        if c == '"':
            return self._double(parts)
        if c == "`":
            if text.startswith(("\n", "\r\n"), at + 1):
                return False
            parts.append(Lit(text[at + 1], at, 2, True) if at + 1 < self.end else Lit(c, at, 1, False))
            self.at = min(at + 2, self.end)
            return True
        if c == "$":
            parts.append(self._variable(at, False))
            return True
        return False

    def _double(self, parts: list[Part]) -> bool:
        text, at = self.text, self.at + 1
        close = at
        while close < self.end and text[close] != '"':
            close += 2 if text[close] == "`" else 1
        if close >= self.end:
            parts.append(Lit('"', self.at, 1, False))
            self.at += 1
            return True
        if close == at:
            parts.append(Lit("", self.at, 2, True))
        while at < close:
            c = text[at]
            if c == "`":
                if not text.startswith(("\n", "\r\n"), at + 1):
                    parts.append(Lit({"n": "\n", "t": "\t"}.get(text[at + 1], text[at + 1]), at, 2, True))
                at += 2
            elif c == "$":
                part = self._variable(at, True)
                parts.append(part)
                at = part.offset + part.width
            else:
                stop = at + 1
                while stop < close and text[stop] not in "`$":
                    stop += 1
                parts.append(Lit(text[at:stop], at, stop - at, True))
                at = stop
        self.at = close + 1
        return True

    def _variable(self, at: int, quoted: bool) -> Part:
        text = self.text
        if text.startswith("$(", at):
            depth, stop = 1, at + 2
            while stop < self.end and depth and text[stop] != "\n":
                depth += (text[stop] == "(") - (text[stop] == ")")
                stop += 1
            self.at = stop
            return Gap(at, stop - at, quoted)
        brace = text.startswith("${", at)
        start = at + 1 + brace
        stop = start
        while stop < self.end and (
            text[stop].isalnum() or text[stop] == "_" or (text[stop] == ":" and text[stop + 1 : stop + 2].isalpha())
        ):
            stop += 1
        name = text[start:stop].rpartition(":")[2].lower()
        self.at = stop + (brace and text.startswith("}", stop))
        if not name:
            self.at = max(self.at, at + 1)
            return Lit("$", at, self.at - at, quoted)
        return Param(name, at, self.at - at, quoted)


class BatchLexer(Lexer):
    """Words of cmd.exe."""

    stop = BATCH_STOP
    escape = "^"

    def skip_line(self, at: int) -> bool:
        """``rem …`` and ``:: …``."""
        head = self.text[at : at + 5].lower().lstrip("@")
        return head.startswith(("rem ", "rem\n", "::")) or head == "rem"

    def special(self, parts: list[Part]) -> bool:
        """Quotes, escapes, variables."""
        text, at = self.text, self.at
        c = text[at]
        if c == "^":
            if text.startswith(("\n", "\r\n"), at + 1):
                return False
            parts.append(Lit(text[at + 1 : at + 2] or "^", at, 2 if at + 1 < self.end else 1, True))
            self.at = min(at + 2, self.end)
            return True
        if c == '"':
            close, newline = text.find('"', at + 1), text.find("\n", at + 1)
            if close < 0 or -1 < newline < close:
                parts.append(Lit('"', at, 1, False))
                self.at = at + 1
                return True
            at += 1
            if close == at:
                parts.append(Lit("", at - 1, 2, True))
            while at < close:
                if text[at] in "%!" and (part := self._variable(at, close, True)):
                    parts.append(part)
                    at = part.offset + part.width
                    continue
                stop = at + 1
                while stop < close and text[stop] not in "%!":
                    stop += 1
                parts.append(Lit(text[at:stop], at, stop - at, True))
                at = stop
            self.at = close + 1
            return True
        if c in "%!":
            part = self._variable(at, self.end, False) or Lit(c, at, 1, False)
            parts.append(part)
            self.at = part.offset + part.width
            return True
        return False

    def _variable(self, at: int, end: int, quoted: bool) -> Part | None:
        text = self.text
        sign = text[at]
        if sign == "%" and text.startswith("%%", at):
            return Gap(at, 3, quoted, "%%") if at + 2 < end else None
        if sign == "%" and text[at + 1 : at + 2] in tuple("*0123456789~"):
            return Gap(at, 2, quoted, "*")
        close = text.find(sign, at + 1, min(at + 80, end))
        name = text[at + 1 : close].partition(":")[0]
        if close < 0 or not name.replace("-", "_").isidentifier():
            return None
        return Param(name.lower(), at, close + 1 - at, quoted)
