"""Nothing that a document or a file name holds becomes a command of the build service, or mark-up in the step summary.

The runner is imitated as it reads: line by line, blanks in front ignored, and an older form anywhere in a line.
"""

import json
import re

import pytest

from metricparse.catalog.store import default
from metricparse.cli.lint import FORMATS
from metricparse.cli.main import main
from metricparse.lint.engine import records
from metricparse.lint.model import Finding, Fix, InputError, Result
from metricparse.output import (
    lint_github,
    lint_gitlab,
    lint_json,
    lint_rdjson,
    lint_sarif,
    lint_text,
)
from metricparse.output.harmless import harmless
from metricparse.output.terminal import Paint
from metricparse.text.model import Place

HOSTILE = [
    "::error file=x.md::forged",
    "a\n::set-output name=token::x",
    "a\r::error::x",
    "a\r\n  ::stop-commands::t",
    "%0A::error::x",
    "%25%0D%0A::add-mask::x",
    "##[error]forged",
    "a ##[set-output name=token]x",
    "##vso[task.setvariable variable=x]y",
    ",line=7,title=x::forged",
    "x:y,z",
    "a ::error::b " * 20,
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[link](https://example.org) ![i](https://example.org/i.png)",
    "| a | b |\n| --- | --- |",
    "`code` **bold** _em_ ~~no~~ $x$ # head",
    "https://example.org/a www.example.org @somebody #12",
    "&lt;b&gt; &#60;b&#62;",
    "\x1b[31mred\x07",
    "\u2028::error::x\u0085::error::y",
]


def commands(output):
    """What the runner takes for commands, in order."""
    found = []
    for line in re.split(r"\r\n|\r|\n", output):
        bare = line.strip()
        if bare.startswith("::") and "::" in bare[2:]:
            found.append(bare)
        elif "##[" in line or "##vso[" in line:
            found.append(line)
    return found


def result(text):
    """A run whose every text from outside is hostile."""
    one = Finding(
        "N001",
        "unknown-metric-name",
        "error",
        text,
        Place(1, 1, 1, 2),
        text,
        f"`{text}` is in no list",
        f"Write {text}",
        "rules/x/",
        claim=text,
        fix=Fix(Place(1, 1, 1, 2), text, False),
        source=text.split("\n")[0],
        context=(text.split("\n")[0],),
    )
    return Result(1, (one,), (InputError(text, f"no JSON: {text}", 2),))


@pytest.fixture(autouse=True)
def no_summary(monkeypatch):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


def undone(text):
    """What the runner makes of escaped data."""
    return text.replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")


@pytest.mark.parametrize("text", HOSTILE)
def test_workflow_commands_are_ours_alone(text):
    lines = commands(lint_github.render(result(text), "en"))
    assert len(lines) == 2  # the unreadable file, the finding
    for line in lines:
        head, _, body = line[2:].partition("::")
        level, _, properties = head.partition(" ")
        assert level == "error"
        pairs = dict(pair.partition("=")[::2] for pair in properties.split(","))
        assert set(pairs) <= {"file", "line", "endLine", "col", "endColumn", "title"}
        assert undone(pairs["file"].replace("%3A", ":").replace("%2C", ",")) == text
        assert text.strip() in undone(body)


@pytest.mark.parametrize("text", HOSTILE)
def test_other_formats_hold_no_command(text):
    run = result(text)
    assert commands(lint_text.render(run, "en", 40, Paint(False))) == []
    for out in (
        lint_json.render(run),
        lint_rdjson.render(run),
        lint_gitlab.render(run),
        lint_sarif.render(run, records(default()), "en"),
    ):
        assert commands(out) == []
        json.loads(out)
    # escaped, not changed
    assert json.loads(lint_json.render(run))["findings"][0]["excerpt"] == text


@pytest.mark.parametrize("text", HOSTILE)
def test_step_summary_is_a_table_of_plain_text(text):
    page = lint_github.summary(result(text))
    rows = [line for line in page.split("\n") if line.startswith("|")]
    assert len(rows) == 4
    assert len([line for line in page.split("\n") if line]) == 5
    for row in rows[2:]:
        cells = row[1:-1].split("|")
        assert len(cells) == 3
        body = cells[0] + cells[2]
        assert not set(body.replace("&#", "")) & set("<>`*[]|@$\\"), body
        assert not re.search(r"&(?!#\d+;)", body)
        assert "www." not in body
        assert "://" not in body
        assert commands(row) == []


def test_summary_reads_as_the_text_did():
    import html

    page = lint_github.summary(result("a__b_c.sum `x` <i> 100%"))
    assert "a__b_c.sum `x` <i> 100%" in html.unescape(page)


def test_sarif_messages_hold_no_link_of_a_document():
    log = json.loads(lint_sarif.render(result("[here](https://example.org)"), records(default()), "en"))
    message = log["runs"][0]["results"][0]["message"]["text"]
    assert not re.search(r"(?<!\\)\[", message)


def test_most_severe_first_and_bounded():
    """The runner shows ten annotations of a kind; the summary may not grow beyond what it takes."""
    place = Place(1, 1, 1, 2)
    levels = ["note", "warning", "error"] * 100
    found = [
        Finding("N001", "unknown-metric-name", level, f"{n}.md", place, "x", "m", "a", "u")
        for n, level in enumerate(levels)
    ]
    run = Result(300, tuple(found))
    kinds = [line.split(" ")[0] for line in lint_github.render(run, "en").splitlines()]
    assert kinds == ["::error"] * 100 + ["::warning"] * 100 + ["::notice"] * 100
    rows = [line for line in lint_github.summary(run).splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + lint_github.MOST + 1
    assert "100 more" in rows[-1]
    assert "(error)" in rows[2]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ["::error::x.md", "a\n::error::b.md", "##[error]c.md", "d::set-output name=x::y.cu"])
def test_whole_runs_with_hostile_file_names_and_texts(tmp_path, monkeypatch, capsys, form, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(
        "See ncu `dram__bytes_raed.sum` ::error::x\n\n::stop-commands::`lts__t_sector.sum`\n\n##[error]`lts__t_sectr.sum`\n"
    )
    (tmp_path / f"z{name}").with_suffix(".ipynb").write_text("{")
    main(["lint", ".", name, "--format", form, "--lang", "en"])
    out, err = capsys.readouterr()
    assert commands(err) == []
    if form == "github":
        assert all(re.match(r"::(error|warning|notice) file=", line) for line in commands(out))
    else:
        assert commands(out) == []


def test_names_that_are_no_text_are_shown_and_written(tmp_path, monkeypatch, capsys):
    import os

    monkeypatch.chdir(tmp_path)
    with open(os.fsencode(tmp_path) + b"/\xff.md", "w") as stream:
        stream.write("ncu `dram__bytes_raed.sum`\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    for form in FORMATS:
        assert main(["lint", ".", "--format", form]) == (0 if form == "sarif" else 1)
    assert main(["lint", ".", "--write-baseline", "known.json"]) == 0
    assert main(["lint", ".", "--baseline", "known.json"]) == 0
    assert "1 error" in capsys.readouterr().out


def test_harmless_leaves_other_text_alone():
    text = "std::vector a::b\n# head\n## [x](y)\n"
    assert harmless(text) == text
