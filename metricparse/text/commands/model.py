"""What a command line holds: frozen records.  Every offset counts code points of the text that was searched."""

from __future__ import annotations

from typing import NamedTuple

from metricparse.text.commands.placed import Word


class Option(NamedTuple):
    """One option of the profiler, in the order written."""

    written: Word
    """As written, without the value: ``--launch-cou``, ``-k``."""
    name: str
    """The long option it stands for, ``--launch-count``; empty if it is none or not the prefix of exactly one."""
    candidates: tuple[str, ...] = ()
    """Options of which an ambiguous word is a prefix."""
    value: Word | None = None
    joined: bool = False
    """Whether option and value are one word: ``--set=full``, ``-c1``."""
    abbreviated: bool = False
    """Whether a long option is cut short."""
    takes_value: bool = False
    """Whether an option of this name takes one; for an unknown name whether the next word was taken for its value."""

    @property
    def missing(self) -> bool:
        """Whether the value that the option needs is not there."""
        return self.takes_value and self.value is None


class MetricRequest(NamedTuple):
    """One name in a list of metrics."""

    word: Word
    """The name without blanks around it, with its prefix."""
    prefix: str
    """``breakdown:``, ``group:``, ``regex:``, ``pmsampling:``, several of them, or empty."""
    context: str
    """metrics (to collect), query (listed with their suffixes by ``--query-metrics``), import (picked out of a report),
    split (lost behind a list that the shell ended), other (asked of another tool, such as nvprof), list (a list in code
    or configuration that no command of the text uses)."""
    padded: bool = False
    """Whether blanks (or the backslash of a continuation in quotes) stand around it and become part of the name."""

    @property
    def text(self) -> str:
        """The name as written, with its prefix."""
        return self.word.text

    @property
    def name(self) -> str:
        """The name without its prefix."""
        return self.word.text[len(self.prefix) :]

    @property
    def offset(self) -> int:
        """Where it stands."""
        return self.word.offset

    @property
    def length(self) -> int:
        """Characters it takes there."""
        return self.word.length

    @property
    def hole(self) -> bool:
        """Whether a part of it is unknown."""
        return self.word.hole


class Split(NamedTuple):
    """A place where the shell ended a word too early."""

    value: Word | None
    """The part of the list that the profiler gets; None if no list but the command itself was ended."""
    words: tuple[Word, ...]
    """What was cut off; the first of them becomes the program (or a command of its own).  May be empty."""
    cause: str
    """blank (in the line), indentation (behind a continuation), blank-behind-backslash, newline (no continuation),
    braces (a brace expansion), value (blanks in the value of a variable that is used without quotes, or the items of an
    array)."""
    offset: int
    """Where the cause stands."""


class Invocation(NamedTuple):
    """A command line of a profiler."""

    tool: str
    """ncu, ncu-ui, nvprof, nsys, or npm-check-updates (an unrelated command that is called ncu too)."""
    word: Word
    """The tool as written: ``/usr/local/cuda/bin/ncu``, ``$NCU``."""
    options: tuple[Option, ...] = ()
    requests: tuple[MetricRequest, ...] = ()
    program: Word | None = None
    """The first word that is no option; None if there is none."""
    arguments: tuple[Word, ...] = ()
    """What follows the program; it is the program's."""
    dashes: bool = False
    """Whether ``--`` ends the options."""
    holes: tuple[Word, ...] = ()
    """Words among the options that are unknown (``$OPTS``, ``"$@"``, ``[options]``): they can hold any option."""
    splits: tuple[Split, ...] = ()
    mode: str = "profile"
    """profile, query, import, list (prints lists, help or version), launch, attach."""
    before: tuple[Word, ...] = ()
    """What stands before the tool: ``sudo``, ``srun -n 1``, ``CUDA_VISIBLE_DEVICES=0``."""
    sure: bool = True
    """Whether all of it was read with certainty; not where a part is added only under a condition, where what ends the
    options is unknown, or in running text."""
    source: str = "shell"
    """shell, powershell, batch, makefile, dockerfile, python, yaml or prose."""

    @property
    def offset(self) -> int:
        """Where the tool stands."""
        return self.word.offset

    @property
    def length(self) -> int:
        """Characters from the tool to the last word that stands behind it in the same place."""
        start, end = self.word.offset, self.word.end
        words = [option.value or option.written for option in self.options]
        for one in (*words, *(() if self.program is None else (self.program,)), *self.arguments):
            if one.offset >= end:
                end = one.end
        return end - start

    def option(self, name: str) -> Option | None:
        """The first option of a canonical name."""
        return next((option for option in self.options if option.name == name), None)

    def value(self, name: str) -> str | None:
        """The value of the first option of that name."""
        found = self.option(name)
        return None if found is None or found.value is None else found.value.text


class MetricList(NamedTuple):
    """A list in code or configuration whose members look like metric names."""

    name: str
    """Of the variable or key; empty if there is none."""
    requests: tuple[MetricRequest, ...]
    source: str


class Commands(NamedTuple):
    """Everything that one text holds."""

    invocations: tuple[Invocation, ...] = ()
    lists: tuple[MetricList, ...] = ()
