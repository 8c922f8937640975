"""What a decoded metric name is made of: frozen records, no behaviour beyond look-ups."""

from __future__ import annotations

from typing import NamedTuple

FilterValue = str | bool
"""The value of a filter: a word (``op`` → ``ld``) or True for a flag that has no key (``realtime``)."""


class Token(NamedTuple):
    """One piece of a name and the vocabulary entry that explains it."""

    text: str
    offset: int
    """Position of the first character in the full name as it was given."""
    role: str
    """prefix, domain, configuration, unit, stage, direction, statistic, quantity, stall, reason, filter, flag, per, rate,
    versus, whole, rollup, submetric, or unknown."""
    key: str
    """Key of the vocabulary entry (for a filter ``key=value``)."""


class Unknown(NamedTuple):
    """A piece of a name that no entry explains."""

    token: str
    offset: int


class BaseName(NamedTuple):
    """A name without prefix and suffix, decoded."""

    text: str
    """The name itself, ``lts__t_sectors_op_read``."""
    group: str
    """pm-sampling group in front (``TPC.TriageCompute``), or empty."""
    unit: str
    """Hardware unit (``lts``), or a family such as ``launch``; empty for source metrics."""
    stage: str
    """Stages and directions in front of the quantity, joined by ``_``."""
    counter: str
    """The quantity counted; for names taken as a whole, what follows the unit."""
    statistic: str
    """``average``, ``average_per_request``, ``hit_rate``, …, or empty."""
    filters: dict[str, FilterValue]
    """What the name keeps of the quantity: key → value, flag → True."""
    stall: str
    """The stall reason, or empty."""
    unknown: tuple[Unknown, ...]
    """What no entry explains; offsets count from the start of ``text``."""
    tokens: tuple[Token, ...]
    """Every piece in order; offsets count from the start of ``text``."""

    @property
    def quantity(self) -> str:
        """The quantity counted, without its stall reason."""
        return self.counter.removesuffix("_" + self.stall) if self.stall else self.counter


class Suffix(NamedTuple):
    """What stands behind the base name."""

    text: str
    """With its leading dot, or empty."""
    rollup: str
    """avg, max, min, sum, or empty."""
    submetric: str
    """``per_second``, ``pct_of_peak_sustained_active``, ``ratio``, …, or empty."""
    unknown: tuple[Unknown, ...] = ()
    """Parts that are neither; offsets count from the dot."""


class MetricName(NamedTuple):
    """A full name, decoded."""

    text: str
    prefix: str
    """``breakdown:``, ``group:``, ``regex:``, ``pmsampling:`` or empty."""
    base: BaseName
    suffix: Suffix

    @property
    def unknown(self) -> list[Unknown]:
        """Every unexplained piece, with offsets into ``text``."""
        start = len(self.prefix)
        tail = start + len(self.base.text)
        return [Unknown(u.token, u.offset + start) for u in self.base.unknown] + [
            Unknown(u.token, u.offset + tail) for u in self.suffix.unknown
        ]
