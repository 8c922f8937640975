"""The compiled knowledge base: one SQLite file, opened read-only, asked by key.

Nothing is loaded ahead: an explanation reads the few rows it needs, and a bulk decode keeps what it has read.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

from metricparse.errors import UsageError
from metricparse.names.model import BaseName, MetricName, Suffix, Token, Unknown

FILE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "kb.sqlite")
FORMAT = 2
"""Layout of the compiled file; a file of another layout is refused."""

Entry = dict[str, Any]
_REMEMBERED = 8192
"""Entries kept; the linter asks for the same few again and again, a build of the site for each one once."""


def _uri(path: str) -> str:
    """A path inside a ``file:`` address of SQLite."""
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


class KnowledgeBase:
    """Look-up by kind and key.  Kinds are listed in `metricparse.build.compile`."""

    def __init__(self, path: str = FILE) -> None:
        if not os.path.exists(path):
            raise UsageError(
                f"the compiled knowledge base is missing ({os.path.basename(path)}); build it with: python -m metricparse.build"
            )
        self.path = path
        self._db = sqlite3.connect(f"file:{_uri(path)}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        self._bases: dict[str, BaseName | None] = {}
        self._records: dict[str, Entry | None] = {}
        self._entries: dict[tuple[str, str], Any] = {}
        self._tables: dict[str, dict[str, Entry]] = {}
        self._keys: dict[str, list[str]] = {}
        try:
            layout = self.meta["format"]
        except (sqlite3.DatabaseError, KeyError):
            layout = None
        if layout != FORMAT:
            raise UsageError(
                f"{os.path.basename(path)} is no compiled knowledge base of this version;"
                " rebuild it with: python -m metricparse.build"
            )

    def get(self, kind: str, key: str) -> Any:
        """The entry of a kind under a key (a mapping for most kinds, a list or text for some), or None.

        It is shared by all who ask for it, so nobody may change it.
        """
        try:
            return self._entries[kind, key]
        except KeyError:
            row = self._db.execute("SELECT value FROM entry WHERE kind = ? AND key = ?", (kind, key)).fetchone()
            if len(self._entries) >= _REMEMBERED:
                self._entries.clear()
            found = self._entries[kind, key] = None if row is None else json.loads(row[0])
            return found

    def table(self, kind: str) -> dict[str, Entry]:
        """Every entry of a kind by key, kept: for kinds of few entries.  Nobody may change it."""
        if kind not in self._tables:
            self._tables[kind] = dict(self.items(kind))
        return self._tables[kind]

    def items(self, kind: str) -> Iterator[tuple[str, Entry]]:
        """Every entry of a kind, by key."""
        for key, value in self._db.execute("SELECT key, value FROM entry WHERE kind = ? ORDER BY key", (kind,)):
            yield key, json.loads(value)

    def keys(self, kind: str) -> list[str]:
        """Every key of a kind, sorted; kept, so nobody may change the list."""
        if kind not in self._keys:
            rows = self._db.execute("SELECT key FROM entry WHERE kind = ? ORDER BY key", (kind,))
            self._keys[kind] = [key for (key,) in rows]
        return self._keys[kind]

    def kinds(self) -> list[str]:
        """Every kind of entry there is."""
        return [kind for (kind,) in self._db.execute("SELECT DISTINCT kind FROM entry ORDER BY kind")]

    @cached_property
    def meta(self) -> Entry:
        """What the data hold: format, releases, chips."""
        found: Entry | None = self.get("meta", "meta")
        if found is None:
            raise KeyError("meta")
        return found

    def record(self, base: str) -> Entry | None:
        """The catalogue's record of a base name, or None if no list holds it."""
        try:
            return self._records[base]
        except KeyError:
            found = self._records[base] = self.get("base", base) or self._by_pattern(base)
            return found

    def _by_pattern(self, base: str) -> Entry | None:
        """The record of a family of names that are explained as one, such as ``derived_tempMetric*``."""
        for pattern in self.meta["patterns"]:
            start, _, end = pattern.partition("*")
            middle = base[len(start) : len(base) - len(end)]
            if base.startswith(start) and base.endswith(end) and middle and middle.replace("_", "").isalnum():
                found: Entry | None = self.get("base", pattern)
                return found
        return None

    @cached_property
    def suffixes(self) -> dict[str, Suffix]:
        """Every suffix that any kind takes, with its leading dot; the empty one too."""
        result = {"": Suffix("", "", "")}
        for rollup in self.meta["rollups"]:
            result[f".{rollup}"] = Suffix(f".{rollup}", rollup, "")
            for submetric in self.meta["submetrics"]:
                if submetric:
                    text = f".{rollup}.{submetric}"
                    result[text] = Suffix(text, rollup, submetric)
        for submetric in self.meta["submetrics"]:
            if submetric:
                result[f".{submetric}"] = Suffix(f".{submetric}", "", submetric)
        return result

    @cached_property
    def parser(self) -> Any:
        """The grammar, for names that no list holds; loading it costs a few hundredths of a second."""
        from metricparse.names.parser import NameParser, vocabulary_of

        data = self.get("meta", "vocabulary")
        assert data is not None
        return NameParser(vocabulary_of(data))

    def base(self, text: str) -> BaseName | None:
        """The decoded base name as the catalogue holds it, or None."""
        try:
            return self._bases[text]
        except KeyError:
            record = self.record(text)
            found = None if record is None else base_from(text, record["decoded"])
            self._bases[text] = found
            return found

    def bare(self, base: str) -> MetricName:
        """A base name that a list holds, as a name without prefix and suffix.

        Raises KeyError if no list holds it.
        """
        found = self.base(base)
        if found is None:
            raise KeyError(base)
        return MetricName(base, "", found, self.suffixes[""])

    @cached_property
    def names(self) -> dict[str, float]:
        """Every base name that a list holds → its weight in rankings (used in public, listed by the profiler, short)."""
        return dict(self.get("meta", "names"))

    @cached_property
    def words(self) -> list[str]:
        """Every label, older name and other word that a query can be."""
        return [*self.keys("label"), *self.keys("alias"), *self.keys("legacy")]

    def split(self, name: str) -> tuple[str, str]:
        """Base name and suffix (with its dot) of a name that a list holds; ("", "") if none does.

        Names may have dots before the ``__``, and a few base names have one behind it; so the suffix is looked for
        from the left of the part after ``__`` and then further right.
        """
        start = name.find("__")
        at = name.find(".", max(start, 0))
        while at != -1:
            if self.base(name[:at]) is not None:
                return name[:at], name[at:]
            at = name.find(".", at + 1)
        return (name, "") if self.base(name) is not None else ("", "")

    def decode(self, name: str) -> MetricName:
        """Decode a full name: from the catalogue if a list holds its base, with the grammar otherwise."""
        start = name.find("__")
        at = name.find(".", start) if start > 0 else -1
        base = self.base(name if at < 0 else name[:at])
        if base is not None:
            suffix = self.suffixes.get("" if at < 0 else name[at:])
            if suffix is not None:
                return MetricName(name, "", base, suffix)
        return self._decode_slowly(name)

    def _decode_slowly(self, name: str) -> MetricName:
        prefix, rest = self.prefix(name)
        base_text, suffix_text = self.split(rest)
        base = self.base(base_text) if base_text else None
        if base is None:
            parsed: MetricName = self.parser.parse(name)
            return parsed
        suffix = self.suffixes.get(suffix_text)
        return MetricName(name, prefix, base, suffix or odd_suffix(suffix_text, self.meta))

    def prefix(self, name: str) -> tuple[str, str]:
        """The ncu prefixes in front of a name, and the rest."""
        prefix = ""
        rest = name
        found = True
        while found:
            found = False
            for one in self.meta["prefixes"]:
                if rest.startswith(one):
                    prefix, rest, found = prefix + one, rest[len(one) :], True
        return prefix, rest


def word_key(text: str) -> str:
    """How labels and other words are stored and looked up: case and runs of blanks do not matter.

    >>> word_key("L2  Hit Rate")
    'l2 hit rate'
    """
    return " ".join(text.casefold().split())


def odd_suffix(text: str, meta: Entry) -> Suffix:
    """A suffix that no kind takes, read part by part."""
    rollup: list[str] = []
    submetric: list[str] = []
    unknown: list[Unknown] = []
    rest, offset = text, 0
    known = sorted((s for s in meta["submetrics"] if s), key=len, reverse=True)
    while rest:
        offset, rest = offset + 1, rest[1:]
        for word, into in [(r, rollup) for r in meta["rollups"]] + [(s, submetric) for s in known]:
            if rest == word or rest.startswith(word + "."):
                into.append(word)
                break
        else:
            word = rest.split(".", 1)[0]
            unknown.append(Unknown(word, offset))
        offset, rest = offset + len(word), rest[len(word) :]
    return Suffix(text, ".".join(rollup), ".".join(submetric), tuple(unknown))


def base_from(text: str, data: list[Any]) -> BaseName:
    """A decoded base name from its compiled form."""
    group, unit, stage, counter, statistic, filters, stall, tokens = data
    return BaseName(
        text, group, unit, stage, counter, statistic, filters, stall, (), tuple(Token(*token) for token in tokens)
    )


def base_data(base: BaseName) -> list[Any]:
    """The compiled form of a decoded base name; the inverse of `base_from`."""
    tokens = [list(token) for token in base.tokens]
    return [base.group, base.unit, base.stage, base.counter, base.statistic, base.filters, base.stall, tokens]


@cache
def default() -> KnowledgeBase:
    """The knowledge base that the package carries."""
    return KnowledgeBase()
