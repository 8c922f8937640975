"""From bytes to a document: which kind it is, decoding, limits, and the reader of its kind."""

from __future__ import annotations

import gc
import os

from metricparse.text.builder import Builder
from metricparse.text.model import Document, Skipped
from metricparse.text.positions import line_starts
from metricparse.text.problem import DocumentError, nested_too_deep

LONGEST_LINE = 10_000_000
"""Code points; a longer line is data that somebody packed into a text file."""
_EXTENSIONS = {
    "markdown": "md markdown mdown mkd mkdn mdx qmd rmd",
    "plain": "txt text",
    "rst": "rst rest",
    "notebook": "ipynb",
    "shell": "sh bash zsh ksh slurm sbatch lsf pbs",
    "powershell": "ps1 psm1",
    "batch": "bat cmd",
    "python": "py pyi pyw",
    "makefile": "mk mak make",
    "dockerfile": "dockerfile",
    "yaml": "yml yaml",
}
KIND_OF_EXTENSION = {f".{word}": kind for kind, words in _EXTENSIONS.items() for word in words.split()}
_KIND_OF_NAME = {
    "makefile": "makefile",
    "gnumakefile": "makefile",
    "dockerfile": "dockerfile",
    "containerfile": "dockerfile",
    "readme": "plain",
    "changelog": "plain",
    "notes": "plain",
}
KINDS = tuple(_EXTENSIONS)
"""Every kind of document that is read."""


def kind_of(name: str, data: bytes = b"") -> str | None:
    """The kind of document by its name, for names without extension also by a ``#!`` line; None for kinds not read.

    >>> kind_of("notes/tuning.MD"), kind_of("Makefile"), kind_of("run", b"#!/usr/bin/env python3"), kind_of("kernel.cu")
    ('markdown', 'makefile', 'python', None)
    """
    base = os.path.basename(name.replace("\\", "/")).lower()
    stem, extension = os.path.splitext(base)
    if extension:
        return KIND_OF_EXTENSION.get(extension) or _KIND_OF_NAME.get(stem if stem in ("makefile", "dockerfile") else "")
    if base in _KIND_OF_NAME:
        return _KIND_OF_NAME[base]
    first = data[:100].partition(b"\n")[0]
    if first.startswith(b"#!"):
        words = first[2:].split()
        program = words[-1 if words[0].endswith(b"/env") else 0].rpartition(b"/")[2] if words else b""
        if program.startswith(b"python"):
            return "python"
        if program in (b"sh", b"bash", b"zsh", b"ksh", b"dash", b"ash"):
            return "shell"
        if program == b"pwsh":
            return "powershell"
    return None


def read_document(name: str, data: bytes, kind: str | None = None) -> Document | Skipped:
    """Read a document.

    ``name`` is the path that is shown and that says the kind unless ``kind`` does (for standard input, the name given with
    ``--stdin-name``).  Kinds that are not read give a `Skipped` with the reason.

    Raises DocumentError for a document that cannot be read: other encodings than UTF-8, NUL characters, a line longer than
    `LONGEST_LINE`, a notebook that is none, nesting beyond reason.  Raises ValueError for a ``kind`` that is not in `KINDS`.
    """
    kind = kind or kind_of(name, data)
    if kind is None:
        return _skipped(name)
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of document: {', '.join(KINDS)}")
    bom = data.startswith(b"\xef\xbb\xbf")
    text = _decode(name, data[3:] if bom else data, 3 if bom else 0)
    lines = line_starts(text)
    if kind != "notebook":
        _check_lines(name, text, lines)
    builder = Builder(name)
    # Regions are many small records without cycles: a collector that counts them meanwhile only costs time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        _read(builder, kind, text)
    except RecursionError:  # no reader recurses over a document; a library underneath might
        raise nested_too_deep(name, 1, 1000) from None
    finally:
        if collecting:
            gc.enable()
    tables = tuple(tuple(tuple(row) for row in table) for table in builder.tables)
    return Document(name, kind, text, tuple(builder.regions), lines, tuple(builder.sections), tables, bom)


def check_readable(name: str, data: bytes) -> bool:
    """Whether `read_document` would read a file that is no notebook, as far as its characters and lines say; cheap.

    Raises DocumentError as `read_document` does.  False: the file is of a kind that is not read, or a notebook.
    """
    kind = kind_of(name, data)
    if kind is None or kind == "notebook":
        return False
    bom = data.startswith(b"\xef\xbb\xbf")
    text = _decode(name, data[3:] if bom else data, 3 if bom else 0)
    _check_lines(name, text, line_starts(text))
    return True


def _read(builder: Builder, kind: str, text: str) -> None:
    if kind == "markdown":
        from metricparse.text.markdown import read_markdown

        read_markdown(builder, text)
    elif kind == "plain":
        from metricparse.text.plain import read_plain

        read_plain(builder, text)
    elif kind == "rst":
        from metricparse.text.rst import read_rst

        read_rst(builder, text)
    elif kind == "notebook":
        from metricparse.text.notebook import read_notebook

        read_notebook(builder, text)
    elif kind == "yaml":
        from metricparse.text.yamldoc import read_yaml

        read_yaml(builder, text)
    else:
        from metricparse.text.script import read_script

        read_script(builder, text, kind)


def _skipped(name: str) -> Skipped:
    what = os.path.splitext(name)[1] or os.path.basename(name)
    return Skipped(
        name,
        f"{what}: this kind of file is not read; Markdown, reStructuredText, plain text, notebooks, shell and Python scripts,"
        " Makefiles and YAML are",
        f"{what}：不读取此类文件；可读取 Markdown、reStructuredText、纯文本、Jupyter 笔记本、"
        "Shell 与 Python 脚本、Makefile 和 YAML",
    )


def _decode(name: str, data: bytes, skipped: int) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise DocumentError(name, "the file is UTF-16; save it as UTF-8", "文件编码是 UTF-16；请另存为 UTF-8", 1, 1)
    nul = data.find(b"\0")
    if nul >= 0:
        line = data.count(b"\n", 0, nul) + 1
        raise DocumentError(
            name,
            f"NUL character at byte {nul + skipped}; this is no text file",
            f"第 {nul + skipped} 字节处是 NUL 字符；这不是文本文件",
            line,
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        at = wrong.start
        line = data.count(b"\n", 0, at) + 1
        begin = data.rfind(b"\n", 0, at) + 1
        column = len(data[begin:at].decode("utf-8", "replace")) + 1
        raise DocumentError(
            name,
            f"byte {at + skipped} (0x{data[at]:02x}) is not UTF-8; save the file as UTF-8",
            f"第 {at + skipped} 字节（0x{data[at]:02x}）不是合法的 UTF-8；请将文件另存为 UTF-8",
            line,
            column,
        ) from None


def _check_lines(name: str, text: str, lines: list[int]) -> None:
    if len(text) <= LONGEST_LINE:
        return
    for number, start in enumerate(lines, 1):
        end = lines[number] if number < len(lines) else len(text)
        if end - start > LONGEST_LINE:
            raise DocumentError(
                name,
                f"the line has {end - start:,} characters, more than {LONGEST_LINE:,}; break it, or leave the file out",
                f"该行有 {end - start:,} 个字符，超过 {LONGEST_LINE:,}；请换行，或排除此文件",
                number,
            )
