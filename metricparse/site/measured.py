"""Numbers of the measured kernels, read from the reports in tests/data when the site is built; none is typed."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from metricparse.report.model import Kernel, Report, Value
from metricparse.report.reader import read_report

REPORTS = {
    "full": "h200_full.raw.csv.gz",
    "torch": "h200_torch.raw.csv.gz",
    "families": "h200_families.csv.gz",
    "stalls": "h200_stalls_all.csv.gz",
    "breakdowns": "h200_breakdowns_all.csv.gz",
}
"""Short name of a report → its file."""


class Measured:
    """The reports, each read once when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._reports: dict[str, Report] = {}

    def kernels(self, report: str) -> tuple[Kernel, ...]:
        """Every kernel of a report."""
        if report not in self._reports:
            self._reports[report] = read_report(str(self.folder / REPORTS[report]))
        return self._reports[report].kernels

    def kernel(self, report: str, which: str | int) -> Kernel:
        """One kernel by position, or by the beginning of its name.

        Raises KeyError if the report has none.
        """
        kernels = self.kernels(report)
        if isinstance(which, int):
            return kernels[which]
        for kernel in kernels:
            if kernel.name == which or kernel.name.startswith(which + "("):
                return kernel
        raise KeyError(f"{report} has no kernel {which}")

    def value(self, report: str, which: str | int, metric: str) -> Value:
        """One value.

        Raises KeyError if the kernel does not have it.
        """
        value = self.kernel(report, which).values.get(metric)
        if value is None or not value.available:
            raise KeyError(f"{report}: {which} has no {metric}")
        return value

    @cached_property
    def stall_reasons(self) -> list[str]:
        """Stall reasons that the report of all forms holds."""
        start = "smsp__average_warps_issue_stalled_"
        end = "_per_issue_active.ratio"
        names = self.kernels("full")[0].values
        return [n[len(start) : -len(end)] for n in names if n.startswith(start) and n.endswith(end)]


SCALES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
SPELLED = {"byte": "B", "hz": "Hz", "register/thread": "registers/thread"}


MEASURES = ("%", "byte", "byte/s", "ns", "hz", "byte/sector")
"""Units that a number cannot do without; things that are counted are named by the sentence around the number."""


def shown(value: Value, counted: bool = True) -> str:
    """A value with its unit, in the precision that a reader can use; ``counted``: also where the unit is a thing counted.

    >>> shown(Value(229728.0, "ns", "")), shown(Value(3.454e12, "byte/s", "")), shown(Value(71.795, "%", ""))
    ('229.7 µs', '3.454 TB/s', '71.8 %')
    >>> shown(Value(16384.0, "", "")), shown(Value(0.00348, "inst/cycle", ""))
    ('16,384', '0.00348 inst/cycle')
    """
    if value.number is None:
        return value.text
    return number(value.number, value.unit if counted or value.unit in MEASURES else "")


def number(amount: float, unit: str) -> str:
    """A number in a base unit, as `shown` writes it."""
    if unit == "%":
        return f"{amount:.1f} %" if abs(amount) >= 1 or amount == 0 else f"{amount:.2g} %"
    if unit in ("ns", "nsecond"):
        for size, word in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
            if amount >= size:
                return f"{amount / size:.4g} {word}"
        return f"{amount:.4g} ns"
    base, slash, per = unit.partition("/")
    if base in ("byte", "hz") and (not per or per == "s"):
        for size, letter in SCALES:
            if abs(amount) >= size:
                return f"{amount / size:.4g} {letter}{SPELLED[base]}{slash}{per}"
    base = SPELLED.get(unit, SPELLED.get(base, base) + slash + per)
    text = f"{amount:,.0f}" if amount == int(amount) or abs(amount) >= 1000 else f"{amount:.3g}"
    return f"{text} {base}".strip()
