"""Examples in the documentation are run, and print what the documentation says.

``python -m tests.docs.test_examples`` writes the outputs anew; then read the diff.
"""

import contextlib
import io
import os
import re
import shlex
from pathlib import Path

import pytest

from metricparse.cli.main import main

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "site" / "docs"
PAGES = [ROOT / "README.md", *(GUIDES / lang / "guides" / "what-the-linter-reads.md" for lang in ("en", "zh"))]
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def run(command):
    """What a ``metric`` command prints in English, 80 columns wide."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
        main(shlex.split(command)[1:])
    return out.getvalue()


def examples(text):
    """(command, output) of every ``$ metric …`` line in a console block."""
    for block in BLOCK.findall(text):
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
        for part in parts[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("metric "):
                yield command, output


FURTHER = re.compile(r"(: \w\d{3}) \([^()]*\)(?:, \w\d{3} \([^()]*\))*(?= →)")
"""Scores of the likeliest rule and the rules behind it: they move with every training; what is understood does not."""


def settled(text):
    """An output without what moves with every training."""
    return FURTHER.sub(r"\1", text.strip())


CASES = [
    (page.name, command, output) for page in PAGES for command, output in examples(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "command", "output"), CASES, ids=[f"{p}: {c}" for p, c, _ in CASES])
def test_example(page, command, output, monkeypatch):
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.chdir(ROOT)
    assert settled(run(command)) == settled(output)


def test_python_example():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL).group(1)
    scope = {}
    exec(code, scope)
    assert scope["decode"]("lts__t_sectors_op_read.sum").base.filters == {"op": "read"}


def write():
    """Put real output under every command."""
    os.environ["LANG"] = "en_US.UTF-8"
    for page in PAGES:
        text = page.read_text(encoding="utf-8")

        def renewed(match):
            parts = re.split(r"^\$ ", match.group(1), flags=re.MULTILINE)
            if len(parts) < 2:
                return match.group(0)
            body = ""
            for part in parts[1:]:
                command = part.partition("\n")[0]
                body += f"$ {command}\n" + (run(command) if command.startswith("metric ") else "")
            return f"```console\n{body}```"

        page.write_text(BLOCK.sub(renewed, text), encoding="utf-8")


if __name__ == "__main__":
    write()


def blocks(language):
    return re.findall(
        rf"^```{language}\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def test_settings_in_the_readme_are_settings():
    from metricparse.catalog.store import default
    from metricparse.lint.config import parse
    from metricparse.lint.engine import unknown_rules

    (block,) = blocks("toml")
    config = parse(block.encode(), "metricparse.toml")
    assert config.baseline
    assert config.per_path
    assert unknown_rules(config, default()) == []


def test_recipes_in_the_readme_name_what_is_there():
    """Hooks, the action and its inputs, and every option of ours that a recipe uses."""
    import yaml

    from metricparse.cli.main import parser

    recipes = blocks("yaml")
    parsed = [yaml.safe_load(one) for one in recipes]
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
    assert {hook["id"] for one in parsed if "repos" in one for repo in one["repos"] for hook in repo["hooks"]} <= hooks
    steps = [step for one in parsed if "jobs" in one for job in one["jobs"].values() for step in job["steps"]]
    (ours,) = [step for step in steps if "metricparse" in step["uses"]]
    path = ours["uses"].partition("metricparse/")[2].partition("@")[0]
    action = yaml.safe_load((ROOT / path / "action.yml").read_text(encoding="utf-8"))
    assert set(ours["with"]) <= set(action["inputs"])
    found = 0
    for line in "\n".join([*recipes, *blocks("bash")]).split("\n"):
        command = re.search(r"metric (lint [^|>#]+)", line)
        if command:
            found += 1
            parser().parse_args(shlex.split(command[1]))
    assert found >= 3
