"""Findings as reviewdog's rdjson."""

from __future__ import annotations

from typing import Any

from metricparse.lint.model import Finding, Result
from metricparse.output.harmless import as_json
from metricparse.text.model import Place

LEVEL = {"error": "ERROR", "warning": "WARNING", "note": "INFO"}


def span(place: Place, one: Finding) -> dict[str, Any]:
    """A range; rdjson counts columns in UTF-8 bytes."""

    def column(line: int, col: int) -> int:
        return len(one.line(line)[: col - 1].encode("utf-8", "surrogatepass")) + 1

    return {
        "start": {"line": place.line, "column": column(place.line, place.column)},
        "end": {"line": place.end_line, "column": column(place.end_line, place.end_column)},
    }


def render(result: Result) -> str:
    """The whole run; unreadable files are diagnostics too."""
    diagnostics: list[dict[str, Any]] = []
    for one in result.findings:
        row: dict[str, Any] = {
            "message": one.text,
            "location": {"path": one.path, "range": span(one.place, one)},
            "severity": LEVEL[one.severity],
            "code": {"value": one.rule, **({"url": one.url} if "://" in one.url else {})},
        }
        if one.fix is not None:
            row["suggestions"] = [{"range": span(one.fix.place, one), "text": one.fix.text}]
        diagnostics.append(row)
    for error in result.errors:
        location: dict[str, Any] = {"path": error.path}
        if error.line:
            location["range"] = {"start": {"line": error.line}}
        diagnostics.append({"message": error.message, "location": location, "severity": "ERROR"})
    return as_json({"source": {"name": "metricparse"}, "diagnostics": diagnostics})
