"""Bare addresses in prose: where they stand, so that nothing in them is read as mark-up or as words."""

from __future__ import annotations

import re

_ADDRESS_END = re.compile(r"[^!#-;=?-Z\\_a-z~]")
ADDRESS = "\ufffc"
"""Stands where a bare address stood, so that the words around it stay apart."""


class Addresses:
    """Bare addresses of a text, one after the other: ``http://…``, ``https://…``, ``ftp://…``, ``www.…``.

    Punctuation that ends a sentence is not part of one.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.scheme = text.find("://")
        self.bare = text.find("www.")
        self.none = self.scheme < 0 and self.bare < 0

    def next(self, at: int) -> tuple[int, int]:
        """(start, end) of the first one that begins at or behind an offset, which never falls; (-1, -1) for none."""
        text = self.text
        while True:
            # What was found ahead is kept, so that no stretch is searched twice.
            if 0 <= self.scheme < at:
                self.scheme = text.find("://", at)
            if 0 <= self.bare < at:
                self.bare = text.find("www.", at)
            scheme, bare = self.scheme, self.bare
            if scheme < 0 and bare < 0:
                return -1, -1
            if bare < 0 or 0 <= scheme < bare:
                word = next((w for w in ("https", "http", "ftp") if text.endswith(w, at, scheme)), "")
                start, inside = scheme - len(word), scheme + 3
                good = bool(word)
            else:
                start, inside = bare, bare + 4
                good = bare == 0 or not (text[bare - 1].isalnum() or text[bare - 1] in "._-/")
            stop = _ADDRESS_END.search(text, inside)
            end = stop.start() if stop else len(text)
            if good:
                end = _trim(text, inside, end)
            if good and end > inside:
                return start, end
            at = max(end, inside)


def _trim(text: str, start: int, end: int) -> int:
    """The end of an address without the punctuation of the sentence around it."""
    open_, close = text.count("(", start, end), text.count(")", start, end)
    while end > start:
        last = text[end - 1]
        if last == ")" and close > open_:
            close -= 1
        elif last not in "?!.,:*_~'\"":
            break
        end -= 1
    return end
