"""Expressions on values: units by hand or by word, labels, sums, relations; and on a real report through the command."""

import pytest

from metricparse.errors import UsageError
from metricparse.semantics.check import Checker
from metricparse.semantics.evaluate import Evaluator, MissingValueError, evaluate

VALUES = {
    "dram__bytes.sum": 5e8,
    "gpu__time_duration.sum": 2e5,
    "lts__t_sector_hit_rate.pct": 60.0,
    "lts__t_sectors.sum": 94.0,
    "lts__t_sectors.avg": 1.0,
    "launch__block_size": 100.0,
    "smsp__pcsamp_warps_issue_stalled_wait": 7.0,
    "smsp__pcsamp_warps_issue_stalled_wait_not_issued": 3.0,
    "smsp__pcsamp_warps_issue_stalled_barrier": 5.0,
    "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active": 12.0,
    "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active": 30.0,
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("dram__bytes.sum / gpu__time_duration.sum", 2.5e12),
        ("dram__bytes.sum / (gpu__time_duration.sum * 1e-9)", 2.5e12),
        ("dram__bytes.sum / (gpu__time_duration.sum / 1e9)", 2.5e12),
        ("1e9 * dram__bytes.sum / gpu__time_duration.sum", 2.5e12),
        ("bw = dram__bytes.sum / gpu__time_duration.sum; bw / 5 TB/s", 0.5),
        ("dram__bytes.sum / gpu__time_duration.sum / 5 TB/s", 0.5),
        ("gpu__time_duration.sum", 2e-4),
        ("gpu__time_duration.sum / 1 ms", 0.2),
        ("100 - lts__t_sector_hit_rate.pct", 40.0),
        ("'L2 Hit Rate' / 100 * lts__t_sectors.sum", 56.4),
        ("lts__t_sectors.sum * 32 B/sector", 3008.0),
        ("count(lts)", 94.0),
        ("ceil(launch__block_size / 32)", 4.0),
        ("60 % * 3.35 TB/s", 2.01e12),
        ("sum(smsp__pcsamp_warps_issue_stalled_.*)", 12.0),
        (
            "a = sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active\n"
            "max(a, sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active)",
            30.0,
        ),
        ("-(2 - 5) * 2", 6.0),
    ],
)  # fmt: skip
def test_values(kb, text, value):
    assert evaluate(kb, text, VALUES) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("'L2 Hit Rate' > 50 %", True),
        ("'L2 Hit Rate' / 100 > 70 %", False),
        ("dram__bytes.sum / gpu__time_duration.sum < 3.35 TB/s", True),
        ("dram__bytes.sum / gpu__time_duration.sum ≈ 2.51 TB/s", True),
        ("1 < 2 < 3", True),
        ("1 < 2 < 2", False),
        ("dram__bytes.sum", None),
    ],
)
def test_relations(kb, text, holds):
    evaluator = Evaluator(Checker(kb))
    assert evaluator.evaluate(text, evaluator.statements(text), VALUES).holds is holds


def test_what_is_missing_is_named(kb):
    with pytest.raises(MissingValueError, match=r"sm__cycles_active[.]avg"):
        evaluate(kb, "dram__bytes.sum / sm__cycles_active.avg", VALUES)
    with pytest.raises(MissingValueError, match="zero"):
        evaluate(kb, "dram__bytes.sum / (1 - 1)", VALUES)
    with pytest.raises(UsageError, match="nothing__here"):
        evaluate(kb, "nothing__here.sum", VALUES)
