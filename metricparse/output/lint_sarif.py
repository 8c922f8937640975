"""Findings as SARIF 2.1.0, written as plain mappings and held against the official schema in the tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from metricparse import __version__
from metricparse.lint.baseline import fingerprint
from metricparse.lint.model import Result
from metricparse.text.model import Place

LEVEL = {"error": "error", "warning": "warning", "note": "note"}


def region(place: Place) -> dict[str, int]:
    """SARIF counts lines and columns from one; the end column is exclusive, as ours."""
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }


def render(result: Result, rules: Mapping[str, Mapping[str, Any]], lang: str) -> str:
    """The whole run.  ``rules`` maps a rule's id to its record, for the rules that reported."""
    used = sorted({one.rule for one in result.findings})
    described = []
    for rule in used:
        record = rules.get(rule, {})
        example = next(one for one in result.findings if one.rule == rule)
        title = (record.get("title") or {}).get(lang, example.slug)
        why = (record.get("why") or {}).get(lang, title)
        described.append(
            {
                "id": rule,
                "name": example.slug,
                "shortDescription": {"text": title},
                "fullDescription": {"text": why},
                "helpUri": example.url,
                "help": {"text": why},
                "defaultConfiguration": {"level": LEVEL[example.severity]},
            }
        )
    results = []
    for one in result.findings:
        row: dict[str, Any] = {
            "ruleId": one.rule,
            "ruleIndex": used.index(one.rule),
            "level": LEVEL[one.severity],
            "message": {"text": f"{one.message} {one.advice}".strip()},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": quote(one.path)},
                        "region": {**region(one.place), "snippet": {"text": one.excerpt}},
                    }
                }
            ],
            "partialFingerprints": {"metricparse/v1": fingerprint(one)},
        }
        if one.fix is not None:
            row["fixes"] = [
                {
                    "description": {"text": one.fix.why or one.advice or one.message},
                    "artifactChanges": [
                        {
                            "artifactLocation": {"uri": quote(one.path)},
                            "replacements": [
                                {"deletedRegion": region(one.fix.place), "insertedContent": {"text": one.fix.text}}
                            ],
                        }
                    ],
                }
            ]
        results.append(row)
    notifications = [
        {
            "level": "error",
            "message": {"text": error.message},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": quote(error.path)}}}],
        }
        for error in result.errors
    ]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "metricparse",
                        "version": __version__,
                        "rules": described,
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": results,
                "invocations": [
                    {
                        "executionSuccessful": not notifications,
                        **({"toolExecutionNotifications": notifications} if notifications else {}),
                    }
                ],
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"
