"""What is said to stand below the line fits the suffix, and units are explained only where they are printed."""

import pytest

from metricparse.explain.answer import explain


@pytest.mark.parametrize(
    "name", ["sm__warps_active", "smsp__warps_active", "smsp__warps_eligible", "smsp__issue_inst0"]
)
def test_a_counter_is_divided_by_what_its_suffix_says(kb, name):
    unit = name.partition("__")[0]
    meaning = {
        suffix: explain(kb, name + suffix)["meaning"]["denominator"]
        for suffix in (".sum", ".avg.per_second", ".avg.per_cycle_active", ".avg.pct_of_peak_sustained_elapsed")
    }
    assert "plain value" in meaning[".sum"]
    assert "gpu__time_duration" in meaning[".avg.per_second"]
    assert meaning[".avg.per_cycle_active"].startswith(f"{unit}__cycles_active.avg")
    assert f"peak_sustained × {unit}__cycles_elapsed.avg" in meaning[".avg.pct_of_peak_sustained_elapsed"]


@pytest.mark.parametrize(
    "name",
    ["sm__throughput.avg_pct_of_peak_sustained_elapsed", "l1tex__t_sector_hit_rate.sum", "launch__grid_size.sum"],
)
def test_nothing_is_said_to_divide_behind_an_illegal_suffix(kb, name):
    answer = explain(kb, name)
    assert "plain value" not in answer["meaning"]["denominator"]
    assert "plain value" not in answer["semantics"]["denominator"]


def test_a_printed_unit_is_explained_where_it_is_printed(kb):
    state = "smsp__average_warps_issue_stalled_wait_per_issue_active"
    assert "ncu prints the unit inst" in explain(kb, state + ".ratio")["meaning"]["does_not_say"]
    assert "ncu prints the unit" not in explain(kb, state + ".pct")["meaning"]["does_not_say"]
    latency = explain(kb, "smsp__average_warp_latency_issue_stalled_barrier.ratio")
    assert latency["unit_of_measure"] == "inst/warp"
    assert "inst/warp" in latency["meaning"]["does_not_say"]
