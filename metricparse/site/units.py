"""Pages of units and of their names."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.explain.compose import sentence
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet, table


def pages(context: Context) -> Iterator[Page]:
    """The list of units, a page a unit, and the pages of names."""
    yield _index(context)
    for unit in context.addresses.lists:
        yield _unit(context, unit)
        for src, title, names in context.addresses.lists[unit]:
            yield _names(context, unit, src, title, names)


def title_of(context: Context, unit: str) -> str:
    """Name of a unit with its key."""
    name = context.text(context.kb.get("unit", unit), "name") if unit != "other" else context.word("other-names")
    return name if name.casefold() == unit.casefold() or unit == "other" else f"{unit}: {name}"


def _titled(context: Context, title: str) -> str:
    """Title of a list of names; the words that stand for no stage and for small groups in the page's language."""
    words = {"other": context.word("rest"), "plain": context.word("no-stage"), "all": context.word("no-qualifier")}
    return " · ".join(words.get(part, part) for part in title.split(" · "))


def _index(context: Context) -> Page:
    sheet = Sheet(context, "units/index.md", context.word("nav-units"))
    sheet.lead(context.word("units-lead"))
    sheet.html(f"<p>{sheet.to('data-path.md', context.word('nav-data-path'))}</p>")
    rows, anchors = [], []
    for unit in sorted({*context.addresses.lists, *context.kb.keys("unit")}):
        entry = context.kb.get("unit", unit)
        names = sum(len(n) for _, _, n in context.addresses.lists.get(unit, ()))
        label = f"<code>{esc(unit)}</code>" if unit != "other" else sheet.word("other-names")
        address = context.addresses.of("unit", unit)
        link = f'<a href="{sheet.href(address)}">{label}</a>' if names and address else label
        what = context.text(entry, "name")
        rows.append([link, esc(what), sheet.rich(context.text(entry, "place")), f"{names:,}" if names else "–"])
        anchors.append(f"unit-{unit}")
    sheet.table([sheet.word(w) for w in ("role-unit", "meaning", "place", "names")], rows, "num-last", anchors)
    return sheet.page


def _unit(context: Context, unit: str) -> Page:
    kb = context.kb
    entry = kb.get("unit", unit) or {}
    sheet = Sheet(context, f"units/{unit}.md", title_of(context, unit))
    sheet.crumbs(("units/index.md", context.word("nav-units")))
    sheet.lead(context.text(entry, "text"))
    rows = sheet.entry_rows(entry)
    domain = entry.get("clock_domain")
    if domain and domain != "none":
        rows.insert(-1, (sheet.word("clock"), esc(domain)))
    sheet.facts(rows)
    parts = context.addresses.lists[unit]
    total = sum(len(names) for _, _, names in parts)
    sheet.heading(context.word("names-of", n=total), "names")
    for src, title, names in parts:
        link = sheet.to(src, context.word("names-of", n=len(names)) if len(parts) == 1 else _titled(context, title))
        sheet.html(f'<p class="list-link">{link} <span class="dim">{len(names)}</span></p>')
    curated = []
    for key, names in context.addresses.covered.items():
        mine = [n for n in names if context.addresses.rows.get(n, ("",))[0].startswith(f"units/{unit}/")]
        if mine and 2 * len(mine) >= len(names):
            curated.append((context.text(kb.get("counter", key), "title"), key))
    if curated:
        sheet.heading(context.word("explained"), "explained")
        links = "".join(f"<li>{sheet.link('counter', key, title)}</li>" for title, key in sorted(curated))
        sheet.html(f'<ul class="columns">{links}</ul>')
    _parts(context, sheet, unit)
    return sheet.page


def _parts(context: Context, sheet: Sheet, unit: str) -> None:
    """The stages and the quantities of a unit, each with what it means and how many names have it."""
    stages: dict[str, int] = {}
    quantities: dict[str, int] = {}
    for _, _, names in context.addresses.lists[unit]:
        for name in names:
            record = context.kb.record(name) or {}
            for token in record["decoded"][7]:
                if token[2] in ("stage", "direction"):
                    stages[f"{token[2]}:{token[3]}"] = stages.get(f"{token[2]}:{token[3]}", 0) + 1
                elif token[2] == "quantity":
                    quantities[f"quantity:{token[3]}"] = quantities.get(f"quantity:{token[3]}", 0) + 1
    for heading, anchor, found in (("stages-of", "stages", stages), ("quantities-of", "quantities", quantities)):
        rows = []
        for key, count in sorted(found.items(), key=lambda item: (-item[1], item[0])):
            kind, _, word = key.partition(":")
            entry = context.kb.get(kind, word) or {}
            entry = {**entry, **(entry.get("by_unit") or {}).get(unit, {})}
            short = context.text(entry, "phrase") or context.text(entry, "many") or context.text(entry, "name")
            rows.append([sheet.link(kind, word), esc(short), str(count)])
        if rows:
            sheet.heading(context.word(heading), anchor)
            sheet.table([sheet.word("word"), sheet.word("meaning"), sheet.word("names")], rows, "num-last")


def _names(context: Context, unit: str, src: str, title: str, names: list[str]) -> Page:
    heading = f"{unit} · {_titled(context, title)}" if title != unit else f"{unit} · {context.word('names')}"
    sheet = Sheet(context, src, heading, search=False)
    sheet.crumbs(("units/index.md", context.word("nav-units")), (f"units/{unit}.md", title_of(context, unit)))
    rows = []
    for name in names:
        record = context.kb.record(name) or {}
        phrase = sentence(record["phrase"][context.lang], "", "", context.lang)
        address = context.addresses.names[name]
        code = f"<code>{esc(name)}</code>"
        link = code if address == (src, name) else f'<a href="{sheet.href(address)}">{code}</a>'
        kind = sheet.word(f"kind-{record['kind']}")
        unit_text = record["units"][0] if record["type"] != "throughput" else "%"
        what = f"{kind} · {esc(unit_text)}" if unit_text else kind
        rows.append([link, f'{esc(phrase)} <span class="dim">{what}</span>', esc(context.chips(record))])
    head = [sheet.word(w) for w in ("name", "meaning", "available")]
    sheet.html(table(head, rows, "names", names))
    return sheet.page
