"""``python -m metricparse.build.claims`` trains the reader of claims on the paraphrase bank and writes its weights.

What is learned from: the open part of tests/corpus/bank (every wrong item for its rule, every right one against it), the
examples of the rules, and, as text that makes no mistake, whole documents of the bank and the knowledge base itself.  The
held-out part is never read.

Two linear classifiers over the same features: one tells what a passage is about, rule by rule; the other tells a rule's mistake
from what is right.  The second has weights that all rules share, so that a rule with few items borrows from the others how a
text denies, asks or concludes, and weights of its own.  A rule's limits come from scores that a model gives to writers it was
not trained on.  The result is the same every time.
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
from metricparse.lint.claims import judge
from metricparse.lint.claims.concepts import concepts
from metricparse.lint.claims.features import BUCKETS, features, read
from metricparse.lint.claims.frames import refuted
from metricparse.lint.claims.gates import claims, concerns, gates
from metricparse.lint.claims.judge import said
from metricparse.lint.claims.passages import passages
from metricparse.lint.claims.weights import FILE, Score
from metricparse.lint.model import Setting
from metricparse.lint.reading.page import Page
from metricparse.text.document import read_document
from tests.lint.claims.bank import FOLDER, Item, items

TOPIC = 0.5
"""Inverse of the regularization of the classifiers of subjects."""
SUBJECT = -0.5
"""What a passage must reach about a rule's subject before its mistake is looked at."""
OTHER = 0.0
"""How much a finding on another rule's mistake counts against a rule: it may well be both."""
EXAMPLE = 6.0
"""How much a rule's own examples count: they say what the rule finds, so it must find them."""
SMALL = 0.02
"""Share of the largest weight below which a weight is left out."""
STRENGTH = 1.0
"""Inverse of the regularization: what cross-validation over writers likes best."""
OTHERS = 3
"""Rules of which a passage is shown as no example, beside its own."""
PRECISION = 0.97
"""What a rule's findings must reach on writers that the model has not seen."""
STRICT = 0.985
"""The same for findings that are more than notes."""
NAMES = {
    "python": "a.py",
    "shell": "a.sh",
    "text": "a.txt",
    "rst": "a.rst",
    "notebook": "a.ipynb",
    "makefile": "Makefile",
    "yaml": "a.yml",
}


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


def rows_of(
    kb: KnowledgeBase,
    name: str,
    lang: str,
    text: str,
    marks: tuple[tuple[int, int], ...],
    own: str,
    wrong: bool,
    writer: str,
    item: int,
) -> list[Row]:
    """The passages of a text; of a wrong one those alone that hold the marked words."""
    page = Page(read_document(name, text.encode("utf-8", "surrogatepass"), None), Setting(kb, lang))  # type: ignore[arg-type]
    book = concepts(kb)
    table = gates(kb)
    found = []
    for passage in passages(page):
        reading = read(book, said(page, passage).lower(), passage)
        if not reading.mentions or refuted(page, passage):
            continue
        touched = any(
            first < end and start < last
            for first, last in (page.region(one.region).range(one.start, one.end) for one in passage.pieces)
            for start, end in marks
        )
        if wrong and not touched:
            continue
        found_here = features(book, reading)
        concerned = (
            tuple(rule for rule, gate in table.items() if concerns(gate, reading)) if claims(book, reading) else ()
        )
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
            found += rows_of(
                kb,
                NAMES.get(example["as"], "a.md"),
                example["lang"],
                text,
                tuple(marks),
                own,
                wrong,
                "examples",
                number,
            )
    return found


def background_rows(kb: KnowledgeBase, first: int) -> list[Row]:
    """Passages of the knowledge base: what it says makes no mistake."""
    found: list[Row] = []
    number = first
    for kind in (
        "term",
        "stall",
        "counter",
        "section",
        "option",
        "question",
        "rule",
        "quantity",
        "stage",
        "unit",
        "filter",
        "attribute",
        "identity",
    ):
        for _, entry in kb.items(kind):
            for lang in ("en", "zh"):
                for text in texts(entry, lang):
                    number += 1
                    found += rows_of(kb, "a.md", lang, text, (), "", False, "kb", number)
    return found


def clean_rows(kb: KnowledgeBase, folder: Path, first: int) -> list[Row]:
    """Passages of whole documents that make no mistake."""
    found: list[Row] = []
    for number, path in enumerate(sorted(folder.glob("clean/*/*.md")), first):
        found += rows_of(kb, path.name, path.name[:2], path.read_text(encoding="utf-8"), (), "", False, "clean", number)
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
    mistake: Any
    """By column: those that all rules share first, then a block for every rule."""
    intercept: float
    subject: Any
    """Rule × bucket."""
    intercepts: Any

    def scores(self, row: Row) -> dict[str, Score]:
        """Scores of the rules that a row concerns."""
        (buckets, values), (others, more) = row.both, row.shared
        shared = float(self.mistake[buckets] @ values) + float(self.mistake[others] @ more) + self.intercept
        found = {}
        for at, rule in enumerate(self.rules):
            if rule in row.concerned:
                own = float(self.mistake[buckets + BUCKETS * (at + 1)] @ values)
                found[rule] = Score(float(self.subject[at, buckets] @ values) + self.intercepts[at], shared + own)
        return found


def chosen(rows: list[Row], rules: list[str]) -> list[tuple[int, str, int, float]]:
    """(row, rule, whether it makes the rule's mistake, how much it counts).

    What was written for a rule is shown to that rule; text that makes no mistake, to some that it concerns.
    """
    rng = np.random.default_rng(0)
    known = set(rules)
    found = []
    for at, row in enumerate(rows):
        if row.own in known:
            found.append((at, row.own, int(bool(row.wrong)), EXAMPLE if row.writer == "examples" else 1.0))
        elif not row.own:
            others = [rule for rule in row.concerned if rule in known]
            if others:
                for rule in rng.choice(others, size=min(OTHERS, len(others)), replace=False):
                    found.append((at, str(rule), 0, 0.5))
    return found


def mistakes(rows: list[Row], rules: list[str], pairs: list[tuple[int, str, int, float]]) -> tuple[Any, float]:
    """Weights and intercept of the classifier that tells a rule's mistake from what is right."""
    place = {rule: at for at, rule in enumerate(rules, 1)}
    starts = [0]
    columns, values = [], []
    for at, rule, _, _ in pairs:
        (buckets, weights), (others, more) = rows[at].both, rows[at].shared
        columns += [buckets, buckets + BUCKETS * place[rule], others]
        values += [weights, weights, more]
        starts.append(starts[-1] + 2 * len(buckets) + len(others))
    used, compact = np.unique(np.concatenate(columns), return_inverse=True)
    # what was seen once teaches nothing about other texts
    often = np.bincount(compact) >= 2
    matrix = sparse.csr_matrix((np.concatenate(values), compact, starts), shape=(len(pairs), len(used)))[:, often]
    machine = LinearSVC(C=STRENGTH, random_state=0, max_iter=4000)
    machine.fit(matrix, [pair[2] for pair in pairs], sample_weight=[pair[3] for pair in pairs])
    weights = np.zeros(BUCKETS * (len(rules) + 1), dtype=np.float32)
    weights[used[often]] = machine.coef_[0]
    return weights, float(machine.intercept_[0])


def subjects(rows: list[Row], rules: list[str]) -> tuple[Any, Any]:
    """Weights and intercepts of the classifiers that tell what is about a rule from everything else."""
    labels = np.array([rules.index(row.own) if row.own in rules else len(rules) for row in rows])
    starts = np.concatenate([[0], np.cumsum([len(row.both[0]) for row in rows])])
    columns, values = np.concatenate([row.both[0] for row in rows]), np.concatenate([row.both[1] for row in rows])
    used, compact = np.unique(columns, return_inverse=True)
    often = np.bincount(compact) >= 3
    matrix = sparse.csr_matrix((values, compact, starts), shape=(len(rows), len(used)))[:, often]
    machine = LinearSVC(C=TOPIC, random_state=0, max_iter=500, tol=1e-2)
    machine.fit(matrix, labels, sample_weight=[EXAMPLE if row.writer == "examples" else 1.0 for row in rows])
    weights = np.zeros((len(rules), BUCKETS), dtype=np.float32)
    intercepts = np.full(len(rules), -9.0)
    for at, label in enumerate(machine.classes_):
        if label < len(rules):
            weights[label, used[often]] = machine.coef_[at]
            intercepts[label] = machine.intercept_[at]
    return weights, intercepts


def trained(rows: list[Row], rules: list[str]) -> Trained:
    """Both classifiers."""
    return Trained(rules, *mistakes(rows, rules, chosen(rows, rules)), *subjects(rows, rules))


def folds(rows: list[Row]) -> list[list[int]]:
    """Indices of rows by fold.

    Writers of the same rule are in different folds, so that every rule is judged by what others wrote about it; text without
    a writer is cut by its number.
    """
    rules: dict[str, set[str]] = {}
    for row in rows:
        if row.own and row.writer != "examples":
            rules.setdefault(row.writer, set()).add(row.own)
    inside: list[set[str]] = []
    at: dict[str, int] = {}
    for writer in sorted(rules):
        free = [number for number, one in enumerate(inside) if not one & rules[writer]]
        at[writer] = free[0] if free else len(inside)
        if not free:
            inside.append(set())
        inside[at[writer]] |= rules[writer]
    found: list[list[int]] = [[] for _ in inside]
    for number, row in enumerate(rows):
        found[at.get(row.writer, row.item % len(inside))].append(number)
    return found


class Scored(NamedTuple):
    """What a model that has not seen a text says of it."""

    row: Row
    scores: dict[str, Score]


def crossed(rows: list[Row], rules: list[str], groups: list[list[int]]) -> list[Scored]:
    """Scores of every row by a model that was trained on the other folds."""
    found = []
    for group in groups:
        inside = set(group)
        machine = trained([row for at, row in enumerate(rows) if at not in inside], rules)
        found += [Scored(rows[at], machine.scores(rows[at])) for at in group]
    return found


class Verdict(NamedTuple):
    """What would be reported of a text, if the limits were low enough."""

    score: float
    rule: str
    row: Row


def verdicts(scored: list[Scored], subject: float) -> list[Verdict]:
    """The rule of each passage that is surest, of those whose subject it is."""
    found = []
    for one in scored:
        best = judge.surest(one.scores, subject)
        if best is not None:
            found.append(Verdict(one.scores[best].mistake, best, one.row))
    return found


def limits(found: list[Verdict], rules: list[str]) -> dict[str, tuple[float, float]]:
    """Rule → (strict, loose) limits: the lowest scores from which on enough of its findings are right.

    A rule with few findings leans on all of them together.  A wrong text of another rule may well make this mistake too and
    does not count.
    """
    by_rule: dict[str, list[tuple[float, bool, float]]] = {rule: [] for rule in rules}
    for one in found:
        if not one.row.wrong or one.row.wrong == one.rule:
            by_rule[one.rule].append((one.score, one.row.wrong == one.rule, 1.0))
        else:
            by_rule[one.rule].append((one.score, False, OTHER))
    every = [pair for pairs in by_rule.values() for pair in pairs]
    strict, loose = lowest(every, STRICT, -9.0, 0), lowest(every, PRECISION, -9.0, 0)
    result = {}
    for rule, pairs in by_rule.items():
        own = lowest(pairs, PRECISION, loose, 6)
        result[rule] = (round(max(own, lowest(pairs, STRICT, strict, 6)), 3), round(own, 3))
    return result


def lowest(pairs: list[tuple[float, bool, float]], wanted: float, prior: float, weight: int) -> float:
    """The lowest score from which on a share ``wanted`` is right, with ``weight`` imagined findings of that share at hand.

    Never more than 0.3 below ``prior``.
    """
    right = total = 0.0
    best = max((score for score, _, _ in pairs), default=9.0) + 1.0
    for score, is_right, counts in sorted(pairs, reverse=True):
        if score < prior - 0.3:
            break
        right += is_right
        total += counts
        if is_right and (right + weight * wanted) / (total + weight) >= wanted:
            best = score
    return best


def written(machine: Trained, pairs: dict[str, tuple[float, float]], path: Path) -> int:
    """Write the weights; gives their number of bytes.  Weights too small to matter are left out."""
    blocks = machine.mistake.reshape(len(machine.rules) + 1, BUCKETS)
    scales = float(np.abs(machine.subject).max()) / 32000, float(np.abs(blocks).max()) / 32000
    about = np.rint(machine.subject / scales[0]).astype(np.int32)
    wrong = np.rint(blocks / scales[1]).astype(np.int32)
    shared, wrong = wrong[0], wrong[1:]
    for one, part in ((about, SMALL), (wrong, SMALL)):
        one[np.abs(one) <= int(part * np.abs(one).max())] = 0
    either = (about != 0) | (wrong != 0)
    starts = np.concatenate([[0], np.cumsum(either.sum(axis=0))]).astype("<u4")
    bucket, rule = np.nonzero(either.T)
    meta = {
        "rules": machine.rules,
        "mistake": round(machine.intercept, 6),
        "subject": SUBJECT,
        "subjects": [round(float(one), 4) for one in machine.intercepts],
        "scales": scales,
        "entries": len(bucket),
        "limits": pairs,
    }
    parts = [starts.tobytes(), rule.astype("u1").tobytes()]
    parts += [one.T[bucket, rule].astype("<i2").tobytes() for one in (about, wrong)]
    data = json.dumps(meta, separators=(",", ":")).encode() + b"\n" + b"".join(parts) + shared.astype("<i2").tobytes()
    path.write_bytes(data)
    return len(data)


def report(scored: list[Scored], found: list[Verdict], pairs: dict[str, tuple[float, float]]) -> str:
    """Figures on writers that the model has not seen, by rule."""
    best: dict[int, tuple[float, str]] = {}
    for one in found:
        beyond = one.score - pairs[one.rule][1]
        if beyond >= 0 and beyond > best.get(one.row.item, (-1.0, ""))[0]:
            best[one.row.item] = (beyond, one.rule)
    seen: dict[int, Row] = {}
    for passage in scored:
        if passage.row.own:
            seen.setdefault(passage.row.item, passage.row)
    table: dict[str, list[int]] = {rule: [0, 0, 0, 0] for rule in pairs}
    for number, row in seen.items():
        _, rule = best.get(number, (0.0, ""))
        if row.wrong:
            table[row.own][0 if rule == row.wrong else 2] += 1
        if rule and rule != row.wrong:
            table[rule][3 if row.wrong else 1] += 1
    lines = []
    for name, (right, extra, missed, other) in (
        *sorted(table.items()),
        ("all", [sum(one) for one in zip(*table.values(), strict=True)]),
    ):
        lines.append(
            f"{name:5} precision {right / (right + extra or 1):.3f} recall {right / (right + missed or 1):.3f}"
            f"  right {right} extra {extra} missed {missed} on another rule's mistake {other}"
        )
    spoken = sum(1 for one in found if not one.row.own and one.score >= pairs[one.rule][1])
    lines.append(
        f"in text that makes no mistake: {spoken} findings in {sum(1 for one in scored if not one.row.own)} passages"
    )
    return "\n".join(lines)


def main() -> None:
    """Train, print figures by rule on unseen writers, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
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
        rows += clean_rows(kb, options.bank, 3_000_000)
    print(f"{len(bank)} items, {len(rows)} passages, {len(rules)} rules", flush=True)
    scored = crossed(rows, rules, folds(rows))
    found = verdicts(scored, SUBJECT)
    pairs = limits(found, rules)
    print(report(scored, found, pairs))
    if not options.dry:
        print(
            f"{written(trained(rows, rules), pairs, Path(FILE)):,} bytes; checksum {zlib.crc32(Path(FILE).read_bytes()):08x}"
        )


if __name__ == "__main__":
    main()
