"""Finding names: by words in them and in their meaning, or by their properties."""

from __future__ import annotations

from typing import Any

from metricparse.catalog.availability import availability
from metricparse.catalog.chips import release_of, target
from metricparse.catalog.store import KnowledgeBase
from metricparse.errors import UsageError
from metricparse.explain.compose import text_of
from metricparse.explain.families import expand_braces
from metricparse.names.glob import glob

Row = dict[str, Any]


def _split_words(text: str) -> list[str]:
    words = []
    for part in text.casefold().replace("_", " ").replace(".", " ").split():
        words.append(part)
    return words


def search(
    kb: KnowledgeBase, text: str, lang: str, chips: tuple[str, ...] = (), limit: int = 20
) -> tuple[list[Row], int]:
    """Hits for some words, best first, and how many there are in all.

    A hit holds every word: in the name itself, its phrase, its label, or the words of a concept.  Ranked by where the
    words stand (whole word before part of one, name before text) and by how much a name is used.
    """
    words = _split_words(text)
    if not words:
        return [], 0
    wanted = [c for chip in chips for c in target(kb, chip).chips]
    hits: list[tuple[float, Row]] = []
    weights = kb.names
    for name, record in kb.items("base"):
        if wanted and not any(availability(kb, record).on(c) == "yes" for c in wanted):
            continue
        phrase = record["phrase"][lang]
        score = _score(words, name, phrase + " " + record["phrase"]["en"])
        if score:
            hits.append((score + 0.5 * weights.get(name, 0), {"name": name, "kind": record["kind"], "text": phrase}))
    for _, entry in kb.items("label"):
        score = _score(words, entry["label"], "")
        if score:
            metrics = list(dict.fromkeys(m.get("metric", "") for m in entry["meanings"]))
            text_ = ", ".join(metrics[:3]) + (" …" if len(metrics) > 3 else "")
            hits.append((score + 2, {"name": entry["label"], "kind": "label", "text": text_}))
    for kind in ("term", "stall"):
        for key, entry in kb.items(kind):
            title = text_of(entry, "name", lang) or entry.get("label") or key
            known = " ".join(w for ws in (entry.get("words") or {}).values() for w in ws)
            score = _score(words, f"{title} {key.replace('_', ' ')} {known}", text_of(entry, "text", lang))
            if score:
                hits.append((score + 3, {"name": title, "kind": "concept", "text": text_of(entry, "text", lang)}))
    hits.sort(key=lambda hit: (-hit[0], hit[1]["name"]))
    return [row for _, row in hits[:limit]], len(hits)


def _score(words: list[str], name: str, text: str) -> float:
    own = name.casefold()
    parts = set(own.replace("_", " ").replace(".", " ").split())
    described = text.casefold()
    score = 0.0
    for word in words:
        if word in parts:
            score += 4
        elif word in own:
            score += 2
        elif word in described:
            score += 1
        else:
            return 0.0
    return score / len(words)


def listing(
    kb: KnowledgeBase,
    pattern: str = "",
    unit: str | None = None,
    kind: str | None = None,
    quantity: str | None = None,
    collection: str | None = None,
    chips: tuple[str, ...] = (),
    release: str | None = None,
) -> list[Row]:
    """Base names with all the properties asked for, sorted.

    Raises UsageError for a value that no name has, naming those there are.
    """
    wanted = [c for chip in chips for c in target(kb, chip).chips]
    library = release_of(kb, release) if release else None
    patterns = expand_braces(pattern) if pattern else [""]
    if patterns is None:
        raise UsageError(f"cannot read the pattern {pattern!r}: use * for any text and {{a,b}} for alternatives")
    rows: list[Row] = []
    units, kinds, quantities, collections = set(), set(), set(), set()
    for name, record in kb.items("base"):
        decoded = record["decoded"]
        have = set(record.get("ncu", {}))
        units.add(decoded[1])
        kinds.add(record["kind"])
        quantities.add(decoded[3])
        collections |= have
        if (unit and decoded[1] != unit) or (kind and record["kind"] != kind) or (quantity and decoded[3] != quantity):
            continue
        if collection and collection not in have:
            continue
        if pattern and not any(glob(one if "*" in one else f"*{one}*", name) for one in patterns):
            continue
        where = availability(kb, record) if wanted or library else None
        if wanted and where and not any(where.on(c) == "yes" and _in(where.listed[c], collection) for c in wanted):
            continue
        if library and where:
            on = wanted or list(where.library)
            if not any(library in where.library.get(c, ()) for c in on):
                continue
        rows.append({"name": name, "kind": record["kind"], "unit": decoded[1], "quantity": decoded[3]})
    for value, known, option in (
        (unit, units, "--unit"),
        (kind, kinds, "--kind"),
        (quantity, quantities, "--quantity"),
        (collection, collections, "--collection"),
    ):
        if value and value not in known:
            from metricparse.names.suggest import closest

            near = closest(value, sorted(known))[:3] or sorted(filter(None, known))[:8]
            raise UsageError(f"no name has {option} {value!r}; there are {', '.join(near)}, …")
    return rows


def _in(collections: tuple[str, ...], wanted: str | None) -> bool:
    return wanted is None or wanted in collections
