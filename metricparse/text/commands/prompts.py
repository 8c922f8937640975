r"""Prompts in front of commands: ``$ ``, ``user@host:~$ ``, ``PS C:\> ``, ``In [3]: !``."""

from __future__ import annotations

from metricparse.text.commands.tools import CONTAINERS, PLAIN, TOOLS, base

SIGNS = ("$ ", "% ", "❯ ", "➜ ", "» ", "λ ")
LONGEST = 120
"""Characters that a prompt may have."""


def prompt_end(text: str, at: int, end: int, *, root: bool = True) -> int:
    """Offset behind the blanks and the prompt at the start of a line; ``at`` if there is neither.

    ``root``: whether ``# `` before a command of the profiler is taken for a prompt, and not for a remark.
    """
    start = at
    while start < end and text[start] in " \t\r":
        start += 1
    if start >= end or (text[start].isalpha() and text[start] not in "PCDI" and not _host(text, start, end)):
        return start
    if text.startswith(SIGNS, start):
        return _skip(text, start + 2, end)
    if text.startswith(("> ", "# ") if root else "> ", start) and _command(text, start + 2, end):
        return _skip(text, start + 2, end)
    newline = text.find("\n", start, min(start + LONGEST, end))
    line = text[start : min(start + LONGEST, end) if newline < 0 else newline]
    if line.startswith("PS ") or line[1:3] == ":\\":
        sign = line.find(">")
        return _skip(text, start + sign + 1, end) if sign > 0 else start
    if line.startswith("In ["):
        sign = line.find("]: ")
        return prompt_end(text, start + sign + 3, end) if sign > 0 else start
    if text[start] == "!" and start + 1 < end and not text[start + 1].isspace():
        return start + 1
    found = _host(text, start, end)
    return _skip(text, found, end) if found else start


def _host(text: str, start: int, end: int) -> int:
    """Offset behind ``user@host:~$ `` and its like, or 0."""
    line = text[start : min(start + LONGEST, end)].partition("\n")[0]
    places = [place for sign in ("$ ", "# ", "% ", "> ") if (place := line.find(sign)) > 0]
    if not places:
        return 0
    head = line[: min(places)]
    if any(c in head for c in "\"'`=|;*,{") or not ("@" in head or head[0] in "([~" or head.startswith("bash-")):
        return 0
    return start + min(places) + 2 if head[0] not in "[(" or "]" in head or ")" in head else 0


def _command(text: str, at: int, end: int) -> bool:
    """Whether a profiler with an option follows: "# ncu --set full" is typed by root, "# ncu does so" is a remark."""
    line = text[at : min(at + LONGEST, end)].partition("\n")[0].split()
    words = [word for word in line if word.startswith("-") or "=" not in word]
    if not words:
        return False
    if base(words[0]) in TOOLS:
        return len(words) > 1 and words[1].startswith("-")
    return base(words[0]) in PLAIN | CONTAINERS and any(base(word) in TOOLS for word in words[1:4])


def _skip(text: str, at: int, end: int) -> int:
    while at < end and text[at] in " \t":
        at += 1
    return at
