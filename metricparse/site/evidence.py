"""What statements rest on: the sources, and the relations that were measured to hold."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.site.addresses import slug
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet


def pages(context: Context) -> Iterator[Page]:
    """Both pages."""
    sheet = Sheet(context, "sources.md", context.word("nav-sources"))
    sheet.lead(context.word("sources-lead"))
    for key in ("measured", "vendor-documentation", "library", "inferred", "convention"):
        sheet.html(f'<p><span class="sure">{sheet.word("sure-" + key)}</span> {sheet.word("sure-text-" + key)}</p>')
    rows, anchors = [], []
    for key, entry in context.kb.items("source"):
        title = esc(entry.get("title", key))
        url = str(entry.get("url", ""))
        if url.startswith(("https://", "http://")):
            title = f'<a href="{esc(url)}" rel="noopener noreferrer">{title}</a>'
        note = f'<div class="dim">{sheet.rich(str(entry.get("note", "")))}</div>' if entry.get("note") else ""
        rows.append([f"<code>{esc(key)}</code>", title + note])
        anchors.append(f"source-{slug(key)}")
    sheet.table([sheet.word("identifier"), sheet.word("sources")], rows, "wide-last", anchors)
    yield sheet.page
    sheet = Sheet(context, "identities.md", context.word("nav-identities"))
    sheet.lead(context.word("identities-lead"))
    rows, anchors = [], []
    for key, entry in context.kb.items("identity"):
        relation = entry.get("relation", "==")
        formula = f"<code>{esc(entry['left'])}</code> {esc(relation)} <code>{esc(entry['right'])}</code>"
        verdict = sheet.word(f"verdict-{entry['verdict']}")
        text = sheet.rich(context.text(entry, "text"))
        rows.append([esc(key), f"{text}<div>{formula}</div>", verdict])
        anchors.append(f"identity-{slug(key)}")
    sheet.table(["", sheet.word("statement"), sheet.word("verdict")], rows, "identities", anchors)
    yield sheet.page
