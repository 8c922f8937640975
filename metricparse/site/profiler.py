"""What the profiler's report and command line show: sections, sets, labels, options, requests, its own rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from metricparse.explain.metric import capabilities_of
from metricparse.explain.things import details
from metricparse.site.addresses import slug
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet, table

LETTERS = (("0-c", "#abc"), ("d-l", "defghijkl"), ("m-o", "mno"), ("p-s", "pqrs"), ("t-z", "tuvwxyz"))
"""Pages of labels by first letter; # stands for anything that is no Latin letter."""


def pages(context: Context) -> Iterator[Page]:
    """Every page about the profiler."""
    rows = _rows(context)
    yield _sections(context)
    for key in context.kb.keys("section"):
        yield _section(context, key, rows.get(key, {}))
    yield from _labels(context)
    yield _options(context)
    yield _requests(context)
    yield _rules(context)


def _rows(context: Context) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Section → label → the rows of both."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for _, entry in context.kb.items("label"):
        for row in entry["meanings"]:
            found[row["section"]][entry["label"]].append(row)
    return found


def _sections(context: Context) -> Page:
    kb = context.kb
    sheet = Sheet(context, "sections/index.md", context.word("nav-sections"))
    sheet.lead(context.text(kb.get("term", "section"), "text"))
    rows = []
    for key, entry in kb.items("section"):
        sets = [name for name, one in kb.items("set") if key in one["sections"]]
        links = ", ".join(sheet.link("set", name) for name in sets)
        rows.append([sheet.link("section", key), esc(entry["display"]), links])
    sheet.table([sheet.word("identifier"), sheet.word("shown"), sheet.word("sets")], rows)
    sheet.heading(context.word("sets"), "sets")
    for key, entry in kb.items("set"):
        sheet.heading(f"--set {key}", f"set-{slug(key)}", 3)
        sheet.p(context.text(entry, "text"))
        links = ", ".join(sheet.link("section", s) for s in entry["sections"])
        estimated = esc(entry["estimated_metrics"])
        rows_of = [(sheet.word("sections"), links), (sheet.word("estimated"), estimated), *sheet.entry_rows(entry)]
        sheet.facts(rows_of)
    return sheet.page


def _section(context: Context, key: str, labels: dict[str, list[dict[str, Any]]]) -> Page:
    entry = context.kb.get("section", key) or {}
    sheet = Sheet(context, f"sections/{slug(key)}.md", f"{entry['display']} ({key})")
    sheet.crumbs(("sections/index.md", context.word("nav-sections")))
    sheet.lead(context.text(entry, "text"))
    rows = [
        (esc(context.detail(d["name"])), esc(context.value(d["value"])))
        for d in details(context.kb, "section", key, entry, context.lang)
    ]
    command = f"<pre><code>ncu --section {esc(key)} ./app</code></pre>"
    sheet.facts([*rows, (sheet.word("collect"), command), *sheet.entry_rows(entry)])
    if labels:
        sheet.heading(context.word("labels-of", n=len(labels)), "labels")
        sheet.html(_label_table(sheet, labels))
    return sheet.page


def _label_table(sheet: Sheet, labels: dict[str, list[dict[str, Any]]], sections: bool = False) -> str:
    """Label, the metrics it stands for, and where."""
    rows, anchors = [], []
    for label, meanings in sorted(labels.items()):
        cells: dict[str, list[str]] = defaultdict(list)
        for row in meanings:
            where = sheet.link("section", row["section"]) if sections else ""
            capability = capabilities_of(row)
            limit = f"CC {esc(capability.replace('|', ', '))}" if capability else ""
            where = " ".join(filter(None, [where, limit]))
            if where not in cells[row["metric"]]:
                cells[row["metric"]].append(where)
        cell = "".join(
            f'<div>{sheet.name(m) if m else "–"} <span class="dim">{"; ".join(filter(None, w))}</span></div>'
            for m, w in cells.items()
        )
        rows.append([esc(label), cell])
        anchors.append(f"label-{slug(label.casefold())}")
    seen: dict[str, int] = {}
    for index, anchor in enumerate(anchors):
        seen[anchor] = seen.get(anchor, 0) + 1
        if seen[anchor] > 1:
            anchors[index] = f"{anchor}-{seen[anchor]}"
    return table([sheet.word("label"), sheet.word("meanings")], rows, "wide-last", anchors)


def _labels(context: Context) -> Iterator[Page]:
    index = Sheet(context, "labels/index.md", context.word("nav-labels"))
    index.lead(context.word("labels-lead"))
    groups: dict[str, dict[str, list[dict[str, Any]]]] = {name: {} for name, _ in LETTERS}
    for _, entry in context.kb.items("label"):
        first = entry["label"][:1].casefold()
        name = next((n for n, letters in LETTERS if first in letters), LETTERS[0][0])
        groups[name][entry["label"]] = entry["meanings"]
    for name, labels in groups.items():
        src = f"labels/{name}.md"
        letters = name.replace("-", "–").upper()
        index.html(f'<p class="list-link">{index.to(src, letters)} <span class="dim">{len(labels)}</span></p>')
        sheet = Sheet(context, src, f"{context.word('nav-labels')} {letters}", search=False)
        sheet.crumbs(("labels/index.md", context.word("nav-labels")))
        sheet.html(_label_table(sheet, labels, sections=True))
        yield sheet.page
    yield index.page


def _options(context: Context) -> Page:
    sheet = Sheet(context, "options.md", context.word("nav-options"))
    sheet.lead(context.word("options-lead"))
    groups: dict[str, list[str]] = defaultdict(list)
    for key, entry in context.kb.items("option"):
        groups[entry["group"]].append(key)
    for group, keys in groups.items():
        sheet.heading(group, f"group-{slug(group.casefold())}")
        for key in keys:
            entry = context.kb.get("option", key) or {}
            sheet.heading(key + (f", {entry['short']}" if entry["short"] else ""), f"option-{slug(key)}", 3)
            sheet.p(context.text(entry, "text"))
            values = ", ".join(f"<code>{esc(v)}</code>" for v in entry["values"])
            default = f"<code>{esc(entry['default'])}</code>" if entry["default"] else ""
            rows = [(sheet.word("values-of"), values), (sheet.word("default"), default), *sheet.entry_rows(entry)]
            sheet.facts(rows)
    return sheet.page


def _requests(context: Context) -> Page:
    sheet = Sheet(context, "requests.md", context.word("nav-requests"))
    sheet.lead(context.word("requests-lead"))
    for key, entry in context.kb.items("request"):
        fine = sheet.word("request-fine" if entry["fine"] else "request-wrong")
        code = entry.get("exit")
        sheet.heading(context.word(f"request-{key}"), f"request-{key}", 3)
        sheet.p(context.text(entry, "text"))
        rows = [
            (sheet.word("exit-status"), esc(code) if code is not None else ""),
            (sheet.word("verdict"), fine),
            (sheet.word("sources"), sheet.sources(entry)),
        ]
        sheet.facts(rows)
    return sheet.page


def _rules(context: Context) -> Page:
    sheet = Sheet(context, "ncu-rules.md", context.word("nav-ncu-rules"))
    sheet.lead(context.word("ncu-rules-lead"))
    for key, entry in context.kb.items("profiler-rule"):
        sheet.heading(key, f"profiler-rule-{slug(key)}", 3)
        sheet.p(context.text(entry, "text"))
        sheet.entry(entry)
    return sheet.page
