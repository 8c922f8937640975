"""Rollups and submetrics, with numbers of measured kernels."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.site.addresses import slug
from metricparse.site.charts import Bar, bars
from metricparse.site.measured import Measured, number, shown
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet

WINDOWS = (
    "sm__cycles_active.avg",
    "sm__cycles_elapsed.avg",
    "sm__inst_executed.sum",
    "sm__inst_executed.avg.per_cycle_active",
    "sm__inst_executed.avg.per_cycle_elapsed",
    "sm__inst_executed.avg.pct_of_peak_sustained_active",
    "sm__inst_executed.avg.pct_of_peak_sustained_elapsed",
)
"""What the kernel `tail` is read with: one count over both windows."""
SPREAD = "lts__d_atomic_input_cycles_active"
"""What `histogram_atomic` is read with: busy in one slice only."""


def pages(context: Context, measured: Measured) -> Iterator[Page]:
    """Both pages."""
    yield _rollups(context, measured)
    yield _submetrics(context, measured)


def _rollups(context: Context, measured: Measured) -> Page:
    sheet = Sheet(context, "rollups.md", context.word("nav-rollups"))
    sheet.lead(context.text(context.kb.get("term", "rollup"), "text"))
    for key in context.kb.meta["rollups"]:
        entry = context.kb.get("rollup", key) or {}
        sheet.heading(f".{key}: {context.text(entry, 'name')}", f"rollup-{key}", 3)
        sheet.p(context.text(entry, "text"))
        sheet.entry(entry)
    sheet.heading(context.word("avg-max"), "worked")
    kernel = sheet.to("readings/histogram-atomic.md", "histogram_atomic")
    sheet.html(f"<p>{sheet.rich(context.word('avg-max-text'))} {kernel}</p>")
    values = measured.kernel("full", "histogram_atomic").values
    forms = [(r, f"{SPREAD}.{r}.pct_of_peak_sustained_elapsed") for r in ("avg", "max", "min")]
    rows = [Bar(f".{r}", values[n].number or 0.0, shown(values[n])) for r, n in forms]
    sheet.html(bars(f"{SPREAD}.….pct_of_peak_sustained_elapsed", rows, 100.0))
    cycles = []
    for rollup in context.kb.meta["rollups"]:
        cells = [f"<code>.{rollup}</code>"]
        for which in ("histogram_atomic", "tail"):
            for unit in ("sm", "lts"):
                value = measured.kernel("full", which).values.get(f"{unit}__cycles_active.{rollup}")
                cells.append(esc(number(value.number, "")) if value and value.number is not None else "–")
        cycles.append(cells)
    head = [
        "",
        *(f"{w}<br>{sheet.name(u + '__cycles_active')}" for w in ("histogram_atomic", "tail") for u in ("sm", "lts")),
    ]
    sheet.table(head, cycles, "num")
    return sheet.page


def _submetrics(context: Context, measured: Measured) -> Page:
    kb = context.kb
    sheet = Sheet(context, "submetrics.md", context.word("nav-submetrics"))
    sheet.lead(context.text(kb.get("term", "submetric"), "text"))
    listed = [(key, entry) for key, entry in kb.items("submetric") if entry["listed"]]
    rows = []
    for key, entry in listed:
        label = f".{key}" if key else context.word("no-submetric")
        kinds = ", ".join(context.word(f"kind-{k}") for k in entry["kinds"])
        rows.append([sheet.link("submetric", key, label), esc(context.text(entry, "name")), esc(kinds)])
    sheet.table([sheet.word("role-submetric"), sheet.word("meaning"), sheet.word("kinds")], rows)
    sheet.heading(context.word("active-elapsed"), "worked")
    kernel = sheet.to("readings/tail.md", "tail")
    sheet.html(f"<p>{sheet.rich(context.word('active-elapsed-text'))} {kernel}</p>")
    values = measured.kernel("families", "tail").values
    own = measured.kernel("full", "tail").values
    table = []
    for name in WINDOWS:
        value = values.get(name) or own.get(name)
        if value is not None and value.available:
            table.append([sheet.name(name), esc(shown(value))])
    sheet.table([sheet.word("name"), "tail"], table, "num-last")
    for key, entry in sorted(kb.items("submetric"), key=lambda item: not item[1]["listed"]):
        label = f".{key}" if key else context.word("no-submetric")
        sheet.heading(label, f"submetric-{slug(key)}", 3)
        sheet.p(context.text(entry, "text"))
        formula = f"<code>{esc(entry['formula'])}</code>" if entry.get("formula") else ""
        unlisted = "" if entry["listed"] else sheet.word("not-listed")
        sheet.facts([(sheet.word("formula"), formula), (sheet.word("note"), unlisted), *sheet.entry_rows(entry)])
    return sheet.page
