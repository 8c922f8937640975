"""`metric check`: the table of expressions, and what always holds."""

from pathlib import Path

import pytest
import yaml

from metricparse.semantics.check import Checker

TABLE = yaml.safe_load((Path(__file__).parent / "expressions.yaml").read_text(encoding="utf-8"))
EXPRESSIONS = [row for part in ("before", "after", "unseen") for row in TABLE[part]]


@pytest.fixture(scope="module")
def checker(kb):
    return Checker(kb)


def test_the_table_is_large_enough():
    assert len(EXPRESSIONS) >= 150
    assert 3 * (len(TABLE["before"]) + len(TABLE["unseen"])) >= len(EXPRESSIONS)
    assert len(TABLE["before"]) >= 50
    assert sum(bool(row[3]) for row in EXPRESSIONS) >= len(EXPRESSIONS) / 2
    assert len({row[0] for row in EXPRESSIONS}) == len(EXPRESSIONS)


@pytest.mark.parametrize("row", EXPRESSIONS, ids=lambda row: row[0])
def test_expression(checker, row):
    text, verdict, objections, _ = row
    result = checker.check(text)
    raised = {f"{one['rule']}:{one['facet']}" for one in result["objections"]}
    assert set(objections.split()) <= raised, result["objections"]
    assert result["verdict"] == verdict, result["objections"]
    assert result["sound"] is not bool(result["objections"])
    for one in result["objections"]:
        assert 0 <= one["offset"] < one["offset"] + one["length"] <= len(text)
        assert "{" not in (one["text"] + one["instead"]).replace("{fadd,fmul,ffma}", "")
