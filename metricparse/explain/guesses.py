"""Answers for what no list holds: a decoded guess, the nearest real names, and what ncu does with the wrong one."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.chips import Target
from metricparse.catalog.store import KnowledgeBase, word_key
from metricparse.explain import compose
from metricparse.explain.beside import fitted
from metricparse.explain.compose import said, text_of
from metricparse.explain.metric import decoded, tokens
from metricparse.explain.nearest import nearest_names
from metricparse.explain.things import blank
from metricparse.names.model import MetricName
from metricparse.names.suggest import closest

Answer = dict[str, Any]


def unreadable(kb: KnowledgeBase, query: str, lang: str) -> Answer:
    """Empty, far too long, or with control characters: no name of anything."""
    if not query.strip():
        why = said(kb, "query-empty", lang)
    elif len(query) > 200:
        why = said(kb, "query-long", lang, n=f"{len(query):,}")
    else:
        why = said(kb, "query-signs", lang)
    return {
        "query": query[:200],
        "status": "unknown",
        "request": "unknown",
        "meaning": blank(why),
        "suggestions": [],
        "sources": [],
    }


def explain_invented(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """Names that people make up often, with what they mean by them (kb/terms/invented.yaml)."""
    _, rest = kb.prefix(text)
    base = rest.split(".", 1)[0]
    entry = kb.get("invented", base.casefold())
    if entry is None:
        return None
    answer = unknown(kb, text, lang, targets)
    why = text_of(entry, "why", lang)
    if entry["now"]:
        # what is meant is known, so names that merely look alike would mislead
        meant = [{"name": n, "distance": 0, "why": why} for n in entry["now"]]
        chips = tuple(chip for one in targets for chip in one.chips)
        answer["suggestions"] = fitted(kb, meant, chips)
    return answer


def unknown(kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...]) -> Answer:
    """The answer for a name that no list holds."""
    looks_like_name = "__" in text or ("." in text and " " not in text) or ("_" in text and " " not in text)
    answer: Answer = {"query": text, "status": "unknown", "name": text}
    prefix, rest = kb.prefix(text)
    if looks_like_name and " " not in text.strip():
        parsed: MetricName = kb.parser.parse(text)
        answer["decoded"] = decoded(parsed)
        answer["tokens"] = tokens(kb, parsed, lang)
        dotted = "." in rest[rest.find("__") if "__" in rest else 0 :]
        answer["request"] = "empty-row" if dotted else "ends-the-run"
        if prefix == "group:" or (prefix == "breakdown:" and dotted):
            answer["request"] = "collects-nothing"
        if parsed.unknown and parsed.base.unit and len(parsed.unknown) < 6:
            listed = ", ".join(f"“{u.token}” ({u.offset})" for u in parsed.unknown)
            why = said(kb, "name-unexplained", lang, listed=listed)
        elif parsed.unknown:
            why = said(kb, "name-unlike", lang)
        else:
            why = said(kb, "name-parts", lang, phrase=compose.base_phrase(kb, parsed.base, {}, lang))
    else:
        answer["request"] = "ends-the-run" if " " not in text else "unknown"
        why = said(kb, "nothing-called", lang)
    answer["meaning"] = blank(why)
    answer["suggestions"] = suggest(kb, text, lang, targets)
    if "tokens" in answer:
        answer["suggestions"] = _respelled(kb, parsed, lang) or answer["suggestions"]
    answer["request_text"] = text_of(kb.get("request", answer["request"]), "text", lang) if looks_like_name else ""
    answer["sources"] = []
    return answer


def _respelled(kb: KnowledgeBase, name: MetricName, lang: str) -> list[Answer]:
    """The name with its warp state as the other way of measuring spells it: counters say gmma, sampling warpgroup_arrive."""
    spellings = (kb.get("stall", name.base.stall) or {}).get("spellings") or {} if name.base.stall else {}
    sampled = "pcsamp" in name.base.stage
    spelled = spellings.get("sampled" if sampled else "counter")
    other = name.text.replace(f"stalled_{name.base.stall}", f"stalled_{spelled}", 1) if spelled else ""
    if not other or other == name.text or not kb.split(other)[0]:
        return []
    why = said(kb, "spelled-sampling" if sampled else "spelled-counter", lang)
    return [{"name": other, "distance": 0, "why": why}]


def suggest(kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], limit: int = 5) -> list[Answer]:
    """The nearest real names, best first; labels, legacy names and words too where the text is no metric name."""
    en = lang == "en"
    prefix, rest = kb.prefix(text)
    result: list[Answer] = []
    if " " not in rest and "_" in rest:
        chips = tuple(chip for one in targets for chip in one.chips)
        result = nearest_names(kb, prefix + rest, chips, limit, lang)
    if not result or " " in rest or "__" not in rest:
        wanted = word_key(rest)
        for word in closest(wanted, kb.words, limit, 0.62):
            if en and not word.isascii():
                continue
            entry = kb.get("label", word)
            shown = entry["label"] if entry else word
            kind = said(kb, "is-label" if entry else "is-word", lang)
            if all(r["name"] != shown for r in result):
                result.append({"name": shown, "distance": _edits(wanted, word), "why": kind})
        result.sort(key=lambda r: r["distance"])
    return result[:limit]


def _edits(a: str, b: str) -> int:
    from rapidfuzz.distance import OSA

    return int(OSA.distance(a, b))
