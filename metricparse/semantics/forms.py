"""Other forms of a name: in the other window, over all instances, per second, as a percentage."""

from __future__ import annotations

from metricparse.semantics.quantity import Quantity

WINDOWS = (("_active", "_elapsed"), ("_elapsed", "_active"))


def twin(one: Quantity) -> str:
    """The name in the other window; its label where it has none."""
    if one.leaf is None:
        return one.label
    name = one.leaf.name
    head, _, tail = name.partition(one.leaf.base + ".")
    for here, there in WINDOWS:
        if here in tail:
            return head + one.leaf.base + "." + tail.replace(here, there)
        if one.cycles_of[0] and one.leaf.base.endswith(here):
            # the active cycles of a unit are the active window itself
            return head + one.leaf.base.removesuffix(here) + there + "." + tail
    return name


def total(one: Quantity) -> str:
    """The name with the rollup over all instances."""
    if one.leaf is None:
        return one.label
    tail = one.leaf.name.rpartition(one.leaf.base + ".")[2]
    _, dot, rest = tail.partition(".")
    return f"{one.leaf.base}.sum{dot}{rest}"


def per_second(one: Quantity) -> str:
    """The form per second of a count or of a rate per cycle."""
    if one.leaf is None:
        return one.label
    tail = one.leaf.name.rpartition(one.leaf.base + ".")[2]
    return f"{one.leaf.base}.{tail.partition('.')[0]}.per_second"


def percentage(one: Quantity) -> str:
    """The counter itself in percent of its own peak over the whole range."""
    if one.leaf is None:
        return one.label
    tail = one.leaf.name.rpartition(one.leaf.base + ".")[2]
    return f"{one.leaf.base}.{tail.partition('.')[0]}.pct_of_peak_sustained_elapsed"
