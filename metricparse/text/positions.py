"""Arithmetic of spans: cutting, joining and nesting texts while every character keeps its place.

All functions are linear in what they return; none looks at characters outside its arguments.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from metricparse.text.model import Span, Spans

Cut = tuple[int, int, str]
"""(start, end, what stands there instead): a stretch of mark-up to leave out, or an escape and what it stands for."""

_FAR = 1 << 62
_new = tuple.__new__
"""Half the cost of calling the class of a named tuple; spans are made for every piece of every region."""


def line_starts(text: str) -> list[int]:
    r"""Offset of the first character of every line; only ``\n`` ends a line.

    >>> line_starts("ab\r\ncd\n")
    [0, 4, 7]
    """
    starts = [0]
    starts.extend(accumulate([len(line) + 1 for line in text.split("\n")]))
    starts.pop()
    return starts


def whole(offset: int, length: int) -> Spans:
    """Spans of a text that stands in the document as it is."""
    return (_new(Span, (0, offset, length, length)),) if length else ()


def part(spans: Spans, start: int, end: int) -> Spans:
    """Spans of ``text[start:end]``."""
    if end <= start:
        return ()
    if len(spans) == 1:
        only = spans[0]
        if only.length == only.width:
            return (_new(Span, (0, only.offset + start, end - start, end - start)),)
        return (Span(0, only.offset, end - start, only.width),)
    result = []
    for index in range(max(bisect_right(spans, (start, _FAR)) - 1, 0), len(spans)):
        span = spans[index]
        if span.start >= end:
            break
        first = max(start, span.start)
        length = min(end, span.start + span.length) - first
        if length <= 0:
            continue
        if span.length == span.width:
            result.append(Span(first - start, span.offset + first - span.start, length, length))
        else:
            result.append(Span(first - start, span.offset, length, span.width))
    return tuple(result)


def compose(inner: Spans, outer: Spans | None) -> Spans:
    """Spans into a text that has spans itself; ``outer`` None means the document as it is."""
    if outer is None or not inner:
        return inner
    if len(outer) == 1 and outer[0].length == outer[0].width:
        shift = outer[0].offset
        return tuple([tuple.__new__(Span, (s, o + shift, n, w)) for s, o, n, w in inner]) if shift else inner
    result: list[Span] = []
    for start, offset, length, width in inner:
        pieces = part(outer, offset, offset + width)
        if length == width:
            for piece in pieces:
                moved = Span(piece.start + start, piece.offset, piece.length, piece.width)
                last = result[-1] if result else None
                if (
                    last is not None
                    and last.length == last.width
                    and moved.length == moved.width
                    and last.offset + last.width == moved.offset
                ):
                    result[-1] = Span(last.start, last.offset, last.length + moved.length, last.width + moved.width)
                else:
                    result.append(moved)
        elif pieces:
            last = pieces[-1]
            result.append(Span(start, pieces[0].offset, length, last.offset + last.width - pieces[0].offset))
    return tuple(result)


def gather(text: str, pieces: Sequence[tuple[int, int]]) -> tuple[str, Spans]:
    """Join stretches of lines, each the next line's part, by the line breaks between them.

    A piece ends at or before the end of its line; the break that joins it to the next is the line's own.
    """
    if len(pieces) == 1:
        start, end = pieces[0]
        return text[start:end], whole(start, end - start)
    runs: list[list[int]] = []
    last = -1
    for start, end in pieces:
        if last >= 0:
            newline = text.find("\n", last)
            if runs and sum(runs[-1]) == newline:
                runs[-1][1] += 1
            else:
                runs.append([newline, 1])
        if end > start:
            if runs and sum(runs[-1]) == start:
                runs[-1][1] += end - start
            else:
                runs.append([start, end - start])
        last = end
    spans = []
    at = 0
    for offset, length in runs:
        spans.append(_new(Span, (at, offset, length, length)))
        at += length
    return "\n".join([text[start:end] for start, end in pieces]), tuple(spans)


def without(text: str, cuts: Iterable[Cut]) -> tuple[str, Spans]:
    """The text with its cuts (in order; of two that overlap the first counts) left out or replaced, and spans into it."""
    parts: list[str] = []
    spans: list[Span] = []
    done = at = 0
    new = _new
    for start, end, instead in cuts:
        if start < done:
            continue
        if start > done:
            parts.append(text[done:start])
            spans.append(new(Span, (at, done, start - done, start - done)))
            at += start - done
        if instead:
            parts.append(instead)
            spans.append(new(Span, (at, start, len(instead), end - start)))
            at += len(instead)
        done = end
    rest = len(text) - done
    if rest > 0:
        parts.append(text[done:])
        spans.append(Span(at, done, rest, rest))
    return "".join(parts), tuple(spans)


def moved(spans: Spans, ends: list[int], position: int) -> int:
    """Where a position of the source stands in the text that `without` returned (the next kept one if it was cut).

    ``ends``: for every span the offset behind it.
    """
    index = bisect_right(ends, position)
    if index == len(spans):
        return spans[-1].start + spans[-1].length if spans else 0
    start, offset, length, width = spans[index]
    if position <= offset or length != width:
        return start
    return start + position - offset
