"""Reading names with the grammar: for names that the compiled catalogue does not hold, and for compiling it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lark import Lark, Tree
from lark import Token as LarkToken
from lark.exceptions import LarkError

from metricparse.names.model import BaseName, FilterValue, MetricName, Suffix, Token, Unknown
from metricparse.names.vocabulary import Vocabulary, terminals

GRAMMAR = Path(__file__).with_name("grammar.lark")
LONGEST = 512
"""Characters; real names have at most 126.  A longer text is no metric name and is not parsed."""


class NameParser:
    """A Lark parser over one vocabulary.

    `parse` never fails: text that does not fit the grammar comes back with all of it in ``unknown``.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        lines = [
            f"{name}.{priority}: /{regex.replace('/', chr(92) + '/')}/"
            for name, (priority, regex) in terminals(vocabulary).items()
        ]
        self._lark = Lark(
            GRAMMAR.read_text(encoding="utf-8") + "\n" + "\n".join(lines),
            parser="lalr",
            lexer="contextual",
            propagate_positions=True,
            maybe_placeholders=False,
        )

    def parse(self, text: str) -> MetricName:
        """Decode a full name; what the vocabulary does not explain is listed, with its offset."""
        if len(text) > LONGEST or not text:
            return _opaque(text)
        try:
            tree = self._lark.parse(text)
        except LarkError:
            return _opaque(text)
        return _Reader(text, self.vocabulary).full(tree)


def _opaque(text: str) -> MetricName:
    base = BaseName(text, "", "", "", "", "", {}, "", (Unknown(text, 0),), (Token(text, 0, "unknown", text),))
    return MetricName(text, "", base, Suffix("", "", ""))


class _Reader:
    """From Lark's tree to records."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = text
        self.words = vocabulary.words
        self.filters = vocabulary.filters
        self.tokens: list[Token] = []
        self.unit = self.whole = ""
        self.group: list[str] = []
        self.places: list[str] = []
        self.head = self.stall = ""
        self.statistic: list[str] = []
        self.kept: dict[str, FilterValue] = {}
        self.last = ""

    def full(self, tree: Tree[LarkToken]) -> MetricName:
        suffix = Suffix("", "", "")
        prefix = ""
        for child in tree.children:
            assert isinstance(child, Tree)
            if child.data == "prefix":
                prefix += str(child.children[0])
            elif child.data == "suffix":
                suffix = self._suffix(child)
            else:
                self._walk(child)
        base_text = self.text[len(prefix) : len(self.text) - len(suffix.text)]
        shift = len(prefix)
        tokens = tuple(t._replace(offset=t.offset - shift) for t in self.tokens)
        base = BaseName(
            base_text,
            ".".join(self.group),
            self.unit,
            "_".join(self.places),
            self.head,
            "_".join(self.statistic),
            self.kept,
            self.stall,
            tuple(Unknown(t.text, t.offset) for t in tokens if t.role == "unknown"),
            tokens,
        )
        return MetricName(self.text, prefix, base, suffix)

    def _suffix(self, tree: Tree[LarkToken]) -> Suffix:
        parts = list(tree.scan_values(lambda _: True))
        first = parts[0].start_pos
        assert first is not None
        start = first - 1
        rollup = ".".join(str(t) for t in parts if t.type == "ROLLUP")
        submetric = ".".join(str(t) for t in parts if t.type == "SUBMETRIC")
        unknown = tuple(Unknown(str(t), (t.start_pos or 0) - start) for t in parts if t.type == "REST")
        return Suffix(self.text[start:], rollup, submetric, unknown)

    def _walk(self, tree: Tree[LarkToken]) -> None:
        action = getattr(self, f"_on_{tree.data}", None)
        if action is not None:
            action(*[c for c in tree.children if isinstance(c, LarkToken)])
            return
        for child in tree.children:
            if isinstance(child, Tree):
                self._walk(child)

    def _add(self, token: LarkToken, role: str, key: str | None = None) -> None:
        assert token.start_pos is not None
        self.tokens.append(Token(str(token), token.start_pos, role, key or str(token)))

    def _unknown(self, token: LarkToken) -> None:
        self._add(token, "unknown")
        self.last = ""

    def _on_whole(self, token: LarkToken) -> None:
        self._add(token, "whole")
        self.unit, separator, rest = str(token).partition("__")
        if not separator:
            self.unit, rest = "", self.unit
        self.head = rest

    def _on_group(self, *tokens: LarkToken) -> None:
        for token in tokens:
            self._add(token, token.type.lower())
            self.group.append(str(token))

    def _on_unit(self, token: LarkToken) -> None:
        self._add(token, "unit")
        self.unit = str(token)

    def _on_unknown_unit(self, token: LarkToken) -> None:
        self.unit = str(token)
        self._unknown(token)

    def _on_stage(self, token: LarkToken) -> None:
        self._place(token, "stage")

    def _on_direction(self, token: LarkToken) -> None:
        # a route that no entry holds is understood if both of its ends are known words
        ends = str(token).split("2", 1)
        if token.type == "ROUTE" and not all(end in self.words for end in ends):
            self._unknown(token)
            return
        self._place(token, "direction")

    def _place(self, token: LarkToken, role: str) -> None:
        self._add(token, role)
        self.last = ""
        if self.head:
            self.kept[str(token)] = True
        else:
            self.places.append(str(token))

    def _on_statistic(self, token: LarkToken) -> None:
        self._add(token, "statistic")
        self.statistic.append(str(token))

    def _on_per(self, token: LarkToken) -> None:
        self._add(token, "per")
        self.statistic.append(str(token))
        self.last = ""

    def _on_rate(self, token: LarkToken) -> None:
        self._add(token, "rate")
        self.statistic.append(str(token))
        self.last = ""

    def _on_versus(self, token: LarkToken) -> None:
        self._add(token, "versus")
        self.statistic.append(str(token))
        self.last = ""

    def _on_also(self, token: LarkToken) -> None:
        self._add(token, "quantity")
        if self.statistic and self.statistic[-1] == "vs":
            self.statistic[-1] = f"vs_{token}"
        else:
            self.kept[str(token)] = True
        self.last = ""

    def _on_quantity(self, token: LarkToken) -> None:
        self._add(token, "quantity")
        self.head = str(token)

    def _on_stall(self, head: LarkToken, reason: LarkToken) -> None:
        self._add(head, "quantity")
        self._add(reason, "reason")
        self.head, self.stall = f"{head}_{reason}", str(reason)

    def _on_unknown_stall(self, head: LarkToken, reason: LarkToken) -> None:
        self._add(head, "quantity")
        self.head = f"{head}_{reason}"
        self._unknown(reason)

    def _on_filter(self, token: LarkToken) -> None:
        key = max((k for k in self.filters if str(token).startswith(k + "_")), key=len)
        value = str(token)[len(key) + 1 :]
        self._keep(token, key, value)

    def _on_unknown_value(self, key: LarkToken, value: LarkToken) -> None:
        if str(value) in self.words:
            whole = LarkToken("FILTER", f"{key}_{value}", start_pos=key.start_pos)
            self._keep(whole, str(key), str(value))
            return
        self._add(key, "filter", f"{key}=")
        self.kept[str(key)] = str(value)
        self._unknown(value)

    def _keep(self, token: LarkToken, key: str, value: str) -> None:
        self._add(token, "filter", f"{key}={value}")
        if key in self.kept:
            value = f"{self.kept[key]}+{value}"
        self.kept[key] = value
        self.last = key

    def _on_flag(self, token: LarkToken) -> None:
        self._add(token, "flag")
        self.kept[str(token)] = True
        self.last = ""

    def _on_value(self, token: LarkToken) -> None:
        # op_utchmma_utcqmma: the second word belongs to the value before it
        if self.last:
            value = f"{self.kept[self.last]}_{token}"
            self.kept[self.last] = value
            before = self.tokens.pop()
            self.tokens.append(Token(f"{before.text}_{token}", before.offset, "filter", f"{self.last}={value}"))
            return
        self._add(token, "flag")
        self.kept[str(token)] = True

    def _on_unknown(self, token: LarkToken) -> None:
        self._unknown(token)


def rebuild(name: MetricName) -> str:
    """Put a decoded name together again from its pieces."""
    pieces: list[str] = []
    at = 0
    for token in name.base.tokens:
        pieces.append(name.base.text[at : token.offset])
        pieces.append(token.text)
        at = token.offset + len(token.text)
    gaps = pieces[::2]
    assert all(set(gap) <= set("_.") for gap in gaps), gaps
    return name.prefix + "".join(pieces) + name.suffix.text


def vocabulary_of(data: dict[str, Any]) -> Vocabulary:
    """A vocabulary from its compiled form (a mapping of lists)."""
    filters = {key: tuple(values) for key, values in data["filters"].items()}
    rest = {key: tuple(values) for key, values in data.items() if key != "filters"}
    return Vocabulary(filters=filters, **rest)
