"""The commands that were tried with the real profiler, as it took them."""

import pytest

from metricparse.text.commands import find_commands
from tests.text.commands.summary import check_places, summary

NAMES = """smsp__inst_executed
sm__throughput
l1tex__t_sector_hit_rate
achieved_occupancy
gld_efficiency,sm__cycles_active.avg
l2__throughput.avg.pct_of_peak_sustained_elapsed,sm__cycles_active.avg
sm__throughput.avg_pct_of_peak_sustained_elapsed
sm__throughput.avg.pct_of_peak_sustained
lts__t_sector_hit_rate.sum
lts__t_sector_hit_rate.avg
sm__throughput.avg
smsp__inst_executed.ratio
breakdown:sm__throughput
breakdown:sm__throughput.avg
breakdown:lts__throughput.avg.pct_of_peak_sustained_elapsed
breakdown:dram__bytes.sum
group:memory__nosuch_table
regex:^lts__t_sectors_op_read$
regex:dram__bytes
dram__bytes*
sm__maximum_warps_per_active_cycle_pct
launch__preferred_cluster_size
pmsampling:sm__cycles_active.avg
TPC.TriageCompute.sm__cycles_active.avg
dram__bytes_op_read.sum
derived__smsp__inst_executed_op_branch_pct
smsp__pcsamp_warps_issue_stalled_long_scoreboard
inst_executed
launch__waves_per_multiprocessor,device__attribute_multiprocessor_count
SM__cycles_active.avg
sm__cycles_active.avg.pct_of_peak_sustained_region
dram__bytes.sum.per_cycle_in_frame""".splitlines()


@pytest.mark.parametrize("value", NAMES)
@pytest.mark.parametrize(
    "frame", ["ncu --metrics {} ./w", "ncu --metrics={} ./w", "用 `x` 之后：\n$ ncu --metrics '{}' ./w\n"]
)
def test_requests(value, frame):
    text = frame.format(value)
    (found,) = find_commands(text).invocations
    assert [request.text for request in found.requests] == value.split(",")
    assert found.program.text == "./w"
    for request in found.requests:
        assert text[request.offset : request.offset + request.length] == request.text
        prefix = next((p for p in ("breakdown:", "group:", "regex:", "pmsampling:") if request.text.startswith(p)), "")
        assert request.prefix == prefix
        assert request.context == "metrics"
        assert not request.padded


OTHERS = {
    "ncu --section NoSuchSection ./w": "ncu --section=NoSuchSection > ./w",
    "ncu --set nosuchset ./w": "ncu --set=nosuchset > ./w",
    "ncu --section SpeedOfLight --print-details header ./w": "ncu --section=SpeedOfLight --print-details=header > ./w",
    'ncu --metrics "sm__cycles_active.avg, sm__cycles_elapsed.avg" ./w': (
        "ncu --metrics=sm__cycles_active.avg,␣sm__cycles_elapsed.avg > ./w"
    ),
    "ncu --metrics sm__cycles_active.avg --metrics sm__cycles_elapsed.avg ./w": (
        "ncu --metrics=sm__cycles_active.avg --metrics=sm__cycles_elapsed.avg > ./w"
    ),
    "ncu --cache none ./w": "ncu --cache-control*=none > ./w",
    "ncu --launch-cou 1 ./w": "ncu --launch-count*=1 > ./w",
    "ncu --kernel-regex vec ./w": "~ncu ?--kernel-regex=vec > ./w",
    "ncu -c all ./w": "ncu --launch-count=all > ./w",
    "ncu --cache-control None ./w": "ncu --cache-control=None > ./w",
    "ncu --section SpeedOfLight,Occupancy ./w": "ncu --section=SpeedOfLight,Occupancy > ./w",
    "ncu --metrics a ./app --set full": "ncu --metrics=a > ./app --set full",
    "ncu --chips gh100 --metrics dram__throughput,sm__throughput --query-metrics-mode suffix --query-metrics": (
        "ncu:query --chips=gh100 --metrics=dram__throughput,sm__throughput --query-metrics-mode=suffix --query-metrics"
    ),
}


@pytest.mark.parametrize("text", OTHERS)
def test_options(text):
    commands = find_commands(text)
    check_places(text, commands)
    assert [summary(found) for found in commands.invocations] == [OTHERS[text]]


def test_a_blank_in_the_quoted_list_belongs_to_the_name():
    text = 'ncu --metrics "sm__cycles_active.avg, sm__cycles_elapsed.avg" ./w'
    first, second = find_commands(text).invocations[0].requests
    assert (first.padded, second.padded) == (False, True)
    assert text[second.offset : second.offset + second.length] == "sm__cycles_elapsed.avg"


def test_names_that_are_only_listed_are_no_requests_to_collect():
    (found,) = find_commands("ncu --query-metrics --query-metrics-mode suffix --metrics sm__throughput").invocations
    assert [request.context for request in found.requests] == ["query"]
    (found,) = find_commands("ncu --import a.ncu-rep --metrics sm__throughput").invocations
    assert [request.context for request in found.requests] == ["import"]
