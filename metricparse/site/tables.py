"""Tables that several pages show."""

from __future__ import annotations

from collections.abc import Sequence

from metricparse.catalog.chips import chips_in_words
from metricparse.explain.metric import breakdown
from metricparse.site.page import esc
from metricparse.site.sheet import Sheet, table


def breakdown_table(sheet: Sheet, base: str, chips: Sequence[str] = ()) -> str:
    """What a throughput is made of, for each set of chips that share a list."""
    context = sheet.context
    made = breakdown(context.kb, base, tuple(chips))
    constituents = made["constituents"]
    if not isinstance(constituents, dict):
        constituents = {" ".join(chips): constituents}
    rows = []
    for on, names in constituents.items():
        cell = "".join(f"<div>{sheet.name(n)}</div>" for n in names) or sheet.word("all-hidden")
        rows.append([esc(chips_in_words(on.split(), context.kb.meta)), cell])
    hidden = f'<p class="dim">{sheet.word("hidden-member")}</p>' if made["hidden"] and rows else ""
    return table([sheet.word("chips"), sheet.word("breakdown")], rows, "wide-last") + hidden
