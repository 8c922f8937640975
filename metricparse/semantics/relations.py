"""What stands between two values that are to be compared, added, subtracted: one issue for each facet that differs.

An issue names an entry of kb/semantics/reasons.yaml (which facet, whether it blocks or converts, its words) and fills in
its slots.  Nothing here knows a name or a number; the order of the facets decides only the order of the reasons.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from metricparse.semantics import dimension as dims
from metricparse.semantics.dimension import Dimension
from metricparse.semantics.facets_full import Facets
from metricparse.semantics.quantity import VOLUME, Quantity
from metricparse.semantics.semantics_book import SemanticsBook

EFFECTS = ("note", "converts", "blocks")
"""Weakest first."""
WRITTEN = "any_cycle"
"""Cycles of a clock that the author wrote as a number (1.98 GHz)."""
Slot = str | tuple[str, ...]


class Issue(NamedTuple):
    """One facet that differs."""

    key: str
    """Entry of kb/semantics/reasons.yaml."""
    slots: dict[str, Slot]
    """Texts, or marks that `metricparse.semantics.wording` puts into words: ("measure", side), ("window", side), …"""
    names: tuple[str, ...] = ()
    """What to use instead: full names."""
    factor: str = ""


def relation(book: SemanticsBook, a: Quantity, b: Quantity, purpose: str) -> list[Issue]:
    """Issues between two values.

    ``purpose``: ``compare`` (all that differs), ``add``, ``subtract``, ``order`` (< and >), ``equal`` (≈), ``pick`` (max,
    min: values of two peaks may stand side by side).
    """
    if a.number is not None or b.number is not None:
        return []
    found = list(_collections(book, a, b, purpose))
    if any(issue.key == "sampled" for issue in found):
        return found
    found += _dimensions(book, a, b)
    found += _windows(book, a, b, purpose)
    found += _scopes(book, a, b)
    found += _references(book, a, b, purpose)
    found += _populations(book, a, b, purpose)
    return found


def effect(book: SemanticsBook, issues: list[Issue]) -> str:
    """The strongest effect among issues; ``note`` for none."""
    return max((str(book.reasons[i.key]["effect"]) for i in issues), key=EFFECTS.index, default="note")


# --- how the values were gathered ---------------------------------------------------------------------------------------


def _collections(book: SemanticsBook, a: Quantity, b: Quantity, purpose: str) -> Iterator[Issue]:
    sampled = frozenset(book.names["sampled"])
    slots: dict[str, Slot] = {"ca": ("collections", "a"), "cb": ("collections", "b")}
    if a.collections and b.collections and a.collections & sampled != b.collections & sampled:
        yield Issue("sampled", slots)
    elif purpose == "compare" and a.collections != b.collections:
        yield Issue("gathered_otherwise", slots)
    x, y = a.leaf, b.leaf
    if x and y and "warp sampler" in a.collections & b.collections:
        kept = [frozenset(one.population) - {"not_issued"} for one in (x, y)]
        if ("not_issued" in x.population) != ("not_issued" in y.population) and kept[0] != kept[1]:
            yield Issue("sample_bases", {})


# --- dimension, clock, granularity --------------------------------------------------------------------------------------


def _dimensions(book: SemanticsBook, a: Quantity, b: Quantity) -> Iterator[Issue]:
    x, y = a.leaf, b.leaf
    if a.dimension == b.dimension:
        # a percentage written as a number (60 %) may be held against a plain ratio
        if not a.dimension and a.percent != b.percent and not a.literal and not b.literal:
            yield Issue("percent_ratio", {}, factor="100")
        return
    units: dict[str, Slot] = {"ua": ("measure", "a"), "ub": ("measure", "b")}
    if x and y and x.base == y.base and x.name != y.name:
        yield Issue("forms", {**units, "fa": ("formula", "a"), "fb": ("formula", "b")}, names=(x.name, y.name))
        return
    if x and y and x.share and y.share and _stall(x) and _stall(y):
        yield Issue("stall_bases", {"da": x.denominator, "db": y.denominator})
        return
    issue = _between_clocks(book, a, b, units) or _between_things(book, a, b, units)
    if issue is not None:
        if issue.key:
            yield issue
        return
    for stalled, other in ((a, b), (b, a)):
        clocks = dims.clocks(other.dimension, book.atoms)
        waits = [any(_stall(one) for one in side.leaves) for side in (stalled, other)]
        length = len(other.dimension) == 1 and (clocks or dims.exponent(other.dimension, "second"))
        if waits == [True, False] and length:
            yield Issue("stall_time", {**units, "a": ("label", "a" if stalled is a else "b")})
            return
    yield Issue("dimensions", units)


def _stall(one: Facets) -> bool:
    return any(kept.startswith("stall=") for kept in one.population)


def _same_with(a: Dimension, b: Dimension, old: str, new: str) -> bool:
    """Whether two dimensions are one once an atom is exchanged for another."""
    return dims.replaced(a, old, new) == dims.replaced(b, old, new)


def _any_clock(book: SemanticsBook, dimension: Dimension) -> Dimension:
    for atom in dims.clocks(dimension, book.atoms):
        dimension = dims.replaced(dimension, atom, "cycle")
    return dimension


def _between_clocks(book: SemanticsBook, a: Quantity, b: Quantity, units: dict[str, Slot]) -> Issue | None:
    left, right = dims.clocks(a.dimension, book.atoms), dims.clocks(b.dimension, book.atoms)
    if left and right and _any_clock(book, a.dimension) == _any_clock(book, b.dimension):
        if a.generic or b.generic or WRITTEN in left or WRITTEN in right:
            return Issue("", {})
        if len(a.dimension) == 1:
            return Issue("clocks", units)
        if dims.exponent(_any_clock(book, a.dimension), "cycle") == 1 and _elapsed_rate(a) and _elapsed_rate(b):
            return Issue("clock_rates", {})
        return Issue(
            "clocks_of_rates",
            {
                "ua": ("one", next(iter(left))),
                "ub": ("one", next(iter(right))),
                "ta": per_second(a),
                "tb": per_second(b),
            },
            names=(per_second(a), per_second(b)),
        )
    for cycles, time in ((a, b), (b, a)):
        atoms = dims.clocks(cycles.dimension, book.atoms)
        if len(cycles.dimension) == 1 and atoms and time.dimension == dims.of("second"):
            unit = cycles.leaf.unit if cycles.leaf else next(iter(atoms))
            clock = f"{unit}__cycles_elapsed.avg.per_second"
            return Issue("cycles_time", {**units, "clock": clock}, names=(clock,))
    return None


def _elapsed_rate(one: Quantity) -> bool:
    return one.leaf is not None and one.leaf.quantity.startswith("cycles_elapsed")


def _between_things(book: SemanticsBook, a: Quantity, b: Quantity, units: dict[str, Slot]) -> Issue | None:
    """Dimensions that differ in what is counted; an issue without a key where a unit as written covers both."""
    left, right = a.dimension, b.dimension
    if _same_with(left, right, "thread_inst", "inst"):
        if a.generic or b.generic:
            return Issue("", {})
        together = a.leaf and b.leaf and _accesses(a.leaf) == _accesses(b.leaf)
        return Issue("granularity" if together else "granularity_apart", units)
    for counted, operations, side, other in ((a, b, "a", "b"), (b, a, "b", "a")):
        level = "thread_inst" if dims.exponent(counted.dimension, "thread_inst") else "inst"
        if dims.exponent(operations.dimension, "op") and _same_with(left, right, level, "op"):
            if level == "thread_inst" and counted.flops == {1}:
                return Issue("", {})
            if level == "thread_inst" and counted.flops and 0 not in counted.flops:
                return Issue("fma_operations", {"a": ("label", side), "n": str(max(counted.flops)), "k": "1"})
            return Issue(
                "instructions_as_operations",
                {"a": ("label", side), "b": ("label", other), "ua": ("measure", side), "ub": ("measure", other)},
            )
    if _same_with(left, right, "sector", "byte"):
        return Issue("sectors_bytes", units, factor=str(book.sector_bytes))
    if _same_with(left, right, "warp", "thread"):
        return Issue("warps_threads", units, factor=str(book.warp_threads))
    if _same_with(left, right, "wave", "wavefront"):
        return Issue("waves", units)
    if _same_with(left, right, "bank_conflict", "wavefront"):
        return Issue("conflicts", units)
    rests = [_without_counted(book, side) for side in (left, right)]
    if rests[0] is not None and rests[0] == rests[1]:
        return Issue("things", units)
    return None


def _accesses(one: Facets) -> tuple[str, ...]:
    """The population, without the predicate that only thread-level counts tell apart."""
    return tuple(kept for kept in one.population if not kept.startswith("pred"))


def _without_counted(book: SemanticsBook, dimension: Dimension) -> Dimension | None:
    """The dimension without the one thing it counts, or None if it counts none or several."""
    above = [atom for atom, power in dimension if power == 1 and book.atoms.get(atom, {}).get("counted")]
    return dims.product(dimension, ((above[0], 1),), -1) if len(above) == 1 else None


# --- window, scope ------------------------------------------------------------------------------------------------------


def _windows(book: SemanticsBook, a: Quantity, b: Quantity, purpose: str) -> Iterator[Issue]:
    kinds = [frozenset(kind for kind, _ in side.windows) for side in (a, b)]
    slots: dict[str, Slot] = {"wa": ("window", "a"), "wb": ("window", "b")}
    if kinds[0] and kinds[1] and kinds[0] != kinds[1]:
        x, y = a.leaf, b.leaf
        twins = (twin(a), twin(b))
        slots = {**slots, "ta": twins[0], "tb": twins[1]}
        if x and y and x.base == y.base and len(a.windows) == len(b.windows) == 1:
            unit = next(unit for kind, unit in a.windows | b.windows if kind == "active")
            factor = f"{unit}__cycles_active.avg / {unit}__cycles_elapsed.avg"
            yield Issue("window_twins", {**slots, "unit": unit}, names=twins, factor=factor)
        else:
            yield Issue("window", slots, names=twins)
    elif kinds[0] == kinds[1] == {"active"} and a.windows != b.windows:
        x, y = a.leaf, b.leaf
        same = x is not None and y is not None and x.counter == y.counter and _nested(book, x.unit, y.unit)
        inner = {unit for _, unit in a.windows}, {unit for _, unit in b.windows}
        mixed = purpose != "compare" and any(_nested(book, one, other) for one in inner[0] for other in inner[1])
        if (same and a.percent) or mixed:
            yield Issue("window_of_nested", slots, names=(twin(a), twin(b)))
        else:
            yield Issue("window_of_units", slots)


def only_cycles(book: SemanticsBook, dimension: Dimension) -> bool:
    """Whether cycles are all that is above the line (cycles, or a clock rate)."""
    above = [atom for atom, power in dimension if power > 0]
    return bool(above) and all(book.atoms.get(atom, {}).get("clock") for atom in above)


def _nested(book: SemanticsBook, a: str, b: str) -> int:
    return book.nested.get((a, b)) or book.nested.get((b, a)) or 0


def _scopes(book: SemanticsBook, a: Quantity, b: Quantity) -> Iterator[Issue]:
    if not a.scope or not b.scope or a.percent or b.percent:
        return
    slots: dict[str, Slot] = {"sa": ("scope", "a"), "sb": ("scope", "b")}
    pure = [only_cycles(book, side.dimension) for side in (a, b)]
    twice = [list(pair) for pair in book.names["one_to_one"]]
    units = [a.scope_unit, b.scope_unit]
    alike = units[0] == units[1] or units in twice or units[::-1] in twice
    inner = _nested(book, *units)
    if a.scope != b.scope:
        unit = units[0] if a.scope == "one" else units[1]
        yield Issue("scope_total", {**slots, "unit": unit}, factor=f"count({unit})")
    elif alike or (all(pure) and a.scope == "one"):
        return
    elif a.scope == "all":
        if all(pure) and inner:
            elapsed = all(side.cycles_of[0] == "elapsed" for side in (a, b))
            key = "scope_cycles_elapsed" if elapsed else "scope_cycles"
            yield Issue(key, {**slots, "n": str(inner)}, factor=str(inner) if elapsed else "")
    elif inner:
        active = {kind for kind, _ in a.windows | b.windows} == {"active"} and a.windows != b.windows
        key = "scope_nested_active" if active else "scope_nested"
        yield Issue(key, {**slots, "n": str(inner)}, factor=str(inner))
    else:
        totals = (total(a), total(b))
        yield Issue("scope_units", {**slots, "ta": totals[0], "tb": totals[1]}, names=totals)


# --- reference ----------------------------------------------------------------------------------------------------------


def _references(book: SemanticsBook, a: Quantity, b: Quantity, purpose: str) -> Iterator[Issue]:
    if a.dimension or b.dimension:
        if a.denominators and b.denominators and a.denominators != b.denominators and a.dimension == b.dimension:
            yield from _other_denominators(a, b, purpose)
        return
    for side, other, key in ((a, b, "a"), (b, a, "b")):
        if side.percent and side.share == "none" and other.percent and other.share != "none":
            ratio = side.leaf.base + ".ratio" if side.leaf else ""
            slots: dict[str, Slot] = {"a": ("label", key), "b": ("label", "b" if key == "a" else "a"), "ratio": ratio}
            yield Issue("no_share", slots, names=(ratio,) if ratio else ())
            return
    shares = {a.share, b.share}
    if "" in shares:
        return
    if shares == {"peak"}:
        if purpose != "pick" and _other_peaks(book, a, b):
            yield Issue("peaks", {"pa": ("references", "a"), "pb": ("references", "b")})
            yield from _throughputs(book, a, b)
    elif a.share != b.share:
        yield Issue("share_of", {"pa": ("share", "a"), "pb": ("share", "b")})
    elif a.denominators != b.denominators:
        yield from _other_denominators(a, b, purpose)


def _other_denominators(a: Quantity, b: Quantity, purpose: str) -> Iterator[Issue]:
    slots: dict[str, Slot] = {"da": ("denominators", "a"), "db": ("denominators", "b")}
    if a.share == b.share == "look_ups":
        yield Issue("look_ups", slots)
    else:
        yield Issue("averages" if purpose in ("add", "subtract") else "denominators", slots)


def _other_peaks(book: SemanticsBook, a: Quantity, b: Quantity) -> bool:
    if a.references == b.references:
        return False
    x, y = a.leaf, b.leaf
    return not (x and y and x.counter == y.counter and not x.aggregation and _nested(book, x.unit, y.unit))


def _throughputs(book: SemanticsBook, a: Quantity, b: Quantity) -> Iterator[Issue]:
    """A throughput against another percentage: what it is made of, and whether the other is one of its constituents."""
    for side, other in ((a, b), (b, a)):
        for throughput in sorted(side.throughputs):
            parts = sorted(constituents(book, throughput) & (other.references | other.throughputs))
            for part in parts:
                yield Issue("constituent", {"t": throughput, "c": part}, names=(f"breakdown:{throughput}",))
            if not parts:
                yield Issue("throughput_of", {"t": throughput})


def constituents(book: SemanticsBook, throughput: str) -> frozenset[str]:
    """Every counter and throughput below a throughput, on any chip."""
    found: set[str] = set()
    todo = [throughput]
    while todo:
        for row in book.kb.get("breakdown", todo.pop()) or []:
            fresh = ({*row["counters"], *row["throughputs"]}) - found
            found |= fresh
            todo += sorted(fresh & set(row["throughputs"]))
    return frozenset(found)


# --- population and place -----------------------------------------------------------------------------------------------


def _populations(book: SemanticsBook, a: Quantity, b: Quantity, purpose: str) -> Iterator[Issue]:
    x, y = a.leaf, b.leaf
    places: dict[str, Slot] = {"oa": ("places", "a"), "ob": ("places", "b")}
    if purpose == "compare" and x and y and x.base == y.base and x.reduction != y.reduction and x.scope == y.scope:
        yield Issue("reduction", {"ra": ("reduction", "a"), "rb": ("reduction", "b")})
    below = any(dims.exponent(a.dimension, atom) < 0 for atom in VOLUME)
    if below and a.dimension == b.dimension and a.levels and b.levels and a.levels != b.levels:
        yield Issue("levels", {"oa": ("levels", "a"), "ob": ("levels", "b")})
        return
    if a.dimension != b.dimension or a.percent:
        return
    if purpose == "add":
        if any(dims.exponent(a.dimension, atom) > 0 for atom in VOLUME) and b.levels and not b.levels <= a.levels:
            yield Issue("levels", {"oa": ("levels", "a"), "ob": ("levels", "b")})
            return
        pairs = ((one, other) for one in a.leaves for other in b.leaves if one.name != other.name)
        if len(b.leaves) == 1 and any(_holds(book, one, other) for one, other in pairs):
            yield Issue("part_whole", {})
    elif purpose == "equal" and x and y:
        for whole, part, one, other in ((x, y, "a", "b"), (y, x, "b", "a")):
            asked = part.unit in ("sm", "smsp", "l1tex") or "srcunit=tex" in part.population
            if whole.base in book.names["total_l2"] and asked:
                yield Issue("total_l2", {"a": ("label", one), "b": ("label", other)})
    elif purpose == "compare" and x and y:
        if x.unit != y.unit and a.places and b.places and not _nested(book, x.unit, y.unit):
            yield Issue("places", places)
        elif x.population != y.population:
            yield Issue("populations", {})


def _holds(book: SemanticsBook, a: Facets, b: Facets) -> bool:
    """Whether one of two counts is part of the other (or both are the same, seen at an SM and at its sub-partitions)."""
    if (a.quantity, a.statistic, a.stage) != (b.quantity, b.statistic, b.stage) or a.dimension != b.dimension:
        return False
    if a.unit != b.unit and not _nested(book, a.unit, b.unit):
        return False
    first, second = frozenset(a.population), frozenset(b.population)
    return first <= second or second <= first


# --- other forms of a name ----------------------------------------------------------------------------------------------


def twin(one: Quantity) -> str:
    """The name in the other window; its label where it has none."""
    if one.leaf is None:
        return one.label
    name = one.leaf.name
    for here, there in (("_active", "_elapsed"), ("_elapsed", "_active")):
        head, _, tail = name.partition(one.leaf.base + ".")
        if here in tail:
            return head + one.leaf.base + "." + tail.replace(here, there)
    return name


def total(one: Quantity) -> str:
    """The name with the rollup over all instances."""
    if one.leaf is None:
        return one.label
    tail = one.leaf.name.rpartition(one.leaf.base + ".")[2]
    _, dot, rest = tail.partition(".")
    return f"{one.leaf.base}.sum{dot}{rest}"


def per_second(one: Quantity) -> str:
    """The form per second of a rate per cycle."""
    if one.leaf is None:
        return one.label
    tail = one.leaf.name.rpartition(one.leaf.base + ".")[2]
    return f"{one.leaf.base}.{tail.partition('.')[0]}.per_second"
