"""Where the readers of one text put what they find."""

from __future__ import annotations

from collections.abc import Sequence

from metricparse.text.commands.invocation import cause, names_cut_off, parse, requests_of
from metricparse.text.commands.model import Commands, Invocation, MetricList, Split
from metricparse.text.commands.placed import BLANKS, Range, Word
from metricparse.text.commands.tools import looks_like_name

Signature = tuple[tuple[str, Range], ...]

MOST_VARIANTS = 16
"""Ways in which one text may be put together to commands."""
BUDGET = 200_000
"""Pieces of text that variables may bring in one document."""


class Sink:
    """Invocations and lists of one text, without repetitions, in the order of the text."""

    def __init__(self, document: str, source: str) -> None:
        self.document = document
        self.source = source
        self.budget = [BUDGET]
        self._found: dict[Signature, Invocation] = {}
        self._weak: dict[int, list[tuple[Signature, Invocation]]] = {}
        self._lists: dict[tuple[str, int], Sequence[Word]] = {}
        self._open: Signature | None = None

    def command(
        self, words: Sequence[Word], at: int, *, sure: bool = True, weak: bool = False, source: str = ""
    ) -> Invocation:
        """Add the command line whose tool is ``words[at]``.

        A weak one (a text that is put together, such as ``CMD="ncu …"``) counts only if no command with more words is
        made from it.
        """
        found = parse(words, at, self.document, source or self.source, sure=sure)
        key: Signature = tuple((one.text, one.range) for one in words[at:])
        if weak:
            variants = self._weak.setdefault(found.word.offset, [])
            if len(variants) < MOST_VARIANTS:
                variants.append((key, found))
            return found
        self._found.setdefault(key, found)
        self._open = key if found.program is None and found.tool == "ncu" else None
        return found

    def next_command(self, words: Sequence[Word], newline: bool) -> None:
        """Tell which simple command follows: if it begins with a name, the list before it was cut off by a line break."""
        key, self._open = self._open, None
        before = None if key is None else self._found.get(key)
        if key is None or before is None or not newline or not words or not before.options:
            return
        last = before.options[-1]
        if last.name != "--metrics" or last.value is None or not (last.value.text.rstrip(BLANKS + "\\").endswith(",")):
            return
        cut_off = names_cut_off(words)
        if cut_off:
            split = Split(last.value, cut_off, cause(last.value, cut_off[0], self.document), last.value.end)
            extra = tuple(request for one in cut_off for request in requests_of(one, "split"))
            self._found[key] = before._replace(splits=(*before.splits, split), requests=(*before.requests, *extra))

    def names(self, name: str, items: Sequence[Word]) -> None:
        """Add a list; it stays if most of its members look like names of metrics.  A longer form of it replaces it."""
        if items:
            self._lists[name, items[0].pieces[0].offset] = items

    def _named(self) -> list[MetricList]:
        found: dict[tuple[int, ...], MetricList] = {}
        for (name, _), items in self._lists.items():
            if not any("__" in item.text for item in items):
                continue
            requests = [request for item in items for request in requests_of(item, "list")]
            alike = sum(1 for request in requests if looks_like_name(request.text) or request.prefix)
            if alike and 2 * alike >= len(requests):
                key = tuple(request.offset for request in requests)
                found.setdefault(key, MetricList(name, tuple(requests), self.source))
        return list(found.values())

    def commands(self) -> Commands:
        """Everything found."""
        strong: dict[int, list[Signature]] = {}
        for key, found in self._found.items():
            strong.setdefault(found.word.offset, []).append(key)
        weak: dict[Signature, Invocation] = {}
        for offset, variants in self._weak.items():
            larger = [*strong.get(offset, ()), *(key for key, _ in variants)]
            for key, found in variants:
                if not any(
                    (len(other) > len(key) and _within(key, other)) or (other == key and other in self._found)
                    for other in larger
                ):
                    weak.setdefault(key, found)
        invocations = sorted((*self._found.values(), *weak.values()), key=lambda found: found.word.offset)
        asked: set[Range] = {request.word.range for found in invocations for request in found.requests}
        lists = [one for one in self._named() if not all(request.word.range in asked for request in one.requests)]
        return Commands(tuple(invocations), tuple(sorted(lists, key=lambda one: one.requests[0].offset)))


def _within(small: Signature, large: Signature) -> bool:
    """Whether all words of one stand in another in the same order."""
    rest = iter(large)
    return all(one in rest for one in small)
