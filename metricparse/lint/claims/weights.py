"""The trained model as data: for every rule, what each feature says about its subject and about its mistake.

The file is written by ``python -m metricparse.build.claims`` from the paraphrase bank; its layout is a line of JSON (the rules in
order, intercepts, limits, scales), then arrays of little-endian numbers: where each bucket's entries begin, the rule of each
entry, its weights
for the subject and for the mistake, and the weights for the mistake that all rules share.
"""

from __future__ import annotations

import json
import os
import sys
from array import array
from functools import cache
from typing import NamedTuple

from metricparse.lint.claims.features import BUCKETS, Features

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "weights.bin")


class Score(NamedTuple):
    """What the model says of a passage and a rule; above 0 it rather is so than not."""

    subject: float
    """Whether it speaks of what the rule is about."""
    mistake: float
    """Whether it makes the rule's mistake, given that."""


class Limits(NamedTuple):
    """From which score of the mistake on a passage is reported."""

    strict: float
    """As the rule's severity says."""
    loose: float
    """As a note at most."""


class Model:
    """Weights by bucket and rule."""

    def __init__(self, data: bytes) -> None:
        head, _, rest = data.partition(b"\n")
        meta = json.loads(head)
        self.rules: list[str] = meta["rules"]
        self.limits = {rule: Limits(*pair) for rule, pair in meta["limits"].items()}
        self.subject: float = meta["subject"]
        """What a passage must reach about a rule's subject before its mistake is looked at."""
        self._subjects: list[float] = meta["subjects"]
        self._mistake: float = meta["mistake"]
        self._scales: tuple[float, float] = (meta["scales"][0], meta["scales"][1])
        entries = meta["entries"]
        parts: list[array[int]] = []
        at = 0
        for code, count in (("I", BUCKETS + 1), ("B", entries), ("h", entries), ("h", entries), ("h", BUCKETS)):
            part: array[int] = array(code)
            size = part.itemsize * count
            part.frombytes(rest[at : at + size])
            if sys.byteorder == "big":
                part.byteswap()
            parts.append(part)
            at += size
        self._starts, self._rules, self._about, self._wrong, self._shared = parts

    def scores(self, found: Features) -> list[Score]:
        """Of every rule, in the order of ``rules``."""
        abouts = [0.0] * len(self.rules)
        wrongs = [0.0] * len(self.rules)
        all_rules = 0.0
        starts, rules, about, wrong, common = self._starts, self._rules, self._about, self._wrong, self._shared
        for bucket, value in found.both:
            all_rules += common[bucket] * value
            for at in range(starts[bucket], starts[bucket + 1]):
                rule = rules[at]
                abouts[rule] += about[at] * value
                wrongs[rule] += wrong[at] * value
        for bucket, value in found.shared:
            all_rules += common[bucket] * value
        first, second = self._scales
        base = self._mistake + second * all_rules
        return [
            Score(subject + first * one, base + second * other)
            for subject, one, other in zip(self._subjects, abouts, wrongs, strict=True)
        ]


@cache
def model() -> Model | None:
    """The model, or None where it has not been trained."""
    try:
        with open(FILE, "rb") as file:
            return Model(file.read())
    except FileNotFoundError:
        return None
