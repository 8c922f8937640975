"""The compiled catalogue rebuilds every list it was made from, name for name."""

from collections import defaultdict

import pytest

from metricparse.build.import_catalogue import collections_of, libraries, where_sets
from metricparse.build.where import Libraries
from metricparse.catalog.availability import availability
from tests.conftest import DATA, table

FAMILIES = {
    "tu10x": "tu102 tu104 tu106",
    "tu11x": "tu116 tu117",
    "ga10x": "ga102 ga103 ga104 ga106 ga107",
    "ad10x": "ad102 ad103 ad104 ad106 ad107",
    "gb10x": "gb100 gb102",
    "gb20x": "gb202 gb203 gb205 gb206 gb207",
}
ALONE = "ga100 ga10b gh100 gb110 gb10b gb20b".split()
CHIPS = [c for f in FAMILIES.values() for c in f.split()] + ALONE


def chips_of(text):
    if text == "all":
        return CHIPS
    if text.startswith("queried"):
        return ["gh100"]
    return [c for f in text.split() for c in FAMILIES.get(f, f).split()]


def test_every_list_of_the_profiler_is_rebuilt(kb):
    """(chip, collection) → names: what the source says and what the catalogue says are the same sets."""
    expected, found = defaultdict(set), defaultdict(set)
    for row in table("catalog_ncu_2025_3_1"):
        for collection, families in collections_of(row["collections"], row["chips"]).items():
            for chip in chips_of(families):
                expected[chip, collection].add(row["name"])
    for name, record in kb.items("base"):
        for chip, collections in availability(kb, record).listed.items():
            for collection in collections:
                found[chip, collection].add(name)
    assert set(found) == set(expected)
    for key in expected:
        assert found[key] == expected[key], key
    assert len({c for c, _ in expected}) == 28


def test_every_list_of_the_library_is_rebuilt(kb, tmp_path):
    """(library, chip class) → (name, kind, dims, hardware unit)."""
    for name in ("perfworks_libraries",):
        (tmp_path / f"{name}.csv").write_text(_text(name), encoding="utf-8")
    libs = Libraries.from_data(libraries(tmp_path))
    expected, found = defaultdict(set), defaultdict(set)
    for row in table("perfworks_catalog"):
        for chip_class, releases in where_sets(row["where"], libs).items():
            for release in releases:
                expected[release, chip_class].add((row["name"], row["kind"], row["dims"], row["hw_unit"]))
    wheres = kb.meta["wheres"]
    for name, record in kb.items("base"):
        for dims, hw_unit, where in record.get("library", ()):
            for chip_class, releases in wheres[where].items():
                for release in releases:
                    found[release, chip_class].add((name, record["type"], dims, hw_unit))
    assert set(found) == set(expected)
    for key in expected:
        assert found[key] == expected[key], key
    assert len(expected) == 232


def _text(name):
    import gzip

    return gzip.open(DATA / f"{name}.csv.gz", "rt", encoding="utf-8").read()


def test_counts_of_the_library_lists(kb):
    """Counters, ratios and throughputs per library and chip class, as the libraries themselves report them."""
    counts = defaultdict(lambda: defaultdict(int))
    wheres = kb.meta["wheres"]
    for _, record in kb.items("base"):
        seen = set()
        for _, _, where in record.get("library", ()):
            for chip_class, releases in wheres[where].items():
                seen |= {(r, chip_class) for r in releases}
        for key in seen:
            counts[key][record["type"]] += 1
    for row in table("perfworks_libraries"):
        line, version = row["library"].split("-", 1)
        release = ".".join(version.split(".")[:2]) if line == "cupti" else f"ncu{version}"
        have = counts[release, row["chip_class"]]
        assert [have["counter"], have["ratio"], have["throughput"]] == [
            int(row["counters"]),
            int(row["ratios"]),
            int(row["throughputs"]),
        ], row


def test_states_of_availability_stay_apart(kb):
    """Listed, library only, other collection, unknown: four different answers."""

    def state(name, chip):
        return availability(kb, kb.record(name)).on(chip)

    assert state("lts__t_sectors", "gh100") == "yes"
    assert state("lts__t_sectors", "gv100") == "library"
    assert state("dram__bytes_read", "gb202") == "no" or state("dram__bytes_read", "gb202") == "library"
    assert state("launch__grid_size", "gh100") == "yes"
    assert state("launch__grid_size", "ga100") == "unknown"
    assert state("TPC.TriageCompute.sm__cycles_active", "ga100") == "no"
    assert state("sm__maximum_warps_per_active_cycle_pct", "gh100") == "unknown"


@pytest.mark.parametrize(("dims", "unit"), [(row["dims"], row["ncu_unit"]) for row in table("dims_to_ncu_unit")])
def test_printed_unit_of_dims(dims, unit):
    from metricparse.build.compile import KB
    from metricparse.build.units import PrintedUnits
    from metricparse.build.yamlfile import read

    printed = PrintedUnits(read(KB / "catalog" / "_printed_units.yaml")["printed_units"])
    assert printed.of(dims) == unit
