"""Suffixes: missing ones (N002) and ones that the kind does not have (N003)."""

from __future__ import annotations

from metricparse.catalog.store import Entry
from metricparse.explain.compose import text_of
from metricparse.explain.suffixes import expansion, legal_suffixes
from metricparse.lint.naming.lexicon import plausible_suffix
from metricparse.lint.naming.voice import Verdict, Voice, objection
from metricparse.lint.phrases import listed
from metricparse.lint.reading.names import Seen


def judge_suffix(voice: Voice, seen: Seen, base: str, suffix: str, record: Entry) -> Verdict | None:
    """The finding about the suffix of a listed name, or None."""
    suffixed = record["kind"] in ("counter", "ratio", "throughput")
    if not suffix:
        if seen.where != "metrics" or not suffixed:
            return None
        return bare(voice, seen, base, record)
    if suffix in legal_suffixes(voice.kb, record):
        return None
    return illegal(voice, seen, base, suffix, record)


def bare(voice: Voice, seen: Seen, base: str, record: Entry) -> Verdict:
    """A request without a suffix: a throughput ends the run, anything else expands."""
    if record["kind"] == "throughput":
        forms = [f"{base}.avg.pct_of_peak_sustained_{window}" for window in ("elapsed", "active")]
        slots = {
            "name": seen.text,
            "request_text": voice.request("ends-the-run", seen),
            "suggestion": voice.names(forms),
            "expansion": "",
        }
        return "N002", objection(seen, slots, "", forms[0])
    full = expansion(record, base)
    slots = {
        "name": seen.text,
        "request_text": "",
        "suggestion": voice.names(full),
        "expansion": listed([f"`{name}`" for name in full], voice.lang),
    }
    return "N002", objection(seen, slots, "bare-expands")


def illegal(voice: Voice, seen: Seen, base: str, suffix: str, record: Entry) -> Verdict | None:
    """A suffix that the kind does not have; outside requests only if it reads like one."""
    if seen.where not in ("metrics", "import") and not plausible_suffix(voice.kb, suffix):
        return None
    from metricparse.explain.instead import suggestions

    rows = suggestions(voice.kb, record, base, suffix, "illegal-suffix", (), voice.lang)
    legal = legal_suffixes(voice.kb, record)
    shown = [f"`{one}`" for one in legal[:4]] or [voice.say("no-suffix")]
    alone = not legal
    nearest = [row for row in rows if row["distance"] <= 2]
    single = alone or (
        len(nearest) == 1 and suffix.replace("_", ".") == nearest[0]["name"][len(base) :].replace("_", ".")
    )
    slots = {
        "name": seen.prefix + seen.text,
        "base": base,
        "kind": text_of(voice.kb.get("kind", record["kind"]), "name", voice.lang) or record["kind"],
        "suffix": suffix,
        "request_text": voice.request("empty-row", seen),
        "suggestion": voice.names(row["name"] for row in rows),
        "legal": listed(shown, voice.lang) + ("…" if len(legal) > len(shown) else ""),
    }
    replacement = seen.prefix + rows[0]["name"] if rows else None
    return "N003", objection(seen, slots, "", replacement, safe=single)
