"""A name's values in a report, kernel by kernel, added to its explanation."""

from __future__ import annotations

from typing import Any

from metricparse.report.model import Kernel, Report


def add_values(answer: dict[str, Any], report: Report) -> None:
    """Put ``values`` into an answer: those of the name, of what it expands to, or of what its label stands for."""
    names = answer.get("expands_to") or answer.get("metrics") or [answer.get("name", "")]
    if answer.get("expands_to"):
        # a bare name stands for every form of it that the report holds
        forms = dict.fromkeys(n for k in report.kernels for n in k.values if n.startswith(answer["base"] + "."))
        names = list(dict.fromkeys([*names, *forms]))
    rows: list[dict[str, Any]] = []
    for kernel in report.kernels:
        for name in names:
            value = kernel.values.get(name)
            if value is None:
                continue
            shown = value.number if value.number is not None else (value.missing or value.text)
            rows.append({"kernel": title(kernel, name, len(names) > 1), "value": shown, "unit": value.unit})
    answer["values"] = rows
    if not rows and answer["status"] in ("known", "label"):
        answer["values_note"] = "not-in-report"


def title(kernel: Kernel, name: str, several: bool) -> str:
    """Kernel with its position, and the name where an answer covers several."""
    return f"{kernel.title} {name}" if several else kernel.title
