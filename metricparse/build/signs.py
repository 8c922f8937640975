"""The words that the linter looks for in every document, by what they are signs of; compiled, so that a run need not gather them.

The linter finds all of them in one pass (`metricparse.lint.reading.signs`) and then reads only the regions that hold some.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from metricparse.catalog.store import word_key
from metricparse.explain.sections import titles

Entry = dict[str, Any]

_WORD = re.compile(r"[A-Za-z0-9_]+")
CLAIMS = ("metric-absent", "metric-new", "metric-renamed")
"""Readings that say of a metric where it exists."""


def signs(entries: dict[tuple[str, str], Any]) -> dict[str, dict[str, list[str]]]:
    """What is looked for → how it has to stand → words in lower case.

    ``any``: anywhere; ``begin``: behind no letter, digit or underscore; ``alone``: before none either.
    """

    def of(kind: str) -> Iterable[tuple[str, Entry]]:
        return ((key, entry) for (own, key), entry in entries.items() if own == kind)

    meta = entries["meta", "meta"]
    chip_words = [word for _, entry in of("chip-word") for word in entry["words"]]
    families = [entry["family"] for _, entry in of("product") if entry.get("family")]
    capability = [f"{word}{digit}" for word in ("sm", "sm_", "compute", "compute_", "cc", "cc ") for digit in range(10)]
    nvprof = [(key, entry) for key, entry in of("legacy") if entry["era"] == "nvprof" and ("base", key) not in entries]
    features = [word for _, entry in of("feature") for word in entry["words"]]
    claims = [word for key in CLAIMS for lang in ("en", "zh") for word in entries["reading", key][lang]]
    assert not any("patterns" in entries["reading", key] for key in CLAIMS), (
        "what has a gap cannot be found by its words"
    )
    result: dict[str, dict[str, Iterable[str]]] = {
        "chip": {
            "alone": [
                word[0]
                for text in (*meta["products"], *families, *chip_words, *meta["class_of"])
                if not _is_chinese(text) and (word := _WORD.search(text))
            ],
            "any": filter(_is_chinese, chip_words),
            "begin": [*capability, "compute capability"],
        },
        "release": {"begin": ("ncu", "nsight compute", "nsight-compute", "nv-nsight-cu-cli", "cuda")},
        "feature": {"any": [*features, *(word for _, entry in of("feature-word") for word in entry["words"])]},
        "section": {"any": [form for _, entry in of("section") for form in titles(str(entry["display"]))]},
        "pipe": {"any": [word for _, entry in of("pipe-word") for word in entry["words"]]},
        "claim": {"any": claims},
        "nvprof name": {"any": [key for key, _ in nvprof if "_" in key]},
        "nvprof label": {"any": [form for _, entry in nvprof for form in _forms(entry.get("label") or "")]},
    }
    return {
        sign: {how: sorted({word.lower() for word in words}) for how, words in by.items()}
        for sign, by in result.items()
    }


def _is_chinese(word: str) -> bool:
    return any(letter >= "\u4e00" for letter in word)


def _forms(label: str) -> list[str]:
    """A label of nvprof as its window and as its tables write it, if it has more than one word."""
    key = word_key(label)
    return [form for form in (key, key.replace(" memory ", " ")) if " " in form]
