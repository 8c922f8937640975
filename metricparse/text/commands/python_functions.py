"""Functions and methods of Python whose result follows from the text, such as ``join``, ``split``, ``getenv``."""

from __future__ import annotations

from typing import Any

from metricparse.text.commands.expand import Environment, Expander, Ground, translate
from metricparse.text.commands.placed import BLANKS, Piece, Range, Word
from metricparse.text.commands.python_values import (
    Either,
    Items,
    Table,
    Value,
    each,
    either,
    formatted,
    joined,
    split_words,
)
from metricparse.text.commands.words import Lexer

PASSING = frozenset(
    "str list tuple sorted set frozenset reversed dedent cleandoc Path PurePath expanduser expandvars abspath fspath quote"
    " deepcopy copy cast iter fromkeys realpath resolve normpath which find_executable unique encode as_posix".split()
)
DEFAULTING = frozenset("get getenv getattr setdefault pop".split())


def call(owner: Value, name: str, positional: list[Value], named: dict[str, Value], place: Range) -> Any:
    """The value of a call; NotImplemented for a function that is not known."""
    last = name.rpartition(".")[2]
    if isinstance(owner, Either) and "." in name:
        return either(call(one, name, positional, named, place) for one in owner.values)
    if isinstance(owner, Word) and "." in name:
        return _method(owner, last, positional, named, place)
    if isinstance(owner, Table) and "." in name:
        if last == "get" and positional and isinstance(positional[0], Word):
            return owner.get(positional[0].text)
        if last in ("keys", "items", "copy"):
            return Items(list(owner.keys)) if last == "keys" else owner
        return Items(list(owner.values)) if last == "values" else None
    if isinstance(owner, Items) and last == "copy":
        return Items(list(owner.items), owner.partial)
    first = positional[0] if positional else None
    if last in ("list2cmdline", "join") and name.startswith(("shlex.", "subprocess.")):
        return joined(Word(" ", (Piece(" ", *place),), True), first, place)
    if name in ("shlex.split", "shsplit", "split_args"):
        return each(first, shell_words)
    if name.endswith("path.join") or last == "joinpath":
        parts = [one for one in positional if isinstance(one, Word)]
        return joined(Word("/", (Piece("/", *place),), True), Items(list(positional)), place) if parts else None
    if last in DEFAULTING and len(positional) > 1:
        return positional[-1]
    if last in DEFAULTING and "default" in named:
        return named["default"]
    if last in PASSING:
        if isinstance(first, Table):
            return Items(list(first.keys))
        return first
    if last == "Template":
        return first
    return NotImplemented


def _method(owner: Word, last: str, positional: list[Value], named: dict[str, Value], place: Range) -> Any:
    first = positional[0] if positional else None
    if last == "join":
        return each(first, lambda value: joined(owner, value, place))
    if last in ("split", "rsplit", "splitlines"):
        separator = "\n" if last == "splitlines" else first.text if isinstance(first, Word) else None
        return split_words(owner, separator)
    if last in ("strip", "rstrip", "lstrip", "removesuffix", "removeprefix"):
        return owner.strip(first.text if isinstance(first, Word) else BLANKS)
    if last == "format":
        return formatted(owner, positional, named, place)
    if last == "replace" and len(positional) > 1 and isinstance(first, Word) and isinstance(positional[1], Word):
        wanted, new = first.text, positional[1].text
        if wanted and set(wanted) <= set(BLANKS + ",") and len(new) < 2:
            return translate(owner, wanted, new, place)
        return owner if wanted not in owner.text else None
    return owner if last in ("encode", "copy", "strip", "substitute", "safe_substitute") else None


def shell_words(value: Value) -> Value:
    """``shlex.split(value)``."""
    if not isinstance(value, Word):
        return None
    expander = Expander(Ground(value), Environment(), lambda _: None, [100_000])
    found: list[Value] = []
    for token in Lexer(value.text, depth=1).tokens():
        if token.kind == "word":
            found.extend(expander.fields(token.parts, token.offset))
    return Items(found)
