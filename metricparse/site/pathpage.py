"""The page of the data path: the diagram once for each group of chips that share it."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.site.datapath import Diagram
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet


def pages(context: Context, diagram: Diagram) -> Iterator[Page]:
    """One page; the group with gh100 stands first, the others behind tabs that need no script."""
    sheet = Sheet(context, "data-path.md", context.word("nav-data-path"))
    sheet.page.wide = True
    sheet.lead(context.word("data-path-lead"))
    groups = sorted(diagram.groups(), key=lambda group: "gh100" not in group)
    tabs = []
    for index, group in enumerate(groups):
        checked = " checked" if index == 0 else ""
        tabs.append(
            f'<input type="radio" name="chips" id="chips-{index}"{checked}>'
            f'<label for="chips-{index}">{esc(" ".join(group))}</label>'
        )
    panels = "".join(f'<div class="panel">{diagram.figure(sheet, group[0])}</div>' for group in groups)
    sheet.html(f'<div class="tabs" role="group" aria-label="{sheet.word("chips")}">{"".join(tabs)}{panels}</div>')
    sheet.heading(context.word("differences"), "differences")
    rows = []
    first = set(diagram.drawn(groups[0][0]))
    for group in groups[1:]:
        mine = set(diagram.drawn(group[0]))
        more = ", ".join(_part(sheet, p) for p in sorted(mine - first))
        less = ", ".join(_part(sheet, p) for p in sorted(first - mine))
        rows.append([", ".join(sheet.link("class", c) for c in group), more or "–", less or "–"])
    sheet.table([sheet.word("chips"), sheet.word("path-more"), sheet.word("path-less")], rows)
    yield sheet.page


def _part(sheet: Sheet, part: str) -> str:
    return sheet.link("unit", part)
