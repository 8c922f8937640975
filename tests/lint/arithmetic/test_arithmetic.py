"""Arithmetic over spelled-out metrics: the labelled texts, places and claims, and what it costs."""

import json
import time

import pytest

from metricparse.lint.arithmetic import ARITHMETIC, objections
from metricparse.lint.arithmetic.judge import CERTAIN, ORDER
from metricparse.semantics.semantics_book import SemanticsBook
from tests.lint import counting
from tests.lint.arithmetic.cases import HERE, cases, figures, names, page_of, rules_found

KNOWN = json.loads((HERE / "missed.json").read_text(encoding="utf-8"))
"""Wrong texts that are not found: what the reader leaves alone for the sake of others."""
ALL = [(f"{part}-{key}", *rest) for part in ("first", "second", "third", "fourth") for key, *rest in cases(part)]


@pytest.mark.parametrize(("key", "lang", "kind", "rules", "text"), ALL, ids=[row[0] for row in ALL])
def test_case(key, lang, kind, rules, text):
    found = rules_found(text, kind, lang)
    if key in KNOWN:
        assert not found
    else:
        assert found == rules


@pytest.mark.parametrize("part", ["first", "second", "third", "fourth"])
def test_figures(part):
    right, extra, missed, _ = figures(part)
    assert right / (right + extra) >= 0.97
    assert right / (right + missed) >= 0.90


def test_every_family_has_texts_of_both_kinds_and_languages():
    families = {}
    for key, lang, _, rules, _ in cases("first"):
        families.setdefault(key.rpartition("-")[0], []).append((lang, bool(rules)))
    for rows in families.values():
        for lang in ("en", "zh"):
            assert (lang, True) in rows
            assert (lang, False) in rows
        assert sum(wrong for _, wrong in rows) >= 25
        assert sum(not wrong for _, wrong in rows) >= 25


def test_every_reason_is_one_of_the_checker_and_has_a_place_in_the_order():
    from metricparse.catalog.store import default

    reasons = SemanticsBook(default()).reasons
    assert set(CERTAIN) <= set(reasons)
    assert {rule for rule, _ in CERTAIN.values()} <= set(ORDER)
    assert set(ARITHMETIC) == set(ORDER)


def filled(text):
    for short, name in names().items():
        text = text.replace(f"<{short}>", name)
    return text


@pytest.mark.parametrize(
    ("text", "kind", "excerpt", "claim"),
    [
        ("The gap `<tensor> - <smt>` grew.", "m", "<tensor> - <smt>", "elapsed"),
        ("`<alu>` (60 %) plus `<fma>` (35 %) is 95 %.", "m", "<alu>` (60 %) plus `<fma>", "peak"),
        ("s = m['<sec>']\nbytes = s * 128\n", "p", "s * 128", "32"),
        ("requests = m['<sec>']\n", "p", "m['<sec>']", "sectors"),
        ("$x = \\frac{<dract>}{<smel>}$ is it.", "m", "x = \\frac{<dract>}{<smel>}", "clocks"),
    ],
)
def test_place_and_claim(text, kind, excerpt, claim):
    page = page_of(filled(text), kind, "en")
    ((_, one),) = objections(page)
    assert page.document.text[one.start : one.end] == filled(excerpt)
    assert claim in one.claim
    assert one.claim.startswith("`")
    assert dict(one.slots)["reason"] in one.claim


def test_the_claim_is_in_the_language_of_the_report():
    from metricparse.catalog.store import default
    from metricparse.lint.model import Setting
    from metricparse.lint.reading.page import Page

    page = page_of(filled("`<tensor> - <smt>`"), "m", "zh")
    assert page.lang == "zh"
    assert "窗口" in objections(page)[0][1].claim
    assert objections(Page(page.document, Setting(default(), "en")))[0][1].claim.endswith(".")


def test_a_page_is_read_once():
    page = page_of(filled("`<tensor> - <smt>`"), "m", "en")
    assert objections(page) is objections(page)
    assert [one.start for one in ARITHMETIC["D001"](page)] == [objections(page)[0][1].start]
    assert list(ARITHMETIC["D002"](page)) == []


def test_a_flawed_variable_is_not_objected_to_again():
    text = filled("gap = m['<tensor>'] - m['<smt>']\nx = gap - m['<dramt>']\ny = x - m['<ltst>']\n")
    assert rules_found(text, "p", "en") == ["D001"]


def test_a_variable_counts_within_its_block_only():
    text = filled("```python\na = m['<sec>']\n```\n\n```python\nbytes = a * 128\n```\n")
    assert rules_found(text, "m", "en") == []


HOSTILE = {
    "sums": ("p", lambda n: "x = " + "m['<alu>'] + " * (n // 70) + "1\n"),
    "statements": ("p", lambda n: "x = m['<alu>'] + m['<fma>']\n" * (n // 140)),
    "doubling": ("p", lambda n: "x = m['<sec>']\n" + "x = x + x\n" * (n // 10)),
    "brackets": ("p", lambda n: "m['<sec>']\nx = " + "(" * n),
    "closed brackets": ("p", lambda n: "m['<sec>']\nx = " + "(" * (n // 2) + ")" * (n // 2)),
    "subscripts": ("p", lambda n: "m['<sec>']\nx = a" + "[0]" * (n // 3)),
    "signs": ("p", lambda n: "m['<sec>']\nx = " + "-" * n + "m['<sec>']"),
    "open braces": ("p", lambda n: "m['<sec>']\n" + "{" * n),
    "braces of C": ("m", lambda n: '```cpp\nm["<sec>"];\n' + "x = {" * (n // 5) + "\n```\n"),
    "quotes": ("p", lambda n: "m['<sec>']\n" + "'" * n),
    "text": ("m", lambda n: "`<alu>` + `<fma>` = 1. " * (n // 140)),
    "one sentence": ("m", lambda n: "`<alu>` and `<fma>` and " * (n // 140) + "sum"),
    "labels": ("m", lambda n: "L1/TEX Hit Rate and L2 Hit Rate, " * (n // 33)),
    "label beginnings": ("m", lambda n: "hit rate throughput L2 L2 L1/TEX Hit " * (n // 37)),
    "parentheses in text": ("m", lambda n: "`<alu>` " + "(" * n + " `<fma>`"),
    "closing parentheses": ("m", lambda n: "`<alu>` " + ") (" * (n // 3) + " `<fma>`"),
    "formula": ("m", lambda n: "$<alu> " + "\\frac{" * (n // 6) + "$"),
    "formulas": ("m", lambda n: "$<alu> + <fma>$ and " * (n // 140)),
    "cells": ("m", lambda n: "| a | b |\n|---|---|\n" + "| bytes | `<sec> * 128` |\n" * (n // 80)),
    "comments": ("p", lambda n: "# wrong\nx = m['<alu>'] + m['<fma>']\n" * (n // 150)),
    "shell": ("s", lambda n: "a=$(( <sec> * 128 ))\n" * (n // 70)),
    "cuda": ("m", lambda n: "```cuda\n" + "__global__ void f();\n" * (n // 21) + "```\n"),
}
SIZES = (6_000, 12_000)


def calls(text, kind):
    page = page_of(text, kind, "en")
    return counting.calls(lambda: objections(page))


@pytest.mark.parametrize("case", HOSTILE)
def test_twice_the_text_is_twice_the_work(case):
    kind, make = HOSTILE[case]
    calls(filled(make(1000)), kind)
    less, more = (calls(filled(make(size)), kind) for size in SIZES)
    assert more <= 2.3 * less + 3000, (less, more)


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_document_is_soon_done(case):
    kind, make = HOSTILE[case]
    page = page_of(filled(make(20_000)), kind, "en")
    start = time.process_time()
    objections(page)
    assert time.process_time() - start < 4


@pytest.mark.parametrize(
    "text",
    [
        "The H100 has a high hit rate. ",
        "No names, 3 * 4 = 12; a - b / c. ",
        "```python\nx = a + b\n```\n",
        "`__init__` + `__all__` ",
    ],
)
def test_the_checker_is_not_asked_without_metrics(monkeypatch, text):
    from metricparse.lint.arithmetic import lexicon

    monkeypatch.setattr(lexicon, "checker", None)
    assert objections(page_of(text * 20, "m", "en")) == []
