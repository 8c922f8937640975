"""The checks, by rule.  A module holds the check of one rule, or of rules that judge the same thing together."""

from __future__ import annotations

from metricparse.lint.checks import after_program, ended_list, names, options
from metricparse.lint.engine import Check

CHECKS: dict[str, Check] = {
    **names.CHECKS,
    "N009": options.check,
    "N012": after_program.check,
    "N015": ended_list.check,
}
"""Rule id → check, in the order of the ids."""
