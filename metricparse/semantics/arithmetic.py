"""What multiplying, dividing and adding make of quantities, and what there is to object to on the way."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.semantics import dimension as dims
from metricparse.semantics.dimension import PLAIN, Dimension
from metricparse.semantics.dimension_issues import SECOND, WRITTEN, accesses
from metricparse.semantics.facets_full import facets_in
from metricparse.semantics.forms import twin
from metricparse.semantics.issue import Issue, Slot, objectionable
from metricparse.semantics.quantity import NOTHING, VOLUME, Outcome, Quantity, joined, merged, of_name
from metricparse.semantics.relations import only_cycles, relation
from metricparse.semantics.scaling import generics, of_sectors, per_sector, scaled
from metricparse.semantics.semantics_book import SemanticsBook

RATES = ("byte/second", "op/second")
"""Literals that are a bandwidth or a peak of operations."""
NO_COMPLEMENT = frozenset({"lts", "syslts"})
"""Units at which hits and misses do not add up to the look-ups (identity F10)."""
SELECTORS = ("mem", "op")
"""Filters of which numerator and denominator of an average must agree."""


# --- products -----------------------------------------------------------------------------------------------------------


def times(book: SemanticsBook, a: Quantity, b: Quantity, label: str) -> Outcome:
    """``a * b``."""
    if a.number is not None and b.number is not None:
        return Outcome(Quantity(label, number=a.number * b.number, literal=True), [])
    if a.number is not None or b.number is not None:
        known, factor = (b, a) if a.number is not None else (a, b)
        return scaled(book, known, factor.number or 0.0, label)
    a, b = per_sector(a, b), per_sector(b, a)
    a, b, issues = generics(book, a, b, 1)
    issues += _of_shares(book, a, b)
    issues += _of_stalls(a, b)
    issues += of_sectors(book, a, b)
    window, found = _times_windows(a, b)
    issues += found
    dimension = _settled(book, dims.product(a.dimension, b.dimension))
    issues += _of_clocks(book, a, b, dimension) or _of_rates(book, dimension)
    for one, other in ((a, b), (b, a)):
        up = any(dims.exponent(one.dimension, atom) > 0 for atom in VOLUME)
        down = any(dims.exponent(other.dimension, atom) < 0 for atom in VOLUME)
        if up and down and one.levels and other.levels and one.levels != other.levels:
            issues.append(Issue("levels", {"oa": ("levels", "a"), "ob": ("levels", "b")}))
            break
    scope, unit = _times_scope(book, a, b)
    value = _result(a, b, label, dimension)._replace(windows=window, scope=scope, scope_unit=unit)
    for share, amount in ((a, b), (b, a)):
        if share.denominators and amount.leaf and amount.leaf.base in share.denominators:
            # a share of look-ups times these look-ups is a count
            value = value._replace(denominators=value.denominators - share.denominators)
    return Outcome(value, issues)


def over(book: SemanticsBook, a: Quantity, b: Quantity, label: str) -> Outcome:
    """``a / b``."""
    if a.number is not None and b.number is not None:
        return Outcome(Quantity(label, number=a.number / b.number if b.number else 0.0, literal=True), [])
    if b.number is not None:
        return scaled(book, a, 1 / b.number if b.number else 0.0, label)
    if a.number is not None:
        return Outcome(merged(b, b, label)._replace(dimension=dims.product(PLAIN, b.dimension, -1), percent=False), [])
    a, b, issues = generics(book, a, b, -1)
    issues += _sampled(book, a, b)
    window, found = _over_windows(a, b)
    issues += found
    dimension = _settled(book, dims.product(a.dimension, b.dimension, -1))
    if not (_frequency(book, a.dimension) and _frequency(book, b.dimension)):
        issues += _of_clocks(book, a, b, dimension)
    else:
        dimension = PLAIN
    if not a.dimension and not b.dimension:
        issues += [
            one for one in relation(book, a._replace(windows=frozenset()), b._replace(windows=frozenset()), "order")
            if one.key in ("peaks", "look_ups", "share_of", "no_share")
        ]  # fmt: skip
    scope, unit, found = _over_scope(book, a, b)
    issues += found
    if dimension == SECOND:
        # cycles over their clock: a time, whichever instance counted it
        scope = unit = ""
    if a.dimension != b.dimension:
        issues += _mismatched(a, b) or _of_levels(a, b)
    else:
        issues += _misses(a, b)
    value = _result(a, b, label, dimension)._replace(windows=window, scope=scope, scope_unit=unit)
    percent = not dimension and ((a.percent and not b.percent) or a.hundred != b.hundred)
    value = value._replace(percent=percent, ratio_of=PLAIN if dimension else a.dimension)
    if b.leaf and _looked_up(a, b) == "hit":
        value = value._replace(share="look_ups", denominators=frozenset({b.leaf.base}))
    return Outcome(value, issues)


def _result(a: Quantity, b: Quantity, label: str, dimension: Dimension) -> Quantity:
    """A product or quotient: what both bring along; shares and peaks only as long as it is a plain number."""
    plain = not dimension
    inst = [side for side in (a, b) if _of_instructions(side.dimension)]
    return merged(a, b, label)._replace(
        dimension=dimension,
        percent=plain and (a.percent or b.percent),
        generic=False,
        share=(a.share or b.share)
        if plain and bool(a.share) != bool(b.share) and not (a.dimension or b.dimension)
        else "",
        references=a.references | b.references if plain else NOTHING,
        throughputs=a.throughputs | b.throughputs if plain else NOTHING,
        flops=frozenset().union(*(side.flops for side in inst)),
        hundred=(bool(dimension) and _hundredfold(a) != _hundredfold(b)) or (plain and a.percent and b.percent),
        levels=a.levels | b.levels if any(dims.exponent(dimension, atom) for atom in VOLUME) else NOTHING,
        counts="",
    )


def _of_shares(book: SemanticsBook, a: Quantity, b: Quantity) -> Iterator[Issue]:
    for one, other, side in ((a, b, "a"), (b, a, "b")):
        if one.dimension or not one.references or not other.literal or other.dimension not in map(dims.of, RATES):
            continue
        owners = frozenset(book.names["own_bandwidth"])
        bytes_ = other.dimension == dims.of(RATES[0])
        if one.throughputs:
            if not (bytes_ and one.throughputs <= owners):
                yield Issue("throughput_as_bandwidth", {"a": ("label", side)})
        elif not all(_counts(book, name, bytes_) or (bytes_ and name in owners) for name in one.references):
            what = ("one", "byte" if bytes_ else "op")
            yield Issue("other_peak", {"a": ("label", side), "p": ("references", side), "u": what})
    if a.dimension or b.dimension:
        return
    if a.share == b.share == "peak":
        yield Issue("peaks_product", {})
    elif a.share == b.share == "look_ups" and a.denominators != b.denominators:
        yield Issue("look_ups_product", {})


def _hundredfold(one: Quantity) -> bool:
    """Whether a value is a hundred times what it stands for; a percentage that is written out is a factor."""
    return one.hundred or (one.percent and not one.literal)


def hundredfold(one: Quantity) -> list[Issue]:
    """A percentage multiplied into an amount and never divided by a hundred."""
    if one.hundred and one.dimension and any(leaf.percent for leaf in one.leaves):
        return [Issue("hundredfold", {"u": ("measure", "a")})]
    return []


def _counts(book: SemanticsBook, base: str, bytes_: bool) -> bool:
    """Whether a counter counts bytes (or what is a fixed number of them), or floating-point operations."""
    found = of_name(book, facets_in(book, base + ".sum", book.chip))
    if bytes_:
        return any(dims.exponent(found.dimension, atom) > 0 for atom in VOLUME)
    return dims.exponent(found.dimension, "op") > 0 or bool(found.flops and 0 not in found.flops)


def _settled(book: SemanticsBook, dimension: Dimension) -> Dimension:
    """Cycles of a clock as written become those of the clock that they meet."""
    for atom in dims.clocks(dimension, book.atoms):
        if atom != WRITTEN:
            return dims.replaced(dimension, WRITTEN, atom)
    return dimension


def _of_stalls(a: Quantity, b: Quantity) -> Iterator[Issue]:
    """A share of samples (or of warp-cycles) times the duration is no time."""
    for stalled, time, side in ((a, b, "a"), (b, a, "b")):
        waits = any(kept.startswith("stall=") for one in stalled.leaves for kept in one.population)
        if waits and not stalled.dimension and time.dimension == SECOND:
            yield Issue("stall_time", {"a": ("label", side), "ua": ("measure", "a"), "ub": ("measure", "b")})


def _of_clocks(book: SemanticsBook, a: Quantity, b: Quantity, dimension: Dimension) -> list[Issue]:
    """Cycles of two clocks on the two sides of the line, that were not so in one of the operands."""
    found = dims.clocks(dimension, book.atoms)
    if not (any(power > 0 for power in found.values()) and any(power < 0 for power in found.values())):
        return []
    before = [dims.clocks(side.dimension, book.atoms) for side in (a, b)]
    if any(len(side) > 1 for side in before) or not all(before):
        return []
    return [Issue("clocks", {"ua": ("measure", "a"), "ub": ("measure", "b")})]


def _of_rates(book: SemanticsBook, dimension: Dimension) -> list[Issue]:
    """A rate times a rate, or cycles times a frequency."""
    found = dims.clocks(dimension, book.atoms)
    ticks = [*found.values(), dims.exponent(dimension, "second")]
    if min(ticks) <= -2 or max(found.values(), default=0) >= 2 or sum(power < 0 for power in ticks) >= 2:
        return [Issue("rates", {"u": ("dimension", dims_text(dimension))})]
    return []


def dims_text(dimension: Dimension) -> str:
    """A dimension as one text, for a slot of an issue."""
    return "*".join(f"{atom}^{power}" for atom, power in dimension)


def _frequency(book: SemanticsBook, dimension: Dimension) -> bool:
    return len(dimension) == 2 and dims.exponent(dimension, "second") == -1 and bool(dims.clocks(dimension, book.atoms))


# --- windows ------------------------------------------------------------------------------------------------------------

Windows = frozenset[tuple[str, str]]


def _times_windows(a: Quantity, b: Quantity) -> tuple[Windows, list[Issue]]:
    """A rate per active cycle times active cycles is a count; times elapsed cycles it is nothing."""
    for rate, cycles in ((a, b), (b, a)):
        if cycles.cycles_of[0] and rate.windows:
            if rate.windows == {cycles.cycles_of}:
                return frozenset(), []
            return frozenset(), [_window_issue(a, b)]
    return a.windows | b.windows, []


def _over_windows(a: Quantity, b: Quantity) -> tuple[Windows, list[Issue]]:
    if b.cycles_of[0]:
        return (a.windows or frozenset({b.cycles_of})), []
    kinds = [frozenset(kind for kind, _ in side.windows) for side in (a, b)]
    if kinds[0] and kinds[1] and kinds[0] != kinds[1]:
        same = a.leaf and b.leaf and a.leaf.base == b.leaf.base
        return frozenset({("elapsed", "")}), [] if same else [_window_issue(a, b)]
    return (frozenset() if kinds[0] and kinds[1] else a.windows | b.windows), []


def _window_issue(a: Quantity, b: Quantity) -> Issue:
    names = (twin(a), twin(b))
    slots: dict[str, Slot] = {"wa": ("window", "a"), "wb": ("window", "b"), "ta": names[0], "tb": names[1]}
    return Issue("window", slots, names=names)


# --- scopes -------------------------------------------------------------------------------------------------------------


def _times_scope(book: SemanticsBook, a: Quantity, b: Quantity) -> tuple[str, str]:
    for counted, value in ((a, b), (b, a)):
        if counted.counts and value.scope == "one":
            return ("all" if counted.counts == value.scope_unit else "one", value.scope_unit)
    if not a.dimension and b.dimension:
        # a share of something is for as many instances as that is
        return b.scope, b.scope_unit
    if not b.dimension and a.dimension:
        return a.scope, a.scope_unit
    if _duration_like(book, a) and b.scope:
        return b.scope, b.scope_unit
    return (a.scope, a.scope_unit) if a.scope else (b.scope, b.scope_unit)


def _duration_like(book: SemanticsBook, one: Quantity) -> bool:
    """Cycles (or the clock) of one instance: a length, not an amount that instances have."""
    return one.scope == "one" and only_cycles(book, one.dimension)


def _over_scope(book: SemanticsBook, a: Quantity, b: Quantity) -> tuple[str, str, list[Issue]]:
    if b.counts and a.scope == "all":
        return "one", a.scope_unit, []
    if not a.scope or not b.scope or not b.dimension or not a.dimension:
        return a.scope, a.scope_unit, []
    slots = {"sa": ("scope", "a"), "sb": ("scope", "b")}
    twice = [list(pair) for pair in book.names["one_to_one"]]
    units = [a.scope_unit, b.scope_unit]
    alike = units[0] == units[1] or units in twice or units[::-1] in twice
    same = a.leaf is not None and b.leaf is not None and a.leaf.base == b.leaf.base
    cycles = only_cycles(book, b.dimension)
    if b.scope == "one" and cycles and not (a.scope == "one" and book.nested.get((units[0], units[1]))):
        return a.scope, a.scope_unit, []
    if cycles and b.scope == a.scope == "all":
        return "one", b.scope_unit, []
    if same or (a.scope == b.scope and (alike or a.scope == "all")):
        return "", "", []
    if a.scope == b.scope:
        inner = book.nested.get((units[0], units[1])) or book.nested.get((units[1], units[0]))
        if inner:
            return "", "", [Issue("scope_nested", {**slots, "n": str(inner)}, factor=str(inner))]
        return "", "", [Issue("scope_units", {**slots, "ta": a.label, "tb": b.label})]
    unit = units[0] if a.scope == "one" else units[1]
    return "", "", [Issue("scope_total", {**slots, "unit": unit}, factor=f"count({unit})")]


# --- quotients ----------------------------------------------------------------------------------------------------------


def _sampled(book: SemanticsBook, a: Quantity, b: Quantity) -> list[Issue]:
    sampled = frozenset(book.names["sampled"])
    if a.collections and b.collections and a.collections & sampled != b.collections & sampled:
        return [Issue("sampled", {"ca": ("collections", "a"), "cb": ("collections", "b")})]
    return []


def _looked_up(a: Quantity, b: Quantity) -> str:
    """``hit`` or ``miss``, if one is divided by all look-ups of its kind; else empty."""
    x, y = a.leaf or (a.leaves[0] if len(a.leaves) == 1 else None), b.leaf
    if x is None or y is None or (x.unit, x.stage, x.quantity) != (y.unit, y.stage, y.quantity):
        return ""
    kept = set(x.population) - set(y.population)
    return kept.pop().removeprefix("lookup=") if len(kept) == 1 and kept <= {"lookup=hit", "lookup=miss"} else ""


def _misses(a: Quantity, b: Quantity) -> list[Issue]:
    if b.leaf and b.leaf.unit in NO_COMPLEMENT and _looked_up(a, b) == "miss":
        return [Issue("misses_of_look_ups", {})]
    return []


def _mismatched(a: Quantity, b: Quantity) -> list[Issue]:
    """Sectors of loads for each request of stores."""
    x, y = a.leaf, b.leaf
    if x is None or y is None or x.unit != y.unit or not a.levels | b.levels:
        return []
    kept = [dict(one.partition("=")[::2] for one in side.population) for side in (x, y)]
    if any(key in kept[0] and key in kept[1] and kept[0][key] != kept[1][key] for key in SELECTORS):
        return [Issue("mismatched_parts", {})]
    return []


def _of_levels(a: Quantity, b: Quantity) -> list[Issue]:
    """Thread instructions of one kind for each warp instruction of another."""
    for threads, warps in ((a, b), (b, a)):
        if dims.exponent(threads.dimension, "thread_inst") == 1 == dims.exponent(warps.dimension, "inst"):
            kinds = [{accesses(one) for one in side.leaves if _of_instructions(one.dimension)} for side in (a, b)]
            if all(kinds) and kinds[0] != kinds[1]:
                return [Issue("granularity_apart", {"ua": ("measure", "a"), "ub": ("measure", "b")})]
    return []


def _of_instructions(dimension: Dimension) -> bool:
    return any(dims.exponent(dimension, atom) > 0 for atom in ("inst", "thread_inst"))


def left_over(book: SemanticsBook, dimension: Dimension) -> list[Issue]:
    """Seconds and cycles that do not cancel: IPC times the duration."""
    clocks = dims.clocks(dimension, book.atoms).values()
    seconds = dims.exponent(dimension, "second")
    if len(dimension) > 2 and any(power * seconds < 0 for power in clocks):
        return [Issue("left_over", {"u": ("dimension", dims_text(dimension))})]
    return []


# --- sums ---------------------------------------------------------------------------------------------------------------


def plus(book: SemanticsBook, a: Quantity, b: Quantity, sign: int, label: str) -> Outcome:
    """``a + b``, or ``a - b`` for a sign of -1."""
    if a.number is not None and b.number is not None:
        return Outcome(Quantity(label, number=a.number + sign * b.number, literal=True), [])
    if a.number is not None:
        issues = []
        if sign == -1 and b.share == "look_ups" and a.number in (1, 100) and b.places & NO_COMPLEMENT:
            issues.append(Issue("complement", {"a": ("label", "b")}))
        return Outcome(b._replace(label=label), issues)
    if b.number is not None:
        return Outcome(a._replace(label=label), [])
    issues = relation(book, a, b, "add" if sign == 1 else "subtract")
    value = merged(a, b, label)
    if dims.exponent(b.dimension, "op"):
        value = value._replace(dimension=b.dimension)
    if a.scope != b.scope or a.scope_unit != b.scope_unit:
        value = value._replace(scope=a.scope or b.scope, scope_unit=a.scope_unit or b.scope_unit)
    issues = objectionable(book, issues)
    mixed = "sum" if issues or "sum" in (a.mixed, b.mixed) else ""
    return Outcome(value._replace(leaves=joined(a.leaves, b.leaves), mixed=mixed), issues)
