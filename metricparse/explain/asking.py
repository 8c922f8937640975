"""Reading a question: its words in one spelling, the metric names and percentages in it, and what is foreign to the field.

Everything is scanned by hand or looked up in sets, so that reading takes time linear in the length of the text.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from metricparse.catalog.store import KnowledgeBase
from metricparse.names.suggest import ranked

NAME_SIGNS = "_.:*"
"""Besides letters and digits, what a metric name may hold."""
SHORTEST_MISSPELT = 7
"""Letters of the shortest word that is taken for another one misspelt: shorter ones have too many neighbours."""
LONGEST_WORD = 40
"""Letters of a word that is still compared with others."""
BETWEEN = ("is", "=", ":", "was", "at", "reads", "of", "是", "为")
"""What may stand between a name and its value."""


class Vocabulary(NamedTuple):
    """What the question entries know."""

    known: frozenset[str]
    """Every English word of the entries: questions, answers and groups of words."""
    terms: tuple[str, ...]
    """Long words of the groups, which a misspelt word is held against."""
    field: tuple[str, ...]
    """Words that show that a text is about GPUs and their profiler."""


@functools.lru_cache(maxsize=4)
def vocabulary(kb: KnowledgeBase) -> Vocabulary:
    """The words of all entries of a knowledge base."""
    known: set[str] = set()
    terms: set[str] = set()
    for _, entry in kb.items("question"):
        for text in (entry["asks"]["en"], entry["answer"]["en"], (entry.get("mistaken_for") or {}).get("en", "")):
            known |= set(latin_words(text.casefold()))
        for group in entry["when"]:
            for word in group:
                if not word.startswith("{"):
                    terms |= set(latin_words(word))
    field = tuple(folded(str(word)) for word in kb.get("meta", "field") or ())
    known |= terms | {part for word in field for part in latin_words(word)}
    return Vocabulary(frozenset(known), tuple(sorted(t for t in terms if len(t) >= SHORTEST_MISSPELT)), field)


class Asked(NamedTuple):
    """A question as it is matched."""

    text: str
    """Folded, with misspelt words replaced."""
    names: tuple[str, ...]
    """The metric names in it, in lower case."""
    percents: tuple[float, ...]
    """Its percentages."""


def read(kb: KnowledgeBase, text: str) -> Asked:
    """Read a question."""
    words = vocabulary(kb)
    plain = respelt(folded(text), words)
    return Asked(plain, tuple(name.casefold() for name in names_in(text)), tuple(percentages(plain)))


def folded(text: str) -> str:
    """Lower case, full-width signs as plain ones, one blank between words, none around Chinese, % for percent.

    >>> folded("L2 命中率  171％？")
    'l2命中率171%?'
    >>> folded("50 percent of it")
    '50% of it'
    """
    plain = "".join(chr(ord(c) - 0xFEE0) if 0xFF01 <= ord(c) <= 0xFF5E else c for c in text.casefold())
    words: list[str] = []
    for word in plain.split():
        if word.rstrip("?.,;:!") in ("percent", "pct") and words and words[-1][-1].isdigit():
            words[-1] += "%" + word.removeprefix("percent").removeprefix("pct")
        else:
            words.append(word)
    joined = " ".join(words)
    result = ""
    for index, char in enumerate(joined):
        if char == " ":
            before, after = joined[index - 1], joined[index + 1 : index + 2]
            if not before.isascii() or not after.isascii():
                continue
        result += char
    return result


folded_once = functools.lru_cache(maxsize=16384)(folded)
"""The same for the words of groups, which are folded for each question."""


def latin_words(text: str) -> Iterator[str]:
    """Runs of ASCII letters of a lower-case text, in which no digit or underscore stands."""
    word = ""
    pure = True
    for char in f"{text} ":
        if char.isascii() and (char.isalnum() or char == "_"):
            word += char
            pure = pure and char.isalpha()
        else:
            if word and pure:
                yield word
            word, pure = "", True


def respelt(text: str, words: Vocabulary) -> str:
    """The text with each long unknown word that is one edit from a word of the groups replaced by it."""
    for word in sorted(set(latin_words(text))):
        if SHORTEST_MISSPELT <= len(word) <= LONGEST_WORD and word not in words.known:
            found = ranked(word, words.terms, [0.0] * len(words.terms), 1, 1)
            # another number of the same word is no misspelling
            if found and word + "s" != found[0][0] != word.removesuffix("s"):
                text = _replaced(text, word, found[0][0])
    return text


def _replaced(text: str, word: str, by: str) -> str:
    result, start = "", 0
    while (at := text.find(word, start)) != -1:
        end = at + len(word)
        result += text[start:at] + (word if _joined(text, at, end) else by)
        start = end
    return result + text[start:]


def _joined(text: str, at: int, end: int) -> bool:
    """Whether a piece of a text is only a part of a longer Latin word."""
    first, last, before, after = text[at], text[end - 1], text[at - 1 : at], text[end : end + 1]
    return (_of_word(first) and _of_word(before)) or (_of_word(last) and _of_word(after))


def _of_word(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")


def names_in(text: str) -> list[str]:
    """What looks like a metric name in a text, Chinese or not: a run of name characters with an underscore in it.

    >>> names_in("dram__bytes_read.sum是0? `gld_efficiency`, sm_90")
    ['dram__bytes_read.sum', 'gld_efficiency', 'sm_90']
    """
    found = []
    run = ""
    for char in f"{text} ":
        if char.isascii() and (char.isalnum() or char in NAME_SIGNS):
            run += char
        else:
            name = run.rstrip(".:").lstrip(".")
            if "_" in name.strip("_"):
                found.append(name)
            run = ""
    return found


def percentages(text: str) -> list[float]:
    """Every number in a text that a percent sign follows, or that follows the name of a percentage.

    >>> percentages("hit rate 171.5 %, x__y.pct = 2300, 7 passes")
    [171.5, 2300.0]
    """
    found = []
    words = text.replace(",", " ").replace("%", " % ").split()
    of_name = False
    for index, word in enumerate(words):
        number = _number(word)
        if number is not None and (of_name or words[index + 1 : index + 2] == ["%"]):
            found.append(number)
        if word not in BETWEEN:
            of_name = "__" in word and ".pct" in word
    return found


def _number(word: str) -> float | None:
    """The number that ends a word, as in 命中率171.5."""
    start = len(word)
    while start and word[start - 1] in "0123456789.":
        start -= 1
    digits = word[start:].strip(".")
    if not digits or digits.count(".") > 1 or (start and _of_word(word[start - 1])):
        return None
    return float(digits)


def occurs(word: str, asked: Asked) -> bool:
    """Whether a word of a group stands in a question, not as a part of a longer Latin word.

    ``{percent}`` is any percentage, ``{percent>100}`` and ``{percent<50}`` one above or below, ``{percents<60}`` two or
    more that are all below; ``{name}`` is any metric name, ``{name:hit_rate}`` one with that part.
    """
    if word.startswith("{"):
        return _special(word.strip("{}"), asked)
    start = asked.text.find(word)
    while start != -1:
        if not _joined(asked.text, start, start + len(word)):
            return True
        start = asked.text.find(word, start + 1)
    return False


def _special(word: str, asked: Asked) -> bool:
    if word.startswith("name"):
        part = word.partition(":")[2].replace(".", "_")
        names = [f"_{name.replace('.', '_')}_" for name in asked.names if "__" in name]
        return any(f"_{part}_" in name for name in names) if part else bool(names)
    sign = next((s for s in "<>" if s in word), "")
    what, _, limit = word.partition(sign) if sign else (word, "", "0")
    fitting = [p for p in asked.percents if not sign or (p > float(limit) if sign == ">" else p < float(limit))]
    if what == "percents":
        return len(fitting) > 1 and len(fitting) == len(asked.percents)
    return bool(fitting)


def weight(word: str) -> int:
    """How much a word of a group says: its length, little where nearly any percentage or name will do."""
    if not word.startswith("{"):
        return len(word)
    limit = word.strip("{}").removeprefix("name:")
    return len(limit) if ":" in word else 8 if ">" in limit else 3


def is_foreign(asked: Asked, kb: KnowledgeBase) -> bool:
    """Whether a text is about something else: several words that no entry knows, and none of the field.

    "occupancy of hotel rooms is low" has the words of an entry and is no question about a kernel.
    """
    words = vocabulary(kb)
    if asked.names or any(occurs(word, asked) for word in words.field):
        return False
    return len(_unknown(latin_words(asked.text), words.known)) > 1


def _unknown(words: Iterable[str], known: frozenset[str]) -> set[str]:
    return {word for word in words if len(word) > 2 and word not in known}
