"""Rule records: complete, in both languages, with examples that mark what they hold."""

import json

import jsonschema
import pytest

from metricparse.build.compile import KB, ROOT
from metricparse.build.yamlfile import read_all
from metricparse.catalog.store import default
from tests.cli.test_command import metric

RULES = read_all(KB / "rules")
SCHEMA = json.loads((ROOT / "schema" / "rule.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("stem", RULES)
def test_record(stem):
    rule = RULES[stem]
    assert rule["id"] == stem
    jsonschema.validate(rule, SCHEMA)
    for lang in ("en", "zh"):
        bad = [e for e in rule["examples"] if e["lang"] == lang and e["bad"]]
        good = [e for e in rule["examples"] if e["lang"] == lang and not e["bad"]]
        assert len(bad) >= 3
        assert len(good) >= 5
    for example in rule["examples"]:
        for mark in example["bad"]:
            words = mark if isinstance(mark, str) else mark["words"]
            assert words in example["text"], example["id"]


def test_ids_and_slugs_are_unique():
    assert len({rule["slug"] for rule in RULES.values()}) == len(RULES)


def test_related_rules_exist():
    for rule in RULES.values():
        assert set(rule.get("also", [])) <= set(RULES), rule["id"]


def named(entry):
    """Rules that an entry names, at any depth."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            if key in ("rule", "mistaken_rule") and isinstance(value, str):
                yield value
            elif key == "rules" and isinstance(value, list) and all(isinstance(one, str) for one in value):
                yield from value
            else:
                yield from named(value)
    elif isinstance(entry, list):
        for value in entry:
            yield from named(value)


@pytest.mark.parametrize(
    "kind",
    ["counter", "term", "question", "stall", "attribute", "quantity", "rollup", "submetric", "option", "identity"],
)
def test_rules_that_entries_name_exist(kind):
    unknown = {(key, rule) for key, entry in default().items(kind) for rule in named(entry) if rule not in RULES}
    assert unknown == set()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_page_prints(lang):
    for stem in RULES:
        code, out, _ = metric("rule", stem, "--lang", lang)
        assert code == 0
        assert RULES[stem]["slug"] in out
        assert "{" not in out.split("\n")[2]


def test_rules_by_slug_and_by_mistake():
    assert metric("rule", RULES["N001"]["slug"])[0] == 0
    code, _, err = metric("rule", "N999")
    assert code == 2
    assert "no rule" in err
    code, out, _ = metric("rule")
    assert code == 0
    assert len(out.splitlines()) == len(RULES)
    assert metric("explain", "N001")[0] == 0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_page_says_how_to_suppress_in_words_that_work(lang):
    """The comments on the page are read as suppressions of just this rule."""
    from metricparse.lint.suppress import MARK, parse
    from metricparse.text.model import Place

    for stem, rule in RULES.items():
        rows = [line for line in metric("rule", stem, "--lang", lang)[1].split("\n") if MARK in line]
        assert len(rows) == 3
        for row in rows:
            words = row[row.index(MARK) :].removesuffix(" -->")
            found = parse(words, Place(1, 1, 1, 2), (1, 1), (1, 1))
            assert not found.wrong
            assert found.reason
            assert set(found.rules) <= {stem, rule["slug"]}
