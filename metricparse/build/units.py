"""Units of measure: from the library's dims to what the profiler prints."""

from __future__ import annotations

import re
from collections import Counter

Dims = tuple[tuple[str, int], ...]

SUFFIX_DIMS = {"same": {}, "per_cycle": {"cycles": -1}, "per_second": {"seconds": -1}}
"""What a submetric does to the dims of its counter (percent replaces them)."""


def normalize(dims: str) -> Dims:
    """Atoms with their exponents; cycles of every clock domain count as one atom, as in what the profiler prints.

    >>> normalize("gpc_cycles^-1*instructions")
    (('cycles', -1), ('instructions', 1))
    """
    powers: Counter[str] = Counter()
    for factor in dims.split("*"):
        atom, _, power = factor.partition("^")
        atom = "cycles" if atom.endswith("_cycles") else atom
        powers[atom] += int(power) if power else 1
    for nothing in ("unitless", "invalid", "error"):
        powers.pop(nothing, None)
    return tuple(sorted((a, p) for a, p in powers.items() if p))


class PrintedUnits:
    """The table of dims that the profiler was seen to print, and a rule for the rest."""

    def __init__(self, table: dict[str, str]) -> None:
        self._table: dict[Dims, str] = {}
        for dims, unit in table.items():
            key = normalize(dims)
            if self._table.setdefault(key, unit) != unit:
                raise ValueError(f"dims {dims!r} are printed in two ways: {unit!r} and {self._table[key]!r}")
        self._table[()] = ""

    def of(self, dims: str, change: str = "same") -> str:
        """The unit printed for a counter of these dims under a submetric (same, per_cycle, per_second)."""
        powers = Counter(dict(normalize(dims)))
        for atom, power in SUFFIX_DIMS[change].items():
            powers[atom] += power
        key = tuple(sorted((a, p) for a, p in powers.items() if p))
        if key in self._table:
            return self._table[key]
        return self._rule(dict(key))

    def _rule(self, powers: dict[str, int]) -> str:
        # a level added up over cycles is printed as the level: gpc_cycles*warps is `warp`
        above = [a for a, p in powers.items() if p > 0 and a not in ("cycles",)] or [
            a for a, p in powers.items() if p > 0
        ]
        below = [a for a, p in powers.items() if p < 0]
        top = self._alone(above)
        bottom = "".join("/" + {"cycles": "cycle", "seconds": "s"}.get(a, self._alone([a]) or "") for a in below)
        return f"{top}{bottom}" if top and bottom != "/" else top

    def _alone(self, atoms: list[str]) -> str:
        return " ".join(filter(None, (self._table.get(((a, 1),), "") for a in atoms)))


def divided(unit: str, change: str) -> str:
    """The same for a unit that is known only as printed, without dims (pm-sampling and graphics counters).

    >>> divided("sector", "per_second"), divided("cycle", "per_second"), divided("", "per_cycle")
    ('sector/s', 'hz', '')
    """
    unit = re.split(r"\|", unit)[0]
    if change == "same" or not unit:
        return unit
    if change == "per_second":
        return "hz" if unit == "cycle" else f"{unit}/s"
    return "" if unit == "cycle" else f"{unit}/cycle"
