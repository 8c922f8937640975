"""Expressions in the language of the identities: definitions put in, labels as names, sums and patterns written out."""

from __future__ import annotations

from metricparse.catalog.availability import availability
from metricparse.errors import UsageError
from metricparse.semantics import families
from metricparse.semantics.expression import Call, Name, Node, Number, Pattern, Product, Sum
from metricparse.semantics.facets_full import facets_in
from metricparse.semantics.identity_book import leaves
from metricparse.semantics.resolve import Resolver
from metricparse.semantics.semantics_book import SemanticsBook

MEASURED = "gh100"
"""Chip whose breakdowns are taken where none is asked for: the one that the identities were measured on."""


MOST_PATTERNS = 20
"""Different patterns of one expression; each is held against every name that there is."""


class TooLongError(Exception):
    """The written form passed its limit."""


class Written:
    """Writes the nodes of one expression out; definitions are given one by one."""

    def __init__(self, text: str, resolver: Resolver, patterns: dict[str, list[str]], book: SemanticsBook) -> None:
        self.text, self.resolver, self.book = text, resolver, book
        self.defined: dict[str, str] = {}
        self.patterns = patterns
        self.asked: set[str] = set()

    def define(self, name: str, node: Node) -> None:
        """Remember what a name stands for."""
        self.defined[name] = self.of(node, 10_000)

    def of(self, node: Node, limit: int) -> str:
        """A node as text; empty if it holds what that language has not, or is longer than the limit."""
        try:
            return self._node(node, limit)
        except (TooLongError, UsageError):
            return ""

    def _node(self, node: Node, limit: int) -> str:
        if node.end - node.start > limit:
            raise TooLongError
        if isinstance(node, Number):
            if node.scale != 1.0:
                raise TooLongError
            return repr(node.value)
        if isinstance(node, Name):
            return self._name(node)
        if isinstance(node, Sum):
            signs = ["-" if sign == -1 else "+" for sign, _ in node.terms]
            pieces = [self._node(term, limit) for _, term in node.terms]
            first = f"(0 - {pieces[0]})" if signs[0] == "-" else pieces[0]
            rest = "".join(f" {sign} {piece}" for sign, piece in zip(signs[1:], pieces[1:], strict=True))
            return self._within(f"({first}{rest})", limit)
        if isinstance(node, Product):
            signs = ["/" if power == -1 else "*" for power, _ in node.factors]
            pieces = [self._node(one, limit) for _, one in node.factors]
            rest = "".join(f" {sign} {piece}" for sign, piece in zip(signs[1:], pieces[1:], strict=True))
            return self._within(f"({pieces[0]}{rest})", limit)
        if isinstance(node, Pattern):
            kept, _ = families.members([facets_in(self.book, n, self.resolver.chip) for n in self._measured(node)])
            return self._within("(" + " + ".join(one.name for one in kept) + ")", limit)
        return self._call(node, limit)

    @staticmethod
    def _within(text: str, limit: int) -> str:
        if len(text) > limit:
            raise TooLongError
        return text

    def _name(self, node: Name) -> str:
        if not node.quoted and node.text in self.defined:
            if not self.defined[node.text]:
                raise TooLongError
            return self.defined[node.text]
        found = self.resolver.look(node.text, node.quoted)
        if found.problem:
            raise TooLongError
        return found.name

    def _call(self, node: Call, limit: int) -> str:
        first = node.arguments[0]
        if node.function == "count" and isinstance(first, Name):
            return f"count({first.text})"
        if len(node.arguments) == 1 and isinstance(first, Name) and first.text.startswith("breakdown:"):
            return self._within(f"{node.function}({', '.join(self.constituents(first.text))})", limit)
        return self._within(f"{node.function}({', '.join(self._node(one, limit) for one in node.arguments)})", limit)

    def constituents(self, text: str) -> list[str]:
        """Full names of the leaves of ``breakdown:NAME.SUFFIX``."""
        rest = text.removeprefix("breakdown:")
        base, suffix = self.book.kb.split(rest)
        return [one + suffix for one in dict.fromkeys(leaves(self.book.kb, base, self.resolver.chip or MEASURED))]

    def _measured(self, node: Pattern) -> list[str]:
        """The names of a sum that the chip has on which identities were measured, where no other chip is asked for."""
        names = self.expanded(node)
        kb = self.book.kb
        if self.resolver.chip:
            return names
        records = ((name, kb.record(kb.split(name)[0]) or {}) for name in names)
        return [name for name, record in records if availability(kb, record).on(MEASURED) == "yes"] or names

    def expanded(self, node: Pattern) -> list[str]:
        """Full names that the patterns of a sum fit; each once.

        Raises UsageError for a pattern that is no regular expression or fits too many, and for too many patterns.
        """
        names: dict[str, None] = {}
        for pattern in node.patterns:
            text = pattern.removeprefix("regex:")
            if families.is_pattern(text):
                self.asked.add(pattern)
                if len(self.asked) > MOST_PATTERNS:
                    raise UsageError(f"an expression takes {MOST_PATTERNS} different patterns in sum(…); it has more")
            if pattern not in self.patterns:
                if families.is_pattern(text):
                    self.patterns[pattern] = families.fitting(self.resolver, text)
                else:
                    found = self.resolver.look(text.strip("\"'"), text != text.strip("\"'"))
                    self.patterns[pattern] = [found.name] if found.name else []
            names.update(dict.fromkeys(self.patterns[pattern]))
        return list(names)
