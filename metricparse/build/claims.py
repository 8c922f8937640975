"""``python -m metricparse.build.claims`` trains the reader of claims on the paraphrase bank and writes its weights.

What is learned from: the open part of tests/corpus/bank (every wrong item for its rule, every right one against it), the examples of
the rules, and, as text that makes no mistake, the knowledge base itself.  The held-out part is never read.  Weights are those of one
linear classifier over features of two kinds: shared by all rules, and of one rule; so a rule with few items borrows from the others how
a text denies, asks or concludes, and learns for itself what it is about.

A rule's limits come from scores that a model gives to writers it was not trained on.  The result is the same every time.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.svm import LinearSVC

from metricparse.catalog.store import KnowledgeBase, default
from metricparse.lint.claims.concepts import concepts
from metricparse.lint.claims.features import BUCKETS, features, read
from metricparse.lint.claims.frames import refuted
from metricparse.lint.claims.gates import concerns, gates
from metricparse.lint.claims.judge import said
from metricparse.lint.claims.passages import passages
from metricparse.lint.claims.weights import FILE
from metricparse.lint.model import Setting
from metricparse.lint.reading.page import Page
from metricparse.text.document import read_document
from tests.lint.claims.bank import FOLDER, Item, items

STRENGTH = 1.0
"""Inverse of the regularization: what cross-validation over writers likes best."""
OTHERS = 3
"""Rules of which a passage is shown as no example, beside its own."""
PRECISION = 0.95
"""What a rule's findings must reach on writers that the model has not seen."""
STRICT = 0.98
"""The same for findings that are more than notes."""
NAMES = {"python": "a.py", "shell": "a.sh", "text": "a.txt", "rst": "a.rst", "notebook": "a.ipynb", "makefile": "Makefile", "yaml": "a.yml"}


class Row(NamedTuple):
    """A passage with what is known about it."""

    writer: str
    wrong: str
    """The rule whose mistake it makes; empty if it makes none."""
    own: str
    """The rule that it was written for; empty for text that no rule is shown."""
    both: Any
    """Buckets and values of its features."""
    shared: Any
    """The same for those that all rules weigh alike."""
    concerned: tuple[str, ...]
    """Rules whose concepts occur in it."""
    item: int
    """Number of the text that it belongs to."""


def rows_of(kb: KnowledgeBase, name: str, lang: str, text: str, marks: tuple[tuple[int, int], ...], own: str, wrong: bool, writer: str, item: int) -> list[Row]:
    """The passages of a text; of a wrong one those alone that hold the marked words."""
    page = Page(read_document(name, text.encode("utf-8", "surrogatepass"), None), Setting(kb, lang))  # type: ignore[arg-type]
    book = concepts(kb)
    table = gates(kb)
    found = []
    for passage in passages(page):
        reading = read(book, said(page, passage).lower(), passage)
        if not reading.mentions or refuted(page, passage, reading):
            continue
        touched = any(
            first < end and start < last
            for first, last in (page.region(one.region).range(one.start, one.end) for one in passage.pieces)
            for start, end in marks
        )
        if wrong and not touched:
            continue
        found_here = features(book, reading)
        concerned = tuple(rule for rule, gate in table.items() if concerns(gate, reading))
        both, shared = (
            (np.array([one for one, _ in part], dtype=np.int64), np.array([value for _, value in part]))
            for part in found_here
        )
        found.append(Row(writer, own if wrong else "", own, both, shared, concerned, item))
    return found


def bank_rows(kb: KnowledgeBase, bank: Iterable[Item], first: int = 0) -> list[Row]:
    """Passages of items of the bank."""
    found: list[Row] = []
    for number, one in enumerate(bank, first):
        found += rows_of(kb, "a.md", one.lang, one.text, one.marks, one.rule, one.wrong, one.writer, number)
    return found


def example_rows(kb: KnowledgeBase, first: int) -> list[Row]:
    """Passages of the rules' own examples."""
    found: list[Row] = []
    number = first
    for rule, record in kb.items("rule"):
        for example in record["examples"]:
            number += 1
            text = example["text"]
            marks = []
            for words in example["bad"]:
                words = words if isinstance(words, str) else words["words"]
                at = text.index(words)
                marks.append((at, at + len(words)))
            wrong = bool(marks) and rule in gates(kb)
            if marks and not wrong:
                continue
            own = rule if rule in gates(kb) else ""
            found += rows_of(kb, NAMES.get(example["as"], "a.md"), example["lang"], text, tuple(marks), own, wrong, "examples", number)
    return found


def background_rows(kb: KnowledgeBase, first: int) -> list[Row]:
    """Passages of the knowledge base: what it says makes no mistake."""
    found: list[Row] = []
    number = first
    for kind in ("term", "stall", "counter", "section", "option", "question", "rule", "quantity", "stage", "unit", "filter", "attribute", "identity"):
        for _, entry in kb.items(kind):
            for lang in ("en", "zh"):
                for text in texts(entry, lang):
                    number += 1
                    found += rows_of(kb, "a.md", lang, text, (), "", False, "kb", number)
    return found


def texts(entry: Any, lang: str) -> Iterable[str]:
    """Every sentence-like text of an entry in a language; what stands under ``examples`` or ``words`` is none."""
    if isinstance(entry, dict):
        if isinstance(entry.get(lang), str) and len(entry[lang]) > 20:
            yield entry[lang]
        for key, value in entry.items():
            if key not in ("examples", "words", "labels"):
                yield from texts(value, lang)
    elif isinstance(entry, list):
        for value in entry:
            yield from texts(value, lang)


class Trained(NamedTuple):
    """Weights before they are written."""

    rules: list[str]
    weights: Any
    """By column: shared ones first, then a block for every rule."""
    intercept: float

    def scores(self, row: Row) -> dict[str, float]:
        """Scores of the rules that a row concerns."""
        (buckets, values), (others, weights) = row.both, row.shared
        shared = float(self.weights[buckets] @ values) + float(self.weights[others] @ weights) + self.intercept
        place = {rule: at for at, rule in enumerate(self.rules, 1)}
        return {
            rule: shared + float(self.weights[buckets + BUCKETS * place[rule]] @ values)
            for rule in row.concerned
            if rule in place
        }


def chosen(rows: list[Row], rules: list[str], seed: int) -> list[tuple[int, str, int, float]]:
    """(row, rule, whether it makes the rule's mistake, how much it counts)."""
    rng = np.random.default_rng(seed)
    known = set(rules)
    found = []
    for at, row in enumerate(rows):
        if row.own in known:
            found.append((at, row.own, int(bool(row.wrong)), 1.0))
        others = [rule for rule in row.concerned if rule in known and rule != row.own]
        if others:
            for rule in rng.choice(others, size=min(OTHERS, len(others)), replace=False):
                found.append((at, str(rule), 0, 0.2 if row.wrong else 0.7))
    return found


def fitted(rows: list[Row], rules: list[str], pairs: list[tuple[int, str, int, float]]) -> Trained:
    """A linear classifier over rows put to rules."""
    place = {rule: at for at, rule in enumerate(rules, 1)}
    starts = [0]
    columns, values = [], []
    for at, rule, _, _ in pairs:
        (buckets, weights), (others, more) = rows[at].both, rows[at].shared
        columns += [buckets, buckets + BUCKETS * place[rule], others]
        values += [weights, weights, more]
        starts.append(starts[-1] + 2 * len(buckets) + len(others))
    every = np.concatenate(columns)
    used, compact = np.unique(every, return_inverse=True)
    matrix = sparse.csr_matrix((np.concatenate(values), compact, starts), shape=(len(pairs), len(used)))
    machine = LinearSVC(C=STRENGTH, random_state=0, max_iter=4000)
    machine.fit(matrix, [pair[2] for pair in pairs], sample_weight=[pair[3] for pair in pairs])
    weights = np.zeros(BUCKETS * (len(rules) + 1), dtype=np.float32)
    weights[used] = machine.coef_[0]
    return Trained(rules, weights, float(machine.intercept_[0]))


def trained(rows: list[Row], rules: list[str]) -> Trained:
    """Trained twice: the second time also on what the first model takes for mistakes that are none."""
    pairs = chosen(rows, rules, 0)
    first = fitted(rows, rules, pairs)
    have = {(at, rule) for at, rule, _, _ in pairs}
    more = []
    for at, row in enumerate(rows):
        if row.wrong:
            continue
        for rule, score in first.scores(row).items():
            if score > -0.7 and (at, rule) not in have:
                more.append((at, rule, 0, 1.0))
    return fitted(rows, rules, pairs + more) if more else first


def folds(rows: list[Row], count: int) -> list[list[int]]:
    """Indices of rows by fold; a writer's items are in one fold, and text without a writer is cut by its number."""
    writers = sorted({row.writer for row in rows} - {"kb", "examples"})
    at = {writer: number % count for number, writer in enumerate(writers)}
    found: list[list[int]] = [[] for _ in range(count)]
    for number, row in enumerate(rows):
        found[at.get(row.writer, row.item % count)].append(number)
    return found


class Scored(NamedTuple):
    """What a model that has not seen a text says of it."""

    row: Row
    scores: dict[str, float]


def crossed(rows: list[Row], rules: list[str], groups: list[list[int]]) -> list[Scored]:
    """Scores of every row by a model that was trained on the other folds."""
    found = []
    for group in groups:
        inside = set(group)
        machine = trained([row for at, row in enumerate(rows) if at not in inside], rules)
        found += [Scored(rows[at], machine.scores(rows[at])) for at in group]
    return found


def limits(scored: list[Scored], rules: list[str]) -> dict[str, tuple[float, float]]:
    """Rule → (strict, loose) limits: the lowest scores from which on enough of its findings are right.

    A rule with few findings leans on all of them together.
    """
    by_rule: dict[str, list[tuple[float, bool]]] = {rule: [] for rule in rules}
    for one in scored:
        for rule, score in one.scores.items():
            # a wrong text of another rule may well make this mistake too; it counts for nothing
            if not one.row.wrong or one.row.wrong == rule:
                by_rule[rule].append((score, one.row.wrong == rule))
    every = [pair for pairs in by_rule.values() for pair in pairs]
    strict, loose = lowest(every, STRICT, 0.0, 0), lowest(every, PRECISION, 0.0, 0)
    found = {}
    for rule, pairs in by_rule.items():
        own = lowest(pairs, PRECISION, loose, 4)
        found[rule] = (round(max(own, lowest(pairs, STRICT, strict, 4)), 3), round(own, 3))
    return found


def lowest(pairs: list[tuple[float, bool]], wanted: float, prior: float, weight: int) -> float:
    """The lowest score from which on a share ``wanted`` is right, with ``weight`` imagined findings of that share at hand.

    Never more than 0.5 below ``prior``, where one is given.
    """
    right = total = 0
    best = max((score for score, _ in pairs), default=9.0) + 1.0
    for score, is_right in sorted(pairs, reverse=True):
        if weight and score < prior - 0.5:
            break
        right += is_right
        total += 1
        if (right + weight * wanted) / (total + weight) >= wanted and is_right:
            best = score
    return best


def written(machine: Trained, pairs: dict[str, tuple[float, float]], path: Path) -> int:
    """Write the weights; gives their number of bytes.  Weights too small to matter are left out."""
    scale = float(np.abs(machine.weights).max()) / 32000
    whole = np.rint(machine.weights / scale).astype(np.int32).reshape(len(machine.rules) + 1, BUCKETS)
    small = int(0.02 * np.abs(whole).max())
    shared, own = whole[0], whole[1:]
    own[np.abs(own) <= small] = 0
    counts = (own != 0).sum(axis=0)
    starts = np.concatenate([[0], np.cumsum(counts)]).astype("<u4")
    bucket, rule = np.nonzero(own.T)
    meta = {
        "rules": machine.rules,
        "intercept": round(machine.intercept, 6),
        "scale": scale,
        "entries": len(bucket),
        "limits": pairs,
    }
    data = json.dumps(meta, separators=(",", ":")).encode() + b"\n" + starts.tobytes()
    data += rule.astype("u1").tobytes() + own.T[bucket, rule].astype("<i2").tobytes() + shared.astype("<i2").tobytes()
    path.write_bytes(data)
    return len(data)


def report(scored: list[Scored], pairs: dict[str, tuple[float, float]]) -> str:
    """Figures on writers that the model has not seen, by rule."""
    best: dict[int, tuple[float, str, Row]] = {}
    for one in scored:
        if one.row.writer == "kb":
            continue
        for rule, score in one.scores.items():
            beyond = score - pairs[rule][1]
            if one.row.item not in best or beyond > best[one.row.item][0]:
                best[one.row.item] = (beyond, rule, one.row)
    table: dict[str, list[int]] = {}
    seen: dict[int, Row] = {}
    for one in scored:
        if one.row.writer != "kb":
            seen.setdefault(one.row.item, one.row)
    other = 0
    for number, row in seen.items():
        line = table.setdefault(row.own or "-", [0, 0, 0])
        beyond, rule, _ = best.get(number, (-9.0, "", row))
        if beyond >= 0:
            if row.wrong == rule:
                line[0] += 1
                continue
            if row.wrong:
                other += 1
            else:
                table.setdefault(rule, [0, 0, 0])[1] += 1
        if row.wrong:
            line[2] += 1
    lines = []
    total = [0, 0, 0]
    for rule, (right, extra, missed) in sorted(table.items()):
        total = [total[0] + right, total[1] + extra, total[2] + missed]
        lines.append(f"{rule:5} precision {right / (right + extra or 1):.3f} recall {right / (right + missed or 1):.3f}  {right}/{extra}/{missed}")
    right, extra, missed = total
    lines.append(f"all   precision {right / (right + extra or 1):.3f} recall {right / (right + missed or 1):.3f}  {right}/{extra}/{missed}; another rule spoke on {other} wrong ones")
    background = sum(
        1 for one in scored if one.row.writer == "kb" and any(score >= pairs[rule][1] for rule, score in one.scores.items())
    )
    lines.append(f"findings in the knowledge base: {background} of {sum(1 for one in scored if one.row.writer == 'kb')} passages")
    return "\n".join(lines)


def main() -> None:
    """Train, print figures by rule on unseen writers, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folds", type=int, default=4)
    parser.add_argument("--bank", type=Path, default=FOLDER)
    parser.add_argument("--dry", action="store_true", help="print figures and write nothing")
    parser.add_argument("--no-background", action="store_true")
    options = parser.parse_args()
    kb = default()
    bank = items("open", options.bank)
    rules = sorted({one.rule for one in bank})
    rows = bank_rows(kb, bank)
    if not options.no_background:
        rows += example_rows(kb, 1_000_000)
        rows += background_rows(kb, 2_000_000)
    print(f"{len(bank)} items, {len(rows)} passages, {len(rules)} rules", flush=True)
    scored = crossed(rows, rules, folds(rows, options.folds))
    pairs = limits(scored, rules)
    print(report(scored, pairs))
    if not options.dry:
        print(f"{written(trained(rows, rules), pairs, Path(FILE)):,} bytes; checksum {zlib.crc32(Path(FILE).read_bytes()):08x}")


if __name__ == "__main__":
    main()
