"""Requests that were tried with a real profiler: the linter objects to those that gave something else, and to no other."""

import csv
import gzip
from pathlib import Path

import pytest

from tests.lint.examples import findings

DATA = Path(__file__).parents[1] / "data" / "ncu_requests.csv.gz"
ODD = {
    # the row is empty because the launch has no cluster; the name is right
    "--metrics launch__preferred_cluster_size",
    # constituents of which two cannot be collected; the request is right
    "--metrics breakdown:sm__throughput.avg",
    # a glob was taken for the bare name and collected: not what was meant
    "--metrics dram__bytes*",
    # samples stand in the report and in no printed row, which is what PM sampling is for
    "--metrics pmsampling:sm__cycles_active.avg",
    "--metrics TPC.TriageCompute.sm__cycles_active.avg",
    "--section SpeedOfLight --print-details header",
}
"""Requests of which the outcome alone does not say whether something was wrong with them."""


def tried():
    with gzip.open(DATA, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", tried(), ids=lambda row: row["request"])
def test_a_tried_request_is_judged_as_the_profiler_did(row):
    quoted = row["request"]
    if ", " in quoted:
        option, _, value = quoted.partition(" ")
        quoted = f'{option} "{value}"'
    if "*" in quoted or "$" in quoted:
        quoted = quoted.replace("--metrics ", "--metrics '") + "'"
    snippet = {"as": "shell", "text": f"ncu {quoted} ./app\n", "chip": "gh100", "release": "13.0"}
    found = [one for one in findings(snippet) if one.severity != "note"]
    nothing = int(row["values"]) == 0 or int(row["empty"]) > 0
    if row["request"] not in ODD:
        assert bool(found) == (row["exit"] != "0" or nothing), [one.message for one in found]
    for one in found:
        # what the message says the profiler does is what it did
        if row["exit"] not in ("0", "1") and "{" not in one.message:
            assert row["exit"] in one.message
