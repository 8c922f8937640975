"""Input that cannot be read: a clear error for that file, exit status 2, and every other file is still linted."""

import json
import os
import shutil
import stat
import tempfile
from pathlib import Path

import pytest

from metricparse.cli.lint import FORMATS
from metricparse.cli.main import main
from metricparse.lint import files

GOOD = "ncu: `dram__bytes_raed.sum`\n"
CELL = '{{"cells": [{{"cell_type": "markdown", "source": {}}}]}}'
BAD = {
    "invalid UTF-8": ("x.md", b"# caf\xe9\n" + GOOD.encode(), "0xe9"),
    "invalid UTF-8 without a name": ("x.md", b"caf\xe9\n", "0xe9"),
    "UTF-16": ("x.sh", GOOD.encode("utf-16"), "UTF-16"),
    "NUL": ("x.rst", b"a\0b\n" + GOOD.encode(), "NUL"),
    "a sparse file": ("x.txt", None, "NUL"),
    "a line of 50 MB": ("x.md", GOOD.encode() + b"y" * 50_000_000, "50,000,000"),
    "a line of 50 MB in a script": ("x.sh", b"# ncu " + b"y" * 50_000_000, "50,000,006"),
    "no JSON": ("x.ipynb", b'{"cells": [', "no JSON"),
    "an empty notebook": ("x.ipynb", b"", "no JSON"),
    "JSON but no notebook": ("x.ipynb", b'{"a": 1}', "no notebook"),
    "a list for a notebook": ("x.ipynb", b"[]", "no notebook"),
    "a deep notebook": ("x.ipynb", CELL.format("[" * 100_000).encode(), "deep"),
    "deep quotes": ("x.md", b">" * 20_000 + b" ncu `dram__bytes_raed.sum`", "deep"),
    "deep lists": ("x.md", b"- " * 20_000 + b"ncu `dram__bytes_raed.sum`", "deep"),
    "deep YAML": ("x.yml", b"ncu: " + b"[" * 20_000, ""),
}
"""What is wrong → (file, content, words of the error); no words: it need not be an error, only no crash."""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    (tmp_path / "a.md").write_text(GOOD)
    (tmp_path / "z").mkdir()
    (tmp_path / "z" / "last.md").write_text(GOOD)
    return tmp_path


def lint(capsys, *arguments):
    capsys.readouterr()
    status = main(["lint", "--format", "json", "--lang", "en", *arguments])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return status, json.loads(out)


def paths(rows):
    return [one["path"] for one in rows]


def put(folder, case):
    name, data, words = BAD[case]
    file = folder / name
    if data is None:
        with open(file, "wb") as stream:
            stream.truncate(50_000_000)
    else:
        file.write_bytes(data)
    return name, words


@pytest.mark.parametrize("case", BAD)
def test_an_error_for_that_file_and_the_others_are_linted(folder, capsys, case):
    name, words = put(folder, case)
    for arguments in (["."], [".", name], [name, "a.md", "z"]):
        status, run = lint(capsys, *arguments)
        assert sorted(path for path in paths(run["findings"]) if path != name) == ["a.md", "z/last.md"]
        if words:
            assert status == 2
            assert paths(run["errors"]) == [name]
            assert words in run["errors"][0]["message"]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_tells_of_it_and_the_status_is_the_same(folder, capsys, form):
    put(folder, "invalid UTF-8")
    assert main(["lint", ".", "--format", form]) == 2
    out = capsys.readouterr().out
    assert "x.md" in out
    assert "z/last.md" in out
    assert "0xe9" in out


def test_all_at_once(folder, capsys):
    for number, case in enumerate(BAD):
        (folder / f"{number}").mkdir()
        put(folder / f"{number}", case)
    status, run = lint(capsys, ".")
    assert status == 2
    assert len(run["errors"]) >= len(BAD) - 1
    assert {"a.md", "z/last.md"} <= set(paths(run["findings"]))


def test_loops_of_links(folder, capsys):
    (folder / "x.md").symlink_to("y.md")
    (folder / "y.md").symlink_to("x.md")
    (folder / "z" / "up").symlink_to(folder)
    (folder / "z" / "self").symlink_to("self")
    (folder / "gone.md").symlink_to("nowhere.md")
    status, run = lint(capsys, ".")
    assert status == 2
    assert paths(run["errors"]) == ["x.md", "y.md"]
    assert paths(run["findings"]) == ["a.md", "z/last.md"]
    status, run = lint(capsys, "gone.md", "x.md", "z/self", "a.md", "z")
    assert status == 2
    assert paths(run["errors"]) == ["gone.md", "x.md", "z/self"]
    assert paths(run["findings"]) == ["a.md", "z/last.md"]


def test_pipes_and_devices_and_missing_files(folder, capsys):
    os.mkfifo(folder / "pipe.md")
    status, run = lint(capsys, "pipe.md", "/dev/zero", "missing.md", "a.md")
    assert status == 2
    assert paths(run["errors"]) == ["pipe.md", "/dev/zero", "missing.md"]
    assert paths(run["findings"]) == ["a.md"]


def test_folders_and_files_that_vanish(folder, capsys, monkeypatch):
    (folder / "m").mkdir()
    (folder / "m" / "b.md").write_text(GOOD)
    (folder / "b.md").write_text(GOOD)
    scandir, read = os.scandir, files.read

    def vanishing(path):
        if isinstance(path, str) and Path(path).name == "m":
            shutil.rmtree(path)
        return scandir(path)

    def gone(path):
        if path == "b.md":
            os.unlink(path)
        return read(path)

    monkeypatch.setattr(files.os, "scandir", vanishing)
    monkeypatch.setattr("metricparse.cli.lint.read", gone)
    status, run = lint(capsys, ".")
    assert status == 2
    assert sorted(paths(run["errors"])) == ["b.md", "m"]
    assert paths(run["findings"]) == ["a.md", "z/last.md"]


def as_nobody(folder, *arguments):
    """(exit status, what is printed) of a run without rights of its own; root can read everything."""
    if os.geteuid() != 0:
        target = folder / "out.json"
        with open(target, "w") as stream:
            status = _run(stream, arguments)
        return status, json.loads(target.read_text())
    with tempfile.TemporaryFile("w+") as stream:
        child = os.fork()
        if child == 0:
            status = 70
            try:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
                status = _run(stream, arguments)
                stream.flush()
            finally:
                os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        stream.seek(0)
        text = stream.read()
    return status, json.loads(text) if text else None


def _run(stream, arguments):
    import contextlib

    with contextlib.redirect_stdout(stream):
        return main(["lint", "--format", "json", "--lang", "en", *arguments])


@pytest.fixture
def open_folder(monkeypatch):
    """A folder that others than its owner may enter."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        monkeypatch.chdir(name)
        (Path(name) / "a.md").write_text(GOOD)
        yield Path(name)
        for path in Path(name).rglob("*"):
            path.chmod(stat.S_IRWXU)


def test_without_permission(open_folder, capsys):
    (open_folder / "secret.md").write_text(GOOD)
    (open_folder / "locked").mkdir()
    (open_folder / "locked" / "b.md").write_text(GOOD)
    (open_folder / "sub").mkdir()
    (open_folder / "sub" / "c.md").write_text(GOOD)
    lint(capsys, ".")  # everything imported, as root
    (open_folder / "secret.md").chmod(0)
    (open_folder / "locked").chmod(0)
    status, run = as_nobody(open_folder, ".")
    assert status == 2
    assert len(run["errors"]) == 2
    assert all("ermission" in one["message"] for one in run["errors"])
    assert paths(run["findings"]) == ["a.md", "sub/c.md"]
    # what cannot be written is said, and not called fixed
    (open_folder / "a.md").write_text('```sh\nncu --metrics "sm__cycles_active.avg, dram__bytes.sum" ./a\n```\n')
    (open_folder / "a.md").chmod(0o444)
    lint(capsys, "a.md", "--fix", "--select", "A001")
    status, run = as_nobody(open_folder, "a.md", "--fix")
    assert status == 2
    assert "written" in run["errors"][0]["message"]
    assert [one["rule"] for one in run["findings"]] == ["N013"]


def test_a_configuration_that_cannot_be_read_stops_the_run(open_folder, capsys):
    (open_folder / "metricparse.toml").write_text('ignore = ["N001"]\n')
    assert lint(capsys, ".")[0] == 0
    (open_folder / "metricparse.toml").chmod(0)
    assert as_nobody(open_folder, ".")[0] == 2


def test_errors_are_in_the_language_asked_for(folder, capsys):
    main(["lint", "missing.md", "--format", "json", "--lang", "zh"])
    assert "无法读取" in json.loads(capsys.readouterr().out)["errors"][0]["message"]
