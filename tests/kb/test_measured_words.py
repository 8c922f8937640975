"""Claims in words that need more than one value per kernel: most kernels, and counts by opcode."""

import pytest

from tests.kb.measured import number, report

MOST = [
    (
        ["h200_full.raw", "h200_torch.raw"],
        "lts__throughput.avg.pct_of_peak_sustained_elapsed",
        "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
    ),
    (
        ["h200_breakdowns_all"],
        "lts__ltcfabric2ltc_cycles_active.avg.pct_of_peak_sustained_elapsed",
        "max(lts__t_sectors.avg.pct_of_peak_sustained_elapsed, lts__xbar2lts_cycles_active.avg.pct_of_peak_sustained_elapsed)",
    ),
]
"""Of counters/throughputs/lts-throughput: the first of two values is the larger in more than half of the kernels."""


@pytest.mark.parametrize(("reports", "larger", "smaller"), MOST)
def test_what_holds_for_most_kernels(reports, larger, smaller):
    kernels = [kernel for name in reports for kernel in report(name).kernels]
    assert sum(number(larger, k) > number(smaller, k) for k in kernels) > len(kernels) / 2


def test_constant_loads_are_the_requests_of_their_cache(material):
    """LDC and ULDC, counted by opcode, against the caches that serve them, in all fourteen kernels."""
    ncu_report = pytest.importorskip("ncu_report")
    context = ncu_report.load_report(str(material / "measurements" / "h200_full.ncu-rep"))
    seen = 0
    for action in (a for r in context for a in r):
        opcodes = action.metric_by_name("sass__inst_executed_per_opcode")
        names = opcodes.correlation_ids()
        count = {names.as_string(i): opcodes.as_double(i) for i in range(opcodes.num_instances())}
        assert action.metric_by_name("idc__requests.sum").as_double() == count["LDC"]
        assert action.metric_by_name("smsp__imc_requests.sum").as_double() == count["ULDC"]
        seen += 1
    assert seen == 14
