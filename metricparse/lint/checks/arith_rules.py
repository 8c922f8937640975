"""D001, D002, D003, …: arithmetic and comparisons over spelled-out metrics that the type checker refuses.

One reader (`metricparse.lint.arithmetic`) finds the expressions and decides which rule speaks; here each rule takes its own.
"""

from __future__ import annotations

from metricparse.lint.arithmetic import ARITHMETIC
from metricparse.lint.engine import Check

CHECKS: dict[str, Check] = ARITHMETIC
"""Rule id → check."""
