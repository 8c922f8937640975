"""A001: a feature on a chip that lacks it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.model import Objection
from metricparse.lint.phrases import listed
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.rejected import denied_near
from metricparse.lint.reading.sentences import Sentence, clause
from metricparse.lint.reading.stated import stated_at
from metricparse.lint.reading.words import holds

TYPES = {
    "bf16": "type",
    "fp4-mma": "type",
    "fp8-mma": "type",
    "int1-mma": "type",
    "int4-mma": "type",
}
"""Features that are data types: a text can mean the data alone, so the tensor cores have to be named with them."""
AMBIGUOUS = frozenset(("cluster", "b1", "s4", "u4", "CLC", "PDL", "mapa", "SYNCS", "multicast"))
"""Words of features that mean too many other things."""
LEFT_OUT = frozenset(
    (
        "green-contexts",
        "independent-thread-scheduling",
        "l2-compression",
        "reserved-shared-memory",
        "structured-sparsity",
        "packed-fp32",
        "tma-multicast",
        "decompression-engine",
        "mma-sync",
        "uniform-datapath",
        "l2-persistence",
        "redux",
        "dpx",
    )
)
"""Features whose words mean other things too, or that nobody takes for another chip's."""


@cache
def _feature_of(kb: KnowledgeBase) -> dict[str, str]:
    """Word → feature, longest words first."""
    words: dict[str, str] = {}
    for key, entry in kb.items("feature"):
        if key in LEFT_OUT:
            continue
        for word in (*entry["words"], *kb_words(kb, key)):
            if word not in AMBIGUOUS:
                words[word] = key
    return {word: words[word] for word in sorted(words, key=len, reverse=True)}


_PIPE = re.compile(r"(?i)[`*)）]{0,4}[ -]?(?:pipes?|pipelines?|流水线|管线|row|column|这一行)(?![a-z])")
_REPLACED = re.compile(
    r"(?i)(?:instead of|rather than|in place of|in lieu of|in the absence of|for lack of|no|without|unlike|lacks"
    r"|代替|替代|取代|而不是|而非|不用|缺|缺了|无|没|没有|不带)"
    r"[ `*]{0,4}(?:the |an? )?[ `*]{0,4}$"
)
_LATER = re.compile(
    r"(?i)[`*]{0,4}(?:[ -]?(?:like|style|free|less)(?![a-z])"
    r"| ?(?:出现|问世|诞生|推出)?(?:之前|以前)| ?(?:出现|问世|诞生|推出)前|的? ?(?:替代|平替|代用|等价))"
)


def kb_words(kb: KnowledgeBase, key: str) -> list[str]:
    """Further spellings of a feature (kb/reading/features.yaml)."""
    entry = kb.get("feature-word", key)
    return list(entry["words"]) if entry else []


def check(page: Page) -> Iterator[Objection]:
    """Features named for chips that lack them."""
    words = _feature_of(page.kb)
    written = [(word, word.lower()) for word in words]
    named = page.holding("feature")
    for index in page.running_with("feature"):
        region = page.region(index)
        if region.kind == "docstring":
            continue
        told: set[str] = set()
        signs = {word for _, word in named[index]}
        present = [word for word, lowered in written if lowered in signs]
        for start, end, word in sorted(_places(region.text, present)):
            feature = words[word]
            if feature in told:
                continue
            found = _judge(page, index, start, end, feature)
            if found is not None:
                told.add(feature)
                yield found


def _places(text: str, words: list[str]) -> list[tuple[int, int, str]]:
    """Where words stand in a text, the longest at each place."""
    found: list[tuple[int, int, str]] = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            end = at + len(word)
            if (not word.isascii() or _alone(text, at, end)) and not any(a <= at < b for a, b, _ in found):
                found.append((at, end, word))
            at = text.find(word, end)
    return found


def _alone(text: str, at: int, end: int) -> bool:
    before, after = text[at - 1 : at], text[end : end + 1]
    return not (before.isascii() and (before.isalnum() or before in ("_", ".", ":"))) and not (
        after.isascii() and (after.isalnum() or after == "_")
    )


def _judge(page: Page, index: int, start: int, end: int, key: str) -> Objection | None:
    kb = page.kb
    region = page.region(index)
    sentence = page.sentence_at(index, start)
    words = page.text(index, sentence)
    if key in TYPES:
        near = clause(region.text, sentence, start, end)
        if not holds(kb, region.text[near.start : near.end], "tensor-words") or holds(kb, words, "storage-words"):
            return None
    if page.doubted(words):
        return None
    if region.kind == "heading" or (region.kind == "comment" and (region.language == "shell" or not page.chips(index))):
        return None
    if denied_near(page, index, sentence, start, end) or _only_spoken_of(page, index, sentence, start, end):
        return None
    entry = kb.get("feature", key)
    assert entry is not None
    stated = stated_at(page, index, start)
    if not stated.chips or len(stated.mentions) > 3:
        return None
    classes = {kb.meta["class_of"][chip] for chip in stated.chips}
    if not classes <= set(entry["absent_on"]) or _other_chip_near(
        page, index, sentence.start, sentence.end, entry["absent_on"]
    ):
        return None
    while end < len(region.text) and (
        (region.text[end].isalnum() and region.text[end].isascii()) or region.text[end] in "._:"
    ):
        end += 1
    while region.text[end - 1] in ".:":
        end -= 1
    first, last = region.range(start, end)
    where = [str(one) for one in entry.get("targets", [])] or (
        [f"{entry['since']}+"] if entry.get("since") else list(entry["present_on"])
    )
    slots = (
        ("chip", stated.words),
        ("feature", str(entry["name"][page.lang])),
        ("where", listed(where, page.lang)),
        ("instead", _instead(page, entry)),
    )
    return Objection(first, last, slots)


def _only_spoken_of(page: Page, index: int, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a feature is named as a row of the report, as what is replaced, wished for, or came later."""
    text = page.region(index).text
    if _PIPE.match(text, end) or _REPLACED.search(text, max(start - 24, sentence.start), start):
        return True
    if _LATER.match(text, end):
        return True
    near = clause(text, sentence, start, end)
    return page.said(text[near.start : near.end], "wished-for")


def _instead(page: Page, entry: dict[str, dict[str, str]]) -> str:
    from metricparse.lint.phrases import Phrases

    return str(entry["instead"][page.lang]) if entry.get("instead") else Phrases(page.kb, page.lang)("nothing-instead")


def _other_chip_near(page: Page, index: int, start: int, end: int, absent: list[str]) -> bool:
    """Whether the sentence names a chip that has the feature, too."""
    for one in page.chips(index):
        if start <= one.start < end and not {page.kb.meta["class_of"][chip] for chip in one.chips} <= set(absent):
            return True
    return False
