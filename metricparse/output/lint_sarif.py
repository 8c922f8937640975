"""Findings as SARIF 2.1.0, written as plain mappings and held against the official schema in the tests."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from metricparse import __version__
from metricparse.lint.baseline import fingerprint
from metricparse.lint.model import Result
from metricparse.output.harmless import as_json
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


def uri(path: str) -> str:
    """A path as a relative reference; bytes of a name that are no text are kept."""
    return quote(os.fsencode(path.replace(os.sep, "/")))


def plain(text: str) -> str:
    """Text of a message: brackets would make a link, so a document could place one of its own."""
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")


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
                **({"helpUri": example.url} if "://" in example.url else {}),
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
            "message": {"text": plain(one.text)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": uri(one.path)},
                        "region": {**region(one.place), "snippet": {"text": one.excerpt}},
                    }
                }
            ],
            "partialFingerprints": {"metricparse/v1": fingerprint(one)},
        }
        if one.fix is not None:
            row["fixes"] = [
                {
                    "description": {"text": plain(one.fix.why or one.advice or one.message)},
                    "artifactChanges": [
                        {
                            "artifactLocation": {"uri": uri(one.path)},
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
            "message": {"text": plain(error.message)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": uri(error.path)},
                        **({"region": {"startLine": error.line}} if error.line else {}),
                    }
                }
            ],
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
    return as_json(log)
