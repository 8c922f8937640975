"""Where a text speaks of a concept (kb/reading/concepts.yaml): by its words, or by the name of a metric that measures it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.claims.tokens import Token, tokens

CUES = ("relation", "polarity", "quantity")
"""Groups of words that relate and judge, as against things that are spoken of."""


class Mention(NamedTuple):
    """Tokens ``first`` to ``last`` (exclusive) speak of concepts; the first one is what they are mainly about."""

    first: int
    last: int
    concepts: tuple[str, ...]


class Concepts:
    """Every concept's words, ready to be looked for."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.groups: dict[str, str] = {}
        self._phrases: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._parts: list[tuple[str, str]] = []
        self._names: dict[str, tuple[str, ...]] = {}
        phrases: dict[tuple[str, ...], list[str]] = {}
        for concept, entry in kb.get("concepts", "all").items():
            self.groups[concept] = entry["group"]
            for phrase in (*entry["en"], *entry["zh"]):
                key = tuple(one.text for one in tokens(phrase.lower()))
                if not set(key) - {"#", "#%"}:
                    continue  # a number by itself speaks of nothing
                of = phrases.setdefault(key, [])
                if concept not in of:
                    of.append(concept)
            self._parts += [(part, concept) for part in entry["tokens"]]
        self.cues = frozenset(concept for concept, group in self.groups.items() if group in CUES)
        sizes: dict[str, set[int]] = {}
        for key, of in phrases.items():
            self._phrases[key] = tuple(of)
            sizes.setdefault(key[0], set()).add(len(key))
        self._sizes = {first: sorted(of, reverse=True) for first, of in sizes.items()}

    def mentions(self, words: list[Token]) -> list[Mention]:
        """Mentions in order; where several phrases begin at a word, the longest counts."""
        found: list[Mention] = []
        texts = [word.text for word in words]
        at = 0
        while at < len(texts):
            text = texts[at]
            for size in self._sizes.get(text, ()):
                # behind the last word a slice is shorter than the phrase looked for
                phrase = tuple(texts[at : at + size])
                if len(phrase) == size and (concepts := self._phrases.get(phrase)):
                    found.append(Mention(at, at + size, concepts))
                    at += size
                    break
            else:
                if "__" in text and (concepts := self.of_name(text)):
                    found.append(Mention(at, at + 1, concepts))
                at += 1
        return found

    def of_name(self, name: str) -> tuple[str, ...]:
        """What a metric is about, by the parts of its name."""
        known = self._names.get(name)
        if known is None:
            whole = f"_{name.replace('.', '_')}_"
            of = [concept for part, concept in self._parts if f"_{part.replace('.', '_')}_" in whole]
            known = self._names[name] = tuple(dict.fromkeys(of))
        return known


@cache
def concepts(kb: KnowledgeBase) -> Concepts:
    """The concepts of a knowledge base."""
    return Concepts(kb)
