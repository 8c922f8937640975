"""The profiler's own options, from the knowledge base."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from typing import Any

from metricparse.catalog.store import default


class OptionTable:
    """Look-up of options as the profiler's parser does it: exact, or a prefix of exactly one."""

    def __init__(self, options: Mapping[str, Mapping[str, Any]]) -> None:
        self.takes_value = {name: bool(entry["takes_value"]) for name, entry in options.items()}
        self.short = {entry["short"]: name for name, entry in options.items() if entry["short"]}
        self._sorted = sorted(options)

    def resolve(self, written: str) -> tuple[str, tuple[str, ...]]:
        """The long option that a word means, or empty and the options of which it is a prefix.

        >>> options().resolve("--launch-cou")
        ('--launch-count', ())
        """
        if written in self.takes_value:
            return written, ()
        if written in self.short:
            return self.short[written], ()
        if not written.startswith("--") or len(written) < 3:
            return "", ()
        first = bisect_left(self._sorted, written)
        last = first
        while last < len(self._sorted) and self._sorted[last].startswith(written):
            last += 1
        found = tuple(self._sorted[first:last])
        return (found[0], ()) if len(found) == 1 else ("", found)


@cache
def options() -> OptionTable:
    """The options of the newest release that the knowledge base describes."""
    return OptionTable(dict(default().items("option")))


@cache
def prefixes() -> tuple[str, ...]:
    """What may stand in front of a name in ``--metrics``."""
    return tuple(default().meta["prefixes"])
