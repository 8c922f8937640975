"""CSV pages of ncu and long-form tables, by their header."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from metricparse.errors import UsageError
from metricparse.report.model import Kernel, Value
from metricparse.report.text import WHAT_TO_GIVE, Record
from metricparse.report.units import number, scale

Resolver = Callable[[str, str, str], str]
"""(section as displayed, label, compute capability) → full metric name, or empty."""

IDENTITY = frozenset(
    "ID|Process ID|Process Name|Host Name|Kernel Name|Kernel Time|Context|Stream|Block Size|Grid Size|Device|CC|Invocations"
    "|API|Function Name|Demangled Name|Mangled Name".split("|")
)
"""Columns that say which launch a row is about."""
SUMMARY = ("Minimum", "Maximum", "Average")
MISSING = {
    "n/a": "n/a",
    "(!) n/a": "n/a",
    "no data": "no data",
    "nan": "nan",
    "-nan": "nan",
    "inf": "nan",
    "-inf": "nan",
}


class Columns(NamedTuple):
    """A header that was recognised."""

    layout: str
    """raw, details, summary, or long."""
    at: dict[str, int]
    names: list[str]
    quoted: bool = False
    """Whether its fields are quoted; then lines that are not are no part of the page."""


def header(fields: list[str]) -> Columns | None:
    """The layout that a record opens, or None if it is no header."""
    at = {name: i for i, name in reversed(list(enumerate(fields)))}
    if "Kernel Name" in at and ("ID" in at or "Process ID" in at):
        if "Metric Name" in at and "Average" in at:
            return Columns("summary", at, fields)
        if "Metric Name" in at:
            return Columns("details", at, fields)
        return Columns("raw", at, fields)
    low = {name.strip().casefold(): i for name, i in at.items()}
    if "kernel" in low and "value" in low and ("metric" in low or "label" in low):
        return Columns("long", low, fields)
    return None


def value(text: str, unit: str) -> Value:
    """A printed value; the list of instances behind it, in parentheses, is left out."""
    printed = text.strip()
    missing = MISSING.get(printed.casefold())
    factor, base = scale(unit.strip())
    if missing is not None:
        return Value(None, base, printed, 0.0, missing)
    if not printed or (printed[0] == "(" and printed[1:2].isdigit() and printed.endswith(")")):
        # a page with instances shows samples over time and no number in front of them
        return Value(None, base, "", 0.0, "timeline")
    head = printed.split(" (", 1)[0] if printed.endswith(")") else printed
    found = number(head)
    if found is None:
        return Value(None, base, head)
    return Value(found[0] * factor, base, head, found[1] * factor)


def _not_first(text: str, unit: str) -> Value:
    """A value of a later row in the raw page.

    Printed with its instances, an attribute is scaled row by row, while the units row holds the first row's unit: 128 byte
    stands as 128 under Kbyte.  Such a number has no unit that can be told.
    """
    read = value(text, unit)
    if read.number and text.rstrip().endswith(")") and scale(unit.strip()).factor != 1:
        return Value(None, read.unit, read.text, 0.0, "unit")
    return read


def dimensions(text: str) -> tuple[int, ...]:
    """``(256, 1, 1)`` as numbers; empty if it is something else."""
    parts = [p.strip().replace(",", "") for p in text.strip().strip("()").split(", ")]
    return tuple(int(p) for p in parts) if all(p.isdecimal() and p.isascii() and len(p) < 12 for p in parts) else ()


class _Launch:
    """A kernel being read."""

    def __init__(self, name: str, grid: tuple[int, ...], block: tuple[int, ...], capability: str) -> None:
        self.name, self.grid, self.block, self.capability = name, grid, block, capability
        self.values: dict[str, Value] = {}
        self.launches = 1

    def kernel(self, index: int) -> Kernel:
        shown = self.values.get("device__attribute_display_name")
        device = shown.text if shown else ""
        return Kernel(index, self.name, self.grid, self.block, self.capability, device, self.values, self.launches)


class PageReader:
    """Reads the records of one file; a file may hold several pages one behind the other."""

    def __init__(self, path: str, resolve: Resolver) -> None:
        self.path = path
        self.resolve = resolve
        self.layout = ""
        self._columns: Columns | None = None
        self._units: list[str] | None = None
        self._page = 0
        self._rows = 0
        self._text_page = 0
        self._launches: dict[tuple[str, ...], _Launch] = {}

    def read(self, all_records: Iterable[Record]) -> tuple[Kernel, ...]:
        """Every kernel.

        Raises UsageError, naming the line, for a row that does not fit its header, and for a file without a page.
        """
        last = 0
        for record in all_records:
            last = record.line
            self._record(record)
        if self._columns is None:
            what = (
                f"a page printed as text (line {self._text_page})"
                if self._text_page
                else f"no header of a CSV page in its {last} lines"
            )
            raise UsageError(f"{self.path}: {what}; {WHAT_TO_GIVE}")
        if not self._launches:
            raise UsageError(
                f"{self.path}: a header and no kernel below it; the run profiled nothing, or the page was cut off"
            )
        return tuple(launch.kernel(i) for i, launch in enumerate(self._launches.values()))

    def _record(self, record: Record) -> None:
        fields = record.fields
        if fields and fields[0].startswith("=="):
            return
        if self._columns is None and fields[0].split()[:3] == ["Metric", "Name", "Metric"]:
            self._text_page = self._text_page or record.line
        opened = header(fields)
        if opened is not None:
            opened = opened._replace(quoted=record.quoted)
            self._columns, self._units, self._page, self._rows = opened, None, self._page + 1, 0
            self.layout = self.layout or opened.layout
        elif self._columns is None or len(fields) < 3 or record.quoted < self._columns.quoted:
            return  # what the profiler or the program printed
        elif self._columns.layout == "raw":
            self._raw(record, self._columns)
        else:
            self._row(record, self._columns)

    def _field(self, fields: list[str], name: str, columns: Columns) -> str:
        at = columns.at.get(name, len(fields))
        return fields[at] if at < len(fields) else ""

    def _launch(self, key: tuple[str, ...], fields: list[str], columns: Columns) -> _Launch:
        launch = self._launches.get(key)
        if launch is None:
            name = self._field(fields, "Kernel Name", columns) or self._field(fields, "kernel", columns)
            grid = dimensions(self._field(fields, "Grid Size", columns))
            block = dimensions(self._field(fields, "Block Size", columns))
            launch = self._launches[key] = _Launch(name, grid, block, self._field(fields, "CC", columns))
        return launch

    def _raw(self, record: Record, columns: Columns) -> None:
        """A row of the raw page: one kernel, one metric a column."""
        fields = record.fields
        if len(fields) != len(columns.names):
            raise UsageError(
                f"{self.path}, line {record.line}: {len(fields)} fields under a header of {len(columns.names)};"
                " the page was cut off or edited: print it again"
            )
        first = self._field(fields, "ID", columns)
        if self._units is None and not first and not self._field(fields, "Kernel Name", columns):
            self._units = fields
            return
        units = self._units or [""] * len(fields)
        self._rows += 1
        launch = self._launch((str(self._page), str(record.line)), fields, columns)
        for name, text, unit in zip(columns.names, fields, units, strict=True):
            if name in IDENTITY or "Domain:" in name:
                continue
            if not text and not name.partition("__")[0].count("."):
                continue  # this kernel does not have it; sampled names have samples over time instead
            launch.values[name] = value(text, unit) if self._rows == 1 else _not_first(text, unit)

    def _row(self, record: Record, columns: Columns) -> None:
        """A row of a long page: one metric of one kernel.  Rows may have fewer fields than the header."""
        fields = record.fields
        long = columns.layout == "long"
        name = self._field(fields, "metric" if long else "Metric Name", columns)
        label = self._field(fields, "label", columns) or name
        if not label:
            return  # a rule's row
        need = "value" if long else "Average" if columns.layout == "summary" else "Metric Value"
        if columns.at.get(need, len(fields)) >= len(fields):
            raise UsageError(
                f"{self.path}, line {record.line}: {len(fields)} fields, too few to hold {need!r}; the page was cut off or edited"
            )
        text = self._field(fields, need, columns)
        unit = self._field(fields, "unit" if long else "Metric Unit", columns)
        section = self._field(fields, "section" if long else "Section Name", columns)
        if columns.layout == "details":
            key: tuple[str, ...] = (str(self._page), *(self._field(fields, c, columns) for c in ("Process ID", "ID")))
        elif long:
            key = (str(self._page), self._field(fields, "kernel", columns))
        else:
            key = (
                str(self._page),
                *(
                    self._field(fields, c, columns)
                    for c in ("Process ID", "Kernel Name", "Block Size", "Grid Size", "Device")
                ),
            )
        launch = self._launch(key, fields, columns)
        read = value(text, unit)
        if columns.layout == "summary":
            times = number(self._field(fields, "Invocations", columns))
            launch.launches = int(times[0]) if times else 1
        full = label if "__" in label and " " not in label else self.resolve(section, label, launch.capability)
        launch.values.setdefault(full or (f"{section}: {label}" if section else label), read)
