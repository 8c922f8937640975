"""The full facets of a name: everything that decides what may be done with its value.

    facets(kb, "sm__warps_active.avg.pct_of_peak_sustained_active").window   → "active"

`metricparse.semantics.facets` holds the short record that ``metric explain`` shows.  What a facet means and which part of
a name decides it: kb/vocabulary (units, rollups, submetrics), kb/catalog (dimensions, divisors, ratios), kb/semantics.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.errors import UsageError
from metricparse.explain.compose import text_of
from metricparse.names.model import MetricName
from metricparse.semantics import dimension as dims
from metricparse.semantics import facets as short
from metricparse.semantics.dimension import PLAIN, Dimension
from metricparse.semantics.semantics_book import SemanticsBook

PART = "stall_part="
"""Marks a stall reason that is a part of another one."""
REDUCTIONS = {"avg": "mean", "min": "min", "max": "max", "sum": "sum"}


class Facets(NamedTuple):
    """Facets of one full name; texts are empty where a facet does not apply."""

    name: str
    base: str
    kind: str
    """counter, ratio, throughput, launch, device, source, sampled, …"""
    counter: str
    """The base name without its unit."""
    quantity: str
    """The quantity counted, without stall reason and filters."""
    statistic: str
    dimension: Dimension
    percent: bool
    """In hundredths."""
    scale: float
    """What one of the printed unit is in units of the dimension (1e-9 for nanoseconds)."""
    unit: str
    """Hardware unit at which it is observed."""
    stage: str
    population: tuple[str, ...]
    """What is kept of the quantity: ``mem=global``, ``op=ld``, ``read``; sorted."""
    scope: str
    """``one`` instance of `scope_unit`, ``all`` of them, or empty."""
    scope_unit: str
    reduction: str
    """Over instances: mean, min, max, sum, ratio of sums, none."""
    window: str
    """``active``, ``elapsed``, another window of the library, or ``none``."""
    window_unit: str
    """Unit whose cycles the window is made of."""
    clock_domain: str
    reference: str
    """Base name of the counter whose peak a percentage (or a peak) refers to; of a share, its denominator."""
    share: str
    """For a percentage ``peak``; for a ratio ``look_ups``, ``part`` (of a whole), or ``none`` (a ratio without a bound)."""
    aggregation: str
    """For a throughput its own base name: the largest of its constituents."""
    numerator: str
    denominator: str
    granularity: str
    collection: str
    counts: str
    """Hardware unit whose instances it counts."""


def facets(kb: KnowledgeBase, name: str, chip: str | None = None) -> Facets:
    """The facets of a full name (base names of attributes, source and sampled metrics are full names).

    ``chip`` (``gh100``) picks dimension, owner and ratio parts of that chip; without one the newest hold.
    Raises UsageError for a name that no list holds, or whose suffix its kind does not take.
    """
    return facets_in(SemanticsBook(kb), name, chip)


def facets_in(book: SemanticsBook, name: str, chip: str | None = None) -> Facets:
    """As `facets`, with a book that keeps what it has worked out."""
    key = (name, chip or "")
    if key not in book.facets_of:
        book.facets_of[key] = _facets(book, name, chip)
    found: Facets = book.facets_of[key]
    return found


def record_on(kb: KnowledgeBase, record: Entry, chip: str | None) -> tuple[str, str]:
    """(library dimensions, hardware unit) of a record, on a chip or on the newest; empty if no library has it."""
    library = record.get("library")
    if not library:
        return "", ""
    if chip and len(library) > 1:
        chip_class = kb.meta["class_of"].get(chip, chip)
        for dimensions, hw_unit, where in library:
            if chip_class in kb.meta["wheres"][where]:
                return str(dimensions), str(hw_unit)
    return str(library[0][0]), str(library[0][1])


def ratio_parts(kb: KnowledgeBase, base: str, chip: str | None) -> tuple[str, str]:
    """Base names of numerator and denominator, each empty where it is not known."""
    rows: list[Entry] = kb.get("ratio", base) or []
    if chip:
        chip_class = kb.meta["class_of"].get(chip, chip)
        rows = [row for row in rows if chip_class in row["classes"]] or rows
    if not rows or rows[0]["basis"] == "inputs, order not known":
        return "", ""
    return str(rows[0]["numerator"]), str(rows[0]["denominator"])


def _facets(book: SemanticsBook, name: str, chip: str | None) -> Facets:
    kb = book.kb
    decoded = kb.decode(name)
    record = kb.record(decoded.base.text)
    if record is None:
        raise UsageError(f"no list holds {name!r}; try: metric explain {name}")
    if decoded.unknown:
        raise UsageError(f"{decoded.unknown[0].token!r} in {name!r} means nothing there; try: metric explain {name}")
    attribute = book.names["attributes"].get(decoded.base.text)
    if attribute is not None:
        return _of_attribute(book, name, record, attribute, decoded)
    unit_entry = kb.get("unit", decoded.base.unit) or {}
    submetric: Entry = kb.get("submetric", decoded.suffix.submetric) or {}
    if not decoded.suffix.text:
        submetric = {"window": "none", "dims": "same"}
    _, hw_unit = record_on(kb, record, chip)
    numerator, denominator = ratio_parts(kb, decoded.base.text, chip) if record["type"] == "ratio" else ("", "")
    dimension, scale = base_dimension(book, decoded, record, chip)
    window = str(submetric.get("window", "none"))
    change = submetric.get("dims", "same")
    percent = change == "percent" or record["units"][0] == "%"
    divisor = _divisor(book, decoded, record, window, hw_unit)
    if change == "percent":
        dimension, scale = PLAIN, 1.0
    elif change == "per_cycle":
        dimension = dims.product(dimension, ((_cycle_atom(book, divisor, decoded), 1),), -1)
    elif change == "per_second":
        dimension = dims.product(dimension, (("second", 1),), -1)
    pseudo, single = bool(unit_entry.get("pseudo")), bool(unit_entry.get("single"))
    scoped = not pseudo and not single and record["type"] != "ratio" and decoded.suffix.rollup
    throughput = record["type"] == "throughput"
    share = ""
    reference = ""
    if percent or record["type"] == "ratio":
        share = _share(book, decoded, record)
    if percent:
        reference = decoded.base.text if share == "peak" else denominator
    elif submetric.get("reference"):
        reference = decoded.base.text
    gathered = gathering(record, decoded)
    if decoded.prefix.endswith("pmsampling:"):
        gathered = "pm sampler"
    clock = book.clock(dimension)
    return Facets(
        name,
        decoded.base.text,
        str(record["kind"]),
        decoded.base.text.partition("__")[2] or decoded.base.text,
        decoded.base.quantity,
        decoded.base.statistic,
        dimension,
        percent,
        scale,
        decoded.base.unit,
        decoded.base.stage,
        population(kb, decoded),
        ("all" if decoded.suffix.rollup == "sum" else "one") if scoped else "",
        decoded.base.unit if scoped else "",
        "ratio of sums" if record["type"] == "ratio" else REDUCTIONS.get(decoded.suffix.rollup, "none"),
        window,
        book.names["same_cycles"].get(window, {}).get(divisor, divisor) if window in ("active", "elapsed") else "",
        clock or (str(unit_entry.get("clock_domain", "none")) if window in ("active", "elapsed") else "none"),
        reference,
        share,
        decoded.base.text if throughput else "",
        numerator,
        denominator,
        short.granularity(kb, decoded),
        gathered,
        "",
    )


def _of_attribute(book: SemanticsBook, name: str, record: Entry, entry: Entry, decoded: MetricName) -> Facets:
    written = str(entry["dimension"])
    dimension = PLAIN if written == "percent" else dims.of(written)
    window = str(entry.get("window", "none"))
    unit = str(entry.get("unit", entry.get("per", decoded.base.unit)))
    return Facets(
        name,
        decoded.base.text,
        str(record["kind"]),
        decoded.base.text.partition("__")[2] or decoded.base.text,
        decoded.base.quantity,
        "",
        dimension,
        written == "percent",
        float(entry.get("scale", 1.0)),
        unit,
        decoded.base.stage,
        (),
        "one" if "per" in entry else "all" if "unit" in entry else "",
        str(entry.get("per", entry.get("unit", ""))),
        "none",
        window,
        str(entry.get("per", "")) if window != "none" else "",
        book.clock(dimension) or "none",
        str(entry.get("reference", "")),
        "peak" if "reference" in entry else "",
        "",
        "",
        "",
        short.granularity(book.kb, decoded),
        gathering(record, decoded),
        str(entry.get("count", "")),
    )


def gathering(record: Entry, name: MetricName) -> str:
    """How the value is gathered; what the warp sampler counts is listed among the source metrics too."""
    if (
        record["kind"] in ("sampled", "source")
        and name.base.unit == "smsp"
        and name.base.text.startswith("smsp__pcsamp_")
    ):
        return "warp sampler"
    return short.collection(record, name.base.stage)


def population(kb: KnowledgeBase, name: MetricName) -> tuple[str, ...]:
    """What the filters of a name keep, sorted; a stall reason is one of them, and a part of a reason is both."""
    kept = [key if value is True else f"{key}={value}" for key, value in name.base.filters.items()]
    if name.base.stall:
        whole = (kb.get("stall", name.base.stall) or {}).get("part_of")
        kept.append(f"stall={whole or name.base.stall}")
        if whole:
            kept.append(f"{PART}{name.base.stall}")
    return tuple(sorted(kept))


def base_dimension(book: SemanticsBook, name: MetricName, record: Entry, chip: str | None) -> tuple[Dimension, float]:
    """Dimension of the plain value and the scale of its printed unit.

    The library's own dimensions of ratios are not always those of their parts (stall ratios), so that parts win.
    """
    data = book.dimensions
    if gathering(record, name) == "warp sampler":
        # whatever unit is printed (warp, branches): samples are counted
        return dims.of("sample"), 1.0
    level = "thread_inst" if short.granularity(book.kb, name).startswith("thread") else "inst"
    if record["type"] == "ratio":
        parts = ratio_parts(book.kb, name.base.text, chip)
        above, below = (book.kb.record(part) if part else None for part in parts)
        if above is not None and below is not None:
            top, _ = base_dimension(book, book.kb.bare(parts[0]), above, chip)
            bottom, _ = base_dimension(book, book.kb.bare(parts[1]), below, chip)
            counted = _statistic(book, name).get("counts")
            return dims.product(top, dims.of(counted) if counted else bottom, -1), 1.0
    text, _ = record_on(book.kb, record, chip)
    if text and text not in ("error", "invalid"):
        scale = float(data["scale"].get(text, 1.0))
        return dims.from_library(text, data["library"], level), scale
    printed = str(record["units"][0]) or str(
        (book.kb.get("attribute", name.base.text) or {}).get("unit_of_measure", "")
    )
    if not printed:
        grain = short.granularity(book.kb, name).split(",")[0]
        return dims.of(data["by_granularity"].get(grain, "")), 1.0
    if "cycle" in printed.split("/")[0]:
        return ((_cycle_atom(book, name.base.unit, name), 1),), 1.0
    if printed == "inst":
        return ((level, 1),), 1.0
    pieces = [
        data["printed"].get(piece, piece) for piece in printed.replace("inst (thread level)", "thread_inst").split("/")
    ]
    return dims.of("/".join(pieces)), float(data["scale"].get(printed, 1.0))


def _statistic(book: SemanticsBook, name: MetricName) -> dict[str, Any]:
    """The entry of the statistic that closes a name, or an empty one."""
    for key, entry in book.names["statistics"].items():
        if name.base.statistic.endswith(key):
            found: dict[str, Any] = entry
            return found
    return {}


def _share(book: SemanticsBook, name: MetricName, record: Entry) -> str:
    if record["type"] != "ratio":
        return "peak"
    entry = _statistic(book, name)
    if entry.get("look_ups"):
        return "look_ups"
    return "part" if entry.get("share", True) else "none"


def _divisor(book: SemanticsBook, name: MetricName, record: Entry, window: str, hw_unit: str) -> str:
    """Unit whose cycles divide in the window."""
    if window not in ("active", "elapsed"):
        return hw_unit or name.base.unit
    return short.cycles(book.kb, name, record, window).partition("__")[0]


def _cycle_atom(book: SemanticsBook, unit: str, name: MetricName) -> str:
    entry = book.kb.get("unit", unit) or book.kb.get("unit", name.base.unit) or {}
    return str(book.dimensions["library"].get(entry.get("cycle_dimension", ""), "cycle"))


def in_words(book: SemanticsBook, found: Facets, lang: str) -> dict[str, str]:
    """Every facet as a word or two, for people; the keys are those of the JSON."""
    kb = book.kb
    none = book.word("phrases", "none", lang)
    unit = kb.get("unit", found.unit) or {}
    place = text_of(unit, "name", lang) or found.unit
    if found.stage and found.stage not in ("sass", "pcsamp"):
        place = f"{place}, {found.stage}" if lang == "en" else f"{place}，{found.stage}"
    reference = none
    if found.share == "peak":
        reference = book.word("phrases", "of_peak", lang, p=found.reference)
    elif found.percent and found.reference:
        reference = book.word("phrases", "of_look_ups", lang, p=found.reference)
    elif found.reference:
        reference = found.reference
    return {
        "kind": text_of(kb.get("kind", found.kind), "name", lang) or found.kind,
        "dimension": book.measure(found.dimension, found.percent, lang),
        "observation_point": place or none,
        "population": population_words(book, found, lang),
        "scope": scope_words(book, found.scope, found.scope_unit, lang) or none,
        "reduction": book.word("reductions", found.reduction, lang),
        "window": window_words(book, found.window, found.window_unit, lang),
        "clock_domain": book.word("clocks", found.clock_domain, lang),
        "reference": reference,
        "aggregation": book.word("phrases", "largest" if found.aggregation else "single", lang),
        "numerator": found.numerator or none,
        "denominator": found.denominator or none,
        "granularity": found.granularity,
        "collection": book.word("collections", found.collection, lang),
    }


def unit_words(book: SemanticsBook, unit: str, scope: str, lang: str) -> str:
    """``all SMs``, ``per SM``."""
    entry: Any = (book.kb.get("unit", unit) or {}).get("instances_scope") or {}
    return text_of(entry, "all_instances" if scope == "all" else "per_instance", lang) or unit


def scope_words(book: SemanticsBook, scope: str, unit: str, lang: str) -> str:
    """A scope in words; empty for none."""
    return unit_words(book, unit, scope, lang) if scope else ""


def window_words(book: SemanticsBook, window: str, unit: str, lang: str) -> str:
    """A window in words."""
    name = text_of(book.kb.get("unit", unit), "name", lang) or unit
    return book.word("windows", window, lang, unit=name)


def population_words(book: SemanticsBook, found: Facets, lang: str) -> str:
    """What is kept of the quantity, in the words of the vocabulary."""
    pieces = []
    part = any(one.startswith(PART) for one in found.population)
    for one in found.population:
        if one.startswith(("stall=", PART)):
            if part and not one.startswith(PART):
                continue
            reason = one.partition("=")[2]
            waits = text_of(book.kb.get("stall", reason), "waits_for", lang) or reason
            pieces.append(book.word("phrases", "waiting", lang, p=waits))
        else:
            entry = book.kb.get("filter" if "=" in one else "flag", one)
            pieces.append(text_of(entry, "phrase", lang) or text_of(entry, "name", lang) or one)
    return (", " if lang == "en" else "，").join(pieces) or book.word("phrases", "everything", lang)
