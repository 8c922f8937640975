"""What the lexer makes of a shell script: words, their parts, operators."""

from __future__ import annotations

from typing import NamedTuple, Union


class Lit(NamedTuple):
    """Characters that stand for themselves, or an escape."""

    text: str
    offset: int
    width: int
    quoted: bool


class Param(NamedTuple):
    """A variable: ``$X``, ``${X:-y}``, ``${X[@]}``."""

    name: str
    offset: int
    width: int
    quoted: bool
    item: str = ""
    """What stands in square brackets."""
    how: str = ""
    """The operator behind the name: ``:-``, ``%``, ``//`` …; ``odd`` for what is not followed."""
    argument: str = ""
    """What stands behind the operator, as written."""
    default: tuple[Part, ...] = ()
    """The same in parts, for operators that give a value."""


class Subst(NamedTuple):
    """The output of commands; they stand at ``start``:``end``."""

    start: int
    end: int
    offset: int
    width: int
    quoted: bool


class Gap(NamedTuple):
    """A part that is unknown: arithmetic, a placeholder such as ``<metric>``."""

    offset: int
    width: int
    quoted: bool
    name: str = ""


Part = Union[Lit, Param, Subst, Gap]  # noqa: UP007 (the parts name one another)


class Token(NamedTuple):
    """A word, an operator, the end of a line, a here-document, or the assignment of an array."""

    kind: str
    """word, op, newline, heredoc, array."""
    text: str
    """Of an operator; the delimiter of a here-document; the name of an array, with ``+`` if it is appended to."""
    offset: int
    end: int
    parts: tuple[Part, ...] = ()
    items: tuple[Token, ...] = ()
    """Words of an array."""


OPERATORS = (
    *("&>>", "<<<", "<<-", "<<~"),
    *("&&", "||", ";;", "|&", "&>", ">>", "<<", "<&", ">&", ">|", "<>"),
    *(";", "|", "&", "(", ")", "<", ">"),
)
REDIRECTIONS = frozenset(("&>>", "<<<", "&>", ">>", "<&", ">&", ">|", "<>", "<", ">"))
STOP = frozenset(" \t\r\n;|&()<>\"'\\`$")
DEEPEST = 12
"""Substitutions in one another; what lies deeper is unknown."""
PATIENCE = 8
"""Searches for a closing sign that may fail; after these every opening sign stands for itself."""
