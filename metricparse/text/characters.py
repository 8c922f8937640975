"""What a character is to a reader of mark-up: blank, punctuation, a letter of a script without blanks."""

from __future__ import annotations

import unicodedata

CJK = 0x2E80
"""From here on scripts stand without blanks between words; their punctuation is wide."""


def is_punctuation(char: str) -> bool:
    """Punctuation or a symbol, of ASCII or of Unicode."""
    if char < "\x7f":
        return not char.isalnum() and not char.isspace()
    return unicodedata.category(char)[0] in "PS"


def indentation(text: str, start: int, end: int) -> int:
    """Offset of the first character that is neither blank nor tab, or ``end``."""
    while start < end and text[start] in " \t":
        start += 1
    return start
