"""The navigation: groups of pages, with titles in the page's language."""

from __future__ import annotations

from typing import Any

from metricparse.site.rules import families, family_name, family_src
from metricparse.site.sheet import Context

APPLICATIONS = (("resolve.md", "nav-resolve"), ("table.md", "nav-table"), ("compare.md", "nav-compare"))
"""Pages of the browser applications, (file, word of the title); written by metricparse.site.app."""

GROUPS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("group-start", (("index.md", "nav-home"), *APPLICATIONS)),
    (
        "group-metrics",
        (
            ("counters/index.md", "nav-counters"),
            ("attributes/index.md", "nav-attributes"),
            ("units/index.md", "nav-units"),
            ("data-path.md", "nav-data-path"),
            ("stalls/index.md", "nav-stalls"),
            ("pipes.md", "nav-pipes"),
            ("throughputs/index.md", "nav-throughputs"),
            ("names/index.md", "nav-names"),
            ("rollups.md", "nav-rollups"),
            ("submetrics.md", "nav-submetrics"),
            ("identities.md", "nav-identities"),
        ),
    ),
    (
        "group-reading",
        (
            ("readings/index.md", "nav-readings"),
            ("questions/index.md", "nav-questions"),
            ("concepts/index.md", "nav-concepts"),
            ("guides/reading-a-report.md", "nav-guide-reading"),
            ("guides/writing-an-analysis.md", "nav-guide-writing"),
            ("guides/what-the-linter-reads.md", "nav-guide-linter"),
            ("guides/in-ci.md", "nav-guide-ci"),
            ("guides/contributing.md", "nav-guide-contributing"),
        ),
    ),
    ("group-linter", (("rules/index.md", "nav-rules"),)),
    (
        "group-profiler",
        (
            ("sections/index.md", "nav-sections"),
            ("labels/index.md", "nav-labels"),
            ("options.md", "nav-options"),
            ("requests.md", "nav-requests"),
            ("ncu-rules.md", "nav-ncu-rules"),
            ("legacy/index.md", "nav-legacy"),
        ),
    ),
    (
        "group-hardware",
        (
            ("chips/index.md", "nav-chips"),
            ("products.md", "nav-products"),
            ("features.md", "nav-features"),
            ("releases.md", "nav-releases"),
            ("sources.md", "nav-sources"),
        ),
    ),
)


def navigation(context: Context) -> list[dict[str, Any]]:
    """The ``nav`` of mkdocs."""
    result = []
    for group, entries in GROUPS:
        found = [{context.word(title): src} for src, title in entries]
        if group == "group-linter":
            found += [{family_name(context, letter): family_src(letter)} for letter in families(context.kb)]
        result.append({context.word(group): found})
    return result
