"""What the linter reports: frozen values that every renderer reads."""

from __future__ import annotations

from typing import Literal, NamedTuple

from metricparse.catalog.chips import Target
from metricparse.catalog.store import KnowledgeBase
from metricparse.text.model import Place

Severity = Literal["error", "warning", "note"]
ORDER: dict[str, int] = {"error": 0, "warning": 1, "note": 2}
"""Most severe first."""


class Objection(NamedTuple):
    """What a check found: a stretch of the document's text and what fills the words in braces."""

    start: int
    end: int
    slots: tuple[tuple[str, str], ...] = ()
    variant: str = ""
    claim: str = ""
    replacement: str | None = None
    """Text for the stretch, if the linter may change it."""
    safe: bool = False
    loose: bool = False
    """Whether it was read too loosely to be more than a note."""
    within: tuple[int, int] | None = None
    """Of what was read from wording: offsets of the passage.  Anything certain that is said there goes first."""
    replaces: tuple[int, int] | None = None
    """Offsets of what the replacement stands for, if not the stretch itself."""


class Setting(NamedTuple):
    """What every check may look at beside the document."""

    kb: KnowledgeBase
    lang: str
    targets: tuple[Target, ...] = ()
    release: str | None = None


class Fix(NamedTuple):
    """A replacement of exactly the text at ``place``."""

    place: Place
    text: str
    safe: bool
    """Whether ``--fix`` may apply it; others need ``--unsafe-fixes``."""
    why: str = ""


class Finding(NamedTuple):
    """One objection of one rule."""

    rule: str
    slug: str
    severity: Severity
    path: str
    place: Place
    excerpt: str
    """The words that the finding rests on."""
    message: str
    advice: str
    url: str
    claim: str = ""
    """What the linter understood; empty for rules about names."""
    fix: Fix | None = None
    source: str = ""
    """The whole source line (or the first of several), for renderers that show it."""
    context: tuple[str, ...] = ()
    """The lines of the finding with their neighbours, from which a baseline takes its fingerprint."""
    context_line: int = 1
    """Number of the first line of ``context``."""

    @property
    def text(self) -> str:
        """What is wrong and what to write instead, in one."""
        return f"{self.message}{'' if self.message.endswith('。') else ' '}{self.advice}".strip()

    def line(self, number: int) -> str:
        """The text of a line on or beside the finding; empty for one that is farther away."""
        index = number - self.context_line
        if 0 <= index < len(self.context):
            return self.context[index]
        return self.source if number == self.place.line else ""

    @property
    def sort_key(self) -> tuple[str, Place, int, str]:
        """By place in the text, then by severity and rule."""
        return (self.path, self.place, ORDER[self.severity], self.rule)


class InputError(NamedTuple):
    """An input that could not be read; everything else is linted all the same."""

    path: str
    message: str
    line: int = 0


class Result(NamedTuple):
    """Everything that one run found."""

    files: int
    findings: tuple[Finding, ...]
    errors: tuple[InputError, ...] = ()

    def worst(self) -> int:
        """Rank of the most severe finding (0 is error), or 9 without any."""
        return min((ORDER[f.severity] for f in self.findings), default=9)
