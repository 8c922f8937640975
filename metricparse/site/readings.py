"""Worked examples: measured kernels read step by step, every number taken from the report when the site is built."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from metricparse.explain.metric import breakdown
from metricparse.report.model import Kernel
from metricparse.site.charts import Bar, bars
from metricparse.site.measured import Measured, number, shown
from metricparse.site.page import Page, esc, relative
from metricparse.site.sheet import Context, Sheet

Reading = dict[str, Any]

CHIP = "gh100"
PERCENT = ".avg.pct_of_peak_sustained_elapsed"
COMPUTE, MEMORY = "sm__throughput", "gpu__compute_memory_throughput"
KEY = (
    "gpu__time_duration.sum",
    COMPUTE + PERCENT,
    MEMORY + PERCENT,
    "dram__bytes.sum.per_second",
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "smsp__average_warp_latency_per_inst_issued.ratio",
)
"""Values that every example shows first."""
STALL = ("smsp__average_warps_issue_stalled_", "_per_issue_active.ratio")
TOP = 6


class Readings:
    """The examples of site/data/readings.yaml with the kernels they are about."""

    def __init__(self, data: dict[str, Any], measured: Measured, programs: dict[str, str]) -> None:
        self.entries: dict[str, Reading] = data["readings"]
        self.common = data
        self.measured = measured
        self.programs = programs
        """Name of a kernel or a step → its code."""

    def kernel(self, key: str) -> Kernel:
        """The measured kernel of an example."""
        entry = self.entries[key]
        return self.measured.kernel(entry["report"], entry["kernel"])

    def filled(self, sheet: Sheet, key: str, text: str) -> str:
        """A text as HTML with its slots filled from the report.

        A slot is a full metric name, a name of the example's ``values``, or ``example|metric`` for another example.
        Raises KeyError for a slot that the report cannot fill.
        """
        pieces, rest = [], text
        while True:
            before, brace, after = rest.partition("{")
            pieces.append(sheet.rich(before))
            if not brace:
                return "".join(pieces)
            slot, _, rest = after.partition("}")
            pieces.append(self._slot(sheet, key, slot))

    def _slot(self, sheet: Sheet, key: str, slot: str) -> str:
        other, bar, metric = slot.rpartition("|")
        key = other if bar else key
        values = self.entries[key].get("values") or {}
        if metric in values:
            return f'<span class="num">{esc(self.derived(key, values[metric]))}</span>'
        value = self.kernel(key).values.get(metric)
        if value is None or not value.available:
            raise KeyError(f"reading {key}: the report has no {metric}")
        address = sheet.context.addresses.name(sheet.context.base_of(metric))
        text = f'<span class="num">{esc(shown(value, counted=False))}</span>'
        return (
            text if address is None else f'<a class="v" href="{sheet.href(address)}" title="{esc(metric)}">{text}</a>'
        )

    def derived(self, key: str, rule: dict[str, Any]) -> str:
        """A number that follows from values of the report: a quotient, a sum, or what is left of a hundred percent."""
        kernel = self.kernel(key)

        def of(name: str) -> float:
            other, bar, metric = name.rpartition("|")
            found = (self.kernel(other) if bar else kernel).number(metric)
            if found is None:
                raise KeyError(f"reading {key}: the report has no {name}")
            return found

        if "over" in rule:
            amount = of(rule["over"][0]) / of(rule["over"][1])
        elif "sum" in rule:
            amount = sum(of(name) for name in rule["sum"])
        else:
            amount = of(rule["less"][0]) - of(rule["less"][1])
        return number(amount * rule.get("times", 1), rule.get("unit", ""))


def pages(context: Context, readings: Readings) -> Iterator[Page]:
    """The list of examples, and a page each."""
    sheet = Sheet(context, "readings/index.md", context.word("nav-readings"))
    sheet.html(f'<p class="lead">{sheet.rich(readings.common["lead"][context.lang])}</p>')
    for group in readings.common["groups"]:
        sheet.heading(group["title"][context.lang], group["id"])
        rows = []
        for key, entry in readings.entries.items():
            if entry["report"] == group["report"]:
                kernel = readings.kernel(key)
                cells = [esc(shown(kernel.values[m])) for m in KEY[:3]]
                rows.append([sheet.to(f"readings/{key}.md", _name(entry)), esc(entry["title"][context.lang]), *cells])
        head = [
            sheet.word("kernel"),
            sheet.word("limited-by"),
            sheet.word("time"),
            sheet.word("compute"),
            sheet.word("memory"),
        ]
        sheet.table(head, rows, "readings")
    sheet.heading(readings.common["traps"]["title"][context.lang], "traps")
    items = "".join(
        f"<li>{readings.filled(sheet, item['about'], item[context.lang])} "
        f"({sheet.to('readings/' + item['about'] + '.md', _name(readings.entries[item['about']]))})</li>"
        for item in readings.common["traps"]["items"]
    )
    sheet.html(f"<ol>{items}</ol>")
    yield sheet.page
    for key in readings.entries:
        yield _reading(context, readings, key)


def _name(entry: Reading) -> str:
    return str(entry.get("name") or entry["kernel"])


def _reading(context: Context, readings: Readings, key: str) -> Page:
    entry, kernel, lang = readings.entries[key], readings.kernel(key), context.lang
    sheet = Sheet(context, f"readings/{key}.md", f"{_name(entry)}: {entry['title'][lang]}")
    sheet.page.description = entry["title"][lang]
    sheet.crumbs(("readings/index.md", context.word("nav-readings")))
    sheet.html(f'<p class="lead">{readings.filled(sheet, key, entry["does"][lang])}</p>')
    code = readings.programs.get(entry.get("code", _name(entry)), "")
    launch = " × ".join(map(str, kernel.grid)), " × ".join(map(str, kernel.block))
    sheet.html(
        f'<details class="code"><summary>{sheet.word("code")}</summary><pre><code>{esc(code)}</code></pre></details>'
    )
    sheet.facts(
        [
            (sheet.word("launched"), esc(context.word("grid-block", grid=launch[0], block=launch[1]))),
            (sheet.word("kernel-name"), f"<code>{esc(kernel.name[:160])}</code>"),
        ]
    )
    sheet.heading(context.word("key-values"), "values")
    rows = []
    for name in dict.fromkeys([*KEY, *entry.get("show", [])]):
        value = kernel.values.get(name)
        if value is not None and value.available:
            rows.append([sheet.name(name), esc(shown(value))])
    sheet.table([sheet.word("name"), sheet.word("value")], rows, "num-last values")
    for throughput, word in ((COMPUTE, "chart-compute"), (MEMORY, "chart-memory")):
        sheet.html(bars(context.word(word), _constituents(sheet, kernel, throughput), 100.0))
    sheet.html(bars(context.word("chart-stalls"), _stalls(sheet, kernel)))
    for chart in entry.get("charts", []):
        sheet.html(bars(chart["title"][lang], _named(sheet, kernel, chart["metrics"]), chart.get("limit", 0.0)))
    sheet.heading(context.word("right-reading"), "reading")
    for paragraph in entry["reading"]:
        sheet.html(f"<p>{readings.filled(sheet, key, paragraph[lang])}</p>")
    sheet.heading(context.word("misleads"), "misleads")
    items = "".join(f"<li>{readings.filled(sheet, key, item[lang])}</li>" for item in entry["misleads"])
    sheet.html(f'<ul class="pitfalls">{items}</ul>')
    if entry.get("next"):
        sheet.heading(context.word("next-step"), "next")
        sheet.html(f"<p>{readings.filled(sheet, key, entry['next'][lang])}</p>")
    rules = ", ".join(sheet.link("rule", r) for r in entry.get("rules", []))
    sheet.facts([(sheet.word("rules"), rules), (sheet.word("sources"), sheet.sources(readings.common))])
    return sheet.page


def leaves(context: Context, throughput: str) -> list[str]:
    """Counters at the bottom of a throughput's breakdown on the measured chip."""
    found: dict[str, None] = {}
    todo, seen = [throughput], set()
    while todo:
        base = todo.pop()
        if base in seen:
            continue
        seen.add(base)
        parts = breakdown(context.kb, base, (CHIP,))["constituents"]
        for part in parts if isinstance(parts, list) else ():
            record = context.kb.record(part) or {}
            if record.get("type") == "throughput":
                todo.append(part)
            else:
                found[part] = None
    return list(found)


def _constituents(sheet: Sheet, kernel: Kernel, throughput: str) -> list[Bar]:
    """The largest constituents of a throughput, as far as the report holds them, below the throughput itself."""
    names = [name + PERCENT for name in leaves(sheet.context, throughput)]
    found = sorted(((kernel.number(n) or 0.0, n) for n in names if kernel.number(n) is not None), reverse=True)[:TOP]
    if not found:
        return []
    top = kernel.values[throughput + PERCENT]
    rows = [Bar(throughput, top.number or 0.0, shown(top), _href(sheet, throughput), strong=True)]
    return rows + [Bar(n.removesuffix(PERCENT), v, number(v, "%"), _href(sheet, n)) for v, n in found]


def _stalls(sheet: Sheet, kernel: Kernel) -> list[Bar]:
    """The largest warp states, in cycles per issued instruction."""
    start, end = STALL
    found = [
        (value.number, name[len(start) : -len(end)])
        for name, value in kernel.values.items()
        if name.startswith(start) and name.endswith(end) and value.number is not None
    ]
    rows = []
    for amount, reason in sorted(found, reverse=True)[:TOP]:
        address = sheet.context.addresses.of("stall", reason)
        href = relative(sheet.page.src, *address) if address else ""
        rows.append(Bar(reason, amount, number(amount, ""), href))
    return rows


def _named(sheet: Sheet, kernel: Kernel, names: list[str]) -> list[Bar]:
    """Bars of chosen metrics; forms of one base name are called by their suffixes."""
    bases = {sheet.context.base_of(name) for name in names}
    cut = len(bases.pop()) if len(bases) == 1 else 0
    rows = []
    for name in names:
        value = kernel.values.get(name)
        if value is None or value.number is None:
            raise KeyError(f"no {name} in the report of {kernel.name}")
        rows.append(Bar(name[cut:], value.number, shown(value), _href(sheet, name)))
    return rows


def _href(sheet: Sheet, name: str) -> str:
    address = sheet.context.addresses.name(sheet.context.base_of(name))
    return relative(sheet.page.src, *address) if address else ""
