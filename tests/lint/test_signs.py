"""The one pass that says which regions hold signs of a rule: it may say so of too many regions, never of too few."""

import pytest

from metricparse.catalog.store import default
from metricparse.lint.checks.feature import _feature_of, _places
from metricparse.lint.model import Setting
from metricparse.lint.reading import cues
from metricparse.lint.reading.chips import chips_in, releases_in
from metricparse.lint.reading.figures import figures
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.signs import FIGURES, folded, signs_in
from metricparse.lint.reading.words import holds
from metricparse.text.document import read_document
from tests.lint.corpus import snippets
from tests.lint.examples import NAMES


@pytest.fixture(scope="module")
def pages():
    setting = Setting(default(), "en")
    return [
        Page(read_document(NAMES[row["as"]], row["text"].encode()), setting)
        for part in ("open", "heldout")
        for row in snippets(part)
    ]


def test_no_region_is_left_out(pages):
    kb = default()
    features = list(_feature_of(kb))
    for page in pages:
        for index, region in enumerate(page.document.regions):
            assert page.chips(index) == chips_in(kb, region.text), region.text
            assert page.releases(index) == list(releases_in(region.text)), region.text
            for kind in FIGURES:
                assert index in page.holding(kind) or not list(figures(region.text, kind)), region.text
            assert index in page.holding("feature") or not _places(region.text, features), region.text
            for key in ("metric-absent", "metric-new", "metric-renamed"):
                assert index in page.holding("claim") or not holds(kb, region.text, key), region.text


def test_places_are_those_of_the_region():
    found = signs_in(default(), ["on an H100,", "", "İ and\nthe H200 at 3 SMs", "sm__cycles"])
    assert found["chip"] == {0: [(6, "h100")], 2: [(10, "h200")]}
    assert list(found["sm"]) == [2]


def test_folded_text_is_as_long_as_before():
    text = "İSTANBUL ſm_90 ’\n数据 ΑΣ"
    assert len(folded(text)) == len(text)
    assert "sm_90 '" in folded(text)


def test_unknown_kinds_of_cues_are_refused():
    with pytest.raises(KeyError):
        cues.said(default(), "some words", "denise")
