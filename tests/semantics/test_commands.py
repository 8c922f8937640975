"""The commands `metric compare` and `metric check`: output, exit status, schemas."""

import argparse
import json
from pathlib import Path

import jsonschema
import pytest

from metricparse.catalog.store import default
from metricparse.cli import check as check_command
from metricparse.cli import compare as compare_command
from metricparse.errors import UsageError
from tests.semantics.test_check import EXPRESSIONS

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
KB = default()


def schema(name):
    return jsonschema.Draft202012Validator(
        json.loads((ROOT / "schema" / f"{name}.schema.json").read_text(encoding="utf-8"))
    )


@pytest.fixture
def run(capsys):
    """Runs a command and gives (exit status, output)."""

    def call(command, words, chip=(), lang="en", form="text", report=None):
        options = argparse.Namespace(
            names=words,
            expression=words,
            chip=list(chip),
            release=None,
            lang=lang,
            format=form,
            no_color=True,
            report=report,
        )
        function = compare_command.run_compare if command == "compare" else check_command.run_check
        status = function(options)
        return status, capsys.readouterr().out

    return call


def test_compare_tells_verdict_reason_and_step(run):
    status, out = run("compare", ["sm__inst_executed.avg", "smsp__inst_executed.avg"])
    assert status == 0
    assert "convertible" in out
    assert "× 4" in out
    assert "* scope" in out


def test_compare_gives_an_advice_once(run):
    names = ["sm__warps_active.avg.pct_of_peak_sustained_active", "sm__throughput.avg.pct_of_peak_sustained_elapsed"]
    for lang in ("en", "zh"):
        told = [one["text"] for one in json.loads(run("compare", names, lang=lang, form="json")[1])["instead"]]
        out = "".join(run("compare", names, lang=lang)[1].split())
        assert len(told) > len(set(told))
        assert all(out.count("".join(text.split())) == 1 for text in set(told))


def test_compare_fails_for_what_does_not_compare(run):
    status, out = run("compare", ["L2 Hit Rate", '"L1/TEX Hit Rate"'], lang="zh")
    assert status == 1
    assert "不可比" in out
    assert "lts__t_sectors" in out


@pytest.mark.parametrize(
    ("name", "chips", "verdict", "said"),
    [
        ("dram__bytes_read.sum", ("gb100", "gb202"), "not-comparable", "dram__bytes_op_read.sum"),
        ("sm__throughput.avg.pct_of_peak_sustained_elapsed", ("a100-80-sxm", "b200"), "not-comparable", "sm__mem_tensor"),
        ("l1tex__throughput.avg.pct_of_peak_sustained_elapsed", ("ga100", "gh100"), "not-comparable", "constituents"),
        ("lts__t_sectors.sum", ("h100-sxm", "b200"), "comparable", "Nothing is known"),
        ("lts__t_sectors.sum", ("gh100", "h100-pcie"), "comparable", "Both are the chip"),
        ("sm__cycles_active.avg", ("sm_80", "sm_90"), "comparable", "clocks of their own"),
        ("sm__warps_active.avg.pct_of_peak_sustained_active", ("ga100", "gh100"), "not-comparable", "peak of the chip measured"),
        ("sm__inst_executed.avg.per_cycle_active", ("ga100", "gh100"), "comparable", "clocks of their own"),
    ],
)  # fmt: skip
def test_one_name_on_two_chips(run, name, chips, verdict, said):
    status, out = run("compare", [name], chip=chips, form="json")
    result = json.loads(out)
    assert result["verdict"] == verdict
    assert status == (1 if verdict == "not-comparable" else 0)
    assert said in json.dumps(result, ensure_ascii=False)
    schema("compare").validate(result)
    back = json.loads(run("compare", [name], chip=chips[::-1], form="json")[1])
    assert (back["verdict"], back["reasons"], back["instead"]) == (
        result["verdict"],
        result["reasons"],
        result["instead"],
    )


@pytest.mark.parametrize(
    ("words", "chip", "said"),
    [
        (["dram__bytes.sum"], ["gh100"], "two chips"),
        (["dram__bytes.sum", "lts__t_bytes.sum"], ["gh100", "ga100"], "one chip"),
        (["dram__bytess.sum", "lts__t_bytes.sum"], [], "dram__bytes.sum"),
        (["sm__throughput", "lts__t_bytes.sum"], [], "sm__throughput.avg.pct_of_peak_sustained_elapsed"),
        (["Memory Throughput", "lts__t_bytes.sum"], [], "dram__bytes.sum.per_second"),
        (["achieved_occupancy", "lts__t_bytes.sum"], [], "sm__warps_active.avg.pct_of_peak_sustained_active"),
        (["dram__bytes_read.sum", "lts__t_bytes.sum"], ["gb202"], "dram__bytes_op_read"),
        (["qwertyuiop", "lts__t_bytes.sum"], [], "metric search"),
    ],
)
def test_wrong_use_of_compare_says_what_to_type(run, words, chip, said):
    with pytest.raises(UsageError, match=said.replace(".", "[.]")):
        run("compare", words, chip=chip)


def test_check_shows_the_place(run):
    status, out = run("check", "sm__cycles_active.avg / lts__cycles_active.avg")
    assert status == 1
    assert "D003" in out
    lines = out.splitlines()
    at = next(i for i, line in enumerate(lines) if set(line.strip()) == {"^"})
    start = lines[at].index("^")
    assert lines[at - 1][start : start + len(lines[at].strip())] == "lts__cycles_active.avg"


def test_check_is_quiet_about_a_sound_idiom(run):
    status, out = run("check", "2 * smsp__sass_thread_inst_executed_op_ffma_pred_on.sum / gpu__time_duration.sum")
    assert status == 0
    assert "FLOP/s" in out
    assert "objection" not in out


def test_check_evaluates_a_report(run):
    status, out = run(
        "check",
        "bw = dram__bytes_read.sum / gpu__time_duration.sum; bw < 4.9 TB/s",
        form="json",
        report=str(DATA / "h200_full.raw.csv.gz"),
    )
    result = json.loads(out)
    schema("check").validate(result)
    assert status == 0
    assert len(result["values"]) == 14
    assert all(row["holds"] for row in result["values"])
    assert result["values"][0]["value"][0] == pytest.approx(2.3e12, rel=0.1)


def test_check_says_which_value_a_report_lacks(run):
    _, out = run("check", "syslts__t_sectors.sum / gpu__time_duration.sum", report=str(DATA / "h200_full.raw.csv.gz"))
    assert "n/a (syslts__t_sectors.sum)" in out


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_answer_of_the_table_fits_its_schema_and_prints(run, lang):
    validator = schema("check")
    for text, verdict, _, _ in EXPRESSIONS[:: 6 if lang == "en" else 7]:
        status, out = run("check", text, lang=lang, form="json")
        validator.validate(json.loads(out))
        assert status == (1 if verdict == "not-comparable" else 0)
        assert run("check", text, lang=lang)[1].strip()
