"""The articles that the project grew from: two that are right, one full of mistakes."""

import os
from pathlib import Path

import pytest

from tests.lint.examples import findings

MATERIAL = os.environ.get("METRICPARSE_MATERIAL")
pytestmark = pytest.mark.skipif(
    MATERIAL is None, reason="METRICPARSE_MATERIAL is not set: the articles are not carried"
)


def seed(name):
    text = (Path(MATERIAL or ".") / "seeds" / f"{name}.zh.txt").read_text(encoding="utf-8")
    return findings({"as": "text", "lang": "zh", "text": text})


@pytest.mark.parametrize("name", ["h100-datapath-to-nsight", "ncu-sections-guide"])
def test_a_good_article_gives_no_warning(name):
    assert [one.message for one in seed(name) if one.severity != "note"] == []


def test_a_name_of_nvprof_in_an_article_about_ncu():
    found = seed("ncu-metrics-overview")
    assert {(one.rule, one.excerpt) for one in found if one.severity != "note"} == {("N005", "Global Load Efficiency")}
