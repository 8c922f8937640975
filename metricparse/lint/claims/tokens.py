"""Words of a text, as the reader of claims compares them: Latin words in the singular, Chinese characters one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_WORD = re.compile(
    r"\d+(?:[.,]\d+)*(?: ?%)?"
    r"|[a-z][a-z0-9]*(?:n't|'[a-z]{1,2}(?![a-z]))?"
    r"|[^\s\w]|[^\W_]",
    re.ASCII,
)
"""ASCII classes: a Chinese character is none of the above and matches the last but one alternative."""
_RUN = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*", re.ASCII)
"""What may be a metric's name, if two underscores part a unit from a counter in it."""


class Token(NamedTuple):
    """A word where it stands."""

    start: int
    end: int
    text: str
    """``#`` for a number, ``#%`` for a percentage; a metric's name as it is."""


def tokens(lowered: str) -> list[Token]:
    """The words of a text in lower case.

    >>> [one.text for one in tokens("long-scoreboard stalls: 38 % 时间")]
    ['long', '-', 'scoreboard', 'stall', ':', '#%', '时', '间']
    """
    result: list[Token] = []
    at = 0
    if "__" in lowered:
        for start, end in _names(lowered):
            result += [Token(one.start(), one.end(), plain(one.group())) for one in _WORD.finditer(lowered, at, start)]
            result.append(Token(start, end, lowered[start:end]))
            at = end
    result += [Token(one.start(), one.end(), plain(one.group())) for one in _WORD.finditer(lowered, at)]
    return result


def _names(lowered: str) -> Iterator[tuple[int, int]]:
    """Where metrics are named: from the part of a run that holds two underscores to its end."""
    for run in _RUN.finditer(lowered):
        text = run.group()
        start = run.start()
        for part in text.split("."):
            bare = part.lstrip("_")
            if bare.find("__", 0, len(bare) - 1) > 0:
                yield start + len(part) - len(bare), run.end()
                break
            start += len(part) + 1


TELLING = frozenset(("0", "1", "2", "4", "8", "16", "32", "64", "100", "128"))
"""Numbers that mean something of their own: nothing at all, a sector's and a line's bytes, a warp's threads, …"""


VERBS = frozenset(("means", "does", "this", "always", "less", "across"))
"""Words that end in an s and are no plurals of what they look like."""


@lru_cache(maxsize=1 << 14)
def plain(word: str) -> str:
    """A word in the form that is compared: most numbers alike, plurals as the singular.

    >>> [plain(one) for one in ("38%", "0.0 %", "104%", "12.5", "32", "warps", "bus")]
    ['#%', '0%', '>100%', '#', '32', 'warp', 'bus']
    """
    if word[0].isdigit() and "__" not in word:
        return _number(word)
    if word in VERBS:
        return word
    if len(word) > 3 and word.isascii() and word[-1] == "s" and word[-2] not in "su'" and "__" not in word:
        return word[:-1]
    return word


def _number(word: str) -> str:
    percent = word.endswith("%")
    digits = word.rstrip("% ").replace(",", "")
    if not digits.replace(".", "").isdigit():
        return word
    if not digits.strip("0."):
        return "0%" if percent else "0"
    if not percent:
        return digits if digits in TELLING else "#"
    whole = digits.partition(".")[0]
    return "100%" if digits == "100" else ">100%" if len(whole) > 2 else "#%"
