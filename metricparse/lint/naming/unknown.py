"""Names that no list holds: unknown ones (N001), ones of nvprof (N005) and of the first releases (N006), families."""

from __future__ import annotations

from functools import cache

from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.explain.compose import text_of
from metricparse.lint.naming.lexicon import (
    as_sentence,
    cut,
    family_matches,
    folded,
    has_capitals,
    in_path,
    name_parts,
    near_unit,
    nearly_listed,
    plausible_suffix,
    starred,
    undomained,
    unit_words,
    version,
)
from metricparse.lint.naming.voice import Verdict, Voice, objection
from metricparse.lint.reading.names import Seen
from metricparse.lint.reading.stated import document_releases
from metricparse.lint.reading.words import words


def judge_unknown(voice: Voice, seen: Seen) -> Verdict | None:
    """The finding about a name that no list holds, or None."""
    kb = voice.kb
    base, dot, suffix = cut(seen.text)
    legacy = kb.get("legacy", seen.text) or (kb.get("legacy", base) if dot else None)
    if legacy is not None:
        return older(voice, seen, legacy)
    if seen.where == "metrics":
        cased = folded(kb).get(base.casefold())
        if cased is not None and cased != base:
            slots = {
                "request": seen.prefix + seen.text,
                "request_text": voice.request("empty-row" if dot else "ends-the-run", seen),
                "suggestion": f"`{seen.prefix}{cased}{dot}{suffix}`",
            }
            return "N013", objection(seen, slots, "wrong-case", f"{seen.prefix}{cased}{dot}{suffix}", safe=True)
    elif not meant_as_metric(voice, seen, base, dot + suffix):
        return None
    if seen.where in ("prose", "code", "string") and base in undomained(kb):
        return None  # a name of PM sampling without its domain in front
    if has_capitals(base) and matches_some(voice, starred(base)):
        return None
    return no_list(voice, seen, base, dot + suffix)


def no_list(voice: Voice, seen: Seen, base: str, suffix: str) -> Verdict:
    """A name that is in no list, with the nearest real ones."""
    near = voice.suggestions(seen.prefix + seen.text)
    newer = newer_tool(voice)
    request = "empty-row" if suffix else "ends-the-run"
    slots = {
        "name": seen.prefix + seen.text,
        "token": odd_token(voice, seen.text),
        "request_text": text_of(voice.kb.get("request", request), "text", voice.lang),
        "suggestion": voice.names(near),
        "tool": newer,
        "newest": f"ncu {newest(voice.kb)[0]}",
    }
    return "N001", objection(seen, slots, "newer-tool" if newer else "", seen.prefix + near[0] if near else None)


def odd_token(voice: Voice, text: str) -> str:
    """Which part of a name no listed name has, if it is one part."""
    if "__" not in text:
        return ""
    known = name_parts(voice.kb)
    odd = [part for part in cut(text)[0].replace("__", "_").split("_") if part and part not in known]
    return voice.say("unknown-token", token=odd[0]) if len(odd) == 1 and len(odd[0]) < 60 else ""


@cache
def newest(kb: KnowledgeBase) -> tuple[str, str]:
    """The newest releases of the profiler and of CUDA that the data know."""
    known: dict[str, str] = kb.meta["cuda_of"]
    return max(known, key=version), max(known.values(), key=version)


def newer_tool(voice: Voice) -> str:
    """A release that the document states and that is newer than all the data know; otherwise empty."""
    ncu, cuda = newest(voice.kb)
    for tool, number in document_releases(voice.page):
        if version(number) > version(ncu if tool == "ncu" else cuda):
            return ("Nsight Compute " if tool == "ncu" else "CUDA ") + number
    return ""


def meant_as_metric(voice: Voice, seen: Seen, base: str, suffix: str) -> bool:
    """Whether a word that no list holds is written as the name of a metric, outside a request."""
    kb = voice.kb
    unit = base.partition("__")[0]
    first = suffix[1:].partition(".")[0]
    if first.lower() in words(kb, "file-endings") or base.endswith("__") or "__" not in base[1:]:
        return False
    region = voice.page.region(seen.region)
    if seen.where in ("prose", "code") and in_path(region.text, seen.at, seen.end - seen.start):
        return False
    if suffix and plausible_suffix(kb, suffix):
        return True
    if suffix:
        return False
    if base.lower() != base and not has_capitals(base):
        return False
    known = unit in unit_words(kb) or near_unit(kb, unit)
    if not known:
        return False
    if kb.get("invented", base.casefold()) is not None:
        return True
    if seen.where == "list":
        return True
    if nearly_listed(kb, base):
        return True
    sentence = (
        voice.page.text(seen.region, voice.page.sentence_at(seen.region, seen.at)) if seen.where != "string" else ""
    )
    header = region.cell.header if region.cell is not None else ""
    if unit in unit_words(kb) and voice.page.said(f"{sentence} {header}", "metric-words"):
        return len(base) > 12 or all(part in name_parts(kb) for part in base.replace("__", "_").split("_"))
    return False


def older(voice: Voice, seen: Seen, entry: Entry) -> Verdict | None:
    """An older name, where a profiler of today is asked for it."""
    if entry["era"] != "nvprof":
        return first_scheme(voice, seen, entry)
    if not seen.request:
        return None
    return nvprof(voice, seen, entry)


def nvprof(voice: Voice, seen: Seen, entry: Entry) -> Verdict:
    """A name of nvprof where ncu is meant."""
    now = entry.get("now")
    difference = text_of(entry, "scale", voice.lang) or text_of(entry, "why", voice.lang)
    suggestion = f"`{now}`" if now else f"`{entry['formula']}`" if entry.get("formula") else voice.say("none-known")
    slots = {
        "name": seen.text,
        "request_text": voice.request("ends-the-run", seen),
        "suggestion": suggestion,
        "difference": as_sentence(difference, voice.lang),
    }
    return "N005", objection(seen, slots, "", now)


def first_scheme(voice: Voice, seen: Seen, entry: Entry) -> Verdict | None:
    """The naming scheme of the first releases of Nsight Compute."""
    command = seen.command
    if command is not None and "nv-nsight-cu" in command.word.text:
        return None
    if any(tool == "ncu" and version(number) < (2020, 0) for tool, number in document_releases(voice.page)):
        return None
    now = entry.get("now")
    slots = {
        "name": seen.text,
        "what_happened": voice.say("first-scheme", era=entry["era"].removeprefix("ncu ")),
        "request_text": voice.request("ends-the-run" if "." not in seen.text else "empty-row", seen),
        "suggestion": f"`{now}`" if now else voice.say("none-known"),
    }
    return "N006", objection(seen, slots, "", now)


def matches_some(voice: Voice, pattern: str) -> bool:
    """Whether a shorthand stands for a listed name at least."""
    return family_matches(voice.kb, pattern)


def judge_family(voice: Voice, seen: Seen) -> Verdict | None:
    """The finding about a shorthand that stands for no listed name, or None."""
    text = seen.text.replace("...", "*").replace("…", "*")
    unit = text.partition("__")[0]
    if any(mark in unit for mark in "*{}<>|[]") or "$" in text or "%" in text or text.strip("*") == "":
        return None
    if unit not in unit_words(voice.kb) or "[" in text or "(" in text:
        return None
    bare = text.partition("__")[2]
    if not any(letter.isalpha() for letter in bare.replace("*", "")) and "*" in bare:
        return None
    if has_capitals(text.partition("__")[2]):
        text = starred(text)
    if matches_some(voice, text):
        return None
    near = voice.suggestions(text.strip("*").replace("*", "_").rstrip("_"))
    slots = {
        "name": seen.text,
        "suggestion": voice.names(near),
        "request_text": "",
        "token": "",
        "tool": "",
        "newest": "",
    }
    return "N001", objection(seen, slots, "empty-family")
