"""The words that names are made of, as plain data: what the grammar's terminals are generated from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Vocabulary:
    """Phrases by role.  A phrase is one or more words joined by single underscores."""

    units: tuple[str, ...]
    stages: tuple[str, ...]
    directions: tuple[str, ...]
    quantities: tuple[str, ...]
    reasons: tuple[str, ...]
    """Stall reasons, as they stand behind ``…_issue_stalled_``."""
    statistics: tuple[str, ...]
    """In front of the quantity: ``average``."""
    per: tuple[str, ...]
    """Behind it: ``per_warp``, ``per_opcode``; ``per_`` before any quantity is understood without being listed."""
    rates: tuple[str, ...]
    flags: tuple[str, ...]
    filters: Mapping[str, tuple[str, ...]]
    """Qualifier key → values."""
    domains: tuple[str, ...]
    configurations: tuple[str, ...]
    rollups: tuple[str, ...]
    submetrics: tuple[str, ...]
    """Without leading dot; two-part ones keep their inner dot (``peak_sustained_active.per_second``)."""
    prefixes: tuple[str, ...]
    """With their colon."""
    whole: tuple[str, ...] = field(default=())
    """Base names that are explained as a whole; ``*`` stands for digits or words."""

    @cached_property
    def words(self) -> frozenset[str]:
        """Every single word of every phrase."""
        groups: list[Iterable[str]] = [
            self.units,
            self.stages,
            self.directions,
            self.quantities,
            self.reasons,
            self.statistics,
            self.per,
            self.rates,
            self.flags,
            self.filters,
            *self.filters.values(),
        ]
        return frozenset(word for group in groups for phrase in group for word in phrase.split("_") if word)


BOUNDARY = r"(?=[_.]|$)"


def alternation(phrases: Iterable[str]) -> str:
    """A regular expression that matches the longest of the phrases, and only whole words of a name.

    >>> import re
    >>> re.match(alternation(["cycles", "cycles_active"]), "cycles_active_x").group()
    'cycles_active'
    """
    ordered = sorted(set(phrases), key=lambda p: (-len(p), p))
    return f"(?:{'|'.join(re.escape(p) for p in ordered)}){BOUNDARY}" if ordered else r"(?!x)x"


STALLED = ("warps_issue_stalled", "warp_issue_stalled", "warp_latency_issue_stalled")
"""Quantities that a stall reason follows."""


def terminals(vocabulary: Vocabulary) -> dict[str, tuple[int, str]]:
    """Terminal of the grammar → (priority, regular expression).

    Where two terminals could match at one place the higher priority wins, so that a longer reading known to the
    vocabulary is taken before a shorter one.
    """
    v = vocabulary
    quantities = [q for q in v.quantities if q not in STALLED]
    leading = set(v.stages) | set(v.directions)
    # `request` is a stage before another quantity (request_sectors) and the quantity itself elsewhere (request_hit_rate)
    both = [q for q in quantities if q in leading]
    starts = alternation([*quantities, *v.stages, *v.directions])
    quantity = alternation(q for q in quantities if q not in both)
    if both:
        quantity = f"(?:{quantity}|{alternation(both)}(?!_{starts}))"
    filters = [f"{key}_{value}" for key, values in v.filters.items() for value in values]
    per = [*v.per, *(f"per_{q}" for q in quantities)]
    whole = "|".join(re.escape(w).replace(r"\*", r"(?:\w+|\*)") for w in sorted(v.whole, key=lambda w: (-len(w), w)))
    return {
        "PREFIX": (60, f"(?:{'|'.join(re.escape(p) for p in v.prefixes)})"),
        "WHOLE": (55, f"(?:{whole})(?=\\.|$)" if whole else r"(?!x)x"),
        "DOMAIN": (50, f"(?:{'|'.join(sorted(map(re.escape, v.domains), key=len, reverse=True))})(?=\\.)"),
        "CONFIGURATION": (50, f"(?:{'|'.join(map(re.escape, v.configurations))})(?=\\.)"),
        "UNIT": (45, f"(?:{'|'.join(sorted(map(re.escape, v.units), key=len, reverse=True))})(?=__)"),
        "FILTER": (40, alternation(filters)),
        "STALLED": (38, alternation(STALLED)),
        "REASON": (38, alternation(v.reasons)),
        "PER": (36, alternation(per)),
        "RATE": (35, alternation(v.rates)),
        "VERSUS": (34, alternation(["vs"])),
        "STATISTIC": (34, alternation(v.statistics)),
        "FLAG": (32, alternation(v.flags)),
        "QUANTITY": (30, quantity),
        "STAGE": (28, alternation(v.stages)),
        "DIRECTION": (27, alternation(v.directions)),
        "ROUTE": (20, f"[a-z][a-z0-9]*2[a-z][a-z0-9]*{BOUNDARY}"),
        "KEY": (12, f"(?:{'|'.join(sorted(map(re.escape, v.filters), key=len, reverse=True))})(?=_)"),
        "KNOWN": (10, alternation(v.words)),
        "ROLLUP": (30, f"(?:{'|'.join(map(re.escape, v.rollups))})(?=\\.|$)"),
        "SUBMETRIC": (
            25,
            f"(?:{'|'.join(sorted((re.escape(s) for s in v.submetrics), key=len, reverse=True))})(?=\\.|$)",
        ),
        "REST": (1, r"[^.]+"),
        "WORD": (1, r"[^_.]+"),
    }
