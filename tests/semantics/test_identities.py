"""Every measured identity that is exact is judged sound, as an equation that a person could write, and closes in numbers."""

import itertools
import math

import pytest

from metricparse.catalog.store import default
from metricparse.semantics.check import Checker
from metricparse.semantics.evaluate import Evaluator, MissingValueError
from metricparse.semantics.identities import KernelScope, bindings_of, outcomes
from metricparse.semantics.identity_expression import Binary, Call, Fold, Name, Number, parse
from tests.report.reports import identities, report

BOOK = identities()
CHECKER = Checker(default())
EVALUATOR = Evaluator(CHECKER)
REPORTS = ("families", "full", "stalls", "breakdowns")
MOST = 12
"""Bindings of one schema that are tried."""
EXACT = [k for k, one in BOOK.by_id.items() if one["verdict"] == "exact" and one.get("relation", "=") == "="]
BREAKS = [k for k, one in BOOK.by_id.items() if one["verdict"] == "breaks" and one.get("relation", "=") == "="]
SCHEMAS = [k for k in EXACT if "{X}" in BOOK.by_id[k]["left"]]
LEFT_TO_VERIFY = {
    "A3.dram": "the two sides have the same facets; only the values of this part differ",
    "B11.dram": "the two sides have the same facets; only the values of this part differ",
}


def written(node, bound, identity):
    """An expression of an identity in the notation of `metric check`."""
    if isinstance(node, Number):
        return f"{node.value:g}"
    if isinstance(node, Name):
        return node.fill(bound)
    if isinstance(node, Binary):
        return f"({written(node.left, bound, identity)} {node.operator} {written(node.right, bound, identity)})"
    if isinstance(node, Fold):
        members = [
            written(node.body, {**bound, node.variable: one}, identity) for one in BOOK.members(identity, node.variable)
        ]
        return "(" + " + ".join(members) + ")" if node.function == "sum" else f"{node.function}({', '.join(members)})"
    assert isinstance(node, Call)
    return f"{node.function}({', '.join(written(one, bound, identity) for one in node.arguments)})"


def equations(key):
    """(report, bound equation) of an identity, over different counters."""
    identity = BOOK.by_id[key]
    seen = {}
    for name in REPORTS:
        kernel = report(name).kernels[0]
        for bound in bindings_of(identity, kernel.values.keys(), BOOK.divisor):
            sides = [written(parse(identity[side]), bound, identity) for side in ("left", "right")]
            seen.setdefault(bound.get("X", str(bound)), (name, " ≈ ".join(sides)))
    return list(seen.values())[:MOST]


@pytest.mark.parametrize("key", EXACT)
def test_exact_ones_are_sound(key):
    found = equations(key)
    assert found
    for _, text in found:
        result = CHECKER.check(text)
        assert result["sound"], (text, result["objections"])
        if result["verdict"] == "convertible":
            assert key in {one["id"] for one in result["identities"]}


@pytest.mark.parametrize("key", SCHEMAS)
def test_schemas_run_over_ten_counters(key):
    fewer = {"A3.dram", "B11.dram", "B15", "D1"}
    assert len(equations(key)) >= (2 if key in fewer else 10)


@pytest.mark.parametrize("key", [k for k in BREAKS if k not in LEFT_TO_VERIFY])
def test_broken_ones_are_objected_to(key):
    for _, text in equations(key)[:3]:
        result = CHECKER.check(text)
        assert not result["sound"], text


@pytest.mark.parametrize("key", EXACT)
def test_exact_ones_close_in_the_evaluator(key):
    """The same numbers come out as in the identities' own arithmetic."""
    identity = BOOK.by_id[key]
    closed = 0
    for text, name in itertools.product([text for _, text in equations(key)[:4]], REPORTS):
        statements = EVALUATOR.statements(text)
        for kernel in report(name).kernels:
            values = {n: v.number for n, v in kernel.values.items() if v.number is not None}
            excused = any(one["report"] == name and one["kernel"] in kernel.name for one in identity.get("cases", ()))
            around = list(outcomes(identity, KernelScope(kernel), BOOK.members, BOOK.divisor))
            try:
                left, right = EVALUATOR.evaluate(text, statements, values).sides
            except MissingValueError:
                continue
            if excused:
                continue
            # pages with two decimals close to those only, as the identities' own arithmetic finds
            slack = 1e-6 + 2 * max((one.error for one in around if one.excess <= 1e-6), default=0.0)
            assert math.isclose(left, right, rel_tol=slack, abs_tol=1e-9), (text, kernel.name, left, right)
            closed += 1
    assert closed
