"""Questions in words: "hit rate 171 %, how?", "ncu counterpart of gld_efficiency", 「为什么实际占用率低于理论值？」.

A question entry (kb/terms/questions.yaml) says which groups of words must all occur.  Where none fits, the names and
concepts that the text mentions are looked up.
"""

from __future__ import annotations

from typing import Any

from metricparse.catalog.chips import Target
from metricparse.catalog.store import KnowledgeBase
from metricparse.explain.asking import Asked, folded, folded_once, is_foreign, names_in, occurs, read, weight
from metricparse.explain.compose import said, text_of
from metricparse.explain.things import blank, describe, explain_label, explain_legacy

Answer = dict[str, Any]

KINDS = ("term", "stall", "feature", "section", "set", "product", "class")
"""What a word in a question can stand for, the likelier first."""


def explain_question(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """Answer a question in words, or None if nothing in it is known."""
    if len(folded(text)) < 4:
        return None
    return explain_entry(kb, text, lang) or _subject(kb, text, lang) or _mentioned(kb, text, lang, targets, library)


def explain_entry(kb: KnowledgeBase, text: str, lang: str) -> Answer | None:
    """The answer of the entry that a question fits best, or None."""
    plain = folded(text)
    if " " not in plain and plain.isascii():
        # one word is a question only if it is the whole subject of an entry, like the text of an error
        whole = (k for k, entry in kb.items("question") if all(plain in group for group in entry["when"]))
        return next((answer_of(kb, key, lang) for key in whole), None)
    asked = read(kb, text)
    best: tuple[int, int, str] | None = None
    for key, entry in kb.items("question"):
        matched = _matched(entry, asked)
        if matched and (best is None or (len(entry["when"]), matched) > best[:2]):
            best = (len(entry["when"]), matched, key)
    return None if best is None or is_foreign(asked, kb) else answer_of(kb, best[2], lang)


def _matched(entry: Answer, asked: Asked) -> int:
    """How many characters of its groups a question holds; 0 if a group is missing."""
    matched = 0
    for group in entry["when"]:
        hits = [weight(word) for word in map(folded_once, group) if occurs(word, asked)]
        if not hits:
            return 0
        matched += max(hits)
    return matched


def answer_of(kb: KnowledgeBase, key: str, lang: str) -> Answer:
    """The answer of an entry of kb/terms/questions.yaml."""
    entry = kb.get("question", key)
    meaning = blank(text_of(entry, "answer", lang))
    meaning["does_not_say"] = text_of(entry, "mistaken_for", lang)
    return {
        "status": "concept",
        "name": text_of(entry, "asks", lang),
        "id": f"question:{key}",
        "meaning": meaning,
        "details": [],
        "related": [{"name": name, "why": ""} for name in entry.get("metrics", [])],
        "pitfalls": [{"rule": rule, "text": ""} for rule in entry.get("rules", [])],
        "suggestions": [],
        "sources": [{"what": key, "sources": entry.get("sources", []), "confidence": entry.get("confidence", "")}],
    }


def _subject(kb: KnowledgeBase, text: str, lang: str) -> Answer | None:
    """What "what is X" and 「X 是什么」 ask for, if X is a word that people use for something."""
    asked = folded(text).strip("?!.,。？！ ")
    frames: Any = kb.get("meta", "frames") or {}
    cut = asked
    for frame in frames.get("before", ()):
        if cut.startswith(folded(frame)):
            cut = cut[len(folded(frame)) :].lstrip()
    for frame in frames.get("after", ()):
        if cut.endswith(folded(frame)):
            cut = cut[: -len(folded(frame))].rstrip()
    return _concept(kb, cut, lang) if cut != asked else None


def _concept(kb: KnowledgeBase, word: str, lang: str) -> Answer | None:
    """The concept, stall, feature, section, set, product or chip that a word stands for."""
    found: Any = kb.get("alias", word) or []
    for kind in KINDS:
        for one, key in found:
            if one == kind:
                return describe(kb, kind, key, word, lang)
    return None


def _mentioned(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """The first metric or older name in the text, else the longest label or concept; with a note that says which."""
    found = _named(kb, text, lang, targets, library)
    if found is None:
        return None
    word, answer = found
    about = said(kb, "mentioned", lang, word=word)
    after = answer.get("note", "")
    return {**answer, "note": " ".join(filter(None, [about, after])) if lang == "en" else about + after}


def _named(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> tuple[str, Answer] | None:
    """The word of a text that something is known about, and what."""
    from metricparse.explain.metric import explain_metric

    for word in names_in(text):
        answer = explain_metric(kb, word, lang, targets, library) or explain_legacy(kb, word, lang, targets, library)
        known: Any = None if answer else kb.get("alias", word.casefold())
        if known:
            answer = describe(kb, known[0][0], known[0][1], word, lang)
        if answer is not None:
            return word, answer
    asked = read(kb, text)
    stall = _stall(kb, asked)
    if stall is not None:
        return stall, describe(kb, "stall", stall, stall, lang)
    if is_foreign(asked, kb):
        return None
    frames: Any = kb.get("meta", "frames") or {}
    quantities = {folded(word) for word in frames.get("quantities", ())}
    rest = asked.text
    for word in quantities:
        rest = rest.replace(word, "")
    spoken = sorted(
        (
            # of two as long the later one: in "shared memory bank conflict" the last words say what it is
            (word not in quantities, len(word), asked.text.rfind(word), word)
            for word in _spans(asked.text)
            if kb.get("alias", word) or kb.get("label", word)
        ),
        reverse=True,
    )
    for special, length, _, word in spoken:
        # a product or an instruction set has a name that means nothing else: h200, tcgen05
        named = not word.isalpha() and word.isascii() and word[:1].isalpha() and " " not in word
        if length * 3 < len(rest if special else asked.text) and not (length > 5 and " " in word) and not named:
            continue
        answer = _concept(kb, word, lang) or explain_label(kb, word, lang, targets, library)
        if answer is not None:
            return word, answer
    return None


def _stall(kb: KnowledgeBase, asked: Asked) -> str | None:
    """The stall reason that stands beside the word stall."""
    for key in kb.keys("stall"):
        words = key.removesuffix("_stall").replace("_", " ")
        if any(
            occurs(form, asked) for form in (f"stall {words}", f"{words} stall", f"{words} stalls", f"stalled {words}")
        ):
            return key
    return None


def _spans(text: str) -> set[str]:
    """Runs of up to five words, and in Chinese of up to twelve characters."""
    parted = "".join(char if char.isascii() else " " for char in text)
    words = [w.strip("?!.,;:()") for w in parted.split()]
    spans = {" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, min(i + 6, len(words) + 1))}
    if not text.isascii():
        spans |= {text[i:j] for i in range(min(len(text), 200)) for j in range(i + 2, min(i + 13, len(text) + 1))}
    return spans
