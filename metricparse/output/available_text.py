"""Where a name exists, in a few words: the profiler's lists, then the metric library, then renames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from metricparse.catalog.chips import chips_in_words, release_in_words
from metricparse.catalog.store import KnowledgeBase

Answer = dict[str, Any]
MANY = 20
"""Chips from which on "all" is said although a newer library knows more."""


def availability_words(kb: KnowledgeBase, answer: Answer, word: Callable[[str], str]) -> str:
    """The availability of an answer as one line; ``word`` gives the words of the interface."""
    where = answer["availability"]
    chips: dict[str, Answer] = where["chips"]
    listed = [c for c, v in chips.items() if v["ncu"] == "yes"]
    newest = {c: [r for r in kb.meta["classes"][kb.meta["class_of"][c]] if not r.startswith("ncu")][-1] for c in chips}
    current = [c for c, v in chips.items() if v["library"] == "yes" and (c in listed or v["last"] == newest[c])]
    gone = [c for c, v in chips.items() if v["library"] == "yes" and c not in current]
    parts = []
    if listed:
        parts.append(f"ncu {kb.meta['lists_release']}: {_listed(kb, chips, listed, word)}")
    only_library = [c for c in current if c not in listed]
    if only_library:
        parts.append(f"{word('library-only')}: {chips_in_words(only_library, kb.meta)}")
    since = _since(kb, [chips[c] for c in current], word)
    if since:
        parts.append(since)
    if gone:
        last = max((chips[c]["last"] for c in gone), key=kb.meta["releases"].index)
        parts.append(f"{word('no-longer')}: {chips_in_words(gone, kb.meta)} ({word('until')} CUDA {last})")
    unknown = [c for c, v in chips.items() if v["ncu"] == "unknown" and v["library"] != "yes"]
    if unknown and parts and answer.get("kind") not in ("counter", "ratio", "throughput"):
        parts.append(word("unknown-elsewhere"))
    parts += _renamed(kb, answer["base"], set(chips), word)
    return "; ".join(parts)


def _listed(kb: KnowledgeBase, chips: dict[str, Answer], listed: list[str], word: Callable[[str], str]) -> str:
    """Chips with the collections that hold the name there; a collection may hold it on some of them alone."""
    by_collections: dict[tuple[str, ...], list[str]] = {}
    for chip in listed:
        by_collections.setdefault(tuple(chips[chip]["collections"]), []).append(chip)
    possible = [c for c, v in chips.items() if v["ncu"] != "unknown"]
    texts = []
    for collections, on in by_collections.items():
        everywhere = len(on) == len(kb.meta["class_of"]) or (set(on) >= set(possible) and len(on) > MANY)
        where = word("all-chips").replace("{n}", str(len(on))) if everywhere else chips_in_words(on, kb.meta)
        texts.append(f"{where} ({', '.join(collections)})")
    return ", ".join(texts)


def _since(kb: KnowledgeBase, rows: list[Answer], word: Callable[[str], str]) -> str:
    order = kb.meta["releases"].index
    firsts = sorted({v["first"] for v in rows if v["first"]}, key=order)
    if not firsts:
        return ""
    text = f"{word('since')} CUDA {release_in_words(kb, firsts[0])}"
    if len(firsts) > 1:
        text += word("later-chips").replace("{release}", firsts[-1])
    lasts = {v["last"] for v in rows if v["last"]}
    if kb.meta["releases"][-1] not in lasts:
        text += f", {word('until')} CUDA {max(lasts, key=order)}"
    return text


def _renamed(kb: KnowledgeBase, base: str, chips: set[str], word: Callable[[str], str]) -> list[str]:
    """Renames on the chips in question, with the chips and the release; elsewhere the name stayed as it is."""
    result = []
    for row in kb.get("rename", base) or []:
        on = [c for one in row["classes"] for c in kb.meta["members"][one] if c in chips]
        if on:
            field, other = ("renamed_to", row["to"]) if "to" in row else ("renamed_from", row["from"])
            result.append(f"{word(field)} {other} ({chips_in_words(on, kb.meta)}, CUDA {row['release']})")
    return result
