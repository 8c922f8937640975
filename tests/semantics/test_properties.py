"""What holds for any names and any expression: symmetry, reflexivity, renaming by definition, and no crash."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metricparse.catalog.store import default
from metricparse.errors import UsageError
from metricparse.semantics.check import Checker
from metricparse.semantics.compare import Comparer
from metricparse.semantics.expression import DEEPEST, LONGEST
from tests.conftest import table
from tests.semantics.test_check import EXPRESSIONS

KB = default()
COMPARER = Comparer(KB)
CHECKER = Checker(KB)
USED = [row["name"] for row in table("most_used_names")]
NAMES = sorted(name for name in USED if not COMPARER.resolver.look(name).problem)
LABELS = ['"L2 Hit Rate"', '"Achieved Occupancy"', '"Duration"', '"DRAM Throughput"']
names = st.sampled_from(NAMES)


def test_enough_names_are_drawn_from():
    assert len(NAMES) > 150


@settings(max_examples=150, deadline=None)
@given(names, names)
def test_compare_is_symmetric(a, b):
    there, back = COMPARER.compare([a, b]), COMPARER.compare([b, a])
    for key in ("verdict", "reasons", "instead", "identities", "differs"):
        assert there[key] == back[key]
    assert there["facets"] == {facet: cells[::-1] for facet, cells in back["facets"].items()}


@settings(max_examples=60, deadline=None)
@given(names)
def test_a_name_is_comparable_with_itself(a):
    result = COMPARER.compare([a, a])
    assert (result["verdict"], result["reasons"], result["differs"]) == ("comparable", [], [])


@settings(max_examples=60, deadline=None)
@given(st.lists(names, min_size=3, max_size=5))
def test_many_are_no_better_than_their_worst_pair(several):
    order = ("comparable", "convertible", "not-comparable")
    worst = max(
        (COMPARER.compare([a, b])["verdict"] for i, a in enumerate(several) for b in several[i + 1 :]), key=order.index
    )
    assert COMPARER.compare(several)["verdict"] == worst


@settings(max_examples=100, deadline=None)
@given(names, names, st.sampled_from("+-*/<>"))
def test_a_definition_changes_nothing(a, b, sign):
    plain = CHECKER.check(f"{a} {sign} {b}")
    renamed = CHECKER.check(f"x1 = {a}; y1 = {b}; x1 {sign} y1")
    for key in ("sound", "verdict", "quantity", "unit_of_measure", "window", "scope", "clock_domain"):
        assert plain[key] == renamed[key]
    assert [(one["rule"], one["facet"], one["text"]) for one in plain["objections"]] == [
        (one["rule"], one["facet"], one["text"]) for one in renamed["objections"]
    ]


@settings(max_examples=100, deadline=None)
@given(names, names)
def test_the_order_of_a_sum_does_not_matter(a, b):
    there, back = CHECKER.check(f"{a} + {b}"), CHECKER.check(f"{b} + {a}")
    assert there["sound"] == back["sound"]
    assert {one["rule"] for one in there["objections"]} == {one["rule"] for one in back["objections"]}


@settings(max_examples=80, deadline=None)
@given(names, names)
def test_what_compares_may_be_set_equal(a, b):
    """A pair that compares without a step raises nothing in an expression, but for L2 totals taken for the SMs' own."""
    if COMPARER.compare([a, b])["verdict"] == "comparable":
        result = CHECKER.check(f"{a} < {b}")
        assert result["sound"], result["objections"]


PIECES = [
    *NAMES[:20],
    *LABELS,
    "nothing__here.sum",
    "1",
    "1e-9",
    "3.35 TB/s",
    "2 FLOP/inst",
    "50 %",
    "132 SM",
    "count(sm)",
]
pieces = st.lists(
    st.sampled_from([*PIECES, "+", "-", "*", "/", "(", ")", "<", ">", "≈", "=", ";", ",", "\n", "x", "sum(", "max(",
                     "min(", "ceil(", "breakdown:", ".", "🙂", "\t", "0", "}{"]),
    max_size=25,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(pieces.map(" ".join) | st.text(max_size=60))
def test_any_text_is_checked_or_refused(text):
    try:
        result = CHECKER.check(text)
    except UsageError as error:
        assert str(error)  # noqa: PT017 - either a result or a message
    else:
        assert result["sound"] is not bool(result["objections"])


@pytest.mark.parametrize(
    "text",
    [
        "(" * 1_000_000,
        "(" * 1_000_000 + "1" + ")" * 1_000_000,
        "-" * (LONGEST - 1),
        "((" * (DEEPEST + 1) + "1",
        "a" * LONGEST,
        '"' * LONGEST,
        "1 " * (LONGEST // 2),
        "sum(" + "(" * 50_000,
        "x=" * (LONGEST // 2),
        "dram__bytes.sum * " * 5_000 + "1",
        "a=dram__bytes.sum;" + "b=a*a*a*a;a=b*b*b*b;" * 4_900 + "a",
        "5 " + "/".join(["B"] * 20_000),
        " + ".join(f"sum((dram|lts)__t_{i}.*)" for i in range(3_000)),
        "ceil(" + "1," * (LONGEST // 2 - 10) + "1)",
        "1" * LONGEST + "",
        "（" * 50_000,
        "sum(" + "(a" * 40_000,
    ],
    ids=lambda text: f"{text[:6]}…{len(text)}",
)
def test_huge_input_is_refused_in_a_sentence(text):
    start = time.perf_counter()
    try:
        CHECKER.check(text)
    except UsageError as error:
        assert len(str(error)) < 400  # noqa: PT017 - either a result or a message
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize(
    "piece",
    [
        "dram__bytes.sum + ",
        "nothing__{}.sum + ",
        "x = 1; ",
        "1 TB/s / 1 TB/s * ",
        "-",
        "(1) + ",
        "lts__t_sectors.sum < ",
        "sum(dram__bytes_.*[.]sum) + ",
        "x{} = dram__bytes.sum; ",
        "“L2 Hit Rate” ＋ ",
    ],
)
def test_time_is_linear_in_length(piece):
    def seconds(times):
        text = "".join(piece.replace("{}", str(i)) for i in range(times)) + "dram__bytes.sum"
        start = time.perf_counter()
        CHECKER.check(text)
        return time.perf_counter() - start

    times = LONGEST // (2 * len(piece))
    seconds(times // 16)
    small, large = min(seconds(times // 8) for _ in range(2)), seconds(times)
    assert large < 24 * small + 1.0


@pytest.mark.parametrize("row", EXPRESSIONS, ids=lambda row: row[0])
def test_both_languages_say_the_same(row):
    here, there = CHECKER.check(row[0]), ZH.check(row[0])
    assert [(o["rule"], o["offset"]) for o in here["objections"]] == [
        (o["rule"], o["offset"]) for o in there["objections"]
    ]
    assert here["verdict"] == there["verdict"]
    for one in there["objections"]:
        assert any("\u4e00" <= char <= "\u9fff" for char in one["text"])


ZH = Checker(KB, "zh")
