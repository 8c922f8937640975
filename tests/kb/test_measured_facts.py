"""Numbers that kb/ states as measured are computed from the data, not typed twice."""

import functools
import math

import pytest

from metricparse.build.compile import KB
from metricparse.build.yamlfile import read
from tests.conftest import table
from tests.kb.carried import TABLES, drawn, kept
from tests.kb.measured import CLAIMS, LINKS, claimed, measured, number, recipe, report, texts, value

MEASURED = measured()


@functools.cache
def allowed(place):
    """How far a stated number may lie from the data: half a unit of its last digit, unless the recipe says otherwise."""
    digits = len(str(MEASURED[place][0]).partition(".")[2])
    return LINKS.get(place, {}).get("within", 0.5 * 10**-digits) * 1.000001


@pytest.mark.parametrize("place", MEASURED)
def test_a_measured_number_is_what_the_data_give(place):
    said, holder = MEASURED[place]
    link = recipe(place, holder)
    assert link is not None, f"{place} says {said} and nothing says how to find it: tests/kb/measured_facts.yaml"
    assert value(link) == pytest.approx(said, abs=allowed(place))


def test_every_recipe_is_for_a_number_that_stands_in_the_knowledge_base():
    assert set(LINKS) <= set(MEASURED)


@pytest.mark.parametrize("name", TABLES)
def test_a_carried_table_is_what_the_measurement_gives(name, material):
    if name == "h200_full.memory_codes":
        pytest.importorskip("ncu_report")
    assert kept(name) == drawn(name, material / "measurements")


def test_a_size_that_was_printed_in_whole_mebibytes_says_so():
    for row in table("device_prints"):
        place = f"products/{row['product']}/{row['figure']}"
        if row["unit"] == "MiB":
            assert "whole MiB" in MEASURED[place][1]["note"], place


def test_every_printed_property_is_used():
    assert {f"products/{r['product']}/{r['figure']}" for r in table("device_prints")} <= set(MEASURED)


@pytest.mark.parametrize("name", ["h200_full.raw", "h200_torch.raw"])
def test_shared_memory_is_rounded_up_to_the_stated_step(name):
    step = MEASURED["attributes/launch/launch__shared_mem_per_block_allocated/step"][0]
    for kernel in report(name).kernels:
        asked, given = (number(f"launch__shared_mem_per_block{part}", kernel) for part in ("", "_allocated"))
        assert given == math.ceil(asked / step) * step


@pytest.mark.parametrize(
    ("outcome", "values", "empty"),
    [
        ("collected", True, False),
        ("expands", True, False),
        ("ends-the-run", False, False),
        ("crashes", False, False),
        ("empty-row", False, True),
        ("collects-nothing", False, False),
        ("other-collection", False, False),
    ],
)
def test_requests_did_what_is_said_of_them(outcome, values, empty):
    tried = {row["request"]: row for row in table("ncu_requests")}
    for request in LINKS[f"profiler/requests/{outcome}/exit"]["requests"]:
        assert (tried[request]["values"] != "0", tried[request]["empty"] != "0") == (values, empty), request


def test_block_limits_from_barriers_fit_the_stated_number_per_sm():
    """The number is inferred: no page prints it, and the limits that pages do print fit it."""
    per_sm = read(KB / "attributes" / "launch.yaml")["entries"]["launch__occupancy_limit_barriers"]["facts"]
    for name in ("h200_full.raw", "h200_torch.raw"):
        for kernel in report(name).kernels:
            count, limit, most = (
                number(f"launch__{key}", kernel)
                for key in ("barrier_count", "occupancy_limit_barriers", "occupancy_limit_blocks")
            )
            fits = per_sm["barriers_per_sm"]["value"] // count if count else most
            assert limit == min(fits, most), kernel.name


@pytest.mark.parametrize(("place", "claim"), CLAIMS, ids=[f"{place}: {claim['en']}" for place, claim in CLAIMS])
def test_a_measured_claim_in_words_holds(place, claim):
    for language in ("en", "zh"):
        assert any(claim[language] in text for text in texts(place, language)), claim[language]
    values = claimed(claim)
    low, high = claim["between"]
    assert values
    assert all(low <= v <= high for v in values), values
