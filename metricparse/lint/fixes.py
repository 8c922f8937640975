"""Applying replacements to a document: exactly the stretches they are for, none that overlap, safe ones only if asked."""

from __future__ import annotations

from collections.abc import Iterable

from metricparse.lint.model import Finding
from metricparse.text.model import Place


def applied(text: str, starts: list[int], findings: Iterable[Finding], *, unsafe: bool) -> tuple[str, int]:
    """The text with its fixes, and how many were applied.

    ``starts`` are the offsets of the lines.  Of two fixes that overlap the first in the text is applied; a second run
    sees the other.
    """
    chosen: list[tuple[int, int, str]] = []
    for one in findings:
        if one.fix is not None and (one.fix.safe or unsafe):
            start, end = offsets(one.fix.place, starts)
            chosen.append((start, end, one.fix.text))
    parts = []
    at = count = 0
    for start, end, replacement in sorted(set(chosen)):
        if start < at:
            continue
        parts += [text[at:start], replacement]
        at = end
        count += 1
    return "".join([*parts, text[at:]]), count


def offsets(place: Place, starts: list[int]) -> tuple[int, int]:
    """Where a place begins and ends in the text."""
    return starts[place.line - 1] + place.column - 1, starts[place.end_line - 1] + place.end_column - 1
