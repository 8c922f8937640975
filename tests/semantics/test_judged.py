"""`Checker.judged`: the issues of an expression with the values between which they stand, for readers of documents."""

import pytest

from metricparse.catalog.store import default
from metricparse.errors import UsageError
from metricparse.semantics.check import Checker

ALU = "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active"
FMA = "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active"
L1, L2 = "l1tex__t_sector_hit_rate.pct", "lts__t_sector_hit_rate.pct"


@pytest.fixture(scope="module")
def checker():
    return Checker(default())


@pytest.mark.parametrize(
    ("expression", "met"),
    [
        (f"{ALU} + {FMA}", [("peaks", "add")]),
        (f"{ALU} - {FMA}", [("peaks", "subtract")]),
        (f"100 - {ALU} - {FMA}", [("peaks", "add")]),
        (f"{ALU} > {FMA}", [("peaks", "order")]),
        (f"{L1} * {L2}", [("look_ups_product", "times")]),
        ("lts__cycles_active.avg / sm__cycles_active.avg", [("clocks", "divide")]),
        ("lts__cycles_active.avg ≈ sm__cycles_active.avg", [("clocks", "equal")]),
        ("ipc = sm__inst_executed.sum", [("called_ipc", "")]),
        ("dram__bytes_read.sum + dram__bytes_write.sum", []),
    ],
)
def test_what_is_done_with_the_values(checker, expression, met):
    assert [(one.reason, one.doing) for one in checker.judged(expression).met] == met


def test_the_values_are_there(checker):
    (one,) = checker.judged(f"{ALU} + {FMA}").met
    assert [one.a.label, one.b.label] == [ALU, FMA]
    assert (one.rule, one.facet) == ("D002", "reference")
    assert one.text in [row["text"] for row in checker.check(f"{ALU} + {FMA}")["objections"]]


def test_what_an_identity_settles_is_not_met(checker):
    assert checker.judged("sm__inst_executed.avg = 4 * smsp__inst_executed.avg").met == ()


def test_a_share_of_look_ups_times_these_is_a_count(checker):
    """Hits of two levels weigh their own look-ups: no average of ratios."""
    hits = f"{L1} / 100 * l1tex__t_sectors.sum"
    assert checker.check(f"{hits} + {hits}")["sound"]
    both = checker.judged(f"{L1} * l1tex__t_sectors.sum + {L2} * lts__t_sectors.sum").met
    assert "averages" not in [one.reason for one in both]


def test_no_expression(checker):
    with pytest.raises(UsageError):
        checker.judged("(")
