"""What inline readers have in common: they walk over the signs of a paragraph and collect what to leave out of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from metricparse.text.addresses import ADDRESS, Addresses
from metricparse.text.positions import Cut

Handlers = Mapping[str, Callable[[Any, int], int]]
"""Sign → method that reads what begins with it at an offset and returns the offset to go on from."""


class Inline(NamedTuple):
    """What the mark-up of a paragraph says."""

    cuts: list[Cut]
    """In order, not overlapping."""
    marks: list[tuple[int, int, str]]
    """(start, end, kind) in the paragraph as it stands."""
    comments: list[tuple[int, int]]
    """Insides of HTML comments."""


class Scanner:
    """One pass over one paragraph; ``special`` finds the signs that have handlers."""

    def __init__(self, text: str, special: re.Pattern[str], handlers: Handlers) -> None:
        self.text = text
        self.special = special
        self.handlers = handlers
        self.cuts: list[Cut] = []
        self.marks: list[tuple[int, int, str]] = []
        self.comments: list[tuple[int, int]] = []
        self.missing: set[str] = set()
        """Closing strings of which none is left: they are not looked for again."""

    def read(self) -> Inline | None:
        """What was found, or None if nothing was."""
        self.scan()
        if not self.cuts and not self.marks:
            return None
        return Inline(sorted(self.cuts), sorted(self.marks), self.comments)

    def scan(self) -> None:
        """Hand every sign to its handler; a bare address is cut, signs within it say nothing."""
        text = self.text
        addresses = Addresses(text)
        url, url_end = (-1, -1) if addresses.none else addresses.next(0)
        search = self.special.search
        handlers = self.handlers
        at = 0
        while True:
            found = search(text, at)
            here = found.start() if found else len(text)
            if url >= 0:
                if url < at:
                    url, url_end = addresses.next(at)
                if 0 <= url <= here:
                    self.cuts.append((url, url_end, ADDRESS))
                    at = url_end
                    continue
            if found is None:
                return
            at = handlers[text[here]](self, here)

    def _find(self, what: str, start: int) -> int:
        """Like str.find, but what once was not found is not looked for again: that keeps the whole linear."""
        if what in self.missing:
            return -1
        found = self.text.find(what, start)
        if found < 0:
            self.missing.add(what)
        return found

    def _mark(self, start: int, first: int, last: int, end: int, kind: str) -> None:
        """Mark-up from ``start`` to ``end`` around the text from ``first`` to ``last``."""
        self.cuts.append((start, first, ""))
        self.cuts.append((last, end, ""))
        self.marks.append((first, last, kind))
