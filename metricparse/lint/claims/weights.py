"""The trained model as data: what every feature says for every rule.

The file is written by ``python -m metricparse.build.claims`` from the paraphrase bank; its layout is a line of JSON (the rules
in order, the intercept, each rule's thresholds, the scales), then four arrays: where each bucket's entries begin, their rules, their
weights, and the weights that all rules share.
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


class Limits(NamedTuple):
    """From which score on a passage is reported."""

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
        self._intercept: float = meta["intercept"]
        self._scale: float = meta["scale"]
        sizes = ((("I", BUCKETS + 1)), ("B", meta["entries"]), ("h", meta["entries"]), ("h", BUCKETS))
        parts: list[array[int]] = []
        at = 0
        for code, count in sizes:
            part: array[int] = array(code)
            size = part.itemsize * count
            part.frombytes(rest[at : at + size])
            if sys.byteorder == "big":
                part.byteswap()
            parts.append(part)
            at += size
        self._starts, self._rules, self._weights, self._shared = parts

    def scores(self, found: Features) -> list[float]:
        """Every rule's score, in the order of ``rules``: above 0 the passage rather makes the mistake than not."""
        sums = [0.0] * len(self.rules)
        all_rules = 0.0
        starts, rules, weights, common = self._starts, self._rules, self._weights, self._shared
        for bucket, value in found.both:
            all_rules += common[bucket] * value
            for at in range(starts[bucket], starts[bucket + 1]):
                sums[rules[at]] += weights[at] * value
        for bucket, value in found.shared:
            all_rules += common[bucket] * value
        return [self._intercept + self._scale * (all_rules + one) for one in sums]


@cache
def model() -> Model | None:
    """The model, or None where it has not been trained."""
    try:
        with open(FILE, "rb") as file:
            return Model(file.read())
    except FileNotFoundError:
        return None
