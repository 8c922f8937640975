"""Every name of every list decodes without an unexplained token and prints back to itself."""

import gzip

import pytest

from metricparse.explain.answer import explain
from metricparse.names.parser import NameParser, rebuild, vocabulary_of
from tests.conftest import DATA, table

UNITS_BY_BASE = {row["name"]: row["units"].split("|") for row in table("catalog_ncu_2025_3_1")}


@pytest.fixture(scope="module")
def parser(kb):
    return NameParser(vocabulary_of(kb.get("meta", "vocabulary")))


def base_names():
    names = {row["name"] for row in table("catalog_ncu_2025_3_1")} | {row["name"] for row in table("perfworks_catalog")}
    return sorted(names | {row["name"] for row in table("names_outside_lists")})


def test_every_base_name_decodes_from_the_catalogue(kb):
    for name in base_names():
        decoded = kb.decode(name)
        assert not decoded.unknown, (name, decoded.unknown)
        assert decoded.base.counter or decoded.base.unit, name
        text = "".join(t.text for t in decoded.base.tokens)
        spelled = decoded.base.text.removeprefix("group:")
        assert text.replace("_", "").replace(".", "") == spelled.replace("_", "").replace(".", ""), name
        assert decoded.prefix + decoded.base.text + decoded.suffix.text == name


def test_every_base_name_decodes_with_the_grammar(parser):
    """The grammar itself, without the catalogue's look-up."""
    for name in base_names():
        if name.startswith("group:"):
            name = name.removeprefix("group:")
        decoded = parser.parse(name)
        assert not decoded.unknown, (name, decoded.unknown)
        assert rebuild(decoded) == name


def full_names():
    with gzip.open(DATA / "gh100_full_names.txt.gz", "rt") as stream:
        return stream.read().split()


def test_every_full_name_of_gh100_is_known_with_its_unit(kb):
    """150,179 names: known, collected, and the unit of measure follows from the dims."""
    from metricparse.catalog.availability import availability
    from metricparse.explain import metric

    names = full_names()
    assert len(names) == 150_179
    legal = {}
    for name in names:
        decoded = kb.decode(name)
        assert not decoded.unknown, name
        assert decoded.base.text + decoded.suffix.text == name
        record = kb.record(decoded.base.text)
        kind = record["kind"]
        if kind not in legal:
            legal[kind] = set(metric.legal_suffixes(kb, record))
        assert decoded.suffix.text in legal[kind], name
    for base in {kb.decode(n).base.text for n in names}:
        record = kb.record(base)
        where = availability(kb, record)
        assert "profiling" in where.listed["gh100"]
        unit = metric.variant(record, where, ("gh100",))["units"][0]
        expected = UNITS_BY_BASE[base]
        if record["type"] != "throughput":
            assert unit in expected, (base, unit, expected)


@pytest.mark.parametrize("name", full_names()[:: 150_179 // 300])
def test_status_of_full_names(kb, name):
    answer = explain(kb, name, chips=("gh100",))
    assert answer["status"] == "known"
    assert answer["name"] == name
    assert answer["request"] in ("collected", "other-collection")


def test_suffix_table_is_what_the_profiler_lists(kb):
    """Legal suffixes by kind: 44, 3 and 8, spelled as listed."""
    from metricparse.explain.metric import legal_suffixes

    listed = {"counter": set(), "ratio": set(), "throughput": set()}
    for row in table("submetrics"):
        if row["ncu_2025.3.1_gh100_names"] not in ("", "0"):
            listed[row["kind"]].add(row["suffix"])
    sizes = {}
    for kind, base in (
        ("counter", "lts__t_sectors"),
        ("ratio", "l1tex__t_sector_hit_rate"),
        ("throughput", "sm__throughput"),
    ):
        own = legal_suffixes(kb, kb.record(base))
        assert set(own) == listed[kind]
        sizes[kind] = len(own)
    assert sizes == {"counter": 44, "ratio": 3, "throughput": 8}
