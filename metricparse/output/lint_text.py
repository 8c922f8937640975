"""Findings as text: place, message, the source line with carets, advice."""

from __future__ import annotations

from metricparse.lint.model import Finding, Result
from metricparse.output.harmless import harmless
from metricparse.output.terminal import Paint, printable, width, wrap

COLOUR = {"error": "red", "warning": "yellow", "note": "blue"}
LONGEST = 160
"""Columns of a source line that are shown; longer ones are cut around the finding."""


def render(result: Result, lang: str, columns: int, paint: Paint) -> str:
    """Every finding, then what could not be read, then one line of totals."""
    blocks = ["\n".join(block(one, columns, paint)) for one in result.findings]
    for error in result.errors:
        at = f":{error.line}" if error.line else ""
        blocks.append(f"{printable(error.path)}{at}: {paint('error', 'red')}: {printable(error.message)}")
    blocks.append(totals(result, lang))
    return harmless("\n\n".join(blocks)) + "\n"


def totals(result: Result, lang: str) -> str:
    """How many findings of which severity, and in how many files."""
    counts = {s: sum(f.severity == s for f in result.findings) for s in ("error", "warning", "note")}
    if lang == "zh":
        words = {"error": "个错误", "warning": "个警告", "note": "个提示"}
        said = [f"{n} {words[s]}" for s, n in counts.items() if n] or ["没有问题"]
        said += [f"{len(result.errors)} 个无法读取"] if result.errors else []
        return f"{'，'.join(said)}（{result.files} 个文件）"
    said = [f"{n} {s}{'s' if n != 1 else ''}" for s, n in counts.items() if n] or ["no findings"]
    said += [f"{len(result.errors)} unreadable"] if result.errors else []
    return f"{', '.join(said)} in {result.files} file{'s' if result.files != 1 else ''}"


def block(one: Finding, columns: int, paint: Paint) -> list[str]:
    """One finding with its source line."""
    place = one.place
    head = f"{printable(one.path)}:{place.line}:{place.column}: "
    lines = [paint(head, "bold") + paint(one.severity, COLOUR[one.severity]) + f"[{one.rule}] {printable(one.message)}"]
    lines += _source(one, paint)
    if one.claim:
        lines += wrap(printable(one.claim), columns, "    ", "  = ")
    if one.advice:
        lines += wrap(printable(one.advice), columns, "    ", "  → ")
    lines.append(paint(f"  {one.slug}", "dim"))
    return lines


def _source(one: Finding, paint: Paint) -> list[str]:
    if not one.source:
        return []
    place = one.place
    start = place.column - 1
    end = place.end_column - 1 if place.end_line == place.line else len(one.source)
    shown, offset = one.source, 0
    if len(shown) > LONGEST:
        offset = max(0, start - 40)
        shown = shown[offset : offset + LONGEST]
    shown = "".join(" " if c == "\t" else c for c in shown)
    before = shown[: max(0, start - offset)]
    marked = shown[max(0, start - offset) : max(0, end - offset)]
    gutter = f"{place.line} | "
    blank = " " * (len(gutter) - 2) + "| "
    return [
        paint(gutter, "dim") + printable(shown),
        paint(blank, "dim")
        + " " * width(printable(before))
        + paint("^" * max(1, width(printable(marked))), COLOUR[one.severity]),
    ]
