"""A page for each curated entry, and the pages of names that are explained as a whole."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from metricparse.catalog.store import Entry
from metricparse.explain.compose import sentence
from metricparse.explain.metric import explain_metric
from metricparse.explain.suffixes import SUFFIXED, usual
from metricparse.site.addresses import SHOWN
from metricparse.site.decoding import strip
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet
from metricparse.site.tables import breakdown_table


def pages(context: Context) -> Iterator[Page]:
    """The list of entries, then a page for each; stall reasons have pages of their own."""
    yield _index(context)
    for key, entry in context.kb.items("counter"):
        src, _ = context.addresses.things["counter", key]
        if src.startswith("counters/"):
            sheet = Sheet(context, src, context.text(entry, "title"))
            sheet.crumbs(("counters/index.md", context.word("nav-counters")))
            curated(sheet, key, entry)
            yield sheet.page
    yield _attributes_index(context)
    for collection, names in context.addresses.attributes.items():
        yield _attributes(context, collection, names)


def _index(context: Context) -> Page:
    sheet = Sheet(context, "counters/index.md", context.word("nav-counters"))
    sheet.lead(context.word("counters-lead", n=len(context.kb.keys("counter"))))
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for key, entry in context.kb.items("counter"):
        groups[str(entry["topic"])].append((context.text(entry, "title"), key))
    for topic, entries in sorted(groups.items()):
        sheet.heading(context.word(f"topic-{topic}"), topic)
        links = "".join(f"<li>{sheet.link('counter', key, title)}</li>" for title, key in sorted(entries))
        sheet.html(f'<ul class="columns">{links}</ul>')
    return sheet.page


def chosen_name(context: Context, names: list[str]) -> str:
    """The name that stands for a family: most used, then listed by the profiler, then the shortest."""
    records = {name: context.kb.record(name) or {} for name in names}
    return min(names, key=lambda n: (records[n].get("used", 10**6), not records[n].get("ncu"), len(n), n))


def usual_suffix(context: Context, name: str, record: Entry) -> str:
    """The suffix with which the profiler's own report shows a name, else the one that most people want for its kind."""
    if record["kind"] not in SUFFIXED:
        return ""
    rows: Any = context.kb.get("labels", name) or []
    shown = Counter(row["metric"] for row in rows if row["metric"].startswith(name + "."))
    return shown.most_common(1)[0][0].removeprefix(name) if shown else usual(record)


def curated(sheet: Sheet, key: str, entry: Entry) -> None:
    """Everything about a curated entry."""
    context = sheet.context
    names = context.addresses.covered[key]
    chosen = chosen_name(context, names)
    record = context.kb.record(chosen) or {}
    full = chosen + usual_suffix(context, chosen, record)
    answer = explain_metric(context.kb, full, context.lang, (), None)
    assert answer is not None
    sheet.page.description = answer["meaning"]["summary"]
    sheet.html(strip(sheet, answer))
    sheet.lead(answer["meaning"]["summary"])
    # the entry speaks for the whole family, the answer for the chosen name only
    merged = {
        k: entry.get(k) or {context.lang: answer["meaning"][k]} for k in ("counts", "denominator", "does_not_say")
    }
    rows = sheet.entry_rows({**entry, **merged})
    sheet.facts(rows[:-1])
    pitfalls(sheet, answer["pitfalls"])
    if answer.get("breakdown"):
        sheet.heading(context.word("breakdown"), "made-of")
        sheet.html(breakdown_table(sheet, chosen))
    usage(sheet, answer, record, names)
    sheet.facts([rows[-1]])
    _covered(sheet, names)


def pitfalls(sheet: Sheet, items: list[Any]) -> None:
    """Wrong readings, each with the rule that objects."""
    if not items:
        return
    sheet.heading(sheet.context.word("pitfalls"), "pitfalls")
    lines = []
    for item in items:
        rule = f" {sheet.link('rule', item['rule'])}" if item["rule"] in sheet.context.rules else ""
        lines.append(f"<li>{sheet.rich(item['text'])}{rule}</li>")
    sheet.html('<ul class="pitfalls">' + "".join(lines) + "</ul>")


def usage(sheet: Sheet, answer: dict[str, Any], record: Entry, names: list[str]) -> None:
    """Where a name exists, what the report calls it, how to collect it, what to read beside it."""
    context = sheet.context
    sheet.heading(context.word("use"), "use")
    labels = []
    for name in names[:SHOWN]:
        for row in context.kb.get("labels", name) or []:
            text = f"“{esc(row['label'])}” ({sheet.link('section', row['section'])}) {sheet.name(row['metric'])}"
            if row["label"] and text not in labels:
                labels.append(text)
    related = "".join(
        f"<div>{sheet.name(one['name'])}" + (f" {sheet.rich(one['why'])}" if one["why"] else "") + "</div>"
        for one in answer["related"]
    )
    command = f"<pre><code>{esc(answer['collect'])}</code></pre>" if answer.get("collect") else ""
    rows = [
        (sheet.word("available"), esc(context.chips(record)) if len(names) == 1 else ""),
        (sheet.word("collect"), command),
        (sheet.word("request"), sheet.rich(answer["request_text"]) if answer["request"] != "collected" else ""),
        (sheet.word("shown"), "".join(f"<div>{text}</div>" for text in labels[:24])),
        (sheet.word("note"), "".join(f"<div>{sheet.rich(s)}</div>" for s in answer["shifts"])),
        (sheet.word("related"), related),
    ]
    sheet.facts(rows)


def _covered(sheet: Sheet, names: list[str]) -> None:
    """The names that an entry covers, or where they are listed."""
    context = sheet.context
    sheet.heading(context.word("covers", n=len(names)), "names")
    if len(names) > SHOWN:
        lists: dict[str, int] = defaultdict(int)
        for name in names:
            lists[context.addresses.rows[name][0]] += 1
        for src, count in sorted(lists.items()):
            label = src.removeprefix("units/").removesuffix(".md").replace("/", " · ")
            sheet.html(f'<p class="list-link">{sheet.to(src, label)} <span class="dim">{count}</span></p>')
        return
    rows, anchors = [], []
    for name in names:
        record = context.kb.record(name) or {}
        phrase = sentence(record["phrase"][context.lang], "", "", context.lang)
        src, anchor = context.addresses.rows.get(name, ("", ""))
        code = f"<code>{esc(name)}</code>"
        link = f'<a href="{sheet.href((src, anchor))}">{code}</a>' if src else code
        rows.append([link, esc(phrase), esc(context.chips(record))])
        anchors.append(name)
    sheet.table([sheet.word(w) for w in ("name", "meaning", "available")], rows, "names", anchors)


def _attributes_index(context: Context) -> Page:
    sheet = Sheet(context, "attributes/index.md", context.word("nav-attributes"))
    sheet.lead(context.word("attributes-lead"))
    rows = [
        [sheet.to(f"attributes/{collection}.md", context.word(f"collection-{collection}")), str(len(names))]
        for collection, names in context.addresses.attributes.items()
    ]
    sheet.table([sheet.word("collection"), sheet.word("names")], rows, "num-last")
    return sheet.page


def _attributes(context: Context, collection: str, names: list[str]) -> Page:
    sheet = Sheet(context, f"attributes/{collection}.md", context.word(f"collection-{collection}"))
    sheet.crumbs(("attributes/index.md", context.word("nav-attributes")))
    for name in sorted(names):
        entry = context.kb.get("attribute", name) or {}
        sheet.heading(name, name, 3)
        text = context.text(entry, "name")
        sheet.html(f"<p><strong>{esc(text)}.</strong> {sheet.rich(context.text(entry, 'text'))}</p>")
        rows = sheet.entry_rows(entry)
        labels = {row["label"]: row for row in context.kb.get("labels", name) or [] if row["label"]}
        shown = ", ".join(f"“{esc(label)}” ({sheet.link('section', row['section'])})" for label, row in labels.items())
        record = context.kb.record(name)
        where = esc(context.chips(record)) if record else ""
        rows[-1:-1] = [(sheet.word("shown"), shown), (sheet.word("available"), where)]
        sheet.facts(rows)
    return sheet.page
