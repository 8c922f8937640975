"""What a report holds: kernels, and for each the values of its metrics in base units.  Frozen records only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Value(NamedTuple):
    """One metric of one kernel."""

    number: float | None
    """In the base unit (``byte``, ``ns``, ``hz``, ``byte/s``, …); None for a text and for what was not collected."""
    unit: str
    """Base unit as ncu spells it, empty where it prints none."""
    text: str
    """What stood in the report, ``71,836.19`` or ``NVIDIA H200``."""
    tolerance: float = 0.0
    """How far the number may be from the collected one because digits were cut in print; 0 for full precision."""
    missing: str = ""
    """Why there is no value: ``n/a``, ``no data``, ``nan``, ``timeline`` (samples over time, no single number),
    ``unit`` (a number in a unit that the page does not name); else empty."""

    @property
    def available(self) -> bool:
        """Whether the report has a value, number or text."""
        return not self.missing

    @property
    def exact(self) -> bool:
        """Whether the number has all the digits that the profiler held."""
        return self.number is not None and self.tolerance == 0.0


@dataclass(frozen=True)
class Kernel:
    """One profiled launch, or a summary of several launches of one kernel."""

    index: int
    """Position in the report, from 0."""
    name: str
    grid: tuple[int, ...]
    """Blocks along x, y and z; empty where the report does not say."""
    block: tuple[int, ...]
    """Threads of a block along x, y and z; empty where the report does not say."""
    capability: str
    """Compute capability (``9.0``), or empty."""
    device: str
    """Name of the device (``NVIDIA H200``), or empty."""
    values: Mapping[str, Value]
    """By full metric name.  A value whose label names no metric for certain stands under ``Section: Label``."""
    launches: int = 1
    """Launches that the values are an average of (per-kernel summaries); 1 for a single launch."""

    def number(self, name: str) -> float | None:
        """The number under a full metric name in its base unit, or None."""
        value = self.values.get(name)
        return None if value is None else value.number

    @property
    def title(self) -> str:
        """Name with position, to tell launches of one kernel apart."""
        return f"{self.index}: {self.name}"


class Report(NamedTuple):
    """All kernels of one file."""

    path: str
    layout: str
    """``ncu-rep``, ``raw``, ``details``, ``summary`` or ``long``."""
    kernels: tuple[Kernel, ...]
