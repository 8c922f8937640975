"""``metric compare NAME --chip A --chip B``: what is known to have shifted between chips under one name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from metricparse.catalog.availability import availability
from metricparse.catalog.chips import Target
from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.errors import UsageError
from metricparse.semantics import dimension as dims
from metricparse.semantics.compare import ORDER, VERDICTS, Comparer, Result
from metricparse.semantics.facets_full import Facets, facets_in, in_words, ratio_parts, record_on

MOST_NAMES = 8
"""Constituents listed of each side; the rest is counted."""
Slots = dict[str, object]


def chips_apart(comparer: Comparer, text: str, targets: Sequence[Target]) -> Result:
    """Compare one name on chips, each with each; the result has the form of ``schema/compare.schema.json`` with ``chips``.

    A target that stands for several chips (a compute capability) is taken at its first one.
    Raises UsageError for a text that is no name with a value on any of the chips.
    """
    name = comparer.resolver.name(text)
    book, lang = comparer.book, comparer.lang
    apart = _Apart(comparer, name)
    rows: dict[tuple[str, str], Result] = {}
    instead: dict[str, Result] = {}
    verdict = ORDER[0]
    for index, first in enumerate(targets):
        for second in targets[index + 1 :]:
            one, other = sorted((first, second), key=lambda target: target.chips[0])
            for key, slots in apart.between(one, other):
                entry = book.reasons[key]
                verdict = max(verdict, VERDICTS[entry["effect"]], key=ORDER.index)
                said = book.reason(key, "text", lang, slots)
                rows.setdefault(
                    (key, said), {"facet": entry["facet"], "effect": entry["effect"], "names": [name], "text": said}
                )
                advice = book.reason(key, "instead", lang, slots)
                if advice and slots.get("near") != "":
                    instead.setdefault(advice, {"text": advice})
                    for near in apart.counterparts(slots):
                        instead[advice] = {"name": near, "text": advice}
    found = [_there(comparer, name, target) for target in targets]
    words = [in_words(book, one, lang) for one in found]
    order = {"blocks": 0, "converts": 1, "note": 2}
    return {
        "names": [name] * len(targets),
        "asked": [text],
        "chips": [target.chips[0] for target in targets],
        "verdict": verdict,
        "reasons": sorted(rows.values(), key=lambda row: order[row["effect"]]),
        "instead": [] if verdict == ORDER[0] else list(instead.values()),
        "identities": [],
        "facets": {key: [one[key] for one in words] for key in words[0]},
        "differs": [key for key in words[0] if len({one[key] for one in words}) > 1],
    }


def _there(comparer: Comparer, name: str, target: Target) -> Facets:
    return facets_in(comparer.book, name, target.chips[0])


class _Apart:
    """What shifted under one name."""

    def __init__(self, comparer: Comparer, name: str) -> None:
        self.c, self.book, self.kb, self.name = comparer, comparer.book, comparer.book.kb, name
        self.base = self.kb.decode(name).base.text
        record = self.kb.record(self.base)
        assert record is not None
        self.record: Entry = record
        self.where = availability(self.kb, record)

    def between(self, one: Target, other: Target) -> list[tuple[str, Slots]]:
        """Reason keys with their slots, between two chips."""
        a, b = one.chips[0], other.chips[0]
        if a == b:
            return [("chip_same", {"ca": a})]
        slots: Slots = {"a": self.name, "ca": a, "cb": b, "t": self.base}
        missing = [chip for chip in (a, b) if self.where.on(chip, self.c.resolver.release) == "no"]
        if missing:
            return [("chip_missing", {**slots, "chip": chip, "near": self._near(chip)}) for chip in missing]
        found = [*self._records(a, b, slots), *self._parts(a, b, slots), *self._constituents(a, b, slots)]
        here, there = (facets_in(self.book, self.name, chip) for chip in (a, b))
        if here.share == "peak" or (here.reference and not here.percent):
            found.append(("chip_peaks", slots))
        if dims.clocks(here.dimension, self.book.atoms) or dims.clocks(there.dimension, self.book.atoms):
            found.append(("chip_cycles", slots))
        return [*(found or [("chip_nothing", slots)]), *self._changes((a, b), slots)]

    def _records(self, a: str, b: str, slots: Slots) -> list[tuple[str, Slots]]:
        (dims_a, owner_a), (dims_b, owner_b) = (record_on(self.kb, self.record, chip) for chip in (a, b))
        found: list[tuple[str, Slots]] = []
        if dims_a != dims_b and "error" not in (dims_a, dims_b):
            found.append(("chip_dims", {**slots, "ua": dims_a, "ub": dims_b}))
        if owner_a != owner_b:
            found.append(("chip_owner", {**slots, "oa": owner_a, "ob": owner_b}))
        return found

    def _parts(self, a: str, b: str, slots: Slots) -> list[tuple[str, Slots]]:
        if self.record["type"] != "ratio":
            return []
        parts = [" / ".join(part or "?" for part in ratio_parts(self.kb, self.base, chip)) for chip in (a, b)]
        return [("chip_ratio", {**slots, "ra": parts[0], "rb": parts[1]})] if parts[0] != parts[1] else []

    def _constituents(self, a: str, b: str, slots: Slots) -> list[tuple[str, Slots]]:
        if self.record["type"] != "throughput":
            return []
        sides = [self._closure(chip) for chip in (a, b)]
        if not all(sides) or sides[0] == sides[1]:
            return []
        only = [self._some(sides[0] - sides[1]), self._some(sides[1] - sides[0])]
        return [("chip_constituents", {**slots, "only_a": only[0], "only_b": only[1]})]

    def _closure(self, chip: str) -> set[str]:
        """Constituents, and theirs, on one chip."""
        found: set[str] = set()
        todo = [self.base]
        while todo:
            rows = self.kb.get("breakdown", todo.pop()) or []
            row = next((row for row in rows if chip in row["chips"]), None)
            if row is not None:
                fresh = {*row["counters"], *row["throughputs"]} - found
                found |= fresh
                todo += sorted(fresh & set(row["throughputs"]))
        return found

    def _some(self, names: set[str]) -> str:
        shown = sorted(names)[:MOST_NAMES]
        more = len(names) - len(shown)
        return (", ".join(shown) or self.book.word("phrases", "none", self.c.lang)) + (f", … (+{more})" if more else "")

    def _changes(self, chips: Sequence[str], slots: Slots) -> list[tuple[str, Slots]]:
        """Releases at which raw inputs changed under kept names; the lists tell how many names, not which."""
        found: list[tuple[str, Slots]] = []
        for chip in chips:
            rows = self.kb.get("change", self.kb.meta["class_of"].get(chip, chip)) or []
            steps = [f"{row['to']}: {row['raw_inputs_changed']}" for row in rows if int(row["raw_inputs_changed"])]
            if steps:
                found.append(("chip_inputs", {**slots, "chip": chip, "steps": ", ".join(steps)}))
        return found

    def _near(self, chip: str) -> str:
        there = [
            str(row["name"])
            for row in self.kb.get("counterpart", self.base) or []
            if self.kb.meta["class_of"].get(chip, chip) == row["there"]
        ]
        renamed = [str(row.get("to") or row.get("from")) for row in self.kb.get("rename", self.base) or []]
        names = dict.fromkeys(name for name in [*there, *renamed] if self._has(name, chip))
        return ", ".join(name + self.name[len(self.base) :] for name in names)

    def _has(self, base: str, chip: str) -> bool:
        record = self.kb.record(base)
        return record is not None and availability(self.kb, record).on(chip, self.c.resolver.release) != "no"

    @staticmethod
    def counterparts(slots: Slots) -> list[str]:
        """Names to use on the chip that lacks this one."""
        return [name for name in str(slots.get("near", "")).split(", ") if name]


def compare_chips(
    kb: KnowledgeBase, name: str, targets: Sequence[Target], lang: str = "en", release: str | None = None
) -> dict[str, Any]:
    """Compare one name on two chips or more.

    Raises UsageError for fewer than two chips, and for a text that is no name with a value.
    """
    if len(targets) < 2:
        raise UsageError("one name is compared on two chips: compare NAME --chip a100 --chip b200")
    return chips_apart(Comparer(kb, lang, None, release), name, targets)
