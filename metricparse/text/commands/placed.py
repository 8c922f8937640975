"""Text put together from pieces of a document, each of which knows where it stands."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

HOLE = "\ufdd0"
"""Stands in a text for what nobody can know from the document: an unset variable, the output of a command.  The code
point is a noncharacter, so no text that is exchanged holds it."""

BLANKS = " \t\r\n\f\v"

STEPS = 6
"""Variables through which a value came that are remembered."""
Range = tuple[int, int]
"""Offset and width, in code points of the text that was searched."""


class Piece(NamedTuple):
    """A stretch of text and where it comes from.

    ``len(text) == width``: the characters are the document's own, one for one.  Otherwise all of the text (an escape, a
    hole, an empty pair of quotes) stands for the ``width`` characters at ``offset``.
    """

    text: str
    offset: int
    width: int
    used: tuple[Range, ...] = ()
    """For a value of a variable: where the variable stands that brought it here, innermost first."""
    name: str = ""
    """For a hole: the variable that would fill it."""

    @property
    def exact(self) -> bool:
        """Whether each character stands for itself."""
        return len(self.text) == self.width and self.text != HOLE


class Word(NamedTuple):
    """A word of a command line, or a part of one, as the program gets it."""

    text: str
    """Quotes and escapes taken off, variables filled in; `HOLE` for each part that is unknown."""
    pieces: tuple[Piece, ...]
    """What it is made of, in order; at least one."""
    quoted: bool = False
    """Whether any part stood in quotes."""

    @property
    def hole(self) -> bool:
        """Whether a part of it is unknown."""
        return HOLE in self.text

    @property
    def range(self) -> Range:
        """The stretch of the document to point at: where the text is written if that is one place, else where it is used."""
        return _range(self.pieces)

    @property
    def offset(self) -> int:
        """Start of `range`."""
        return self.range[0]

    @property
    def length(self) -> int:
        """Width of `range`; ``document[offset:offset + length] == text`` unless quotes, escapes or variables stand in it."""
        return self.range[1]

    @property
    def end(self) -> int:
        """Offset behind the last character."""
        offset, width = self.range
        return offset + width

    def cut(self, start: int, end: int) -> Word:
        """The part ``text[start:end]``; an escape is taken whole."""
        return word(cut(self.pieces, start, end), self.pieces[0].offset, self.quoted)

    def split(self, separator: str) -> list[Word]:
        """The parts between separators (one character), empty ones included."""
        parts: list[Word] = []
        part: list[Piece] = []
        for piece in self.pieces:
            at = 0
            while True:
                found = piece.text.find(separator, at)
                part.extend(cut((piece,), at, len(piece.text) if found < 0 else found))
                if found < 0:
                    break
                parts.append(word(part, piece.offset + (found if piece.exact else 0), self.quoted))
                part, at = [], found + 1
        last = self.pieces[-1]
        parts.append(word(part, last.offset + last.width, self.quoted))
        return parts

    def strip(self, characters: str = BLANKS) -> Word:
        """Without the given characters at both ends."""
        left = len(self.text) - len(self.text.lstrip(characters))
        right = len(self.text.rstrip(characters))
        if left == 0 and right == len(self.text):
            return self
        return self.cut(left, max(left, right))

    def fields(self, separators: str = BLANKS) -> list[Word]:
        """The parts between runs of separators; by default as a shell splits the value of a variable."""
        found: list[Word] = []
        start = -1
        for at, character in enumerate(self.text):
            if character in separators:
                if start >= 0:
                    found.append(self.cut(start, at))
                start = -1
            elif start < 0:
                start = at
        if start >= 0:
            found.append(self.cut(start, len(self.text)))
        return found


def word(pieces: Iterable[Piece], offset: int, quoted: bool = False) -> Word:
    """A word from its pieces; ``offset`` says where it stands if there are none."""
    given = tuple(pieces)
    if len(given) == 1:
        return Word(given[0].text, given, quoted)
    kept = tuple(piece for piece in given if piece.text) or given[:1] or (Piece("", offset, 0),)
    return Word("".join(piece.text for piece in kept), kept, quoted)


def cut(pieces: Iterable[Piece], start: int, end: int) -> Iterator[Piece]:
    """The pieces of ``text[start:end]``; of a piece that is not exact the place is kept whole."""
    at = 0
    empty: Piece | None = None
    for piece in pieces:
        length = len(piece.text)
        first, last = max(start - at, 0), min(end - at, length)
        if first < last:
            empty = None
            if first == 0 and last == length:
                yield piece
            elif piece.exact:
                yield Piece(piece.text[first:last], piece.offset + first, last - first, piece.used)
            else:
                yield piece._replace(text=piece.text[first:last])
        elif at <= start <= at + length and start >= end and empty is None:
            shift = start - at if piece.exact else 0
            empty = Piece("", piece.offset + shift, 0, piece.used)
        at += length
        if at >= end and start < end:
            return
    if empty is not None:
        yield empty


def used(pieces: Iterable[Piece], place: Range) -> list[Piece]:
    """The pieces of a value, as brought by the variable at a place; of a long way only the last steps are kept."""
    return [Piece(text, offset, width, (*way[-STEPS:], place), name) for text, offset, width, way, name in pieces]


def placed(text: str, offset: int) -> Word:
    """A stretch of the document itself."""
    return Word(text, (Piece(text, offset, len(text)),))


def _range(pieces: tuple[Piece, ...]) -> Range:
    filled = [piece for piece in pieces if piece.text] or list(pieces)
    first = filled[0]
    if len(filled) == 1:
        return (first.offset, first.width)
    paths = [(*reversed(piece.used), (piece.offset, piece.width)) for piece in filled]
    shared = 0
    while all(len(path) > shared + 1 and path[shared] == paths[0][shared] for path in paths):
        shared += 1
    for depth in range(shared, -1, -1):
        places = [path[depth] for path in paths]
        if all(a[0] <= b[0] for a, b in itertools.pairwise(places)):
            start = places[0][0]
            return (start, max(offset + width for offset, width in places) - start)
    return paths[0][0]
