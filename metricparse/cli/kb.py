"""``metric kb diff`` and ``metric kb health``."""

from __future__ import annotations

import argparse
import json
from typing import Any

from metricparse.catalog.store import KnowledgeBase, default
from metricparse.cli.printing import print_json


def run_kb(options: argparse.Namespace) -> int:
    """Exit status of diff: 0 nothing changed, 1 something did."""
    if options.action == "health":
        return _health(options.format)
    from metricparse.catalog.diff import diff

    changes = diff(KnowledgeBase(options.old), KnowledgeBase(options.new))
    if options.format == "json":
        print_json([change._asdict() for change in changes])
        return 1 if changes else 0
    for change in changes:
        where = f"{change.kind} {change.key}"
        if not change.field:
            print(f"{'+' if change.old is None else '-'} {where}")
        else:
            print(f"~ {where}: {change.field}: {_short(change.old)} -> {_short(change.new)}")
    print(f"{len(changes)} changes")
    return 1 if changes else 0


def _health(form: str) -> int:
    from metricparse.catalog.health import health

    report = health(default())
    if form == "json":
        print_json(report)
        return 0
    for title, value in report.items():
        if isinstance(value, dict):
            print(title.replace("_", " "))
            for name, count in value.items():
                print(f"  {count:6}  {name}")
        else:
            print(f"{title.replace('_', ' ')}: {value}")
    return 0


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else text[:157] + "…"
