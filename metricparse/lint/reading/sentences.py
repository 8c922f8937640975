"""Sentences and clauses of running text, English and Chinese."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from metricparse.text.model import Mark

LONGEST = 1200
"""Characters of a sentence; what goes on for longer is cut where a blank or a comma allows it, so that work for each of
its words stays bounded."""
_END = re.compile("[。！？!?.]")
_CHINESE_ENDS = "。！？"
_CLAUSES = ",;:，；：、—()（）"
_CLAUSE = re.compile(f"[{_CLAUSES}]")
_CUTS = "；;，,、\n "
_SHORT = ("e.g.", "i.e.", "vs.", "cf.", "etc.", "approx.", "resp.", "fig.", "no.", "incl.")
"""A full stop behind these ends no sentence."""


class Sentence(NamedTuple):
    """A stretch ``text[start:end]`` of a region."""

    start: int
    end: int


def sentences(text: str, marks: Sequence[Mark] = ()) -> list[Sentence]:
    """Sentences in order; what stands in a code mark ends none.

    >>> text = "Use a.b. See c. 好。再看 d"
    >>> [text[one.start:one.end] for one in sentences(text)]
    ['Use a.b.', 'See c.', '好。', '再看 d']
    """
    result: list[Sentence] = []
    code = [(mark.start, mark.end) for mark in marks if mark.kind == "code"]
    start = 0
    at = _next(text, 0)
    while at >= 0:
        before = bisect_right(code, (at, len(text))) - 1
        if before >= 0 and at < code[before][1]:
            at = _next(text, code[before][1])
            continue
        end = at + 1
        while end < len(text) and text[end] in "。！？!?.”’」』）)\"'":
            end += 1
        if _is_end(text, start, at, end):
            _add(result, text, start, end)
            start = end
        at = _next(text, end)
    _add(result, text, start, len(text))
    return result


def _next(text: str, at: int) -> int:
    found = _END.search(text, at)
    return found.start() if found else -1


def _is_end(text: str, start: int, at: int, end: int) -> bool:
    if text[at] in _CHINESE_ENDS or end >= len(text):
        return True
    if not text[end].isspace() and not (text[at] in "?!" and not text[end].isascii()):
        return False
    if text[at] == "." and text[max(start, at - 6) : at + 1].lower().endswith(_SHORT):
        return False
    rest = text[end : end + 40].lstrip()
    return not rest or not rest[0].islower() or text[at] in "?!"


def _add(result: list[Sentence], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > LONGEST:
        limit = start + LONGEST
        cut = max(text.rfind(mark, start + LONGEST // 2, limit) for mark in _CUTS)
        cut = cut + 1 if cut >= 0 else limit
        result.append(Sentence(start, cut))
        start = cut
    if start < end:
        result.append(Sentence(start, end))


def clause(text: str, within: Sentence, start: int, end: int) -> Sentence:
    """The part of a sentence between punctuation in which ``text[start:end]`` stands."""
    first = max([text.rfind(mark, within.start, start) for mark in _CLAUSES]) + 1
    behind = _CLAUSE.search(text, end, within.end)
    return Sentence(max(first, within.start), within.end if behind is None else behind.start())
