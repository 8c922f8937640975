"""The applications as they are deployed: modules and exported data in one folder."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from metricparse.site.app import write_app

HERE = Path(__file__).parent
MODULES = HERE.parents[2] / "site" / "docs" / "assets" / "app"


@pytest.fixture(scope="session")
def docs(tmp_path_factory, kb):
    """A docs folder with the modules, the data and the pages."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    shutil.copytree(MODULES, folder / "assets" / "app", ignore=shutil.ignore_patterns("data"))
    write_app(folder, kb)
    return folder


@pytest.fixture(scope="session")
def node(docs, tmp_path_factory):
    """Runs a script of this folder on the modules with JSON in and out; skips where there is no node."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("node is not installed: the modules of the website are not run")
    app = docs / "assets" / "app"
    (app / "package.json").write_text('{"type": "module"}')

    def run(script, data):
        folder = tmp_path_factory.mktemp("node")
        (folder / "in.json").write_text(json.dumps(data))
        subprocess.run([program, HERE / script, app, folder / "in.json", folder / "out.json"], check=True, timeout=600)
        return json.loads((folder / "out.json").read_text())

    return run


from tests.site.app.browser import served, site  # noqa: E402, F401
