"""Scores the reader of claims on the paraphrase bank.

``python -m tests.lint.claims.score`` prints figures by rule for the open part and totals alone for the held-out part.  The
weights were trained on the open part, so its figures say how well it is fitted; how well unseen writers are read, the held-out
part says.  A finding counts as right where the rule is that of the text and the marked words are touched; on the mistake of
another rule it counts apart, since a sentence may well make two.
"""

import collections
import sys
from typing import NamedTuple

from metricparse.catalog.store import default
from metricparse.lint.checks import CHECKS, CLAIMS
from metricparse.lint.config import Config
from metricparse.lint.engine import linted
from metricparse.lint.model import Setting
from tests.lint.claims.bank import items

FAMILIES = {"stalls": "S", "occupancy": "O", "memory": "M", "arithmetic": "D", "conditions": "P", "evidence": "C"}
PREVIEW = Config(preview=True)


class Figures(NamedTuple):
    """How many findings were right, how many stood on right text, how many mistakes were missed, how many were another rule's."""

    right: int = 0
    extra: int = 0
    missed: int = 0
    other: int = 0

    def plus(self, more):
        """The sum of both."""
        return Figures(*(one + two for one, two in zip(self, more, strict=True)))

    @property
    def precision(self):
        """Share of findings that are right, those on another rule's mistake left out."""
        return self.right / (self.right + self.extra or 1)

    @property
    def recall(self):
        """Share of mistakes that their own rule finds."""
        return self.right / (self.right + self.missed or 1)

    def __str__(self):
        return (
            f"precision {self.precision:.3f}  recall {self.recall:.3f}  right {self.right}  extra {self.extra}"
            f"  missed {self.missed}  on another rule's mistake {self.other}"
        )


def found(item):
    """(rule, start, end) of what rules about claims report on an item."""
    checks = {rule: CHECKS[rule] for rule in CLAIMS}
    outcome, errors = linted("a.md", item.text.encode("utf-8"), checks, Setting(default(), item.lang), PREVIEW)
    assert not errors
    lines = [0]
    for line in item.text.split("\n"):
        lines.append(lines[-1] + len(line) + 1)
    return [
        (
            one.rule,
            lines[one.place.line - 1] + one.place.column - 1,
            lines[one.place.end_line - 1] + one.place.end_column - 1,
        )
        for one in outcome
    ]


def scored(item):
    """Figures of one item, by the rule that they count for."""
    table = {}
    reported = found(item)
    touched = [rule for rule, start, end in reported if any(start < last and first < end for first, last in item.marks)]
    if not item.wrong:
        for rule, _, _ in reported:
            table[rule] = table.get(rule, Figures()).plus(Figures(extra=1))
        return table
    hit = item.rule in touched
    table[item.rule] = Figures(right=int(hit), missed=int(not hit))
    for rule in touched:
        if rule != item.rule:
            table[rule] = table.get(rule, Figures()).plus(Figures(other=1))
    for rule, start, end in reported:
        # what stands beside the marked words is right, or at least not labelled as wrong
        if not any(start < last and first < end for first, last in item.marks):
            table[rule] = table.get(rule, Figures()).plus(Figures(extra=1))
    return table


def score(part, step=1):
    """Rule → figures, over every ``step``-th item."""
    table = collections.defaultdict(Figures)
    for item in items(part)[::step]:
        for rule, one in scored(item).items():
            table[rule] = table[rule].plus(one)
    return dict(table)


def total(table, family=""):
    """Figures over all rules, or over those of a family."""
    result = Figures()
    for rule, one in table.items():
        if rule.startswith(family):
            result = result.plus(one)
    return result


def main():
    """Print the figures."""
    if "--heldout" not in sys.argv:
        table = score("open")
        for rule, one in sorted(table.items()):
            print(f"{rule:10} {one}")
        print(f"{'open':10} {total(table)}")
    table = score("heldout")
    print(f"{'held out':10} {total(table)}")
    for name, letter in FAMILIES.items():
        print(f"  {name:10} {total(table, letter)}")


if __name__ == "__main__":
    main()
