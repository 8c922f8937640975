"""Availability in writing: which chip classes and releases of the metric library hold a name.

A *where* text lists chip classes, each with the span of releases that have the name::

    tu102 ga100 gh100:12.4- gb202:-12.8 gb10b:12.8-12.9

``class`` alone means every release that supports the class, ``class:A-`` from release A on, ``class:-B`` up to release B.
``all`` stands for every class in every release.  Releases are those of the CUPTI wheels (one per CUDA minor release); the
library inside an ncu-report package equals one of them (``twins`` in ``kb/catalog/_libraries.yaml``) and is not written out,
except where it differs: ``class:13.4-!ncu2026.3.0``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Libraries:
    """The libraries that were read: CUPTI releases in order, ncu-report twins, and the classes each supports."""

    releases: tuple[str, ...]
    twins: dict[str, str]
    """ncu-report release → the CUPTI release whose lists it equals (apart from written exceptions)."""
    classes: dict[str, tuple[str, ...]]
    """chip class → releases of both lines that support it, in order."""

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Libraries:
        """Read the mapping of ``kb/catalog/_libraries.yaml``."""
        return cls(
            releases=tuple(data["releases"]),
            twins=dict(data["twins"]),
            classes={k: tuple(v) for k, v in data["classes"].items()},
        )

    def cupti(self, chip_class: str) -> list[str]:
        """CUPTI releases that support a class, oldest first."""
        return [r for r in self.classes[chip_class] if not r.startswith("ncu")]

    def expand(self, where: str) -> dict[str, tuple[str, ...]]:
        """Spell a *where* text out: class → every library (``12.4``, ``ncu2025.3.1``) that has the name.

        Raises ValueError for an unknown class or release.
        """
        result: dict[str, tuple[str, ...]] = {}
        parts = list(self.classes) if where == "all" else where.split()
        for part in parts:
            part, *excluded = part.split("!")
            chip_class, _, span = part.partition(":")
            if chip_class not in self.classes:
                raise ValueError(f"unknown chip class {chip_class!r} in {where!r}")
            spans = span.split(",") if span else ["-"]
            have: list[str] = []
            for one in spans:
                have += self._span(chip_class, one)
            result[chip_class] = tuple(r for r in self.classes[chip_class] if r in have and r not in excluded)
        return result

    def _span(self, chip_class: str, span: str) -> list[str]:
        own = self.cupti(chip_class)
        low, dash, high = span.partition("-")
        if not dash:
            high = low
        for end in (low, high):
            if end and end not in self.releases:
                raise ValueError(f"unknown release {end!r}")
        order = self.releases.index
        chosen = [r for r in own if (not low or order(r) >= order(low)) and (not high or order(r) <= order(high))]
        return chosen + [n for n in self.classes[chip_class] if self.twins.get(n) in chosen]

    def contract(self, have: dict[str, set[str]]) -> str:
        """The shortest *where* text for class → libraries; `expand` gives the same libraries back."""
        parts = []
        for chip_class in self.classes:
            if chip_class not in have:
                continue
            wanted, own = have[chip_class], self.cupti(chip_class)
            spans: list[str] = []
            index = 0
            while index < len(own):
                if own[index] not in wanted:
                    index += 1
                    continue
                start = index
                while index < len(own) and own[index] in wanted:
                    index += 1
                low = "" if start == 0 else own[start]
                high = "" if index == len(own) else own[index - 1]
                spans.append(low if low and low == high else f"{low}-{high}")
            text = chip_class if spans in (["-"], []) else f"{chip_class}:{','.join(spans)}"
            full = set(self.expand(text)[chip_class])
            if wanted - full:
                raise ValueError(f"{chip_class}: {sorted(wanted - full)} cannot be written as {text}")
            parts.append(text + "".join(f"!{r}" for r in self.classes[chip_class] if r in full - wanted))
        return "all" if parts == list(self.classes) else " ".join(parts)
