"""The one kind of wildcard that patterns over names and paths have: ``*`` for any text."""

from __future__ import annotations


def glob(pattern: str, text: str) -> bool:
    """Whether ``*`` in a pattern can be filled so that it equals the text; linear in the length of both.

    >>> glob("lts__*_op_*", "lts__t_sectors_op_read"), glob("a*a", "a")
    (True, False)
    """
    first, *rest = pattern.split("*")
    if not rest:
        return pattern == text
    last = rest.pop()
    if not text.startswith(first) or not text.endswith(last) or len(text) < len(first) + len(last):
        return False
    at, end = len(first), len(text) - len(last)
    for part in rest:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True
