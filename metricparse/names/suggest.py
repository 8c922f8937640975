"""The real names closest to a wrong one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def closest(word: str, candidates: Sequence[str], limit: int = 5, cutoff: float = 0.6) -> list[str]:
    """Candidates similar to a word, best first; none below the cutoff (0 to 1)."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extract(word, candidates, scorer=OSA.normalized_similarity, limit=limit, score_cutoff=cutoff)
    return [candidate for candidate, _, _ in found]


def ranked(
    word: str, candidates: Sequence[str], weight: Sequence[float], limit: int = 5, furthest: int | None = None
) -> list[tuple[str, int]]:
    """(candidate, edits) by number of edits, then by weight (larger first), then by name.

    An edit is a letter inserted, dropped, changed, or swapped with its neighbour.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    most = furthest if furthest is not None else max(3, len(word) // 3)
    found = process.extract(word, candidates, scorer=OSA.distance, limit=max(limit * 8, 64), score_cutoff=most)
    order = sorted(found, key=lambda item: (item[1], -weight[item[2]], item[0]))
    return [(candidate, int(distance)) for candidate, distance, _ in order[:limit]]


def suffixes_like(suffix: str, legal: Iterable[str]) -> list[tuple[str, int]]:
    """Legal suffixes by how near they are to a wrong one: parts in common first, then edits."""
    from rapidfuzz.distance import OSA

    def key(candidate: str) -> tuple[int, int, str]:
        wrong = _words(suffix)
        right = _words(candidate)
        return (len(set(wrong) ^ set(right)), OSA.distance(suffix, candidate), candidate)

    order = sorted(legal, key=key)
    return [(candidate, OSA.distance(suffix, candidate)) for candidate in order]


def _words(suffix: str) -> list[str]:
    return [word for part in suffix.split(".") for word in part.split("_") if word]
