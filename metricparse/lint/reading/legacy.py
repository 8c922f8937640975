"""Names and labels of nvprof in running text that speaks of ncu."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from metricparse.catalog.store import Entry, KnowledgeBase, word_key
from metricparse.lint.reading.names import Seen, Taken
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.rejected import rejected

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@cache
def _words(kb: KnowledgeBase) -> tuple[frozenset[str], dict[str, str]]:
    """Names of nvprof that no list of today holds; labels of nvprof (case-folded) that no report of today shows → name."""
    names = []
    labels = {}
    shown = frozenset(kb.keys("label"))
    for key, entry in kb.items("legacy"):
        if entry["era"] != "nvprof" or key in kb.names:
            continue
        if "_" in key:
            names.append(key)
        label = entry.get("label") or ""
        # the tool's window and its tables differ by one word: Global Memory Load Efficiency, Global Load Efficiency
        for form in (word_key(label), word_key(label).replace(" memory ", " ")):
            if " " in form and form not in shown:
                labels[form] = key
    return frozenset(names), labels


def older_words(page: Page, taken: Taken) -> Iterator[tuple[Seen, Entry]]:
    """Names and labels of nvprof that the text gives as ones of ncu."""
    lowered = page.lowered
    if "ncu" not in lowered and "nsight" not in lowered:
        return
    named, labelled = page.holding("nvprof name"), page.holding("nvprof label")
    for index in page.running_with("nvprof name", "nvprof label"):
        names, every = _words(page.kb)
        region = page.region(index)
        if region.kind == "comment":
            continue
        if index in named:
            for match in _WORD.finditer(region.text):
                word = match.group()
                if word in names and _is_of_ncu(page, index, match.start(), match.end()):
                    yield from _seen(page, index, match.start(), match.end(), word, taken)
        folded = region.text.lower()
        if index in labelled and len(folded) == len(region.text) and region.kind != "heading":
            signs = {label for _, label in labelled[index]}
            for label, key in every.items():
                if label not in signs:
                    continue
                at = folded.find(label)
                if at >= 0 and _alone(folded, at, len(label)) and _is_label_of_ncu(page, index, at, at + len(label)):
                    yield from _seen(page, index, at, at + len(label), key, taken)


def _seen(page: Page, index: int, first: int, last: int, key: str, taken: Taken) -> Iterator[tuple[Seen, Entry]]:
    region = page.region(index)
    start, end = region.range(first, last)
    if start in taken:
        return
    entry = page.kb.get("legacy", key)
    assert entry is not None
    where = "code" if page.marked(index, first) else "prose"
    yield Seen(region.text[first:last], "", start, end, index, first, where), entry


def _alone(text: str, at: int, length: int) -> bool:
    return not (text[at - 1 : at].isalnum() or text[at + length : at + length + 1].isalnum())


def _is_of_ncu(page: Page, index: int, at: int, end: int) -> bool:
    """Whether a name of nvprof is used as one of ncu.

    The sentence, the table or the heading says ncu, and nothing near says nvprof or shows today's name beside it.
    """
    region = page.region(index)
    sentence = page.text(index, page.sentence_at(index, at))
    if region.cell is not None:
        around = " ".join(other.text for other in page.cells(index)) + " " + region.cell.header
    else:
        around = sentence
    title = next(page.titles(index), "")
    lead = page.lead(index)
    context = f"{around} {title} {page.region(lead).text if lead >= 0 else ''}".lower()
    entry = page.kb.get("legacy", region.text[at:end]) or {}
    now = str(entry.get("now") or "").partition(".")[0]
    beside = bool(now) and now in around
    if "nvprof" in context or "cupti" in context or "visual profiler" in context or beside:
        return False
    near = f"{around} {title if region.cell is not None or region.context.list >= 0 else ''}".lower()
    if not ("ncu" in near or "nsight compute" in near):
        return False
    if region.text[end : end + 3].lstrip()[:1] == "=" or region.text[at - 1 : at] in (".", "$", "[", '"', "'"):
        return False
    return not rejected(page, index, at, end)


def _is_label_of_ncu(page: Page, index: int, at: int, end: int) -> bool:
    region = page.region(index)
    if sum(word[:1].isupper() for word in region.text[at:end].split()) < 2:
        return False  # the same words in small letters describe a thing; a label is a name
    if region.text[end : end + 1] == " " and region.text[end + 1 : end + 2].isupper():
        return False  # a part of a longer label
    sentence = page.text(index, page.sentence_at(index, at)).lower()
    if "nvprof" in sentence or "visual profiler" in sentence or "__" in sentence or region.cell is not None:
        return False
    whole = page.lowered
    of_ncu = "ncu" in sentence or "nsight compute" in sentence
    # a document that speaks of ncu alone means ncu; the label has to be written as one
    if not of_ncu and ("nvprof" in whole or "visual profiler" in whole or not region.text[at].isupper()):
        return False
    return not rejected(page, index, at, end)
