"""Numbers and units as written that meet a quantity: 32 bytes in a sector, 2 FLOP for each instruction, 4 in an SM."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.semantics import dimension as dims
from metricparse.semantics.issue import Issue
from metricparse.semantics.quantity import Outcome, Quantity
from metricparse.semantics.semantics_book import SemanticsBook


def scaled(book: SemanticsBook, one: Quantity, factor: float, label: str) -> Outcome:
    """A quantity times a plain number: some numbers are the number of one thing in another (32 bytes in a sector)."""
    value = one._replace(label=label, literal=False)
    issues: list[Issue] = []
    power = dict(one.dimension)
    if (
        power.get("sector") == 1
        and "byte" not in power
        and factor in (book.sector_bytes, int(book.kb_fact("line_bytes")))
    ):
        value = value._replace(dimension=dims.replaced(one.dimension, "sector", "byte"))
        if factor != book.sector_bytes:
            issues.append(_sector_size(book, factor))
    elif power.get("byte") == 1 and "sector" not in power and factor == 1 / book.sector_bytes:
        value = value._replace(dimension=dims.replaced(one.dimension, "byte", "sector"))
    elif power.get("thread_inst") == 1 and one.flops == {factor}:
        value = value._replace(dimension=dims.replaced(one.dimension, "thread_inst", "op"), flops=frozenset())
    elif power.get("thread") == 1 and factor == 1 / book.warp_threads:
        value = value._replace(dimension=dims.replaced(one.dimension, "thread", "warp"))
    elif power.get("inst") == 1 and "thread_inst" not in power and factor == book.warp_threads:
        # thread slots of warp instructions, of which active threads are a part
        value = value._replace(dimension=dims.replaced(one.dimension, "inst", "thread_inst"), flops=frozenset({0}))
    elif power.get("warp") == 1 and factor == book.warp_threads:
        value = value._replace(dimension=dims.replaced(one.dimension, "warp", "thread"))
    elif one.scope == "one":
        for (inner, outer), number in book.nested.items():
            if one.scope_unit == inner and factor == number:
                value = value._replace(scope_unit=outer)
                break
            if one.scope_unit == outer and factor == 1 / number:
                value = value._replace(scope_unit=inner)
                break
    if not one.dimension:
        if one.percent and factor == 0.01:
            # a percentage of a percentage is still one
            value = value._replace(percent=one.hundred, hundred=False)
        elif not one.percent and factor == 100 and not one.counts:
            value = value._replace(percent=True)
    elif factor in (100, 0.01):
        value = value._replace(hundred=not one.hundred)
    return Outcome(value._replace(cycles_of=("", "")), issues)


def _sector_size(book: SemanticsBook, size: float) -> Issue:
    line = size == int(book.kb_fact("line_bytes"))
    return Issue("sector_size", {"k": f"{size:g}", "what": ("phrase", "whole" if line else "other")})


def generics(book: SemanticsBook, a: Quantity, b: Quantity, power: int) -> tuple[Quantity, Quantity, list[Issue]]:
    """Units as written (``FLOP/inst``, ``cycle``) take on the kind of what they are put together with."""
    issues: list[Issue] = []
    for written, other, side in ((a, b, "b"), (b, a, "a")):
        if not written.generic:
            continue
        dimension = written.dimension
        per_inst = dims.exponent(dimension, "inst")
        if per_inst and dims.exponent(other.dimension, "thread_inst"):
            dimension = dims.replaced(dimension, "inst", "thread_inst")
        for atom, _ in other.dimension:
            if atom.endswith("_request"):
                dimension = dims.replaced(dimension, "request", atom)
        if power == 1 and per_inst == -1 and dims.exponent(dimension, "op") == 1:
            issues += _operations(written, other, side)
        fitted = written._replace(dimension=dimension, generic=False)
        a, b = (fitted, b) if written is a else (a, fitted)
    return a, b, issues


def _operations(written: Quantity, other: Quantity, side: str) -> Iterator[Issue]:
    """``2 FLOP/inst`` times a count: whether that count is of thread instructions of that many operations."""
    each = written.value_as_written
    if dims.exponent(other.dimension, "inst"):
        tensor = other.leaf and any("tensor" in kept or kept.endswith("mma") for kept in other.leaf.population)
        if not tensor:
            yield Issue("warp_operations", {"a": ("label", side), "ua": ("measure", side)})
    elif other.flops and 0 not in other.flops:
        if other.flops != {each}:
            yield Issue("fma_operations", {"a": ("label", side), "n": f"{max(other.flops):g}", "k": f"{each:g}"})
    elif dims.exponent(other.dimension, "thread_inst"):
        yield Issue("instructions_as_operations", {"a": ("label", side), "ua": ("measure", side)})


def per_sector(written: Quantity, other: Quantity) -> Quantity:
    """``sectors * 32 B`` means 32 bytes for each sector."""
    sectors = dims.exponent(other.dimension, "sector") == 1 and not dims.exponent(other.dimension, "byte")
    if written.literal and written.dimension == dims.of("byte") and sectors:
        return written._replace(dimension=dims.of("byte/sector"))
    return written


def of_sectors(book: SemanticsBook, a: Quantity, b: Quantity) -> Iterator[Issue]:
    """Bytes for each sector, as written, that are not those of a sector."""
    for written, other in ((a, b), (b, a)):
        if written.literal and written.dimension == dims.of("byte/sector") and dims.exponent(other.dimension, "sector"):
            size = written.value_as_written * written.written_scale
            if size != book.sector_bytes:
                yield _sector_size(book, size)
