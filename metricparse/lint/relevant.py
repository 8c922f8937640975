"""Whether a file can hold anything that a rule objects to; most files of a docs tree cannot, and are not read further."""

from __future__ import annotations

from functools import cache

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.reading.words import words
from metricparse.lint.suppress import MARK


@cache
def _signs(kb: KnowledgeBase) -> tuple[bytes, ...]:
    chips = {word for entry in dict(kb.items("chip-word")).values() for word in entry["words"]}
    families = {alias for alias in kb.meta["products"] if len(alias) > 1}
    firsts = {word.split(" ")[0].split("-")[0].lower() for word in (*chips, *families, *kb.meta["class_of"])}
    firsts -= {"nvidia", "geforce", "data", "consumer", "graphics", "datacenter", "tesla", "titan", "quadro", "jetson"}
    features = {word.lower() for key, entry in kb.items("feature") for word in entry["words"] if len(word) > 3}
    plain = (
        *words(kb, "signs"),
        *words(kb, "kernel-words"),
        MARK,
        *firsts,
        *features,
        "geforce",
        "tesla v",
        "tesla t",
        "jetson",
    )
    return tuple(sorted({word.encode() for word in plain}, key=len))


def may_matter(kb: KnowledgeBase, data: bytes) -> bool:
    """Whether a file names a metric, a profiler, a chip, or another thing that rules are about."""
    lowered = data.lower()
    return any(sign in lowered for sign in _signs(kb))
