"""Lists of words in a text: plain searches, so nothing has to be compiled and nothing can backtrack."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


class Hit(NamedTuple):
    """Where a word stands."""

    first: int
    last: int
    word: str

    def start(self) -> int:
        """Offset of its first character."""
        return self.first

    def end(self) -> int:
        """Offset behind its last character."""
        return self.last

    def group(self) -> str:
        """The word."""
        return self.word


class Words:
    """Words to look for in texts of lower case.

    A Latin word counts only between characters that are no letters, digits or underscores, and behind no hyphen; a Chinese
    one anywhere.  ``shapes`` are regular expressions of our own data, with bounded repetitions.
    """

    def __init__(
        self, latin: Iterable[str], chinese: Iterable[str], shapes: Iterable[str] = (), hyphen: bool = False
    ) -> None:
        self._latin = tuple(latin)
        self._chinese = tuple(chinese)
        self._shapes = tuple(shapes)
        self._compiled: list[re.Pattern[str]] | None = None
        self._after = _LETTERS | {"-"} if hyphen else _LETTERS

    def find(self, text: str) -> Hit | None:
        """The first word of the text, the longest where several begin there."""
        best: Hit | None = None
        for word in self._latin:
            if word in text:
                at = self._alone(text, word)
                if at >= 0 and (best is None or (at, -len(word)) < (best.first, best.first - best.last)):
                    best = Hit(at, at + len(word), word)
        for word in self._chinese:
            at = text.find(word)
            if at >= 0 and (best is None or (at, -len(word)) < (best.first, best.first - best.last)):
                best = Hit(at, at + len(word), word)
        for shape in self._patterns():
            match = shape.search(text)
            if match is not None and (best is None or match.start() < best.first):
                best = Hit(match.start(), match.end(), match.group())
        return best

    def occurs(self, text: str) -> bool:
        """Whether the text holds one of the words."""
        return (
            any(word in text and self._alone(text, word) >= 0 for word in self._latin)
            or any(word in text for word in self._chinese)
            or any(shape.search(text) is not None for shape in self._patterns())
        )

    def begins(self, text: str) -> bool:
        """Whether the text begins with one of the words."""
        return any(
            text.startswith(word) and text[len(word) : len(word) + 1] not in self._after for word in self._latin
        ) or text.startswith(self._chinese)

    def blanked(self, text: str) -> str:
        """The text with the words struck out; as long as before."""
        for word in (*self._latin, *self._chinese):
            if word in text:
                text = text.replace(word, "·" * len(word))
        return text

    def _alone(self, text: str, word: str) -> int:
        at = text.find(word)
        while at >= 0:
            if alone(text, at, at + len(word), self._after):
                return at
            at = text.find(word, at + 1)
        return -1

    def _patterns(self) -> list[re.Pattern[str]]:
        if self._compiled is None:
            self._compiled = [re.compile(shape) for shape in self._shapes]
        return self._compiled


class Kinds:
    """Several lists of words at once: which of them have a word in a text is found in one pass."""

    def __init__(self, lists: Iterable[tuple[str, Iterable[str], Iterable[str]]]) -> None:
        from ahocorasick_rs import AhoCorasick, Implementation

        latin: dict[str, list[str]] = {}
        chinese: dict[str, list[str]] = {}
        for kind, own_latin, own_chinese in lists:
            for words, own in ((latin, own_latin), (chinese, own_chinese)):
                for word in own:
                    words.setdefault(word, []).append(kind)
        self.known = frozenset(kind for own in (*latin.values(), *chinese.values()) for kind in own)
        self._kinds = [*latin.values(), *chinese.values()]
        self._latin = len(latin)
        self._find = AhoCorasick([*latin, *chinese], implementation=Implementation.NoncontiguousNFA)

    def kinds(self, text: str) -> frozenset[str]:
        """The lists of which a text in lower case holds a word."""
        found: set[str] = set()
        for which, start, end in self._find.find_matches_as_indexes(text, overlapping=True):
            if which >= self._latin or alone(text, start, end, _LETTERS):
                found.update(self._kinds[which])
        return frozenset(found)


def alone(text: str, start: int, end: int, after: frozenset[str]) -> bool:
    """Whether a Latin word stands by itself, with none of the characters of ``after`` behind it."""
    before = text[start - 1 : start]
    return before not in _LETTERS and before != "-" and text[end : end + 1] not in after
