"""Metrics that running text mentions: names, labels of the report, and words for one of them, with a value behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.arithmetic.lexicon import first_word, named, own_words, resolver, spoken
from metricparse.lint.reading import cues
from metricparse.lint.reading.names import names_in

MARKS = " \t\n`'\"“”‘’「」『』\u00a0\u3000"
"""What may stand around a name and says nothing."""
LONGEST_VALUE = 32
_OPENING, _CLOSING = "(（", ")）"


class Mention(NamedTuple):
    """A metric that a text mentions."""

    start: int
    end: int
    """Behind the name."""
    behind: int
    """Behind its value, if one follows."""
    name: str
    """Full name."""
    bare: bool
    """Whether it stood without suffix."""

    @property
    def valued(self) -> bool:
        """Whether a value follows."""
        return self.behind > self.end


def full_name(kb: KnowledgeBase, text: str) -> tuple[str, bool] | None:
    """(full name, whether it lacked its suffix) of a name as written; None for one that no list holds or that has no value.

    A counter without suffix is taken as its sum, a throughput as its percentage: what they count does not depend on it.
    """
    if not text.isascii() or "__" not in text:
        return None
    base, suffix = kb.split(text)
    if not base:
        return None
    record = kb.record(base)
    if record is None or record["kind"] in ("group",):
        return None
    look = resolver(kb)
    if suffix:
        return (text, False) if suffix in look.legal(base, record) and look.look(text).name else None
    if not look.legal(base, record):
        return (text, False) if look.look(text).name else None
    kinds = {"counter": ".sum", "throughput": ".avg.pct_of_peak_sustained_elapsed", "ratio": ".ratio"}
    guess = base + kinds.get(str(record["type"]), "")
    return (guess, True) if guess != base and look.look(guess).name else None


def mentions(kb: KnowledgeBase, text: str, start: int, end: int) -> list[Mention]:
    """The metrics mentioned in a stretch of text, in order."""
    found: list[Mention] = []
    piece = text[start:end]
    if "__" in piece:
        for first, last, pattern in names_in(piece):
            name = None if pattern else full_name(kb, piece[first:last])
            if name is not None:
                at = start + last
                found.append(Mention(start + first, at, _value_end(text, at, end), *name))
    taken = [(one.start, one.end) for one in found]
    for first, last, name_of in _spoken(kb, piece):
        at, stop = start + first, start + last
        if not any(low < stop and at < high for low, high in taken):
            found.append(Mention(at, stop, _value_end(text, stop, end), name_of, False))
    return sorted(found)


def _spoken(kb: KnowledgeBase, text: str) -> Iterator[tuple[int, int, str]]:
    lowered = cues.plain(text)
    at = 0
    known = spoken(kb)
    before = " "
    while at < len(lowered):
        word = first_word(lowered, at)
        rows = known.get(word)
        if rows and not (before.isascii() and (before.isalnum() or before in "_.-")):
            for words in rows:
                stop = at + len(words)
                if lowered.startswith(words, at) and not _goes_on(lowered, stop):
                    if words in own_words(kb) or _capital(text, at, words):
                        if name := named(kb, words):
                            yield at, stop, name
                        word = lowered[at:stop]
                    break
        at += len(word)
        before = word[-1]


def _goes_on(text: str, stop: int) -> bool:
    """Whether a word goes on, or more words make another label of it (``hit rate``s are not the hit rate's)."""
    behind = text[stop : stop + 1]
    return behind.isascii() and (behind.isalnum() or behind in ("_", "-"))


def _capital(text: str, at: int, words: str) -> bool:
    """Whether a label is written with capitals, as the report has it."""
    parts = text[at : at + len(words)].split()
    return sum(not part[:1].islower() for part in parts) >= min(2, len(parts))


def _value_end(text: str, at: int, end: int) -> int:
    """Where a value behind a name ends: ``(62 %)``, ``of 62 %``; the place itself if there is none."""
    here = at
    while here < end and text[here] in MARKS:
        here += 1
    if here < end and text[here] in _OPENING:
        close = min(
            (found for sign in _CLOSING if (found := text.find(sign, here, here + LONGEST_VALUE)) > 0), default=-1
        )
        inside = text[here + 1 : close]
        if 0 < close < end and any(letter.isdigit() for letter in inside) and "__" not in inside:
            return close + 1
        return at
    for word in ("at ", "of ", "with ", "为", "是"):
        if text.startswith(word, here):
            here += len(word)
            break
    while here < end and text[here] in " ~≈约":
        here += 1
    number = here
    while here < end and (text[here].isdigit() or text[here] in ".,"):
        here += 1
    if here == number or not text[number].isdigit():
        return at
    while here > number and text[here - 1] in ".,":
        here -= 1
    unit = here
    while unit < end and text[unit] == " ":
        unit += 1
    return unit + 1 if unit < end and text[unit] == "%" else here if text[here : here + 1] in (" ", ",", "，") else at
