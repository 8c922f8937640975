"""The built site: made once for all tests and all workers, or taken from METRICPARSE_SITE while one works on the tests."""

import json
import os
import resource
import shutil
import time
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Folder of the built site."""
    given = os.environ.get("METRICPARSE_SITE")
    if given:
        return Path(given)
    pytest.importorskip("material", reason="mkdocs-material is not installed")
    # workers of pytest-xdist share the folder above their own; the first one to make the lock builds
    shared = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        shared = shared.parent
    out, lock, failed = shared / "site", shared / "site.lock", shared / "site.failed"
    try:
        lock.mkdir()
    except FileExistsError:
        while not (out / "data" / "cost.json").exists():
            if failed.exists():
                pytest.fail("the site could not be built; another worker shows why")
            time.sleep(0.5)
        return out
    from metricparse.site.build import build

    try:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        own = time.process_time()
        build(out)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    except BaseException:
        failed.touch()
        raise
    children = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    cost = {"children": children, "own": time.process_time() - own}
    (out / "data" / "cost.json").write_text(json.dumps(cost), encoding="utf-8")
    return out


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests of a worker: its driver can run only once."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: the website is not tried in a browser")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: no browser is driven")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
