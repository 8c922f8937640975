"""N014: an option whose described meaning is another's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from ahocorasick_rs import AhoCorasick, Implementation

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.checks.launch_filter import misread
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases, listed
from metricparse.lint.reading.cues import plain
from metricparse.lint.reading.described import Described, described, listed_beside, meanings, not_asserted
from metricparse.lint.reading.page import Page
from metricparse.text.commands.options import options

_LONG_FORM = re.compile(
    r"^[\s`]*(?:(?:[(（/=,、]|is short for|short for|stands for|is|means|即|是|对应|全称)[\s`]*)?(--[a-z][a-z-]+)"
)


_COMMA = re.compile("[,，]")
SHORT = 3
"""Words of an aside that describes nothing by itself, at most."""


@cache
def _words(kb: KnowledgeBase) -> tuple[list[tuple[str, str]], AhoCorasick]:
    """(word, meaning), longest words first, and what finds all of them."""
    pairs = [(word, key) for key, entry in meanings(kb).items() for word in (*_of(entry, "en"), *_of(entry, "zh"))]
    pairs.sort(key=lambda pair: -len(pair[0]))
    return pairs, AhoCorasick([word for word, _ in pairs], implementation=Implementation.NoncontiguousNFA)


@cache
def _shapes(kb: KnowledgeBase) -> list[tuple[re.Pattern[str], str]]:
    entries: dict[str, Any] = meanings(kb)
    return [(re.compile(shape), key) for key, entry in entries.items() for shape in entry.get("patterns", ())]


def _of(entry: dict[str, Any], field: str) -> list[str]:
    return list(entry[field])


def check(page: Page) -> Iterator[Objection]:
    """Descriptions that fit another option."""
    for one in described(page):
        other_form = _other_long_form(one)
        if other_form and not not_asserted(page, one):
            yield _short_of_another(page, one, other_form)
            continue
        other = _other_meaning(page, one)
        if (
            other is None
            or not_asserted(page, one)
            or page.said(one.sentence, "goes-to-program")
            or misread(page, one) is not None
        ):
            continue
        region = page.region(one.region)
        start, end = region.range(one.start, one.end)
        entry = meanings(page.kb)[other]
        own = _own(page.kb, one.option)
        slots = (
            ("option", one.written),
            (
                "meaning",
                f"`{one.option}`"
                + (f" ({_name(page, own[0])})" if page.lang == "en" else f"（{_name(page, own[0])}）"),
            ),
            ("reading", _name(page, other)),
            ("suggestion", _suggestion(page, _of(entry, "options"))),
        )
        yield Objection(start, end, slots)


def _other_long_form(one: Described) -> str:
    """The long option that a text gives as the spelled-out form of a short one, if it is another's."""
    if one.written.startswith("--") or not one.alone:
        return ""
    match = _LONG_FORM.match(one.text)
    if match is None:
        return ""
    option, _ = options().resolve(match.group(1))
    return option if option and option != one.option else ""


def _short_of_another(page: Page, one: Described, other: str) -> Objection:
    start, end = page.region(one.region).range(one.start, one.end)
    slots = (
        ("option", one.written),
        ("meaning", f"`{one.option}`"),
        ("reading", f"`{other}`"),
        ("suggestion", f"`{other}`"),
    )
    return Objection(start, end, slots)


def _suggestion(page: Page, names: list[str]) -> str:
    return listed([f"`{name}`" for name in names[:2]], page.lang) or Phrases(page.kb, page.lang)("no-such-option")


def _name(page: Page, key: str) -> str:
    name: Any = meanings(page.kb)[key]["name"]
    return str(name[page.lang])


@cache
def _own(kb: KnowledgeBase, option: str) -> list[str]:
    return [key for key, entry in meanings(kb).items() if option in _of(entry, "options")]


def _other_meaning(page: Page, one: Described) -> str | None:
    """The meaning that the text gives the option, if it is not its own."""
    own = _own(page.kb, one.option)
    if not own or not one.alone or not one.text.strip(" `.,:：，") or listed_beside(page, one):
        return None
    text = _first_clause(plain(one.text))
    words, automaton = _words(page.kb)
    there = sorted({which for which, _, _ in automaton.find_matches_as_indexes(text, overlapping=True)})
    found = [words[which][1] for which in there if _alone(text, words[which][0])]
    found += [key for shape, key in _shapes(page.kb) if shape.search(text)]
    if not found or set(found) & set(own):
        return None
    return found[0]


def _first_clause(text: str) -> str:
    """A description up to its first comma, if that is one by itself: what follows can speak of something else."""
    match = _COMMA.search(text, len(text) - len(text.lstrip(" `,，:：-–—")))
    if match is None:
        return text
    first = text[: match.start()]
    return first if len(first.split()) > SHORT or sum(not one.isascii() for one in first) > 2 * SHORT else text


def _alone(text: str, word: str) -> bool:
    """Whether a word stands in a text as a word of its own; Chinese has no blanks between words."""
    if not word.isascii():
        return True
    at = text.find(word)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(word) : at + len(word) + 1]
        if not any(letter.isascii() and letter.isalnum() for letter in around):
            return True
        at = text.find(word, at + 1)
    return False
