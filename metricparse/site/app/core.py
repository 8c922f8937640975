"""What every page loads first: chips, kinds, suffixes, prefixes and the words of the interface in one language."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.explain import answer, families, instead, metric, things
from metricparse.explain.compose import text_of
from metricparse.explain.suffixes import SUFFIXED, expansion, legal_suffixes, usual
from metricparse.names.model import MetricName, Token
from metricparse.site.app.bases import Shared


def core(shared: Shared, lang: str) -> dict[str, Any]:
    """The file ``core.json`` of a language; to be made after the shards, which fill the shared tables."""
    kb = shared.kb
    meta = kb.meta
    words: dict[str, str] = {}
    interface = kb.get("meta", "interface")
    for group in ("headings", "statuses", "kinds", "roles", "phrases", "answers", "app"):
        words |= {key: text[lang] for key, text in interface.get(group, {}).items()}
    return {
        "lang": lang,
        "chips": shared.chips,
        "classes": meta["class_of"],
        "families": meta["families"],
        "capabilities": meta["capabilities"],
        "releases": meta["releases"],
        "cuda_of": meta["cuda_of"],
        "lists_release": meta["lists_release"],
        "availability": shared.availability.values,
        "forms": shared.forms.values,
        "kinds": _kinds(kb, lang),
        "rollups": {key: _part(kb, "rollup", key, lang) for key in meta["rollups"]},
        "submetrics": {key: _part(kb, "submetric", key, lang) for key in ("", *meta["submetrics"])},
        "suffixes": {text: [one.rollup, one.submetric] for text, one in kb.suffixes.items()},
        "prefixes": {
            key: {**_token(kb, "prefix", key, lang), "text": text_of(kb.get("prefix", key), "text", lang)}
            for key in meta["prefixes"]
        },
        "requests": {key: text_of(entry, "text", lang) for key, entry in kb.items("request")},
        "bad_requests": sorted(answer.BAD_REQUESTS),
        "good": sorted(answer.GOOD),
        "first": list(things.FIRST),
        "longest": answer.LONGEST,
        "most": families.MOST,
        "shown": families.SHOWN,
        "expands": {kind: expansion({"kind": kind, "type": kind}, "") for kind in ("counter", "ratio")},
        "commands": _commands(kb),
        "usual_collections": list(metric.USUAL_COLLECTIONS),
        "spellings": {key: entry["spellings"] for key, entry in kb.items("stall") if entry.get("spellings")},
        "label_sources": _label_sources(kb),
        "words": words,
        "details": {key: text if lang == "zh" else key for key, text in interface["details"].items()},
        "confidences": {key: text if lang == "zh" else key for key, text in interface["confidences"].items()},
    }


def _kinds(kb: KnowledgeBase, lang: str) -> dict[str, Any]:
    """What holds for all names of a kind: legal suffixes, the usual one, and why another is suggested."""
    result: dict[str, Any] = {}
    for kind in kb.keys("kind"):
        record = {"kind": kind, "type": kind}
        wrong = instead.suggestions(kb, record, "", "._", "illegal-suffix", (), lang)
        missing = instead.suggestions(kb, record, "", "", "needs-suffix", (), lang)
        suffixed = kind in SUFFIXED
        result[kind] = {
            "suffixes": list(legal_suffixes(kb, record)),
            "usual": usual(record) if suffixed else "",
            "why": wrong[0]["why"] if wrong else "",
            "needs": [[one["name"], one["distance"], one["why"]] for one in missing] if kind == "throughput" else [],
        }
    return result


def _part(kb: KnowledgeBase, kind: str, key: str, lang: str) -> dict[str, Any]:
    """A rollup or submetric: its token, its words, and what it does to unit, window and denominator."""
    entry = kb.get(kind, key) or {}
    return {
        **_token(kb, kind, key, lang),
        "phrase": text_of(entry, "phrase", lang),
        "name": text_of(entry, "name", lang),
        "denominator": text_of(entry, "denominator", lang),
        "throughput_denominator": text_of(entry, "throughput_denominator", lang),
        "dims": entry.get("dims", "same"),
        "window": entry.get("window", "none"),
        "clock": entry.get("clock_domain", ""),
        "kinds": entry.get("kinds", []),
        "reference": bool(entry.get("reference")),
        "reduction": entry.get("reduction", ""),
        "formula": entry.get("formula", ""),
        "sources": [key, list(entry.get("sources", [])), entry.get("confidence", "")],
    }


def _token(kb: KnowledgeBase, role: str, key: str, lang: str) -> dict[str, str]:
    """The texts of a token outside the base name."""
    name = MetricName(key, "", kb.bare(next(iter(kb.names))).base, kb.suffixes[""])
    found = metric.token_answer(kb, Token(key, 0, role, key), name, lang)
    return {field: found[field] for field in ("short", "long", "mistaken_for")}


def _commands(kb: KnowledgeBase) -> dict[str, str]:
    """Command lines with a place for what is asked for."""
    record = {"kind": "counter", "type": "counter", "ncu": {"profiling": "all"}}
    asked = metric.collect(kb, record, "", "{name}", "", "known", "collected")
    shown = metric.section_command("{section}")
    return {"metrics": asked, "section": shown}


def _label_sources(kb: KnowledgeBase) -> Any:
    """The source of what a label stands for: the first of any label's answer."""
    found = things.explain_label(kb, kb.get("label", kb.keys("label")[0])["label"], "en", (), None)
    assert found is not None
    return found["sources"][:1]
