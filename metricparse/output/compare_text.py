"""``metric compare`` as text: the verdict with its reasons, what to use instead, then all facets side by side."""

from __future__ import annotations

from typing import Any

from metricparse.output.terminal import Paint, headed, printable, width, wrap
from metricparse.semantics.semantics_book import SemanticsBook

COLOURS = {"comparable": "green", "convertible": "yellow", "not-comparable": "red"}
INDENT = 16
FACETS = 21
"""Columns of the names of facets."""
NARROWEST = 18
"""Columns of a cell; with less room, the values of a facet stand below each other."""


class CompareText:
    """Renders the result of a comparison."""

    def __init__(self, book: SemanticsBook, lang: str, columns: int, paint: Paint) -> None:
        self.book, self.lang, self.columns, self.paint = book, lang, columns, paint

    def render(self, result: dict[str, Any]) -> str:
        """The whole comparison."""
        marks = [chr(ord("A") + index) if index < 26 else f"A{index - 25}" for index in range(len(result["names"]))]
        lines = []
        chips = result.get("chips")
        for index, (mark, name) in enumerate(zip(marks, result["names"], strict=True)):
            shown = printable(name) + (f"   {chips[index]}" if chips else "")
            lines.append(f"{self.paint(mark, 'bold')}  {shown}")
        verdict = self.book.word("verdicts", result["verdict"], self.lang)
        lines += ["", *self._row("verdict", verdict, COLOURS[result["verdict"]])]
        for reason in result["reasons"]:
            facet = self.book.word("facets", reason["facet"], self.lang)
            lines += self._row(
                "note" if reason["effect"] == "note" else "reason", printable(f"[{facet}] {reason['text']}")
            )
        # two names that stand for each other have one advice: it is said once
        for text in dict.fromkeys(map(self._instead, result["instead"])):
            lines += self._row("instead", printable(text))
        return "\n".join([*lines, "", *self._facets(result, marks)]) + "\n"

    def _instead(self, one: dict[str, Any]) -> str:
        head = one.get("name") or (
            self.book.word("phrases", "factor", self.lang, k=one["factor"]) if "factor" in one else ""
        )
        text = str(one["text"])
        return text if not head or head in text else f"{head}: {text}"

    def _row(self, key: str, text: str, colour: str = "") -> list[str]:
        heading = self.book.word("headings", key, self.lang)
        return headed(heading, text, self.columns, INDENT, self.paint, text_style=colour)

    def _facets(self, result: dict[str, Any], marks: list[str]) -> list[str]:
        room = (self.columns - FACETS) // len(marks) - 2
        lines: list[str] = []
        if room >= NARROWEST:
            head = "".join(mark + " " * (room + 2 - len(mark)) for mark in marks).rstrip()
            lines.append(" " * FACETS + self.paint(head, "bold"))
        for facet, cells in result["facets"].items():
            differs = facet in result["differs"]
            name = ("* " if differs else "  ") + self.book.word("facets", facet, self.lang)
            name += " " * max(1, FACETS - width(name))
            block = self._beside(cells, room) if room >= NARROWEST else self._below(cells, marks)
            lines.append((self.paint(name, "yellow") if differs else name) + block[0])
            lines += [" " * FACETS + line for line in block[1:]]
        return [line.rstrip() for line in lines]

    def _beside(self, cells: list[str], room: int) -> list[str]:
        wrapped = [wrap(printable(cell), room) or [""] for cell in cells]
        height = max(map(len, wrapped))
        return [
            "".join(_padded(column[row] if row < len(column) else "", room + 2) for column in wrapped)
            for row in range(height)
        ]

    def _below(self, cells: list[str], marks: list[str]) -> list[str]:
        lines = []
        for mark, cell in zip(marks, cells, strict=True):
            lines += wrap(printable(cell), self.columns - FACETS, "   ", f"{mark}  ") or [mark]
        return lines


def _padded(text: str, room: int) -> str:
    return text + " " * max(1, room - width(text))
