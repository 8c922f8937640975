"""Tables beside the unit files of ``kb/catalog/``, and those of ``kb/profiler/``: from CSV to YAML."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from metricparse.build.where import Libraries

KB = Path(__file__).resolve().parents[2] / "kb"

Row = dict[str, str]

FAMILIES = {
    "tu10x": ["tu102", "tu104", "tu106"],
    "tu11x": ["tu116", "tu117"],
    "ga100": ["ga100"],
    "ga10x": ["ga102", "ga103", "ga104", "ga106", "ga107"],
    "ga10b": ["ga10b"],
    "ad10x": ["ad102", "ad103", "ad104", "ad106", "ad107"],
    "gh100": ["gh100"],
    "gb10x": ["gb100", "gb102"],
    "gb110": ["gb110"],
    "gb10b": ["gb10b"],
    "gb20x": ["gb202", "gb203", "gb205", "gb206", "gb207"],
    "gb20b": ["gb20b"],
}
"""Chip families as the lists of Nsight Compute 2025.3.1 name them."""


def rows(path: Path) -> list[dict[str, str]]:
    """All rows of a CSV file, gzipped or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def where_sets(where: str, libs: Libraries) -> dict[str, set[str]]:
    """Spell out a ``where`` cell of the source table (``gh100:11.8-13.5,ncu2025.3.1-ncu2026.3.1;…``)."""
    have: dict[str, set[str]] = {}
    for part in where.split(";"):
        chip_class, spans = part.split(":")
        own = libs.classes[chip_class]
        for span in spans.split(","):
            low, _, high = span.partition("-")
            line = [r for r in own if r.startswith("ncu") == low.startswith("ncu")]
            low_at, high_at = line.index(low), line.index(high or low)
            have.setdefault(chip_class, set()).update(line[low_at : high_at + 1])
    return have


def flow(value: Any) -> str:
    """A scalar, list or mapping in YAML flow style, quoted only where YAML needs it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, (bool, int)):
        return str(value).lower()
    text = str(value)
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_./^* -]*", text) and not text.endswith(" ")
    if plain and text not in ("yes", "no", "true", "false", "null", "on", "off"):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def pick(*fields: str, **renamed: str) -> Callable[[Row], dict[str, str]]:
    """Fields of a row, some under another name; empty ones are left out."""
    pairs = [(f, f) for f in fields] + list(renamed.items())

    def chosen(row: Row) -> dict[str, str]:
        return {new: row[old] for new, old in pairs if row[old]}

    return chosen


def breakdown(row: Row) -> dict[str, Any]:
    """One throughput on some chips: constituents, leaves, and raw inputs that no listed member explains."""
    return {
        "throughput": row["throughput"],
        "chips": row["chips"],
        "library": row["library"],
        "counters": row["counters"].split(),
        "throughputs": row["sub_throughputs"].split(),
        "leaves": int(row["leaf_counters"]),
        "hidden": int(row["unlisted_raw_inputs"]),
    }


def label_row(row: Row) -> dict[str, str]:
    """One place in the report: its kind, and its title where that is short; a place that only repeats the label is left out."""
    fields = pick("section", "metric", "cc_min", "cc_max", "scopes", "note", shown="ui_label", cc="cc_ranges")(row)
    kind, _, title = row["where"].partition(":")
    place = row["where"] if len(title) <= SHORT_TITLE else kind
    return fields if place in ("", row["ui_label"]) or "Op:" in place else {**fields, "where": place}


SHORT_TITLE = 30
"""Characters of a chart's title that are kept as part of the place."""

LISTS: tuple[tuple[str, str, str, Callable[[Row], dict[str, Any]]], ...] = (
    ("renames", "renames", "Names that a newer release calls differently on the same chip.", dict),
    ("dropped", "dropped", "Names that a release dropped.", dict),
    (
        "cross_chip",
        "cross_chip_renames",
        "One counter under two names: name_there on from_chip is name_here on to_chip.",
        pick("from_chip", "to_chip", "name_there", "name_here", "how_sure"),
    ),
    ("changes", "changes", "Per chip class and release step: names added, dropped, renamed, changed.", dict),
    (
        "breakdowns",
        "throughput_breakdowns",
        "Throughputs: constituents per chip in the newest library; `hidden` raw inputs belong to no listed member.",
        breakdown,
    ),
    (
        "hw_units",
        "hw_units",
        "Hardware unit x chip: counters whose inputs each submetric adds; `measured`: the divisor seen in values.",
        pick(
            "hw_unit",
            "chip",
            "measured",
            active="per_cycle_active_divides_by",
            elapsed="per_cycle_elapsed_divides_by",
        ),
    ),
    (
        "labels",
        "labels",
        "Where the report shows a metric: section, place in it, label; `cc` the compute capabilities of the row.",
        label_row,
    ),
)
"""(table, CSV file, what it is, row → mapping)."""


def write_tables(folder: Path, out: Path, data: dict[str, Any], outside: dict[str, str]) -> None:
    """Every ``_name.yaml`` of kb/catalog."""

    def table(name: str, comment: str, items: list[str]) -> None:
        (out / f"_{name}.yaml").write_text("\n".join([f"# {comment}", f"{name}:", *items]) + "\n", encoding="utf-8")

    for name, file, comment, convert in LISTS:
        table(name, comment, [f"  - {flow(convert(row))}" for row in rows(folder / f"{file}.csv")])
    libs = Libraries.from_data(data)
    ratios = [
        {
            **pick("ratio", "numerator", "denominator", "basis")(row),
            "where": libs.contract(where_sets(row["where"], libs)),
        }
        for row in rows(folder / "ratio_definitions.csv")
    ]
    table("ratios", "Ratios: numerator and denominator, and how they are known.", [f"  - {flow(r)}" for r in ratios])
    comment = "Names that the profiler's own sections use and no list holds: defined by a `section`, or `unlisted`."
    table("outside", comment, [f"  {flow(k)}: {v}" for k, v in outside.items()])
    units = [f"  {flow(r['dims'])}: {flow(r['ncu_unit'])}" for r in rows(folder / "dims_to_ncu_unit.csv")]
    table("printed_units", "dims of the library -> the unit that the profiler prints.", units)
    comment = "Chip families as the profiler's lists name them -> chips."
    table("families", comment, [f"  {f}: {flow(chips)}" for f, chips in FAMILIES.items()])
    used = [f"  - {flow(r['name'])}" for r in rows(folder / "most_used_names.csv")]
    table("used", "Names that people really use, most used first.", used)
    write_libraries(out, data)


def write_libraries(out: Path, data: dict[str, Any]) -> None:
    """``_libraries.yaml``: the releases read, their twins, and the chip classes each supports."""
    lines = ["# The metric libraries that were read: CUPTI releases, ncu-report twins, chip classes of each."]
    lines.append(f"releases: {flow(data['releases'])}")
    for key in ("versions", "twins", "chips_since", "classes", "members"):
        lines.append(f"{key}:")
        lines += [f"  {flow(k)}: {flow(v)}" for k, v in data[key].items()]
    (out / "_libraries.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_profiler(folder: Path) -> None:
    """Sections, sets and options of the profiler, as far as tables hold them (texts are written by hand beside them)."""
    out = KB / "profiler"
    out.mkdir(parents=True, exist_ok=True)

    def table(name: str, comment: str, key: str, file: str, convert: Callable[[Row], dict[str, Any]]) -> None:
        lines = [f"# {comment}", f"{name}:"]
        lines += [f"  {flow(r[key])}: {flow(convert(r))}" for r in rows(folder / f"{file}.csv")]
        (out / f"{name}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")

    table(
        "sections",
        "Sections of Nsight Compute 2025.3.1: name shown in the report, and whether the basic set has it.",
        "section",
        "ncu_sections",
        lambda r: {"display": r["display_name"], "basic": r["in_basic"] == "yes"},
    )
    table(
        "sets",
        "Sets of Nsight Compute 2025.3.1: sections, and how many metrics ncu itself estimates.",
        "set",
        "ncu_sets",
        lambda r: {"sections": r["sections"].split(), "estimated_metrics": int(r["estimated_metrics"])},
    )
    table(
        "options",
        "Options of Nsight Compute 2025.3.1: values taken (none: free text or a number), default, group.",
        "option",
        "ncu_options",
        lambda r: {
            "short": r["short"],
            "takes_value": r["takes_value"] == "yes",
            "default": r["default"],
            "values": r["values"].split(),
            "group": r["group"],
        },
    )
