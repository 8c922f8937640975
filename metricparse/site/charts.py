"""Bar charts as SVG, drawn from numbers; colours come from the page, so that they fit light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from metricparse.site.page import esc

ROW = 22
LABEL = 250
BARS = 300
WIDTH = LABEL + BARS + 90


class Bar(NamedTuple):
    """One row of a chart."""

    label: str
    amount: float
    text: str
    href: str = ""
    """Link of the label, relative and not yet escaped."""
    strong: bool = False


def bars(title: str, rows: Sequence[Bar], limit: float = 0.0, description: str = "") -> str:
    """Horizontal bars, the longest as long as the scale allows; with a limit (100 for percentages) that is the scale."""
    if not rows:
        return ""
    scale = max([limit, *(row.amount for row in rows)]) or 1.0
    height = ROW * len(rows) + 6
    pieces = [
        f'<figure class="chart"><figcaption>{esc(title)}</figcaption>'
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{esc(description or title)}">'
    ]
    if limit and scale > limit:
        at = LABEL + BARS * limit / scale
        pieces.append(f'<line class="limit" x1="{at:.1f}" x2="{at:.1f}" y1="0" y2="{height}"/>')
    for index, row in enumerate(rows):
        y = ROW * index
        long = max(BARS * row.amount / scale, 1.0) if row.amount > 0 else 0.0
        label = f'<text class="label" x="{LABEL - 8}" y="{y + 16}">{esc(row.label)}</text>'
        if row.href:
            label = f'<a href="{esc(row.href)}">{label}</a>'
        mark = " strong" if row.strong else ""
        pieces.append(f'{label}<rect class="bar{mark}" x="{LABEL}" y="{y + 4}" width="{long:.1f}" height="{ROW - 8}"/>')
        pieces.append(f'<text class="value" x="{LABEL + long + 6:.1f}" y="{y + 16}">{esc(row.text)}</text>')
    pieces.append("</svg></figure>")
    return "".join(pieces)
