"""What an expression's value is: the facets of a name, or of what arithmetic made of several."""

from __future__ import annotations

from typing import NamedTuple

from metricparse.semantics import dimension as dims
from metricparse.semantics.dimension import PLAIN, Dimension
from metricparse.semantics.facets_full import Facets
from metricparse.semantics.issue import Issue
from metricparse.semantics.semantics_book import SemanticsBook

Names = frozenset[str]
NOTHING: Names = frozenset()
VOLUME = ("byte", "sector")
"""Atoms of data that passes a level of memory."""


class Quantity(NamedTuple):
    """A value without its number: what may be done with it."""

    label: str
    """How messages call it: its name, or the text it was written as."""
    dimension: Dimension = PLAIN
    percent: bool = False
    number: float | None = None
    """The value, where it is a plain number without a unit."""
    literal: bool = False
    """Written as a number, with or without a unit."""
    generic: bool = False
    """Its instructions or cycles are of any kind (``2 FLOP/inst``)."""
    scope: str = ""
    scope_unit: str = ""
    windows: frozenset[tuple[str, str]] = frozenset()
    """(active or elapsed, unit whose cycles)."""
    cycles_of: tuple[str, str] = ("", "")
    """For a counter of all cycles of a unit: the window that it makes of what it divides."""
    share: str = ""
    references: Names = NOTHING
    """Base names whose peak it is a percentage of."""
    denominators: Names = NOTHING
    """Base names of the denominators of the ratios in it."""
    throughputs: Names = NOTHING
    places: Names = NOTHING
    """Units at which it is observed."""
    collections: Names = NOTHING
    flops: frozenset[int] = frozenset()
    """Operations of one of its thread instructions, by type; 0 for instructions that are of no one type."""
    levels: Names = NOTHING
    """Units at which the bytes or sectors in its dimension were counted."""
    leaves: tuple[Facets, ...] = ()
    """The names in it, each once; at most `MOST_LEAVES`."""
    counts: str = ""
    """Unit whose instances it counts."""
    hundred: bool = False
    """Multiplied by a hundred, so that a quotient of two alike is a percentage."""
    ratio_of: Dimension = PLAIN
    """For a quotient of two alike: what they are."""
    value_as_written: float = 0.0
    """Of a number with a unit."""
    written_scale: float = 1.0
    """What one of that unit is in units of the dimension."""
    mixed: str = ""
    """``sum`` of terms that do not add up; ``max`` or ``min`` of percentages of several peaks."""

    @property
    def leaf(self) -> Facets | None:
        """The facets, if it is a name and nothing else was done to it."""
        return self.leaves[0] if len(self.leaves) == 1 and self.label == self.leaves[0].name else None


class Outcome(NamedTuple):
    """A result and the issues met on the way, each between the two operands."""

    value: Quantity
    issues: list[Issue]


MOST_LEAVES = 64
"""Names of one value that are looked at for parts and wholes."""


def of_name(book: SemanticsBook, found: Facets) -> Quantity:
    """The quantity of a name."""
    windows = frozenset({(found.window, found.window_unit)}) if found.window in ("active", "elapsed") else frozenset()
    counted = any(book.atoms.get(atom, {}).get("counted") for atom, _ in found.dimension) or found.percent
    return Quantity(
        found.name,
        found.dimension,
        found.percent,
        scope=found.scope,
        scope_unit=found.scope_unit,
        windows=windows,
        cycles_of=_cycles_of(book, found),
        share=found.share,
        references=frozenset({found.reference}) if found.share == "peak" else NOTHING,
        denominators=frozenset({found.denominator}) if found.denominator else NOTHING,
        throughputs=frozenset({found.aggregation}) if found.aggregation else NOTHING,
        places=frozenset({found.unit}) if counted else NOTHING,
        collections=frozenset({found.collection}),
        flops=_flops(book, found),
        levels=frozenset({found.unit}) if any(dims.exponent(found.dimension, atom) for atom in VOLUME) else NOTHING,
        leaves=(found,),
        counts=found.counts,
    )


def _cycles_of(book: SemanticsBook, found: Facets) -> tuple[str, str]:
    """``cycles_active`` of a unit as a whole makes an active window of what it divides; so do its elapsed cycles."""
    if found.window != "none" or found.population or found.stage or not found.quantity.startswith("cycles_"):
        return ("", "")
    window = found.quantity.removeprefix("cycles_")
    if window not in ("active", "elapsed"):
        return ("", "")
    return (window, str(book.names["same_cycles"][window].get(found.unit, found.unit)))


def _flops(book: SemanticsBook, found: Facets) -> frozenset[int]:
    if not any(dims.exponent(found.dimension, atom) for atom in ("inst", "thread_inst")):
        return frozenset()
    kept = dict(one.partition("=")[::2] for one in found.population)
    each = book.names["flops"].get(kept.get("op", ""))
    return frozenset({int(each) if each and kept.get("pred") == "on" else 0})


def merged(a: Quantity, b: Quantity, label: str) -> Quantity:
    """What two values have in common once they are put together; dimension, scope and share are those of the first."""
    return a._replace(
        label=label,
        number=None,
        literal=a.literal and b.literal,
        windows=a.windows | b.windows,
        cycles_of=("", ""),
        references=a.references | b.references,
        denominators=a.denominators | b.denominators,
        throughputs=a.throughputs | b.throughputs,
        places=a.places | b.places,
        collections=a.collections | b.collections,
        flops=a.flops | b.flops,
        levels=a.levels | b.levels,
        leaves=joined(a.leaves, b.leaves),
        hundred=False,
        ratio_of=PLAIN,
        mixed="sum" if "sum" in (a.mixed, b.mixed) else "",
    )


def joined(a: tuple[Facets, ...], b: tuple[Facets, ...]) -> tuple[Facets, ...]:
    """The names of both, each once; cut off at `MOST_LEAVES`."""
    if len(a) >= MOST_LEAVES:
        return a
    return tuple({one.name: one for one in (*a, *b)}.values())[:MOST_LEAVES]
