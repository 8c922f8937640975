"""Undoing the automatic scaling of units: ``Mbyte`` back to bytes, ``Ghz`` to hz, ``us`` to ns, ``sector/ns`` to sector/s.

What ncu scales and how was read from one report printed both ways (automatic and base units).
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

PREFIXES = {"K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
SCALED = ("byte", "hz", "inst", "sector", "op")
"""Units that take a prefix; the prefix is decimal for bytes too."""
TIMES = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}
"""Seconds in each unit of time."""
OLD_TIMES = {
    "nsecond": "ns", "usecond": "us", "msecond": "ms", "second": "s", "minute": "m",
    "nanosecond": "ns", "microsecond": "us", "millisecond": "ms",
}  # fmt: skip
"""Spellings of earlier releases."""


LARGEST = 300
"""Power of ten up to which the last digit of a printed number is taken for its tolerance."""


class Scale(NamedTuple):
    """How to get from a printed number to base units."""

    factor: float
    unit: str


def _side(text: str) -> Scale:
    """One side of the slash, time left out."""
    head, rest = text[:1], text[1:]
    if head in PREFIXES and rest in SCALED:
        return Scale(PREFIXES[head], rest)
    return Scale(1.0, text)


@cache
def scale(unit: str) -> Scale:
    """Factor and base unit of a printed unit.

    >>> scale("Gbyte/s")
    Scale(factor=1000000000.0, unit='byte/s')
    >>> scale("ms").factor, scale("ms").unit
    (1000000.0, 'ns')
    """
    above, slash, below = unit.partition("/")
    above = OLD_TIMES.get(above, above)
    below = OLD_TIMES.get(below, below)
    if not slash:
        if above in TIMES:
            # durations are kept in ns; the quotient is a power of ten, and rounding keeps it one
            return Scale(float(round(TIMES[above] / TIMES["ns"])), "ns")
        return _side(above)
    top = _side(above)
    if below in TIMES:
        base = "hz" if top.unit == "cycle" else f"{top.unit}/s"
        return Scale(top.factor * round(1 / TIMES[below]) if TIMES[below] <= 1 else top.factor / TIMES[below], base)
    bottom = _side(below)
    # a prefix below the slash (%/Kbyte) is undone like one above: that is what ncu itself multiplied by
    return Scale(top.factor * bottom.factor, f"{top.unit}/{bottom.unit}")


def number(text: str) -> tuple[float, float] | None:
    """A printed number and its tolerance (half of the last digit printed; 0 for a whole number), or None for a text.

    >>> number("71,836.19")
    (71836.19, 0.005)
    >>> number("PolicySpread") is None
    True
    """
    plain = text.strip().replace(",", "")
    digits = plain[1:] if plain[:1] in "+-" else plain
    if not digits or not (digits[0].isdigit() or digits[0] == "."):
        return None
    if not digits.isascii() or "_" in digits:
        return None
    try:
        value = float(plain)
    except ValueError:
        return None
    if not math.isfinite(value):
        return None
    mantissa, _, exponent = digits.lower().partition("e")
    _, point, decimals = mantissa.partition(".")
    if not point and not exponent:
        return value, 0.0
    power = int(exponent or 0) - len(decimals)
    return value, 0.5 * 10.0**power if power < LARGEST else abs(value)
