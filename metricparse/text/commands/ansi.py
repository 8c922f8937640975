"""Escapes in ``$'…'`` and in the strings of Python."""

from __future__ import annotations

SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", "0": "\0"}

Run = tuple[str, int, int]
"""Text, offset, width."""


def ansi_c(text: str, at: int, end: int) -> tuple[list[Run], int]:
    """The pieces of a ``$'…'`` whose body begins at ``at``, and the offset behind its quote; 0 if it is left open."""
    close = at
    while close < end and text[close] != "'":
        close += 2 if text[close] == "\\" else 1
    if close >= end:
        return [], 0
    return unescape(text, at, close), close + 1


def unescape(text: str, at: int, end: int) -> list[Run]:
    r"""The pieces of ``text[at:end]`` with its backslash escapes decoded; an escaped line break is nothing.

    >>> unescape("a\\tb", 0, 4)
    [('a', 0, 1), ('\t', 1, 2), ('b', 3, 1)]
    """
    found: list[Run] = []
    while at < end:
        slash = text.find("\\", at, end)
        stop = end if slash < 0 else slash
        if stop > at:
            found.append((text[at:stop], at, stop - at))
        if slash < 0:
            break
        value, width = _escape(text, slash, end)
        if value:
            found.append((value, slash, width))
        at = slash + width
    return found


def _escape(text: str, slash: int, end: int) -> tuple[str, int]:
    kind = text[slash + 1 : slash + 2] if slash + 1 < end else ""
    if kind == "\n":
        return "", 2
    if kind == "\r" and text.startswith("\n", slash + 2):
        return "", 3
    if kind in SIMPLE:
        return SIMPLE[kind], 2
    if kind in ("\\", "'", '"', "?"):
        return kind, 2
    digits = {"x": 2, "u": 4, "U": 8}.get(kind, 0)
    if digits:
        code = text[slash + 2 : min(slash + 2 + digits, end)]
        try:
            return chr(int(code, 16)), 2 + len(code)
        except (ValueError, OverflowError):
            pass
    return "\\", 1
