"""Which page, and which place on it, explains each thing.  The same for every language, so that languages can be switched.

Names are listed on pages of at most about `MOST` rows: a unit's names are split by stage, a stage too long by quantity,
and so on by the values of its filters, so that a page's address follows from the name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from metricparse.catalog.store import Entry, KnowledgeBase

Address = tuple[str, str]
"""Source file of a page, and the anchor on it (may be empty)."""

MOST = 300
"""Names on a page of names."""
SMALL = 50
"""Names of a group that is too small for a page of its own."""
SHOWN = 80
"""Names that a curated entry's own page lists; an entry with more points to the lists."""


def slug(text: str) -> str:
    """A word of an address: ASCII, without what servers treat specially.

    >>> slug("t_sectors/x y"), slug("")
    ('t_sectors-x-y', 'none')
    """
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "-" for c in text)
    return kept.strip("-") or "none"


class Addresses:
    """Addresses of everything in a knowledge base."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self.things: dict[tuple[str, str], Address] = {}
        self.names: dict[str, Address] = {}
        """Where a name is explained best."""
        self.rows: dict[str, Address] = {}
        """Where a name stands in the list of its unit."""
        self.lists: dict[str, list[tuple[str, str, list[str]]]] = {}
        """unit → (page, title, names) of its lists."""
        self.attributes: dict[str, list[str]] = {}
        """collection → whole names explained on its page."""
        self.covered: dict[str, list[str]] = defaultdict(list)
        """Curated entry → the names it covers."""
        self._lists()
        self._things()
        self._best()

    def of(self, kind: str, key: str) -> Address | None:
        """Where a thing is explained, or None."""
        return self.things.get((kind, key))

    def name(self, base: str) -> Address | None:
        """Where a base name is explained."""
        return self.names.get(base)

    # --- lists of names ----------------------------------------------------------------------------------------------

    def _lists(self) -> None:
        units: dict[str, list[str]] = defaultdict(list)
        self.decoded: dict[str, list[object]] = {}
        for base, record in self.kb.items("base"):
            self.decoded[base] = record["decoded"]
            units[unit_of(self.kb, base, record)].append(base)
        for unit, names in sorted(units.items()):
            parts: list[tuple[str, str, list[str]]] = []
            for path, members in self._split(sorted(names, key=plain_first), self._steps()):
                src = f"units/{slug(unit)}/{'-'.join(slug(p) for p in path) or 'names'}.md"
                parts.append((src, " · ".join(path) or unit, members))
                for name in members:
                    self.rows[name] = (src, name)
            self.lists[unit] = parts

    def _steps(self) -> list[Callable[[str], str]]:
        """What names are split by, one after the other."""

        def part(index: int) -> Callable[[str], str]:
            return lambda name: str(self.decoded[name][index] or "")

        def filter_at(index: int) -> Callable[[str], str]:
            def value(name: str) -> str:
                filters = self.decoded[name][5]
                assert isinstance(filters, dict)
                pairs = [f"{key}_{value}" for key, value in filters.items()]
                return pairs[index] if index < len(pairs) else "all"

            return value

        return [part(2), part(3), filter_at(0), filter_at(1), filter_at(2)]

    def _split(
        self, names: list[str], steps: list[Callable[[str], str]], path: tuple[str, ...] = ()
    ) -> Iterable[tuple[tuple[str, ...], list[str]]]:
        if len(names) <= MOST or not steps:
            yield path, names
            return
        groups: dict[str, list[str]] = defaultdict(list)
        for name in names:
            groups[steps[0](name)].append(name)
        if len(groups) == 1:
            yield from self._split(names, steps[1:], path)
            return
        small = {key: members for key, members in groups.items() if len(members) < SMALL}
        if sum(map(len, small.values())) <= MOST:
            # many short lists read better as one
            rest = sorted((name for members in small.values() for name in members), key=plain_first)
            if len(small) > 1:
                for key in small:
                    del groups[key]
            else:
                rest = []
        else:
            rest = []
        for key, members in sorted(groups.items()):
            yield from self._split(members, steps[1:], (*path, key or "plain"))
        if rest:
            yield (*path, "other"), rest

    # --- everything else ---------------------------------------------------------------------------------------------

    def _things(self) -> None:
        kb, things = self.kb, self.things
        for key in kb.keys("counter"):
            things["counter", key] = (f"counters/{slug(key)}.md", "")
        self.reasons = reasons(kb)
        for reason, same in self.reasons.items():
            for key in (reason, *same):
                things["stall", key] = (f"stalls/{slug(reason)}.md", "")
                own = "stall-" + key.replace("_", "-")
                if ("counter", own) in things:
                    things["counter", own] = things["stall", key]
        for unit in self.lists:
            things["unit", unit] = (f"units/{slug(unit)}.md", "")
        for key in kb.keys("unit"):
            things.setdefault(("unit", key), ("units/index.md", f"unit-{slug(key)}"))
        for kind, folder in (
            ("rule", "rules"),
            ("term", "concepts"),
            ("question", "questions"),
            ("section", "sections"),
        ):
            for key in kb.keys(kind):
                things[kind, key] = (f"{folder}/{slug(key)}.md", "")
        for key in kb.keys("class"):
            things["class", key] = (f"chips/{slug(key)}.md", "")
        for chip, chip_class in kb.meta["class_of"].items():
            things["chip", chip] = (f"chips/{slug(chip_class)}.md", "")
        for key, entry in kb.items("product"):
            things["product", key] = (f"chips/{slug(entry['chip'])}.md", f"product-{slug(key)}")
        for kind, src in ON_ONE_PAGE.items():
            for key in kb.keys(kind):
                things[kind, key] = (src, f"{kind}-{slug(key)}")
        older = [key for key, entry in kb.items("legacy") if entry["era"] != "nvprof"]
        units = Counter(key.partition("__")[0] for key in older)
        for key, entry in kb.items("legacy"):
            things["legacy", key] = (f"legacy/{legacy_page(key, entry, units)}.md", slug(key))

    def _best(self) -> None:
        for base, row in self.rows.items():
            self.names[base] = row
        groups: dict[str, list[str]] = defaultdict(list)
        for key, entry in self.kb.items("attribute"):
            groups[slug(str(entry.get("collection") or "other"))].append(key)
        self.attributes = dict(sorted(groups.items()))
        for collection, keys in self.attributes.items():
            for key in keys:
                self.things["attribute", key] = self.names[key] = (f"attributes/{collection}.md", key)
        for base in self.kb.keys("curated"):
            self.covered[str(self.kb.get("curated", base))].append(base)
        for key, names in self.covered.items():
            src, _ = self.things["counter", key]
            if len(names) <= SHOWN:
                for name in names:
                    self.names[name] = (src, name)


ON_ONE_PAGE = {
    "rollup": "rollups.md",
    "submetric": "submetrics.md",
    "quantity": "names/quantities.md",
    "stage": "names/stages.md",
    "direction": "names/stages.md",
    "qualifier": "names/qualifiers.md",
    "filter": "names/qualifiers.md",
    "flag": "names/flags.md",
    "statistic": "names/statistics.md",
    "kind": "names/kinds.md",
    "prefix": "names/kinds.md",
    "feature": "features.md",
    "set": "sections/index.md",
    "option": "options.md",
    "request": "requests.md",
    "profiler-rule": "ncu-rules.md",
    "identity": "identities.md",
    "source": "sources.md",
    "invented": "legacy/invented.md",
}
"""Kinds whose entries share a page, each under an anchor."""


def plain_first(name: str) -> tuple[bool, str]:
    """Order of a list: names of a group (``SM_A.TriageCompute.…``) come behind the plain ones."""
    return "." in name, name


def unit_of(kb: KnowledgeBase, base: str, record: Entry) -> str:
    """The unit that lists a name; its last word where a unit is written with a group in front."""
    unit = str(record["decoded"][1]) or base.removeprefix("group:").partition("__")[0]
    unit = unit.rpartition(".")[2]
    return unit if kb.get("unit", unit) is not None else "other"


def reasons(kb: KnowledgeBase) -> dict[str, list[str]]:
    """Stall reasons, each with its other spellings."""
    entries = dict(kb.items("stall"))
    found: dict[str, list[str]] = {}
    for key, entry in entries.items():
        same = entry.get("same_as")
        curated = kb.get("counter", "stall-" + key.replace("_", "-")) is not None
        if same in entries and not curated:
            found.setdefault(str(same), []).append(key)
        else:
            found.setdefault(key, [])
    return found


def legacy_page(key: str, entry: Entry, units: Counter[str]) -> str:
    """The page of an older name; ncu's early names by unit, small units together."""
    if entry["era"] == "nvprof":
        return "nvprof-events" if entry.get("kind") == "event" else "nvprof-metrics"
    unit = key.partition("__")[0]
    return f"ncu-2018-2019-{unit if units[unit] >= SMALL else 'other'}"
