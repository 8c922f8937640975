"""The listed names nearest to one that no list, or no chip asked for, has."""

from __future__ import annotations

from functools import cache
from itertools import islice
from math import log
from typing import Any

from metricparse.catalog.availability import where_is
from metricparse.catalog.store import KnowledgeBase
from metricparse.explain.compose import said
from metricparse.explain.suffixes import legal_suffixes, usual
from metricparse.names.suggest import ranked, suffixes_like

Answer = dict[str, Any]

TYPO = 3
"""Edits up to which a name may be a slip of the fingers; farther ones must hold every known word of the query."""


def nearest_names(kb: KnowledgeBase, text: str, chips: tuple[str, ...], limit: int, lang: str = "en") -> list[Answer]:
    """The nearest names on the chips (on any without), best first, each with a suffix that it can have."""
    prefix, rest = kb.prefix(text)
    base, suffix = _parts(rest)
    if prefix == "group:":
        # groups are listed with their prefix
        prefix, base = "", prefix + base
    # a suffix written with the wrong separator, sm__cycles_active_avg, belongs to no base
    glued = ""
    for rollup in kb.meta["rollups"]:
        for end in (f"_{rollup}", f".{rollup}"):
            if not suffix and base.endswith(end):
                base, glued = base[: -len(end)], f".{rollup}"
    names, weights, by_letters = _listed(kb)
    cased = by_letters.get(base.casefold(), [])
    found = [(n, 1) for n in cased] or ranked(base, names, weights, limit * 3)
    if glued and found and found[0][1] > 2:
        whole = ranked(base + "_" + glued[1:], names, weights, limit * 3)
        if whole and whole[0][1] < found[0][1]:
            found, glued = whole, ""
    known = _words(base) & _vocabulary(kb).keys()
    found = [(n, d) for n, d in found if d <= TYPO or known <= _words(n)]
    result: list[Answer] = []
    for name, distance in found:
        if not _exists(kb, name, chips):
            continue
        form, extra = _suffix_for(kb, name, suffix or glued)
        edits = distance + extra
        if name == base:
            why = said(kb, "dot-before", lang)
        elif cased:
            why = said(kb, "same-letters", lang)
        else:
            why = said(kb, "edits-one" if edits == 1 else "edits-many", lang, n=edits)
        result.append({"name": prefix + name + form, "distance": edits, "why": why})
        if len(result) == limit:
            break
    return result or names_with_its_words(kb, text, chips, lang)


def names_with_its_words(kb: KnowledgeBase, text: str, chips: tuple[str, ...], lang: str) -> list[Answer]:
    """Names of the same unit that share the words of a query, above all the rarest one; at most three."""
    from rapidfuzz.distance import OSA

    prefix, rest = kb.prefix(text)
    base, suffix = _parts(rest)
    counts = _vocabulary(kb)
    rare = {word: log(len(kb.names) / counts[word]) for word in _words(base) if word in counts}
    if not rare:
        return []
    rarest = max(rare, key=lambda word: rare[word])
    unit = base.partition("__")[0]
    rated: list[tuple[float, str]] = []
    for name in _holding(kb)[rarest]:
        if not name.startswith(unit):
            continue
        words = _words(name)
        # variants for the sampler only where the query means them
        if "realtime" in words and "realtime" not in rare:
            continue
        if name.partition("__")[0] == unit and name != base:
            same = sum(weight for word, weight in rare.items() if word in words)
            more = sum(log(len(kb.names) / counts[word]) for word in words - rare.keys())
            rated.append((more - 2 * same, name))
    why = said(kb, "words-in-common", lang)
    there = (name for _, name in sorted(rated) if _exists(kb, name, chips))
    return [
        {
            "name": prefix + name + _suffix_for(kb, name, suffix)[0],
            "distance": int(OSA.distance(base, name)),
            "why": why,
        }
        for name in islice(there, 3)
    ]


def _parts(name: str) -> tuple[str, str]:
    """Base and suffix by their form alone."""
    at = name.find(".", max(name.find("__"), 0))
    return (name, "") if at < 0 else (name[:at], name[at:])


def _exists(kb: KnowledgeBase, name: str, chips: tuple[str, ...]) -> bool:
    if kb.record(name) is None:
        return False
    if not chips:
        return True
    where = where_is(kb, name)
    return any(where.on(chip) in ("yes", "unknown") for chip in chips)


def _suffix_for(kb: KnowledgeBase, name: str, wanted: str) -> tuple[str, int]:
    """The suffix of a suggestion, and by how many letters it differs from the one asked for."""
    record = kb.record(name)
    assert record is not None
    legal = legal_suffixes(kb, record)
    if not wanted or not legal:
        return usual(record) if record["kind"] == "throughput" else "", 0
    if wanted in legal:
        return wanted, 0
    # the suffix of another kind says nothing about the one that is wanted here
    return (usual(record), 0) if wanted in kb.suffixes else suffixes_like(wanted, legal)[0]


def _words(name: str) -> set[str]:
    return {word for word in name.replace(".", "_").split("_") if word}


@cache
def _listed(kb: KnowledgeBase) -> tuple[list[str], list[float], dict[str, list[str]]]:
    """Listed names, their weights, and the names by their case-folded form."""
    by_letters: dict[str, list[str]] = {}
    for name in kb.names:
        by_letters.setdefault(name.casefold(), []).append(name)
    return list(kb.names), list(kb.names.values()), by_letters


@cache
def _vocabulary(kb: KnowledgeBase) -> dict[str, int]:
    """Every word of a listed name → in how many names it stands."""
    return {word: len(names) for word, names in _holding(kb).items()}


@cache
def _holding(kb: KnowledgeBase) -> dict[str, list[str]]:
    """Every word of a listed name → the names in which it stands."""
    holding: dict[str, list[str]] = {}
    for name in kb.names:
        for word in _words(name):
            holding.setdefault(word, []).append(name)
    return holding
