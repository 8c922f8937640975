"""Which regions of a document hold words that a rule is about: one pass over the text for the words of all rules.

A region without any sign of a rule is not read for that rule.  What is found is a first answer alone: the rule looks again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from metricparse.catalog.store import KnowledgeBase
from metricparse.text.commands.tools import HINTS

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

Found = Mapping[int, list[tuple[int, str]]]
"""Index of a region → where in its text words begin, and the words, in lower case; in the order of their ends."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
FIGURES: dict[str, tuple[str, ...]] = {
    "sm": ("sm", "streaming multiprocessor", "multiprocessors"),
    "warp": ("warp", "resident warp", "active warp"),
    "byte": ("kb", "kib", "mb", "mib"),
    "rate": ("tb/s", "gb/s", "tbps", "gbps", "tib/s", "gib/s"),
    "flop": ("tflop", "pflop", "tops", "pops", "e12", "e13", "e14", "e15"),
    "cycle": ("cycle", "clock cycle", "clocks", "周期", "时钟周期"),
}
"""Units by the kind of figure; in front of each a number ends at most `GAP` characters before."""
GAP = 4
_DIGIT = re.compile(r"\d")
OWN: dict[str, dict[str, tuple[str, ...]]] = {
    **{kind: {"number": words} for kind, words in FIGURES.items()},
    "tool": {"any": HINTS},
    "debug build": {"any": ("-g", "--device-debug")},
    "full": {"any": ("full",)},
    "utilization": {
        "any": (
            "gpu-util", "gpu util", "gpu_util", "utilization.gpu", "utilization.memory",
            "gpu利用率", "gpu 利用率", "gpu使用率", "gpu 使用率",
        ),
    },
}  # fmt: skip
"""Signs that the code of rules knows: what is looked for → how it has to stand → words.  The others come from kb/."""


class _Use(NamedTuple):
    sign: str
    how: str
    """``any``, ``begin``, ``alone``: see `metricparse.build.signs`; ``number``: close behind a digit."""


class _Automaton(NamedTuple):
    signs: list[str]
    words: list[str]
    uses: list[tuple[_Use, ...]]
    find: AhoCorasick


@cache
def _automaton(kb: KnowledgeBase) -> _Automaton:
    from ahocorasick_rs import AhoCorasick, Implementation

    uses: dict[str, list[_Use]] = {}
    for table in (kb.get("meta", "signs"), OWN):
        for sign, ways in table.items():
            for how, words in ways.items():
                for word in words:
                    uses.setdefault(word, []).append(_Use(sign, how))
    # the kind that is made the fastest; the others are no faster on texts as short as documents
    find = AhoCorasick(list(uses), implementation=Implementation.NoncontiguousNFA)
    signs = list(dict.fromkeys(use.sign for one in uses.values() for use in one))
    return _Automaton(signs, list(uses), [tuple(one) for one in uses.values()], find)


def signs_in(kb: KnowledgeBase, texts: Sequence[str]) -> Mapping[str, Found]:
    """Sign → number of a text → where its words are one; every text is looked through once for all signs."""
    signs, words, uses, automaton = _automaton(kb)
    found: dict[str, dict[int, list[tuple[int, str]]]] = {sign: {} for sign in signs}
    if not texts:
        return found
    whole = folded("\0".join(texts))
    size = len(whole)
    digit = _DIGIT.search
    number, begin, limit = 0, 0, len(texts[0])
    for which, start, end in automaton.find_matches_as_indexes(whole, overlapping=True):
        while end > limit:
            number += 1
            begin = limit + 1
            limit = begin + len(texts[number])
        for sign, how in uses[which]:
            if how == "number":
                if digit(whole, max(start - GAP, 0), start) is None:
                    continue
            elif how != "any" and (
                (start and whole[start - 1] in _LETTERS) or (how == "alone" and end < size and whole[end] in _LETTERS)
            ):
                continue
            found[sign].setdefault(number, []).append((start - begin, words[which]))
    return dict(found)


def folded(text: str) -> str:
    """A text in lower case and with blanks for line breaks, as long as before.

    Letters that a pattern without regard to case takes for Latin ones are written as those.
    """
    lowered = text.lower()
    if not text.isascii():
        if len(lowered) != len(text):
            lowered = "".join(one.lower() if len(one.lower()) == 1 else one for one in text)
        lowered = lowered.replace("ſ", "s").replace("ı", "i").replace("İ", "i").replace("’", "'")
    return lowered.replace("\n", " ")
