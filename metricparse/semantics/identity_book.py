"""The identities of the knowledge base as a whole: statements, noise, advice, members of sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.errors import UsageError
from metricparse.semantics.identities import Identity, match, unit_of
from metricparse.slots import filled

AROUND = ("rounding", "pass_noise", "advice", "uninformative", "words")
"""What the file holds beside the identities; compiled under ``meta`` / ``identities``."""


class IdentityBook:
    """Identities and what is needed to judge with them."""

    def __init__(self, identities: Sequence[Identity], around: Mapping[str, Any], kb: KnowledgeBase) -> None:
        self.identities = tuple(identities)
        self.around = around
        self.kb = kb
        self._members: dict[tuple[str, str], tuple[str, ...]] = {}
        self._divisors: dict[str, str] = {}

    @cached_property
    def by_id(self) -> dict[str, Identity]:
        """Identities by id."""
        return {identity["id"]: identity for identity in self.identities}

    def advice(self, key: str, lang: str) -> str:
        """What to do about an identity that does not close."""
        return str(self.around["advice"][key][lang])

    def word(self, key: str, lang: str, **slots: object) -> str:
        """A phrase of the output."""
        return filled(str(self.around["words"][key][lang]), slots)

    def pass_noise(self, activity_us: float | None) -> float | None:
        """Relative noise between passes for a length of SM activity; None if too short to judge.

        Where the length is not known, the largest noise is taken.
        """
        noise = self.around["pass_noise"]
        steps = noise["steps"]
        if activity_us is None:
            return float(max(step["relative"] for step in steps))
        if activity_us < noise["judged_from_us"]:
            return None
        return float(next(step["relative"] for step in steps if activity_us >= step["from_us"]))

    def short(self, us: float | None) -> float | None:
        """A length if it is too short to judge passes by, else None."""
        return us if us is not None and us < self.around["pass_noise"]["judged_from_us"] else None

    def divisor(self, base: str) -> str:
        """The unit whose cycles divide a counter: the hardware unit that the library names, if its cycles are counters."""
        if base not in self._divisors:
            record = self.kb.record(base) or {}
            library = record.get("library") or [["", unit_of(base)]]
            hw_unit = str(library[0][1])
            own = self.kb.record(f"{hw_unit}__cycles_elapsed") is not None
            self._divisors[base] = hw_unit if own else unit_of(base)
        return self._divisors[base]

    def members(self, identity: Identity, variable: str) -> tuple[str, ...]:
        """The members of a set of an identity; empty for a variable that it does not define."""
        key = (identity["id"], variable)
        if key not in self._members:
            spec = identity.get("sets", {}).get(variable)
            self._members[key] = () if spec is None else self._set(spec, variable)
        return self._members[key]

    def _set(self, spec: Mapping[str, Any], variable: str) -> tuple[str, ...]:
        if "values" in spec:
            return tuple(spec["values"])
        if "breakdown" in spec:
            return tuple(dict.fromkeys(leaves(self.kb, spec["breakdown"], spec["chip"])))
        from metricparse.catalog.availability import availability

        found = []
        for base in self.kb.keys("base"):
            bound = match(spec["like"], base)
            if bound is None:
                continue
            value = bound[variable]
            if value in spec.get("without", ()) or any(value.endswith(end) for end in spec.get("without_end", ())):
                continue
            record = self.kb.record(base)
            if record is not None and availability(self.kb, record).on(spec["chip"]) == "yes":
                found.append(value)
        return tuple(found)


def leaves(kb: KnowledgeBase, name: str, chip: str, seen: frozenset[str] = frozenset()) -> list[str]:
    """Counters below a throughput on a chip, and the throughputs below it whose own members are not listed."""
    rows: list[Entry] = kb.get("breakdown", name) or []
    row = next((r for r in rows if chip in r["chips"]), None)
    if row is None or name in seen or not (row["counters"] or row["throughputs"]):
        return [name]
    result = list(row["counters"])
    for inner in row["throughputs"]:
        result += leaves(kb, inner, chip, seen | {name})
    return result


def book(kb: KnowledgeBase) -> IdentityBook:
    """The book that a compiled knowledge base holds.

    Raises UsageError for a knowledge base without one.
    """
    around = kb.get("meta", "identities")
    if around is None:
        raise UsageError(
            "the compiled knowledge base holds no identities; rebuild it with: python -m metricparse.build"
        )
    return IdentityBook([{"id": key, **entry} for key, entry in kb.items("identity")], around, kb)
