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
from collections.abc import Iterable
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
        self._starts, rules, self._about, self._wrong, self._shared = parts
        self._rules = rules.tobytes()
        self._numbers = {rule: number for number, rule in enumerate(self.rules)}

    def scores(self, found: Features, asked: Iterable[str]) -> dict[str, Score]:
        """Of the rules asked for, in their order.  Raises KeyError for a rule that the model does not know."""
        numbers = [self._numbers[rule] for rule in asked]
        abouts = dict.fromkeys(numbers, 0.0)
        wrongs = dict.fromkeys(numbers, 0.0)
        all_rules = 0.0
        starts, about, wrong, common = self._starts, self._about, self._wrong, self._shared
        # a bucket holds an entry for some of the rules; the search among them costs less than a look at each
        place = self._rules.find
        for bucket, value in found.both:
            all_rules += common[bucket] * value
            first, last = starts[bucket], starts[bucket + 1]
            if first == last:
                continue
            for number in numbers:
                at = place(number, first, last)
                if at >= 0:
                    abouts[number] += about[at] * value
                    wrongs[number] += wrong[at] * value
        for bucket, value in found.shared:
            all_rules += common[bucket] * value
        first_scale, second_scale = self._scales
        base = self._mistake + second_scale * all_rules
        return {
            self.rules[number]: Score(
                self._subjects[number] + first_scale * abouts[number], base + second_scale * wrongs[number]
            )
            for number in numbers
        }


@cache
def model() -> Model | None:
    """The model, or None where it has not been trained."""
    try:
        with open(FILE, "rb") as file:
            return Model(file.read())
    except FileNotFoundError:
        return None
