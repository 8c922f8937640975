"""What stands in code beside the code: comments, strings, docstrings, here-documents; as children of the code's region."""

from __future__ import annotations

import re
from typing import NamedTuple

from metricparse.text.builder import Builder
from metricparse.text.languages import HASH, SHELL, SLASH
from metricparse.text.positions import Cut, compose, gather, part, whole, without

_NEAR = 400
"""Code points before a trailing comment that are looked at."""
Lines = list[tuple[int, int]]
"""Stretches of successive lines."""


class Found(NamedTuple):
    """A comment or string in a code text."""

    kind: str
    """comment, string or docstring."""
    lines: Lines
    """Its text without marks, line by line."""
    detail: str
    """comment: own, trailing; string: quoted, here-document."""
    beside: tuple[int, int] = (-1, -1)
    """The code before a trailing comment, as (start, end)."""
    cuts: tuple[Cut, ...] = ()
    """Escapes in a string of one stretch, and what they stand for."""


def annotate(builder: Builder, parent: int, start: int = 0, end: int | None = None, language: str = "") -> None:
    """Add the children of a code region, or of a stretch of its text written in another language."""
    region = builder.regions[parent]
    tongue = language or region.language
    text = region.text if end is None and not start else region.text[start:end]
    for found in scan(text, tongue):
        _child(builder, parent, text, start, found, tongue)


def _child(builder: Builder, parent: int, text: str, shift: int, found: Found, language: str) -> None:
    if len(found.lines) == 1 and not found.cuts:
        start, end = found.lines[0]
        content = text[start:end]
        bare = content.strip()
        if "\n" not in bare:  # the usual case, without detours
            if len(bare) < 3 or not _is_ruler(bare):
                start += shift + len(content) - len(content.lstrip())
                beside = (found.beside[0] + shift, found.beside[1] + shift) if found.beside[0] >= 0 else found.beside
                builder.child(
                    parent,
                    found.kind,
                    bare,
                    whole(start, len(bare)),
                    start,
                    language=language,
                    detail=found.detail,
                    beside=beside,
                ) if bare else None
            return
    content, spans = gather(text, found.lines)
    if found.cuts:
        content, inner = without(content, found.cuts)
        spans = compose(inner, spans)
    beside = (found.beside[0] + shift, found.beside[1] + shift) if found.beside[0] >= 0 else found.beside
    for start, end in paragraphs(content):
        pieces = part(spans, start, end)
        moved = tuple([s._replace(offset=s.offset + shift) for s in pieces]) if shift else pieces
        builder.child(
            parent,
            found.kind,
            content[start:end],
            moved,
            moved[0].offset,
            language=language,
            detail=found.detail,
            beside=beside,
        )


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Stretches between blank lines, without blanks around them and without mere rulers (``-----``)."""
    result = []
    start = -1
    last = at = 0
    for line in text.split("\n"):
        end = at + len(line)
        if not line or line.isspace():
            if start >= 0:
                result.append((start, last))
                start = -1
        else:
            if start < 0:
                start = at + len(line) - len(line.lstrip())
            last = at + len(line.rstrip())
        at = end + 1
    if start >= 0:
        result.append((start, last))
    return [(s, e) for s, e in result if e - s < 3 or not _is_ruler(text[s:e])]


def _is_ruler(text: str) -> bool:
    """Nothing but marks that divide: no letter, no digit."""
    return not any(map(str.isalnum, text))


def scan(text: str, language: str) -> list[Found]:
    """Comments and strings of a code text, in order.  Languages that are not known have none."""
    if language in ("python", "pycon"):
        from metricparse.text.python import scan_python

        return scan_python(text)
    if language in SHELL:
        from metricparse.text.shell import scan_shell

        return scan_shell(text, language)
    if language in HASH:
        return merge(text, _hash(text))
    if language in SLASH:
        return merge(text, _slash(text, quotes=True))
    if language == "batch":
        return merge(text, _batch(text))
    if language == "":
        return merge(text, _any(text))
    return []


def own(text: str, at: int) -> int:
    """Where the code of the line begins, before ``at``; -1 if only blanks stand there.

    Of a long line the last stretch is enough, and keeps the cost of many comments on one line in bounds.
    """
    start = max(text.rfind("\n", max(at - _NEAR, 0), at) + 1, at - _NEAR, 0)
    while start < at and text[start].isspace():
        start += 1
    return start if start < at else -1


def comment(text: str, at: int, end: int, begin: int) -> Found:
    """A comment whose mark begins at ``at`` and whose text is ``begin`` to ``end``; blanks around it are left out."""
    while begin < end and text[end - 1].isspace():
        end -= 1
    if begin < end and text[begin] == " ":
        begin += 1
    first = own(text, at)
    if first < 0:
        return Found("comment", [(begin, max(begin, end))], "own")
    stop = at
    while stop > first and text[stop - 1].isspace():
        stop -= 1
    return Found("comment", [(begin, max(begin, end))], "trailing", (first, stop))


def merge(text: str, found: list[Found]) -> list[Found]:
    """Join comments on lines of their own that follow one another."""
    result: list[Found] = []
    for one in found:
        last = result[-1] if result else None
        if (
            last is not None
            and one.kind == last.kind == "comment"
            and one.detail == last.detail == "own"
            and _adjacent(text, last.lines[-1][1], one.lines[0][0])
        ):
            last.lines.extend(one.lines)
        else:
            result.append(one)
    return result


def _adjacent(text: str, end: int, start: int) -> bool:
    """Whether the second position is on the line after the first one."""
    newline = text.find("\n", end, start)
    return newline >= 0 and text.find("\n", newline + 1, start) < 0


_HASH_STOP = re.compile(r"[#\"'\n]")
_SLASH_STOP = re.compile(r"[/\"'\n]")
_STRING_STOP = re.compile(r"[\"'\\\n]")


def string_end(text: str, at: int) -> int:
    """Offset behind the string of one line whose opening quote stands at ``at`` (at the line's end if it stays open)."""
    quote = text[at]
    at += 1
    while True:
        stop = _STRING_STOP.search(text, at)
        if stop is None:
            return len(text)
        char = stop.group()
        if char == "\\":
            at = stop.end() + 1
        elif char == quote:
            return stop.end()
        elif char == "\n":
            return stop.start()
        else:
            at = stop.end()


def line_end(text: str, at: int) -> int:
    """Offset of the end of the line."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _hash(text: str) -> list[Found]:
    result: list[Found] = []
    at = 0
    while (stop := _HASH_STOP.search(text, at)) is not None:
        at = stop.start()
        char = stop.group()
        if char == "#":
            if at == 0 or text[at - 1].isspace():
                end = line_end(text, at)
                result.append(comment(text, at, end, _behind(text, at, "#")))
                at = end
            else:
                at += 1
        elif char == "\n" or (at and text[at - 1].isalnum()):
            at += 1  # an apostrophe inside a word opens nothing
        else:
            at = string_end(text, at)
    return result


def _behind(text: str, at: int, mark: str) -> int:
    """Offset behind a row of comment marks."""
    while text.startswith(mark, at):
        at += 1
    return at


def _slash(text: str, quotes: bool) -> list[Found]:
    result: list[Found] = []
    at = 0
    open_ended = False
    while (stop := _SLASH_STOP.search(text, at)) is not None:
        at = stop.start()
        if text.startswith("//", at):
            if not quotes and at and not text[at - 1].isspace():
                at += 2
                continue
            end = line_end(text, at)
            begin = _behind(text, at, "/")
            result.append(comment(text, at, end, begin + text.startswith(("!", "<"), begin)))
            at = end
        elif text.startswith("/*", at) and not open_ended:
            close = text.find("*/", at + 2)
            if close < 0 and not quotes:
                open_ended = True
                at += 2
                continue
            end = close if close >= 0 else len(text)
            result.append(_block(text, at, end))
            at = end + 2
        elif stop.group() in "\"'" and quotes and not (stop.group() == "'" and at and text[at - 1].isalnum()):
            at = string_end(text, at)
        else:
            at += 1
    return result


def _block(text: str, at: int, end: int) -> Found:
    """A comment between ``/*`` and ``*/``; stars down its left side are marks."""
    lines: Lines = []
    start = at + 2
    while True:
        stop = text.find("\n", start, end)
        last = stop if stop >= 0 else end
        begin, until = start, last
        while begin < until and text[begin].isspace():
            begin += 1
        while begin < until and text[begin] in "*!":
            begin += 1
        while begin < until and text[begin] == " ":
            begin += 1
        while until > begin and (text[until - 1].isspace() or text[until - 1] == "*"):
            until -= 1
        lines.append((begin, until))
        if stop < 0:
            break
        start = stop + 1
    first = own(text, at)
    if first < 0:
        return Found("comment", lines, "own")
    stop_code = at
    while stop_code > first and text[stop_code - 1].isspace():
        stop_code -= 1
    return Found("comment", lines, "trailing", (first, stop_code))


def _batch(text: str) -> list[Found]:
    result: list[Found] = []
    at = 0
    for line in text.split("\n"):
        bare = line.lstrip()
        begin = at + len(line) - len(bare)
        if bare.startswith("::"):
            result.append(comment(text, begin, at + len(line), begin + 2))
        elif bare[:4].lower() == "rem ":
            result.append(comment(text, begin, at + len(line), begin + 3))
        at += len(line) + 1
    return result


def _any(text: str) -> list[Found]:
    """Code of a language that nothing states: ``# …`` and ``// …`` behind a blank, wherever they stand."""
    result = []
    at = 0
    for line in text.split("\n"):
        for mark in ("# ", "// "):
            here = 0 if line.startswith(mark) else line.find(" " + mark) + 1
            if here or line.startswith(mark):
                result.append(comment(text, at + here, at + len(line), at + here + len(mark) - 1))
                break
        at += len(line) + 1
    return result
