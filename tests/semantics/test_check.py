"""`metric check`: the table of expressions, and what always holds."""

from pathlib import Path

import pytest
import yaml

from metricparse.errors import UsageError
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dram__bytes.sum ** 2", "x \\* x"),
        ("dram__bytes.sum^2", "x \\* x"),
        ("1,234 * dram__bytes.sum", "without separators"),
        ("avg(dram__bytes.sum, lts__t_bytes.sum)", "the functions are sum, min, max, ceil, count"),
        ("2 x dram__bytes.sum", "write \\* for times"),
        ("L2 Hit Rate / 100", "quote labels"),
        ("count(sm, lts)", "count takes one value"),
        ("ceil(1, 2)", "ceil takes one value"),
        ("dram__bytes.sum /", "ends too early"),
        ("", "empty"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_to_write(checker, text, said):
    with pytest.raises(UsageError, match=said):
        checker.check(text)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("（dram__bytes_read.sum ＋ dram__bytes_write.sum）／ gpu__time_duration.sum",
         "(dram__bytes_read.sum + dram__bytes_write.sum)/ gpu__time_duration.sum"),
        ("「L2 Hit Rate」＞ 50 %", "'L2 Hit Rate' > 50 %"),
        ("max（sm__cycles_active.max，sm__cycles_active.avg）", "max(sm__cycles_active.max,sm__cycles_active.avg)"),
        ("带宽 ＝ dram__bytes.sum ÷ gpu__time_duration.sum；带宽 ÷ 4.8 TB/s",
         "bw = dram__bytes.sum / gpu__time_duration.sum;bw / 4.8 TB/s"),
        ("sm__cycles_active.avg － lts__cycles_active.avg", "sm__cycles_active.avg - lts__cycles_active.avg"),
    ],
)  # fmt: skip
def test_signs_of_a_chinese_keyboard(checker, written, plain):
    here, there = checker.check(written), checker.check(plain)
    for key in ("verdict", "quantity", "unit_of_measure"):
        assert here[key] == there[key]
    assert [(o["rule"], o["offset"]) for o in here["objections"]] == [
        (o["rule"], o["offset"]) for o in there["objections"]
    ]
