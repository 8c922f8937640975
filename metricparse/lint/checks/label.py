"""N017: a label of the report paired with another metric, or placed in a section that does not show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from metricparse.catalog.store import KnowledgeBase, word_key
from metricparse.explain.sections import titles
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases
from metricparse.lint.reading import cues
from metricparse.lint.reading.names import names_in
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence, clause

LINKS_EN = (
    "that is",
    "that is,",
    "is",
    "=",
    "equals",
    "corresponds to",
    "stands for",
    "comes from",
    "is the metric",
    "is metric",
    "maps to",
    "is called",
    "is read from",
    "means",
    "->",
    "→",
    "is computed as",
    "is the label of",
    "is shown for",
    "reads",
)
LINKS_ZH = (
    "对应",
    "对应的指标是",
    "对应的指标为",
    "对应指标",
    "即",
    "就是",
    "是",
    "为",
    "的指标是",
    "的指标为",
    "的指标名是",
    "来自",
    "取自",
    "等于",
    "＝",
)
_WORD = re.compile(r"[A-Za-z0-9]+")
QUOTES = "\"“”'`*_「」 \n"


class _Label(NamedTuple):
    start: int
    end: int
    key: str


@cache
def _labels(kb: KnowledgeBase) -> frozenset[str]:
    """Labels of more than one word, case-folded."""
    return frozenset(key for key in kb.keys("label") if (" " in key and len(key) > 5) or key == "duration")


@cache
def _by_first_word(kb: KnowledgeBase) -> dict[str, list[str]]:
    """First word → labels that begin with it, longest first."""
    result: dict[str, list[str]] = {}
    for key in sorted(_labels(kb), key=len, reverse=True):
        result.setdefault(_WORD.match(key)[0] if _WORD.match(key) else key[0], []).append(key)  # type: ignore[index]
    return result


@cache
def _sections(kb: KnowledgeBase) -> dict[str, tuple[str, ...]]:
    """Titles of sections → the identifiers that they stand for."""
    result: dict[str, tuple[str, ...]] = {}
    for key, entry in kb.items("section"):
        for name in titles(str(entry["display"])):
            result[name] = (*result.get(name, ()), key)
    return result


def check(page: Page) -> Iterator[Objection]:
    """Pairs of label and metric, and of label and section."""
    lowered = page.lowered
    if "__" not in lowered and not any(title.lower() in lowered for title in _sections(page.kb)):
        return
    titled = page.holding("section")
    for index in page.running:
        region = page.region(index)
        if region.cell is not None:
            if region.cell.row > 0:
                yield from _row(page, index)
            continue
        if "__" not in region.text and index not in titled:
            continue
        sections = [title for title in _sections(page.kb) if title in region.text] if index in titled else []
        for sentence in page.sentences(index):
            words = page.text(index, sentence)
            if "__" not in words and not any(title in words for title in sections):
                continue
            labels = _labels_in(page, index, sentence)
            if labels:
                yield from _pairs(page, index, sentence, labels)
                yield from _places(page, index, sentence, labels)
    yield from _in_code(page)


def _in_code(page: Page) -> Iterator[Objection]:
    """``"LABEL": "name"`` in Python or JSON."""
    regions = page.document.regions
    for index in range(len(regions) - 1):
        key, value = regions[index], regions[index + 1]
        if key.kind != "string" or value.kind != "string" or key.parent != value.parent or key.parent < 0:
            continue
        between = regions[key.parent].text[key.at + len(key.text) : value.at].strip(" \"'\n")
        word = word_key(key.text)
        if between != ":" or word not in _labels(page.kb) or "__" not in value.text or not key.text[:1].isupper():
            continue
        if page.kb.split(value.text)[0] and not _fits(page.kb, word, value.text):
            yield _objection(page, index, 0, len(key.text), word, f"`{value.text}`")


def _labels_in(page: Page, index: int, sentence: Sentence) -> list[_Label]:
    """Labels written with capitals, the longest at each place."""
    text = page.region(index).text[sentence.start : sentence.end]
    folded = text.lower()
    if len(folded) != len(text) or text == folded:
        return []
    found: list[_Label] = []
    index_of = _by_first_word(page.kb)
    behind = 0
    for word in _WORD.finditer(text):
        at = word.start()
        if at < behind or (not word.group()[0].isupper() and not word.group()[0].isdigit()):
            continue
        for key in index_of.get(word.group().lower(), ()):
            end = at + len(key)
            if not folded.startswith(key, at) or (folded[end : end + 1].isalnum() and folded[end].isascii()):
                continue
            # a label is a name: its words begin with capitals
            capitals = sum(part[:1].isupper() for part in text[at:end].split())
            if capitals >= min(2, len(key.split())) and not _goes_on(text, at, end):
                found.append(_Label(sentence.start + at, sentence.start + end, key))
                behind = end
                break
    return found


def _goes_on(text: str, at: int, end: int) -> bool:
    """Whether capitalized words stand right before or behind: the words are a part of a longer name."""
    before = text[:at].rstrip(" ")
    after = text[end : end + 2]
    word = before.rpartition(" ")[2]
    return (
        len(text[:at]) - len(before) == 1 and word[:1].isupper() and word.isalnum() and len(before) > len(word)
    ) or (after[:1] == " " and after[1:].isupper())


def _meanings(kb: KnowledgeBase, key: str) -> list[dict[str, Any]]:
    entry = kb.get("label", key)
    return list(entry["meanings"]) if entry else []


def _fits(kb: KnowledgeBase, key: str, name: str) -> bool:
    """Whether a label can stand for a metric; the suffix is left to other rules unless the base has several labels."""
    base = kb.split(name.rpartition(":")[2])[0]
    shown = {
        kb.split(str(row["metric"]).rpartition(":")[2])[0] or str(row["metric"])
        for row in _meanings(kb, key)
        if row.get("metric")
    }
    if not shown or not base:
        return True
    return base in shown or any(base in str(row.get("metric", "")) for row in _meanings(kb, key))


def _row(page: Page, index: int) -> Iterator[Objection]:
    """A row of two cells, one a label, the other a name."""
    region = page.region(index)
    key = word_key(region.text.strip(QUOTES))
    if key not in _labels(page.kb):
        return
    assert region.cell is not None
    for other in page.cells(index):
        assert other.cell is not None
        keys = _sections(page.kb).get(other.text.strip(QUOTES))
        if keys and other is not region:
            shown = {str(row["section"]) for row in _meanings(page.kb, key)}
            if shown and not any(section.startswith(keys) for section in shown):
                at = max(region.text.lower().find(key), 0)
                where = Phrases(page.kb, page.lang)("in-section", section=other.text.strip(QUOTES))
                yield _objection(page, index, at, at + len(key), key, where)
                return
        if abs(other.cell.column - region.cell.column) != 1:
            continue
        names = [other.text[first:last] for first, last, pattern in names_in(other.text) if not pattern]
        if len(names) == 1 and other.text.strip(QUOTES) == names[0] and not _fits(page.kb, key, names[0]):
            header = f"{region.cell.header} {other.cell.header}"
            if not page.said(header, "heading-rejects") and not _compares(page, other.cell.header):
                at = region.text.lower().index(key) if key in region.text.lower() else 0
                yield _objection(page, index, at, at + len(key), key, f"`{names[0]}`")
                return


def _compares(page: Page, header: str) -> bool:
    """Whether a column lists metrics to read beside the label, not the label's own."""
    return any(
        word in header.lower()
        for word in (
            "with",
            "beside",
            "also",
            "see",
            "instead",
            "next",
            "compare",
            "then",
            "同看",
            "一起",
            "配合",
            "再看",
            "下一步",
            "对照",
        )
    )


def _pairs(page: Page, index: int, sentence: Sentence, labels: list[_Label]) -> Iterator[Objection]:
    text = page.region(index).text
    names = [
        (sentence.start + first, sentence.start + last)
        for first, last, pattern in names_in(text[sentence.start : sentence.end])
        if not pattern
    ]
    for label in labels:
        for first, last in names:
            link = text[label.end : first] if first >= label.end else ""
            if not link or not _is_link(link) or _fits(page.kb, label.key, text[first:last]):
                continue
            if cues.asked(page.kb, page.text(index, sentence)) or page.said(page.text(index, sentence), "corrects"):
                continue
            if _several_values(text, last, sentence.end) and "(" not in link and "（" not in link:
                continue
            yield _objection(page, index, label.start, label.end, label.key, f"`{text[first:last]}`")
            break


def _is_link(link: str) -> bool:
    """Whether the words between a label and a name say that they are the same thing."""
    bare = link.strip(QUOTES + ":：(（[=，,")
    bare = " ".join(bare.split())
    for word in ("它", "其", "which ", "it "):
        bare = bare.removeprefix(word)
    if not bare:
        return len(link.strip(QUOTES)) > 0 or "`" in link
    return bare.lower() in LINKS_EN or bare in LINKS_ZH


def _several_values(text: str, end: int, stop: int) -> bool:
    """``Achieved Occupancy is `x` …`` gives a name; with a value behind the label it would not have been a link."""
    return text[end : min(end + 3, stop)].strip(" `").startswith(("%", "times", "倍"))


def _places(page: Page, index: int, sentence: Sentence, labels: list[_Label]) -> Iterator[Objection]:
    """``In the SECTION section, read LABEL``; ``LABEL 在 SECTION 里``."""
    text = page.region(index).text
    words = page.text(index, sentence)
    if cues.asked(page.kb, words) or page.said(words, "corrects"):
        return
    sections = _sections_in(page, index, sentence, labels)
    if len(sections) != 1:
        sections = [one for one in sections if _alone_in_clause(text, sentence, one, sections)]
    for start, end, keys in sections:
        if not _is_place(text, start, end):
            continue
        near = clause(text, sentence, start, end)
        own = [one for one in labels if near.start <= one.start < near.end]
        if not own:
            following = min(
                (other[0] for other in _sections_in(page, index, sentence, labels) if other[0] > end),
                default=sentence.end,
            )
            own = [one for one in labels if end <= one.start < following]
        for label in own[:1]:
            rows = _meanings(page.kb, label.key)
            shown = {str(row["section"]) for row in rows}
            if not shown or any(section.startswith(tuple(keys)) for section in shown) or _denied(page, near, text):
                continue
            if "__" in text[near.start : near.end]:
                continue
            yield _objection(
                page,
                index,
                label.start,
                label.end,
                label.key,
                Phrases(page.kb, page.lang)("in-section", section=text[start:end]),
            )


def _denied(page: Page, near: Sentence, text: str) -> bool:
    return page.said(text[near.start : near.end], "denies")


def _sections_in(
    page: Page, index: int, sentence: Sentence, labels: list[_Label]
) -> list[tuple[int, int, tuple[str, ...]]]:
    text = page.region(index).text
    found: list[tuple[int, int, tuple[str, ...]]] = []
    for title, keys in _sections(page.kb).items():
        at = text.find(title, sentence.start, sentence.end)
        while at >= 0:
            end = at + len(title)
            inside = any(one.start <= at and end <= one.end for one in labels)
            letters = text[at - 1 : at] + text[end : end + 1]
            if not inside and not any(letter.isascii() and (letter.isalnum() or letter == "_") for letter in letters):
                found.append((at, end, keys))
            at = text.find(title, end, sentence.end)
    return [
        one
        for one in found
        if not any(other[0] <= one[0] and one[1] <= other[1] and other[:2] != one[:2] for other in found)
    ]


def _alone_in_clause(
    text: str, sentence: Sentence, one: tuple[int, int, tuple[str, ...]], all_: list[tuple[int, int, tuple[str, ...]]]
) -> bool:
    near = clause(text, sentence, one[0], one[1])
    return sum(near.start <= other[0] < near.end for other in all_) == 1


def _is_place(text: str, start: int, end: int) -> bool:
    """Whether a title stands as the place where something is shown."""
    before = text[max(start - 12, 0) : start].lower().rstrip(QUOTES)
    behind = text[end : end + 9].lower().lstrip(QUOTES)
    if (
        behind.startswith(("section", "table", "page", "这一节", "这一", "一节", "一栏", "标签页"))
        or (behind[:1] in (":", "：") and text[end : end + 4].lstrip(QUOTES + ":：")[:1].isupper())
        or (behind.startswith((":", "：")) and not before.strip(" -*0123456789.\n"))
    ):
        return True
    if before.endswith(("打开", "open", "go to", "see")):
        return True
    if before.endswith((" in", " in the", " under", " under the", " from the", "\nin", "\nin the")) or before in (
        "in",
        "in the",
        "under",
        "under the",
    ):
        return True
    return before.endswith(("在", "到", "去", "从", "打开")) and behind.startswith(
        ("里", "中", "下", "一节", "部分", "section", "页")
    )


def _objection(page: Page, index: int, first: int, last: int, key: str, stated: str) -> Objection:
    region = page.region(index)
    start, end = region.range(first, last)
    rows = [row for row in _meanings(page.kb, key) if row.get("metric")] or _meanings(page.kb, key)
    headers = [row for row in rows if row.get("where") == "header"] or rows
    metric = str(headers[0].get("metric", ""))
    section = page.kb.get("section", headers[0]["section"]) or {}
    slots = (
        ("label", region.text[first:last]),
        ("metric", metric or str(headers[0]["section"])),
        ("section", str(section.get("display") or headers[0]["section"])),
        ("stated", stated),
    )
    return Objection(start, end, slots)
