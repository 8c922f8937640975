"""Golden explanations, read by eye for truth: text and JSON of over eighty queries of many kinds."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from metricparse.catalog.store import default
from metricparse.explain.answer import explain
from metricparse.explain.history import history
from metricparse.output import explain_text
from metricparse.output.terminal import Paint

FOLDER = Path(__file__).parents[1] / "golden" / "explain"
CASES = yaml.safe_load((FOLDER / "cases.yaml").read_text(encoding="utf-8"))
SCHEMA = json.loads((Path(__file__).parents[2] / "schema" / "explain.schema.json").read_text(encoding="utf-8"))


def outputs(case):
    """(text, JSON text) of a case."""
    kb = default()
    lang = case.get("lang", "en")
    answer = explain(kb, case["query"], lang=lang, chips=tuple(case.get("chips", ())), release=case.get("release"))
    if case.get("history"):
        answer["history"] = history(kb, answer, lang)
    as_json = json.dumps([answer], ensure_ascii=False, indent=1) + "\n"
    return explain_text.render(kb, [answer], lang, 80, Paint(False)), as_json


@pytest.mark.parametrize("key", CASES)
def test_golden(key):
    text, as_json = outputs(CASES[key])
    assert text == (FOLDER / f"{key}.txt").read_text(encoding="utf-8")
    assert json.loads(as_json) == json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(as_json), SCHEMA)


def test_there_are_enough():
    assert len(CASES) >= 80
    assert {p.stem for p in FOLDER.glob("*.txt")} == set(CASES)


def write():
    """Write every golden file anew."""
    for old in [*FOLDER.glob("*.txt"), *FOLDER.glob("*.json")]:
        old.unlink()
    for key, case in CASES.items():
        text, as_json = outputs(case)
        (FOLDER / f"{key}.txt").write_text(text, encoding="utf-8")
        (FOLDER / f"{key}.json").write_text(as_json, encoding="utf-8")


if __name__ == "__main__":
    write()
