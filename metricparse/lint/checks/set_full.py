"""N011: "--set full collects every metric"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases, listed
from metricparse.lint.reading import cues
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence
from metricparse.lint.reading.words import holds

PRONOUNS = (
    "That ",
    "This ",
    "It ",
    "It's ",
    "With it",
    "With that",
    "With this",
    "它",
    "这样",
    "这会",
    "该集合",
    "这个集合",
)
"""Words at the beginning of a sentence that stand for the set of the sentence before."""
_COMMA = re.compile("[,;，；。]")
_TURN = re.compile(r"(?i)(?<![a-z])(?:although|though|but|because|since|so|and)(?![a-z])|[,;:，；：]|虽然|但|因为|所以")
_FIRST = re.compile(r"(?a)[\w-]*")
_SET = re.compile(r"(?a)--set[ =]full(?![\w-])")


def check(page: Page) -> Iterator[Objection]:
    """Sentences and rows that take the full set for everything."""
    for index in page.running_with("full"):
        region = page.region(index)
        for match in _SET.finditer(region.text):
            sentence = page.sentence_at(index, match.start())
            if region.cell is not None:
                said = region.text[match.end() :] + " " + _behind(page, index)
            else:
                said = region.text[match.end() : _end(page, index, match.end(), sentence.end)]
            if page.quoted(index, match.start()) or page.corrected(index, sentence):
                continue
            if not _claims_everything(page, said) and region.cell is None:
                said = _goes_on(page, index, sentence)
            if _claims_everything(page, said) and not _denied(page, region.text[sentence.start : sentence.end], said):
                yield _objection(page, index, match.start(), match.end())
        if _is_item_of_sets(page, index):
            said = region.text[4:]
            if _claims_everything(page, said) and not _denied(page, said, said):
                yield _objection(page, index, 0, 4)
        if region.cell is not None and region.text.strip() == "full" and _is_table_of_sets(page, index):
            said = _behind(page, index)
            if _claims_everything(page, said) and not _denied(page, said, said):
                at = region.text.index("full")
                yield _objection(page, index, at, at + 4)


def _goes_on(page: Page, index: int, sentence: Sentence) -> str:
    """The next sentence, if it begins with a word that stands for the set."""
    following = page.text_after(index, sentence)
    if not following.startswith(PRONOUNS) or page.said(following, "corrects", "supposes", "denies"):
        return ""
    return "" if cues.asked(page.kb, following) else following


def _end(page: Page, index: int, start: int, stop: int) -> int:
    """The description goes on over the sentence, and over the next where that begins a colon's list or says "everything"."""
    text = page.region(index).text
    at = text.find("--", start, stop)
    return at if at >= 0 else stop


def _behind(page: Page, index: int) -> str:
    region = page.region(index)
    assert region.cell is not None
    column = region.cell.column
    return " ".join(one.text for one in page.cells(index) if one.cell is not None and one.cell.column > column)


def _is_table_of_sets(page: Page, index: int) -> bool:
    """Whether the first column lists sets of ncu: its header says so, or another row is ``basic`` or ``detailed``."""
    region = page.region(index)
    assert region.cell is not None
    if region.cell.column != 0:
        return False
    table = page.document.tables[region.cell.table]

    def lists_sets() -> bool:
        first = [page.region(row[0]).text.strip(" `") for row in table if row]
        return any(text in ("basic", "detailed", "roofline") or "set" in text.lower() for text in first)

    return page.once(("table of sets", region.cell.table), lists_sets)


def _is_item_of_sets(page: Page, index: int) -> bool:
    """Whether an item of a list begins with ``full``, beside items that begin with other sets."""
    region = page.region(index)
    if region.context.list < 0 or not region.text.startswith("full"):
        return False
    if not page.marked(index, 0) and region.text[4:].lstrip()[:1] not in tuple(":：—–-"):
        return False
    names = page.kb.keys("set")

    def items() -> list[int]:
        return [
            number
            for number, other in enumerate(page.document.regions)
            if other.parent < 0
            and other.context.list == region.context.list
            and _FIRST.match(other.text).group() in names  # type: ignore[union-attr]
        ][:2]

    return any(number != index for number in page.once(("items of sets", region.context.list), items))


def _claims_everything(page: Page, text: str) -> bool:
    found = holds(page.kb, text, "set-full-everything")
    if found is None:
        return False
    behind = _COMMA.split(cues.plain(text)[found.end() : found.end() + 30])[0]
    around = cues.plain(text)[max(found.start() - 8, 0) : found.end()] + behind
    return holds(page.kb, around, "set-full-qualified") is None


def _denied(page: Page, sentence: str, said: str) -> bool:
    at = sentence.find("full")
    if (
        cues.asked(page.kb, sentence)
        or page.said(sentence, "corrects")
        or page.said(sentence[: max(at, 0)], "supposes")
    ):
        return True
    found = holds(page.kb, said, "set-full-everything")
    before = _TURN.split(said[: found.start()])[-1] if found else said
    if page.said(before, "denies"):
        return True
    before = _TURN.split(sentence[: max(at, 0)])[-1]
    return page.said(before[-40:], "denies")


def _objection(page: Page, index: int, first: int, last: int) -> Objection:
    start, end = page.region(index).range(first, last)
    inside = set(page.kb.get("set", "full")["sections"])
    missing = [name for name in page.kb.keys("section") if name not in inside]
    say = Phrases(page.kb, page.lang)
    slots = (
        ("set", page.region(index).text[first:last]),
        ("missing", say("sections-left-out", sections=listed([f"`{name}`" for name in missing], page.lang))),
    )
    return Objection(start, end, slots)
