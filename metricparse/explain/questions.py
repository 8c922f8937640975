"""Questions in words: "hit rate 171 %, how?", "ncu counterpart of gld_efficiency", 「为什么实际占用率低于理论值？」.

A question entry (kb/terms/questions.yaml) says which groups of words must all occur.  Where none fits, the names and
concepts that the text mentions are looked up.
"""

from __future__ import annotations

from typing import Any

from metricparse.catalog.chips import Target
from metricparse.catalog.store import KnowledgeBase
from metricparse.explain.compose import text_of
from metricparse.explain.things import blank, describe, explain_label, explain_legacy

Answer = dict[str, Any]


def folded(text: str) -> str:
    """Lower case, full-width signs as plain ones, one blank between words, none around Chinese.

    >>> folded("L2 命中率  171％？")
    'l2命中率171%?'
    """
    plain = "".join(chr(ord(c) - 0xFEE0) if 0xFF01 <= ord(c) <= 0xFF5E else c for c in text.casefold())
    words = " ".join(plain.split())
    result = ""
    for index, char in enumerate(words):
        if char == " ":
            before, after = words[index - 1], words[index + 1 : index + 2]
            if not before.isascii() or not after.isascii():
                continue
        result += char
    return result


def percentages(text: str) -> list[float]:
    """Every number in a text that a percent sign follows."""
    found = []
    number = ""
    for char in text:
        if char.isdigit() or (char == "." and number):
            number += char
        elif char == "%" and number:
            found.append(float(number.rstrip(".") if number.count(".") < 2 else number.split(".")[0]))
            number = ""
        elif char != " ":
            number = ""
    return found


def occurs(word: str, text: str) -> bool:
    """Whether a word or phrase stands in a folded text, not as a part of a longer Latin word."""
    if word.startswith("{percent"):
        wanted = word.strip("{}").removeprefix("percent")
        values = percentages(text)
        return any(v > 100 for v in values) if wanted.startswith(">") else bool(values)
    start = text.find(word)
    while start != -1:
        end = start + len(word)
        before = text[start - 1 : start]
        after = text[end : end + 1]
        joined = (
            word[0].isascii() and word[0].isalnum() and before.isascii() and (before.isalnum() or before == "_")
        ) or (word[-1].isascii() and word[-1].isalnum() and after.isascii() and (after.isalnum() or after == "_"))
        if not joined:
            return True
        start = text.find(word, start + 1)
    return False


def explain_question(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """Answer a question in words, or None if nothing in it is known."""
    asked = folded(text)
    if len(asked) < 4:
        return None
    if " " not in asked and asked.isascii():
        # one word is a question only if it is the whole subject of an entry, like the text of an error
        whole = (k for k, entry in kb.items("question") if all(asked in group for group in entry["when"]))
        return next((_answer(kb, key, lang) for key in whole), None)
    best: tuple[int, int, str] | None = None
    for key, entry in kb.items("question"):
        matched = 0
        for group in entry["when"]:
            hits = [len(word) for word in group if occurs(folded(word), asked)]
            if not hits:
                break
            matched += max(hits)
        else:
            rank = (len(entry["when"]), matched, key)
            best = rank if best is None or rank[:2] > best[:2] else best
    if best is not None:
        return _answer(kb, best[2], lang)
    return _mentioned(kb, text, lang, targets, library)


def _answer(kb: KnowledgeBase, key: str, lang: str) -> Answer:
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


def _mentioned(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """The first metric or older name in the text, else the longest label or concept; with a note that says which."""
    found = _named(kb, text, lang, targets, library)
    if found is None:
        return None
    word, answer = found
    said = (
        f"No entry answers the question itself; this explains “{word}”, which it mentions."
        if lang == "en"
        else f"没有条目直接回答这个问题；这里解释的是其中提到的「{word}」。"
    )
    after = answer.get("note", "")
    return {**answer, "note": " ".join(filter(None, [said, after])) if lang == "en" else said + after}


def _named(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> tuple[str, Answer] | None:
    """The word of a text that something is known about, and what."""
    from metricparse.explain.metric import explain_metric

    for raw in text.replace("`", " ").split():
        word = raw.strip("\"'“”「」,，。?？!！()（）;；:")
        if "_" in word:
            answer = explain_metric(kb, word, lang, targets, library) or explain_legacy(
                kb, word, lang, targets, library
            )
            known: Any = None if answer else kb.get("alias", word.casefold())
            if known:
                answer = describe(kb, known[0][0], known[0][1], word, lang)
            if answer is not None:
                return word, answer
    asked = folded(text)
    spoken = sorted(
        ((len(word), word) for word in _spans(asked) if kb.get("alias", word) or kb.get("label", word)), reverse=True
    )
    for length, word in spoken:
        if length * 3 < len(asked) and not (length > 5 and " " in word):
            break
        found: Any = kb.get("alias", word) or []
        for kind, key in found:
            if kind in ("term", "stall", "feature", "section", "set", "product", "class"):
                return word, describe(kb, kind, key, word, lang)
        label = explain_label(kb, word, lang, targets, library)
        if label is not None:
            return word, label
    return None


def _spans(text: str) -> set[str]:
    """Runs of up to five words, and in Chinese of up to twelve characters."""
    words = [w.strip("?!.,;:()") for w in text.split(" ")]
    spans = {" ".join(words[i:j]) for i in range(len(words)) for j in range(i + 1, min(i + 6, len(words) + 1))}
    if not text.isascii():
        spans |= {text[i:j] for i in range(min(len(text), 200)) for j in range(i + 2, min(i + 13, len(text) + 1))}
    return spans
