"""Explaining what is no metric name: labels, legacy names, concepts, chips, products, sections, sets, options."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.chips import Target, fold
from metricparse.catalog.store import Entry, KnowledgeBase, word_key
from metricparse.explain.beside import spelled_for
from metricparse.explain.compose import said, stopped, text_of
from metricparse.explain.metric import capabilities_of, explain_metric

Answer = dict[str, Any]

STATUS = {
    "class": "chip",
    "unit": "concept",
    "quantity": "concept",
    "stall": "concept",
    "term": "concept",
    "feature": "concept",
    "profiler-rule": "concept",
    "filter": "concept",
    "flag": "concept",
    "submetric": "concept",
    "rollup": "concept",
    "statistic": "concept",
    "direction": "concept",
    "stage": "concept",
    "kind": "concept",
    "qualifier": "concept",
}
"""Kind of an entry → status of the answer, where they differ."""
FIRST = (
    "term",
    "stall",
    "product",
    "class",
    "section",
    "set",
    "option",
    "feature",
    "unit",
    "quantity",
    "filter",
    "submetric",
    "rollup",
    "statistic",
    "flag",
    "stage",
    "direction",
    "qualifier",
    "kind",
)
"""Which entry wins if a word stands for several."""


def blank(text: str) -> Answer:
    """A meaning with its summary alone."""
    return {"summary": text, "counts": "", "denominator": "", "answers": "", "does_not_say": ""}


def explain_label(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """Explain a label of the profiler's report: every metric it stands for, with section and chips."""
    word = text.strip("\"'“”「」")
    entry = kb.get("label", word_key(word))
    if entry is None or (entry["label"] != word and _concept(kb, word)):
        # "hit rate" asks for the concept, "Hit Rate" for the label
        return None
    chips = [chip for one in targets for chip in one.chips]
    meanings: list[Answer] = []
    for row in entry["meanings"]:
        item: Answer = {"metric": row.get("metric", ""), "section": row["section"], "where": row.get("where", "")}
        capabilities = capabilities_of(row)
        if capabilities:
            item["compute_capability"] = capabilities
        if item in meanings or (chips and not covers(kb, row, chips)):
            continue
        found = explain_metric(kb, item["metric"], lang, targets, library) if item["metric"] else None
        item["summary"] = found["meaning"]["summary"] if found else ""
        item["unit_of_measure"] = found["unit_of_measure"] if found else ""
        meanings.append(item)
    names = list(dict.fromkeys(m["metric"] for m in meanings))
    answer: Answer = {
        "status": "label",
        "name": entry["label"],
        "meanings": meanings,
        "metrics": names,
        "suggestions": [],
        "sources": [{"what": "label", "sources": ["ncu-sections-2025.3.1"], "confidence": "vendor documentation"}],
    }
    legacy = kb.get("legacy", text)
    concept = _concept(kb, text)
    if concept is not None:
        answer["concept"] = concept
    if len(names) == 1:
        one = explain_metric(kb, names[0], lang, targets, library)
        if one is not None:
            for field in ("meaning", "pitfalls", "unit_of_measure", "collect", "related"):
                answer[field] = one[field]
            answer["metric"] = names[0]
            answer["sources"] += one["sources"]
    if "meaning" not in answer:
        answer["meaning"] = blank(said(kb, "label-of-many", lang, count=len(names)))
    if legacy is not None:
        answer["also_legacy"] = text
    return answer


def covers(kb: KnowledgeBase, row: Entry, chips: list[str]) -> bool:
    """Whether a row of a section or chart is shown on one of the chips at least."""

    def number(text: str) -> tuple[int, ...]:
        # "8" in a section's range is compute capability 8.0, not all of 8.x
        major, _, minor = text.partition(".")
        return int(major), int(minor or 0)

    for chip in chips:
        capability = kb.meta["capabilities"].get(chip)
        if capability is None:
            return True
        have = number(capability)
        spans = (
            (row.get("cc") or "").split("|") if row.get("cc") else [f"{row.get('cc_min', '')}-{row.get('cc_max', '')}"]
        )
        for span in spans:
            low, dash, high = span.partition("-")
            if not dash:
                high = low
            lowest = number(low) if low else (0, 0)
            highest = number(high) if high else (99, 0)
            if lowest <= have <= highest:
                return True
    return False


def _concept(kb: KnowledgeBase, text: str) -> str | None:
    targets: Any = kb.get("alias", word_key(text)) or []
    for kind, key in targets:
        if kind in ("term", "stall"):
            return f"{kind}:{key}"
    return None


def explain_exact_legacy(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """An older name spelled exactly as it was: it goes before a label, which a person writes with blanks and capitals."""
    if kb.get("legacy", text) is None:
        return None
    answer = explain_legacy(kb, text, lang, targets, library)
    label = kb.get("label", word_key(text))
    if answer is not None and label is not None:
        metrics = dict.fromkeys(row.get("metric", "") for row in label["meanings"])
        why = "shown under this label in today's report" if lang == "en" else "今天的报告中以此为标签"
        answer["related"] = [{"name": metric, "why": why} for metric in metrics if metric]
    return answer


def explain_legacy(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """Explain a name of nvprof or of ncu before its names changed."""
    entry = kb.get("legacy", text) or kb.get("legacy", text.casefold())
    if entry is None:
        return None
    en = lang == "en"
    now = entry.get("now")
    chips = tuple(chip for one in targets for chip in one.chips)
    why_not = text_of(entry, "why", lang)
    if now and chips:
        there = spelled_for(kb, now, chips)
        if not there:
            lacks = said(kb, "chip-lacks", lang, chips=" ".join(chips), name=now)
            why_not = " ".join(filter(None, [why_not, lacks])) if en else why_not + lacks
        now = there or now
    match = entry.get("match", "none")
    suggestions = []
    scale = text_of(entry, "scale", lang)
    if now:
        words = (
            {"exact": "counterpart", "approximate": "nearest counterpart"}
            if en
            else {"exact": "对应名称", "approximate": "近似对应"}
        )
        why = words.get(match, "") + (f"; {scale}" if scale and en else f"；{scale}" if scale else "")
        suggestions.append({"name": now, "distance": 0, "why": why})
    summary = stopped(text_of(entry, "means", lang), lang)
    if not summary:
        summary = f"A name of {entry['era']}." if en else f"{entry['era']} 时期的名称。"
    answer: Answer = {
        "status": "legacy",
        "request": "ends-the-run" if "." not in text else "empty-row",
        "name": text,
        "meaning": blank(summary),
        "legacy": {
            "era": entry["era"],
            "kind": entry.get("kind", "metric"),
            "label": entry.get("label") or "",
            "now": now,
            "formula": entry.get("formula"),
            "match": match,
            "scale": scale,
            "why": why_not,
        },
        "suggestions": suggestions,
        "sources": [{"what": text, "sources": entry.get("sources", []), "confidence": entry.get("confidence", "")}],
    }
    answer["request_text"] = text_of(kb.get("request", answer["request"]), "text", lang)
    return answer


def explain_alias(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """Explain a concept, chip, product, section, set, option or feature by any word people use for it."""
    word = text.strip("\"'“”「」")
    found: Any = kb.get("alias", word_key(word)) or []
    if not found and not word.isascii():
        from metricparse.explain.asking import folded

        found = kb.get("alias", folded(word)) or []
    if not found:
        product = kb.meta["products"].get(fold(word))
        found = [["product", product]] if product else []
    if not found:
        return None
    legacy = [key for kind, key in found if kind == "legacy"]
    others = [pair for pair in found if pair[0] != "legacy"]
    if not others:
        return explain_legacy(kb, legacy[0], lang, targets, library)
    kind, key = min(others, key=lambda pair: FIRST.index(pair[0]) if pair[0] in FIRST else len(FIRST))
    return describe(kb, kind, key, word, lang)


def describe(kb: KnowledgeBase, kind: str, key: str, query: str, lang: str) -> Answer:
    """The answer for an entry that is no metric."""
    entry = kb.get(kind, key)
    assert entry is not None
    status = STATUS.get(kind, kind)
    if kind == "filter":
        key = key.replace("=", "_")
    if kind == "rule":
        return describe_rule(key, entry, lang)
    name = (
        text_of(entry, "name", lang) or entry.get("name") or entry.get("display") or text_of(entry, "many", lang) or key
    )
    text = text_of(entry, "text", lang)
    meaning = blank(text)
    meaning["counts"] = text_of(entry, "waits_for", lang) or text_of(entry, "place", lang)
    if kind == "stall" and entry.get("label"):
        name = entry["label"]
    meaning["does_not_say"] = text_of(entry, "mistaken_for", lang) or text_of(entry, "does_not_say", lang)
    answer: Answer = {
        "status": status,
        "name": str(name) if not isinstance(name, dict) else key,
        "id": f"{kind}:{key}",
        "meaning": meaning,
        "details": details(kb, kind, key, entry, lang),
        "related": [{"name": n, "why": ""} for n in entry.get("metrics", [])],
        "suggestions": [],
        "sources": [{"what": key, "sources": entry.get("sources", []), "confidence": entry.get("confidence", "")}],
    }
    if not meaning["summary"]:
        meaning["summary"] = answer["name"]
    advice = text_of(entry, "next", lang)
    if advice:
        answer["next"] = advice
    label = kb.get("label", word_key(query))
    if label is not None:
        answer["metrics"] = list(dict.fromkeys(row.get("metric", "") for row in label["meanings"]))
    if kind == "stall":
        answer["related"] = [{"name": n, "why": ""} for n in stall_forms(kb, key)]
    return answer


def describe_rule(key: str, entry: Entry, lang: str) -> Answer:
    """The answer for a lint rule; ``metric rule`` prints its whole page."""
    meaning = blank(stopped(text_of(entry, "title", lang), lang))
    meaning["counts"] = text_of(entry, "why", lang)
    return {
        "status": "rule",
        "name": f"{key} {entry['slug']}",
        "id": f"rule:{key}",
        "meaning": meaning,
        "details": [{"name": name, "value": str(entry[name])} for name in ("severity", "status", "fix")],
        "related": [],
        "suggestions": [],
        "sources": [{"what": key, "sources": entry["sources"], "confidence": entry["confidence"]}],
    }


def stall_forms(kb: KnowledgeBase, reason: str) -> list[str]:
    """The six forms in which a stall reason is counted, as far as lists hold them (the spelling differs between forms)."""
    spellings = {reason, reason + "s", reason.removesuffix("s")}
    entry = kb.get("stall", reason) or {}
    spelled = entry.get("spellings")
    if isinstance(spelled, dict):
        spellings |= {str(v) for v in spelled.values() if isinstance(v, str) and " " not in v}
    forms = (
        "smsp__average_warps_issue_stalled_{}_per_issue_active",
        "smsp__average_warp_latency_issue_stalled_{}",
        "smsp__warp_issue_stalled_{}_per_warp_active",
        "smsp__warps_issue_stalled_{}",
        "smsp__pcsamp_warps_issue_stalled_{}",
        "smsp__pcsamp_warps_issue_stalled_{}_not_issued",
    )
    return [name for form in forms for s in sorted(spellings) if kb.record(name := form.format(s)) is not None]


def details(kb: KnowledgeBase, kind: str, key: str, entry: Entry, lang: str) -> list[Answer]:
    """Name and value of what is worth a row of its own."""
    rows: list[Answer] = []

    def row(name: str, value: Any, source: Any = None) -> None:
        if value not in (None, "", [], {}):
            rows.append({"name": name, "value": value, **({"confidence": source} if source else {})})

    if kind == "class":
        row("chips", ", ".join(entry["members"]))
        row("architecture", entry.get("architecture"))
        row("compute capability", ", ".join(f"{c} {v}" for c, v in entry["compute_capability"].items()))
        for name, value in (entry.get("limits") or {}).items():
            row(name.replace("_", " "), value)
        row("products", ", ".join(entry.get("products") or []))
    elif kind == "product":
        row("chip", entry["chip"])
        shared = "shared with the CPU" in str(entry.get("memory_label"))
        for name, value in entry.items():
            if isinstance(value, dict) and "value" in value:
                title, text = _quantity(name, value["value"])
                if shared and title in ("memory", "memory bandwidth"):
                    # a board without memory of its own
                    title = title.replace("memory", "system memory")
                row(title, text, value.get("confidence") or entry.get("default_confidence"))
        for peak in entry.get("peaks") or []:
            values = [
                f"{form} {_scaled(peak[form])}{'OP' if 'int' in str(peak.get('precision')) else 'FLOP'}/s"
                for form in ("dense", "sparse")
                if peak.get(form) is not None
            ]
            row(
                f"peak {peak.get('path', '')} {peak.get('precision', '')}".strip(),
                ", ".join(values) or "unknown",
                peak.get("confidence") or entry.get("default_confidence"),
            )
    elif kind == "set":
        row("sections", ", ".join(entry["sections"]))
        row("estimated metrics", entry["estimated_metrics"])
    elif kind == "option":
        row("short", entry["short"])
        row("values", ", ".join(entry["values"]))
        row("default", entry["default"])
        row("group", entry["group"])
    elif kind == "section":
        row("identifier", key)
        row("shown as", entry["display"])
        row("in the basic set", "yes" if entry["basic"] else "no")
        sets = [name for name, one in kb.items("set") if key in one["sections"]]
        row("sets", ", ".join(sets))
    return rows


def _quantity(name: str, value: Any) -> tuple[str, str]:
    """Name and text of a figure whose name ends in its unit (``l2_bytes``, ``boost_clock_hz``)."""
    for ending, unit in (("_bytes_per_s", "B/s"), ("_bytes", "B"), ("_hz", "Hz")):
        if name.endswith(ending):
            title = name.removesuffix(ending).replace("_", " ")
            if value is None:
                return title, "unknown"
            if unit == "B" and value % 2**20 == 0:
                return title, f"{value / 2**30:g} GiB" if value % 2**30 == 0 else f"{value // 2**20} MiB"
            return title, f"{_scaled(value)}{unit}"
    return name.replace("_", " "), "unknown" if value is None else str(value)


def _scaled(value: float) -> str:
    """A number with its decimal prefix: ``3.35e12`` is ``3.35 T``."""
    for size, letter in ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.4g} {letter}"
    return f"{value:g} "
