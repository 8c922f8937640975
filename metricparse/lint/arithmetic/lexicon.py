"""Words of kb/reading that the reader of arithmetic goes by: shapes of operations, words of variables, spoken names.

A shape is a text with two places, ``ratio of A to B``: what stands before, between and behind the two values.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from metricparse.catalog.store import KnowledgeBase, word_key
from metricparse.lint.reading.words import words
from metricparse.semantics.resolve import Resolver
from metricparse.semantics.semantics_book import SemanticsBook

if TYPE_CHECKING:
    from metricparse.semantics.check import Checker

JOINED = frozenset("and & 和 与 跟 及 以及".split())
"""What stands between the last two values of a list, as the shapes have it."""


def joins(word: str) -> bool:
    """Whether a word joins the values of a list."""
    return word in JOINED


class Shape(NamedTuple):
    """One way to say an operation."""

    operation: str
    before: str
    between: str
    behind: str
    swapped: bool
    """Whether B stands before A."""

    @property
    def listed(self) -> bool:
        """Whether it takes lists of more than two."""
        return self.operation in ("add", "average") and joins(self.between)


@cache
def shapes(kb: KnowledgeBase) -> dict[str, tuple[Shape, ...]]:
    """Shapes by what stands between the two values, those that ask for most first."""
    found: dict[str, list[Shape]] = {}
    for operation, entry in kb.items("operation-word"):
        for text in (*entry["en"], *entry["zh"]):
            first, second = text.index("A"), text.index("B")
            low, high = min(first, second), max(first, second)
            before, between, behind = (_bare(kb, one) for one in (text[:low], text[low + 1 : high], text[high + 1 :]))
            shape = Shape(operation, before, between, behind, second < first)
            found.setdefault(shape.between, []).append(shape)
    return {
        between: tuple(sorted(rows, key=lambda one: -len(one.before) - len(one.behind)))
        for between, rows in found.items()
    }


def _bare(kb: KnowledgeBase, text: str) -> str:
    """Words of a shape without those that are passed over in texts too."""
    return " ".join(word for word in text.split() if word not in words(kb, "passed-over"))


@cache
def checker(kb: KnowledgeBase, lang: str, chip: str | None) -> Checker:
    """The type checker; one for all documents, since it remembers what it looked up.

    It is made for the first expression that is found: its grammar takes a while to load.
    """
    from metricparse.semantics.check import Checker

    return Checker(kb, lang, chip)


@cache
def resolver(kb: KnowledgeBase) -> Resolver:
    """What tells full names from others, and what labels stand for."""
    return Resolver(SemanticsBook(kb), "en", None)


# --- names in words -------------------------------------------------------------------------------------------------------


@cache
def spoken(kb: KnowledgeBase) -> dict[str, tuple[str, ...]]:
    """First word → words in lower case that may stand for one metric, longest first.

    Labels of the report with more than one word, and the entries of kb/reading/spoken.yaml; `named` tells for what.
    """
    names = {
        key for key in kb.keys("label") if " " in key and len(key) > 7 and not any(sign in key for sign in "|%#<>*")
    }
    result: dict[str, list[str]] = {}
    for name in sorted(names | own_words(kb).keys(), key=lambda one: (-len(one), one)):
        result.setdefault(first_word(name), []).append(name)
    return {word: tuple(rows) for word, rows in result.items()}


@cache
def own_words(kb: KnowledgeBase) -> dict[str, str]:
    """Words of kb/reading/spoken.yaml with their full names."""
    return {word: entry["metric"] for _, entry in kb.items("spoken-name") for word in (*entry["en"], *entry["zh"])}


@cache
def named(kb: KnowledgeBase, label: str) -> str:
    """The full name that a label or other words (in lower case) stand for; empty for none or several."""
    own = own_words(kb).get(label, "")
    return own or (resolver(kb).look(label, True).name if is_label(kb, label) else "")


def first_word(text: str, at: int = 0) -> str:
    """The run of Latin letters and digits, or the one character, that begins at a place.

    >>> first_word("l2 hit rate"), first_word("实际占用率")
    ('l2', '实')
    """
    end = at
    while end < len(text) and text[end].isascii() and text[end].isalnum():
        end += 1
    return text[at : max(end, at + 1)]


def is_label(kb: KnowledgeBase, text: str) -> bool:
    """Whether words are a label of the report, which is written with capitals."""
    return kb.get("label", word_key(text)) is not None


# --- words of variables ---------------------------------------------------------------------------------------------------


@cache
def _latin(kb: KnowledgeBase) -> dict[str, str]:
    return {word: key for key, entry in kb.items("called-word") for word in entry["en"]}


@cache
def _chinese(kb: KnowledgeBase) -> tuple[tuple[str, str], ...]:
    pairs = [(word, key) for key, entry in kb.items("called-word") for word in entry["zh"]]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


MOST_PARTS = 8
"""Words of a variable's name that are looked at; a longer one says nothing that is certain."""


def is_kind(kb: KnowledgeBase, word: str) -> bool:
    """Whether a word says what a metric is, or of what."""
    return _latin(kb).get(word, "stop") not in ("stop", "share", "percent", "time") and word not in (
        "of",
        "all",
        "total",
        "sum",
    )


@cache
def called_by(kb: KnowledgeBase, text: str) -> frozenset[str]:
    """What a variable, a column or a row is called by its words: entries of kb/reading/called.yaml.

    Empty if a word says that it is something else.  ``total_bytes`` gives bytes, ``bytes_per_request`` nothing.
    """
    found: set[str] = set()
    parts, rest = split_words(text)
    if not 0 < len(parts) + bool(rest) <= MOST_PARTS:
        return frozenset()
    at = 0
    while at < len(parts):
        two = " ".join(parts[at : at + 2])
        key = _latin(kb).get(two) if at + 1 < len(parts) else None
        at += 2 if key else 1
        key = key or _latin(kb).get(parts[at - 1])
        if key is None:
            # an unknown word in front may say anything; one that is a name of somebody's own says nothing
            return frozenset()
        found.add(key)
    while rest:
        for word, key in _chinese(kb):
            if rest.startswith(word):
                found.add(key)
                rest = rest[len(word) :]
                break
        else:
            return frozenset()
    if "stop" in found:
        return frozenset()
    return frozenset(found - {"plain"})


def split_words(text: str) -> tuple[list[str], str]:
    """Latin words of an identifier or a label in lower case, and its Chinese characters.

    >>> split_words("dramBytes_read"), split_words("L1 请求数")
    ((['dram', 'bytes', 'read'], ''), (['l1'], '请求数'))
    """
    parts: list[str] = []
    rest: list[str] = []
    word = ""
    for letter in text.strip():
        if letter.isascii() and letter.isalnum():
            if letter.isupper() and word and word[-1].islower():
                parts.append(word)
                word = ""
            word += letter
            continue
        if word:
            parts.append(word)
            word = ""
        if letter >= "\u4e00":
            rest.append(letter)
    if word:
        parts.append(word)
    return [part.lower() for part in parts], "".join(rest)
