"""What the reader hands over: one expression or comparison that a text states, with its place."""

from __future__ import annotations

from typing import NamedTuple


class Stated(NamedTuple):
    """An expression over full names, as the type checker reads it, and where the document states it."""

    region: int
    at: int
    """Offsets in the region's text."""
    end: int
    expression: str
    """``sm__inst_executed.sum / gpu__time_duration.sum``; two sides with ``<`` or ``≈`` between for a comparison."""
    shown: str
    """As the document writes it, for messages."""
    called: frozenset[str] = frozenset()
    """What the text calls the value, by entries of kb/reading/called.yaml; empty for nothing."""
    called_as: str = ""
    """The words themselves."""
    bare: bool = False
    """Whether a name stood without suffix, so that its window and rollup are not known."""
    around: str = ""
    """Words around it, in which a clock may be spoken of."""
    code: bool = False
    loose: bool = False
    """Whether one is only said to be so many times the other, which may be the very factor between two things."""
