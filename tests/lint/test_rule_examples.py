"""Every example of every rule: bad ones give exactly the findings they mark, good ones none of the rule."""

import pytest

from metricparse.catalog.store import default
from metricparse.lint.checks import CHECKS
from tests.lint.examples import findings, marked, offset

RECORDS = dict(default().items("rule"))
EXAMPLES = [(rule, example) for rule, record in RECORDS.items() for example in record["examples"]]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES, ids=[f"{rule}-{one['id']}" for rule, one in EXAMPLES])
def test_example(rule, example):
    found = [one for one in findings(example) if one.rule == rule]
    assert sorted((offset(example, one), one.excerpt) for one in found) == sorted(
        marked(example, row) for row in example["bad"]
    )
    for one in found:
        assert one.severity == example.get("severity", RECORDS[rule]["severity"])
        assert "{" not in one.message.replace("`{", "").replace("_{", "")
        assert not one.message.endswith(" ")


@pytest.mark.parametrize(("rule", "example"), EXAMPLES, ids=[f"{rule}-{one['id']}" for rule, one in EXAMPLES])
def test_no_other_rule_objects_to_an_example(rule, example):
    """One claim, one finding: an example of one rule gives nothing of another."""
    others = [(one.rule, one.excerpt) for one in findings(example) if one.rule != rule and one.severity != "note"]
    assert others == [tuple(row) for row in example.get("others", [])]


def test_every_rule_has_a_check():
    assert set(CHECKS) == set(RECORDS)
