"""What throughputs are made of, chip by chip."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet


def pages(context: Context) -> Iterator[Page]:
    """The list of throughputs, and a page for each chip class."""
    kb = context.kb
    known = [name for name in kb.keys("breakdown") if "." not in name]
    sheet = Sheet(context, "throughputs/index.md", context.word("nav-throughputs"))
    sheet.lead(context.text(kb.get("kind", "throughput"), "text"))
    sheet.facts([(sheet.word("does_not_say"), sheet.rich(context.text(kb.get("kind", "throughput"), "mistaken_for")))])
    links = ", ".join(sheet.to(f"throughputs/{c}.md", c) for c in kb.meta["members"] if _made(context, known, c))
    sheet.facts([(sheet.word("by-chip"), links)])
    rows = []
    for name in known:
        record = kb.record(name) or {}
        lists = {tuple(r["counters"] + r["throughputs"]) for r in kb.get("breakdown", name)}
        rows.append([sheet.name(name), esc(record["phrase"][context.lang]), str(len(lists))])
    sheet.table([sheet.word("name"), sheet.word("meaning"), sheet.word("lists")], rows, "num-last")
    yield sheet.page
    for chip_class in kb.meta["members"]:
        made = _made(context, known, chip_class)
        if made:
            yield _chip(context, chip_class, made)


def _made(context: Context, known: list[str], chip_class: str) -> list[tuple[str, list[str], int]]:
    """(throughput, constituents, hidden) on a chip class."""
    chip = context.kb.meta["members"][chip_class][0]
    found = []
    for name in known:
        for row in context.kb.get("breakdown", name):
            if chip in row["chips"]:
                found.append((name, [*row["throughputs"], *row["counters"]], int(row["hidden"])))
                break
    return found


def _chip(context: Context, chip_class: str, made: list[tuple[str, list[str], int]]) -> Page:
    sheet = Sheet(
        context, f"throughputs/{chip_class}.md", context.word("throughputs-on", chip=chip_class), search=False
    )
    sheet.crumbs(("throughputs/index.md", context.word("nav-throughputs")), (f"chips/{chip_class}.md", chip_class))
    sheet.lead(context.word("throughputs-on-lead", chip=chip_class))
    rows, anchors = [], []
    for name, parts, hidden in made:
        cell = "".join(f"<div>{sheet.name(p)}</div>" for p in parts) or sheet.word("all-hidden")
        if hidden and parts:
            cell += f'<div class="dim">{sheet.word("hidden-member")}</div>'
        rows.append([sheet.name(name), cell])
        anchors.append(name)
    sheet.table([sheet.word("name"), sheet.word("breakdown")], rows, "wide-last", anchors)
    return sheet.page
