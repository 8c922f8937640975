"""Plain text for a terminal: wrapping by display width, colour where it is wanted."""

from __future__ import annotations

import os
import sys
import unicodedata
from typing import TextIO

COLOURS = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}


def wants_colour(stream: TextIO, refused: bool) -> bool:
    """Colour only on a terminal that shows it, and not against NO_COLOR or ``--no-color``."""
    return not refused and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def columns() -> int:
    """Width to wrap to: the terminal's, at most 100, and 80 where there is none."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return 80
    import shutil  # a run into a file or a pipe does without

    return max(40, min(100, shutil.get_terminal_size((80, 24)).columns))


class _Widths(dict[str, int]):
    """Columns of a character, looked up once: texts repeat theirs."""

    def __missing__(self, char: str) -> int:
        wide = unicodedata.east_asian_width(char) in "WF"
        found = self[char] = 2 if wide else 0 if unicodedata.combining(char) else 1
        return found


_width_of = _Widths().__getitem__


def width(text: str) -> int:
    """Columns that a text takes; Chinese characters take two."""
    return len(text) if text.isascii() else sum(map(_width_of, text))


def pieces(text: str) -> list[str]:
    """Where a line may break: at blanks, and between Chinese characters (never before closing punctuation)."""
    if text.isascii() or 2 not in map(_width_of, set(text)):
        *words, last = text.split(" ")
        return [*(f"{word} " for word in words), *([last] if last else ())]
    result: list[str] = []
    current = ""
    for char in text:
        wide = _width_of(char) == 2
        if char == " ":
            result.append(current + " ")
            current = ""
        elif wide and char not in "，。；：、）》」』！？”’":
            if current:
                result.append(current)
            current = char
        else:
            if current and not char.isspace() and wide is False and _width_of(current[-1]) == 2 and char not in ",.;:)":
                result.append(current)
                current = char
            else:
                current += char
    result.append(current)
    return [p for p in result if p]


def wrap(text: str, limit: int, indent: str = "", first: str | None = None) -> list[str]:
    """Lines no wider than a limit where the words allow it; a word that is too long stands alone, uncut."""
    lines: list[str] = []
    current = indent if first is None else first
    taken = width(current)
    empty = True
    for piece in pieces(" ".join(text.split())):
        wide = width(piece)
        if not empty and taken + wide - piece.endswith(" ") > limit:
            lines.append(current.rstrip())
            current, taken = indent, width(indent)
        current += piece
        taken += wide
        empty = False
    if not empty:
        lines.append(current.rstrip())
    return lines


class Paint:
    """Colour or none."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, *styles: str) -> str:
        """The text in the styles, or as it is."""
        if not self.on or not text:
            return text
        codes = ";".join(COLOURS[s] for s in styles)
        return f"\x1b[{codes}m{text}\x1b[0m"


def headed(
    heading: str, text: str, limit: int, indent: int, paint: Paint, heading_style: str = "", text_style: str = ""
) -> list[str]:
    """A heading with its text beside it, wrapped; the text begins in column ``indent``.  No lines without a text.

    ``text_style`` colours the first line only.
    """
    plain = f"  {heading}{' ' * max(1, indent - 2 - width(heading))}"
    lines = wrap(text, limit, " " * indent, plain)
    if lines:
        head = paint(heading, heading_style) if heading_style else heading
        body = lines[0][len(plain) :]
        lines[0] = f"  {head}{plain[2 + len(heading) :]}{paint(body, text_style) if text_style else body}"
    return lines


def printable(text: str) -> str:
    """Text from outside, with control characters shown instead of sent to the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" if ord(c) < 256 else f"\\u{ord(c):04x}" for c in text)
