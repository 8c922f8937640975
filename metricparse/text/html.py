"""The little of HTML that Markdown needs: which words are elements, where a tag ends, how a block falls into pieces."""

from __future__ import annotations

import re
from typing import NamedTuple

TAGS = frozenset(
    """a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col
    colgroup data dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form frame frameset h1
    h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav
    noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script section select small
    source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track
    tt u ul var video wbr""".split()
)
"""Elements of HTML; another word in angle brackets is a place-holder that somebody is to fill in."""
BLOCK_TAGS = TAGS - frozenset(
    """a abbr area b bdi bdo br button canvas cite code data del dfn em embed font i img input ins kbd label mark meter object
    output picture progress q rp rt ruby s samp select small span strike strong sub sup svg time tt u var video wbr""".split()
)
"""Elements that end the text before them."""
_VERBATIM = frozenset({"pre", "script", "style", "textarea"})
_TAG_STOP = re.compile(r"[<>\"']")


class Piece(NamedTuple):
    """A stretch of an HTML block: prose, cell, header-cell, heading, code or comment."""

    kind: str
    start: int
    end: int
    table: int = -1
    """Number of the table within the block."""
    row: int = -1
    column: int = -1
    level: int = 0
    """Of a heading."""


def tag_name(text: str, at: int) -> str:
    """The element's name, in lower case, of the tag that begins at ``at``; empty if none does."""
    start = at + 1
    if text.startswith("/", start):
        start += 1
    end = start
    while end < len(text) and end < start + 12 and text[end].isalnum():
        end += 1
    following = text[end : end + 1]
    if following and following not in " \t\n\r/>":
        return ""
    return text[start:end].lower()


def tag_end(text: str, at: int, missing: set[str]) -> int:
    """Offset behind the tag that begins at ``at``, or -1 if it does not end.

    ``missing`` remembers quotes of which the text holds no more, so that they are not looked for again.
    """
    at += 1
    while True:
        stop = _TAG_STOP.search(text, at)
        if stop is None or stop.group() == "<":
            return -1
        if stop.group() == ">":
            return stop.end()
        quote = stop.group()
        if quote in missing:
            return -1
        close = text.find(quote, stop.end())
        if close < 0:
            missing.add(quote)
            return -1
        at = close + 1


def split(text: str) -> list[Piece]:
    """The pieces of an HTML block, in order; tags that stay in a piece are left to the reader of inline mark-up."""
    return _Splitter(text).split()


class _Splitter:
    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[Piece] = []
        self.missing: set[str] = set()
        self.table = self.row = self.column = -1
        self.tables = 0
        self.kind = "prose"
        self.level = 0

    def split(self) -> list[Piece]:
        text = self.text
        begin = at = 0
        while (at := text.find("<", at)) >= 0:
            if text.startswith("<!--", at):
                self._flush(begin, at)
                close = text.find("-->", at + 4)
                end = close if close >= 0 else len(text)
                self.pieces.append(Piece("comment", at + 4, end))
                begin = at = end + 3 if close >= 0 else end
                continue
            name = tag_name(text, at)
            if name not in BLOCK_TAGS and name not in _VERBATIM:
                at += 1
                continue
            end = tag_end(text, at, self.missing)
            if end < 0:
                at += 1
                continue
            self._flush(begin, at)
            if name in _VERBATIM and text[at + 1] != "/":
                close = self._close(name, end)
                if name == "pre":
                    self.pieces.append(Piece("code", end, close))
                begin = at = close
                continue
            self._tag(name, text[at + 1] == "/")
            begin = at = end
        self._flush(begin, len(text))
        return self.pieces

    def _close(self, name: str, at: int) -> int:
        """Where the closing tag of an element begins whose content is no HTML."""
        for form in (f"</{name}", f"</{name.upper()}"):
            if form in self.missing:
                continue
            found = self.text.find(form, at)
            if found >= 0:
                return found
            self.missing.add(form)
        return len(self.text)

    def _tag(self, name: str, closing: bool) -> None:
        if name == "table":
            self.table, self.row, self.column = (-1, -1, -1) if closing else (self.tables, -1, -1)
            self.tables += not closing
        elif name == "tr" and not closing and self.table >= 0:
            self.row, self.column = self.row + 1, -1
        elif name in ("td", "th") and self.row >= 0:
            self.kind = "prose" if closing else "header-cell" if name == "th" else "cell"
            self.column += not closing
        elif len(name) == 2 and name[0] == "h" and name[1].isdigit():
            self.kind = "prose" if closing else "heading"
            self.level = int(name[1])

    def _flush(self, start: int, end: int) -> None:
        if end <= start or self.text[start:end].isspace():
            return
        if self.kind in ("cell", "header-cell"):
            self.pieces.append(Piece(self.kind, start, end, self.table, self.row, self.column))
        else:
            self.pieces.append(Piece(self.kind, start, end, level=self.level if self.kind == "heading" else 0))
