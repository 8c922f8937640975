"""Findings as reviewdog's rdjson."""

from __future__ import annotations

import json
from typing import Any

from metricparse.lint.model import Result
from metricparse.text.model import Place

LEVEL = {"error": "ERROR", "warning": "WARNING", "note": "INFO"}


def span(place: Place, source: str = "") -> dict[str, Any]:
    """A range; rdjson counts columns in UTF-8 bytes."""

    def column(line: int, col: int) -> int:
        return len(source[: col - 1].encode()) + 1 if source and line == place.line else col

    return {
        "start": {"line": place.line, "column": column(place.line, place.column)},
        "end": {"line": place.end_line, "column": column(place.end_line, place.end_column)},
    }


def render(result: Result) -> str:
    """The whole run; unreadable files are diagnostics too."""
    diagnostics: list[dict[str, Any]] = []
    for one in result.findings:
        row: dict[str, Any] = {
            "message": f"{one.message} {one.advice}".strip(),
            "location": {"path": one.path, "range": span(one.place, one.source)},
            "severity": LEVEL[one.severity],
            "code": {"value": one.rule, "url": one.url},
        }
        if one.fix is not None:
            row["suggestions"] = [{"range": span(one.fix.place, one.source), "text": one.fix.text}]
        diagnostics.append(row)
    for error in result.errors:
        diagnostics.append({"message": error.message, "location": {"path": error.path}, "severity": "ERROR"})
    return (
        json.dumps({"source": {"name": "metricparse"}, "diagnostics": diagnostics}, ensure_ascii=False, indent=2) + "\n"
    )
