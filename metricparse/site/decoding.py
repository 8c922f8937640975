"""A name taken apart: every token in the colour of its role, explained below it."""

from __future__ import annotations

from typing import Any

from metricparse.site.page import esc
from metricparse.site.sheet import Sheet


def strip(sheet: Sheet, answer: dict[str, Any]) -> str:
    """The decoded name of an answer as a figure, or nothing where a name is explained as a whole."""
    tokens = [t for t in answer["tokens"] if t["text"]]
    if len(tokens) < 2:
        return f'<p class="decoded whole"><code>{esc(answer["name"])}</code></p>'
    name = answer["name"]
    pieces, at = [], 0
    for token in tokens:
        pieces.append(f'<span class="sep">{esc(name[at : token["offset"]])}</span>')
        at = token["offset"] + len(token["text"])
        pieces.append(f'<span class="tok role-{esc(token["role"])}">{esc(token["text"])}</span><wbr>')
    pieces.append(esc(name[at:]))
    rows = "".join(
        f'<tr><td><code class="tok role-{esc(t["role"])}">{esc(t["text"])}</code></td>'
        f'<td class="dim">{sheet.word("role-" + t["role"])}</td><td>{sheet.rich(t["short"])}</td></tr>'
        for t in tokens
    )
    return f'<div class="decoded"><p class="whole"><code>{"".join(pieces)}</code></p><table>{rows}</table></div>'
