"""Texts with places in braces that something fills in."""

from __future__ import annotations

from collections.abc import Mapping


def filled(text: str, slots: Mapping[str, object]) -> str:
    """A text with its ``{slots}`` filled in; braces that name no slot stay, and what is filled in is not read again.

    >>> filled("{a} of {b}, {c}", {"a": "{b}", "b": 2})
    '{b} of 2, {c}'
    """
    pieces = text.split("{")
    result = [pieces[0]]
    for piece in pieces[1:]:
        key, brace, rest = piece.partition("}")
        result.append(f"{slots[key]}{rest}" if brace and key in slots else "{" + piece)
    return "".join(result)
