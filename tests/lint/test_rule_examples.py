"""Every example of every rule: bad ones give the findings they mark, good ones none."""

import pytest

from metricparse.catalog.store import default
from metricparse.lint.checks import CHECKS, CLAIMS
from metricparse.lint.model import ORDER
from tests.lint.examples import findings, marked, offset

RECORDS = dict(default().items("rule"))
EXAMPLES = [(rule, example) for rule, record in RECORDS.items() for example in record["examples"]]
NAMES = [(rule, example) for rule, example in EXAMPLES if rule not in CLAIMS]
READ = [(rule, example) for rule, example in EXAMPLES if rule in CLAIMS]


def ids(rows):
    """Names of the parametrized tests."""
    return [f"{rule}-{one['id']}" for rule, one in rows]


def touches(example, finding, row):
    """Whether a finding stands on the words that a label marks."""
    at, words = marked(example, row)
    start = offset(example, finding)
    return start < at + len(words) and at < start + len(finding.excerpt)


@pytest.mark.parametrize(("rule", "example"), NAMES, ids=ids(NAMES))
def test_example(rule, example):
    found = [one for one in findings(example) if one.rule == rule]
    assert sorted((offset(example, one), one.excerpt) for one in found) == sorted(
        marked(example, row) for row in example["bad"]
    )
    for one in found:
        assert one.severity == example.get("severity", RECORDS[rule]["severity"])
        assert "{" not in one.message.replace("`{", "").replace("_{", "")
        assert not one.message.endswith(" ")


@pytest.mark.parametrize(("rule", "example"), READ, ids=ids(READ))
def test_example_of_a_claim(rule, example):
    """What is read from wording stands somewhere on the marked words; ``missed`` ones are wrong, and known not to be seen."""
    found = [one for one in findings(example) if one.rule == rule]
    if example.get("missed"):
        every = all(any(touches(example, one, row) for one in found) for row in example["bad"])
        beside = [one for one in found if not any(touches(example, one, row) for row in example["bad"])]
        assert not every or beside, "seen: drop `missed`"
        return
    for row in example["bad"]:
        assert any(touches(example, one, row) for one in found)
    for one in found:
        assert any(touches(example, one, row) for row in example["bad"])
        # a loose reading is a note at most
        assert ORDER[one.severity] >= ORDER[RECORDS[rule]["severity"]]
        assert "{" not in one.message
        assert one.claim


@pytest.mark.parametrize(("rule", "example"), EXAMPLES, ids=ids(EXAMPLES))
def test_no_other_rule_objects_to_an_example(rule, example):
    """One claim, one finding: an example of one rule gives nothing of another.

    A sentence that is wrong in the eyes of one rule about claims may be wrong in those of another; what is right is right for
    all.
    """
    others = [
        (one.rule, one.excerpt)
        for one in findings(example)
        if one.rule != rule and one.severity != "note" and not (example["bad"] and {one.rule, rule} <= set(CLAIMS))
    ]
    assert others == [tuple(row) for row in example.get("others", [])]


def test_every_rule_has_a_check():
    assert set(CHECKS) == set(RECORDS)


def test_stable_rules_about_claims_find_their_examples():
    """A rule that runs without being asked sees at least three of its bad examples in each language."""
    for rule in CLAIMS:
        if RECORDS[rule]["status"] == "stable":
            for lang in ("en", "zh"):
                bad = [one for one in RECORDS[rule]["examples"] if one["lang"] == lang and one["bad"]]
                assert sum(not one.get("missed") for one in bad) >= 3, (rule, lang)
