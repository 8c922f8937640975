"""From the bytes of a file to records of a CSV page, with line numbers, messages of the profiler left out."""

from __future__ import annotations

import codecs
import csv
import gzip
import sys
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from metricparse.errors import UsageError

BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""A redirection in PowerShell writes UTF-16."""
GZIP = b"\x1f\x8b"
WHAT_TO_GIVE = "give a .ncu-rep, or a page printed with: ncu --import FILE --csv --page raw"

# a field may hold one number for each of thousands of instructions
csv.field_size_limit(min(sys.maxsize, 2**31 - 1))


class Record(NamedTuple):
    """One record of a CSV page."""

    line: int
    """Line on which it starts, from 1."""
    fields: list[str]
    quoted: bool = False
    """Whether the line starts with a quote, as ncu writes every record of a page."""


def unpack(data: bytes, path: str) -> bytes:
    """The content of a file that may be compressed with gzip.

    Raises UsageError for a compressed file that is cut off or damaged.
    """
    if not data.startswith(GZIP):
        return data
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        raise UsageError(f"{path}: the gzip file is damaged or cut off; unpack it yourself or copy it again") from None


def decode(data: bytes, path: str) -> str:
    """The text of a page.

    Raises UsageError for bytes that are no text.
    """
    encoding = next((name for bom, name in BOMS if data.startswith(bom)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UsageError(f"{path}, line {line}: neither a binary report of ncu nor text; {WHAT_TO_GIVE}") from None
    if "\0" in text:
        raise UsageError(f"{path}: neither a binary report of ncu nor text; {WHAT_TO_GIVE}")
    return text


def records(text: str, path: str) -> Iterator[Record]:
    """Every record, in order.  A record may span lines inside quotes.

    Lines that the profiler or the program wrote around the page (``==PROF== …``, the program's own output) start no
    quoted field and come as records of one field; whoever reads the page passes over them.

    Raises UsageError, naming the line, for a quote that is never closed or stands where none may.
    """
    # splitlines would also cut at separators that may stand inside a field
    lines = text.replace("\r\n", "\n").split("\n")
    at = 0
    while at < len(lines):
        start, line = at, lines[at]
        at += 1
        if not line.strip():
            continue
        if line.startswith("=="):
            yield Record(start + 1, [line])
            continue
        parts = [line]
        if line.startswith('"') and '",' in line:
            quotes = line.count('"')
            while quotes % 2 and at < len(lines):
                parts.append(lines[at])
                quotes += lines[at].count('"')
                at += 1
            if quotes % 2:
                raise UsageError(
                    f"{path}, line {start + 1}: a quote is opened and never closed;"
                    " the page was cut off or edited: print it again"
                )
            try:
                yield Record(start + 1, next(csv.reader(["\n".join(parts)], strict=True)), True)
            except csv.Error as error:
                raise UsageError(
                    f"{path}, line {start + 1}: broken CSV ({error}); print the page again with --csv"
                ) from None
        else:
            # unquoted pages, and whatever a program printed
            yield Record(start + 1, next(csv.reader([line]), [line]))
