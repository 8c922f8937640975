"""How a name is built: the words of each place, with what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from metricparse.site.addresses import slug
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet, table

LISTS = (
    ("names/stages.md", "nav-stages", ("stage", "direction")),
    ("names/quantities.md", "nav-quantities", ("quantity",)),
    ("names/flags.md", "nav-flags", ("flag",)),
    ("names/statistics.md", "nav-statistics", ("statistic",)),
    ("names/kinds.md", "nav-kinds", ("kind", "prefix")),
)
EXAMPLE = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"


def pages(context: Context) -> Iterator[Page]:
    """The page on names, and a page for each place in a name."""
    from metricparse.explain.metric import explain_metric
    from metricparse.site.decoding import strip

    sheet = Sheet(context, "names/index.md", context.word("nav-names"))
    sheet.lead(context.word("names-lead"))
    answer = explain_metric(context.kb, EXAMPLE, context.lang, (), None)
    assert answer is not None
    sheet.html(strip(sheet, answer))
    sheet.html(f"<p>{sheet.rich(context.word('names-text'))}</p>")
    links = [("units/index.md", "nav-units"), *((src, title) for src, title, _ in LISTS)]
    links[3:3] = [("names/qualifiers.md", "nav-qualifiers")]
    links += [("rollups.md", "nav-rollups"), ("submetrics.md", "nav-submetrics")]
    sheet.html("<ul>" + "".join(f"<li>{sheet.to(src, context.word(t))}</li>" for src, t in links) + "</ul>")
    yield sheet.page
    for src, title, kinds in LISTS:
        yield _list(context, src, title, kinds)
    yield _qualifiers(context)


def _short(context: Context, entry: dict[str, Any]) -> str:
    return context.text(entry, "phrase") or context.text(entry, "many") or context.text(entry, "name")


def _cell(sheet: Sheet, entry: dict[str, Any]) -> str:
    """What a word means, and what it is mistaken for."""
    context = sheet.context
    text = context.text(entry, "text")
    short = _short(context, entry)
    pieces = [f"<strong>{esc(short)}.</strong>" if short else "", sheet.rich(text)]
    wrong = context.text(entry, "mistaken_for")
    if wrong:
        pieces.append(f'<div class="wrong">{sheet.word("does_not_say")}: {sheet.rich(wrong)}</div>')
    return " ".join(filter(None, pieces))


def _list(context: Context, src: str, title: str, kinds: tuple[str, ...]) -> Page:
    sheet = Sheet(context, src, context.word(title))
    sheet.crumbs(("names/index.md", context.word("nav-names")))
    for kind in kinds:
        if len(kinds) > 1:
            sheet.heading(context.word(f"kinds-{kind}"), kind)
        rows, anchors = [], []
        for key, entry in context.kb.items(kind):
            units = ", ".join(entry.get("units", [])) if isinstance(entry.get("units"), list) else ""
            extra = f' <span class="dim">{esc(units)}</span>' if units else ""
            rows.append([f"<code>{esc(key)}</code>", _cell(sheet, entry) + extra, sheet.sources(entry)])
            anchors.append(f"{kind}-{slug(key)}")
        sheet.html(
            table([sheet.word("word"), sheet.word("meaning"), sheet.word("sources")], rows, "vocabulary", anchors)
        )
    return sheet.page


def _qualifiers(context: Context) -> Page:
    sheet = Sheet(context, "names/qualifiers.md", context.word("nav-qualifiers"))
    sheet.crumbs(("names/index.md", context.word("nav-names")))
    sheet.lead(context.word("qualifiers-lead"))
    values: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for key, entry in context.kb.items("filter"):
        values.setdefault(key.partition("=")[0], []).append((key, entry))
    for key, entry in context.kb.items("qualifier"):
        sheet.heading(f"{key}_: {context.text(entry, 'name')}", f"qualifier-{slug(key)}")
        sheet.p(context.text(entry, "text"))
        sheet.entry(entry)
        rows = [[f"<code>{esc(k.replace('=', '_'))}</code>", _cell(sheet, e)] for k, e in values.get(key, [])]
        anchors = [f"filter-{slug(k)}" for k, _ in values.get(key, [])]
        sheet.html(table([sheet.word("word"), sheet.word("meaning")], rows, "vocabulary", anchors))
    return sheet.page
