"""Chips, products, features and tool releases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from metricparse.explain.things import details
from metricparse.site.addresses import slug
from metricparse.site.datapath import Diagram
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet


def pages(context: Context, diagram: Diagram) -> Iterator[Page]:
    """Every page about hardware and releases."""
    yield _chips(context)
    listed = Counter(family for _, record in context.kb.items("base") for family in _families(context, record))
    for key, entry in context.kb.items("class"):
        yield _chip(context, key, entry, diagram, listed)
    yield _products(context)
    yield _features(context)
    yield _releases(context)


def _by_age(context: Context) -> list[str]:
    """Chip classes, oldest first."""
    return list(context.kb.meta["members"])


def _chips(context: Context) -> Page:
    sheet = Sheet(context, "chips/index.md", context.word("nav-chips"))
    sheet.lead(context.word("chips-lead"))
    rows = []
    for key in _by_age(context):
        entry = context.kb.get("class", key)
        capability = ", ".join(sorted(set(entry["compute_capability"].values())))
        names = ", ".join(context.kb.get("product", p)["name"] for p in entry.get("products", []))
        rows.append([sheet.link("class", key), esc(entry["architecture"]), esc(capability), esc(names)])
    head = [sheet.word("chip"), sheet.word("architecture"), sheet.word("capability"), sheet.word("products")]
    sheet.table(head, rows, "wide-last")
    return sheet.page


def _chip(context: Context, key: str, entry: dict[str, Any], diagram: Diagram, listed: Counter[str]) -> Page:
    kb = context.kb
    sheet = Sheet(context, f"chips/{slug(key)}.md", f"{key} ({entry['architecture']})")
    sheet.crumbs(("chips/index.md", context.word("nav-chips")))
    sheet.lead(context.text(entry, "text"))
    rows = [
        (esc(context.detail(d["name"])), esc(context.value(d["value"])))
        for d in details(kb, "class", key, entry, context.lang)
        if d["name"] != "products"
    ]
    names = listed.get(entry.get("ncu_family", ""), 0)
    rows.append((sheet.word("names-listed"), f"{names:,}" if names else ""))
    rows.append((sheet.word("breakdowns"), sheet.to(f"throughputs/{key}.md", context.word("throughputs-on", chip=key))))
    rows.append((sheet.word("sources"), sheet.sources(entry)))
    sheet.facts(rows)
    have = [f for f, feature in kb.items("feature") if key in feature["present_on"]]
    lacks = [f for f, feature in kb.items("feature") if key in feature["absent_on"]]
    sheet.heading(context.word("nav-features"), "features")
    for heading, found in (("has", have), ("lacks", lacks)):
        links = ", ".join(sheet.link("feature", f, context.text(kb.get("feature", f), "name")) for f in found)
        sheet.facts([(sheet.word(heading), links)])
    sheet.heading(context.word("nav-data-path"), "data-path")
    sheet.html(diagram.figure(sheet, key))
    products = entry.get("products") or []
    if products:
        sheet.heading(context.word("products"), "products")
    for product_key in products:
        product = kb.get("product", product_key)
        sheet.heading(product["name"], f"product-{slug(product_key)}", 3)
        sheet.p(context.text(product, "text"))
        rows = [
            (esc(context.detail(d["name"])), esc(context.value(d["value"])))
            for d in details(kb, "product", product_key, product, context.lang)
            if d["name"] != "chip"
        ]
        links = ", ".join(sheet.link("source", s) for s in product["default_sources"])
        rows.append((sheet.word("sources"), links))
        sheet.facts(rows)
    return sheet.page


def _families(context: Context, record: dict[str, Any]) -> set[str]:
    """Chip families on which the profiler lists a name."""
    listed: set[str] = set()
    for text in record.get("ncu", {}).values():
        listed |= set(context.kb.meta["families"]) if text == "all" else set(text.split())
    return listed


def _products(context: Context) -> Page:
    sheet = Sheet(context, "products.md", context.word("nav-products"))
    sheet.page.wide = True
    sheet.lead(context.word("products-lead"))
    rows = []
    for key, entry in context.kb.items("product"):
        facts = {d["name"]: str(d["value"]) for d in details(context.kb, "product", key, entry, context.lang)}
        facts = {name: value for name, value in facts.items() if value != "unknown"}
        cells = [esc(facts.get(name, "–")) for name in ("sm count", "l2", "memory", "memory bandwidth", "boost clock")]
        rows.append([sheet.link("product", key, entry["name"]), sheet.link("class", entry["chip"]), *cells])
    head = [sheet.word("product"), sheet.word("chip")]
    head += [esc(context.detail(n)) for n in ("sm count", "l2", "memory", "memory bandwidth", "boost clock")]
    sheet.table(head, rows)
    return sheet.page


def _features(context: Context) -> Page:
    sheet = Sheet(context, "features.md", context.word("nav-features"))
    sheet.page.wide = True
    sheet.lead(context.word("features-lead"))
    classes = _by_age(context)
    rows = []
    for key, entry in context.kb.items("feature"):
        cells = ["●" if c in entry["present_on"] else "–" if c in entry["absent_on"] else "?" for c in classes]
        rows.append([sheet.link("feature", key, context.text(entry, "name")), *cells])
    sheet.table([sheet.word("feature"), *(sheet.link("class", c) for c in classes)], rows, "matrix")
    sheet.html(f'<p class="dim">● {sheet.word("has")} · – {sheet.word("lacks")} · ? {sheet.word("unknown-state")}</p>')
    for key, entry in context.kb.items("feature"):
        sheet.heading(context.text(entry, "name"), f"feature-{slug(key)}", 3)
        sheet.p(context.text(entry, "text"))
        words = ", ".join(f"<code>{esc(w)}</code>" for w in entry["words"])
        tokens = ", ".join(f"<code>{esc(m)}</code>" for m in entry.get("metrics", []))
        have = ", ".join(sheet.link("class", c) for c in entry["present_on"])
        own = [r for r in sheet.entry_rows(entry, skip=("metrics",)) if r[1]]
        sheet.facts([(sheet.word("words"), words), (sheet.word("has"), have), (sheet.word("seen-in"), tokens), *own])
    return sheet.page


def _releases(context: Context) -> Page:
    kb = context.kb
    sheet = Sheet(context, "releases.md", context.word("nav-releases"))
    sheet.lead(context.word("releases-lead"))
    rows = []
    for _, entry in kb.items("release"):
        cells = [str(entry.get(k, "–")) for k in ("ncu", "cuda", "cupti", "date")]
        rows.append([esc(c) for c in cells])
    sheet.table(["ncu", "CUDA", "CUPTI", sheet.word("date")], rows)
    sheet.heading(context.word("changes"), "changes")
    sheet.p(context.word("changes-lead"))
    fields = ("added", "dropped", "renamed", "dims_changed", "hw_unit_changed")
    for chip_class in _by_age(context):
        changes = kb.get("change", chip_class) or []
        if changes:
            sheet.heading(chip_class, f"changes-{chip_class}", 3)
            rows = [[esc(f"{r['from']} → {r['to']}"), *(esc(r[f]) for f in fields)] for r in changes]
            sheet.table([sheet.word("release"), *(sheet.word(f"change-{f}") for f in fields)], rows, "num")
    return sheet.page
