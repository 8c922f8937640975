"""Names written in short: ``sm__{inst_executed,cycles_active}.sum``, ``lts__t_sectors_op_*``, ``l1tex__…``, ``<unit>__x``."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from metricparse.names.glob import glob
from metricparse.text.commands.placed import BLANKS

SIGNS = "*{…<"
MOST = 256
"""Names that braces may spell out; of more nothing is said."""
LONGEST = 200
"""Characters of one pattern."""


class Part(NamedTuple):
    """A name as the braces of a pattern spell it out."""

    text: str
    """With ``*`` for what is left open."""
    offset: int
    """Where the braces' alternative stands, or the pattern."""
    length: int


class NamePattern(NamedTuple):
    """A family of names in a text."""

    text: str
    """As written."""
    offset: int
    parts: tuple[Part, ...]
    """Its alternatives; empty if there are too many."""
    open: bool
    """Whether something is left open, so that a part stands for many names."""

    @property
    def length(self) -> int:
        """Characters that it takes in the text."""
        return len(self.text)

    def matches(self, name: str) -> bool:
        """Whether a full or base name belongs to the family; linear in its length."""
        return any(glob(part.text, name) for part in self.parts)


def find_patterns(text: str) -> tuple[NamePattern, ...]:
    """Every name in short form: it holds ``__`` and at least one of ``*``, ``{a,b}``, ``…``, ``...``, ``<…>``.

    >>> [part.text for part in find_patterns("see sm__{inst_executed, cycles_active}.sum")[0].parts]
    ['sm__inst_executed.sum', 'sm__cycles_active.sum']
    """
    if "__" not in text:
        return ()
    found = []
    at = end = 0
    while (at := text.find("__", at)) >= 0:
        start, end = _extent(text, at, end)
        if end - start <= LONGEST and start < at + 1:
            made = _pattern(text, start, end)
            if made is not None:
                found.append(made)
        at = max(end, at + 2)
    return tuple(found)


def _extent(text: str, at: int, behind: int) -> tuple[int, int]:
    """The run of characters around ``__`` that can belong to a pattern; it begins behind the one before."""
    start = at
    floor = max(at - LONGEST, behind, 0)
    while start > floor and _inside(text[start - 1]):
        start -= 1
        if text[start] in "}>":
            opening = text.rfind("{" if text[start] == "}" else "<", floor, start)
            if opening < 0 or "\n" in text[opening:start]:
                start += 1
                break
            start = opening
    while start < at and text[start] in ".,*:|/" and text[start] != "*":
        start += 1
    end = at + 2
    limit = min(at + LONGEST, len(text))
    while end < limit and _inside(text[end]):
        if text[end] in "{<":
            closing = text.find("}" if text[end] == "{" else ">", end, limit)
            if closing < 0 or "\n" in text[end:closing]:
                break
            end = closing
        elif text[end] in "}>":
            break
        end += 1
    while end > at + 2 and text[end - 1] in ".,:|/" and not text.startswith("...", end - 3):
        end -= 1
    return start, end


def _inside(c: str) -> bool:
    return (c.isascii() and (c.isalnum() or c in "_.*{}<>")) or c == "…"


def _pattern(text: str, start: int, end: int) -> NamePattern | None:
    written = text[start:end]
    if not any(sign in written for sign in SIGNS) and "..." not in written:
        return None
    pieces: list[list[tuple[str, int]]] = []
    is_open = False
    at = start
    plain = at
    while at < end:
        c = text[at]
        step = 3 if text.startswith("...", at) else 1
        if c in "*…" or step == 3:
            pieces.append([(text[plain:at] + "*", -1)])
            is_open = True
        elif c in "{<":
            closing = text.find("}" if c == "{" else ">", at, end)
            if closing < 0:
                return None
            inside = text[at + 1 : closing]
            pieces.append([(text[plain:at], -1)])
            if c == "<" or not any(sign in inside for sign in ",|/"):
                if not inside.strip() or (c == "<" and not inside[0].isalpha()):
                    return None
                pieces.append([("*", -1)])
                is_open = True
            else:
                pieces.append(_options(inside, at + 1))
                is_open = is_open or any(option in ("...", "…", "*") for option in inside.replace(" ", "").split(","))
            step = closing + 1 - at
        else:
            at += 1
            continue
        at += step
        plain = at
    pieces.append([(text[plain:end], -1)])
    number = 1
    for options in pieces:
        number *= len(options)
    parts: list[Part] = []
    if number <= MOST:
        for chosen in product(*pieces):
            offset, width = next(((o, len(t)) for t, o in chosen if o >= 0), (start, end - start))
            spelt = "".join(t for t, _ in chosen)
            while "**" in spelt:
                spelt = spelt.replace("**", "*")
            parts.append(Part(spelt, offset, width))
    if any(part.text.strip("*_.") == "" or not part.text.partition("__")[2] for part in parts):
        return None
    return NamePattern(written, start, tuple(parts), is_open)


def _options(inside: str, offset: int) -> list[tuple[str, int]]:
    separator = next(sign for sign in ",|/" if sign in inside)
    found = []
    for option in inside.split(separator):
        bare = option.strip(BLANKS)
        place = offset + len(option) - len(option.lstrip(BLANKS))
        found.append(("*" if bare in ("...", "…") else bare, place))
        offset += len(option) + 1
    return found
