"""The command as a user runs it: output, exit status, language, no traceback."""

import json
import os
import subprocess
import sys

import jsonschema
import pytest

from metricparse.build.compile import ROOT


def metric(*arguments, stdin=b"", **environment):
    env = {k: v for k, v in os.environ.items() if k not in ("LANG", "LC_ALL", "LC_MESSAGES")}
    env.update({"PYTHONIOENCODING": "utf-8", **environment})
    done = subprocess.run([sys.executable, "-m", "metricparse", *arguments], input=stdin, capture_output=True, env=env)
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    assert "Traceback" not in err, err
    return done.returncode, out, err


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["explain", "lts__t_sectors_op_read.sum"], 0),
        (["explain", "smsp__inst_executed"], 0),
        (["explain", "L2 Hit Rate"], 0),
        (["explain", "sm__throughput"], 1),
        (["explain", "achieved_occupancy"], 1),
        (["explain", "l2__throughput.avg.pct_of_peak_sustained_elapsed"], 1),
        (["explain", "sm__inst_executed.avg.pct_of_peak_sustained_region"], 1),
        (["explain", "breakdown:sm__inst_executed.sum"], 1),
        (["explain", "lts__t_sectors_op_read.sum", "no_such_thing_at_all"], 1),
        (["explain", "dram__bytes_read.sum", "--chip", "gb202"], 1),
        (["explain", "dram__bytes_read.sum", "--chip", "h100-pcie"], 0),
        (["explain", "dram__bytes_read.sum", "--chip", "sm_90"], 0),
        (["explain", "dram__bytes_read.sum", "--chip", "h1000"], 2),
        (["explain", "dram__bytes_read.sum", "--release", "1.0"], 2),
        (["explain", "dram__bytes_read.sum", "--release", "13.0"], 0),
        (["explain"], 2),
        (["nonsense"], 2),
        (["explain", "--lang", "fr", "sector"], 2),
        (["list", "--unit", "nounit"], 2),
        (["list", "--unit", "dram", "--chip", "gh100"], 0),
        (["search", "xyzzyplugh"], 1),
        (["search", "bank", "conflicts"], 0),
        (["--version"], 0),
        (["completion", "bash"], 0),
    ],
)
def test_exit_status(arguments, status):
    code, out, err = metric(*arguments)
    assert code == status, (out, err)
    assert out.strip() or err.strip()


def test_version_names_the_newest_releases():
    _, out, _ = metric("--version")
    assert "2025.3.1" in out
    assert "13.5" in out
    assert "2026.3.1" in out


def test_language_follows_the_locale():
    assert "统计什么" in metric("explain", "lts__t_sectors.sum", LANG="zh_CN.UTF-8")[1]
    assert "Counts" in metric("explain", "lts__t_sectors.sum", LANG="de_DE.UTF-8")[1]
    assert "Counts" in metric("explain", "lts__t_sectors.sum")[1]
    assert "统计什么" in metric("explain", "lts__t_sectors.sum", "--lang", "zh", LANG="en_US.UTF-8")[1]


def test_an_ascii_terminal_is_no_obstacle():
    code, out, _ = metric("explain", "lts__t_sectors.sum", "--lang", "zh", PYTHONIOENCODING="ascii")
    assert code == 0
    assert out


def test_queries_from_standard_input():
    code, out, _ = metric(
        "explain", "-", "--format", "json", stdin="lts__t_sectors.sum\n\n占用率\n\xff\n".encode("latin-1", "replace")
    )
    answers = json.loads(out)
    assert answers[0]["status"] == "known"
    assert len(answers) == 3
    assert code == 1


def test_lists_are_the_profilers_own():
    _, out, _ = metric("list", "--chip", "gh100", "--collection", "profiling")
    assert len(out.split()) == 3650
    _, out, _ = metric("list", "--chip", "gh100", "--unit", "dram", "--format", "json")
    assert {row["unit"] for row in json.loads(out)["names"]} == {"dram"}


def test_a_pattern_lists_its_names():
    _, out, _ = metric("list", "lts__t_sectors_op_*")
    assert "lts__t_sectors_op_read" in out.split()
    assert all(name.startswith("lts__t_sectors_op_") for name in out.split())


def test_search_finds_by_meaning():
    _, out, _ = metric("search", "bank", "conflicts", "shared")
    assert "l1tex__data_bank_conflicts_pipe_lsu_mem_shared" in out
    _, out, _ = metric("search", "占用率", "--lang", "zh")
    assert out.strip()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "name",
    [
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
        "sm__throughput.avg.pct_of_peak_sustained_elapsed",
        "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
        "Achieved Occupancy",
        "long scoreboard",
    ],
)
def test_one_screen_in_eighty_columns(name, lang):
    from metricparse.output.terminal import width

    _, out, _ = metric("explain", name, "--lang", lang, COLUMNS="80")
    lines = out.splitlines()
    assert len(lines) <= 60
    # a name is never cut: it may stick out beside its heading
    too_wide = [line for line in lines if width(line) > 80 and len(line.split()) > 3]
    assert not too_wide
    assert "\x1b" not in out


def test_start_up_loads_nothing_heavy():
    code = (
        "import sys; sys.argv=['metric','explain','lts__t_sectors.sum']\n"
        "from metricparse.cli.main import main\nmain()\n"
        "never=('lark','yaml','jsonschema','rapidfuzz','mkdocs','ncu_report','dataclasses','shtab')\n"
        "heavy=[m for m in never if m in sys.modules]\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


NOTE = "Long Scoreboard means that the warp waits for HBM.\n"


@pytest.mark.parametrize(("lang", "words"), [("en", ("speaks of", "looked at by")), ("zh", ("谈到", "看过的规则"))])
def test_what_was_understood_is_explained(lang, words):
    code, out, err = metric("lint", "-", "--explain-claims", "--lang", lang, stdin=NOTE.encode())
    assert (code, err) == (0, "")
    assert NOTE.strip() in out.split("\n")[0]
    assert all(word in out for word in words)
    assert "S003" in out
    assert out == "\n".join(line.rstrip() for line in out.split("\n"))


def test_explain_claims_says_which_input_it_could_not_read():
    code, out, err = metric("lint", "no-such-note.md", "--explain-claims")
    assert (code, out) == (2, "")
    assert "no-such-note.md" in err


def test_a_finding_about_wording_carries_its_claim():
    code, out, _ = metric("lint", "-", "--preview", "--format", "json", stdin=NOTE.encode())
    answer = json.loads(out)
    jsonschema.validate(answer, json.loads((ROOT / "schema" / "lint.schema.json").read_text(encoding="utf-8")))
    (found,) = answer["findings"]
    assert (code, found["rule"], found["claim"]) == (1, "S003", NOTE.strip())
