"""The verdict on a name: which rule speaks, if any."""

from __future__ import annotations

from metricparse.lint.model import Objection
from metricparse.lint.naming.chips import judge_chip
from metricparse.lint.naming.lexicon import is_placeholder
from metricparse.lint.naming.requests import glob_request, judge_collection, padded, prefixed
from metricparse.lint.naming.suffixes import judge_suffix
from metricparse.lint.naming.unknown import judge_family, judge_unknown
from metricparse.lint.naming.voice import Verdict, Voice
from metricparse.lint.reading.names import Seen
from metricparse.lint.reading.rejected import rejected


def verdict(voice: Voice, seen: Seen) -> Verdict | None:
    """The finding about a name, or None."""
    found = judge(voice, seen)
    if found is None:
        return None
    if right_name_beside(voice, seen, found[1]):
        return None
    if rejected(voice.page, seen.region, seen.at, seen.at + (seen.end - seen.start)):
        return None
    return found


def right_name_beside(voice: Voice, seen: Seen, found: Objection) -> bool:
    """Whether the sentence gives the right name too: it explains the difference."""
    right = found.replacement
    region = voice.page.region(seen.region)
    if not right or seen.where not in ("prose", "code") or "__" not in right:
        return False
    sentence = voice.page.sentence_at(seen.region, seen.at)
    words = region.text[sentence.start : sentence.end]
    if region.cell is not None:
        words = " ".join(other.text for other in voice.page.cells(seen.region))
    at = words.find(right)
    return at >= 0 and words[at + len(right) : at + len(right) + 1] not in (".", "_") and right != seen.text


def judge(voice: Voice, seen: Seen) -> Verdict | None:
    """The verdict on a name by itself, whatever the text around it says."""
    kb = voice.kb
    if seen.where in ("metrics", "import") and "regex:" not in seen.prefix and is_placeholder(kb, seen.text):
        return None
    if seen.padded and seen.where == "metrics":
        return padded(voice, seen)
    if seen.prefix:
        return prefixed(voice, seen)
    if seen.where == "metrics" and "*" in seen.text and "__" in seen.text:
        return glob_request(voice, seen)
    if seen.pattern or any(mark in seen.text for mark in "*{}<>[]…"):
        return judge_family(voice, seen)
    base, suffix = kb.split(seen.text)
    if not base and kb.record(seen.text) is not None:
        base, suffix = seen.text, ""
    if not base:
        return judge_unknown(voice, seen)
    record = kb.record(base)
    assert record is not None
    if seen.where == "query":
        return None
    return (
        judge_suffix(voice, seen, base, suffix, record)
        or judge_chip(voice, seen, base, suffix, record)
        or judge_collection(voice, seen, base, suffix, record)
    )
