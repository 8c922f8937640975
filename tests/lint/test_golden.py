"""One document with many findings, as each renderer shows it; and each machine format against its own definition.

``python -m tests.lint.test_golden`` writes the files in tests/golden/lint anew; then read the diff.
"""

import contextlib
import gzip
import io
import json
import os
from pathlib import Path
from unittest import mock

import jsonschema
import pytest

from metricparse import __version__
from metricparse.build.compile import ROOT
from metricparse.cli.main import main

FOLDER = ROOT / "tests" / "golden" / "lint"
INPUTS = ("attention.md", "broken.ipynb")
CASES = {
    "text.en.txt": ("text", "en"),
    "text.zh.txt": ("text", "zh"),
    "findings.json": ("json", "en"),
    "findings.sarif": ("sarif", "en"),
    "github.txt": ("github", "en"),
    "findings.rdjson": ("rdjson", "en"),
    "gitlab.json": ("gitlab", "en"),
}
SUMMARIES = {"summary.en.md": "en", "summary.zh.md": "zh"}


def rendered(form, lang, summary=""):
    """What the command prints, and its exit status."""
    out = io.StringIO()
    variables = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "GITHUB_STEP_SUMMARY")}
    if summary:
        variables["GITHUB_STEP_SUMMARY"] = str(summary)
    with (
        contextlib.chdir(FOLDER),
        mock.patch.dict(os.environ, variables, clear=True),
        contextlib.redirect_stdout(out),
    ):
        status = main(["lint", *INPUTS, "--format", form, "--lang", lang])
    return out.getvalue().replace(f'"version": "{__version__}"', '"version": "VERSION"'), status


def summary(lang, folder):
    """The step summary that the GitHub renderer appends to the file of the runner."""
    path = Path(folder) / f"summary-{lang}"
    rendered("github", lang, path)
    return path.read_text(encoding="utf-8")


def parsed(form):
    return json.loads(rendered(form, "en")[0])


@pytest.mark.parametrize("name", CASES)
def test_output(name):
    out, status = rendered(*CASES[name])
    assert out == (FOLDER / name).read_text(encoding="utf-8")
    assert status == 2  # one input is broken


@pytest.mark.parametrize("name", SUMMARIES)
def test_summary(name, tmp_path):
    assert summary(SUMMARIES[name], tmp_path) == (FOLDER / name).read_text(encoding="utf-8")


def test_the_document_shows_every_kind_of_row():
    """Otherwise the golden files would prove less than they seem to."""
    run = parsed("json")
    assert {one["severity"] for one in run["findings"]} == {"error", "warning", "note"}
    assert {one["fix"]["safe"] for one in run["findings"] if one["fix"]} == {True, False}
    assert len({one["rule"] for one in run["findings"]}) >= 5
    assert run["errors"]


def test_json_follows_its_schema():
    schema = json.loads((ROOT / "schema" / "lint.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(parsed("json"), schema)


def stored(name):
    with gzip.open(ROOT / "tests" / "data" / "schemastore" / f"{name}.json.gz") as stream:
        return json.load(stream)


def test_sarif_follows_the_official_schema():
    log = parsed("sarif")
    validator = jsonschema.Draft7Validator(stored("sarif-2.1.0"), format_checker=jsonschema.FormatChecker())
    assert [error.message for error in validator.iter_errors(log)] == []
    # and the schema is one that can object
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert list(validator.iter_errors(log))


def test_sarif_points_at_its_rules():
    (run,) = parsed("sarif")["runs"]
    rules = run["tool"]["driver"]["rules"]
    for one in run["results"]:
        assert rules[one["ruleIndex"]]["id"] == one["ruleId"]
    assert not run["invocations"][0]["executionSuccessful"]


def lines_of(name):
    return (FOLDER / name).read_text(encoding="utf-8").split("\n")


def test_sarif_and_json_columns_count_code_points():
    rows = lines_of("attention.md")
    for one in parsed("json")["findings"]:
        assert rows[one["line"] - 1][one["column"] - 1 : one["end_column"] - 1] == one["excerpt"]
    for one in parsed("sarif")["runs"][0]["results"]:
        region = one["locations"][0]["physicalLocation"]["region"]
        row = rows[region["startLine"] - 1]
        assert row[region["startColumn"] - 1 : region["endColumn"] - 1] == region["snippet"]["text"]


RDJSON = {
    "type": "object",
    "properties": {
        "source": {"type": "object", "properties": {"name": {"type": "string"}}, "additionalProperties": False},
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "message": {"type": "string", "minLength": 1},
                    "location": {
                        "type": "object",
                        "properties": {"path": {"type": "string"}, "range": {"$ref": "#/$defs/range"}},
                        "required": ["path"],
                        "additionalProperties": False,
                    },
                    "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                    "code": {
                        "type": "object",
                        "properties": {"value": {"type": "string"}, "url": {"type": "string"}},
                        "additionalProperties": False,
                    },
                    "suggestions": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {"range": {"$ref": "#/$defs/range"}, "text": {"type": "string"}},
                            "required": ["range", "text"],
                            "additionalProperties": False,
                        },
                    },
                },
                "required": ["message", "location"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["diagnostics"],
    "additionalProperties": False,
    "$defs": {
        "position": {
            "type": "object",
            "properties": {
                "line": {"type": "integer", "minimum": 1},
                "column": {"type": "integer", "minimum": 1},
            },
            "additionalProperties": False,
        },
        "range": {
            "type": "object",
            "properties": {"start": {"$ref": "#/$defs/position"}, "end": {"$ref": "#/$defs/position"}},
            "required": ["start"],
            "additionalProperties": False,
        },
    },
}
"""What reviewdog documents of its DiagnosticResult, as far as it is used."""


def test_rdjson_is_what_reviewdog_reads():
    run = parsed("rdjson")
    jsonschema.validate(run, RDJSON)
    found = parsed("json")["findings"]
    assert len(run["diagnostics"]) == len(found) + 1
    rows = lines_of("attention.md")
    for one, known in zip(run["diagnostics"], found, strict=False):
        start, end = one["location"]["range"]["start"], one["location"]["range"]["end"]
        # bytes of UTF-8, not code points
        assert rows[start["line"] - 1].encode()[start["column"] - 1 : end["column"] - 1].decode() == known["excerpt"]


GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "properties": {
                    "path": {"type": "string", "pattern": "^[^/.]"},
                    "lines": {
                        "type": "object",
                        "properties": {"begin": {"type": "integer", "minimum": 1}, "end": {"type": "integer"}},
                        "required": ["begin"],
                    },
                },
                "required": ["path", "lines"],
            },
        },
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
    },
}
"""The fields that GitLab requires of a code quality report; paths are relative and begin with no ``./``."""


def test_gitlab_report_is_what_gitlab_documents():
    rows = parsed("gitlab")
    jsonschema.validate(rows, GITLAB)
    assert len({one["fingerprint"] for one in rows}) == len(rows)


def write():
    """Put the present output into the golden files."""
    import tempfile

    for name, case in CASES.items():
        (FOLDER / name).write_text(rendered(*case)[0], encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for name, lang in SUMMARIES.items():
            (FOLDER / name).write_text(summary(lang, folder), encoding="utf-8")


if __name__ == "__main__":
    write()
