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
PAGES = [ROOT / "README.md"]
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


CASES = [
    (page.name, command, output) for page in PAGES for command, output in examples(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "command", "output"), CASES, ids=[c for _, c, _ in CASES])
def test_example(page, command, output, monkeypatch):
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.chdir(ROOT)
    assert run(command).strip() == output.strip()


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
