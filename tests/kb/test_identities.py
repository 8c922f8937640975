"""Every identity runs on measured values: exact ones close, others stay within their noise, broken ones break."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metricparse.report import read_report
from metricparse.semantics.identities import KernelScope, match, outcomes
from metricparse.semantics.identity_expression import ExpressionError, parse, show
from metricparse.semantics.identity_match import recognize
from metricparse.semantics.judge import Judge, activity_us
from tests.report.reports import CARRIED, authored, identities, report

BOOK = identities()
IDS = list(BOOK.by_id)
ROUNDING = 1e-6
ROWS = {"A": 6, "B": 15, "C": 11, "D": 12, "E": 14, "F": 23}
"""Rows of the table that the identities were measured in."""


def runs(key, names=tuple(CARRIED)):
    """(report, kernel, outcome) of an identity on the carried reports."""
    identity = BOOK.by_id[key]
    for name in names:
        for kernel in report(name).kernels:
            for found in outcomes(identity, KernelScope(kernel), BOOK.members, BOOK.divisor):
                yield name, kernel, found


def excused(identity, name, kernel):
    return any(case["report"] == name and case["kernel"] in kernel.name for case in identity.get("cases", ()))


def test_every_row_of_the_table_is_a_statement():
    missing = [f"{letter}{n}" for letter, last in ROWS.items() for n in range(1, last + 1) if f"{letter}{n}" not in IDS]
    assert missing == []


@pytest.mark.parametrize("key", IDS)
def test_a_statement_runs_on_carried_values(key):
    assert next(runs(key), None) is not None


@pytest.mark.parametrize("key", [k for k in IDS if BOOK.by_id[k]["verdict"] == "exact"])
def test_exact_ones_close(key):
    identity = BOOK.by_id[key]
    open_ones = [
        (name, kernel.name, found.left_text, found.left, found.right, found.excess)
        for name, kernel, found in runs(key)
        if found.excess > ROUNDING and not excused(identity, name, kernel)
    ]
    assert open_ones == []


@pytest.mark.parametrize("key", [k for k in IDS if BOOK.by_id[k]["verdict"] == "approximate"])
def test_approximate_ones_stay_within_their_noise(key):
    identity = BOOK.by_id[key]
    judge = Judge(BOOK)
    graded = {**identity, "grade": "contradiction"}
    noisy = [
        (name, kernel.name, found.left, found.right, found.excess)
        for name, kernel, found in runs(key)
        if judge.verdict(graded, found, activity_us(kernel)) == "contradiction" and not excused(identity, name, kernel)
    ]
    assert noisy == []


@pytest.mark.parametrize("key", [k for k in IDS if BOOK.by_id[k]["verdict"] == "breaks"])
def test_broken_ones_have_a_case(key):
    assert BOOK.by_id[key]["cases"]


@pytest.mark.parametrize(("key", "case"), [(k, c) for k in IDS for c in BOOK.by_id[k].get("cases", ())], ids=str)
def test_a_case_breaks_as_recorded(key, case):
    errors = [
        found.excess
        for _, kernel, found in runs(key, (case["report"],))
        if case["kernel"] == "*" or case["kernel"] in kernel.name
    ]
    worst = max(errors)
    assert worst > ROUNDING
    if "{X}" not in BOOK.by_id[key]["left"] or "where" in BOOK.by_id[key]:
        assert worst == pytest.approx(case["error"], rel=0.06)
    else:
        assert worst >= 0.94 * case["error"]


@pytest.mark.parametrize("key", ["F9", "F10", "F12", "E11", "E12", "E12.pred_on", "F22", "C4", "C6"])
def test_beyond_the_cases_nothing_breaks(key):
    """What is recorded as a case is all there is: no other kernel of the reports exceeds the noise."""
    identity = {**BOOK.by_id[key], "grade": "contradiction"}
    judge = Judge(BOOK)
    broken = {
        (name, kernel.name.split("(")[0])
        for name, kernel, found in runs(key, ("families", "full", "torch"))
        if judge.verdict(identity, found, activity_us(kernel)) == "contradiction"
    }
    assert all(any(c["report"] == name and c["kernel"] in kernel for c in identity["cases"]) for name, kernel in broken)
    assert len(broken) == len([c for c in identity["cases"] if "grade" not in c])


@pytest.mark.parametrize(
    "key",
    [
        "A1",
        "A2",
        "A3",
        "A4",
        "A4.max",
        "B1",
        "B2",
        "B3",
        "B4",
        "B5",
        "B6",
        "B7",
        "B8",
        "B8.elapsed",
        "B9",
        "B10",
        "B11",
        "B12",
    ],
)
def test_a_schema_is_tried_on_many_counters(key):
    bound = {(found.bindings["X"]) for _, _, found in runs(key, ("families",))}
    assert len(bound) >= 10
    if "{R}" in BOOK.by_id[key]["left"]:
        rollups = {found.bindings["R"] for _, _, found in runs(key, ("families",))}
        assert rollups >= {"min", "max"}


def test_stall_forms_are_tried_on_every_reason():
    assert len({found.bindings["S"] for _, _, found in runs("D8")}) >= 12
    assert len(BOOK.members(BOOK.by_id["D10"], "S")) == 19
    assert "gmma" in BOOK.members(BOOK.by_id["D10"], "S")
    assert "warpgroup_arrive" in BOOK.members(BOOK.by_id["F20"], "S")


def test_instances_come_from_the_report():
    scope = KernelScope(report("families").kernels[0])
    seen = {unit: scope.count(unit) for unit in ("sm", "l1tex", "smsp", "lts", "dram", "gpc", "gpu")}
    assert seen == {"sm": 132, "l1tex": 132, "smsp": 528, "lts": 94, "dram": 48, "gpc": 8, "gpu": 1}
    assert scope.count("nosuch") is None


def test_throughputs_have_the_measured_number_of_constituents():
    sizes = {key: len(BOOK.members(BOOK.by_id[key], "B")) for key in ("E1", "E2", "H2", "H2.lts")}
    assert sizes == {"E1": 25, "E2": 26, "H2": 13, "H2.lts": 11}


@pytest.mark.parametrize("key", IDS)
def test_binary_reports_close_to_rounding(key, material):
    """The uncarried binary reports hold all digits: exact statements close to float rounding."""
    pytest.importorskip("ncu_report")
    identity = BOOK.by_id[key]
    if identity["verdict"] != "exact":
        return
    for name in ("full", "families"):
        for kernel in binary(material, name).kernels:
            for found in outcomes(identity, KernelScope(kernel), BOOK.members, BOOK.divisor):
                assert found.error <= 1e-12, (name, kernel.name, found)


_BINARY = {}


def binary(material, name):
    if name not in _BINARY:
        _BINARY[name] = read_report(str(material / "measurements" / f"h200_{name}.ncu-rep"))
    return _BINARY[name]


# --- the file itself ---------------------------------------------------------------------------------------------------


def test_every_statement_has_evidence_and_both_languages(kb):
    sources = set(kb.keys("source"))
    for section in ("identities", "uninformative"):
        for key, entry in authored()[section].items():
            assert entry["sources"], key
            assert set(entry["sources"]) <= sources, key
            assert entry["confidence"] in {"measured", "vendor documentation", "library", "inferred", "convention"}, key
            assert set(entry["text"]) == {"en", "zh"}, key
            assert entry["chips"], key
    for entry in authored()["identities"].values():
        assert entry["verdict"] in {"exact", "approximate", "breaks"}
        assert entry["grade"] in {"contradiction", "remark", "silent"}
        assert entry["advice"] in authored()["advice"]
    for entry in authored()["uninformative"].values():
        assert entry["identity"] in IDS


def test_texts_hold_no_bare_number():
    for entry in [*authored()["identities"].values(), *authored()["uninformative"].values()]:
        for text in entry["text"].values():
            assert not re.search(r"(?<![A-Za-z0-9_])\d", text.replace("H200", "").replace("L2", "")), text


def test_chinese_and_english_differ():
    for entry in [*authored()["identities"].values(), *authored()["advice"].values()]:
        texts = entry.get("text", entry)
        assert re.search("[\u4e00-\u9fff]", texts["zh"])
        assert not re.search("[\u4e00-\u9fff]", texts["en"])


def test_names_in_statements_are_real(kb):
    """A name without placeholders is one that a list holds."""
    for identity in BOOK.identities:
        for side in ("left", "right"):
            for word in re.findall(r"[A-Za-z_{][\w{}.]*__[\w{}.]*", identity[side]):
                if "{" not in word:
                    assert kb.split(word)[0], (identity["id"], word)


# --- the language ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a__b.sum +", "character 11"),
        ("(a__b.sum", "character 10"),
        ("foo(1)", "foo"),
        ("1 2", "character 3"),
        ("1e", "no number"),
        ("", "expected"),
    ],
)
def test_what_is_no_expression_is_refused_with_its_place(text, place):
    with pytest.raises(ExpressionError, match=place):
        parse(text)


@given(st.text(alphabet="abX_{}.+-*/(),: 019eE", max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        parse(text)
    except ExpressionError:
        return


def test_depth_is_bounded():
    with pytest.raises(ExpressionError):
        parse("(" * 5000 + "1" + ")" * 5000)


@pytest.mark.parametrize("key", IDS)
def test_an_expression_is_shown_as_it_reads(key):
    for side in ("left", "right"):
        tree = parse(BOOK.by_id[key][side])
        assert parse(show(tree, {})) == tree


@given(
    st.text(alphabet="abX_.", max_size=80), st.sampled_from(["{X}.{R}", "{X}.{R}.per_second", "sm__{C}.avg", "{X}.sum"])
)
def test_what_is_bound_gives_the_name_back(name, template):
    bound = match(template, name)
    if bound is not None:
        for key, value in bound.items():
            template = template.replace("{" + key + "}", value)
        assert template == name


# --- recognised in what people write ---------------------------------------------------------------------------------------

STALLS = " + ".join(
    f"smsp__average_warps_issue_stalled_{s}_per_issue_active.ratio" for s in BOOK.members(BOOK.by_id["D10"], "S")
)


@pytest.mark.parametrize(
    ("left", "right", "key"),
    [
        ("lts__t_bytes.sum / lts__t_sectors.sum", "32", "F1"),
        ("lts__t_sectors.sum * 32", "lts__t_bytes.sum", "F1"),
        ("lts__t_sector_hit_rate.pct * lts__t_sectors.sum / 100", "lts__t_sectors_lookup_hit.sum", "F8"),
        ("sm__inst_executed.sum.per_second * gpu__time_duration.sum * 1e-9", "sm__inst_executed.sum", "B3"),
        ("sm__inst_executed.avg * count(sm)", "sm__inst_executed.sum", "A1"),
        (STALLS, "smsp__average_warp_latency_per_inst_issued.ratio", "D10"),
        ("dram__bytes.sum - dram__bytes_read.sum", "dram__bytes_write.sum", "F2"),
    ],
)
def test_an_equation_is_recognised_however_it_is_turned(left, right, key):
    assert [found.identity["id"] for found in recognize(BOOK, left, right)] == [key]
    assert [found.identity["id"] for found in recognize(BOOK, right, left)] == [key]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("lts__t_bytes.sum", "16 * lts__t_sectors.sum"),
        ("sm__cycles_active.avg", "lts__cycles_active.avg"),
        ("dram__bytes.sum", "dram__bytes_read.sum"),
        (STALLS.rpartition(" + ")[0], "smsp__average_warp_latency_per_inst_issued.ratio"),
    ],
)
def test_what_only_looks_alike_is_not(left, right):
    assert recognize(BOOK, left, right) == []


def test_an_expression_is_named():
    (hit,) = recognize(BOOK, "100 * lts__t_sectors_lookup_hit.sum / lts__t_sectors.sum")
    assert (hit.identity["id"], hit.equals) == ("F8", "lts__t_sector_hit_rate.pct")
    (wrong,) = recognize(
        BOOK, "100 * lts__t_sectors_lookup_hit.sum / (lts__t_sectors_lookup_hit.sum + lts__t_sectors_lookup_miss.sum)"
    )
    assert (wrong.identity["id"], wrong.identity["verdict"]) == ("F9", "breaks")
