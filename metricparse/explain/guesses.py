"""Answers for what no list holds: a decoded guess, the nearest real names, and what ncu does with the wrong one."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.availability import availability
from metricparse.catalog.chips import Target
from metricparse.catalog.store import KnowledgeBase, word_key
from metricparse.explain import compose
from metricparse.explain.compose import text_of
from metricparse.explain.metric import decoded, legal_suffixes, tokens, usual
from metricparse.explain.things import blank
from metricparse.names.model import MetricName
from metricparse.names.suggest import closest, ranked, suffixes_like

Answer = dict[str, Any]


def unreadable(kb: KnowledgeBase, query: str, lang: str) -> Answer:
    """Empty, far too long, or with control characters: no name of anything."""
    en = lang == "en"
    if not query.strip():
        why = "The query is empty." if en else "查询为空。"
    elif len(query) > 200:
        why = (
            f"The query has {len(query):,} characters; no name is that long."
            if en
            else f"查询有 {len(query):,} 个字符，没有这么长的名称。"
        )
    else:
        why = "The query holds characters that no name has." if en else "查询中含有名称不会出现的字符。"
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
    meant = [{"name": n, "distance": 0, "why": why} for n in entry["now"]]
    answer["suggestions"] = meant + [s for s in answer["suggestions"] if s["name"] not in entry["now"]][:3]
    return answer


def unknown(kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...]) -> Answer:
    """The answer for a name that no list holds."""
    en = lang == "en"
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
            said = (
                f"No list holds this name; no entry explains {listed}."
                if en
                else f"没有任何列表包含此名称；无法解释 {listed}。"
            )
        elif parsed.unknown:
            said = (
                "No list holds this name, and it does not read like one."
                if en
                else "没有任何列表包含此名称，其写法也不像指标名称。"
            )
        else:
            phrase = compose.base_phrase(kb, parsed.base, {}, lang)
            said = (
                f"No list holds this name. Its parts would read: {phrase}."
                if en
                else f"没有任何列表包含此名称。按其各部分可读作：{phrase}。"
            )
    else:
        answer["request"] = "ends-the-run" if " " not in text else "unknown"
        said = "No name, label, concept or product is called this." if en else "没有以此为名的指标、标签、概念或产品。"
    answer["meaning"] = blank(said)
    answer["suggestions"] = suggest(kb, text, lang, targets)
    answer["request_text"] = text_of(kb.get("request", answer["request"]), "text", lang) if looks_like_name else ""
    answer["sources"] = []
    return answer


def suggest(kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], limit: int = 5) -> list[Answer]:
    """The nearest real names, best first; labels, legacy names and words too where the text is no metric name."""
    en = lang == "en"
    prefix, rest = kb.prefix(text)
    result: list[Answer] = []
    if " " not in rest and "_" in rest:
        result = _names(kb, prefix, rest, en, targets, limit)
    if not result or " " in rest or "__" not in rest:
        wanted = word_key(rest)
        for word in closest(wanted, kb.words, limit, 0.62):
            entry = kb.get("label", word)
            shown = entry["label"] if entry else word
            kind = ("label" if en else "标签") if entry else ("word or older name" if en else "词语或旧名称")
            if all(r["name"] != shown for r in result):
                result.append({"name": shown, "distance": _edits(wanted, word), "why": kind})
        result.sort(key=lambda r: r["distance"])
    return result[:limit]


def _edits(a: str, b: str) -> int:
    from rapidfuzz.distance import OSA

    return int(OSA.distance(a, b))


def _names(
    kb: KnowledgeBase, prefix: str, rest: str, en: bool, targets: tuple[Target, ...], limit: int
) -> list[Answer]:
    names = list(kb.names)
    weights = list(kb.names.values())
    start = rest.find("__")
    at = rest.find(".", max(start, 0))
    if "Triage" in rest.partition("__")[0]:
        at = rest.find(".", rest.find("__"))
    base, suffix = (rest, "") if at < 0 else (rest[:at], rest[at:])
    if prefix == "group:":
        # groups are listed with their prefix
        prefix, base = "", prefix + base
    # a suffix written with the wrong separator, sm__cycles_active_avg, belongs to no base
    glued = ""
    for rollup in kb.meta["rollups"]:
        for end in (f"_{rollup}", f".{rollup}"):
            if not suffix and base.endswith(end):
                base, glued = base[: -len(end)], f".{rollup}"
    cased = [n for n in names if n.casefold() == base.casefold()]
    found = [(n, 1) for n in cased] or ranked(base, names, weights, limit * 3)
    if glued and found and found[0][1] > 2:
        whole = ranked(base + "_" + glued[1:], names, weights, limit * 3)
        if whole and whole[0][1] < found[0][1]:
            found, glued = whole, ""
    chips = [chip for one in targets for chip in one.chips]
    result: list[Answer] = []
    for name, distance in found:
        record = kb.record(name)
        if record is None or (chips and not any(availability(kb, record).on(c) in ("yes", "unknown") for c in chips)):
            continue
        legal = legal_suffixes(kb, record)
        wanted = suffix or glued
        if wanted and legal:
            form, extra = (wanted, 0) if wanted in legal else suffixes_like(wanted, legal)[0]
        else:
            form, extra = (usual(record) if record["kind"] == "throughput" else "", 0)
        edits = distance + extra
        why = f"{edits} edit{'s' if edits != 1 else ''} away" if en else f"相差 {edits} 处"
        if cased:
            why = "the same letters in lower case" if en else "仅大小写不同"
        result.append({"name": prefix + name + form, "distance": edits, "why": why})
        if len(result) == limit:
            break
    return result
