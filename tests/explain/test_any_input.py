"""Whatever is typed, a clear answer comes back."""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from metricparse.catalog.store import default
from metricparse.explain.answer import explain
from metricparse.output import explain_text
from metricparse.output.terminal import Paint

SCHEMA = jsonschema.Draft202012Validator(
    json.loads((Path(__file__).parents[2] / "schema" / "explain.schema.json").read_text(encoding="utf-8"))
)
SHAPES = [
    "", " ", "\n", "\t\0", "\x1b[31mred", "a" * 1_000_000, "__", ".", "..", "a__", "__a", "sm__", "sm__.sum", ".sum",
    "sm__inst_executed.", "sm__inst_executed..avg", "sm__inst_executed.avg.avg", "breakdown:", "regex:", "regex:(((((",
    "regex:" + "(a+)+" * 500, "group:", "group:nothing", "pmsampling:pmsampling:sm__cycles_active.avg", "*", "**",
    "{a,b}", "{a,b", "{" * 200, "{a,b}" * 40, "lts__*", "<unit>__cycles_active", "占用率", "长记分板", "вапрол", "🦀",
    "sm__inst_executed" + "_x" * 400, "‮abc", "'; DROP TABLE entry; --", "%s%n", "-1", "NaN", "null",
    "sm__warps_active.avg.pct_of_peak_sustained_active " * 20,
]  # fmt: skip


def check(query, lang="en"):
    answer = explain(default(), query, lang=lang)
    SCHEMA.validate([answer])
    assert answer["meaning"]["summary"], query[:80]
    text = explain_text.render(default(), [answer], lang, 80, Paint(False))
    assert text.strip()
    assert all(c.isprintable() or c == "\n" for c in text)
    assert len(text) < 20_000
    return answer


@pytest.mark.parametrize("query", SHAPES, ids=[repr(s[:20]) for s in SHAPES])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_shapes(query, lang):
    check(query, lang)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=60))
def test_any_text(text):
    check(text)


PIECES = st.sampled_from(
    "sm smsp lts l1tex dram gpu launch __ _ . t data pipe_lsu op_ld op_ mem_global inst_executed sectors hit_rate average "
    "per_warp throughput avg sum max pct ratio per_second pct_of_peak_sustained_active breakdown: regex: * { , } x9 TPC. "
    "TriageCompute. warps_issue_stalled long_scoreboard realtime".split()
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES, max_size=12).map("".join))
def test_names_put_together_at_random(text):
    answer = check(text)
    for unknown in answer.get("decoded", {}).get("unknown", []):
        assert text.strip()[unknown["offset"] :].startswith(unknown["token"])
