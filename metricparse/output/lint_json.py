"""Findings as one JSON object (``schema/lint.schema.json``)."""

from __future__ import annotations

from typing import Any

from metricparse.lint.model import Finding, Result
from metricparse.output.harmless import as_json


def finding(one: Finding) -> dict[str, Any]:
    """The fields of the contract."""
    place = one.place
    row: dict[str, Any] = {
        "rule": one.rule,
        "slug": one.slug,
        "severity": one.severity,
        "path": one.path,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
        "excerpt": one.excerpt,
        "message": one.message,
        "advice": one.advice,
        "url": one.url,
        "claim": one.claim,
        "fix": None,
    }
    if one.fix is not None:
        at = one.fix.place
        row["fix"] = {
            "text": one.fix.text,
            "line": at.line,
            "column": at.column,
            "end_line": at.end_line,
            "end_column": at.end_column,
            "safe": one.fix.safe,
        }
    return row


def render(result: Result) -> str:
    """The whole run."""
    return as_json(
        {
            "version": 1,
            "files": result.files,
            "findings": [finding(one) for one in result.findings],
            "errors": [{"path": e.path, "message": e.message, "line": e.line} for e in result.errors],
        }
    )
