"""Names by pattern, and which of them are parts of others: what ``sum(…)`` adds up."""

from __future__ import annotations

from collections.abc import Sequence

import re2

from metricparse.catalog.availability import availability
from metricparse.errors import UsageError
from metricparse.semantics.facets_full import Facets
from metricparse.semantics.resolve import Resolver

SPECIAL = frozenset("\\*+?()[]{}|^$")
LONGEST = 1000
"""Characters of a pattern."""
MOST = 400
"""Names that one sum may have."""


WHOLE_TEXT = ("\\A", "\\z")
"""Ends of a text, which lines that stand in one text do not have."""


def is_pattern(text: str) -> bool:
    """Whether a text is a regular expression and no name; dots alone make none, names have them."""
    return any(char in SPECIAL for char in text)


def compiled(pattern: str) -> re2._Regexp:
    """A pattern for the linear-time engine.

    Raises UsageError for one that it refuses.
    """
    if len(pattern) > LONGEST:
        raise UsageError(f"the pattern has {len(pattern)} characters; the most that are read is {LONGEST}")
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0] if error.args else b""
        said = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
        raise UsageError(f"{pattern!r} is no regular expression: {said}") from None


def _quick(pattern: str) -> re2._Regexp | None:
    """What finds a fitting name among others, one a line; None for a pattern about the ends of a text."""
    lines = f"(?m:{pattern})"
    return None if any(end in pattern for end in WHOLE_TEXT) or len(lines) > LONGEST else compiled(lines)


def fitting(resolver: Resolver, pattern: str) -> list[str]:
    """Full names, on the chip or on any, that a pattern fits as a whole; in alphabetical order.

    Raises UsageError for a pattern that is none, or fits more than `MOST` names.
    """
    kb = resolver.book.kb
    engine = compiled(pattern)
    quick = _quick(pattern)
    start = _literal_start(pattern)
    found: list[str] = []
    for base in kb.names:
        if not (base.startswith(start) or start.startswith(base)):
            continue
        record = kb.record(base)
        if record is None or (resolver.chip and availability(kb, record).on(resolver.chip, resolver.release) == "no"):
            continue
        names = _full(resolver, base)
        # one look over all forms of a base saves a look at each of them for most bases
        if quick is None or quick.search("\n".join(names)):
            found += [name for name in names if engine.fullmatch(name)]
        if len(found) > MOST:
            raise UsageError(f"{pattern!r} fits more than {MOST} names; write a narrower pattern")
    return sorted(found)


def _full(resolver: Resolver, base: str) -> list[str]:
    record = resolver.book.kb.record(base) or {}
    legal = resolver.legal(base, record)
    return [base + suffix for suffix in legal] if legal else [base]


def _literal_start(pattern: str) -> str:
    """Letters that every fitting name begins with; none where the pattern has alternatives."""
    if "|" in pattern:
        return ""
    end = 0
    while end < len(pattern) and (pattern[end].isalnum() or pattern[end] == "_"):
        end += 1
    if end < len(pattern) and pattern[end] in "*?{":
        end -= 1
    return pattern[: max(0, end)]


def members(found: Sequence[Facets]) -> tuple[list[Facets], list[Facets]]:
    """Which facets are added up, and which are parts of one of those and left out.

    A name is a part of another if it counts the same quantity and keeps more of it apart.
    """
    kept: list[Facets] = []
    parts: list[Facets] = []
    by_head: dict[tuple[str, str, str, str, str], list[Facets]] = {}
    for one in found:
        by_head.setdefault((one.unit, one.stage, one.quantity, one.statistic, one.name[len(one.base) :]), []).append(
            one
        )
    for one in found:
        others = by_head[one.unit, one.stage, one.quantity, one.statistic, one.name[len(one.base) :]]
        whole = any(set(other.population) < set(one.population) for other in others)
        (parts if whole else kept).append(one)
    return kept, parts
