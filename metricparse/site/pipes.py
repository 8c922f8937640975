"""Instruction pipes: which chip has which counters for them."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.catalog.availability import availability
from metricparse.site.page import Page
from metricparse.site.sheet import Context, Sheet


def pages(context: Context) -> Iterator[Page]:
    """One page: pipes against chips, then what each is."""
    kb = context.kb
    sheet = Sheet(context, "pipes.md", context.word("nav-pipes"))
    sheet.lead(context.text(kb.get("term", "pipe"), "text"))
    classes = list(kb.meta["members"])
    rows = []
    names: dict[str, list[str]] = {}
    sheet.page.wide = True
    for key in kb.keys("filter"):
        if not key.startswith("pipe="):
            continue
        pipe = key.partition("=")[2]
        forms = [f"sm__inst_executed_pipe_{pipe}", f"smsp__inst_executed_pipe_{pipe}", f"sm__pipe_{pipe}_cycles_active"]
        found = [name for name in forms if kb.record(name) is not None]
        if not found:
            continue
        states = [availability(kb, kb.record(name) or {}) for name in found]
        cells = []
        for chip_class in classes:
            on = {where.on(kb.meta["members"][chip_class][0]) for where in states}
            cells.append("●" if "yes" in on else "○" if "library" in on else "")
        rows.append([sheet.to("pipes.md", pipe, f"pipe-{pipe}"), *cells])
        names[pipe] = found
    sheet.table([sheet.word("pipe"), *(sheet.link("class", c) for c in classes)], rows, "matrix")
    sheet.html(f'<p class="dim">● {sheet.word("listed-by-ncu")} · ○ {sheet.word("library-only")}</p>')
    sheet.heading(context.word("pipes-what"), "what")
    for pipe, found in names.items():
        entry = kb.get("filter", f"pipe={pipe}") or {}
        sheet.heading(pipe, f"pipe-{pipe}", 3)
        sheet.p(context.text(entry, "text") or context.text(entry, "phrase"))
        wrong = [row for row in sheet.entry_rows(entry) if row[0] == sheet.word("does_not_say")]
        sheet.facts([*wrong, (sheet.word("names"), "".join(f"<div>{sheet.name(n)}</div>" for n in found))])
    terms = [key for key in kb.keys("term") if key.endswith("-pipe") or key == "tensor-core"]
    links = ", ".join(sheet.link("term", t, context.text(kb.get("term", t), "name")) for t in terms)
    sheet.facts([(sheet.word("see"), links)])
    counters = [k for k in kb.keys("counter") if kb.get("counter", k)["topic"] in ("pipes", "tensor-ops")]
    links = "".join(
        f"<li>{sheet.link('counter', k, context.text(kb.get('counter', k), 'title'))}</li>" for k in counters
    )
    sheet.heading(context.word("explained"), "explained")
    sheet.html(f'<ul class="columns">{links}</ul>')
    yield sheet.page
