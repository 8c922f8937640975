"""Older names and names that never existed: what to write today."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from metricparse.explain.compose import stopped
from metricparse.site.addresses import slug
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet, table


def pages(context: Context) -> Iterator[Page]:
    """The list, a page for each group of names, and the invented ones."""
    kb = context.kb
    groups: dict[str, list[str]] = defaultdict(list)
    for key, _ in kb.items("legacy"):
        groups[context.addresses.things["legacy", key][0]].append(key)
    index = Sheet(context, "legacy/index.md", context.word("nav-legacy"))
    index.lead(context.word("legacy-lead"))
    for src, keys in sorted(groups.items()):
        title = _title(context, src)
        index.html(f'<p class="list-link">{index.to(src, title)} <span class="dim">{len(keys)}</span></p>')
        yield _group(context, src, title, keys)
    invented = list(kb.items("invented"))
    title = context.word("nav-invented")
    index.html(
        f'<p class="list-link">{index.to("legacy/invented.md", title)} <span class="dim">{len(invented)}</span></p>'
    )
    yield index.page
    sheet = Sheet(context, "legacy/invented.md", title, search=False)
    sheet.crumbs(("legacy/index.md", context.word("nav-legacy")))
    sheet.lead(context.word("invented-lead"))
    rows = [
        [f"<code>{esc(k)}</code>", sheet.metrics(e["now"]), sheet.rich(context.text(e, "why"))] for k, e in invented
    ]
    head = [sheet.word("invented-name"), sheet.word("now"), sheet.word("why")]
    sheet.html(table(head, rows, "", [f"invented-{slug(k)}" for k, _ in invented]))
    yield sheet.page


def _title(context: Context, src: str) -> str:
    stem = src.removeprefix("legacy/").removesuffix(".md")
    start, _, unit = stem.rpartition("-")
    if start == "ncu-2018-2019":
        return f"{context.word('legacy-ncu')}: {unit if unit != 'other' else context.word('other-names')}"
    return context.word(f"legacy-{stem}")


def _group(context: Context, src: str, title: str, keys: list[str]) -> Page:
    sheet = Sheet(context, src, title, search=False)
    sheet.crumbs(("legacy/index.md", context.word("nav-legacy")))
    sheet.lead(context.text(context.kb.get("request", "ends-the-run"), "text"))
    rows, anchors = [], []
    for key in keys:
        entry = context.kb.get("legacy", key) or {}
        today = sheet.name(entry["now"]) if entry.get("now") else ""
        if not today and entry.get("formula"):
            today = f"<code>{esc(entry['formula'])}</code>"
        match = sheet.word(f"match-{entry.get('match', 'none')}")
        texts = [context.text(entry, f) for f in ("means", "scale", "why")]
        label = f'<div class="dim">“{esc(entry["label"])}”</div>' if entry.get("label") else ""
        name = f"<code>{esc(key)}</code>{label}"
        rows.append(
            [
                name,
                today or sheet.word("nothing-now"),
                match,
                " ".join(sheet.rich(stopped(t, context.lang)) for t in texts if t),
            ]
        )
        anchors.append(slug(key))
    head = [sheet.word(w) for w in ("status-legacy", "now", "match", "meaning")]
    sheet.html(table(head, rows, "legacy", anchors))
    return sheet.page
