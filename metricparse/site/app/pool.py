"""What the exports share: a knowledge base that keeps what it has read, and values stored once under a number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from metricparse.catalog.store import KnowledgeBase


class Kept(KnowledgeBase):
    """A knowledge base that reads every entry once; the exports ask for the same entries thousands of times."""

    def __init__(self, path: str) -> None:
        self._kept: dict[tuple[str, str], Any] = {}
        super().__init__(path)

    def get(self, kind: str, key: str) -> Any:
        """As the knowledge base does; callers share the value and leave it as it is."""
        found = self._kept.get((kind, key), self)
        if found is self:
            found = self._kept[kind, key] = super().get(kind, key)
        return found


class Pool:
    """Values, each stored once; what refers to one holds its number.

    >>> pool = Pool("")
    >>> pool("a"), pool("b"), pool("a"), pool(""), pool.values
    (1, 2, 1, 0, ['', 'a', 'b'])
    """

    def __init__(self, *first: Any) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, int] = {}
        for value in first:
            self(value)

    def __call__(self, value: Any) -> int:
        """The number of a value."""
        key = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.values)
            self.values.append(value)
        return number


def compact(row: dict[str, Any]) -> dict[str, Any]:
    """The row without fields that say nothing (0, "", empty lists): the reader fills those in."""
    return {key: value for key, value in row.items() if value not in (0, "", None, [], {})}


def write_json(path: Path, data: Any) -> None:
    """Write a data file, the same bytes for the same data."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
