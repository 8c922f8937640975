"""What stands between two values whose dimensions differ: a form, a factor, a clock, or nothing that converts."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.semantics import dimension as dims
from metricparse.semantics.dimension import Dimension
from metricparse.semantics.facets_full import Facets
from metricparse.semantics.forms import per_second, percentage
from metricparse.semantics.issue import Issue, Slot
from metricparse.semantics.quantity import Quantity
from metricparse.semantics.semantics_book import SemanticsBook

WRITTEN = "any_cycle"
"""Cycles of a clock that the author wrote as a number (1.98 GHz)."""
SECOND = dims.of("second")
BLOCK_WARPS = "ceil(launch__block_size / {})"
BLOCK_THREADS = "launch__block_size"


def dimension_issues(book: SemanticsBook, a: Quantity, b: Quantity) -> Iterator[Issue]:
    """Issues about what two values count or measure; none if that is the same."""
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
    if x and y and x.share and y.share and stalled(x) and stalled(y):
        yield Issue("stall_bases", {"da": x.denominator, "db": y.denominator})
        return
    issue = _between_clocks(book, a, b, units) or _between_things(book, a, b, units)
    if issue is not None:
        if issue.key:
            yield issue
        return
    found = list(_of_shares(a, b)) or list(_of_issues(book, a, b)) or list(stall_times(book, a, b))
    yield from found or [Issue("dimensions", units)]


def stalled(one: Facets) -> bool:
    """Whether a name is of a stall reason."""
    return any(kept.startswith("stall=") for kept in one.population)


def stall_times(book: SemanticsBook, a: Quantity, b: Quantity) -> Iterator[Issue]:
    """Waiting of warps held against a length of time or of cycles."""
    units: dict[str, Slot] = {"ua": ("measure", "a"), "ub": ("measure", "b")}
    for waiting, other, side in ((a, b, "a"), (b, a, "b")):
        waits = [any(stalled(one) for one in each.leaves) for each in (waiting, other)]
        clocks = dims.clocks(other.dimension, book.atoms)
        length = len(other.dimension) == 1 and (clocks or dims.exponent(other.dimension, "second"))
        if waits == [True, False] and length and waiting.dimension != other.dimension:
            yield Issue("stall_time", {**units, "a": ("label", side)})
            return


def _of_shares(a: Quantity, b: Quantity) -> Iterator[Issue]:
    """A percentage held against cycles of waiting for each instruction, or against an amount per second."""
    for share, other, side, beside in ((a, b, "a", "b"), (b, a, "b", "a")):
        if not share.percent:
            continue
        slots: dict[str, Slot] = {"a": ("label", beside), "b": ("label", side), "ua": ("measure", beside)}
        if any(stalled(one) for one in other.leaves) and dims.exponent(other.dimension, "inst") == -1:
            yield Issue("stall_percent", slots)
        elif share.leaf and other.leaf and share.share == "peak" and dims.exponent(other.dimension, "second") == -1:
            name = percentage(other)
            yield Issue("rate_share", {**slots, "p": name}, names=(name,))


def _of_issues(book: SemanticsBook, a: Quantity, b: Quantity) -> Iterator[Issue]:
    """Cycles with an issue for each cycle, held against warps or instructions for each cycle."""
    for issues, other, side, beside in ((a, b, "a", "b"), (b, a, "b", "a")):
        leaf = issues.leaf
        if leaf is None or leaf.counter not in book.names["issues"] or issues.percent or issues.dimension:
            continue
        above = [atom for atom, power in other.dimension if power > 0]
        below = [atom for atom, power in other.dimension if power < 0]
        per_cycle = other.leaf is not None and all((book.atoms.get(atom) or {}).get("clock") for atom in below)
        if above in (["warp"], ["inst"]) and per_cycle:
            yield Issue("issued", {"a": ("label", side), "b": ("label", beside)}, factor="1")


def _same_with(a: Dimension, b: Dimension, old: str, new: str) -> bool:
    """Whether two dimensions are one once an atom is exchanged for another, of which each has one."""
    each = all(bool(dims.exponent(side, old)) != bool(dims.exponent(side, new)) for side in (a, b))
    return each and dims.replaced(a, old, new) == dims.replaced(b, old, new)


def _any_clock(book: SemanticsBook, dimension: Dimension, atom: str = "cycle") -> Dimension:
    for clock in dims.clocks(dimension, book.atoms):
        dimension = dims.replaced(dimension, clock, atom)
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
    for cycles, time, clocks in ((a, b, left), (b, a, right)):
        if len(cycles.dimension) == 1 and clocks and time.dimension == SECOND:
            unit = cycles.leaf.unit if cycles.leaf else next(iter(clocks))
            clock = f"{unit}__cycles_elapsed.avg.per_second"
            return Issue("cycles_time", {**units, "clock": clock}, names=(clock,))
        rate = cycles.leaf is not None and len(clocks) == 1 and -1 in clocks.values()
        if rate and _any_clock(book, cycles.dimension, "second") == time.dimension:
            name = per_second(cycles)
            return Issue("rate_forms", {**units, "t": name, "a": ("label", "a"), "b": ("label", "b")}, names=(name,))
    return None


def _elapsed_rate(one: Quantity) -> bool:
    return one.leaf is not None and one.leaf.quantity.startswith("cycles_elapsed")


def _between_things(book: SemanticsBook, a: Quantity, b: Quantity, units: dict[str, Slot]) -> Issue | None:
    """Dimensions that differ in what is counted; an issue without a key where a unit as written covers both."""
    left, right = a.dimension, b.dimension
    if _same_with(left, right, "thread_inst", "inst"):
        if a.generic or b.generic:
            return Issue("", {})
        together = a.leaf and b.leaf and accesses(a.leaf) == accesses(b.leaf)
        return Issue("granularity" if together else "granularity_apart", units)
    found = _of_operations(a, b)
    if found is not None:
        return found
    if _same_with(left, right, "sector", "byte"):
        return Issue("sectors_bytes", units, factor=str(book.sector_bytes))
    if _same_with(left, right, "warp", "thread"):
        return Issue("warps_threads", units, factor=str(book.warp_threads))
    if _same_with(left, right, "block", "warp"):
        return Issue("blocks_warps", units, factor=BLOCK_WARPS.format(book.warp_threads))
    if _same_with(left, right, "block", "thread"):
        return Issue("blocks_threads", units, factor=BLOCK_THREADS)
    if _same_with(left, right, "wave", "wavefront"):
        return Issue("waves", units)
    if _same_with(left, right, "bank_conflict", "wavefront"):
        return Issue("conflicts", units)
    rests = [_without_counted(book, side) for side in (left, right)]
    if rests[0] is not None and rests[0] == rests[1]:
        return Issue("things", units)
    return None


def _of_operations(a: Quantity, b: Quantity) -> Issue | None:
    """Instructions held against floating-point operations."""
    for counted, operations, side, other in ((a, b, "a", "b"), (b, a, "b", "a")):
        level = "thread_inst" if dims.exponent(counted.dimension, "thread_inst") else "inst"
        if not dims.exponent(operations.dimension, "op"):
            continue
        if not _same_with(a.dimension, b.dimension, level, "op"):
            continue
        if level == "thread_inst" and counted.flops == {1}:
            return Issue("", {})
        if level == "thread_inst" and counted.flops and 0 not in counted.flops:
            each = str(max(counted.flops))
            # one factor converts only where all are of one type
            factor = each if len(counted.flops) == 1 else ""
            return Issue("fma_operations", {"a": ("label", side), "n": each, "k": "1"}, factor=factor)
        return Issue(
            "instructions_as_operations",
            {"a": ("label", side), "b": ("label", other), "ua": ("measure", side), "ub": ("measure", other)},
        )
    return None


def accesses(one: Facets) -> tuple[str, ...]:
    """The population, without the predicate that only thread-level counts tell apart."""
    return tuple(kept for kept in one.population if not kept.startswith("pred"))


def _without_counted(book: SemanticsBook, dimension: Dimension) -> Dimension | None:
    """The dimension without the one thing it counts, or None if it counts none or several."""
    above = [atom for atom, power in dimension if power == 1 and book.atoms.get(atom, {}).get("counted")]
    return dims.product(dimension, ((above[0], 1),), -1) if len(above) == 1 else None
