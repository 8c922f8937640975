"""The bank is what it says: enough of both kinds for every rule and language, marked, and its held-out part apart."""

import collections

import pytest

from metricparse.lint.checks import CLAIMS
from tests.lint.claims.bank import items

POLARITIES = {"asserts", "denies", "quotes", "asks", "supposes", "advises", "right", "reports"}
STYLES = {"log", "table", "tutorial", "interview", "report", "comment", "pr", "chat"}


@pytest.mark.parametrize("part", ["open", "heldout"])
def test_every_item_is_labelled(part):
    for one in items(part):
        where = (one.writer, one.lang, one.rule, one.text[:60])
        assert one.rule in CLAIMS, where
        assert one.polarity in POLARITIES, where
        assert one.style in STYLES, where
        assert "[[" not in one.text, where
        assert one.claim, where
        if one.wrong:
            assert len(one.marks) == 1, where
            start, end = one.marks[0]
            assert one.text[start:end].strip(), where


def test_every_rule_has_forty_of_each_kind_in_each_language():
    counts = collections.Counter((one.rule, one.lang, one.wrong) for one in items("open"))
    for rule in CLAIMS:
        for lang in ("en", "zh"):
            for wrong in (True, False):
                assert counts[rule, lang, wrong] >= 40, (rule, lang, wrong)


def test_every_rule_is_written_by_two_and_held_out_by_another():
    writers = collections.defaultdict(set)
    for part in ("open", "heldout"):
        for one in items(part):
            writers[part, one.rule].add(one.writer)
    for rule in CLAIMS:
        assert len(writers["open", rule]) >= 2
        assert writers["heldout", rule]
        assert not writers["open", rule] & writers["heldout", rule]


def test_no_text_of_the_held_out_part_stands_in_the_open_one():
    assert not {one.text for one in items("open")} & {one.text for one in items("heldout")}
