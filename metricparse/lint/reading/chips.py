"""Chips and tool releases that a text names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from metricparse.catalog.store import KnowledgeBase

_WORD = re.compile(r"[A-Za-z0-9_]+")
_NO_CHIP = (None, False)
_BETWEEN = (" ", "-", "_", " (", "\n", "/", "  ")
"""What may stand between the words of a name."""
_CAPABILITY = re.compile(
    r"(?i)(?<![a-z0-9_])(?:(?:compute capability|cc) ?(\d{1,2}\.\d)|(?:sm|compute)_?(\d{2,3})[af]?)(?![a-z0-9_])"
)
_RELEASE = re.compile(
    r"(?i)(?<![a-z0-9_])(ncu|nsight[ -]compute|nsight-compute|nv-nsight-cu-cli|cuda(?: toolkit)?)"
    r"(?: cli| version| release|版本| 版本)?[ :=/v-]{0,3}(20\d\d\.\d|\d{1,2}\.\d)(?![0-9])"
)


class Chip(NamedTuple):
    """A place where a text names one or more chips."""

    start: int
    end: int
    chips: frozenset[str]
    """Every chip of the lists that the words can mean; empty for a GPU that no list covers."""
    product: str = ""
    """Id in kb/products, where the words name one product; otherwise empty."""
    family: str = ""
    """``H100``: the words name products of one family and leave open which."""


class Release(NamedTuple):
    """A place where a text names a release of the profiler or of CUDA."""

    start: int
    end: int
    tool: str
    """ncu or cuda."""
    number: str
    """``2025.3`` or ``13.0``."""


class _Names(NamedTuple):
    """Names of chips that begin with the same word."""

    lengths: list[int]
    """Of how many words they are, most first."""
    meant: dict[tuple[str, ...], tuple[Chip, bool]]
    """Words in lower case → chip, and whether they have to begin with a capital."""


class _Lexicon:
    def __init__(self, kb: KnowledgeBase) -> None:
        self.members: dict[str, list[str]] = kb.meta["members"]
        self.words: dict[str, _Names] = {}
        families: dict[str, set[str]] = {}
        products = kb.table("product")
        for product in products.values():
            if product.get("family"):
                families.setdefault(product["family"], set()).add(product["chip"])
        for alias, key in kb.meta["products"].items():
            # GH200 and H200 alone mean a usual member; which one is left open
            self._add(alias, Chip(0, 0, self._chips([products[key]["chip"]]), key))
        for family, chips in families.items():
            self._add(family, Chip(0, 0, self._chips(chips), "", family))
        for entry in (one for _, one in kb.items("chip-word")):
            for word in entry["words"]:
                family = word.upper() if word.upper() in families else ""
                if not any(letter >= "\u4e00" for letter in word):
                    self._add(word, Chip(0, 0, self._chips(entry["chips"]), "", family))
        for chip in kb.meta["class_of"]:
            self._add(chip, Chip(0, 0, frozenset([chip])))
        self.chinese = {
            word: self._chips(entry["chips"])
            for _, entry in kb.items("chip-word")
            for word in entry["words"]
            if any(letter >= "\u4e00" for letter in word)
        }
        self.by_capability: dict[str, set[str]] = {}
        for chip, capability in kb.meta["capabilities"].items():
            self.by_capability.setdefault(capability, set()).add(chip)

    def _chips(self, classes: list[str] | set[str]) -> frozenset[str]:
        return frozenset(chip for one in classes for chip in self.members.get(one, [one]))

    def _add(self, text: str, chip: Chip) -> None:
        words = tuple(_WORD.findall(text))
        if not words:
            return
        folded = tuple(word.lower() for word in words)
        digits = any(letter.isdigit() for letter in text)
        strict = len(words) == 1 and (not digits or len(text) < 4)
        names = self.words.setdefault(folded[0], _Names([], {}))
        if folded not in names.meant:
            names.meant[folded] = (chip, strict)
            names.lengths[:] = sorted({*names.lengths, len(folded)}, reverse=True)


@cache
def _lexicon(kb: KnowledgeBase) -> _Lexicon:
    return _Lexicon(kb)


def chips_in(kb: KnowledgeBase, text: str) -> list[Chip]:
    """Where a text names chips, in order, the longest name at each place.

    Case counts only for short and plain words: ``T4``, ``Ada``, ``Thor``.
    """
    return list(_chips_in(kb, text))


@lru_cache(maxsize=2048)
def _chips_in(kb: KnowledgeBase, text: str) -> tuple[Chip, ...]:
    """The same, remembered: headings and the heads of columns are asked about for every name under them."""
    lexicon = _lexicon(kb)
    firsts = [(word.start(), word.group().lower()) for word in _WORD.finditer(text)]
    signs = [sign for sign in firsts if sign[1] in lexicon.words]
    signs += [(match.start(), "sm") for match in islice(_CAPABILITY.finditer(text), 1)]
    signs += [(text.index(word), word.lower()) for word in lexicon.chinese if word in text]
    return tuple(chips_at(kb, text, signs)) if signs else ()


def chips_at(kb: KnowledgeBase, text: str, signs: list[tuple[int, str]]) -> list[Chip]:
    """The same, in a text of which the signs of chips are known: first words of names, capabilities, Chinese names."""
    lexicon = _lexicon(kb)
    found: list[Chip] = []
    skip = -1
    capabilities = chinese = False
    for at, first in signs:
        names = lexicon.words.get(first)
        if names is None:
            capabilities = capabilities or first.isascii()
            chinese = chinese or not first.isascii()
        elif at >= skip:
            match = _longest(text, at, names)
            if match is not None:
                found.append(match)
                skip = match.end
    for capability in _CAPABILITY.finditer(text) if capabilities else ():
        number = capability.group(1) or capability.group(2)
        dotted = number if "." in number else f"{number[:-1]}.{number[-1]}"
        chips = lexicon.by_capability.get(dotted)
        if chips:
            found.append(Chip(capability.start(), capability.end(), frozenset(chips)))
    for name, meant in lexicon.chinese.items() if chinese else ():
        at = text.find(name)
        while at >= 0:
            found = [one for one in found if not at <= one.start < at + len(name)]
            found.append(Chip(at, at + len(name), meant))
            at = text.find(name, at + len(name))
    return sorted(found)


def _longest(text: str, at: int, names: _Names) -> Chip | None:
    """The longest name that begins at a place, of those with the same first word."""
    words = list(islice(_WORD.finditer(text, at), names.lengths[0]))
    own = [word.group().lower() for word in words]
    for length in names.lengths:
        chip, strict = names.meant.get(tuple(own[:length]), _NO_CHIP)
        if (
            chip is None
            or length > len(words)
            or any(text[words[n].end() : words[n + 1].start()] not in _BETWEEN for n in range(length - 1))
            or (strict and not text[at].isupper())
        ):
            continue
        return Chip(at, words[length - 1].end(), *chip[2:])
    return None


def releases_in(text: str) -> Iterator[Release]:
    """Where a text names a release: ``ncu 2025.3``, ``Nsight Compute 2019.1``, ``CUDA 12.8``."""
    for match in _RELEASE.finditer(text):
        tool = "cuda" if match.group(1).lower().startswith("cuda") else "ncu"
        number = match.group(2)
        if (tool == "ncu") == (len(number) > 4) or (tool, number) == ("ncu", "1.0"):
            yield Release(match.start(), match.end(), tool, number)
