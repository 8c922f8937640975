"""What ``metric verify`` says of every measured kernel, and why."""

import json
import os
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from metricparse.output.terminal import Paint, width
from metricparse.output.verify_text import VerifyText
from metricparse.report.model import Kernel, Report, Value
from metricparse.semantics.judge import Judge
from tests.report.reports import KB, identities, report

BOOK = identities()
SCHEMA = json.loads((KB.parent / "schema" / "verify.schema.json").read_text(encoding="utf-8"))

WRITE_RATE = ("F22", "lts__t_sector_op_write_hit_rate.pct")
HIT_RATE = ("F22", "lts__t_sector_hit_rate.pct")
HITS_AND_MISSES = ("F10", "lts__t_sectors_lookup_hit.sum + lts__t_sectors_lookup_miss.sum")
TENSOR = (
    "F22.negative-share",
    "sm__pipe_tensor_type_hmma_hgmma_qgmma_imma_igmma_bmma_bgmma_cycles_active.min.pct_of_peak_sustained_elapsed",
)
PARTS = (
    "F12",
    "lts__t_sectors_srcunit_tex_op_read.sum + lts__t_sectors_srcunit_tex_op_write.sum"
    " + lts__t_sectors_srcunit_tex_op_red.sum + lts__t_sectors_srcunit_tex_op_atom.sum",
)
COUNTS = ("E11", "inst_executed")
THREADS = ("E12", "smsp__thread_inst_executed_per_inst_executed.ratio")
THREADS_ON = ("E12.pred_on", "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio")
REDS = [
    ("F22.negative", "lts__t_sectors_srcunit_tex_aperture_device_op_red_lookup_miss.sum"),
    ("F22.negative", "lts__t_sectors_srcunit_tex_op_red_lookup_miss.sum"),
]

FULL = [
    # kernel, contradictions with their error, remarks, why
    ("vec_add", {}, [WRITE_RATE], "write hit rate 100.3 %"),
    ("strided_copy", {HITS_AND_MISSES: 0.451}, [TENSOR], "hits and misses are 1.45 of the sectors"),
    ("transpose_conflict", {}, [], "nothing"),
    ("transpose_padded", {}, [WRITE_RATE], "write hit rate 100.004 %; its stalls close to 3.7 %, noise at 32 µs"),
    ("pointer_chase", {HITS_AND_MISSES: 0.428}, [], "hits and misses are 1.43 of the sectors"),
    ("fma_chain", {}, [], "nothing beyond the noise of 21 µs"),
    ("fma_ilp", {}, [WRITE_RATE], "write hit rate 100.4 %"),
    ("histogram_atomic", {WRITE_RATE: 2.212}, [], "write hit rate 321 %, although it stores nothing"),
    ("divergent", {WRITE_RATE: 0.0063}, [], "write hit rate 100.63 %, above the half percent that is let pass"),
    ("local_spill", {HITS_AND_MISSES: 0.083}, [], "hits and misses are 1.08 of the sectors"),
    ("l2_resident", {}, [], "nothing"),
    ("gemm_tiled", {PARTS: 0.0197}, [WRITE_RATE], "parts of the SMs' sectors are 2 % off at 269 µs"),
    ("tail", {WRITE_RATE: 0.0478}, [], "write hit rate 104.8 %; 1.5 µs of SM activity: passes are not compared"),
    ("barrier_heavy", {}, [HIT_RATE, WRITE_RATE], "hit rates 100.06 and 100.25 %"),
]

TORCH = [
    (
        "nvjet_sm90_tst_320x128",
        {COUNTS: 0.0195, HITS_AND_MISSES: 0.0157, THREADS_ON: 0.0058},
        [WRITE_RATE],
        "instruction counts differ by pass",
    ),
    (
        "nvjet_sm90_tst_64x48",
        {COUNTS: 0.0447, THREADS_ON: 0.0304, THREADS: 0.0063},
        [],
        "the same; 2 µs: passes not compared otherwise",
    ),
    ("cudnn_generated_fort", {}, [COUNTS, THREADS_ON], "the same, 0.4 %"),
    ("cunn_SoftMaxForwardReg", {}, [TENSOR], "a share below zero"),
    ("vectorized_layer_norm_kernel", {}, [], "nothing"),
    ("vectorized_gather_kernel", {}, [], "nothing"),
    ("gemv2T_kernel_val", {WRITE_RATE: 1.923}, [TENSOR], "write hit rate 292 %"),
    ("reduce_kernel", {}, [THREADS_ON, *REDS], "minus two sectors missed"),
    ("elementwise_kernel", {HITS_AND_MISSES: 0.078}, [WRITE_RATE, TENSOR], "hits and misses are 1.08 of the sectors"),
]


def judged(name, lang="en", chips=frozenset()):
    return Judge(BOOK, lang, chips).report(report(name))


def keys(findings):
    return {(one["identity"], one["left_expression"]) for one in findings}


@pytest.mark.parametrize(("name", "table"), [("full", FULL), ("torch", TORCH)])
def test_every_kernel(name, table):
    result = judged(name)
    assert len(result["kernels"]) == len(table)
    for kernel, (title, contradictions, remarks, why) in zip(result["kernels"], table, strict=True):
        assert title in kernel["kernel"]
        assert keys(kernel["contradictions"]) == set(contradictions), (title, why)
        assert keys(kernel["remarks"]) == set(remarks), (title, why)
        for one in kernel["contradictions"]:
            assert one["error"] == pytest.approx(contradictions[one["identity"], one["left_expression"]], abs=0.0006)
            assert one["distrust"]
            assert one["advice"]
        assert {u["id"] for u in kernel["uninformative"]} == {"U3", "U4"}
        assert [n["name"] for n in kernel["not_collected"]] == [
            "sass__inst_executed_register_spilling_mem_local",
            "sass__inst_executed_register_spilling_mem_shared",
        ]


def test_too_short_to_compare_passes():
    (note,) = judged("full")["kernels"][12]["not_judged"]
    assert note["reason"] == "too-short"
    assert {"F10", "D10"} <= set(note["identities"])


def test_a_binary_report_is_judged_as_its_page(material):
    pytest.importorskip("ncu_report")
    from metricparse.report import read_report

    binary = Judge(BOOK).report(read_report(str(material / "measurements" / "h200_full.ncu-rep")))
    for mine, page in zip(binary["kernels"], judged("full")["kernels"], strict=True):
        assert keys(mine["contradictions"]) == keys(page["contradictions"])
        assert keys(mine["remarks"]) == keys(page["remarks"])


def test_metrics_without_information_on_this_part():
    kernel = judged("families", chips=frozenset(["gh100"]))["kernels"][0]
    names = {name for one in kernel["uninformative"] for name in one["names"]}
    assert {
        "dram__bytes.avg.pct_of_peak_sustained_active",
        "dram__throughput.avg.pct_of_peak_sustained_active",
        "gpu__time_duration.sum.per_second",
        "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.pct",
    } <= names
    assert not names & {"dram__bytes_read.avg.pct_of_peak_sustained_active", "dram__bytes.sum.per_second"}
    values = {k.number("dram__bytes.avg.pct_of_peak_sustained_active") for k in report("families").kernels}
    assert len({round(v, 9) for v in values}) == 1


def altered(kernel, **changes):
    values = dict(kernel.values)
    for name, number in changes.items():
        values[name] = Value(number, values[name].unit, str(number))
    return Kernel(
        kernel.index, kernel.name, kernel.grid, kernel.block, kernel.capability, kernel.device, values, kernel.launches
    )


@pytest.mark.parametrize(
    ("name", "factor", "found"),
    [
        ("sm__throughput.avg.pct_of_peak_sustained_elapsed", 1.01, {"E1", "E4"}),
        ("lts__t_sectors.sum", 1.03, {"A1", "B3", "F8", "F10"}),
        ("launch__thread_count", 2, {"E10"}),
        ("smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", 1.05, {"D10"}),
        ("gpu__time_duration.sum", 1.001, {"B3"}),
        ("sm__cycles_active.avg", 1.1, {"A1", "C8", "D12"}),
        ("sm__throughput.max.pct_of_peak_sustained_elapsed", 5.0, {"E1", "E4"}),
        ("l1tex__t_sector_hit_rate.pct", 0, set()),
    ],
)
def test_a_changed_value_is_found(name, factor, found):
    """Seeded faults: one value of a sound kernel changed, and the identities that hold it object."""
    kernel = report("full").kernels[0]
    before = keys(Judge(BOOK).kernel(kernel)["contradictions"])
    after = keys(Judge(BOOK).kernel(altered(kernel, **{name: kernel.number(name) * factor}))["contradictions"])
    assert found <= {identity for identity, _ in after - before}
    assert bool(after - before) == bool(found)


@pytest.mark.parametrize(
    ("rate", "where"),
    [(100.0, ""), (100.2, "remarks"), (100.5, "remarks"), (100.51, "contradictions"), (321.0, "contradictions")],
)
def test_rates_above_the_limit(rate, where):
    kernel = report("full").kernels[12]  # tail: too short for anything else
    changed = altered(kernel, **{"lts__t_sector_op_write_hit_rate.pct": rate, "lts__t_sector_hit_rate.pct": 50.0})
    result = Judge(BOOK).kernel(changed)
    assert (WRITE_RATE in keys(result["remarks"])) == (where == "remarks")
    assert (WRITE_RATE in keys(result["contradictions"])) == (where == "contradictions")


@pytest.mark.parametrize(
    ("length", "limit"), [(250.0, 0.01), (100.0, 0.01), (50.0, 0.05), (7.0, 0.10), (4.9, None), (None, 0.10)]
)
def test_noise_by_length(length, limit):
    assert BOOK.pass_noise(length) == limit


def test_other_chips_are_judged_by_what_holds_anywhere():
    kernel = report("full").kernels[7]
    ampere = Kernel(0, kernel.name, kernel.grid, kernel.block, "8.0", "NVIDIA A100", kernel.values)
    result = Judge(BOOK).kernel(ampere)
    assert keys(result["contradictions"]) == {WRITE_RATE}
    assert [one["reason"] for one in result["not_judged"]] == ["other-chip"]
    assert result["uninformative"] == []


def test_averages_over_launches_are_not_judged():
    kernel = report("full").kernels[7]
    result = Judge(BOOK).kernel(Kernel(0, kernel.name, kernel.grid, kernel.block, "9.0", "", kernel.values, launches=3))
    assert result["contradictions"] == result["remarks"] == []
    assert result["not_judged"] == [{"reason": "averaged", "identities": [], "launches": 3}]


def test_not_collected():
    values = {
        "dram__bytes.sum": Value(None, "", "(!) n/a", 0.0, "n/a"),
        "sm__cycles_active.avg": Value(5.0, "cycle", "5"),
    }
    result = Judge(BOOK).kernel(Kernel(0, "k", (), (), "9.0", "", values))
    assert result["not_collected"] == [{"name": "dram__bytes.sum", "shown": "(!) n/a", "reason": "n/a"}]


@pytest.mark.parametrize(
    "name", ["full", "torch", "families", "basic", "stalls", "h200_torch.details.csv.gz", "h200_torch.summary.csv.gz"]
)
def test_json_has_the_form_of_its_schema(name):
    result = json.loads(json.dumps(judged(name), allow_nan=False))
    assert list(Draft202012Validator(SCHEMA).iter_errors(result)) == []


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("columns", [60, 100])
def test_text_fits_and_says_what_matters(lang, columns):
    out = VerifyText(BOOK, lang, columns, Paint(False)).render(judged("full", lang))
    for piece in (
        "321.169 > 100",
        "53,379,330 ≠ 36,790,276",
        "derived__smsp__inst_executed_op_branch_pct",
        "7: histogram_atomic",
    ):
        assert piece in out
    assert ("contradiction" in out) == (lang == "en")
    assert ("矛盾" in out) == (lang == "zh")
    assert "{" not in out.replace("{S}", "").replace("{B}", "")
    # a name is never cut, so only a line that holds one long word may pass the limit
    long = [line for line in out.splitlines() if width(line) > columns and len(line.split()) > 3]
    assert long == []


def test_control_characters_in_a_kernel_name_do_not_reach_the_terminal():
    kernel = report("full").kernels[7]
    evil = Kernel(0, "k\x1b[2J\x07", kernel.grid, kernel.block, "9.0", "", kernel.values)
    result = Judge(BOOK).report(Report("x", "raw", (evil,)))
    assert "\x1b" not in VerifyText(BOOK, "en", 80, Paint(False)).render(result)


# --- the command -------------------------------------------------------------------------------------------------------------


def metric(*arguments, first=""):
    """Run the command; modules of the folder ``first`` win over installed ones."""
    path = os.pathsep.join(filter(None, [first, str(KB.parent)]))
    environment = {**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-m", "metricparse", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        cwd=KB.parent,
        check=False,
    )


@pytest.fixture
def command(kb):
    if kb.get("meta", "identities") is None:
        pytest.skip("the compiled knowledge base holds no identities yet")


@pytest.mark.usefixtures("command")
def test_exit_status_and_output(tmp_path):
    full = metric("verify", "tests/data/h200_full.raw.csv.gz", "--lang", "en")
    assert full.returncode == 1
    assert "14 kernels: 7 contradictions" in full.stdout
    sound = metric("verify", "tests/data/h200_basic.raw.csv.gz", "--lang", "zh")
    assert sound.returncode == 0
    assert "没有矛盾" in sound.stdout
    data = json.loads(metric("verify", "tests/data/h200_full.raw.csv.gz", "--format", "json").stdout)
    assert list(Draft202012Validator(SCHEMA).iter_errors(data)) == []
    (tmp_path / "empty.csv").write_text("")
    for wrong in (
        ["nothing.csv"],
        [str(tmp_path / "empty.csv")],
        ["README.md"],
        [],
        ["tests/data/h200_basic.raw.csv.gz", "--chip", "zz9"],
    ):
        result = metric("verify", *wrong)
        assert result.returncode == 2
        assert "Traceback" not in result.stderr


@pytest.mark.usefixtures("command")
def test_the_compiled_identities_are_those_of_the_file(kb):
    from metricparse.semantics.identity_book import book

    compiled = book(kb)
    assert {i["id"]: i for i in compiled.identities} == BOOK.by_id
    assert compiled.around == BOOK.around


@pytest.mark.usefixtures("command")
@pytest.mark.parametrize(
    "command_line",
    [
        ["verify"],
        ["check", "dram__cycles_active.sum * 32 / gpu__time_duration.sum", "--report"],
        ["explain", "sm__throughput.avg.pct_of_peak_sustained_elapsed", "--report"],
    ],
    ids=lambda words: words[0],
)
def test_without_the_package_for_binary_reports(tmp_path, command_line):
    """Pages work, and a binary report is answered with how to install the package."""
    (tmp_path / "ncu_report.py").write_text("raise ImportError('not installed')", encoding="utf-8")
    page = metric(*command_line, "tests/data/h200_basic.raw.csv.gz", "--lang", "en", first=str(tmp_path))
    assert page.returncode in (0, 1)
    assert "vec_add" in page.stdout
    assert page.stderr == ""
    binary = metric(*command_line, "tests/data/h200_basic.ncu-rep", "--lang", "en", first=str(tmp_path))
    assert binary.returncode == 2
    assert 'pip install "ncu-report>=2025.3"' in binary.stderr
    assert "Traceback" not in binary.stderr
