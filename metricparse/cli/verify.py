"""``metric verify``: whether a report agrees with itself."""

from __future__ import annotations

import argparse
import os
import sys

from metricparse.catalog.chips import target
from metricparse.catalog.store import default
from metricparse.cli.language import language
from metricparse.cli.printing import print_json
from metricparse.report.labels import resolver
from metricparse.report.progress import Progress
from metricparse.report.reader import read_report
from metricparse.semantics.identity_book import book
from metricparse.semantics.judge import Judge


def run_verify(options: argparse.Namespace) -> int:
    """Judge every kernel of the reports; exit status 1 if one of them contradicts itself."""
    kb = default()
    lang = language(options.lang)
    chips = frozenset(chip for text in options.chip for chip in target(kb, text).chips)
    identities = book(kb)
    results = []
    for path in options.reports:
        progress = Progress(os.path.basename(path))
        report = read_report(path, resolver(kb), progress)
        results.append(Judge(identities, lang, chips).report(report, progress))
    if options.format == "json":
        print_json(results[0] if len(results) == 1 else results)
    else:
        from metricparse.output.terminal import Paint, columns, wants_colour
        from metricparse.output.verify_text import VerifyText

        text = VerifyText(identities, lang, columns(), Paint(wants_colour(sys.stdout, options.no_color)))
        for result in results:
            if len(results) > 1:
                print(result["report"])
            sys.stdout.write(text.render(result))
    return 1 if any(kernel["contradictions"] for result in results for kernel in result["kernels"]) else 0
