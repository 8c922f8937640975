"""The table of all names: one file of properties, and one of meanings in each language.

Properties are numbers into lists that the file holds once, in the order of names.json.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from metricparse.catalog.availability import availability
from metricparse.catalog.store import Entry
from metricparse.explain import metric
from metricparse.explain.compose import text_of
from metricparse.site.app.bases import Shared
from metricparse.site.app.pool import Pool

NEW, GONE, RENAMED, DIMS, OWNER = range(5)
"""What can happen to a name in a release: it came, it went, it changed its name, its dimension, its hardware unit."""


def table(shared: Shared, bases: list[str]) -> dict[str, Any]:
    """The file ``table.json``."""
    kb = shared.kb
    units, quantities, qualifiers, events = Pool(), Pool(), Pool(), Pool()
    rows: dict[str, list[Any]] = {"unit": [], "quantity": [], "qualifiers": [], "availability": [], "events": []}
    for base in bases:
        record = kb.record(base)
        assert record is not None
        decoded = kb.bare(base).base
        kept = [key if value is True else f"{key}={value}" for key, value in decoded.filters.items()]
        rows["unit"].append(units(decoded.unit))
        rows["quantity"].append(quantities(decoded.quantity))
        rows["qualifiers"].append([qualifiers(one) for one in sorted(kept)])
        rows["availability"].append(shared.where(record, availability(kb, record)))
        rows["events"].append(events(sorted(_events(shared, base, record))))
    return {
        "units": units.values,
        "quantities": quantities.values,
        "qualifiers": qualifiers.values,
        "events": events.values,
        "classes": list(kb.meta["classes"]),
        "rows": rows,
    }


def meanings(shared: Shared, bases: list[str], lang: str) -> list[str]:
    """The file ``meanings.json`` of a language: what each name counts, in a phrase."""
    found = []
    for base in bases:
        record = shared.kb.record(base)
        assert record is not None
        entry = metric.curated(shared.kb, base)
        found.append(text_of(entry, "summary", lang) or record["phrase"][lang])
    return found


def _events(shared: Shared, base: str, record: Entry) -> Iterator[list[int]]:
    """[chip class, release, what happened], by the lists of the metric library."""
    meta = shared.kb.meta
    releases, classes = meta["releases"], list(meta["classes"])
    renamed = {
        (chip_class, row["release"]) for row in shared.kb.get("rename", base) or [] for chip_class in row["classes"]
    }
    for number, chip_class in enumerate(classes):
        before: tuple[str, str] | None = None
        own = [one for one in meta["classes"][chip_class] if one in releases]
        for index, release in enumerate(own):
            now = _state(meta, record, chip_class, release)
            kinds = _changes(before, now, (chip_class, release) in renamed) if index else []
            yield from ([number, releases.index(release), kind] for kind in kinds)
            before = now


def _state(meta: Entry, record: Entry, chip_class: str, release: str) -> tuple[str, str] | None:
    """(dimension, hardware unit) in a release on a class of chips, or None where no list has the name."""
    for dims, hw_unit, where in record.get("library", ()):
        if release in meta["wheres"][where].get(chip_class, ()):
            return dims, hw_unit
    return None


def _changes(before: tuple[str, str] | None, now: tuple[str, str] | None, renamed: bool) -> list[int]:
    if before is None or now is None:
        if before == now:
            return []
        return [RENAMED if renamed else NEW if before is None else GONE]
    return [kind for kind, place in ((DIMS, 0), (OWNER, 1)) if before[place] != now[place]]
