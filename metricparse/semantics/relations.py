"""What stands between two values that are to be compared, added, subtracted: one issue for each facet that differs.

An issue names an entry of kb/semantics/reasons.yaml (which facet, whether it blocks or converts, its words) and fills in
its slots.  Nothing here knows a name or a number; the order of the facets decides only the order of the reasons.
"""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.semantics import dimension as dims
from metricparse.semantics.dimension import Dimension
from metricparse.semantics.dimension_issues import dimension_issues, stall_times
from metricparse.semantics.facets_full import Facets
from metricparse.semantics.forms import total, twin
from metricparse.semantics.issue import Issue, Slot
from metricparse.semantics.quantity import VOLUME, Quantity
from metricparse.semantics.semantics_book import SemanticsBook


def relation(book: SemanticsBook, a: Quantity, b: Quantity, purpose: str) -> list[Issue]:
    """Issues between two values.

    ``purpose``: ``compare`` (all that differs), ``add``, ``subtract``, ``order`` (< and >), ``equal`` (≈), ``pick`` (max,
    min: values of two peaks may stand side by side).
    """
    if a.number is not None or b.number is not None:
        return []
    found = list(_collections(book, a, b, purpose))
    if any(issue.key == "sampled" for issue in found):
        return [*stall_times(book, a, b), *found]
    found += dimension_issues(book, a, b)
    found += _windows(book, a, b, purpose)
    found += _scopes(book, a, b)
    found += _references(book, a, b, purpose)
    found += _populations(book, a, b, purpose)
    return found


# --- how the values were gathered ---------------------------------------------------------------------------------------


def _collections(book: SemanticsBook, a: Quantity, b: Quantity, purpose: str) -> Iterator[Issue]:
    sampled = frozenset(book.names["sampled"])
    slots: dict[str, Slot] = {"ca": ("collections", "a"), "cb": ("collections", "b")}
    if a.collections and b.collections and a.collections & sampled != b.collections & sampled:
        yield Issue("sampled", slots)
    elif purpose == "compare" and a.collections != b.collections:
        measured = frozenset(book.names["measured"])
        both = a.collections <= measured and b.collections <= measured
        yield Issue("gathered_otherwise" if both else "not_measured", slots)
    x, y = a.leaf, b.leaf
    if x and y and "warp sampler" in a.collections & b.collections:
        kept = [frozenset(one.population) - {"not_issued"} for one in (x, y)]
        if ("not_issued" in x.population) != ("not_issued" in y.population) and kept[0] != kept[1]:
            yield Issue("sample_bases", {})


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
        single = a if a.scope == "one" else b
        reduction = single.leaf.reduction if single.leaf else ""
        if reduction in ("min", "max"):
            # the busiest instance times their number is no total
            name = total(single)
            side = "a" if single is a else "b"
            extreme: dict[str, Slot] = {**slots, "r": ("reduction", side), "s": ("label", side), "t": name}
            yield Issue("scope_extreme", extreme, names=(name,))
        else:
            unit = single.scope_unit
            yield Issue("scope_total", {**slots, "unit": unit}, factor=f"count({unit})")
    elif alike or (all(pure) and a.scope == "one"):
        return
    elif a.scope == "all":
        if all(pure) and inner:
            elapsed = all(side.cycles_of[0] == "elapsed" for side in (a, b))
            key = "scope_cycles_elapsed" if elapsed else "scope_cycles"
            yield Issue(key, {**slots, "n": str(inner)}, factor=str(inner) if elapsed else "")
    elif inner:
        both = a.windows and b.windows and a.windows != b.windows
        active = both and {kind for kind, _ in a.windows | b.windows} == {"active"}
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
            peaks: dict[str, Slot] = {"pa": ("peaks", "a"), "pb": ("peaks", "b")}
            parts = list(_parts(book, a, b))
            wholes = tuple(f"breakdown:{whole}" for whole, _ in parts)
            yield Issue("peaks_part" if parts else "peaks", {**peaks, "t": ", ".join(wholes)}, names=wholes)
            yield from _throughputs(book, a, b, parts)
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


def _parts(book: SemanticsBook, a: Quantity, b: Quantity) -> Iterator[tuple[str, str]]:
    """(throughput, constituent) where one of two percentages is a constituent of the other."""
    for side, other in ((a, b), (b, a)):
        for throughput in sorted(side.throughputs):
            for part in sorted(constituents(book, throughput) & (other.references | other.throughputs)):
                yield throughput, part


def _throughputs(book: SemanticsBook, a: Quantity, b: Quantity, parts: list[tuple[str, str]]) -> Iterator[Issue]:
    """A throughput against another percentage: what it is made of, and whether the other is one of its constituents."""
    x, y = a.leaf, b.leaf
    alike = x and y and x.name.removeprefix(x.base) == y.name.removeprefix(y.base)
    for whole, part in parts:
        yield Issue("constituent" if alike else "constituent_form", {"t": whole, "c": part})
    wholes = {whole for whole, _ in parts}
    for throughput in sorted((a.throughputs | b.throughputs) - wholes):
        yield Issue("throughput_of", {"t": throughput})


def constituents(book: SemanticsBook, throughput: str) -> frozenset[str]:
    """Every counter and throughput below a throughput, on the chip that was asked for or on any."""
    found: set[str] = set()
    todo = [throughput]
    while todo:
        for row in book.kb.get("breakdown", todo.pop()) or []:
            if book.chip is not None and book.chip not in row["chips"]:
                continue
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
    if purpose == "compare" and a.dimension != b.dimension and a.levels and b.levels and a.levels != b.levels:
        yield Issue("places", places)
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
            if whole.base in book.names["total_l2"] and _of_the_sms(part):
                yield Issue("total_l2", {"a": ("label", one), "b": ("label", other)})
    elif purpose == "compare" and x and y:
        if x.unit != y.unit and a.places and b.places and not _nested(book, x.unit, y.unit):
            yield Issue("places", places)
            yield from _fabric(book, x, y)
        elif x.population != y.population:
            yield Issue("populations", {})


def _of_the_sms(one: Facets) -> bool:
    return one.unit in ("sm", "smsp", "l1tex") or "srcunit=tex" in one.population


def _fabric(book: SemanticsBook, x: Facets, y: Facets) -> Iterator[Issue]:
    """All traffic of L2 beside that of the SMs."""
    for whole, part, side in ((x, y, "a"), (y, x, "b")):
        if whole.base in book.names["total_l2"] and _of_the_sms(part):
            yield Issue("fabric", {"a": ("label", side)})


def _holds(book: SemanticsBook, a: Facets, b: Facets) -> bool:
    """Whether one of two counts is part of the other (or both are the same, seen at an SM and at its sub-partitions)."""
    if (a.quantity, a.statistic, a.stage) != (b.quantity, b.statistic, b.stage) or a.dimension != b.dimension:
        return False
    if a.unit != b.unit and not _nested(book, a.unit, b.unit):
        return False
    first, second = frozenset(a.population), frozenset(b.population)
    return first <= second or second <= first
