"""Numbers that curated texts quote from measurements are computed from the data, not typed twice."""

import functools
from pathlib import Path

import pytest
import yaml

from metricparse.build.compile import KB
from metricparse.build.yamlfile import read, read_all
from metricparse.report.reader import read_report
from metricparse.semantics.identity_expression import Amount, Scope, evaluate, parse
from tests.conftest import DATA

LINKS = yaml.safe_load(Path(__file__).with_name("measured_facts.yaml").read_text(encoding="utf-8"))


@functools.cache
def report(name):
    return read_report(str(DATA / f"{name}.csv.gz"))


def value(link):
    """The number that the data give."""
    kernel = next(k for k in report(link["report"]).kernels if link["kernel"] in k.name)

    def look(name):
        number = kernel.number(name)
        return None if number is None else Amount(number)

    return evaluate(parse(link["expr"]), {}, Scope(look, lambda unit: None, lambda variable: ())).value


@pytest.mark.parametrize("place", LINKS)
def test_a_quoted_number_is_the_measured_one(place):
    folder, file, entry, fact = place.split("/")
    said = read(KB / folder / f"{file}.yaml")["entries"][entry]["facts"][fact]
    assert said["confidence"] == "measured"
    digits = len(str(said["value"]).partition(".")[2])
    allowed = LINKS[place].get("within", 0.5 * 10**-digits)
    assert value(LINKS[place]) == pytest.approx(said["value"], abs=allowed * 1.000001)


@pytest.mark.parametrize("folder", ["counters", "terms"])
def test_every_measured_number_of_the_curated_entries_is_linked(folder):
    missing = []
    for stem, data in read_all(KB / folder).items():
        for key, entry in data["entries"].items():
            for fact, said in (entry.get("facts") or {}).items():
                place = f"{folder}/{stem}/{key}/{fact}"
                if said.get("confidence") == "measured" and "measured-h200" in said["sources"] and place not in LINKS:
                    missing.append(place)
    assert missing == []
