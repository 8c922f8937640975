"""The checks, by rule.  A module holds the check of one rule, or of rules that judge the same thing together."""

from __future__ import annotations

from metricparse.lint.checks import (
    after_program,
    availability_claim,
    debug_build,
    ended_list,
    feature,
    label,
    latency,
    launch_filter,
    names,
    option_meaning,
    options,
    peak,
    pipe,
    product_figure,
    set_full,
    smi,
)
from metricparse.lint.engine import Check

CHECKS: dict[str, Check] = {
    **names.CHECKS,
    "N009": options.check,
    "N010": launch_filter.check,
    "N011": set_full.check,
    "N012": after_program.check,
    "N014": option_meaning.check,
    "N015": ended_list.check,
    "N016": availability_claim.check,
    "N017": label.check,
    "A001": feature.check,
    "A002": product_figure.check,
    "A003": latency.check,
    "A004": pipe.check,
    "P004": debug_build.check,
    "C007": smi.check,
    "D017": peak.check,
}
"""Rule id → check, in the order of the ids."""
