"""Dimensions as products of base quantities with exponents: ``sector * second^-1`` is ``(("second", -1), ("sector", 1))``.

The base quantities ("atoms") and their words are data: kb/semantics/dimensions.yaml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Dimension = tuple[tuple[str, int], ...]
"""Atoms with their exponents, sorted by atom, none zero.  The empty one is a plain number."""

PLAIN: Dimension = ()


def product(a: Dimension, b: Dimension, power: int = 1) -> Dimension:
    """``a`` times ``b`` to a power.

    >>> product((("byte", 1),), (("second", 1),), -1)
    (('byte', 1), ('second', -1))
    """
    result = dict(a)
    for atom, exponent in b:
        result[atom] = result.get(atom, 0) + power * exponent
    return tuple(sorted((atom, exponent) for atom, exponent in result.items() if exponent))


def of(text: str) -> Dimension:
    """A dimension from its written form, as the data files hold it.

    >>> of("op/second"), of("byte"), of("")
    ((('op', 1), ('second', -1)), (('byte', 1),), ())
    """
    above, *below = text.split("/")
    result = PLAIN
    for piece in above.split("*"):
        if piece:
            result = product(result, ((piece, 1),))
    for piece in below:
        result = product(result, ((piece, 1),), -1)
    return result


def from_library(text: str, fold: Mapping[str, str], instructions: str) -> Dimension:
    """The library's dimension string with its atoms folded; instructions are of the level that the name counts.

    Atoms that are not in the table keep their own name.

    >>> from_library("gpc_cycles*instructions*warps^-1", {"gpc_cycles": "sm_cycle", "warps": "warp"}, "inst")
    (('inst', 1), ('sm_cycle', 1), ('warp', -1))
    """
    result = PLAIN
    for piece in text.split("*"):
        atom, _, exponent = piece.partition("^")
        folded = instructions if atom == "instructions" else fold.get(atom, atom)
        if folded:
            result = product(result, ((folded, int(exponent or 1)),))
    return result


def exponent(dimension: Dimension, atom: str) -> int:
    """Exponent of an atom, 0 if it does not occur."""
    return dict(dimension).get(atom, 0)


def replaced(dimension: Dimension, old: str, new: str) -> Dimension:
    """The dimension with one atom exchanged for another."""
    power = exponent(dimension, old)
    return product(product(dimension, ((old, power),), -1), ((new, power),)) if power else dimension


def clocks(dimension: Dimension, atoms: Mapping[str, Any]) -> dict[str, int]:
    """Cycle atoms of a dimension with their exponents."""
    return {atom: power for atom, power in dimension if (atoms.get(atom) or {}).get("clock")}
