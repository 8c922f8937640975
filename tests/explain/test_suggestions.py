"""A misspelt name finds its way home."""

import random

from metricparse.explain.answer import explain
from metricparse.explain.guesses import suggest
from tests.conftest import table

LETTERS = "abcdefghijklmnopqrstuvwxyz_0123456789"


def edit(word, rng):
    """One random edit: a letter dropped, inserted, changed, or swapped with its neighbour."""
    at = rng.randrange(len(word))
    kind = rng.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + rng.choice(LETTERS) + word[at:]
    if kind == 2:
        return word[:at] + rng.choice(LETTERS.replace(word[at], "")) + word[at + 1 :]
    at = min(at, len(word) - 2)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def used_bases(kb):
    """Base names of the names that people really use."""
    bases = {}
    for row in table("most_used_names"):
        base = kb.split(row["name"])[0]
        if base and "__" in base:
            bases[base] = None
    return list(bases)


def hit_rate(kb, edits, seed):
    rng = random.Random(seed)
    tried = right = 0
    wrong = []
    for base in used_bases(kb):
        for _ in range(2):
            word = base
            for _ in range(edits):
                word = edit(word, rng)
            if word == base or kb.record(word) is not None:
                # the edit made another real name: nothing to suggest
                continue
            tried += 1
            found = suggest(kb, word, "en", ())
            first = kb.split(found[0]["name"])[0] if found else ""
            if first == base:
                right += 1
            else:
                wrong.append((base, word, first))
    return right / tried, tried, wrong


def test_one_edit(kb, capsys):
    rate, tried, wrong = hit_rate(kb, 1, 1)
    with capsys.disabled():
        print(f"\none edit: {rate:.4f} of {tried} first; e.g. {wrong[:3]}")
    assert rate >= 0.98


def test_two_edits(kb, capsys):
    rate, tried, wrong = hit_rate(kb, 2, 2)
    with capsys.disabled():
        print(f"\ntwo edits: {rate:.4f} of {tried} first; e.g. {wrong[:3]}")
    assert rate >= 0.90


def names(answer):
    return [s["name"] for s in answer["suggestions"]]


def test_wrong_separator_in_a_suffix(kb):
    answer = explain(kb, "sm__throughput.avg_pct_of_peak_sustained_elapsed")
    assert answer["status"] == "illegal-suffix"
    assert answer["request"] == "empty-row"
    assert names(answer)[0] == "sm__throughput.avg.pct_of_peak_sustained_elapsed"


def test_names_that_people_make_up(kb):
    assert names(explain(kb, "l2__throughput.avg.pct_of_peak_sustained_elapsed"))[0].startswith(
        "lts__throughput.avg.pct"
    )
    assert names(explain(kb, "litex__t_sectors.sum"))[0] == "l1tex__t_sectors.sum"
    assert any("sm__warps_active" in n for n in names(explain(kb, "sm__occupancy")))
    assert names(explain(kb, "SM__cycles_active.avg"))[0] == "sm__cycles_active.avg"
    assert names(explain(kb, "sm__cycles_active_avg"))[0] == "sm__cycles_active.avg"


def test_every_legacy_name_is_recognised(kb):
    """All names of nvprof and of ncu before 2020; a name that is also a current one answers as current."""
    for row in table("legacy_names"):
        answer = explain(kb, row["name"])
        current = kb.record(row["name"]) is not None
        assert answer["status"] == ("known" if current else "legacy"), row


def test_legacy_gaps_are_filled(kb):
    for name in (
        "ipc", "issued_ipc", "dram_utilization", "inst_fp_32", "single_precision_fu_utilization",
        "double_precision_fu_utilization", "tensor_precision_fu_utilization", "active_warps", "active_cycles",
        "gld_request", "shared_ld_bank_conflict", "warps_launched", "thread_inst_executed_0",
    ):  # fmt: skip
        answer = explain(kb, name)
        assert answer["status"] == "legacy", name
        assert answer["legacy"]["match"] in ("exact", "approximate", "none")


def test_change_of_scale_is_said(kb):
    answer = explain(kb, "achieved_occupancy")
    assert answer["status"] == "legacy"
    assert answer["legacy"]["now"] == "sm__warps_active.avg.pct_of_peak_sustained_active"
    assert answer["legacy"]["scale"]


def test_every_counterpart_of_a_legacy_name_can_be_collected(kb):
    for key, entry in kb.items("legacy"):
        if entry.get("now"):
            answer = explain(kb, entry["now"])
            assert answer["status"] == "known", (key, entry["now"])


def test_a_name_that_is_both_is_not_legacy(kb):
    answer = explain(kb, "inst_executed")
    assert answer["status"] == "known"
    assert answer["kind"] == "source"
