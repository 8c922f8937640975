"""Scripts: one region of code for the whole file, its comments, strings and docstrings as children of it."""

from __future__ import annotations

from metricparse.text.builder import Builder
from metricparse.text.code import annotate
from metricparse.text.positions import gather, line_starts, whole


def read_script(builder: Builder, text: str, language: str) -> None:
    """Add the regions of a script in a language of `metricparse.text.languages`."""
    if text.strip():
        annotate(builder, add_file(builder, text, language))


def add_file(builder: Builder, text: str, language: str) -> int:
    """Add a whole file as one region of code; returns its index."""
    if "\r\n" in text:
        content, spans = gather(text, without_returns(text))
    else:
        content, spans = text, whole(0, len(text))
    return builder.add("code", content, spans, builder.context(), language=language, detail="file")


def without_returns(text: str) -> list[tuple[int, int]]:
    """Every line as (start, end), without the carriage return that may end it."""
    starts = line_starts(text)
    lines = []
    for number, start in enumerate(starts):
        end = starts[number + 1] - 1 if number + 1 < len(starts) else len(text)
        lines.append((start, end - 1 if end > start and text[end - 1] == "\r" else end))
    return lines
