"""Pitfalls are about the name they stand under, and no pitfall of a whole kind is lost."""

import pytest

from metricparse.explain.answer import explain
from metricparse.explain.pitfalls import applies
from metricparse.output import explain_text
from metricparse.output.terminal import Paint


def pitfalls(kb, name, *chips):
    return " ".join(p["text"] for p in explain(kb, name, chips=chips)["pitfalls"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("lts__t_sectors_srcunit_tex_aperture_sysmem_lookup_miss.sum", "L2 miss need not be a DRAM access"),
        ("lts__t_sectors_op_write_lookup_hit.sum", "every store sector"),
        ("lts__t_sectors_op_read.sum", "instruction and constant fetches"),
        ("lts__t_tag_requests.sum", "The total of lts__t_sectors"),
        ("smsp__average_inst_executed_pipe_lsu_per_warp.ratio", "one instruction can need many wavefronts"),
        ("smsp__thread_inst_executed.avg.per_cycle_active", "rate per cycle of one sub-partition"),
        ("prop__cycles_active.sum", "alias of prop__cycles_elapsed"),
        ("dram__bytes.sum", "Not the host memory"),
        ("l1tex__throughput.avg.pct_of_peak_sustained_active", "Not only the texture cache"),
        ("lts__t_sectors_op_write.sum", "stores count as hits"),
        ("lts__t_sectors.max.pct_of_peak_sustained_active", "can pass its peak"),
        ("smsp__sass_inst_executed_op_ld.sum", "constant loads (LDC)"),
    ],
)
def test_a_pitfall_stands_where_it_belongs(kb, name, words):
    assert words in pitfalls(kb, name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        # not the cache of compression tags, of constants, of instructions, or L1
        ("sm__dcc_requests_lookup_miss.sum", "L2 miss"),
        ("idc__requests_lookup_hit.sum", "at L2"),
        ("l1tex__t_sectors_pipe_lsu_mem_local_op_st_lookup_hit.sum", "at L2"),
        ("syslts__t_sectors_op_read.sum", "L2 partitions"),
        ("dram__bytes_op_read.sum", "At L2"),
        # the source is named, so that others are in it cannot be meant
        ("lts__t_sectors_srcunit_tex_op_read.sum", "instruction and constant fetches"),
        ("lts__t_sectors_srcunit_ltcfabric.sum", "The total of lts__t_sectors"),
        # sectors are no instructions
        ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "instruction count"),
        ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "shared memory traffic"),
        ("l1tex__t_sector_hit_rate.pct", "shared memory traffic"),
        ("l1tex__t_sector_hit_rate.pct", "At L2"),
        ("smsp__inst_executed.sum", "rate per cycle of one sub-partition"),
        ("prop__prop2zrop_pixels_stage_latez_realtime.sum", "alias"),
        ("gpu__time_duration.sum", "gpu__cycles_elapsed"),
        ("smsp__inst_issued_per_issue_active.ratio", "warps stalled"),
        ("lts__t_sectors.avg.pct_of_peak_sustained_active", "can pass its peak"),
        ("lts__t_sectors.max.pct_of_peak_sustained_elapsed", "can pass its peak"),
        # the entry of the name says the same of this name
        ("lts__t_sectors_srcunit_tex_op_read_lookup_miss.sum", "An L2 miss need not"),
    ],
)
def test_a_pitfall_of_another_counter_does_not_stand_there(kb, name, words):
    assert kb.split(name)[0], "the name is listed"
    assert words not in pitfalls(kb, name)


def conditions(kb):
    for kind in ("unit", "filter", "flag", "statistic", "submetric", "rollup", "stall", "kind"):
        for key, entry in kb.items(kind):
            for unit, words in [("", entry), *(entry.get("by_unit") or {}).items()]:
                if words.get("mistaken_for_on"):
                    yield kind, key, unit, words["mistaken_for_on"]


def test_every_condition_holds_for_some_listed_name(kb):
    records = [(name, record, kb.base(name)) for name, record in kb.items("base")]
    checked = 0
    for kind, key, unit, condition in conditions(kb):
        if kind in ("submetric", "rollup"):
            continue
        checked += 1
        words = {t.key for _, _, base in records for t in base.tokens} | {base.unit for _, _, base in records}
        assert key in words or kind == "unit", (kind, key)
        assert any(
            applies(kb, condition, kb.bare(name), record["kind"])
            for name, record, base in records
            if (base.unit == key if kind == "unit" else any(t.key == key for t in base.tokens))
            and (not unit or base.unit == unit)
        ), (kind, key, unit)
    assert checked > 15


def test_a_sum_says_over_what_it_adds_up(kb):
    text = pitfalls(kb, "smsp__inst_executed.sum")
    assert "over time" not in text
    assert "launches" in text


def test_text_shows_the_pitfalls_or_says_how_many_more(kb):
    for name in ("smsp__inst_executed.sum", "lts__t_sectors.max.pct_of_peak_sustained_active", "dram__bytes_read.sum"):
        answer = explain(kb, name)
        text = " ".join(explain_text.render(kb, [answer], "en", 80, Paint(False)).split())
        shown = sum(" ".join(p["text"].split()) in text for p in answer["pitfalls"])
        assert shown == len(answer["pitfalls"]) or f"and {len(answer['pitfalls']) - shown} more" in text
        assert shown >= min(5, len(answer["pitfalls"]))
