"""The pre-commit hooks and the composite action, run as far as that goes without their services."""

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from metricparse.build.compile import ROOT
from metricparse.cli.main import parser
from tests.lint.test_changes import NEW, OLD, git

HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION_FILE = ROOT / ".github" / "actions" / "metric-lint" / "action.yml"
ACTION = yaml.safe_load(ACTION_FILE.read_text(encoding="utf-8"))


def run(command, folder, **environment):
    """A finished process; the git settings of whoever runs the tests do not reach it."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "GITHUB_"))}
    return subprocess.run(
        command, cwd=folder, env={**kept, **environment}, capture_output=True, encoding="utf-8", check=False
    )


@pytest.fixture
def tools(tmp_path):
    """A folder with ``metricparse/bin/metric``, as the action's first step installs it, here from the source tree."""
    binary = tmp_path / "tools" / "metricparse" / "bin" / "metric"
    binary.parent.mkdir(parents=True)
    binary.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m metricparse "$@"\n')
    binary.chmod(0o755)
    return tmp_path / "tools"


@pytest.fixture
def pull_request(tmp_path, monkeypatch):
    """(shallow checkout, base revision) of a pull request that adds a finding and switches its rule off."""
    origin = tmp_path / "origin"
    origin.mkdir()
    monkeypatch.chdir(origin)
    (origin / "a.md").write_text(OLD)
    git("init")
    git("add", ".")
    git("commit", "-m", "first")
    base = git("rev-parse", "HEAD").strip()
    git("checkout", "-b", "change")
    (origin / "a.md").write_text(f"{OLD}\n{NEW}")
    (origin / "metricparse.toml").write_text('ignore = ["N001"]\n')
    git("add", ".")
    git("commit", "-m", "second")
    git("config", "uploadpack.allowAnySHA1InWant", "true")
    checkout = tmp_path / "checkout"
    git("clone", "--depth", "1", "--branch", "change", f"file://{origin}", str(checkout))
    return checkout, base


@pytest.mark.parametrize("hook", HOOKS, ids=[hook["id"] for hook in HOOKS])
def test_hooks_are_commands_of_ours(hook, tmp_path, tools):
    assert {"id", "name", "entry", "language"} <= set(hook)
    assert hook["language"] == "python"
    command = hook["entry"].split()
    assert command[0] == "metric"
    parser().parse_args(command[1:])
    # pre-commit gives the names of changed files behind the entry
    (tmp_path / "a.md").write_text(NEW)
    (tmp_path / "b.md").write_text("ncu\n")
    done = run([tools / "metricparse" / "bin" / "metric", *command[1:], "a.md", "b.md"], tmp_path)
    assert done.returncode == 1, done.stderr
    assert "a.md:1" in done.stdout


def test_action_follows_the_schema():
    with gzip.open(ROOT / "tests" / "data" / "schemastore" / "github-action.json.gz") as stream:
        jsonschema.validate(ACTION, json.load(stream))


def test_nothing_of_a_pull_request_is_written_into_a_script():
    """Expressions reach the scripts by the environment alone."""
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]
        assert step["shell"] == "bash"


def test_the_action_lies_in_the_source_tree_that_it_installs():
    assert (ACTION_FILE.parent / "../../.." / "pyproject.toml").resolve() == (ROOT / "pyproject.toml").resolve()
    install = ACTION["runs"]["steps"][0]["run"]
    assert '"$ACTION_FOLDER/../../.."' in install
    assert run(["bash", "-n", "-c", install], ROOT).returncode == 0


def step(name, inputs, folder, tools, **environment):
    """Run one step with the environment that it would get."""
    (wanted,) = [one for one in ACTION["runs"]["steps"] if one["name"] == name]

    def filled(text):
        return re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda match: inputs[match[1]], text)

    given = {key: filled(value) for key, value in wanted.get("env", {}).items()}
    script = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", wanted["run"]]
    return run(script, folder, RUNNER_TEMP=str(tools), **given, **environment)


def given(**values):
    return {name: values.get(name.replace("-", "_"), one["default"]) for name, one in ACTION["inputs"].items()}


def test_on_a_pull_request(pull_request, tools, tmp_path):
    checkout, base = pull_request
    inputs = given(base=base)
    summary = tmp_path / "summary"
    assert run(["git", "cat-file", "-e", base], checkout).returncode != 0
    done = step("Get the base revision", inputs, checkout, tools)
    assert done.returncode == 0, done.stderr
    done = step("Lint", inputs, checkout, tools, GITHUB_STEP_SUMMARY=str(summary))
    assert done.returncode == 1, done.stderr
    # only the line that the change adds, though the change ignores the rule
    (line,) = done.stdout.splitlines()
    assert line.startswith("::error file=a.md,line=3")
    assert "a.md:3" in summary.read_text()
    assert step("Lint", {**inputs, "lang": "zh"}, checkout, tools).stdout != done.stdout


def test_on_a_push_and_with_paths(pull_request, tools):
    checkout, _ = pull_request
    (checkout / "metricparse.toml").unlink()
    (checkout / "b c.md").write_text(NEW)
    done = step("Lint", given(base=""), checkout, tools)
    assert len(done.stdout.splitlines()) == 3
    done = step("Lint", given(base="", paths="b c.md\n\n"), checkout, tools)
    assert done.stdout.startswith("::error file=b c.md")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize("text", ["--format=json", "$(touch pwned)", '"; touch pwned; "', "`touch pwned`"])
def test_hostile_inputs_are_names_and_no_more(pull_request, tools, text):
    checkout, _ = pull_request
    done = step("Lint", given(base="", paths=text), checkout, tools)
    assert done.returncode == 2
    assert not Path(checkout / "pwned").exists()
    assert "unreadable" in done.stdout
