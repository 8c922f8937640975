"""N009: options and values that ncu does not take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from metricparse.catalog.chips import ncu_of
from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases, listed
from metricparse.lint.reading.chips import releases_in
from metricparse.lint.reading.page import Command, Page
from metricparse.lint.reading.rejected import rejected
from metricparse.lint.reading.stated import document_releases
from metricparse.names.suggest import closest
from metricparse.text.commands.model import Option
from metricparse.text.commands.placed import Word

OLD_OPTIONS = (2022, 0)
"""Releases of ncu before this one had other options, which no list of ours holds."""


OLD_SECTIONS = (2023, 0)
"""The same for sections and sets."""


COLLECTED = {"--metrics", "--section"}
"""Options that give ncu something to collect, whatever the set is called; it says nothing about the set then."""


@cache
def option_class(kb: KnowledgeBase, key: str) -> frozenset[str]:
    """A group of options of kb/reading/options.yaml."""
    return frozenset(kb.get("option-class", key)["options"])


def check(page: Page) -> Iterator[Objection]:
    """Options and values of every command of ncu."""
    for command in page.commands:
        if command.invocation.tool == "ncu" and "nv-nsight-cu" not in command.invocation.word.text:
            yield from _command(page, command)


def _command(page: Page, command: Command) -> Iterator[Objection]:
    invocation = command.invocation
    own_sections = any(
        invocation.option(name) is not None for name in ("--section-folder", "--section-folder-recursive")
    )
    seen: set[str] = set()
    once = option_class(page.kb, "once")
    for option in invocation.options:
        found: Objection | None = None
        if not option.name:
            found = _unknown_option(page, command, option)
        elif option.name in once and option.name in seen:
            if not invocation.holes and (invocation.sure or invocation.source == "prose"):
                metrics = option.name == "--metrics"
                found = _object(
                    page,
                    command,
                    option.written,
                    "metrics-twice" if metrics else "option-twice",
                    value=option.written.text,
                    option=option.name,
                    problem=Phrases(page.kb, page.lang)("given-twice"),
                    suggestion="`--metrics a,b`" if metrics else f"`{option.name}`",
                )
        elif option.value is not None and not _open(option):
            found = _value(page, command, option, own_sections)
        seen.add(option.name)
        if found is not None and not _shown_as_wrong(page, command, found, option):
            yield found


def _shown_as_wrong(page: Page, command: Command, found: Objection, option: Option) -> bool:
    at = option.written.offset
    return rejected(page, command.region, at, at + (found.end - found.start))


def _open(option: Option) -> bool:
    """Whether a value is a stand-in for one, or unknown."""
    assert option.value is not None
    return is_placeholder(option.value.text)


def is_placeholder(text: str) -> bool:
    """Whether a word of a command stands for another that the reader is to fill in."""
    return (
        not text
        or not text.isascii()
        or any(mark in text for mark in "$<>{}[]|…%\ufdd0")
        or "..." in text
        or (text.isupper() and len(text) > 1)
    )


def _object(page: Page, command: Command, word: Word, variant: str, **slots: str) -> Objection:
    start, end = page.place(command.region, word)
    given = {"release": page.kb.meta["lists_release"], "legal": "", "suggestion": "", **slots}
    return Objection(start, end, tuple(given.items()), variant)


def _value_object(page: Page, command: Command, option: Option, text: str, variant: str, **slots: str) -> Objection:
    """An objection to the value of an option, which is read as ``text``."""
    assert option.value is not None
    return _object(page, command, option.value, variant, value=text, option=option.written.text, **slots)


def _unknown_option(page: Page, command: Command, option: Option) -> Objection | None:
    text = option.written.text
    name = text.partition("=")[0]
    if not name.startswith("--") or len(name) < 4 or option.written.hole or is_placeholder(name):
        return None
    if not all(letter.isalnum() or letter == "-" for letter in name[2:]) or name.lower() != name:
        return None
    if command.invocation.source == "prose" and not command.invocation.sure:
        return None
    if any(one.startswith(name) for one in option_class(page.kb, "deprecated")):
        return None
    if _other_release(page, OLD_OPTIONS, command.invocation.word.text):
        return None
    say = Phrases(page.kb, page.lang)
    if option.candidates:
        problem = say("ambiguous-option", options=listed([f"`{one}`" for one in option.candidates[:6]], page.lang))
        near = list(option.candidates)
    else:
        problem = say("not-an-option")
        near = closest(name, page.kb.keys("option"), 3, 0.5)
        if name.startswith("--kernel") and "--kernel-name" in near:
            near.remove("--kernel-name")
            near.insert(0, "--kernel-name")
    return _object(
        page,
        command,
        option.written,
        "unknown-option",
        value=name,
        option=name,
        problem=problem,
        suggestion=listed([f"`{one}`" for one in near[:3]], page.lang) or say("none-known"),
    )


@cache
def _newest(kb: KnowledgeBase) -> tuple[int, ...]:
    year, _, rest = str(kb.meta["lists_release"]).partition(".")
    return int(year), int(rest.split(".")[0])


def _value(page: Page, command: Command, option: Option, own_sections: bool) -> Objection | None:
    assert option.value is not None
    text = option.value.text
    if command.invocation.source == "prose":
        text = text.rstrip(",.;:)、，。")
    name = option.name
    if name == "--section":
        return None if own_sections else _section(page, command, option, text)
    if name == "--set":
        return None if own_sections else _set(page, command, option, text)
    say = Phrases(page.kb, page.lang)
    if name in option_class(page.kb, "numeric"):
        if text.strip().lstrip("+-").isdigit():
            return None
        return _value_object(
            page,
            command,
            option,
            text,
            "unknown-value",
            problem=say("whole-number", option=name),
            suggestion="`1`",
            legal=say("a-whole-number"),
        )
    entry = page.kb.get("option", name)
    values = [str(one) for one in entry["values"]] if entry else []
    if not values or text in values:
        return None
    if name in option_class(page.kb, "several") and all(part in values for part in text.split(",")):
        return None
    return _value_object(
        page,
        command,
        option,
        text,
        "unknown-value",
        problem=say("one-of", option=name),
        suggestion=listed([f"`{one}`" for one in closest(text.lower(), values, 1, 0.3)], page.lang) or f"`{values[0]}`",
        legal=listed([f"`{one}`" for one in values], page.lang),
    )


def _section(page: Page, command: Command, option: Option, text: str) -> Objection | None:
    kb = page.kb
    sections = kb.keys("section")
    if text in sections or text.startswith("regex:") or _other_release(page):
        return None
    say = Phrases(kb, page.lang)
    if "," in text:
        parts = [part.strip() for part in text.split(",") if part.strip()]
        if not any(part in sections for part in parts):
            return None
        return _value_object(
            page,
            command,
            option,
            text,
            "section-list",
            problem=say("no-section"),
            suggestion="`" + " ".join(f"--section {part}" for part in parts) + "`",
        )
    if any(sign in text for sign in "*^$()\\"):
        return _value_object(
            page,
            command,
            option,
            text,
            "unknown-section",
            problem=say("no-section"),
            suggestion=f"`regex:{text}`",
        )
    displays = {str(entry["display"]): key for key, entry in kb.items("section")}
    near = [displays[one] for one in closest(text, list(displays), 2, 0.6)] + closest(text, sections, 3, 0.45)
    return _value_object(
        page,
        command,
        option,
        text,
        "unknown-section",
        problem=say("no-section"),
        suggestion=listed([f"`{one}`" for one in dict.fromkeys(near)][:3], page.lang) or say("none-known"),
    )


def _set(page: Page, command: Command, option: Option, text: str) -> Objection | None:
    sets = page.kb.keys("set")
    if text in sets or _other_release(page):
        return None
    say = Phrases(page.kb, page.lang)
    return _value_object(
        page,
        command,
        option,
        text,
        "unknown-set-ignored" if COLLECTED & {one.name for one in command.invocation.options} else "unknown-set",
        problem=say("no-set"),
        suggestion=listed([f"`{one}`" for one in closest(text, sets, 2, 0.3)], page.lang) or "`full`",
        legal=listed([f"`{one}`" for one in sets], page.lang),
    )


def _other_release(page: Page, oldest: tuple[int, ...] = OLD_SECTIONS, path: str = "") -> bool:
    """Whether the document, or the path of the tool, states a release whose options, sections and sets may be others."""
    stated = [*document_releases(page), *((one.tool, one.number) for one in releases_in(path))]
    for tool, number in stated:
        ncu = number if tool == "ncu" else ncu_of(page.kb, number)
        parts = tuple(int(part) for part in ncu.split(".") if part.isdigit())
        if parts and (parts < oldest or parts > _newest(page.kb)):
            return True
    return False
