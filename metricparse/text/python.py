"""Strings, docstrings and comments of Python, also of Python that does not parse.

Own scanner, because ``tokenize`` stops at the first error and counts columns of its own; it follows quotes, escapes and
brackets, which is all that is needed to tell a comment from a string from code.
"""

from __future__ import annotations

import re

from metricparse.text.code import Found, comment, line_end, merge, own, string_end
from metricparse.text.positions import Cut

_STOP = re.compile(r"[#\"'()\[\]{}\n]")
_TRIPLE_STOP = re.compile(r"[\\\"']")
_ESCAPE = re.compile(r"\\")
_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_HEX = {"x": 2, "u": 4, "U": 8}


def scan_python(text: str) -> list[Found]:
    """Every comment and string, in order.  A string that is a whole statement is a docstring."""
    result: list[Found] = []
    depth = at = 0
    missing: set[str] = set()
    while (stop := _STOP.search(text, at)) is not None:
        at = stop.start()
        char = stop.group()
        if char == "#":
            end = line_end(text, at)
            if not text.startswith("#!", at) or at:
                begin = at
                while text.startswith("#", begin):
                    begin += 1
                result.append(comment(text, at, end, begin))
            at = end
        elif char in "([{":
            depth += 1
            at += 1
        elif char in ")]}":
            depth = max(depth - 1, 0)
            at += 1
        elif char == "\n":
            at += 1
        else:
            found, at = _string(text, at, depth, missing)
            if found is not None:
                result.append(found)
    return merge(text, result)


def _string(text: str, quote: int, depth: int, missing: set[str]) -> tuple[Found | None, int]:
    """The string whose opening quote stands at ``quote``, and the offset behind it."""
    start = quote
    while start > 0 and quote - start < 2 and text[start - 1] in "rRbBfFuUtT":
        start -= 1
    if start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start = quote
    raw = "r" in text[start:quote].lower()
    mark = text[quote : quote + 3]
    if mark in ('"""', "'''") and mark not in missing:
        end = _triple_end(text, quote + 3, mark)
        if end < 0:
            missing.add(mark)
            return None, quote + 3
        first, last, behind = quote + 3, end, end + 3
    else:
        mark = text[quote]
        behind = string_end(text, quote)
        closed = behind > quote + 1 and text[behind - 1] == mark
        first, last = quote + 1, behind - 1 if closed else behind
    if last <= first:
        return None, behind
    kind = "docstring" if not depth and _is_statement(text, start, behind) else "string"
    if kind == "docstring":
        return Found(kind, _dedented(text, first, last), "docstring"), behind
    cuts = () if raw or "\\" not in text[first:last] else _escapes(text, first, last)
    lines = [(first, last)]
    return Found(kind, lines, "quoted", cuts=cuts), behind


def _triple_end(text: str, at: int, mark: str) -> int:
    while (stop := _TRIPLE_STOP.search(text, at)) is not None:
        if stop.group() == "\\":
            at = stop.end() + 1
        elif text.startswith(mark, stop.start()):
            return stop.start()
        else:
            at = stop.end()
    return -1


def _is_statement(text: str, start: int, end: int) -> bool:
    """Whether nothing else stands on the string's lines, and the line before does not run on."""
    if own(text, start) >= 0:
        return False
    rest = text[end : line_end(text, end)].lstrip()
    if rest and not rest.startswith("#"):
        return False
    line = text.rfind("\n", 0, start)
    return line < 1 or text[line - 2 : line].rstrip("\r")[-1:] != "\\"


def _dedented(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Lines of a docstring without the blanks that indent them."""
    lines = []
    rows = text[start:end].split("\n")
    indents = [len(r) - len(r.lstrip()) for r in rows[1:] if r.strip()]
    margin = min(indents, default=0)
    at = start
    for number, row in enumerate(rows):
        first = at + (min(margin, len(row)) if number else len(row) - len(row.lstrip()))
        last = at + len(row.rstrip())
        lines.append((first, max(first, last)))
        at += len(row) + 1
    return lines


def _escapes(text: str, start: int, end: int) -> tuple[Cut, ...]:
    """Escapes between two offsets, as cuts that count from the first."""
    cuts: list[Cut] = []
    at = start
    while (stop := _ESCAPE.search(text, at, end)) is not None:
        at = stop.start()
        letter = text[at + 1 : at + 2]
        width, meant = 2, _SIMPLE.get(letter)
        if letter == "\n":
            meant = ""
        elif letter in _HEX:
            digits = text[at + 2 : at + 2 + _HEX[letter]]
            if len(digits) == _HEX[letter] and all(c in "0123456789abcdefABCDEF" for c in digits):
                code = int(digits, 16)
                if code < 0x110000 and not 0xD800 <= code < 0xE000:
                    width, meant = 2 + len(digits), chr(code)
        if meant is not None and at + width <= end:
            cuts.append((at - start, at - start + width, meant))
        at += width
    return tuple(cuts)
