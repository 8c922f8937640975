"""What a run of the linter loads: nothing that only building, explaining or serving needs, and YAML only for YAML."""

import json
import subprocess
import sys

import pytest

from metricparse.build.compile import ROOT

NEVER = {"jsonschema", "lark", "mkdocs", "rapidfuzz", "ncu_report", "pygls", "metricparse.build", "subprocess"}
FILES = {
    "a.md": "On the H100, see ncu's `dram__bytes_read.sum`.\n\n```bash\nncu --set full ./a\n```\n",
    "a.sh": "ncu --metrics dram__bytes.sum ./a\n",
    "a.py": "X = 'ncu --metrics dram__bytes.sum ./a'\n",
    "a.rst": "See ``dram__bytes.sum`` of ncu.\n",
    "Makefile": "p:\n\tncu --set full ./a\n",
    "a.ipynb": json.dumps({"cells": [{"cell_type": "code", "source": ["!ncu --set full ./a"]}]}),
}
SCRIPT = """
import sys
from metricparse.cli.main import main
status = main(["lint", *sys.argv[1:]])
print(status, *sorted(sys.modules), file=sys.stderr)
"""


def loaded(folder, *names):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *names],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "METRIC_LANG": "en"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    status, *modules = done.stderr.split()
    assert status == "0", done.stdout
    return set(modules)


@pytest.mark.parametrize("name", FILES)
def test_the_lint_path_stays_light(tmp_path, name):
    (tmp_path / name).write_text(FILES[name])
    assert loaded(tmp_path, name) & (NEVER | {"yaml"}) == set()


def test_yaml_is_loaded_for_yaml_alone_and_never_its_objects(tmp_path):
    (tmp_path / "a.yml").write_text("steps:\n  - run: ncu --set full ./a\n")
    assert loaded(tmp_path, "a.yml") & NEVER == set()
