"""A report's values of what was asked about, kernel by kernel: for ``metric explain NAME --report FILE``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from metricparse.report.model import Kernel, Report, Value


def quantity(value: float) -> str:
    """A value for reading: whole numbers in full, others with six digits.

    >>> quantity(36790276.0), quantity(100.31870585)
    ('36,790,276', '100.319')
    """
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.6g}"


def wanted(answer: Mapping[str, Any], kernel: Kernel) -> list[str]:
    """Names of a kernel that an answer of ``explain`` is about: the name itself, else every form of its base."""
    names = [answer.get("name", ""), *answer.get("expands_to", ()), *answer.get("metrics", ())]
    found = [name for name in dict.fromkeys(names) if name in kernel.values]
    if found:
        return found
    bases = tuple(
        f"{base}." for base in (answer.get("base", ""), *answer.get("members", ()), *answer.get("metrics", ())) if base
    )
    return [name for name in kernel.values if name.startswith(bases)] if bases else []


def rows(report: Report, answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One row for each kernel and name: ``kernel``, ``name``, ``value`` (base units; a text; or None), ``unit``.

    Empty if the report does not hold what was asked about.
    """
    result = []
    for kernel in report.kernels:
        for name in wanted(answer, kernel):
            value = kernel.values[name]
            result.append({"kernel": kernel.title, "name": name, "value": _content(value), "unit": value.unit})
    return result


def _content(value: Value) -> float | str | None:
    if value.number is not None:
        return int(value.number) if value.number == int(value.number) else value.number
    return None if value.missing else value.text
