"""N016: a metric said to be absent, new or renamed on a chip where the lists say otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from metricparse.catalog.availability import Availability
from metricparse.catalog.chips import chips_in_words
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases
from metricparse.lint.reading import cues
from metricparse.lint.reading.chips import Chip, chips_in
from metricparse.lint.reading.names import names_in
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence, clause
from metricparse.lint.reading.stated import document_chips, release_at
from metricparse.lint.reading.where import where_is
from metricparse.lint.reading.words import holds

PRONOUNS = (
    "It ",
    "This metric",
    "That metric",
    "This counter",
    "This one ",
    "The metric ",
    "The counter ",
    "该指标",
    "这个指标",
    "此指标",
    "它",
    "该计数器",
)
"""Words at the beginning of a sentence that stand for the one name of the sentence before."""
THIS_CHIP = ("this chip", "this card", "this gpu", "this board", "该卡", "这块卡", "这张卡", "此卡", "本卡")
NEAR = 45
"""Code points between a name and the words that say something of it, at most."""


_NAMED = re.compile(r"(?a)[\w.]{0,80}?__\w")
_BETWEEN = re.compile(r"[`\s,、/&+()（）]")
_JOINS = frozenset(("", "and", "or", "nor", "as", "well", "both", "以及", "和", "与", "及", "或"))
"""What stands between names of which the same is said."""
_ACCESS = re.compile(
    r"(?i)(?<![a-z])(?:root|admin|administrator|permissions?|privileges?|sudo|capabilit[a-z]+|ERR_NVGPUCTRPERM|until)(?![a-z])|权限|管理员"
)
"""What keeps a user from reading counters; it says nothing of the chip."""


class _Name(NamedTuple):
    start: int
    end: int
    base: str
    where: Availability


def check(page: Page) -> Iterator[Objection]:
    """Claims of sentences and of tables of chips."""
    if "__" not in page.document.text:
        return
    claimed = page.holding("claim")
    for index in page.running:
        region = page.region(index)
        if "__" not in region.text or region.kind == "comment":
            continue
        if region.cell is not None and region.cell.row > 0 and region.cell.column == 0:
            yield from _row(page, index)
        earlier: list[_Name] = []
        if index not in claimed:
            continue
        for sentence in page.sentences(index):
            words = region.text[sentence.start : sentence.end]
            if "__" in words:
                yield from _sentence(page, index, sentence, [])
                earlier = _names(page, index, sentence.start, sentence.end)
            elif len(earlier) == 1 and words.startswith(PRONOUNS):
                yield from _sentence(page, index, sentence, earlier)


def _names(page: Page, index: int, start: int, end: int) -> list[_Name]:
    text = page.region(index).text
    found = []
    for first, last, pattern in names_in(text[start:end]):
        base = "" if pattern else page.kb.split(text[start + first : start + last])[0]
        record = page.kb.record(base) if base else None
        if record is not None and not record.get("outside"):
            found.append(_Name(start + first, start + last, base, where_is(page.kb, base)))
    return found


def _sentence(page: Page, index: int, sentence: Sentence, meant: list[_Name]) -> Iterator[Objection]:
    """Claims of a sentence about the names in it, or about the one that its pronoun stands for."""
    words = page.text(index, sentence)
    claims = [key for key in ("metric-absent", "metric-new", "metric-renamed") if holds(page.kb, words, key)]
    if not claims:
        return
    chips = [one for one in page.chips(index) if sentence.start <= one.start < sentence.end and one.chips]
    if not chips or _not_meant(page, index, sentence, words):
        return
    release = release_at(page, index, sentence.start)
    if release is not None and release not in page.kb.meta["releases"]:
        return
    names = meant or _names(page, index, sentence.start, sentence.end)
    told: set[int] = set()
    for key, judge in (("metric-renamed", _renamed), ("metric-new", _new), ("metric-absent", _absent)):
        if key not in claims:
            continue
        for name in names:
            if name.start in told:
                continue
            found = judge(page, index, sentence, name, names, chips, release)
            if found is not None:
                told.add(name.start)
                yield found


def _not_meant(page: Page, index: int, sentence: Sentence, words: str) -> bool:
    """Whether the sentence asks, supposes, refutes, or speaks of a report or a script."""
    kb = page.kb
    if cues.asked(kb, words) or page.said(words, "corrects", "supposes") or _ACCESS.search(words):
        return True
    return page.said(page.text_after(index, sentence)[:40], "corrects")


def _of_clause(page: Page, index: int, sentence: Sentence, at: int, chips: list[Chip]) -> list[Chip]:
    """The chips of the clause in which a claim stands; those of the sentence if it names one alone."""
    near = clause(page.region(index).text, sentence, at, at + 1)
    words = page.region(index).text[near.start : near.end].lower()
    if holds(page.kb, words, "not-about-the-chip"):
        return []
    if any(word in words for word in THIS_CHIP):
        return [chip for chip, _ in document_chips(page)]
    own = [one for one in chips if near.start <= one.start < near.end]
    if own:
        return own
    return chips if len({one.chips for one in chips}) == 1 else []


def _claim_near(page: Page, index: int, sentence: Sentence, name: _Name, key: str) -> int:
    """Where words of a claim stand near a name, or -1."""
    text = page.region(index).text
    before = max(sentence.start, name.start - NEAR)
    start = before
    while True:
        match = holds(page.kb, text[start : name.start], key)
        if match is None:
            break
        at, end = start + match.start(), start + match.end()
        gap = text[end : name.start]
        if not any(sign in gap for sign in ",，;；。") and (text[at:end] != "没有" or len(gap.strip(' `“"')) < 8):
            return at
        start = end
    behind = text[name.end : min(sentence.end, name.end + NEAR)]
    match = holds(page.kb, behind, key)
    if match is None or any(sign in behind[: match.start()].strip(" `") for sign in ";；。"):
        return -1
    gap = behind[: match.start()]
    if not _of_all(gap):
        return -1  # said of another name
    tail = behind[match.end() :].lstrip(" 了的`")
    if key == "metric-absent" and _NAMED.match(tail):
        return -1
    if match.group() == "没有" and tail and tail[0] not in "，。；,;)）":
        return -1
    return name.end + match.start()


def _of_all(gap: str) -> bool:
    """Whether the words up to a claim hold no further name, or only names one after the other."""
    words = _BETWEEN.split(gap[: gap.rfind("__")]) if "__" in gap else []
    return all("__" in word or word in _JOINS for word in words[:-1])


def _absent(
    page: Page, index: int, sentence: Sentence, name: _Name, names: list[_Name], chips: list[Chip], release: str | None
) -> Objection | None:
    at = _claim_near(page, index, sentence, name, "metric-absent")
    meant = _of_clause(page, index, sentence, at, chips) if at >= 0 else []
    wrong = [one for one in meant if _has(name.where, one, release)]
    if not meant or len(wrong) != len(meant):
        return None
    return _objection(page, index, name, "claimed-absent", wrong, "lists-have")


def _new(
    page: Page, index: int, sentence: Sentence, name: _Name, names: list[_Name], chips: list[Chip], release: str | None
) -> Objection | None:
    text = page.region(index).text
    match = holds(page.kb, text[sentence.start : sentence.end], "metric-new")
    if match is None:
        return None
    at = sentence.start + match.start()
    meant = _of_clause(page, index, sentence, at, chips)
    if not meant:
        return None
    nearest = min(meant, key=lambda one: abs(one.start - at))
    order = list(page.kb.meta["class_of"])
    first = min(order.index(chip) for chip in nearest.chips)
    older = [chip for chip in order[:first] if chip in name.where.listed]
    same = {page.kb.meta["class_of"][chip] for chip in nearest.chips}
    older = [chip for chip in older if page.kb.meta["class_of"][chip] not in same]
    if not older or not any(name.where.on(one, release) == "yes" for one in nearest.chips):
        return None
    return _objection(page, index, name, "claimed-new", [nearest], "lists-have", older)


def _renamed(
    page: Page, index: int, sentence: Sentence, name: _Name, names: list[_Name], chips: list[Chip], release: str | None
) -> Objection | None:
    at = _claim_near(page, index, sentence, name, "metric-renamed")
    if at < name.end or (names and name is not names[0]) or not _to_another_name(page, index, sentence, at):
        return None
    meant = _of_clause(page, index, sentence, at, chips) or chips
    if len({one.chips for one in meant}) != 1 or not _has(name.where, meant[0], release):
        return None
    return _objection(page, index, name, "claimed-renamed", meant[:1], "lists-keep", sorted(meant[0].chips))


def _to_another_name(page: Page, index: int, sentence: Sentence, at: int) -> bool:
    """Whether words that can tell of a change of value, too, are followed by a name: ``X 变为 Y``."""
    text = page.region(index).text[at : sentence.end]
    found = holds(page.kb, text, "metric-renamed")
    if found is None or any(word in found.group() for word in ("nam", "call", "known", "名", "叫", "称")):
        return True
    return _NAMED.match(text[found.end() :].lstrip(' :：`“"「')) is not None


def _has(where: Availability, chip: Chip, release: str | None) -> bool:
    found = {where.on(one, release) for one in chip.chips}
    return "yes" in found and found <= {"yes", "library"}


def _lacks(where: Availability, chip: Chip) -> bool:
    return bool(chip.chips) and all(where.on(one) == "no" for one in chip.chips)


def _row(page: Page, index: int) -> Iterator[Objection]:
    """A row that says for each chip of the header whether it has the metric."""
    region = page.region(index)
    names = _names(page, index, 0, len(region.text))
    if len(names) != 1:
        return
    for cell in page.cells(index)[1:]:
        assert cell.cell is not None
        chips = chips_in(page.kb, cell.cell.header)
        if len(chips) != 1 or not chips[0].chips:
            continue
        word = cues.plain(cell.text.strip(" `.*")).strip()
        said = _cell(page, word)
        name = names[0]
        if said == "absent" and _has(name.where, chips[0], None):
            shown = chips[0]._replace(start=0)
            yield _objection(page, index, name, "claimed-absent", [shown], "lists-have", words=cell.cell.header)
            return
        if said == "present" and _lacks(name.where, chips[0]):
            elsewhere = list(name.where.listed) or name.where.chips
            yield _objection(
                page, index, name, "claimed-present", [chips[0]], "lists-lack", elsewhere, words=cell.cell.header
            )
            return


def _cell(page: Page, word: str) -> str:
    for said, key, signs in (("absent", "cell-absent", "✗✘×❌"), ("present", "cell-present", "✓✔✅")):
        match = holds(page.kb, word, key)
        if word in tuple(signs) or (match is not None and match.group() == word):
            return said
    return ""


def _objection(
    page: Page,
    index: int,
    name: _Name,
    claim: str,
    chips: list[Chip],
    lists: str,
    where: list[str] | None = None,
    words: str = "",
) -> Objection:
    region = page.region(index)
    start, end = region.range(name.start, name.end)
    say = Phrases(page.kb, page.lang)
    stated = words or ", ".join(dict.fromkeys(region.text[one.start : one.end] for one in chips))
    have = where or sorted({chip for one in chips for chip in one.chips})
    slots = (
        ("name", region.text[name.start : name.end]),
        ("claim", say(claim)),
        ("chip", stated),
        ("lists", say(lists, chips=chips_in_words(have, page.kb.meta).replace(" ", ", "))),
    )
    return Objection(start, end, slots)
