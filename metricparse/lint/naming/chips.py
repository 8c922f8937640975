"""Names that the stated chip lacks (N004), or lost in a newer release (N006)."""

from __future__ import annotations

from metricparse.catalog.availability import Availability
from metricparse.catalog.chips import chips_in_words
from metricparse.catalog.store import Entry
from metricparse.lint.naming.lexicon import instead_on
from metricparse.lint.naming.voice import Verdict, Voice, objection
from metricparse.lint.reading.names import Seen
from metricparse.lint.reading.stated import Stated, release_at
from metricparse.lint.reading.where import where_is

NEAR = 60
"""Lines above a name in which the head of its branch is looked for."""
SAFE_EVIDENCE = "inputs"
"""A rename rests on equal raw inputs, not on its wording alone."""


def judge_chip(voice: Voice, seen: Seen, base: str, suffix: str, record: Entry) -> Verdict | None:
    """The finding about a name that the stated chip lacks, or None."""
    where = where_is(voice.kb, base)
    if record.get("outside") or where.elsewhere == "unknown":
        return None
    if all(where.on(chip) == "yes" for chip in where.listed_chips):
        return None
    if conditional(voice, seen):
        return None  # the name may be meant for another machine than the one that the text speaks of
    stated = voice.stated(seen)
    if not stated.chips:
        return None
    release = release_at(voice.page, seen.region, seen.at)
    if release is not None and release not in voice.kb.meta["releases"]:
        return None
    states = {where.on(chip, release) for chip in stated.chips}
    if states != {"no"}:
        return None
    return renamed(voice, seen, base, suffix, where, stated, release) or absent(
        voice, seen, base, suffix, where, stated
    )


def conditional(voice: Voice, seen: Seen) -> bool:
    """Whether a script asks for the name only under a condition."""
    if seen.command is None or seen.command.source == "prose":
        return False
    text = voice.page.region(seen.region).text
    if seen.command.source == "python":
        return _under_a_condition(text, seen.at)
    words = text[: seen.at].replace(";", " ").split()
    opened = sum(word in ("if", "case") for word in words) - sum(word in ("fi", "esac") for word in words)
    return seen.command.source in ("shell", "makefile") and opened > 0


def _under_a_condition(text: str, at: int) -> bool:
    """Whether a place of Python code stands in a branch: a line above, less far to the right, begins one."""
    depth = 1 << 30
    for line in reversed(text[:at].split("\n")[-NEAR:]):
        bare = line.lstrip()
        indent = len(line) - len(bare)
        if bare and indent < depth:
            depth = indent
            if bare.startswith(("if ", "elif ", "else:")):
                return True
    return False


def renamed(
    voice: Voice, seen: Seen, base: str, suffix: str, where: Availability, stated: Stated, release: str | None
) -> Verdict | None:
    """The same chip had the name in an older release."""
    had = {chip: where.library.get(chip, ()) for chip in stated.chips}
    had = {chip: releases for chip, releases in had.items() if releases}
    if not had:
        return None
    order: list[str] = voice.kb.meta["releases"]
    if release is not None and not all(order.index(releases[0]) < order.index(release) for releases in had.values()):
        return None
    classes = {voice.kb.meta["class_of"][chip] for chip in stated.chips}
    rows = [row for row in voice.kb.get("rename", base) or [] if "to" in row and classes <= set(row["classes"])]
    to = [row["to"] + suffix for row in rows]
    since = rows[0]["release"] if rows else dropped_in(voice, had, order)
    key = "renamed-to" if rows else "dropped"
    what = voice.say(key, name=f"`{to[0]}`" if to else "", release=voice.release(since), chip=stated.words)
    slots = {
        "name": seen.prefix + seen.text,
        "what_happened": what,
        "request_text": voice.request("empty-row" if suffix else "ends-the-run", seen),
        "suggestion": voice.names(to) if to else voice.say("none-known"),
    }
    safe = bool(rows) and SAFE_EVIDENCE in rows[0].get("evidence", "")
    return "N006", objection(seen, slots, "", seen.prefix + to[0] if to else None, safe=safe)


def dropped_in(voice: Voice, had: dict[str, tuple[str, ...]], order: list[str]) -> str:
    """The first release that no longer has a name."""
    last = max(order.index(releases[-1]) for releases in had.values())
    return order[min(last + 1, len(order) - 1)]


def absent(voice: Voice, seen: Seen, base: str, suffix: str, where: Availability, stated: Stated) -> Verdict | None:
    """A name that the stated chip lacks and other chips have."""
    elsewhere = [chip for chip in where.listed_chips if chip in where.listed] or where.chips
    if not elsewhere:
        return None
    chips = tuple(sorted(stated.chips))
    near = instead_on(voice.kb, base, suffix, chips, voice.lang)
    slots = {
        "name": seen.prefix + seen.text,
        "chip": stated.words,
        "elsewhere": chips_in_words(elsewhere, voice.kb.meta).replace(" ", ", "),
        "request_text": voice.request("empty-row" if suffix else "ends-the-run", seen),
        "suggestion": voice.names(near) if near else voice.say("no-counterpart"),
    }
    return "N004", objection(seen, slots, "", seen.prefix + near[0] if near else None)
