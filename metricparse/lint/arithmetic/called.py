"""What a variable, a column or a row is called, held against what it is given."""

from __future__ import annotations

from typing import NamedTuple

from metricparse.semantics import dimension as dims
from metricparse.semantics.quantity import Quantity
from metricparse.semantics.semantics_book import SemanticsBook

COUNTED = ("sector", "byte", "wavefront", "request", "l1_request", "l2_request", "tag", "inst", "thread_inst")
"""Base quantities that are counts of something in memory or of instructions."""
REQUESTS = ("request", "l1_request", "l2_request")
INSTRUCTIONS = ("inst", "thread_inst")
FORMS = {"flops": "flops", "ipc": "ipc"}
"""What the checker itself knows by a variable's name."""


class Misnamed(NamedTuple):
    """A word that does not fit a value."""

    rule: str
    key: str
    """Phrase of kb/reading/phrases.yaml."""


def misnamed(book: SemanticsBook, called: frozenset[str], value: Quantity) -> Misnamed | None:
    """What is wrong with calling a value so, or None; only what is certain."""
    counted = _counted(value)
    clocked = (
        len(value.dimension) == 1 and bool(dims.clocks(value.dimension, book.atoms)) and value.dimension[0][1] == 1
    )
    if called == {"requests"}:
        return Misnamed("D014", "called-requests") if counted in ("sector", "byte", "wavefront", "tag") else None
    if called == {"sectors"}:
        return Misnamed("D014", "called-sectors") if counted and counted not in ("sector", "tag") else None
    if called == {"wavefronts"}:
        return Misnamed("D014", "called-wavefronts") if counted and counted != "wavefront" else None
    if called == {"bytes"}:
        return Misnamed("D014", "called-bytes") if counted and counted not in ("byte", "tag") else None
    if called == {"asked", "bytes"}:
        at_l1 = counted == "byte" and all(one.base.startswith("l1tex__t_bytes") for one in value.leaves)
        return Misnamed("D026", "called-requested") if at_l1 and value.leaves else None
    if called == {"threads", "instructions"}:
        return Misnamed("D008", "called-thread-instructions") if counted == "inst" else None
    if called == {"warps", "instructions"}:
        return Misnamed("D008", "called-warp-instructions") if counted == "thread_inst" else None
    if called == {"time"}:
        return Misnamed("D022", "called-time") if clocked or counted in ("byte", "sector", *INSTRUCTIONS) else None
    if called == {"cycles"}:
        return Misnamed("D022", "called-cycles") if value.dimension == dims.of("second") else None
    if called == {"bandwidth"}:
        return Misnamed("D022", "called-bandwidth") if counted in ("byte", "sector") else None
    if called == {"hit_rate"}:
        wrong = bool(counted) or (value.percent and value.share == "peak")
        return Misnamed("D022", "called-hit-rate") if wrong else None
    if called in ({"share"}, {"percent"}):
        return _of_stalls(value, called == {"percent"})
    return None


def _counted(value: Quantity) -> str:
    """What a value counts, if it is a plain count of one thing."""
    if len(value.dimension) != 1 or value.dimension[0][1] != 1 or value.percent or value.mixed:
        return ""
    atom = value.dimension[0][0]
    return atom if atom in COUNTED else ""


def _of_stalls(value: Quantity, percent: bool) -> Misnamed | None:
    """A stall's cycles for each instruction called a share."""
    if len(value.leaves) != 1:
        return None
    leaf = value.leaves[0]
    stalled = any(kept.startswith("stall=") for kept in leaf.population)
    if not stalled or leaf.share != "none":
        return None
    if leaf.percent:
        # a variable may be named after the suffix
        return None if percent else Misnamed("D023", "called-share")
    return Misnamed("D023", "called-share") if value.dimension == leaf.dimension else None
