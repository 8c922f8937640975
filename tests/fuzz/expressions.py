"""A fuzz run over check and compare: rows of the tables, mutated.  ``python -m tests.fuzz.expressions SECONDS [SEED]``."""

import json
import random
import sys
import time

from metricparse.catalog.store import default
from metricparse.cli.check import values
from metricparse.errors import UsageError
from metricparse.output.check_text import CheckText
from metricparse.output.compare_text import CompareText
from metricparse.output.terminal import Paint
from metricparse.semantics.check import Checker
from metricparse.semantics.compare import Comparer
from tests.report.reports import DATA
from tests.semantics.test_check import EXPRESSIONS
from tests.semantics.test_compare import PAIRS

SIGNS = [*"+-*/()<>=≈;,.:_'\"0123456789%（）＋ \n\t\0🦀", "1e308", "1e-308", "**", "\x1b[2J", "占用率", "x=", "-" * 40]
SIGNS += [
    "sum(",
    "max(",
    "min(",
    "ceil(",
    "count(",
    "breakdown:",
    "pmsampling:",
    ".sum",
    ".avg",
    ".pct",
    "TB/s",
    "B/sector",
]
LONGEST = 3_000
"""Characters of a mutated text."""


def mutate(text, pool, rng):
    """One to six random changes."""
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:at] + rng.choice(SIGNS) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 12) :]
        elif kind == 2:
            other = rng.choice(pool)
            begin = rng.randrange(len(other))
            text = text[:at] + other[begin : begin + rng.randint(1, 40)] + text[at:]
        elif kind == 3:
            text = f"({text}) {rng.choice('+-*/<>≈=')} ({rng.choice(pool)})"
        elif kind == 4:
            text = f"x = {text}; x {rng.choice('+-*/')} {rng.choice(pool)}"
        else:
            text = text[:at] + text[max(0, at - rng.randint(1, 30)) : at] * rng.randint(1, 20) + text[at:]
    return text[:LONGEST]


def printed(text):
    """A rendered answer: something, and nothing that a terminal would obey."""
    bad = [char for char in text if not char.isprintable() and char != "\n"]
    assert text.strip()
    assert not bad


def main(seconds=10.0, seed=0):
    """Run for a while; any exception but a message, or a slow answer, ends it with the input shown."""
    kb = default()
    rng = random.Random(seed)
    pool = [row[0] for row in EXPRESSIONS] + [name for row in PAIRS for name in row[:2]]
    checkers = {lang: Checker(kb, lang, chip) for lang, chip in (("en", None), ("zh", "gh100"))}
    comparers = {lang: Comparer(kb, lang, chip) for lang, chip in (("en", "ga100"), ("zh", None))}
    end = time.monotonic() + seconds
    runs = answered = 0
    while time.monotonic() < end:
        text = mutate(rng.choice(pool), pool, rng)
        lang = rng.choice(["en", "zh"])
        begin = time.monotonic()
        try:
            checker, comparer = checkers[lang], comparers[lang]
            if rng.random() < 0.8:
                result = checker.check(text)
                result["values"] = values(checker, text, str(DATA / "h200_basic.raw.csv.gz")) if runs % 20 == 0 else []
                printed(CheckText(checker.book, lang, rng.choice([40, 100]), Paint(False)).render(result))
            else:
                result = comparer.compare([text, rng.choice(pool)])
                printed(CompareText(comparer.book, lang, rng.choice([40, 100]), Paint(False)).render(result))
            json.dumps(result, allow_nan=False)
            answered += 1
        except UsageError as error:
            assert len(str(error)) < 3 * LONGEST  # noqa: PT017 - a message is an answer
        except Exception:
            print(f"seed {seed}, run {runs}: {text!r}", file=sys.stderr)
            raise
        assert time.monotonic() - begin < 30, text
        runs += 1
    print(f"fuzz: {runs} texts, {answered} of them expressions, no fault")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
