"""``--fix`` and ``--unsafe-fixes`` on every example of every rule and on the open corpus, as a user runs them on files."""

import difflib
import json
from collections import Counter

import pytest

from metricparse.catalog.store import default
from metricparse.cli.main import main
from tests.lint.corpus import snippets
from tests.lint.examples import NAMES, findings

SNIPPETS = [
    {"id": f"{rule}-{one['id']}", **{k: v for k, v in one.items() if k != "id"}}
    for rule, record in default().items("rule")
    for one in record["examples"]
] + snippets("open")
FIXABLE = [one for one in SNIPPETS if any(found.fix for found in findings(one))]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lint(snippet, *arguments):
    """Exit status of a run on the snippet's file."""
    chips = snippet.get("chip", [])
    options = [word for chip in ([chips] if isinstance(chips, str) else chips) for word in ("--chip", chip)]
    options += ["--release", str(snippet["release"])] if snippet.get("release") else []
    return main(["lint", NAMES[snippet["as"]], "--preview", "--format", "json", *options, *arguments])


def test_there_is_something_to_fix():
    safe = {found.rule for one in FIXABLE for found in findings(one) if found.fix and found.fix.safe}
    assert safe >= {"N003", "N006", "N013"}
    assert len(FIXABLE) >= 100


@pytest.mark.parametrize("snippet", FIXABLE, ids=[str(one["id"]) for one in FIXABLE])
def test_fixed_once_and_for_all(folder, capsys, snippet):
    file = folder / NAMES[snippet["as"]]
    text = snippet["text"]
    for option, unsafe in (("--fix", False), ("--unsafe-fixes", True)):
        file.write_text(text, encoding="utf-8")
        found = [one for one in findings(snippet) if one.fix and (unsafe or one.fix.safe)]
        lint(snippet, option)
        after = file.read_bytes()
        # what was fixed is no longer found, and nothing that could be fixed is left
        capsys.readouterr()
        lint(snippet)
        left = json.loads(capsys.readouterr().out)["findings"]
        assert [one for one in left if one["fix"] and (unsafe or one["fix"]["safe"])] == []
        before = Counter((one.rule, one.excerpt) for one in findings(snippet))
        before -= Counter((one.rule, one.excerpt) for one in found)
        remain = Counter((one["rule"], one["excerpt"]) for one in left)
        assert all(remain[one.rule, one.excerpt] <= before[one.rule, one.excerpt] for one in found)
        # a second time changes nothing
        lint(snippet, option)
        assert file.read_bytes() == after
        # only lines with a finding were touched
        lines = {one.place.line for one in found}
        if any(one.rule == "N015" for one in found):  # once a line is joined, the next one is behind the same break
            lines |= {line + 1 for line in lines}
        old, new = text.split("\n"), after.decode().split("\n")
        for tag, first, last, *_ in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            assert tag == "equal" or set(range(first + 1, last + 1)) <= lines
        if not found:
            assert after == text.encode()


CASES = {
    "renamed with equal inputs": (
        "N006",
        "a.md",
        "RTX 5090, ncu 2025.3: `dram__bytes_read.sum` is 4 GB.\n",
        "RTX 5090, ncu 2025.3: `dram__bytes_op_read.sum` is 4 GB.\n",
    ),
    "garbled suffix with one candidate": (
        "N003",
        "a.md",
        "ncu: `sm__throughput.avg_pct_of_peak_sustained_elapsed` on the H100\n",
        "ncu: `sm__throughput.avg.pct_of_peak_sustained_elapsed` on the H100\n",
    ),
    "blank in a list": (
        "N013",
        "a.sh",
        'ncu --metrics "sm__cycles_active.avg, lts__t_sectors.sum" ./a\n',
        'ncu --metrics "sm__cycles_active.avg,lts__t_sectors.sum" ./a\n',
    ),
    "blanks and a byte order mark and carriage returns": (
        "N013",
        "a.sh",
        '\ufeff# 采集\r\nncu --metrics "sm__cycles_active.avg,  lts__t_sectors.sum,   dram__bytes.sum" ./a\r\n',
        '\ufeff# 采集\r\nncu --metrics "sm__cycles_active.avg,lts__t_sectors.sum,dram__bytes.sum" ./a\r\n',
    ),
    "in a notebook": (
        "N013",
        "a.ipynb",
        json.dumps(
            {
                "cells": [
                    {"cell_type": "code", "source": ['!ncu --metrics "sm__cycles_active.avg, dram__bytes.sum" ./a']}
                ]
            }
        ),
        json.dumps(
            {"cells": [{"cell_type": "code", "source": ['!ncu --metrics "sm__cycles_active.avg,dram__bytes.sum" ./a']}]}
        ),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_a_safe_fix_writes(folder, capsys, case):
    rule, name, before, wanted = CASES[case]
    (folder / name).write_bytes(before.encode())
    assert main(["lint", name, "--select", rule]) == 1
    assert (folder / name).read_bytes() == before.encode()
    assert main(["lint", name, "--select", rule, "--fix"]) == 0
    assert (folder / name).read_bytes().decode() == wanted
    assert "applied" in capsys.readouterr().err


def test_a_guess_is_left_to_the_reader(folder, capsys):
    text = "ncu: `dram__bytes_raed.sum`\n"
    (folder / "a.md").write_text(text)
    assert main(["lint", "a.md", "--fix"]) == 1
    assert (folder / "a.md").read_text() == text
    assert main(["lint", "a.md", "--unsafe-fixes"]) == 0
    assert (folder / "a.md").read_text() == "ncu: `dram__bytes_read.sum`\n"


def test_only_what_is_reported_is_fixed(folder, capsys):
    """Not what a suppression, a baseline, a setting or a diff leaves out."""
    line = 'ncu --metrics "sm__cycles_active.avg, lts__t_sectors.sum" ./{}\n'
    text = line.format("a") + line.format("b")
    file = folder / "a.sh"
    file.write_text("# metricparse: ignore N013 -- on purpose\n" + text)
    main(["lint", "a.sh", "--fix"])
    assert file.read_text() == "# metricparse: ignore N013 -- on purpose\n" + line.format("a") + line.format(
        "b"
    ).replace(", ", ",")
    file.write_text(text)
    (folder / "new.diff").write_text("--- a/a.sh\n+++ b/a.sh\n@@ -1,0 +2 @@\n+x\n")
    main(["lint", "a.sh", "--fix", "--diff", "new.diff"])
    assert file.read_text() == line.format("a") + line.format("b").replace(", ", ",")
    file.write_text(text)
    main(["lint", "a.sh", "--write-baseline", "known.json"])
    main(["lint", "a.sh", "--fix", "--baseline", "known.json"])
    main(["lint", "a.sh", "--fix", "--ignore", "N013"])
    assert file.read_text() == text


def test_links_and_permissions_stay(folder, capsys):
    real = folder / "real.sh"
    real.write_text('ncu --metrics "sm__cycles_active.avg, lts__t_sectors.sum" ./a\n')
    real.chmod(0o755)
    (folder / "link.sh").symlink_to("real.sh")
    assert main(["lint", "link.sh", "--fix"]) == 0
    assert (folder / "link.sh").is_symlink()
    assert real.stat().st_mode & 0o777 == 0o755
    assert ", " not in real.read_text()


def test_standard_input_is_not_written(folder, capsys, monkeypatch):
    import io
    import sys

    (folder / "stdin.md").write_text("mine\n")
    data = b'```sh\nncu --metrics "sm__cycles_active.avg, lts__t_sectors.sum" ./a\n```\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["lint", "-", "--fix"]) == 1
    assert (folder / "stdin.md").read_text() == "mine\n"
