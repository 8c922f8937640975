"""Where a name exists: chips, tool releases and collections, each ``yes``, ``no`` or ``unknown``.

Two sources are kept apart: the profiler's own lists (one release, by chip family and collection) and the metric
library's lists (every CUDA minor release, by chip class).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from metricparse.catalog.store import Entry, KnowledgeBase


class Availability(NamedTuple):
    """Of one base name."""

    listed: dict[str, tuple[str, ...]]
    """chip → collections in which the profiler's newest lists have the name."""
    library: dict[str, tuple[str, ...]]
    """chip → releases of the metric library that have the name, oldest first (``12.4``, ``ncu2025.3.1``)."""
    everywhere: tuple[str, ...]
    """Every chip that any list covers, oldest architecture first."""
    listed_chips: tuple[str, ...]
    """The chips that the profiler's lists cover."""
    elsewhere: str = "no"
    """What holds for a listed chip that is not in ``listed``: ``no``, or ``unknown`` for names queried on one chip only."""
    newest: Mapping[str, str] = {}
    """chip → the last release of the library that supports it: what a name must be in to count as current."""
    lists_release: str = ""
    """Library release that equals the profiler's lists."""
    outside: str = ""
    """``section`` or ``unlisted`` for names that the profiler uses and no list holds."""
    changed: tuple[tuple[str, str, dict[str, tuple[str, ...]]], ...] = ()
    """(dims, hardware unit, chip → releases) for names whose dims or unit differ by chip or release."""

    def on(self, chip: str, release: str | None = None) -> str:
        """Whether the name exists on a chip, with a release of the library or with the newest one.

        ``yes``: the profiler lists it; ``library``: only the metric library has it; ``unknown``; ``no``.
        """
        have = self.library.get(chip, ())
        if release is not None:
            listed = chip in self.listed and release == self.lists_release
            return (
                "yes"
                if listed or (release in have and chip in self.listed)
                else "library"
                if release in have
                else self._else()
            )
        if chip in self.listed:
            return "yes"
        # a name that newer releases dropped or renamed is gone, even if an older one had it
        if self.newest.get(chip) in have:
            return "library"
        return self._else()

    def _else(self) -> str:
        return "unknown" if self.outside or self.elsewhere == "unknown" else "no"

    @property
    def chips(self) -> list[str]:
        """Chips on which the profiler lists the name or the library has it."""
        return [c for c in self.everywhere if c in self.listed or c in self.library]


@cache
def _releases_at(kb: KnowledgeBase, where: int) -> dict[str, tuple[str, ...]]:
    """Chip → releases, of one of the few hundred combinations that the library's lists show."""
    meta = kb.meta
    mine: dict[str, tuple[str, ...]] = {}
    for chip_class, releases in meta["wheres"][where].items():
        for chip in meta["members"][chip_class]:
            have = tuple(r for r in releases if chip_has(meta, chip, r))
            if have:
                mine[chip] = have
    return mine


@cache
def _in_order(kb: KnowledgeBase, where: int) -> dict[str, tuple[str, ...]]:
    """The same, with the releases in the order of the chip's class."""
    meta = kb.meta
    return {
        chip: tuple(release for release in meta["classes"][meta["class_of"][chip]] if release in have)
        for chip, have in _releases_at(kb, where).items()
    }


class _Shared(NamedTuple):
    """What the availability of every name holds."""

    everywhere: tuple[str, ...]
    listed_chips: tuple[str, ...]
    newest: Mapping[str, str]
    lists_release: str


@cache
def _shared(kb: KnowledgeBase) -> _Shared:
    meta = kb.meta
    return _Shared(
        tuple(meta["class_of"]),
        tuple(chip for chips in meta["families"].values() for chip in chips),
        {chip: meta["newest"].get(chip_class, "") for chip, chip_class in meta["class_of"].items()},
        meta["twins"].get("ncu" + meta["lists_release"], ""),
    )


@lru_cache(maxsize=8192)
def where_is(kb: KnowledgeBase, base: str) -> Availability:
    """The availability of a base name that a list holds, remembered.  Raises KeyError for any other."""
    record = kb.record(base)
    if record is None:
        raise KeyError(base)
    return availability(kb, record)


def availability(kb: KnowledgeBase, record: Entry) -> Availability:
    """Spell out the availability of a catalogue record."""
    meta = kb.meta
    families: dict[str, list[str]] = meta["families"]
    shared = _shared(kb)
    listed: dict[str, tuple[str, ...]] = {}
    for collection, text in record.get("ncu", {}).items():
        for family in families if text == "all" else text.split():
            for chip in families[family]:
                listed[chip] = (*listed.get(chip, ()), collection)
    library: dict[str, tuple[str, ...]] = {}
    changed = []
    for dims, hw_unit, where in record.get("library", ()):
        mine = _releases_at(kb, where)
        changed.append((dims, hw_unit, mine))
        for chip, have in _in_order(kb, where).items():
            before = library.get(chip)
            if before is None:
                library[chip] = have
            elif before != have:
                merged = {*before, *have}
                library[chip] = tuple(r for r in meta["classes"][meta["class_of"][chip]] if r in merged)
    return Availability(
        listed,
        library,
        shared.everywhere,
        shared.listed_chips,
        record.get("elsewhere", "no"),
        shared.newest,
        shared.lists_release,
        record.get("outside", ""),
        tuple(changed) if len(changed) > 1 else (),
    )


def chip_has(meta: Entry, chip: str, release: str) -> bool:
    """Whether a library release supports a chip at all (a chip can come later than the class it belongs to)."""
    first = meta["chips_since"].get(chip)
    if first is None:
        return False
    order: list[str] = meta["releases"]
    equal = meta["twins"].get(release, release)
    return order.index(equal) >= order.index(first)
