"""Write ``kb/catalog/`` from name lists: one YAML file per unit.

Input is a folder with the tables ``catalog_ncu_2025_3_1.csv`` (the profiler's own lists), ``perfworks_catalog.csv.gz`` and
``perfworks_libraries.csv`` (the metric library's lists) and their companions.  Run once per new tool release::

    python -m metricparse.build.import_catalogue FOLDER

The check in ``tests/kb/test_catalogue.py`` proves that the files rebuild every list of the input exactly.
"""

from __future__ import annotations

import collections
import re
import sys
from pathlib import Path
from typing import Any

from metricparse.build.import_tables import flow, rows, where_sets, write_profiler, write_tables
from metricparse.build.where import Libraries

KB = Path(__file__).resolve().parents[2] / "kb"
HEADER = """\
# Names of the unit `{unit}`: which exist, of what kind, where.  Written by metricparse.build.import_catalogue.
#   kind     counter | ratio | throughput
#   unit     unit of measure that the profiler prints, where the library's dims do not decide it
#   library  the metric library (PerfWorks): dims, hardware unit, chip classes and releases (see metricparse/build/where.py)
#   ncu      the profiler's own lists: collection -> chip families
"""


def unit_of(name: str) -> str:
    """The catalogue file a name belongs to: what stands before ``__``, after any pm-sampling group.

    >>> unit_of("TPC.TriageCompute.sm__cycles_active"), unit_of("inst_executed"), unit_of("group:memory__chart")
    ('sm', 'source', 'group')
    """
    if name.startswith("group:"):
        return "group"
    head, separator, _ = (
        name.rpartition(".")[2].partition("__")
        if ".Triage" in name or name.startswith("Triage")
        else name.partition("__")
    )
    return head if separator else "source"


def libraries(folder: Path) -> dict[str, Any]:
    """The mapping of ``kb/catalog/_libraries.yaml``."""
    releases: list[str] = []
    versions: dict[str, str] = {}
    classes: dict[str, list[str]] = {}
    members: dict[str, list[str]] = {}
    chips: dict[str, dict[str, str]] = {}
    for row in rows(folder / "perfworks_libraries.csv"):
        line, version = row["library"].split("-", 1)
        short = ".".join(version.split(".")[:2]) if line == "cupti" else f"ncu{version}"
        versions[short] = row["library"]
        if line == "cupti" and short not in releases:
            releases.append(short)
        chip_class = row["chip_class"]
        if short not in classes.setdefault(chip_class, []):
            classes[chip_class].append(short)
        if row["chip"] not in members.setdefault(chip_class, []):
            members[chip_class].append(row["chip"])
        chips.setdefault(row["chip"], {}).setdefault("first", short)
    return {
        "releases": releases,
        "versions": versions,
        "twins": {"ncu2025.3.1": "13.0", "ncu2026.2.0": "13.2", "ncu2026.3.0": "13.4", "ncu2026.3.1": "13.4"},
        "classes": classes,
        "members": members,
        "chips_since": {c: v["first"] for c, v in chips.items()},
    }


def collections_of(cell: str, chips: str) -> dict[str, str]:
    """``profiling pmsampling(ga100,gh100)`` with the row's chip families → collection → families."""
    result = {}
    for name, families in re.findall(r"(\w+)(?:\(([^)]*)\))?", cell):
        result[name] = families.replace(",", " ") if families else chips
    return result


def main(folder: Path) -> None:
    """Write every file of ``kb/catalog/``."""
    data = libraries(folder)
    libs = Libraries.from_data(data)
    names: dict[str, dict[str, Any]] = {}
    variants: dict[tuple[str, str, str], dict[str, set[str]]] = {}
    for row in rows(folder / "perfworks_catalog.csv.gz"):
        names.setdefault(row["name"], {"kind": row["kind"]})
        variants[row["name"], row["dims"], row["hw_unit"]] = where_sets(row["where"], libs)
    for (name, dims, hw_unit), have in variants.items():
        variant = {"dims": dims, "hw_unit": hw_unit, "where": libs.contract(have)}
        newest = max(data["releases"].index(r) for rs in have.values() for r in rs if not r.startswith("ncu"))
        names[name].setdefault("library", []).append((newest, variant))
    for known in names.values():
        known["library"] = [v for _, v in sorted(known["library"], key=lambda pair: -int(pair[0]))]
    for row in rows(folder / "catalog_ncu_2025_3_1.csv"):
        entry = names.setdefault(row["name"], {"kind": row["type"].lower()})
        if "library" not in entry:
            entry["unit"] = row["units"]
        chips = "gh100" if row["chips"].startswith("queried") else row["chips"]
        entry["ncu"] = collections_of(row["collections"], chips)
        if row["chips"].startswith("queried"):
            entry["elsewhere"] = "unknown"
    outside = {}
    for row in rows(folder / "names_outside_lists.csv"):
        outside[row["name"]] = "section" if row["why"].startswith("section") else "unlisted"
    by_unit: dict[str, dict[str, dict[str, Any]]] = collections.defaultdict(dict)
    for name in sorted(names):
        by_unit[unit_of(name)][name] = names[name]
    out = KB / "catalog"
    out.mkdir(parents=True, exist_ok=True)
    for unit, entries in by_unit.items():
        lines = [HEADER.format(unit=unit), f"unit: {unit}", "names:"]
        for name, entry in entries.items():
            lines.append(f"  {flow(name)}:")
            lines.append(f"    kind: {entry['kind']}")
            if "unit" in entry:
                lines.append(f"    unit: {flow(entry['unit'])}")
            if "ncu" in entry:
                lines.append(f"    ncu: {flow(entry['ncu'])}")
            if "elsewhere" in entry:
                lines.append(f"    elsewhere: {entry['elsewhere']}")
            if "library" in entry:
                lines.append("    library:")
                lines += [f"      - {flow(variant)}" for variant in entry["library"]]
        (out / f"{unit}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    write_tables(folder, out, data, outside)
    write_profiler(folder)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
