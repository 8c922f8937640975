"""Names in an answer exist on the chip asked about, and what is said about availability is true of each chip."""

import pytest

from metricparse.catalog.availability import availability
from metricparse.explain.answer import explain
from metricparse.explain.beside import HAVE, spelled_for
from metricparse.output import explain_text
from metricparse.output.terminal import Paint

CHIPS = ("gv100", "tu116", "ga100", "ga10b", "ad102", "gh100", "gb100", "gb10b", "gb202", "gb20b", "gr100")


def text(kb, name, *chips):
    return " ".join(explain_text.render(kb, [explain(kb, name, chips=chips)], "en", 80, Paint(False)).split())


def base_of(kb, name):
    return kb.split(kb.prefix(name)[1])[0]


@pytest.mark.parametrize("chip", CHIPS)
def test_related_names_exist_on_the_chip(kb, chip):
    asked = 0
    for key, entry in kb.items("counter"):
        for name in entry["names"]:
            if "*" in name or kb.record(name) is None or availability(kb, kb.record(name)).on(chip) not in HAVE:
                continue
            for row in explain(kb, name, chips=(chip,))["related"]:
                asked += 1
                there = kb.record(base_of(kb, row["name"]))
                assert there is None or availability(kb, there).on(chip) in HAVE, (key, name, row["name"])
    assert asked > 100


def test_a_renamed_counter_is_named_as_the_chip_has_it(kb):
    for name, chips in (("dram__bytes_op_read.sum", ()), ("dram__bytes_read.sum", ("rtx-5090",))):
        related = [r["name"] for r in explain(kb, name, chips=chips)["related"]]
        assert "dram__bytes_op_write.sum" in related
        assert "dram__bytes_write.sum" not in related
    assert spelled_for(kb, "dram__bytes_write.sum", ("gh100",)) == "dram__bytes_write.sum"


def test_questions_and_concepts_name_what_the_chip_has(kb):
    answer = explain(kb, "dram__bytes_read.sum twice the array", chips=("rtx-5090",))
    names = [r["name"] for r in answer["related"]]
    assert "dram__bytes_op_read.sum" in names
    assert "dram__bytes_read.sum" not in names


def test_collections_are_told_apart_by_chip(kb):
    name = "l1tex__throughput_internal_activity.avg.pct_of_peak_sustained_elapsed"
    said = text(kb, name)
    assert "gh100 gb10x gb110 gb10b (pmsampling)" in said
    # on a chip where only the sampler has it, the command asks the sampler
    answer = explain(kb, name, chips=("gh100",))
    assert answer["request"] == "other-collection"
    assert "pmsampling:" in answer["collect"]
    assert explain(kb, name, chips=("tu102",))["request"] == "collected"


def test_a_later_first_release_does_not_read_as_an_end(kb):
    said = text(kb, "dram__bytes_read.sum")
    assert "library since CUDA 11.7 (ncu 2022.2), on the latest of these chips since 13.1" in said
    assert "no longer on: gb202 gb203 gb205 (until CUDA 12.8)" in said
    assert "renamed to dram__bytes_op_read (gb20x, CUDA 12.9)" in said
    assert "renamed" not in text(kb, "dram__bytes_read.sum", "gh100")


def test_of_a_chip_that_the_lists_do_not_cover_they_say_nothing(kb):
    answer = explain(kb, "sm__warps_active.avg.per_cycle_active", chips=("v100-pcie",))
    assert answer["request"] == "unknown"
    assert answer["collect"]
    # a chip that they cover and a name that they lack
    assert explain(kb, "sm__inst_executed_op_pmtrig_0_pred_on_any.sum", chips=("gh100",))["request"] == "not-offered"


def test_a_name_of_a_sampler_group_gives_no_row(kb):
    assert explain(kb, "TPC.TriageCompute.sm__cycles_active.avg")["request"] == "other-collection"


def test_where_no_counterpart_is_known_the_nearest_is_called_another_counter(kb):
    answer = explain(kb, "sm__ops_path_tensor_src_fp8_dst_fp32.sum", chips=("gh100",))
    first = answer["suggestions"][0]
    assert first["name"] == "sm__ops_path_tensor_src_fp8.sum"
    assert "another counter" in first["why"]


def test_equal_constituents_of_chips_are_one_list(kb):
    made = explain(kb, "dram__throughput.avg.pct_of_peak_sustained_elapsed")["breakdown"]["constituents"]
    assert len(made) == len({tuple(names) for names in made.values()}) == 1


def test_the_successor_of_an_older_name_is_the_one_of_the_chip(kb):
    assert explain(kb, "dram_read_bytes")["legacy"]["now"] == "dram__bytes_read.sum"
    assert explain(kb, "dram_read_bytes", chips=("rtx-5090",))["legacy"]["now"] == "dram__bytes_op_read.sum"
    thor = explain(kb, "dram_read_bytes", chips=("gb10b",))["legacy"]
    assert "gb10b does not have dram__bytes_read.sum" in thor["why"]
