"""Stall reasons: what each waits for, and its six forms with what each is out of."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.explain.metric import explain_metric
from metricparse.explain.things import stall_forms
from metricparse.site.charts import Bar, bars
from metricparse.site.counters import curated
from metricparse.site.measured import Measured, number
from metricparse.site.page import Page, esc, relative
from metricparse.site.sheet import Context, Sheet

PER_ISSUE = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
PER_WARP = "smsp__warp_issue_stalled_{}_per_warp_active.pct"


def pages(context: Context, measured: Measured) -> Iterator[Page]:
    """The list of reasons with all forms, and a page a reason."""
    yield _index(context, measured)
    for reason in context.addresses.reasons:
        yield _reason(context, measured, reason)


def _index(context: Context, measured: Measured) -> Page:
    kb = context.kb
    sheet = Sheet(context, "stalls/index.md", context.word("nav-stalls"))
    stall = kb.get("term", "stall")
    sheet.lead(context.text(stall, "text"))
    sheet.facts([(sheet.word("does_not_say"), sheet.rich(context.text(stall, "mistaken_for")))])
    sheet.heading(context.word("reasons"), "reasons")
    rows = []
    for reason in context.addresses.reasons:
        entry = kb.get("stall", reason) or {}
        link = sheet.link("stall", reason)
        rows.append([link, esc(entry.get("label", "")), sheet.rich(context.text(entry, "waits_for"))])
    sheet.table([sheet.word("role-reason"), sheet.word("label"), sheet.word("waits_for")], rows)
    sheet.heading(context.word("six-forms"), "forms")
    sheet.p(context.word("six-forms-text"))
    _forms(sheet, "long_scoreboard", measured)
    return sheet.page


def _forms(sheet: Sheet, reason: str, measured: Measured) -> None:
    """The forms of a reason: name, what it is out of, and the value in one kernel where it was measured."""
    context = sheet.context
    rows = []
    for name in stall_forms(context.kb, reason):
        record = context.kb.record(name) or {}
        full = name if record["kind"] == "sampled" else name + (".ratio" if record["type"] == "ratio" else ".sum")
        answer = explain_metric(context.kb, full, context.lang, (), None)
        below = sheet.rich(answer["meaning"]["denominator"]) if answer else ""
        meaning = esc(answer["meaning"]["summary"]) if answer else ""
        cell = ""
        for report in ("full", "stalls"):
            try:
                cell = esc(number(measured.value(report, "vec_add", full).number or 0.0, ""))
                break
            except KeyError:
                continue
        rows.append([sheet.name(full), meaning, below or sheet.word("plain-count"), cell or "–"])
    kernel = sheet.to("readings/vec-add.md", "vec_add")
    sheet.table([sheet.word("name"), sheet.word("meaning"), sheet.word("denominator"), kernel], rows, "num-last")


def _reason(context: Context, measured: Measured, reason: str) -> Page:
    kb = context.kb
    entry = kb.get("stall", reason) or {}
    title = f"{reason}: {entry['label']}" if entry.get("label") else reason
    sheet = Sheet(context, f"stalls/{reason}.md", title)
    sheet.crumbs(("stalls/index.md", context.word("nav-stalls")))
    sheet.lead(context.text(entry, "text"))
    rows = sheet.entry_rows(entry, skip=("metrics",))
    same = context.addresses.reasons[reason]
    rows.insert(0, (sheet.word("also-spelled"), ", ".join(f"<code>{esc(s)}</code>" for s in same)))
    sheet.facts(rows)
    sheet.heading(context.word("six-forms"), "forms")
    _forms(sheet, reason, measured)
    _measured_chart(sheet, reason, measured)
    for key in ("stall-" + spelling.replace("_", "-") for spelling in (reason, *same)):
        curated_entry = kb.get("counter", key)
        if curated_entry is not None:
            sheet.heading(context.word("about-the-numbers"), "numbers")
            curated(sheet, key, curated_entry)
    return sheet.page


def _measured_chart(sheet: Sheet, reason: str, measured: Measured) -> None:
    """In which measured kernels warps spent their time in this state."""
    rows = []
    for kernel in measured.kernels("full"):
        total = sum(kernel.number(PER_ISSUE.format(r)) or 0.0 for r in measured.stall_reasons)
        amount = kernel.number(PER_ISSUE.format(reason))
        if amount is None or not total:
            return
        key = kernel.name.partition("(")[0]
        href = relative(sheet.page.src, f"readings/{key.replace('_', '-')}.md")
        rows.append(Bar(key, 100 * amount / total, number(100 * amount / total, "%"), href))
    if max(row.amount for row in rows) < 0.05:
        return
    sheet.html(bars(sheet.context.word("stall-chart"), sorted(rows, key=lambda r: -r.amount)[:8], 100.0))
