"""N012: options of ncu behind the program, which get to the program."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.lint.checks.options import option_class
from metricparse.lint.model import Objection
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.rejected import rejected
from metricparse.text.commands.model import Invocation
from metricparse.text.commands.options import options
from metricparse.text.commands.placed import Word
from metricparse.text.commands.tools import TOOLS, base, looks_like_name

LONGEST = 300
"""Characters of the command that the advice spells out."""


def check(page: Page) -> Iterator[Objection]:
    """Options behind the program that only ncu has."""
    for index, invocation in page.commands:
        if invocation.tool != "ncu" or invocation.program is None or invocation.dashes or invocation.mode != "profile":
            continue
        if invocation.splits:
            continue  # the list was ended too early: what follows is no program
        if _launches_a_profiler(invocation):
            continue
        found = list(_misplaced(page, invocation))
        command = f"`{_moved(invocation, found)}`" if found else ""
        for word, _ in found:
            if rejected(page, index, word.offset, word.end) or _explained(page, index, word.offset):
                continue
            written = word.cut(0, len(word.text.partition("=")[0]))
            start, end = page.place(index, written)
            slots = (
                ("option", written.text),
                ("program", invocation.program.text),
                ("command", command),
            )
            yield Objection(start, end, slots)


def _explained(page: Page, index: int, at: int) -> bool:
    """Whether the sentence around inline code tells who gets the option."""
    outer = page.outermost(index)
    region = page.region(outer)
    if region.kind == "code":
        return False
    place = max(page.region(index).at, 0) if outer != index else at
    return page.said(page.text(outer, page.sentence_at(outer, place)), "goes-to-program")


def _launches_a_profiler(invocation: Invocation) -> bool:
    """Whether the program is a shell or wrapper whose arguments call a profiler themselves."""
    return any(base(one.text.split(" ")[0]) in TOOLS for one in invocation.arguments)


def _misplaced(page: Page, invocation: Invocation) -> Iterator[tuple[Word, Word | None]]:
    """(option, its value) among the arguments of the program."""
    own = option_class(page.kb, "of-ncu-alone")
    arguments = invocation.arguments
    for number, one in enumerate(arguments):
        if one.text == "--":
            return
        if one.hole or (one.quoted and invocation.source == "shell"):
            continue
        name, equals, joined = one.text.partition("=")
        if name not in own:
            continue
        table = options()
        if not table.takes_value[name]:
            yield one, None
            continue
        value: Word | None = None
        if equals:
            text = joined
        else:
            value = arguments[number + 1] if number + 1 < len(arguments) else None
            if value is None or value.hole:
                continue
            text = value.text
        if _is_value_of_ncu(page, name, text):
            yield one, value


def _is_value_of_ncu(page: Page, name: str, text: str) -> bool:
    """Whether the word behind an option is one that ncu takes for it; otherwise the option may be the program's."""
    kb = page.kb
    if name == "--metrics":
        return any(looks_like_name(part) and kb.split(part.strip().rpartition(":")[2])[0] for part in text.split(","))
    if name == "--section":
        return text in kb.keys("section") or text.startswith("regex:")
    if name == "--set":
        return text in kb.keys("set")
    if name in option_class(kb, "numeric"):
        return text.isdigit()
    values = (kb.get("option", name) or {}).get("values") or []
    return not values or text in [str(value) for value in values]


def _quoted(text: str) -> str:
    """A word as a shell takes it for one word."""
    return f"'{text}'" if "'" not in text and any(sign in text for sign in " \t;&|<>()*?[]") else text


def _moved(invocation: Invocation, found: list[tuple[Word, Word | None]]) -> str:
    """The command with the misplaced options in front of the program."""
    assert invocation.program is not None
    moved = [word for pair in found for word in pair if word is not None]
    places = {word.offset for word in moved}
    words = [invocation.word.text]
    for option in invocation.options:
        words.append(option.written.text + (f"={option.value.text}" if option.joined and option.value else ""))
        if option.value is not None and not option.joined:
            words.append(option.value.text)
    words += [word.text for word in moved]
    words += [invocation.program.text, *(word.text for word in invocation.arguments if word.offset not in places)]
    text = " ".join(map(_quoted, words)).replace("\ufdd0", "…")
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
