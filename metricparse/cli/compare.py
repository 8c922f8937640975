"""``metric compare``: whether names may be compared, or one name on several chips."""

from __future__ import annotations

import argparse
import sys

from metricparse.catalog.chips import release_of, target
from metricparse.catalog.store import default
from metricparse.cli.language import language
from metricparse.cli.printing import print_json
from metricparse.errors import UsageError
from metricparse.semantics.compare import Comparer
from metricparse.semantics.semantics_book import SemanticsBook


def run_compare(options: argparse.Namespace) -> int:
    """Compare; exit status 1 if the names (or the name on those chips) are not comparable, not even after a step."""
    kb = default()
    lang = language(options.lang)
    targets = [target(kb, text) for text in options.chip]
    release = release_of(kb, options.release) if options.release else None
    if len(options.names) == 1:
        from metricparse.semantics.chips_apart import compare_chips

        if len(targets) < 2:
            raise UsageError("one name is compared on two chips: metric compare NAME --chip a100 --chip b200")
        result = compare_chips(kb, options.names[0], targets, lang, release)
    else:
        if len(targets) > 1:
            raise UsageError(
                "several names are compared on one chip; for one name on several chips give that name alone"
            )
        chip = targets[0].chips[0] if targets else None
        result = Comparer(kb, lang, chip, release).compare(options.names)
    if options.format == "json":
        print_json(result)
    else:
        from metricparse.output.compare_text import CompareText
        from metricparse.output.terminal import Paint, columns, wants_colour

        text = CompareText(SemanticsBook(kb), lang, columns(), Paint(wants_colour(sys.stdout, options.no_color)))
        sys.stdout.write(text.render(result))
    return 1 if result["verdict"] == "not-comparable" else 0
