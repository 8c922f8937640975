"""Suppressions, settings and baselines with the real rules, run as a user runs them."""

import datetime
import json

import pytest

from metricparse.cli.main import main

WRONG = "dram__bytes_raed.sum"
"""A misspelt name: N001, an error."""
SOON = (datetime.date.today() + datetime.timedelta(days=2)).isoformat()
PAST = (datetime.date.today() - datetime.timedelta(days=1)).isoformat()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return tmp_path


def lint(capsys, *arguments):
    """(exit status, [(path, line, rule)])."""
    capsys.readouterr()
    status = main(["lint", "--format", "json", "--lang", "en", *arguments])
    run = json.loads(capsys.readouterr().out)
    return status, [(one["path"], one["line"], one["rule"]) for one in run["findings"]]


def notebook(*cells, **how):
    rows = [{"cell_type": kind, "source": source.splitlines(keepends=True)} for kind, source in cells]
    return json.dumps({"cells": rows, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, **how)


BLOCKS = {
    "a.md": "{html}\n\nSee ncu's `{wrong}` here,\nand `{wrong}`.\n\nSee `{wrong}`.\n",
    "list.md": "{html}\n- ncu `{wrong}`\n- ncu `{wrong}`\n",
    "fence.md": "{html}\n\n```bash\nncu --metrics {wrong} ./a\nncu --metrics {wrong} ./b\n```\n"
    "\n```bash\nncu --metrics {wrong} ./a\n```\n",
    "inside.md": "```bash\n{hash}\nncu --metrics {wrong} ./a\nncu --metrics {wrong} ./b\n```\n",
    "table.md": "{html}\n\n| ncu metric | x |\n| --- | --- |\n| `{wrong}` | 1 |\n| `{wrong}` | 2 |\n\nAlso `{wrong}`.\n",
    "a.rst": ".. {words}\n\nSee ncu's ``{wrong}`` here.\n\nSee ``{wrong}``.\n",
    "a.sh": "{hash}\nncu --kernel-name x \\\n  --metrics {wrong} \\\n  ./a\nncu --metrics {wrong} ./b\n",
    "trailing.sh": "ncu --metrics {wrong} ./a  {hash}\nncu --metrics {wrong} ./b\n",
    "a.py": "{hash}\nNAMES = [\n    '{wrong}',\n    '{wrong}',\n]\nOTHER = 'ncu --metrics {wrong} ./a'\n",
    "a.yml": "steps:\n  {hash}\n  - run: ncu --metrics {wrong} ./a\n  - run: ncu --metrics {wrong} ./b\n",
    "run.yml": "steps:\n  - run: |\n      {hash}\n      ncu --metrics {wrong} ./a\n      ncu --metrics {wrong} ./b\n",
    "Makefile": "{hash}\nprofile:\n\tncu --metrics {wrong} ./a\n",
}
"""File → text, of which the suppression covers all of what follows at once and not the last."""


@pytest.mark.parametrize("name", [name for name in BLOCKS if name != "Makefile"])
def test_the_next_block_and_no_more(folder, capsys, name):
    words = "metricparse: ignore N001 -- the name of a coming release"
    fill = {"html": f"<!-- {words} -->", "hash": f"# {words}", "words": words, "wrong": WRONG}
    bare = BLOCKS[name].format(**{**fill, "html": "<!-- -->", "hash": "# x", "words": "x"})
    (folder / name).write_text(bare)
    _, before = lint(capsys, name)
    assert len(before) >= 2
    (folder / name).write_text(BLOCKS[name].format(**fill))
    status, after = lint(capsys, name)
    assert status == 1
    assert after == before[-1:]


@pytest.mark.parametrize("how", [{"indent": 1}, {}], ids=["saved by Jupyter", "on one line"])
@pytest.mark.parametrize("kind", ["code", "markdown"])
def test_the_next_block_of_a_notebook(folder, capsys, kind, how):
    words = "metricparse: ignore N001 -- the name of a coming release"
    if kind == "code":
        cell = f"# {words}\na = 'ncu --metrics {WRONG} ./a'\nb = 'ncu --metrics {WRONG} ./a'\n"
    else:
        cell = f"<!-- {words} -->\nncu: `{WRONG}`\n\nncu: `{WRONG}`\n"
    (folder / "a.ipynb").write_text(notebook((kind, cell), ("markdown", f"ncu: `{WRONG}`\n"), **how))
    _, found = lint(capsys, "a.ipynb")
    assert [rule for *_, rule in found] == ["N001", "N001"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "ncu `{wrong}`\n\n<!-- {words} -->\n\nncu `{wrong}`\n"),
        ("a.rst", "ncu ``{wrong}``\n\n.. {words}\n"),
        ("a.sh", "ncu --metrics {wrong} ./a\n# {words}\n"),
        ("a.py", "# {words}\nA = 'ncu --metrics {wrong} ./a'\n\nB = 'ncu --metrics {wrong} ./a'\n"),
        ("a.yml", "# {words}\na:\n  - run: ncu --metrics {wrong} ./a\n"),
        ("Makefile", "# {words}\nprofile:\n\tncu --metrics {wrong} ./a\n"),
    ],
)
def test_the_whole_file(folder, capsys, name, text):
    for rule in ("N001", "unknown-metric-name", "all"):
        (folder / name).write_text(text.format(wrong=WRONG, words=f"metricparse: ignore-file {rule} -- old notes"))
        assert lint(capsys, name) == (0, [])


def test_a_whole_notebook(folder, capsys):
    words = "<!-- metricparse: ignore-file N001 -- old notes -->\n"
    (folder / "a.ipynb").write_text(notebook(("markdown", f"ncu `{WRONG}`\n"), ("markdown", words)))
    assert lint(capsys, "a.ipynb") == (0, [])


@pytest.mark.parametrize(
    ("comment", "rules"),
    [
        (f"ignore N001 until {SOON} -- release", []),
        (f"ignore N001 until {PAST} -- release", ["X003", "N001"]),
        ("ignore N001", ["X002"]),
        ("ignore N004 -- other", ["X001", "N001"]),
        ("ignore N001, N004 -- both", []),
        ("ignroe N001 -- slip", ["X001", "N001"]),
    ],
)
@pytest.mark.parametrize("name", ["a.md", "a.sh", "a.py", "a.yml", "a.rst"])
def test_dates_reasons_and_unused_ones(folder, capsys, name, comment, rules):
    shapes = {
        "a.md": "<!-- {c} -->\nncu `{w}`\n",
        "a.sh": "# {c}\nncu --metrics {w} ./a\n",
        "a.py": "# {c}\nA = 'ncu --metrics {w} ./a'\n",
        "a.yml": "# {c}\nrun: ncu --metrics {w} ./a\n",
        "a.rst": ".. {c}\n\nncu ``{w}``\n",
    }
    (folder / name).write_text(shapes[name].format(c=f"metricparse: {comment}", w=WRONG))
    assert [rule for *_, rule in lint(capsys, name)[1]] == rules


def test_of_a_rule_that_did_not_run_nobody_can_tell(folder, capsys):
    (folder / "a.md").write_text("<!-- metricparse: ignore N001 -- coming release -->\nncu\n")
    assert [rule for *_, rule in lint(capsys, "a.md")[1]] == ["X001"]
    assert lint(capsys, "a.md", "--select", "N004") == (0, [])
    assert lint(capsys, "a.md", "--ignore", "N001") == (0, [])
    # but a rule that is none has no effect in any run
    (folder / "a.md").write_text("<!-- metricparse: ignore N999 -- coming release -->\nncu\n")
    assert [rule for *_, rule in lint(capsys, "a.md", "--select", "N004")[1]] == ["X001"]


def test_complaints_about_suppressions_follow_the_settings(folder, capsys):
    (folder / "a.md").write_text("<!-- metricparse: ignore N001 -- coming release -->\nncu\n")
    (folder / "metricparse.toml").write_text('[severity]\nX001 = "note"\n')
    assert lint(capsys, "a.md") == (0, [("a.md", 1, "X001")])
    (folder / "metricparse.toml").write_text('ignore = ["suppression-without-effect"]\n')
    assert lint(capsys, "a.md") == (0, [])


def test_two_suppressions_in_one_comment(folder, capsys):
    (folder / "a.sh").write_text(
        f"# metricparse: ignore N001 -- coming release\n# metricparse: ignore N012 -- the program has it\n"
        f"ncu --metrics {WRONG} ./a --launch-count 3\n"
    )
    assert lint(capsys, "a.sh") == (0, [])


def test_complaints_about_suppressions_are_in_the_language_asked_for(folder, capsys):
    (folder / "a.md").write_text(
        "<!-- metricparse: ignroe N001 -- x -->\nncu\n\n<!-- metricparse: ignore N001 -- x -->\nncu\n"
    )
    main(["lint", "a.md", "--format", "json", "--lang", "zh"])
    messages = [one["message"] for one in json.loads(capsys.readouterr().out)["findings"]]
    assert len(messages) == 2
    assert "应写 ignore" in messages[0]


# Settings


def test_the_nearest_configuration_counts(folder, capsys):
    for path in ("a.md", "old/b.md", "old/deep/c.md", "old/deep/own/d.md"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(f"ncu `{WRONG}`\n")
    (folder / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.metricparse.severity]\nN001 = "note"\n')
    (folder / "old" / "metricparse.toml").write_text('ignore = ["N001"]\n')
    # one without our section is no configuration
    (folder / "old" / "deep" / "own").mkdir(exist_ok=True)
    (folder / "old" / "deep" / "own" / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert lint(capsys, ".") == (0, [("a.md", 1, "N001")])
    assert lint(capsys, ".", "--fail-on", "note")[0] == 1
    # files named outright, and runs from elsewhere, see the same
    assert lint(capsys, "old/deep/c.md") == (0, [])


def test_search_ends_at_the_repository(folder, capsys):
    (folder / "metricparse.toml").write_text('ignore = ["N001"]\n')
    (folder / "repo" / ".git").mkdir(parents=True)
    (folder / "repo" / "a.md").write_text(f"ncu `{WRONG}`\n")
    assert lint(capsys, "repo")[1] == [("repo/a.md", 1, "N001")]


@pytest.mark.parametrize(
    ("toml", "rules"),
    [
        ('select = ["N"]', ["N001", "N012"]),
        ('select = ["profiler-option-after-program"]', ["N012"]),
        ('ignore = ["N012"]', ["N001"]),
        ('select = ["N"]\nignore = ["unknown-metric-name"]', ["N012"]),
        ('[severity]\nN012 = "off"', ["N001"]),
        ('[per-path."docs/*"]\nignore = ["N001"]', ["N012"]),
        ('[per-path."*.py"]\nignore = ["N001"]', ["N001", "N012"]),
        ('exclude = ["docs"]', []),
        ("preview = true", ["N001", "N012"]),
    ],
)
def test_settings(folder, capsys, toml, rules):
    (folder / "docs").mkdir()
    (folder / "docs" / "a.sh").write_text(f"ncu --metrics {WRONG} ./a --launch-count 3\n")
    (folder / "metricparse.toml").write_text(toml + "\n")
    assert [rule for *_, rule in lint(capsys, ".")[1]] == rules
    (folder / "metricparse.toml").unlink()
    (folder / "own.toml").write_text(toml + "\n")
    assert [rule for *_, rule in lint(capsys, ".", "--config", "own.toml")[1]] == rules


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ("selct = ['N']", "unknown setting 'selct'"),
        ("select = ['N999']", "N999"),
        ("[severity]\nN001 = 'fatal'", "fatal"),
        ("select = 3", "list of words"),
        ("preview = 'yes'", "true or false"),
        ("a = ", "metricparse.toml"),
        ("chip = ['h1000']", "h1000"),
    ],
)
def test_a_slip_in_the_configuration_is_named_with_its_file(folder, capsys, toml, words):
    (folder / "a.md").write_text("ncu\n")
    (folder / "metricparse.toml").write_text(toml + "\n")
    assert main(["lint", "a.md"]) == 2
    assert words in capsys.readouterr().err


# Baselines


def test_a_baseline_survives_moved_and_reindented_lines(folder, capsys):
    (folder / "docs").mkdir()
    note = folder / "docs" / "a.md"
    note.write_text(f"# Notes\n\nFirst.\n\nncu `{WRONG}` in the loop.\n\nLast.\n")
    assert main(["lint", ".", "--write-baseline", "known.json"]) == 0
    assert lint(capsys, ".", "--baseline", "known.json") == (0, [])
    note.write_text(f"# Notes\n\nNew text.\n\nMore.\n\nFirst.\n\n   ncu `{WRONG}`  in the loop.\n\nLast.\n")
    assert lint(capsys, ".", "--baseline", "known.json") == (0, [])
    # a second one of the same kind is new
    note.write_text(note.read_text() + f"\nAgain ncu `{WRONG}`.\n")
    assert lint(capsys, ".", "--baseline", "known.json") == (1, [("docs/a.md", 13, "N001")])


def test_a_baseline_holds_from_every_folder(folder, capsys, monkeypatch):
    (folder / "docs").mkdir()
    (folder / "docs" / "a.md").write_text(f"ncu `{WRONG}`\n")
    (folder / "metricparse.toml").write_text('baseline = "known.json"\n')
    assert main(["lint", ".", "--write-baseline", "known.json"]) == 0
    for paths in (["."], ["docs"], ["./docs/a.md"], [str(folder / "docs" / "a.md")]):
        assert lint(capsys, *paths) == (0, []), paths
    monkeypatch.chdir(folder / "docs")
    assert lint(capsys, ".") == (0, [])
    assert lint(capsys, "a.md", "--baseline", "../known.json") == (0, [])


def test_the_same_words_twice_need_two_entries(folder, capsys):
    text = f"x\n\nncu `{WRONG}`\n\nx\n"
    (folder / "a.md").write_text(text)
    main(["lint", ".", "--write-baseline", "known.json"])
    (folder / "a.md").write_text(text + text)
    assert len(lint(capsys, ".", "--baseline", "known.json")[1]) == 1


@pytest.mark.parametrize(
    "content", ["", "{}", "[]", '{"version": 2, "findings": []}', '{"version": 1, "findings": [1]}']
)
def test_what_is_no_baseline_is_wrong_use(folder, capsys, content):
    (folder / "a.md").write_text("ncu\n")
    (folder / "known.json").write_text(content)
    assert main(["lint", "a.md", "--baseline", "known.json"]) == 2
    assert "known.json" in capsys.readouterr().err
