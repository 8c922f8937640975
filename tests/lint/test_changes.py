"""A change under review, in real git repositories: only what it adds is reported, and it cannot relax its own gate."""

import io
import json
import os
import subprocess
import sys

import pytest

from metricparse.cli.main import main
from metricparse.lint.changes import parse_diff

OLD = "ncu: `dram__bytes_raed.sum`\n"
NEW = "ncu: `lts__t_sectrs.sum`\n"


def git(*arguments):
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)
    return done.stdout.decode()


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository whose main branch has an old finding, on a branch of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(f"# Notes\n\n{OLD}")
    (tmp_path / "metricparse.toml").write_text('[severity]\nN002 = "off"\n')
    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    git("checkout", "-b", "change")
    return tmp_path


def commit():
    git("add", "-A")
    git("commit", "-m", "change")


def lint(capsys, *arguments):
    """(exit status, [(path, line)])."""
    capsys.readouterr()
    status = main(["lint", "--format", "json", "--lang", "en", *arguments])
    out = capsys.readouterr().out
    return status, [(one["path"], one["line"]) for one in json.loads(out)["findings"]] if out else None


def add(repository, path="docs/a.md", text=NEW):
    file = repository / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text((file.read_text() if file.exists() else "") + "\n" + text, encoding="utf-8")


def test_only_what_the_branch_adds(repository, capsys):
    add(repository)
    assert lint(capsys, ".")[1] == [("docs/a.md", 3), ("docs/a.md", 5)]
    assert lint(capsys, ".", "--diff", "main") == (1, [("docs/a.md", 5)])
    commit()
    assert lint(capsys, ".", "--diff", "main") == (1, [("docs/a.md", 5)])
    assert lint(capsys, ".", "--diff", "main^{commit}") == (1, [("docs/a.md", 5)])
    # what main got meanwhile is not the branch's
    git("checkout", "main")
    add(repository, "other.md", OLD)
    commit()
    git("checkout", "change")
    assert lint(capsys, ".", "--diff", "main") == (1, [("docs/a.md", 5)])


def test_files_new_to_git_and_names_of_any_script(repository, capsys):
    add(repository, "docs/新 笔记.md")
    assert lint(capsys, ".", "--diff", "HEAD") == (1, [("docs/新 笔记.md", 2)])
    git("add", ".")
    assert lint(capsys, ".", "--diff", "HEAD") == (1, [("docs/新 笔记.md", 2)])
    add(repository, 'docs/"b"\tc.md')
    git("add", ".")
    assert ('docs/"b"\tc.md', 2) in lint(capsys, ".", "--diff", "HEAD")[1]


def test_a_moved_file_adds_nothing(repository, capsys):
    git("mv", "docs/a.md", "b.md")
    commit()
    assert lint(capsys, ".", "--diff", "main") == (0, [])


@pytest.mark.parametrize("setting", ["noprefix", "mnemonicprefix"])
def test_settings_of_the_user_do_not_matter(repository, capsys, setting):
    add(repository)
    add(repository, "b/c.md")
    git("add", ".")
    git("config", f"diff.{setting}", "true")
    git("config", "color.diff", "always")
    assert lint(capsys, ".", "--diff", "HEAD")[1] == [("b/c.md", 2), ("docs/a.md", 5)]
    diff = git("diff", "--no-color", "HEAD")
    (repository / "x.diff").write_text(diff)
    assert lint(capsys, ".", "--diff", "x.diff")[1] == [("b/c.md", 2), ("docs/a.md", 5)]


@pytest.mark.parametrize("context", ["-U0", "-U3"])
def test_a_diff_from_a_file_and_from_standard_input(repository, capsys, monkeypatch, context):
    add(repository)
    (repository / "x.diff").write_text(git("diff", context, "HEAD"))
    assert lint(capsys, ".", "--diff", "x.diff") == (1, [("docs/a.md", 5)])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((repository / "x.diff").read_bytes())))
    assert lint(capsys, "docs", "--diff", "-") == (1, [("docs/a.md", 5)])


def test_from_a_folder_inside_and_by_absolute_paths(repository, capsys, monkeypatch):
    add(repository)
    (repository / "x.diff").write_text(git("diff", "HEAD"))
    assert lint(capsys, str(repository), "--diff", "HEAD")[1] == [(str(repository / "docs" / "a.md"), 5)]
    monkeypatch.chdir(repository / "docs")
    assert lint(capsys, ".", "--diff", "HEAD")[1] == [("a.md", 5)]
    assert lint(capsys, ".", "--diff", "../x.diff")[1] == [("a.md", 5)]


def test_a_shallow_clone_without_common_commit(repository, capsys, tmp_path_factory, monkeypatch):
    add(repository)
    commit()
    clone = tmp_path_factory.mktemp("clone")
    git("clone", "--depth", "1", "--branch", "change", f"file://{repository}", str(clone))
    monkeypatch.chdir(clone)
    git("fetch", "--depth", "1", "origin", "main:refs/remotes/origin/main")
    assert lint(capsys, ".", "--diff", "origin/main") == (1, [("docs/a.md", 5)])


@pytest.mark.parametrize("what", ["no-such-revision", "--output=x", "-x"])
def test_what_is_no_revision_is_wrong_use(repository, capsys, what):
    assert main(["lint", ".", f"--diff={what}"]) == 2
    assert main(["lint", ".", f"--config-from={what}"]) == 2
    assert not (repository / "x").exists()


def test_outside_a_repository(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "a.md").write_text(NEW)
    assert main(["lint", ".", "--diff", "HEAD"]) == 2
    assert "git" in capsys.readouterr().err
    (tmp_path / "x.diff").write_text("--- a/a.md\n+++ b/a.md\n@@ -0,0 +1 @@\n+" + NEW)
    assert lint(capsys, ".", "--diff", "x.diff") == (1, [("a.md", 1)])
    (tmp_path / "x.diff").write_text("no diff\n")
    assert main(["lint", ".", "--diff", "x.diff"]) == 2


def test_signs_that_only_look_like_line_ends_shift_nothing():
    text = "--- a/a.md\n+++ b/a.md\n@@ -1 +1,3 @@\n x\u2028+y\n+one\x0ctwo\x85three\n+++ b/other.md\n"
    assert parse_diff(text) == {"a.md": {2, 3}}


# The gate

RELAXED = {
    "a setting": {"metricparse.toml": 'ignore = ["N001"]\n'},
    "a severity": {"metricparse.toml": '[severity]\nN001 = "off"\n'},
    "an exclusion": {"metricparse.toml": 'exclude = ["docs"]\n'},
    "other rules": {"metricparse.toml": 'select = ["A001"]\n'},
    "a nearer file": {"docs/metricparse.toml": 'ignore = ["N001"]\n'},
    "a nearer pyproject": {"docs/pyproject.toml": '[tool.metricparse]\nignore = ["N001"]\n'},
    "a pyproject": {"metricparse.toml": None, "pyproject.toml": '[tool.metricparse]\nignore = ["N001"]\n'},
    "a broken file": {"metricparse.toml": "= = ="},
}


@pytest.mark.parametrize("way", RELAXED)
def test_a_pull_request_cannot_relax_its_own_gate(repository, capsys, way):
    add(repository)
    for path, text in RELAXED[way].items():
        if text is None:
            (repository / path).unlink()
        else:
            (repository / path).write_text(text)
    commit()
    # the change has its way where its own configuration is read
    assert lint(capsys, "docs", "--diff", "main")[0] in (0, 2)
    assert lint(capsys, "docs", "--diff", "main", "--config-from", "main") == (1, [("docs/a.md", 5)])
    assert lint(capsys, ".", "--diff", "main", "--config-from", "main") == (1, [("docs/a.md", 5)])


def test_nor_by_a_longer_baseline(repository, capsys):
    git("checkout", "main")
    assert main(["lint", ".", "--write-baseline", "known.json"]) == 0
    (repository / "metricparse.toml").write_text('baseline = "known.json"\n')
    commit()
    git("checkout", "-B", "change")
    add(repository)
    assert main(["lint", ".", "--write-baseline", "known.json"]) == 0
    commit()
    assert lint(capsys, ".") == (0, [])
    assert lint(capsys, ".", "--config-from", "main") == (1, [("docs/a.md", 5)])
    # one that was taken away is still there in the base revision
    (repository / "known.json").unlink()
    assert lint(capsys, "docs/a.md", "--config-from", "main") == (1, [("docs/a.md", 5)])


def test_the_base_revision_is_read_as_it_is_laid_out(repository, capsys, monkeypatch):
    """Its nearest file counts for each folder, a pyproject.toml too, from wherever the run starts."""
    git("checkout", "main")
    (repository / "metricparse.toml").unlink()
    (repository / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\n[tool.metricparse.severity]\nN001 = "note"\n'
    )
    (repository / "strict").mkdir()
    (repository / "strict" / "metricparse.toml").write_text('[severity]\nN001 = "error"\n')
    commit()
    git("checkout", "-B", "change")
    (repository / "pyproject.toml").unlink()
    (repository / "strict" / "metricparse.toml").unlink()
    add(repository, "strict/deep/b.md")
    commit()
    assert lint(capsys, "docs", "--config-from", "main") == (0, [("docs/a.md", 3)])
    assert lint(capsys, ".", "--config-from", "main")[0] == 1
    monkeypatch.chdir(repository / "strict" / "deep")
    assert lint(capsys, ".", "--config-from", "main") == (1, [("b.md", 2)])
    monkeypatch.chdir(repository / "docs")
    assert lint(capsys, ".", "--config-from", "main") == (0, [("a.md", 3)])


def test_a_configuration_in_the_base_that_is_not_understood_is_named(repository, capsys):
    git("checkout", "main")
    (repository / "metricparse.toml").write_text("selct = []\n")
    commit()
    assert main(["lint", ".", "--config-from", "main"]) == 2
    assert "main:metricparse.toml" in capsys.readouterr().err
