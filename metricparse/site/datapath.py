"""The diagram of the data path, drawn as SVG from site/data/path.yaml for what each chip has."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import Any

from metricparse.catalog.availability import availability
from metricparse.catalog.store import KnowledgeBase
from metricparse.site.page import esc
from metricparse.site.sheet import Sheet

Node = dict[str, Any]


class Diagram:
    """Draws the diagram for one chip class after the other."""

    def __init__(self, kb: KnowledgeBase, data: dict[str, Any]) -> None:
        self.kb = kb
        self.data = data

    @cached_property
    def on(self) -> dict[str, dict[str, int]]:
        """Chip class → unit, or ``key=value`` of a qualifier → number of names there."""
        classes: dict[str, str] = self.kb.meta["class_of"]
        wanted = {n["filter"] for n in self.data["nodes"] if "filter" in n}
        found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        states: dict[str, list[str]] = {}
        for _, record in self.kb.items("base"):
            key = str((record.get("ncu"), record.get("library")))
            if key not in states:
                where = availability(self.kb, record)
                on = [c for c in classes if where.on(c) in ("yes", "library")]
                states[key] = list(dict.fromkeys(classes[c] for c in on))
            _, unit, _, _, _, filters, _, _ = record["decoded"]
            marks = [unit, *(f"{k}={v}" for k, v in filters.items() if f"{k}={v}" in wanted)]
            for chip_class in states[key]:
                for mark in marks:
                    found[chip_class][mark] += 1
        return found

    def drawn(self, chip_class: str) -> dict[str, Node]:
        """The nodes that a chip class has."""
        have = self.on[chip_class]
        result: dict[str, Node] = {}
        for node in self.data["nodes"]:
            if have.get(node.get("unit") or node.get("filter"), 0) or not ({"unit", "filter"} & set(node)):
                result[node.get("unit") or node["id"]] = node
        if "dram" in result:
            # an integrated chip has the channel of its memory controller there; never both
            result.pop("mcc", None)
        return result

    def groups(self) -> list[list[str]]:
        """Chip classes whose diagrams are equal, oldest first."""
        found: dict[tuple[str, ...], list[str]] = {}
        for chip_class in self.kb.meta["members"]:
            found.setdefault(tuple(self.drawn(chip_class)), []).append(chip_class)
        return list(found.values())

    def figure(self, sheet: Sheet, chip_class: str) -> str:
        """The diagram of a chip class with links that fit the page."""
        nodes = self.drawn(chip_class)
        lang = sheet.context.lang
        title = sheet.context.word("data-path-of", chip=chip_class)
        ident = f"path-{chip_class}"
        pieces = [
            f'<figure class="path"><div class="scroll" tabindex="0">'
            f'<svg viewBox="0 0 {self.data["width"]} {self.data["height"]}" role="group" '
            f'aria-labelledby="{ident}-title {ident}-desc">'
            f'<title id="{ident}-title">{esc(title)}</title>'
            f'<desc id="{ident}-desc">{esc(self.data["note"][lang])}</desc>'
            f'<defs><marker id="{ident}-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            'orient="auto-start-reverse"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>'
        ]
        pieces += [self._node(sheet, node, chip_class) for node in nodes.values()]
        for edge in self.data["edges"]:
            ends = edge["from"] in nodes and edge["to"] in nodes
            if ends and edge.get("unless", "") not in nodes:
                pieces.append(self._edge(sheet, edge, f"{ident}-tip"))
        pieces.append(f"</svg></div><figcaption>{esc(self.data['note'][lang])}</figcaption></figure>")
        return "".join(pieces)

    def _node(self, sheet: Sheet, node: Node, chip_class: str) -> str:
        context = sheet.context
        x, y, wide, high = node["at"]
        unit = node.get("unit", "")
        entry = self.kb.get("unit", unit) or {}
        name = context.text(entry, "name") if unit else node["name"][context.lang]
        address = context.addresses.of("unit", unit) if unit else ((node["page"], "") if "page" in node else None)
        lines = node.get("lines", [])
        inside = bool(node.get("inside"))
        count = self.on[chip_class].get(unit, 0)
        tip = context.text(entry, "text") or name
        middle = x + wide / 2
        if high > 3 * wide:
            turn = f"translate({middle + 4} {y + high / 2}) rotate(-90)"
            label = f'<text class="name" transform="{turn}" text-anchor="middle">{esc(name)}</text>'
        elif inside:
            label = _text("unit", x + 12, y + 21, unit, anchor="start")
        else:
            counted = bool(unit) and not lines and high > 36
            top = y + 19 if lines or counted else y + high / 2 + 4
            label = _text("unit" if unit else "name", middle, top, unit or name)
            if counted:
                label += _text("small", middle, top + 16, context.word("names-short", n=f"{count:,}"))
        kinds = " ".join(["box", *(["inside"] if inside else []), *([] if address else ["plain"])])
        box = f'<rect class="{kinds}" x="{x}" y="{y}" width="{wide}" height="{high}" rx="4"/>'
        body = f"<title>{esc(tip)}</title>{box}{label}"
        if address:
            spoken = f"{unit}: {name}" if unit else name
            body = f'<a href="{sheet.href(address)}" aria-label="{esc(spoken)}">{body}</a>'
        for index, line in enumerate(lines):
            text = _text("line", middle, y + 42 + 22 * index, line["word"][context.lang])
            body += f'<a href="{sheet.href((line["page"], ""))}">{text}</a>'
        return f"<g>{body}</g>"

    def _edge(self, sheet: Sheet, edge: dict[str, Any], tip: str) -> str:
        points = edge["points"]
        path = "M" + "L".join(f"{x} {y}" for x, y in points)
        start = f' marker-start="url(#{tip})"' if edge.get("both") else ""
        line = f'<path class="edge" d="{path}" marker-end="url(#{tip})"{start}/>'
        name = edge.get("carries")
        address = sheet.context.addresses.name(name) if name else None
        if not address:
            return line
        (x0, y0), (x1, y1) = points[0], points[1]
        dot = f'<circle class="dot" cx="{(x0 + x1) / 2}" cy="{(y0 + y1) / 2}" r="5"><title>{esc(name)}</title></circle>'
        return f'{line}<a href="{sheet.href(address)}" aria-label="{esc(name)}">{dot}</a>'


def _text(kind: str, x: float, y: float, words: str, anchor: str = "middle") -> str:
    """A text of the drawing."""
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{esc(words)}</text>'
