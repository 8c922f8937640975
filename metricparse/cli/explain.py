"""``metric explain``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from metricparse.catalog.store import default
from metricparse.cli.language import language
from metricparse.cli.printing import print_json
from metricparse.errors import UsageError
from metricparse.explain.answer import explain, ok


def queries(names: list[str]) -> Iterator[str]:
    """What to explain; ``-`` stands for the lines of standard input."""
    for name in names:
        if name != "-":
            yield name
            continue
        data = sys.stdin.buffer.read()
        for line in data.decode("utf-8", errors="replace").splitlines():
            if line.strip():
                yield line


def run_explain(options: argparse.Namespace) -> int:
    """Explain every query; exit status 1 if one of them is wrong or cannot be collected as written."""
    if not options.names:
        raise UsageError("nothing to explain: give a metric name, a label or a concept, or - for standard input")
    kb = default()
    lang = language(options.lang)
    answers = []
    for query in queries(options.names):
        answer = explain(kb, query, lang, tuple(options.chip), options.release)
        if options.history:
            from metricparse.explain.history import history

            answer["history"] = history(kb, answer, lang)
        answers.append(answer)
    if options.report:
        from metricparse.explain.values import add_values
        from metricparse.report.labels import resolver
        from metricparse.report.progress import Progress
        from metricparse.report.reader import read_report

        report = read_report(options.report, resolver(kb), Progress(options.report))
        for answer in answers:
            add_values(answer, report)
    if options.format == "json":
        print_json(answers)
    else:
        from metricparse.output import explain_text
        from metricparse.output.terminal import Paint, columns, wants_colour

        paint = Paint(wants_colour(sys.stdout, options.no_color))
        sys.stdout.write(explain_text.render(kb, answers, lang, columns(), paint))
    return 0 if all(ok(answer) for answer in answers) else 1
