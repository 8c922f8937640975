"""The checks, by rule.  A module holds the check of one rule, or of rules that judge the same thing together."""

from __future__ import annotations

from metricparse.lint.checks import after_program, ended_list, launch_filter, names, option_meaning, options, set_full
from metricparse.lint.engine import Check

CHECKS: dict[str, Check] = {
    **names.CHECKS,
    "N009": options.check,
    "N010": launch_filter.check,
    "N011": set_full.check,
    "N012": after_program.check,
    "N014": option_meaning.check,
    "N015": ended_list.check,
}
"""Rule id → check, in the order of the ids."""
