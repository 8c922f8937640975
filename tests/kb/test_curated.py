"""Curated counters against the catalogue: what they say to read beside them can be read there, and belongs there."""

import collections

import pytest
import yaml

from metricparse.build.compile import KB
from metricparse.build.yamlfile import read
from metricparse.catalog.availability import availability


@pytest.fixture(scope="module")
def bases(kb):
    """entry of a curated counter → the base names that it covers"""
    found = collections.defaultdict(list)
    for base, _ in kb.items("base"):
        if entry := kb.get("curated", base):
            found[entry].append(base)
    return found


def on(kb, base):
    """Chips of a base name, or None where lists cannot tell (launch attributes, names that no list holds)."""
    where = availability(kb, kb.record(base))
    return None if where.outside or where.elsewhere == "unknown" else set(where.chips)


def test_a_related_metric_exists_where_the_entry_does(kb, bases):
    """Somebody who reads the entry on a chip that has it is not sent to a metric that only other chips have."""
    apart = []
    for key, entry in kb.items("counter"):
        own = [on(kb, base) for base in bases[key]]
        if not own or None in own:
            continue
        for related in entry.get("related", ()):
            base = kb.split(related["name"].split(":", 1)[-1])[0]
            there = on(kb, base)
            if there is not None and not there & set().union(*own):
                apart.append(f"{key}: {related['name']}")
    assert apart == []


def constituents(kb, throughput):
    """Counters and throughputs under a throughput, on any chip."""
    found = set()
    for row in kb.get("breakdown", throughput) or ():
        found |= {*row["counters"], *row["throughputs"]}
        for inner in row["throughputs"]:
            found |= constituents(kb, inner)
    return found


def test_what_is_called_a_constituent_is_one(kb, bases):
    wrong, seen = [], 0
    for key, entry in kb.items("counter"):
        for related in entry.get("related", ()):
            why = related["why"]["en"]
            base = kb.split(related["name"])[0]
            if "constituent" not in why or not kb.get("breakdown", base):
                continue
            seen += 1
            if "which constituent" in why or "constituents of its own" in why:
                continue
            parts = constituents(kb, base)
            if not parts & set(bases[key]):
                wrong.append(f"{key}: {base}")
    assert seen > 5
    assert wrong == []


@pytest.mark.parametrize(
    "path", sorted(p for p in KB.rglob("*.yaml") if p.parent.name != "catalog"), ids=lambda p: p.stem
)
def test_readers_with_and_without_the_c_library_agree(path):
    """libyaml takes scalars that the parser in Python refuses; the build may run with either."""
    assert yaml.load(path.read_bytes(), Loader=yaml.SafeLoader) == read(path)
