"""``metric check`` as text: what the expression is, each objection with its place, and the values in a report."""

from __future__ import annotations

from typing import Any

from metricparse.output.terminal import Paint, headed, printable, width, wrap
from metricparse.semantics.semantics_book import SemanticsBook

COLOURS = {"comparable": "green", "convertible": "green", "not-comparable": "red"}
INDENT = 16
AROUND = 30
"""Characters shown on either side of what an objection points at."""
LONGEST = 60
"""Characters of it that are shown."""


class CheckText:
    """Renders the result of a check."""

    def __init__(self, book: SemanticsBook, lang: str, columns: int, paint: Paint) -> None:
        self.book, self.lang, self.columns, self.paint = book, lang, columns, paint

    def render(self, result: dict[str, Any]) -> str:
        """The whole check."""
        lines = self._row("verdict", self.book.word("checks", result["verdict"], self.lang), COLOURS[result["verdict"]])
        lines += self._row("quantity", printable(result["quantity"]))
        none = ("", "none", self.book.word("clocks", "none", self.lang))
        for key in ("unit_of_measure", "window", "scope", "clock_domain"):
            if result[key] not in none:
                heading = "unit" if key == "unit_of_measure" else key
                lines += self._row(heading, self.book.word("phrases", result[key], self.lang))
        for one in result["objections"]:
            lines += ["", *self._objection(result["expression"], one)]
        for one in result["identities"]:
            lines += self._row("identity", printable(one["text"]))
        if result["left_out"]:
            lines += self._row("left_out", printable(", ".join(result["left_out"])))
        if result.get("values"):
            lines += ["", *self._values(result)]
        return "\n".join(lines) + "\n"

    def _row(self, key: str, text: str, colour: str = "") -> list[str]:
        heading = self.book.word("headings", key, self.lang)
        return headed(heading, text, self.columns, INDENT, self.paint, text_style=colour)

    def _objection(self, expression: str, one: dict[str, Any]) -> list[str]:
        start, end = one["offset"], one["offset"] + one["length"]
        facet = self.book.word("facets", one["facet"], self.lang)
        one_place = "at_one" if end == start + 1 else "at"
        place = self.book.word("headings", one_place, self.lang, start=start + 1, end=end)
        lines = self._row("objection", f"{one['rule']} [{facet}] {place}", "red")
        before, found, after = (
            expression[max(0, start - AROUND) : start],
            expression[start:end],
            expression[end : end + AROUND],
        )
        if len(found) > LONGEST:
            found, after = found[: LONGEST - 1] + "…", ""
        pieces = [
            printable(piece.replace("\n", " ").replace("\r", " ").replace("\t", " "))
            for piece in (before, found, after)
        ]
        lines.append(" " * INDENT + "".join(pieces))
        lines.append(" " * (INDENT + width(pieces[0])) + self.paint("^" * max(1, width(pieces[1])), "red"))
        lines += wrap(printable(one["text"]), self.columns, " " * INDENT)
        if one["instead"]:
            lines += self._row("instead", printable(one["instead"]))
        return lines

    def _values(self, result: dict[str, Any]) -> list[str]:
        unit = result["unit_of_measure"]
        lines = ["  " + self.paint(self.book.word("headings", "values", self.lang), "bold")]
        names = [printable(row["kernel"]) for row in result["values"]]
        room = min(max(map(width, names)), max(20, self.columns - 40))
        for name, row in zip(names, result["values"], strict=True):
            shown = name if width(name) <= room else name[: room - 1] + "…"
            lines.append(f"    {shown}{' ' * max(1, room + 2 - width(shown))}{self._value(row, unit)}")
        return lines

    @staticmethod
    def _value(row: dict[str, Any], unit: str) -> str:
        value = row["value"]
        if value is None:
            return f"n/a ({printable(row['missing'])})"
        text = "  |  ".join(number(one) for one in value) if isinstance(value, list) else number(value)
        if unit:
            text += f" {unit}"
        return text + ("" if "holds" not in row else "  ✓" if row["holds"] else "  ✗")


def number(value: float) -> str:
    """A value for reading: six digits that count, thousands apart, large and small ones with an exponent.

    >>> number(3446234567890.0), number(0.7462686), number(36790276.0), number(float("inf"))
    ('3.44623e+12', '0.746269', '36,790,276', 'inf')
    """
    if value == value and abs(value) < 1e9 and value == int(value):
        return f"{int(value):,}"
    return f"{value:,.6g}"
