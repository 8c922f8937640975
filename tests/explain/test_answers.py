"""What an answer says about requests, chips, releases and shifts of meaning."""

import pytest

from metricparse.errors import UsageError
from metricparse.explain.answer import explain, ok
from metricparse.explain.history import history

# every row was run with Nsight Compute 2025.3.1 on an H200
TRIED = [
    ("smsp__inst_executed", "known", "expands"),
    ("l1tex__t_sector_hit_rate", "known", "expands"),
    ("sm__throughput", "needs-suffix", "ends-the-run"),
    ("achieved_occupancy", "legacy", "ends-the-run"),
    ("gld_efficiency", "legacy", "ends-the-run"),
    ("idontexist_at_all", "unknown", "ends-the-run"),
    ("l2__throughput.avg.pct_of_peak_sustained_elapsed", "unknown", "empty-row"),
    ("dram__bytes_op_read.sum", "not-on-chip", "empty-row"),
    ("sm__throughput.avg_pct_of_peak_sustained_elapsed", "illegal-suffix", "empty-row"),
    ("lts__t_sectors.avg.pct_of_peak_sustained", "illegal-suffix", "empty-row"),
    ("l1tex__t_sector_hit_rate.sum", "illegal-suffix", "empty-row"),
    ("smsp__inst_executed.ratio", "illegal-suffix", "empty-row"),
    ("sm__throughput.avg", "illegal-suffix", "empty-row"),
    ("SM__cycles_active.avg", "unknown", "empty-row"),
    ("breakdown:sm__throughput", "known", "collects-nothing"),
    ("breakdown:sm__throughput.avg", "known", "collected"),
    ("breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed", "known", "collected"),
    ("breakdown:l1tex__throughput.max.pct_of_peak_sustained_active", "known", "collected"),
    ("breakdown:smsp__inst_executed.sum", "known", "crashes"),
    ("group:nothing_of_the_kind", "unknown", "collects-nothing"),
    ("regex:^lts__t_sectors_op_read$", "unknown", "ends-the-run"),
    ("regex:dram__bytes", "family", "expands"),
    ("regex:nothinglikethis", "unknown", "ends-the-run"),
    ("pmsampling:sm__cycles_active.avg", "known", "other-collection"),
    ("sm__maximum_warps_per_active_cycle_pct", "known", "collected"),
    ("derived__smsp__inst_executed_op_branch_pct", "known", "reported-only"),
    ("derived__memory_l1_wavefronts_shared_excessive", "known", "reported-only"),
    ("sm__inst_executed.avg.pct_of_peak_sustained_region", "illegal-suffix", "empty-row"),
    ("sm__cycles_active.avg.per_cycle_in_frame", "illegal-suffix", "empty-row"),
    ("launch__grid_size", "known", "collected"),
    ("launch__grid_size.sum", "illegal-suffix", "empty-row"),
    ("launch__registers_per_thread.ratio", "illegal-suffix", "empty-row"),
    ("device__attribute_warp_size.sum", "illegal-suffix", "empty-row"),
    ("smsp__pcsamp_sample_count.sum", "illegal-suffix", "empty-row"),
    ("smsp__pcsamp_warps_issue_stalled_wait", "known", "collected"),
    ("inst_executed.sum", "illegal-suffix", "empty-row"),
    ("sass__inst_executed_per_opcode", "known", "collected"),
    ("profiler__replayer_passes", "known", "collected"),
    ("numa__id_cpu", "known", "collected"),
    ("nvlink__bandwidth", "known", "reported-only"),
    ("syslts__t_sectors.sum", "not-on-chip", "empty-row"),
    ("sm__inst_executed_op_pmtrig_0_pred_on_any.sum", "known", "not-offered"),
    ("pmsampling:launch__grid_size", "known", "collects-nothing"),
    ("pmsampling:smsp__pcsamp_sample_count", "known", "collects-nothing"),
    ("pmsampling:sm__cycles_active", "known", "other-collection"),
    ("syslts__t_sectors", "not-on-chip", "ends-the-run"),
    ("dram__bytes_op_read", "not-on-chip", "ends-the-run"),
    ("smsp__pcsamp_interval", "known", "reported-only"),
    ("profiler__replayer_bytes_mem_accessible.sum", "known", "reported-only"),
    ("breakdown:l1tex__t_sector_hit_rate.pct", "known", "crashes"),
    ("breakdown:launch__grid_size", "known", "collects-nothing"),
    ("breakdown:nosuch__throughput.avg", "unknown", "collects-nothing"),
    ("regex:l2__t_sectors.*", "unknown", "ends-the-run"),
    ("regex:lts__t_sectors_op_read.sum", "family", "expands"),
    ("smsp__inst_executed.sum.per_second.foo", "illegal-suffix", "empty-row"),
    ("sm__throughput.avg.pct_of_peak_burst_active", "illegal-suffix", "empty-row"),
    ("l1tex__t_sectors.SUM", "illegal-suffix", "empty-row"),
    ("sm__inst_executed..avg", "illegal-suffix", "empty-row"),
    ("sm__inst_executed.avg.", "illegal-suffix", "empty-row"),
]


@pytest.mark.parametrize(("query", "status", "request_"), TRIED, ids=[t[0] for t in TRIED])
def test_what_ncu_does_with_it(kb, query, status, request_):
    answer = explain(kb, query, chips=("gh100",))
    assert (answer["status"], answer["request"]) == (status, request_)
    bad = request_ in ("ends-the-run", "crashes", "empty-row", "collects-nothing", "not-offered")
    assert ok(answer) == (not bad)


def test_a_renamed_counter_points_to_its_new_name(kb):
    for chip in ("gb202", "rtx-5090", "sm_120"):
        answer = explain(kb, "dram__bytes_read.sum", chips=(chip,))
        assert answer["status"] == "not-on-chip"
        assert answer["suggestions"][0]["name"] == "dram__bytes_op_read.sum"
        assert explain(kb, answer["suggestions"][0]["name"], chips=(chip,))["status"] == "known"
    assert explain(kb, "dram__bytes_read.sum", chips=("gb202",), release="12.8")["status"] == "known"


def test_a_counterpart_on_another_chip_is_named(kb):
    answer = explain(kb, "sm__pipe_tensor_op_dmma_cycles_active.sum", chips=("gb100",))
    assert answer["status"] == "not-on-chip"
    assert "sm__pipe_tensor_subpipe_dmma_cycles_active.sum" in [s["name"] for s in answer["suggestions"]]


def test_jetson_thor_and_dgx_spark_are_told_apart(kb):
    assert explain(kb, "DGX Spark")["details"][0]["value"] == "gb20b"
    assert explain(kb, "Jetson Thor")["details"][0]["value"] == "gb10b"
    assert explain(kb, "GB10")["details"][0]["value"] == "gb20b"


@pytest.mark.parametrize(
    "chip", ["gh100", "GH100", "sm_90", "sm90a", "9.0", "H100 PCIe", "h100-pcie", "NVIDIA H100 PCIe"]
)
def test_chips_in_the_words_people_use(kb, chip):
    answer = explain(kb, "lts__t_sectors.sum", chips=(chip,))
    assert list(answer["availability"]["chips"]) == ["gh100"]


def test_an_unknown_chip_or_release_says_what_to_type(kb):
    with pytest.raises(UsageError, match="gh100"):
        explain(kb, "lts__t_sectors.sum", chips=("h1oo",))
    with pytest.raises(UsageError, match=r"2025\.3"):
        explain(kb, "lts__t_sectors.sum", release="2031.1")


def test_releases_both_ways(kb):
    one = explain(kb, "gcc__throughput.avg.pct_of_peak_sustained_elapsed", release="13.0")
    two = explain(kb, "gcc__throughput.avg.pct_of_peak_sustained_elapsed", release="2025.3")
    assert one["status"] == two["status"]
    lines = history(kb, explain(kb, "dram__bytes_read.sum"), "en")
    assert any("12.8 (ncu 2025.1)" in line for line in lines)
    assert any("12.9: renamed to dram__bytes_op_read on gb202" in line for line in lines)


def test_a_name_whose_meaning_shifts_says_so(kb):
    answer = explain(kb, "sm__pipe_tensor_op_dmma_cycles_active.sum", chips=("ga100", "gh100"))
    assert len(answer["shifts"]) == 2
    assert any("instructions" in s and "ga100" in s for s in answer["shifts"])
    assert explain(kb, "lts__t_sectors.sum", chips=("ga100", "gh100"))["shifts"] == []


def test_units_follow_the_chip(kb):
    name = "sm__pipe_tensor_op_dmma_cycles_active.sum"
    assert explain(kb, name, chips=("ga100",))["unit_of_measure"] == "inst"
    assert explain(kb, name, chips=("gh100",))["unit_of_measure"] == "cycle"


def test_breakdown_is_a_list_for_one_chip_and_says_what_is_hidden(kb):
    one = explain(kb, "sm__throughput.avg.pct_of_peak_sustained_elapsed", chips=("gh100",))["breakdown"]
    assert one["constituents"][:2] == ["sm__instruction_throughput", "sm__memory_throughput"]
    every = explain(kb, "sm__throughput.avg.pct_of_peak_sustained_elapsed")["breakdown"]
    assert isinstance(every["constituents"], dict)
    assert explain(kb, "lts__throughput.avg.pct_of_peak_sustained_elapsed", chips=("gh100",))["breakdown"]["hidden"]


def test_denominators_are_those_measured(kb):
    """The divisor is the average cycle count of the unit, whatever the rollup."""
    for rollup in ("avg", "max", "min", "sum"):
        answer = explain(kb, f"l1tex__t_sectors.{rollup}.per_cycle_active", chips=("gh100",))
        assert "l1tex__cycles_active.avg" in answer["semantics"]["denominator"]
        assert answer["semantics"]["window"] == "active"
    answer = explain(kb, "lts__t_sectors.sum.pct_of_peak_sustained_elapsed", chips=("gh100",))
    assert "lts__cycles_elapsed.avg" in answer["semantics"]["denominator"]
    assert answer["semantics"]["clock_domain"] == "l2"
    assert "lts__t_sectors" in explain(kb, "lts__t_sector_hit_rate.pct")["meaning"]["denominator"]


def test_pitfalls_carry_rule_ids(kb):
    answer = explain(kb, "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio")
    assert "S003" in [p["rule"] for p in answer["pitfalls"]]


def test_names_listed_on_one_chip_only_are_unknown_elsewhere(kb):
    answer = explain(kb, "launch__grid_size", chips=("ga100",))
    assert answer["status"] == "known"
    assert answer["availability"]["chips"]["ga100"]["ncu"] == "unknown"


def test_both_languages_for_every_kind_of_answer(kb):
    for query in (
        "lts__t_sectors.sum",
        "L2 Hit Rate",
        "gld_efficiency",
        "occupancy",
        "H100 PCIe",
        "gh100",
        "full",
        "LaunchStats",
    ):
        en, zh = (explain(kb, query, lang=lang)["meaning"]["summary"] for lang in ("en", "zh"))
        assert en != zh
        assert any("\u4e00" <= c <= "\u9fff" for c in zh), query


@pytest.mark.parametrize(
    "query",
    [
        "derived__memory_l1_wavefronts_shared_excessive",
        "breakdown:lts__t_sectors.sum",
        "breakdown:sm__throughput",
        "pmsampling:launch__grid_size",
        "sm__throughput",
        "launch__grid_size.sum",
        "l1tex__t_sector_hit_rate.sum",
        "prop__prop2zrop_pixels_realtime.sum",
        "smsp__inst_executed",
    ],
)
def test_the_command_that_collects_it_works_as_written(kb, query):
    """Whatever stands after --metrics in the advice is itself collected; other advice names a section."""
    command = explain(kb, query)["collect"]
    words = command.split()
    if words[1] == "--section":
        assert kb.get("section", words[2])
        return
    assert words[:2] == ["ncu", "--metrics"]
    assert explain(kb, words[2])["request"] in ("collected", "expands", "other-collection")


def test_nothing_is_advised_for_what_cannot_be_had(kb):
    assert explain(kb, "dram__bytes_read.sum", chips=("gb202",))["collect"] == ""
    assert explain(kb, "smsp__inst_executed_op_pmtrig_0_pred_on_any.sum")["collect"] == ""


@pytest.mark.parametrize(
    ("name", "below"),
    [
        ("smsp__pcsamp_warps_issue_stalled_wait", "smsp__pcsamp_sample_count"),
        ("smsp__pcsamp_warps_issue_stalled_wait_not_issued", "smsp__pcsamp_sample_count"),
        ("smsp__warps_issue_stalled_wait.sum", "nothing"),
        ("smsp__average_warps_issue_stalled_wait_per_issue_active", "smsp__issue_active"),
        ("smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", "smsp__issue_active"),
        ("smsp__average_warp_latency_issue_stalled_wait.ratio", "smsp__warps_launched"),
        ("smsp__warp_issue_stalled_wait_per_warp_active.pct", "smsp__warps_active"),
    ],
)
def test_each_form_of_a_stall_says_what_it_is_out_of(kb, name, below):
    said = explain(kb, name)["meaning"]["denominator"]
    assert below in said
    others = {"sample_count", "issue_active", "warps_launched", "warps_active"} - {
        below.removeprefix("smsp__").removeprefix("pcsamp_")
    }
    assert not [other for other in others if f"__{other}" in said]


@pytest.mark.parametrize("window", ["active", "elapsed"])
def test_a_throughput_has_no_single_peak(kb, window):
    suffix = f".avg.pct_of_peak_sustained_{window}"
    assert "constituent" in explain(kb, "lts__throughput" + suffix)["meaning"]["denominator"]
    assert "constituent" not in explain(kb, "lts__t_sectors" + suffix)["meaning"]["denominator"]


def test_history_does_not_call_a_near_counter_the_same(kb):
    from metricparse.explain.history import history

    for lang, same, near in (("en", "the same counter is", "nearest"), ("zh", "同一计数器", "最接近")):
        for name, certain in (("dram__bytes_op_read", True), ("dram__sectors_op_read", False)):
            lines = [
                line for line in history(kb, explain(kb, name, lang), lang) if line.startswith(("on ad102", "ad102 "))
            ]
            assert lines
            assert all((same if certain else near) in line for line in lines)


@pytest.mark.parametrize(
    ("lang", "same", "near"), [("en", "the same counter on", "the nearest counter on"), ("zh", "同一计数器", "最接近")]
)
def test_suggestions_do_not_call_a_near_counter_the_same(kb, lang, same, near):
    told = set()
    for base, rows in kb.items("counterpart"):
        for row in rows:
            certain = row["how_sure"] == "sure"
            for one in explain(kb, base, lang, (row["there"],))["suggestions"]:
                if one["name"] == row["name"] and row["there"] in one["why"]:
                    told.add(certain)
                    assert (same in one["why"], near in one["why"]) == (certain, not certain), (base, one)
    assert told
