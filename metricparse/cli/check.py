"""``metric check``: what a formula over metric names is, what is wrong with it, and what it comes to in a report."""

from __future__ import annotations

import argparse
import math
import os
import sys
from typing import Any

from metricparse.catalog.chips import release_of, target
from metricparse.catalog.store import default
from metricparse.cli.language import language
from metricparse.cli.printing import print_json
from metricparse.errors import UsageError
from metricparse.semantics.check import Checker

Result = dict[str, Any]


def run_check(options: argparse.Namespace) -> int:
    """Check one expression (``-`` reads it from standard input); exit status 1 if there is an objection to it."""
    kb = default()
    lang = language(options.lang)
    targets = [target(kb, text) for text in options.chip]
    if len(targets) > 1:
        raise UsageError("check takes one --chip")
    release = release_of(kb, options.release) if options.release else None
    checker = Checker(kb, lang, targets[0].chips[0] if targets else None, release)
    text = options.expression
    if text == "-":
        text = sys.stdin.buffer.read().decode("utf-8", errors="replace").rstrip("\r\n")
    result = checker.check(text)
    result["values"] = values(checker, text, options.report) if options.report else []
    if options.format == "json":
        print_json(result)
    else:
        from metricparse.output.check_text import CheckText
        from metricparse.output.terminal import Paint, columns, wants_colour

        renderer = CheckText(checker.book, lang, columns(), Paint(wants_colour(sys.stdout, options.no_color)))
        sys.stdout.write(renderer.render(result))
    return 0 if result["sound"] else 1


def values(checker: Checker, text: str, path: str) -> list[Result]:
    """The expression's value for every kernel of a report; for one with relations each side, and whether it holds.

    Raises UsageError for a file that is no report.
    """
    from metricparse.report.labels import resolver
    from metricparse.report.progress import Progress
    from metricparse.report.reader import read_report
    from metricparse.semantics.evaluate import Evaluator, MissingValueError

    report = read_report(path, resolver(checker.book.kb), Progress(os.path.basename(path)))
    evaluator = Evaluator(checker)
    statements = evaluator.statements(text)
    rows: list[Result] = []
    for kernel in report.kernels:
        numbers = {name: value.number for name, value in kernel.values.items() if value.number is not None}
        row: Result = {"kernel": kernel.title}
        try:
            found = evaluator.evaluate(text, statements, numbers)
        except MissingValueError as error:
            row |= {"value": None, "missing": str(error)}
        except UsageError:
            # the objections already say which name is none
            return []
        except OverflowError:
            row |= {"value": None, "missing": "overflow"}
        else:
            if not all(map(math.isfinite, found.sides)):
                rows.append(row | {"value": None, "missing": "overflow"})
                continue
            row["value"] = found.sides[0] if len(found.sides) == 1 else list(found.sides)
            if found.holds is not None:
                row["holds"] = found.holds
        rows.append(row)
    return rows
