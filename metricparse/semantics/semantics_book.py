"""What kb/semantics holds, as the arithmetic needs it: dimensions, single names, units, reasons, words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.errors import UsageError
from metricparse.semantics import dimension as dims
from metricparse.semantics.dimension import Dimension
from metricparse.slots import filled

KIND = "semantics"
FILES = ("dimensions", "names", "units", "reasons", "identities", "words")
"""Files of kb/semantics; compiled as entries of the kind ``semantics`` under these keys."""


def spaced(text: str, lang: str) -> str:
    """Chinese text with a blank between Chinese and Latin letters or digits, where pieces were put together.

    >>> spaced("计SM 时钟周期，132个", "zh")
    '计 SM 时钟周期，132 个'
    """
    if lang != "zh":
        return text
    pieces: list[str] = []
    before = ""
    for char in text:
        if before and ((_latin(before) and _chinese(char)) or (_chinese(before) and _latin(char))):
            pieces.append(" ")
        pieces.append(char)
        before = char
    return "".join(pieces)


def _latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _chinese(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"


class SemanticsBook:
    """The data of one knowledge base.

    Raises UsageError for a knowledge base without them.
    """

    def __init__(self, kb: KnowledgeBase, chip: str | None = None) -> None:
        self.kb = kb
        self.chip = chip
        """The one chip that is asked about, if any."""
        for name in FILES:
            entries = kb.get(KIND, name)
            if entries is None:
                raise UsageError(
                    f"the compiled knowledge base holds no semantics ({name});"
                    " rebuild it with: python -m metricparse.build"
                )
            setattr(self, name, entries)
        self.facets_of: dict[tuple[str, str], Any] = {}
        """Facets already worked out, by full name and chip."""

    dimensions: dict[str, Any]
    names: dict[str, Any]
    units: dict[str, Any]
    reasons: dict[str, Any]
    identities: dict[str, Any]
    words: dict[str, Any]

    @property
    def atoms(self) -> dict[str, Any]:
        """Base quantities."""
        found: dict[str, Any] = self.dimensions["atoms"]
        return found

    def word(self, group: str, key: str, lang: str, **slots: object) -> str:
        """A word of the output; the key itself where the group does not hold it."""
        entry = self.words[group].get(key)
        return spaced(filled(entry[lang], slots), lang) if entry else key

    def reason(self, key: str, field: str, lang: str, slots: Mapping[str, object]) -> str:
        """Text or advice of a reason; empty where it gives none."""
        entry = self.reasons[key].get(field)
        return spaced(filled(entry[lang], slots), lang) if entry else ""

    def clock(self, dimension: Dimension) -> str:
        """The clock domain of a dimension with cycles in it; ``time`` for one with seconds; empty otherwise."""
        found = dims.clocks(dimension, self.atoms)
        if found:
            return " ".join(sorted({self.atoms[atom]["clock"] for atom in found}))
        return "time" if dims.exponent(dimension, "second") else ""

    @cached_property
    def nested(self) -> dict[tuple[str, str], int]:
        """(inner unit, outer unit) → how many inner ones are in an outer one."""
        return {
            (inner, outer): int(count)
            for inner, outers in self.names["nested"].items()
            for outer, count in outers.items()
        }

    @cached_property
    def sector_bytes(self) -> int:
        """Bytes of a sector."""
        return int(self.kb_fact("sector_bytes"))

    @cached_property
    def warp_threads(self) -> int:
        """Threads of a warp."""
        return int(self.kb_fact("warp_threads"))

    def kb_fact(self, key: str) -> str:
        """A fact that the compiled texts hold (kb/facts.yaml fills it in at build time)."""
        return str(self.names["numbers"][key])

    def symbol(self, dimension: Dimension) -> str:
        """Unit of measure, ``byte/s``; empty for a plain number."""
        above = [self._power(atom, power, "symbol") for atom, power in dimension if power > 0]
        below = [self._power(atom, -power, "symbol") for atom, power in dimension if power < 0]
        if not above and below:
            above = ["1"]
        return "/".join(["*".join(above), *below]) if above else ""

    def _power(self, atom: str, power: int, field: str) -> str:
        text = str(self.atoms.get(atom, {}).get(field, atom))
        return text if power == 1 else f"{text}^{power}"

    def measure(self, dimension: Dimension, percent: bool, lang: str) -> str:
        """A dimension in words: ``bytes per second``."""
        if not dimension:
            return self.word("phrases", "percent" if percent else "ratio", lang)
        above = [self._words(atom, power, "many", lang) for atom, power in dimension if power > 0]
        below = [self._words(atom, -power, "one", lang) for atom, power in dimension if power < 0]
        return self.word("phrases", "per", lang).join([" × ".join(above) or "1", *below])

    def _words(self, atom: str, power: int, field: str, lang: str) -> str:
        entry = self.atoms.get(atom, {}).get(field)
        text = str(entry[lang]) if entry else atom
        if power == 1:
            return text
        return text + (self.word("phrases", "square", lang) if power == 2 else f"^{power}")
