"""Every metric of a real report has an answer, with the unit that the profiler printed."""

import pytest

from metricparse.explain.answer import explain
from tests.conftest import raw_report

SCALED = {
    "Kbyte": "byte", "Mbyte": "byte", "Gbyte": "byte", "Tbyte": "byte",
    "Kbyte/s": "byte/s", "Mbyte/s": "byte/s", "Gbyte/s": "byte/s", "Tbyte/s": "byte/s",
    "us": "ns", "ms": "ns", "s": "ns", "Khz": "hz", "Mhz": "hz", "Ghz": "hz",
    "Kbyte/block": "byte/block", "Mbyte/block": "byte/block",
    "Kbyte/cycle": "byte/cycle", "Mbyte/cycle": "byte/cycle",
}  # fmt: skip
"""Automatic scaling, undone: what the profiler prints → the base unit."""


def unscaled(unit):
    """``inst/us`` → ``inst/s``, ``Gbyte/s`` → ``byte/s``."""
    if unit in SCALED:
        return SCALED[unit]
    head, slash, tail = unit.partition("/")
    if slash and tail in ("ns", "us", "ms"):
        return f"{SCALED.get(head, head)}/s"
    return unit


@pytest.mark.parametrize("report", ["h200_full.raw", "h200_torch.raw", "h200_torch.raw.auto", "h200_basic.raw"])
def test_every_column_is_explained(kb, report):
    columns, units, _ = raw_report(report)
    assert len(columns) > 100
    for column, printed in zip(columns, units, strict=True):
        answer = explain(kb, column, chips=("gh100",))
        assert answer["status"] == "known", (column, answer["status"])
        assert answer["meaning"]["summary"].strip(" .")
        if printed and answer["kind"] in ("counter", "ratio", "throughput"):
            assert answer["unit_of_measure"] in (unscaled(printed), printed), (column, printed)


def test_every_metric_of_the_full_report_is_explained(kb, material):
    """Straight from the binary report: names that no list holds (temporaries, time stamps) have an entry that says so."""
    ncu_report = pytest.importorskip("ncu_report")
    context = ncu_report.load_report(str(material / "measurements" / "h200_full.ncu-rep"))
    names = (
        {n for r in context for action in r for n in action.metric_names()} if hasattr(context, "__iter__") else set()
    )
    if not names:
        for i in range(context.num_ranges()):
            for j in range(context.range_by_idx(i).num_actions()):
                names |= set(context.range_by_idx(i).action_by_idx(j).metric_names())
    assert len(names) > 2000
    unexplained = [n for n in sorted(names) if explain(kb, n)["status"] != "known"]
    assert unexplained == []
