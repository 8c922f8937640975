"""Requests that ncu misunderstands or leaves empty: blanks, globs, prefixes, other collections (N007, N008, N013)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from metricparse.catalog.store import Entry
from metricparse.explain.compose import text_of
from metricparse.explain.suffixes import legal_suffixes, usual
from metricparse.lint.naming.chips import judge_chip
from metricparse.lint.naming.lexicon import SHOWN, regex_matches
from metricparse.lint.naming.suffixes import illegal
from metricparse.lint.naming.unknown import judge_unknown
from metricparse.lint.naming.voice import Verdict, Voice, objection
from metricparse.lint.phrases import listed
from metricparse.lint.reading.names import Seen
from metricparse.lint.reading.where import where_is


def padded(voice: Voice, seen: Seen) -> Verdict:
    """A name with blanks around it in a quoted list."""
    text = voice.page.document.text
    first = seen.start
    while first and text[first - 1] in " \t":
        first -= 1
    clean = first != seen.start and text[first - 1] in ",\"'"
    slots = {
        "request": seen.prefix + seen.text,
        "request_text": voice.request("empty-row", seen),
        "suggestion": f"`{seen.prefix}{seen.text}`",
    }
    return "N013", objection(
        seen,
        slots,
        "blank-in-list",
        "" if clean else None,
        safe=True,
        replaces=(first, seen.start) if clean else None,
    )


def glob_request(voice: Voice, seen: Seen) -> Verdict:
    """A star in a request that is no regular expression."""
    regex = "regex:" + seen.text.replace(".", "\\.").replace("*", ".*") if "*" in seen.text else seen.text
    slots = {
        "request": seen.text,
        "request_text": voice.request("ends-the-run", seen),
        "suggestion": f"`{regex.removesuffix('.*')}`",
    }
    return "N013", objection(seen, slots, "glob")


def prefixed(voice: Voice, seen: Seen) -> Verdict | None:
    """A request with a prefix that does not do what was wanted, or None."""
    kb, whole = voice.kb, seen.prefix + seen.text
    if "regex:" in seen.prefix:
        if seen.where == "query" or regex_matches(kb, seen.text):
            return None
        slots = {
            "request": whole,
            "request_text": voice.request("ends-the-run", seen),
            "suggestion": regex_like(voice, seen.text),
        }
        return "N007", objection(seen, slots, "regex-matches-nothing")
    if seen.prefix == "group:":
        plain = kb.record(seen.text)
        if kb.record(whole) is not None or (plain is not None and plain["kind"] == "group"):
            return None
        groups = [name for name in kb.names if name.startswith("group:")]
        from metricparse.names.suggest import closest

        slots = {
            "request": whole,
            "request_text": voice.request("collects-nothing", seen),
            "suggestion": voice.names(closest(whole, groups, SHOWN, 0.3)),
        }
        return "N013", objection(seen, slots, "unknown-group")
    base, suffix = kb.split(seen.text)
    if not base:
        return judge_unknown(voice, seen)
    record = kb.record(base)
    assert record is not None
    if seen.prefix.endswith("breakdown:"):
        return breakdown(voice, seen, whole, base, suffix, record)
    if seen.prefix.endswith("pmsampling:"):
        return sampled(voice, seen, whole, base, suffix, record)
    return None


def regex_like(voice: Voice, expression: str) -> str:
    """A regular expression that matches what was probably meant."""
    bare = expression.strip("^$()").replace("\\.", ".").replace(".*", "*")
    if bare in voice.kb.names:
        return f"`regex:^{bare}\\.`"
    return voice.names("regex:" + name for name in voice.suggestions(bare.strip("*."))[:1])


def breakdown(voice: Voice, seen: Seen, whole: str, base: str, suffix: str, record: Entry) -> Verdict | None:
    """A breakdown of something that has none, or without a suffix."""
    kind = text_of(voice.kb.get("kind", record["kind"]), "name", voice.lang) or record["kind"]
    unit = base.partition("__")[0]
    near = f"{unit}__throughput" if voice.kb.record(f"{unit}__throughput") else "gpu__compute_memory_throughput"
    if record["type"] != "throughput":
        slots = {
            "request": whole,
            "kind": kind,
            "request_text": voice.request("crashes", seen),
            "suggestion": f"`breakdown:{near}{usual({'kind': 'throughput'})}`",
        }
        return "N007", objection(seen, slots, "breakdown-not-throughput")
    if not suffix:
        full = f"breakdown:{base}{usual(record)}"
        slots = {
            "request": whole,
            "request_text": voice.request("collects-nothing", seen),
            "suggestion": f"`{full}`",
        }
        return "N007", objection(seen, slots, "breakdown-without-suffix", full)
    rollup = suffix.removeprefix(".") in voice.kb.meta["rollups"]
    if not rollup and suffix not in legal_suffixes(voice.kb, record):
        return illegal(voice, seen, base, suffix, record)
    return judge_chip(voice, seen, base, suffix, record)


def sampled(voice: Voice, seen: Seen, whole: str, base: str, suffix: str, record: Entry) -> Verdict | None:
    """A name asked for over time that no list for sampling holds."""
    if (
        suffix
        and record["kind"] in ("counter", "ratio", "throughput")
        and suffix not in legal_suffixes(voice.kb, record)
    ):
        return illegal(voice, seen, base, suffix, record)
    where = where_is(voice.kb, base)
    stated = voice.stated(seen)
    chips = [chip for chip in stated.chips if chip in where.listed_chips] or list(where.listed_chips)
    if any("pmsampling" in where.listed.get(chip, ()) for chip in chips):
        return None
    offered = sorted({name for chip in chips for name in where.listed.get(chip, ())})
    slots = {
        "name": whole,
        "collection": collections_in_words(voice, offered) if offered else voice.say("no-collection"),
        "asked": voice.say("asked-sampling"),
        "request_text": voice.request("collects-nothing", seen),
        "suggestion": f"`{base}{suffix}`",
    }
    return "N008", objection(seen, slots, "not-sampled")


def collections_in_words(voice: Voice, keys: Iterable[str]) -> str:
    """Collections in words."""
    return listed([voice.say(f"collection-{key}") for key in keys], voice.lang)


def judge_collection(voice: Voice, seen: Seen, base: str, suffix: str, record: Entry) -> Verdict | None:
    """A name that only another collection or a section gives, or None."""
    if seen.where != "metrics" or seen.command is None:
        return None
    from metricparse.explain.metric import collect, plain_request

    if record["kind"] not in ("counter", "ratio", "throughput"):
        if plain_request(voice.kb, record) != "reported-only":
            return None
        section = section_of(voice, base)
        if not section or _collects(voice, seen, section):
            return None
        slots = {
            "name": seen.text,
            "collection": f"`{section}`",
            "asked": voice.say("asked-metric"),
            "request_text": voice.request("reported-only", seen),
            "suggestion": f"`ncu --section {section} ./app`",
        }
        return "N008", objection(seen, slots, "computed-by-section")
    where = where_is(voice.kb, base)
    stated = voice.stated(seen)
    chips = [chip for chip in stated.chips if chip in where.listed] or list(where.listed)
    offered = {name for chip in chips for name in where.listed[chip]}
    if not offered or "profiling" in offered or seen.command.option("--export") is not None:
        return None
    slots = {
        "name": seen.text,
        "collection": collections_in_words(voice, sorted(offered)),
        "asked": voice.say("asked-row"),
        "request_text": voice.request("other-collection", seen),
        "suggestion": f"`{collect(voice.kb, record, '', base, suffix, 'known', 'other-collection')}`",
    }
    return "N008", objection(seen, slots)


def _collects(voice: Voice, seen: Seen, section: str) -> bool:
    """Whether the command asks for a section too, by its name or by a set that holds it."""
    assert seen.command is not None
    for option in seen.command.options:
        value = option.value.text if option.value is not None else ""
        if option.name == "--section" and (value == section or value.startswith("regex:")):
            return True
        if option.name == "--set" and section in (voice.kb.get("set", value) or {}).get("sections", ()):
            return True
    return False


def section_of(voice: Voice, base: str) -> str:
    """The section that shows a name, or empty."""
    rows: Any = voice.kb.get("labels", base) or []
    return next((str(row["section"]) for row in rows if voice.kb.get("section", row["section"])), "")
