"""Jupyter notebooks: the sources of the cells, each character at the place of the JSON string that holds it.

Outputs are left out: a program wrote them.  The standard parser checks the file; then one pass over its marks finds the
strings, since the parser does not tell where a value stood.
"""

from __future__ import annotations

import json
import json.decoder
import re
from collections.abc import Callable
from typing import NamedTuple

from metricparse.text.builder import Builder
from metricparse.text.code import annotate
from metricparse.text.languages import language
from metricparse.text.markdown import read_markdown
from metricparse.text.model import Span, Spans
from metricparse.text.positions import gather
from metricparse.text.problem import DocumentError, nested_too_deep

_scanstring: Callable[[str, int, bool], tuple[str, int]] = getattr(json.decoder, "scanstring")  # noqa: B009 - no stub
_MARK = re.compile(r"[\"\[\]{},]")
_HEX = 16
_DEEPEST = 100
"""Objects and lists in one another; notebooks need a dozen."""


class _Cell(NamedTuple):
    kind: str
    text: str
    spans: Spans


def read_notebook(builder: Builder, text: str) -> None:
    """Add the regions of every cell.

    Raises DocumentError if the text is no JSON, or JSON but no notebook.
    """
    path = builder.path
    try:
        data = json.loads(text)
    except json.JSONDecodeError as wrong:
        raise DocumentError(
            path,
            f"the notebook is no JSON: {wrong.msg}; open and save it with Jupyter, or restore it",
            f"笔记本不是合法的 JSON（{wrong.msg}）；请用 Jupyter 打开并重新保存，或从版本库恢复",
            wrong.lineno,
            wrong.colno,
        ) from None
    except (RecursionError, ValueError):
        raise nested_too_deep(path, 1, _DEEPEST) from None
    sheets = data.get("worksheets") if isinstance(data, dict) else None
    old = isinstance(sheets, list) and bool(sheets) and isinstance(sheets[0], dict)
    if not isinstance(data, dict) or not (isinstance(data.get("cells"), list) or old):
        raise DocumentError(
            path,
            'the file is JSON but no notebook: it has no list "cells"',
            "文件是 JSON 但不是笔记本：缺少 “cells” 列表",
            1,
            1,
        )
    tongue = _kernel(data)
    for number, cell in enumerate(_cells(path, text)):
        builder.unit = number
        builder.outer = cell.spans
        if cell.kind == "markdown" or cell.kind == "heading":
            read_markdown(builder, cell.text)
        elif cell.kind == "code":
            _code(builder, cell, tongue)
    builder.outer = None
    builder.unit = -1


def _kernel(data: dict[str, object]) -> str:
    """The language of the code cells."""
    meta = data.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        part = meta.get(key) if isinstance(meta, dict) else None
        word = part.get(name) if isinstance(part, dict) else None
        if isinstance(word, str) and word:
            return language(word)
    return "python"


def _code(builder: Builder, cell: _Cell, tongue: str) -> None:
    text = cell.text
    if not text.strip():
        return
    magic = text.lstrip().partition("\n")[0].split()[:2] if text.lstrip().startswith("%%") else []
    whole = language(magic[0][2:]) if magic else tongue
    if whole == "script" and len(magic) > 1:
        whole = language(magic[1])
    if magic and whole not in ("shell", "python"):
        whole = tongue if magic[0] in ("%%time", "%%timeit", "%%capture", "%%prun") else whole
    index = builder.add(
        "code", text, (Span(0, 0, len(text), len(text)),), builder.context(), language=whole, detail="cell"
    )
    if magic and whole == "shell":
        annotate(builder, index, text.find("\n") + 1 or len(text), len(text), "shell")
        return
    annotate(builder, index)
    if whole != "python":
        return
    at = 0
    open_: list[tuple[int, int]] = []
    for row in text.split("\n"):
        bare = row.lstrip()
        skip = len(row) - len(bare)
        if open_ or bare.startswith(("!", "%sx ", "%system ")):
            mark = 0 if open_ else skip + (1 + bare.startswith("!!") if bare[0] == "!" else bare.index(" ") + 1)
            open_.append((at + mark, at + len(row)))
            if not row.endswith("\\"):
                content, spans = gather(text, open_)
                if content.strip():
                    builder.child(index, "code", content, spans, open_[0][0], language="shell", detail="magic")
                open_ = []
        at += len(row) + 1


def _cells(path: str, text: str) -> list[_Cell]:
    """Every cell, in order: kind, source, and spans of the source into the file."""
    result: list[_Cell] = []
    keys: list[str] = []
    """For every open object or list the key under which it stands."""
    kinds: list[str] = []
    key = ""
    expect_key = False
    kind, parts = "", list[tuple[int, int, str]]()
    level = -1
    at = 0
    while (mark := _MARK.search(text, at)) is not None:
        at = mark.end()
        char = mark.group()
        if char == '"':
            value, end = _scanstring(text, at, False)
            if expect_key:
                key, expect_key = value, False
            elif level >= 0:
                depth = len(keys) - level
                if depth == 0 and key == "cell_type":
                    kind = value
                elif (depth == 0 and key in ("source", "input")) or (
                    depth == 1 and keys[-1] in ("source", "input") and kinds[-1] == "["
                ):
                    parts.append((at, end - 1, value))
            at = end
        elif char in "{[":
            if len(keys) >= _DEEPEST:
                raise nested_too_deep(path, text.count("\n", 0, at) + 1, _DEEPEST)
            inside = key if char == "[" or not kinds or kinds[-1] == "{" else ""
            keys.append(inside if kinds and kinds[-1] == "{" else "")
            kinds.append(char)
            expect_key = char == "{"
            if char == "{" and level < 0 and len(keys) >= 2 and keys[-2] == "cells":
                level = len(keys)
                kind, parts = "", []
        elif char in "}]":
            if len(keys) == level:
                result.append(_Cell(kind, *_source(text, parts)))
                level = -1
            keys.pop()
            kinds.pop()
            expect_key = False
        else:
            expect_key = bool(kinds) and kinds[-1] == "{"
    return result


def _source(text: str, parts: list[tuple[int, int, str]]) -> tuple[str, Spans]:
    """The strings joined, and spans into the file."""
    spans: list[Span] = []
    texts: list[str] = []
    at = 0
    for start, end, value in parts:
        if end - start == len(value):
            clean = value
            if value:
                spans.append(Span(at, start, len(value), len(value)))
        else:
            clean = _decoded(text, start, end, at, spans)
        texts.append(clean)
        at += len(clean)
    return "".join(texts), tuple(spans)


def _decoded(text: str, start: int, end: int, at: int, spans: list[Span]) -> str:
    """A string with escapes; appends its spans.  A lone surrogate becomes U+FFFD."""
    parts: list[str] = []
    while start < end:
        slash = text.find("\\", start, end)
        stop = slash if slash >= 0 else end
        if stop > start:
            parts.append(text[start:stop])
            spans.append(Span(at, start, stop - start, stop - start))
            at += stop - start
        if slash < 0:
            break
        letter = text[slash + 1]
        width = 2
        if letter == "u":
            code, width = int(text[slash + 2 : slash + 6], _HEX), 6
            if 0xD800 <= code < 0xDC00 and text.startswith("\\u", slash + 6):
                low = int(text[slash + 8 : slash + 12], _HEX)
                if 0xDC00 <= low < 0xE000:
                    code, width = 0x10000 + ((code - 0xD800) << 10) + low - 0xDC00, 12
            char = chr(code) if not 0xD800 <= code < 0xE000 else "\ufffd"
        else:
            char = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}.get(letter, letter)
        parts.append(char)
        spans.append(Span(at, slash, 1, width))
        at += 1
        start = slash + width
    return "".join(parts)
