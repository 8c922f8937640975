"""`metric compare`: the table of pairs, both ways round, and what always holds."""

from pathlib import Path

import pytest
import yaml

from metricparse.semantics.compare import Comparer

TABLE = yaml.safe_load((Path(__file__).parent / "pairs.yaml").read_text(encoding="utf-8"))
PAIRS = [row for part in ("before", "after", "unseen") for row in TABLE[part]]


@pytest.fixture(scope="module")
def comparer(kb):
    return Comparer(kb)


def test_the_table_is_large_enough():
    assert len(PAIRS) >= 150
    assert 3 * (len(TABLE["before"]) + len(TABLE["unseen"])) >= len(PAIRS)
    assert len(TABLE["before"]) >= 50
    assert sum(bool(row[4]) for row in PAIRS) >= len(PAIRS) / 2
    assert len({tuple(sorted(row[:2])) for row in PAIRS}) == len(PAIRS)


@pytest.mark.parametrize("row", PAIRS, ids=lambda row: f"{row[0]} | {row[1]}")
def test_pair(comparer, row):
    first, second, verdict, reasons, _ = row
    there, back = comparer.compare([first, second]), comparer.compare([second, first])
    assert there["verdict"] == verdict, there["reasons"]
    assert set(reasons.split()) <= {one["facet"] for one in there["reasons"]}
    assert (there["verdict"], there["reasons"], there["instead"]) == (back["verdict"], back["reasons"], back["instead"])
    if verdict != "comparable":
        assert there["instead"] or there["identities"]
        assert all(
            "{" not in one["text"].replace("{fadd,fmul,ffma}", "") for one in there["reasons"] + there["instead"]
        )


def test_every_label_of_the_details_page_stands_for_names_or_says_why_not(kb, comparer):
    """Some sections give no place for a label; such a label is looked up like any other."""
    from metricparse.report.labels import resolver

    look = resolver(kb)
    for _, entry in kb.items("label"):
        found = comparer.resolver.look(entry["label"], True)
        assert found.name or found.problem
        for meaning in entry["meanings"]:
            assert isinstance(look(meaning["section"], entry["label"], "9.0"), str)
