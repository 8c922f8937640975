"""Scores the linter on the labelled corpus of names and command lines.

``python -m tests.lint.corpus`` prints figures by rule for the open part and totals alone for the held-out part; with
``--misses`` it lists what went wrong in the open part.
"""

import collections
import sys
from functools import cache
from pathlib import Path

import yaml

from metricparse.lint.checks import CHECKS, CLAIMS
from tests.lint.examples import findings, marked, offset

NAMES = {rule: check for rule, check in CHECKS.items() if rule not in CLAIMS}
"""What the snippets are labelled for; rules about claims have a bank of their own."""
FOLDER = Path(__file__).parents[1] / "corpus" / "names"


@cache
def snippets(part):
    """The snippets of a part: open or heldout."""
    rows = []
    for path in sorted(FOLDER.glob(f"{part}*.yaml")):
        lang = path.stem.rpartition("_")[2]
        rows += [{"lang": lang, **row} for row in yaml.safe_load(path.read_text(encoding="utf-8"))]
    return rows


def judged(snippet):
    """(right, extra, missed) as lists of (rule, offset, words)."""
    wanted = {(row["rule"], *marked(snippet, row)) for row in snippet["findings"]}
    found = {(one.rule, offset(snippet, one), one.excerpt) for one in findings(snippet, NAMES)}
    return sorted(wanted & found), sorted(found - wanted), sorted(wanted - found)


def score(part):
    """Rule → [right, extra, missed]."""
    table = collections.defaultdict(lambda: [0, 0, 0])
    for snippet in snippets(part):
        for column, rows in enumerate(judged(snippet)):
            for rule, *_ in rows:
                table[rule][column] += 1
    return table


def totals(table):
    """(precision, recall, right, extra, missed) over all rules."""
    right, extra, missed = (sum(row[column] for row in table.values()) for column in range(3))
    return right / (right + extra or 1), right / (right + missed or 1), right, extra, missed


def line(name, numbers):
    precision, recall, right, extra, missed = numbers
    return f"{name:8} precision {precision:.3f}  recall {recall:.3f}  right {right}  extra {extra}  missed {missed}"


def main():
    """Print the figures."""
    table = score("open")
    for rule, row in sorted(table.items()):
        print(line(rule, totals({rule: row})))
    print(line("open", totals(table)), f"over {len(snippets('open'))} snippets")
    print(line("held out", totals(score("heldout"))), f"over {len(snippets('heldout'))} snippets")
    if "--misses" in sys.argv:
        for snippet in snippets("open"):
            _, extra, missed = judged(snippet)
            if extra or missed:
                print(f"\n{snippet['id']} ({snippet['as']}) {snippet.get('doubt', '')}")
                print(snippet["text"].rstrip())
                for kind, rows in (("extra", extra), ("missed", missed)):
                    for rule, _, words in rows:
                        print(f"  {kind} {rule} {words!r}")


if __name__ == "__main__":
    main()
