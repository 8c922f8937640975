"""Findings as a GitLab code quality report."""

from __future__ import annotations

from metricparse.lint.baseline import fingerprint
from metricparse.lint.model import Result
from metricparse.output.harmless import as_json

LEVEL = {"error": "critical", "warning": "major", "note": "info"}


def render(result: Result) -> str:
    """A list of issues; fingerprints survive moved lines and tell repeated findings apart."""
    seen: dict[str, int] = {}
    rows = []
    for one in result.findings:
        mark = fingerprint(one)
        seen[mark] = seen.get(mark, 0) + 1
        rows.append(
            {
                "description": one.text,
                "check_name": f"{one.rule} {one.slug}",
                "fingerprint": mark if seen[mark] == 1 else f"{mark}-{seen[mark]}",
                "severity": LEVEL[one.severity],
                "location": {"path": one.path, "lines": {"begin": one.place.line, "end": one.place.end_line}},
            }
        )
    for error in result.errors:
        rows.append(
            {
                "description": error.message,
                "check_name": "unreadable",
                "fingerprint": f"unreadable-{error.path}",
                "severity": "critical",
                "location": {"path": error.path, "lines": {"begin": max(1, error.line)}},
            }
        )
    return as_json(rows)
