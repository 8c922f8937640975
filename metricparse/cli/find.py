"""``metric search`` and ``metric list``."""

from __future__ import annotations

import argparse
import sys

from metricparse.catalog.store import default
from metricparse.cli.language import language
from metricparse.cli.printing import print_json
from metricparse.errors import UsageError
from metricparse.explain.find import listing, search


def run_search(options: argparse.Namespace) -> int:
    """Ranked names, labels and concepts; exit status 1 if nothing was found."""
    kb = default()
    lang = language(options.lang)
    if options.limit < 1:
        raise UsageError("--limit must be at least 1")
    hits, total = search(kb, " ".join(options.words), lang, tuple(options.chip), options.limit)
    if options.format == "json":
        print_json({"query": " ".join(options.words), "total": total, "hits": hits})
    else:
        from metricparse.output.terminal import columns, width, wrap

        limit = columns()
        for hit in hits:
            print(hit["name"])
            for line in wrap(f"{hit['kind']}: {hit['text']}" if hit["text"] else hit["kind"], limit, "    "):
                print(line if width(line) else "")
        if total > len(hits):
            more = total - len(hits)
            print(
                f"… {more} more; --limit {total} shows all"
                if lang == "en"
                else f"…… 另有 {more} 条；--limit {total} 显示全部"
            )
        if not hits:
            print("nothing found" if lang == "en" else "没有找到")
    return 0 if hits else 1


def run_list(options: argparse.Namespace) -> int:
    """Names, one a line; exit status 1 if none is left."""
    kb = default()
    rows = listing(
        kb,
        options.pattern,
        unit=options.unit,
        kind=options.kind,
        quantity=options.quantity,
        collection=options.collection,
        chips=tuple(options.chip),
        release=options.release,
    )
    shown = rows[: options.limit] if options.limit > 0 else rows
    if options.format == "json":
        print_json({"total": len(rows), "names": shown})
    else:
        for row in shown:
            print(row["name"])
        if len(rows) > len(shown):
            print(f"… {len(rows) - len(shown)} more; --limit 0 shows all", file=sys.stderr)
    return 0 if rows else 1
