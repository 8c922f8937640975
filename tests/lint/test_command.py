"""The lint command around a check of its own: formats, exit status, baseline, changes, base-revision settings, fixes."""

import argparse
import io
import json
import subprocess
import sys

import pytest

from metricparse.cli.lint import FORMATS, run_lint
from metricparse.errors import UsageError
from metricparse.lint.model import Objection

WORD = "wrong__name.sum"
SLOTS = (("name", WORD), ("token", ""), ("request_text", "x."), ("suggestion", "right__name.sum"))


def every_word(page):
    start = page.document.text.find(WORD)
    while start != -1:
        yield Objection(start, start + len(WORD), SLOTS, replacement="right__name.sum", safe=True)
        start = page.document.text.find(WORD, start + 1)


def lint(*paths, **given):
    options = {
        "paths": list(paths),
        "format": "json",
        "lang": "en",
        "chip": [],
        "release": None,
        "select": [],
        "ignore": [],
        "preview": False,
        "config": None,
        "config_from": None,
        "diff": None,
        "baseline": None,
        "write_baseline": None,
        "fail_on": "warning",
        "fix": False,
        "unsafe_fixes": False,
        "explain_claims": False,
        "stdin_name": "stdin.md",
        "no_color": True,
    }
    return run_lint(argparse.Namespace(**{**options, **given}), {"N001": every_word})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(f"# 标题\n\n中文 {WORD} 值\n", encoding="utf-8")
    (tmp_path / "docs" / "b.md").write_text("Nothing.\n")
    return tmp_path


def git(*arguments):
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)


def rows(capsys):
    return [(f["path"], f["line"], f["column"]) for f in json.loads(capsys.readouterr().out)["findings"]]


def test_folder(folder, capsys):
    assert lint("docs") == 1
    out = json.loads(capsys.readouterr().out)
    assert out["files"] == 2
    assert [(f["path"], f["line"], f["column"], f["end_column"]) for f in out["findings"]] == [("docs/a.md", 3, 4, 19)]


def test_exit_status(folder, capsys):
    assert lint("docs", select=["A"]) == 0
    (folder / "metricparse.toml").write_text('[severity]\nN001 = "note"\n')
    assert lint("docs") == 0
    assert lint("docs", fail_on="note") == 1
    (folder / "docs" / "broken.md").write_bytes(b"\xff")
    capsys.readouterr()
    assert lint("docs") == 2
    out = json.loads(capsys.readouterr().out)
    assert [e["path"] for e in out["errors"]] == ["docs/broken.md"]
    assert len(out["findings"]) == 1


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_names_the_place(folder, capsys, form, monkeypatch):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    assert lint("docs", format=form) == (0 if form == "sarif" else 1)
    out = capsys.readouterr().out
    assert "docs/a.md" in out
    assert "N001" in out


def test_standard_input(folder, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"x {WORD}\n".encode())))
    assert lint("-", stdin_name="body.md") == 1
    assert rows(capsys) == [("body.md", 1, 3)]


def test_other_kinds_are_noticed_only_when_named(folder, capsys):
    (folder / "docs" / "k.cu").write_text(WORD)
    lint("docs")
    assert capsys.readouterr().err == ""
    assert lint("docs/k.cu") == 0
    assert ".cu" in capsys.readouterr().err


def test_baseline_survives_moved_lines(folder, capsys):
    assert lint("docs", write_baseline="known.json") == 0
    capsys.readouterr()
    text = (folder / "docs" / "a.md").read_text(encoding="utf-8")
    (folder / "docs" / "a.md").write_text(f"# New\n\nIntroduction.\n\n{text}", encoding="utf-8")
    assert lint("docs", baseline="known.json") == 0
    assert rows(capsys) == []
    (folder / "docs" / "b.md").write_text(f"New {WORD}\n")
    assert lint("docs", baseline="known.json") == 1
    assert rows(capsys) == [("docs/b.md", 1, 5)]


def test_a_change_is_judged_alone_and_cannot_relax_its_check(folder, capsys):
    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    (folder / "docs" / "b.md").write_text(f"Nothing.\n\nNew {WORD}\n")
    (folder / "metricparse.toml").write_text('ignore = ["N001"]\n')
    assert lint("docs", diff="HEAD") == 0
    capsys.readouterr()
    assert lint("docs", diff="HEAD", config_from="HEAD") == 1
    assert rows(capsys) == [("docs/b.md", 3, 5)]
    with pytest.raises(UsageError):
        lint("docs", config_from="no-such-revision")
    with pytest.raises(UsageError):
        lint("docs", config_from="--output=x")


def test_fix_changes_nothing_else(folder, capsys):
    before = b"\xef\xbb\xbf" + f"a\r\n\r\n{WORD}, {WORD}\r\n".encode()
    (folder / "docs" / "c.md").write_bytes(before)
    assert lint("docs/c.md", fix=True) == 0
    assert (folder / "docs" / "c.md").read_bytes() == before.replace(WORD.encode(), b"right__name.sum")
    assert rows(capsys) == []


def test_slip_in_a_selection_is_wrong_use(folder):
    with pytest.raises(UsageError, match="N999"):
        lint("docs", select=["N999"])
