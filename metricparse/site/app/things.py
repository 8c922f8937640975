"""What a query can be besides a listed name: labels, older names, concepts, chips, options, rules, questions, invented names.

words.json says which words there are and which things they stand for; a thing's answer stands in a shard of its own kind,
``t-<number>.json``.  The answers are those of `metricparse.explain.things`, with what depends on the wording of the query
left to the browser.
"""

from __future__ import annotations

from typing import Any

from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.explain import asking, questions, things
from metricparse.explain.compose import text_of
from metricparse.explain.metric import capabilities_of

SIZE = 96
"""Things in a shard."""
Thing = tuple[str, str]


def all_things(kb: KnowledgeBase) -> list[Thing]:
    """Every (kind, key) that a query can stand for, labels first, in order."""
    found = [("label", key) for key in kb.keys("label")]
    found += [("legacy", key) for key in kb.keys("legacy")]
    found += [("invented", key) for key in kb.keys("invented")]
    found += [("question", key) for key in kb.keys("question")]
    described: set[Thing] = set()
    for word in kb.keys("alias"):
        targets: Any = kb.get("alias", word)
        described |= {(kind, key) for kind, key in targets if kind != "legacy"}
    described |= {("product", key) for key in kb.meta["products"].values()}
    return [*found, *sorted(described)]


def words(kb: KnowledgeBase, listed: list[Thing]) -> dict[str, Any]:
    """The file ``words.json``: things by number, and the words that stand for them."""
    number = {thing: index for index, thing in enumerate(listed)}
    aliases: dict[str, list[int]] = {}
    for word in kb.keys("alias"):
        targets: Any = kb.get("alias", word)
        aliases[word] = [number[kind, key] for kind, key in targets]
    return {
        "size": SIZE,
        "things": [f"{kind}:{key}" for kind, key in listed],
        "labels": kb.keys("label"),
        "shown": [kb.get("label", key)["label"] for key in kb.keys("label")],
        "legacy": kb.keys("legacy"),
        "aliases": aliases,
        "products": kb.meta["products"],
        "chip_of": {key: entry["chip"] for key, entry in kb.items("product")},
    }


def question_words(kb: KnowledgeBase) -> dict[str, Any]:
    """The file ``questions.json``: which groups of words a question must hold."""
    words = asking.vocabulary(kb)
    frames: Any = kb.get("meta", "frames") or {}
    return {
        "when": {
            key: [[[word, asking.weight(word)] for word in map(asking.folded, group)] for group in entry["when"]]
            for key, entry in kb.items("question")
        },
        "whole": {key: entry["when"] for key, entry in kb.items("question")},
        "known": sorted(words.known),
        "terms": list(words.terms),
        "field": list(words.field),
        "before": [asking.folded(one) for one in frames.get("before", ())],
        "after": [asking.folded(one) for one in frames.get("after", ())],
        "quantities": sorted({asking.folded(one) for one in frames.get("quantities", ())}),
        "stalls": kb.keys("stall"),
        "kinds": list(questions.KINDS),
    }


def answer_of(kb: KnowledgeBase, thing: Thing, lang: str) -> Any:
    """The answer for a thing, as far as it does not depend on how it was asked for."""
    kind, key = thing
    if kind == "label":
        return _label(kb, key)
    if kind == "legacy":
        return _legacy(kb, key, lang)
    if kind == "invented":
        entry = kb.get("invented", key)
        return {"now": entry["now"], "why": text_of(entry, "why", lang)}
    if kind == "question":
        return questions.answer_of(kb, key, lang)
    return things.describe(kb, kind, key, "", lang)


def _label(kb: KnowledgeBase, key: str) -> dict[str, Any]:
    entry: Entry = kb.get("label", key)
    rows = []
    for row in entry["meanings"]:
        spans = row["cc"].split("|") if row.get("cc") else [f"{row.get('cc_min', '')}-{row.get('cc_max', '')}"]
        rows.append([row.get("metric", ""), row["section"], row.get("where", ""), capabilities_of(row), spans])
    return {"label": entry["label"], "rows": rows}


def _legacy(kb: KnowledgeBase, key: str, lang: str) -> dict[str, Any]:
    found = things.explain_exact_legacy(kb, key, lang, (), None)
    assert found is not None
    answer = {field: value for field, value in found.items() if field not in ("request", "request_text", "related")}
    return {"answer": answer, "exact": found.get("related")}
