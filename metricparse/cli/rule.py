"""``metric rule``: one rule's page, or the list of all rules."""

from __future__ import annotations

import argparse
import sys

from metricparse.catalog.store import default
from metricparse.cli.language import language
from metricparse.cli.printing import print_json
from metricparse.errors import UsageError


def run_rule(options: argparse.Namespace) -> int:
    """Print pages.

    Raises UsageError for a rule that is not known, naming the nearest.
    """
    kb = default()
    lang = language(options.lang)
    records = dict(kb.items("rule"))
    by_slug = {entry["slug"]: key for key, entry in records.items()}
    if not options.rules:
        if options.format == "json":
            print_json(list(records.values()))
        else:
            for key, entry in records.items():
                print(f"{key}  {entry['severity']:7}  {entry['status']:7}  {entry['title'][lang]}")
        return 0
    chosen = []
    for word in options.rules:
        key = word.upper() if word.upper() in records else by_slug.get(word.lower(), "")
        if not key:
            from metricparse.names.suggest import closest

            near = closest(word.lower(), [*map(str.lower, records), *by_slug])[:3]
            raise UsageError(
                f"no rule {word!r}" + (f"; did you mean {', '.join(near)}?" if near else "; metric rule lists all")
            )
        chosen.append(records[key])
    if options.format == "json":
        print_json(chosen)
        return 0
    from metricparse.output.rule_text import render
    from metricparse.output.terminal import Paint, columns, wants_colour

    paint = Paint(wants_colour(sys.stdout, options.no_color))
    words = kb.get("meta", "interface")
    print("\n".join(render(entry, words, lang, columns(), paint) for entry in chosen), end="")
    return 0
