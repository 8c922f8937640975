"""From what people write to full metric names: names as they are, labels in quotes; and what is wrong with the rest.

``"L2 Hit Rate"`` is a label of the details page; `Resolver.look` says which name it stands for, or which reason of
kb/semantics/reasons.yaml it fails for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from metricparse.catalog.availability import availability
from metricparse.catalog.store import word_key
from metricparse.errors import UsageError
from metricparse.semantics.semantics_book import SemanticsBook

QUOTES = "\"'“”‘’「」『』`"
WITHOUT_VALUE = ("group",)
"""Kinds of names that stand for no value."""
MOST_SUGGESTIONS = 20
"""Unknown texts of one expression for which nearest names are looked for; each costs some milliseconds."""
BY_STATUS = {
    "unknown": "unknown_name",
    "legacy": "legacy_name",
    "needs-suffix": "needs_suffix",
    "illegal-suffix": "illegal_suffix",
    "not-on-chip": "other_chip",
}


class Found(NamedTuple):
    """A text looked up."""

    name: str
    """Full name, or empty."""
    problem: str = ""
    """Reason key, if there is no name."""
    near: tuple[str, ...] = ()
    """What to write instead, best first."""


class Resolver:
    """Looks texts up in one knowledge base, on a chip or on all; remembers what it found."""

    def __init__(self, book: SemanticsBook, lang: str, chip: str | None, release: str | None = None) -> None:
        self.book, self.lang, self.chip, self.release = book, lang, chip, release
        self._seen: dict[tuple[str, bool], Found] = {}
        self._suffixes: dict[str, frozenset[str]] = {}
        self._asked = 0

    def start(self) -> None:
        """Begin an expression: nearest names are looked for anew."""
        self._asked = 0

    def name(self, text: str) -> str:
        """The full name that a text (with or without quotes) stands for.

        Raises UsageError with what is wrong and what to write instead.
        """
        word = text.strip()
        bare = word.strip(QUOTES)
        quoted = bare != word
        found = self.look(bare, quoted)
        if found.problem and not quoted:
            label = self.look(bare, True)
            found = label if label.name or label.problem == "label_of_many" else found
        if found.problem:
            raise UsageError(" ".join(self.say(bare, found)))
        return found.name

    def say(self, text: str, found: Found) -> list[str]:
        """What is wrong, and what to write instead."""
        slots = {"a": repr(text), "near": ", ".join(found.near), "chip": self.chip or ""}
        lines = [self.book.reason(found.problem, "text", self.lang, slots)]
        if found.near or found.problem == "no_value":
            lines.append(self.book.reason(found.problem, "instead", self.lang, slots))
        elif not found.near:
            lines.append(self.book.word("phrases", "search", self.lang, a=text))
        return lines

    def look(self, text: str, quoted: bool = False) -> Found:
        """Look a text up, as a name or (``quoted``) as a label."""
        key = (text, quoted)
        if key in self._seen:
            return self._seen[key]
        found = self._label(text) if quoted else self._name(text)
        if self._asked <= MOST_SUGGESTIONS:
            self._seen[key] = found
        return found

    def is_name(self, text: str) -> bool:
        """Whether a list holds the base of a text."""
        kb = self.book.kb
        return kb.record(text) is not None or bool(kb.split(kb.prefix(text)[1])[0])

    def _name(self, text: str) -> Found:
        kb = self.book.kb
        prefix, rest = kb.prefix(text)
        if prefix in ("", "pmsampling:") and rest:
            base, suffix = kb.split(rest)
            record = kb.record(base) if base else None
            if record is not None and record["kind"] not in WITHOUT_VALUE:
                legal = self.legal(base, record)
                if suffix in legal or (not suffix and not legal):
                    return self._on_chip(text, record)
        return self._problem(text)

    def legal(self, base: str, record: dict[str, Any]) -> frozenset[str]:
        """Suffixes of full names of a record's kind, with their dots."""
        from metricparse.explain.suffixes import legal_suffixes

        kind = str(record["kind"])
        if kind not in self._suffixes:
            self._suffixes[kind] = frozenset(legal_suffixes(self.book.kb, record))
        return self._suffixes[kind]

    def _on_chip(self, text: str, record: dict[str, Any]) -> Found:
        where = availability(self.book.kb, record)
        if self.chip is not None:
            return Found(text) if where.on(self.chip, self.release) != "no" else self._problem(text)
        if self.release or not where.chips or any(where.on(chip) != "no" for chip in where.chips):
            return Found(text)
        base, suffix = self.book.kb.split(self.book.kb.prefix(text)[1])
        renames = self.book.kb.get("rename", base) or []
        return Found("", "renamed_name", tuple(str(one["to"]) + suffix for one in renames if "to" in one))

    def _problem(self, text: str) -> Found:
        from metricparse.explain.answer import explain

        self._asked += 1
        if self._asked > MOST_SUGGESTIONS:
            return Found("", "unknown_name")
        answer = explain(self.book.kb, text, self.lang, (self.chip,) if self.chip else (), None)
        near = tuple(dict.fromkeys(str(one["name"]) for one in answer.get("suggestions", []) if one.get("name")))[:3]
        status = answer["status"]
        if status == "known" and answer.get("request") == "expands":
            expanded = answer.get("expands_to") or []
            return Found("", "needs_suffix", tuple(str(one) for one in expanded[:3]) or near)
        return Found("", BY_STATUS.get(status, "no_value"), near)

    # --- labels -------------------------------------------------------------------------------------------------------

    def _label(self, text: str) -> Found:
        kb = self.book.kb
        entry = kb.get("label", word_key(text))
        if entry is None:
            if self.is_name(text):
                return self._name(text)
            found = self._problem(text)
            return Found("", "unknown_name", self._labels_like(text)) if found.problem == "no_value" else found
        meanings = [one for one in entry["meanings"] if "metric" in one]
        for narrower in (
            lambda one: one.get("where") == "header",
            lambda one: not str(one["metric"]).startswith(("pmsampling:", "breakdown:", "group:")),
            self._here,
            lambda one: "Triage" not in str(one["metric"]),
        ):
            meanings = [one for one in meanings if narrower(one)] or meanings
        metrics = list(dict.fromkeys(str(one["metric"]) for one in meanings))
        usable = [name for name in metrics if self._name(name).name]
        if len(usable) == 1:
            return Found(usable[0])
        return Found("", "label_of_many" if usable else "no_value", tuple(usable or metrics)[:4])

    def _here(self, meaning: dict[str, Any]) -> bool:
        """Whether a meaning of a label is shown on the chip; without a chip, all are."""
        if self.chip is None:
            return True
        from metricparse.report.labels import _applies

        return _applies(meaning, self.book.kb.meta["capabilities"].get(self.chip, ""))

    def _labels_like(self, text: str) -> tuple[str, ...]:
        from metricparse.names.suggest import closest

        near = closest(word_key(text), self.book.kb.keys("label"), 3)
        entries = [self.book.kb.get("label", one) for one in near]
        return tuple(f'"{entry["label"]}"' for entry in entries if entry)
