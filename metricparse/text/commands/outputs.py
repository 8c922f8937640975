"""What simple commands print, as far as that follows from their words: ``echo``, ``printf``, ``tr``, ``which`` and few more."""

from __future__ import annotations

from collections.abc import Sequence

from metricparse.text.commands.expand import characters, join, translate
from metricparse.text.commands.placed import Range, Word, word
from metricparse.text.commands.tools import LOOKUPS, base, looks_like_name

PASSING = frozenset(("cat", "sort", "uniq", "head", "tail", "grep", "tee", "column", "-"))
"""Filters that leave the text as it is, or leave lines of it."""


def printed(argv: Sequence[Word], given: Word | None, place: Range) -> Word | None:
    """What a command prints when ``given`` comes in through a pipe, or None if that is not known."""
    if not argv:
        return given
    name = base(argv[0].text)
    arguments = list(argv[1:])
    if name == "echo":
        while arguments and arguments[0].text in ("-n", "-e", "-ne", "-en"):
            arguments.pop(0)
        return join(arguments, " ", place)
    if name == "printf":
        return _printf(arguments, place)
    if name in LOOKUPS or name == "readlink":
        return next((one for one in reversed(arguments) if not one.text.startswith("-")), None)
    if given is not None:
        return _filter(name, arguments, given, place)
    if arguments and arguments[0].text == "," and all(looks_like_name(one.text) or one.hole for one in arguments[1:]):
        return join(arguments[1:], ",", place)  # join_by , "${NAMES[@]}"
    return None


def _printf(arguments: Sequence[Word], place: Range) -> Word | None:
    if not arguments or arguments[0].text == "-v":
        return None
    form = arguments[0].text.removeprefix("-- ")
    tail = form.removeprefix("%s")
    if not form.startswith("%s") or tail.replace("\\n", "").replace("\\t", "") not in ("", ",", " ", "\n"):
        return None if "%" in form else arguments[0]
    separator = tail.replace("\\n", "\n")[:1]
    joined = join(arguments[1:], separator, place)
    return joined if separator != "," else join([joined, word((), place[0])], ",", place)


def _filter(name: str, arguments: Sequence[Word], given: Word, place: Range) -> Word | None:
    texts = [one.text for one in arguments]
    if name == "tr":
        if len(texts) == 2 and texts[0] == "-d":
            return translate(given, characters(texts[1]), "", place)
        if len(texts) == 3 and texts[0] in ("-s", "-cs"):
            texts = texts[1:]
        return translate(given.strip(), characters(texts[0]), texts[1], place) if len(texts) == 2 else None
    if name == "paste":
        flags = "".join(texts)
        return translate(given.strip(), "\n", "," if "," in flags else "\t", place) if "s" in flags else None
    if name == "sed":
        script = next((text for text in texts if not text.startswith("-")), "")
        return given.strip(",\n") if script in ("s/,$//", "s/,*$//", "s/,\\+$//", "$ s/,$//", "$s/,$//") else None
    if name == "xargs" and not texts:
        return translate(given, " \n\t", " ", place)
    return given if name in PASSING else None
