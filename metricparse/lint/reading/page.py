"""A document as rules look at it: everything that several rules need is read once, and only when one asks."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeVar, cast

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.model import Setting
from metricparse.lint.reading import cues
from metricparse.lint.reading.chips import Chip, Release, chips_at, releases_in
from metricparse.lint.reading.sentences import LONGEST, Sentence, sentences
from metricparse.lint.reading.signs import Found, signs_in
from metricparse.text.commands import find_commands
from metricparse.text.commands.model import Invocation, MetricList
from metricparse.text.commands.placed import Word
from metricparse.text.commands.prompts import SIGNS, prompt_end
from metricparse.text.commands.tools import HINTS
from metricparse.text.model import Document, Region

LISTING = ("shell", "python", "yaml", "makefile", "dockerfile", "powershell", "batch", "json", "toml", "pycon")
"""Languages of code in which lists of names are looked for, without a command too."""
_WORD = re.compile(r"[a-z0-9]+")
NEIGHBOURS = 20
"""Cells before and behind one that count as its row."""
RUNNING = ("prose", "heading", "table-cell", "quote", "comment", "docstring")
"""Kinds of regions that hold running text."""


Made = TypeVar("Made")


class Command(NamedTuple):
    """A command line of a profiler, and the region that it was read in."""

    region: int
    invocation: Invocation


class NameList(NamedTuple):
    """A list of metric names that no command of its text uses, and the region that it was read in."""

    region: int
    names: MetricList


class Page:
    """One document under one setting."""

    def __init__(self, document: Document, setting: Setting) -> None:
        self.document = document
        self.setting = setting
        self.kb: KnowledgeBase = setting.kb
        self.lang = setting.lang
        self._sentences: dict[int, list[Sentence]] = {}
        self._chips: dict[int, list[Chip]] = {}
        self._made: dict[Hashable, object] = {}
        self._code: dict[int, list[tuple[int, int]]] = {}

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What ``make`` gives, made when it is first asked for under a key."""
        if key not in self._made:
            self._made[key] = make()
        return cast(Made, self._made[key])

    # --- pieces ---------------------------------------------------------------------------------------------------

    @cached_property
    def lowered(self) -> str:
        """The whole text in lower case, for quick questions; its offsets are not the document's."""
        return self.document.text.lower()

    @cached_property
    def words(self) -> frozenset[str]:
        """Every run of letters and digits of the text, in lower case: what is not among them need not be searched."""
        return frozenset(_WORD.findall(self.lowered))

    @cached_property
    def running(self) -> list[int]:
        """Indices of the regions of running text, in order."""
        return [index for index, region in enumerate(self.document.regions) if region.kind in RUNNING and region.text]

    def region(self, index: int) -> Region:
        """A region by its index."""
        return self.document.regions[index]

    def sentences(self, index: int) -> list[Sentence]:
        """The sentences of a region."""
        found = self._sentences.get(index)
        if found is None:
            region = self.region(index)
            found = self._sentences[index] = sentences(region.text, region.marks)
        return found

    def sentence_at(self, index: int, position: int) -> Sentence:
        """The sentence of a region in which a position stands."""
        parts = self.sentences(index)
        if len(parts) == 1:
            return parts[0]
        at = bisect_right(parts, Sentence(position, 1 << 60)) - 1
        return parts[max(at, 0)] if parts else Sentence(0, len(self.region(index).text))

    def code(self, index: int, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Stretches of a region marked as code that touch ``text[start:end]``, in order."""
        found = self._code.get(index)
        if found is None:
            marks = self.region(index).marks
            found = self._code[index] = [(mark.start, mark.end) for mark in marks if mark.kind == "code"]
        at = max(bisect_right(found, (start, 1 << 60)) - 1, 0)
        while at < len(found) and found[at][0] < end:
            if found[at][1] > start:
                yield found[at]
            at += 1

    def marked(self, index: int, position: int) -> bool:
        """Whether a place of running text is marked as code."""
        return any(True for _ in self.code(index, position, position + 1))

    def row(self, index: int) -> tuple[int, ...]:
        """Indices of the cells of a cell's row that are not empty, in order; the region alone if it is no cell.

        Of a row without end, those near it.
        """
        cell = self.region(index).cell
        if cell is None:
            return (index,)
        row = self.document.tables[cell.table][cell.row]
        if len(row) <= 2 * NEIGHBOURS:
            return row
        at = bisect_right(row, index)
        return row[max(at - NEIGHBOURS, 0) : at + NEIGHBOURS]

    def cells(self, index: int) -> list[Region]:
        """The cells of `row`."""
        return [self.region(number) for number in self.row(index)]

    def text(self, index: int, sentence: Sentence) -> str:
        """The words of a sentence."""
        return self.region(index).text[sentence.start : sentence.end]

    def next_sentence(self, index: int, sentence: Sentence) -> Sentence | None:
        """The sentence of a region behind another one, if one follows."""
        parts = self.sentences(index)
        at = bisect_right(parts, sentence)
        return parts[at] if at < len(parts) else None

    def text_after(self, index: int, sentence: Sentence) -> str:
        """The words of the next sentence; empty if none follows."""
        following = self.next_sentence(index, sentence)
        return self.text(index, following) if following is not None else ""

    def doubted(self, words: str) -> bool:
        """Whether words ask, suppose, correct, or reject a name."""
        return cues.asked(self.kb, words) or self.said(words, "supposes", "corrects", "names-rejected")

    def said(self, text: str, *kinds: str) -> bool:
        """Whether a text holds cues of a kind (kb/reading/cues.yaml)."""
        return cues.said(self.kb, text, *kinds)

    def corrected(self, index: int, sentence: Sentence) -> bool:
        """Whether a sentence, or the beginning of the next one, says that something is a mistake."""
        if self.said(self.text(index, sentence), "corrects"):
            return True
        if any(self.said(title, "heading-corrects") for title in self.titles(index)):
            return True
        following = self.text_after(index, sentence)
        return self.said(following[:40], "corrects") or cues.begins(self.kb, following, "corrects-next")

    def answered(self, offset: int) -> bool:
        """Whether a place of the document stands in a block quote that running text replies to."""
        return any(start <= offset < end for start, end in self._answered)

    @cached_property
    def _answered(self) -> list[tuple[int, int]]:
        regions = self.document.regions
        found: list[tuple[int, int]] = []
        for index, region in enumerate(regions):
            if region.context.quote == 0 or region.context.alert or not region.text or region.parent >= 0:
                continue
            for other in islice(regions, index + 1, None):
                if other.parent >= 0 or other.context.quote:
                    continue
                if other.kind in ("prose", "code") and other.context.section == region.context.section:
                    found.append(region.range(0, len(region.text)))
                break
        return found

    def quoted(self, index: int, at: int) -> bool:
        """Whether a place stands in quotation marks, within its sentence, among other words."""
        sentence = self.sentence_at(index, at)
        text = self.region(index).text
        for opening, closing in (("“", "”"), ("「", "」"), ("『", "』"), ('"', '"')):
            before = text[sentence.start : at]
            inside = before.count('"') % 2 == 1 if opening == closing else before.rfind(opening) > before.rfind(closing)
            end = text.find(closing, at, sentence.end + 1)
            if inside and end >= 0 and end - before.rfind(opening) - sentence.start > 12:
                return True
        return False

    # --- signs, chips and releases ---------------------------------------------------------------------------------------

    @cached_property
    def _signs(self) -> Mapping[str, Found]:
        return signs_in(self.kb, [region.text for region in self.document.regions])

    def holding(self, sign: str) -> Found:
        """Regions that hold a sign (`metricparse.lint.reading.signs`), in order, with its words; no other has any."""
        return self._signs[sign]

    def running_with(self, *signs: str) -> list[int]:
        """Indices of the regions of running text that hold one of these signs, in order."""
        held = {index for sign in signs for index in self._signs[sign]}
        return sorted(index for index in held if self.region(index).kind in RUNNING)

    def chips(self, index: int) -> list[Chip]:
        """Where a region names chips."""
        found = self._chips.get(index)
        if found is None:
            signs = self._signs["chip"].get(index)
            found = self._chips[index] = chips_at(self.kb, self.region(index).text, signs) if signs else []
        return found

    def releases(self, index: int) -> list[Release]:
        """Where a region names a release of the profiler or of CUDA."""
        return list(releases_in(self.region(index).text)) if index in self._signs["release"] else []

    # --- commands -------------------------------------------------------------------------------------------------

    @cached_property
    def speaks_of_tools(self) -> bool:
        """Whether the document names a profiler's command at all."""
        return any(hint in self.lowered for hint in HINTS)

    @cached_property
    def _read(self) -> tuple[list[Command], list[NameList]]:
        commands: list[Command] = []
        lists: list[NameList] = []
        if not self.speaks_of_tools and "__" not in self.document.text:
            return commands, lists
        named = self.holding("tool")
        seen: set[tuple[int, int]] = set()
        for index, region in enumerate(self.document.regions):
            language = _read_as(region)
            if not language or not (index in named or (language in LISTING and "__" in region.text)):
                continue
            text = typed(region.text) if region.language == "console" else region.text
            found = find_commands(text, "" if language == "?" else language)
            for one in found.invocations:
                if language == "prose" and self.marked(index, one.offset):
                    continue
                last = max((option.written.end for option in one.options), default=one.word.end)
                start = (region.range(one.offset, one.offset + 1)[0], region.range(last - 1, last)[0])
                if start not in seen:
                    seen.add(start)
                    commands.append(Command(index, one))
            lists += [NameList(index, one) for one in found.lists]
        return commands, lists

    @property
    def commands(self) -> list[Command]:
        """Every command line of a profiler, each once."""
        return self._read[0]

    @property
    def lists(self) -> list[NameList]:
        """Lists of names in code that no command of the same text uses."""
        return self._read[1]

    def place(self, index: int, word: Word) -> tuple[int, int]:
        """Where a word of a command stands in the document."""
        return self.region(index).range(word.offset, max(word.end, word.offset + 1))

    # --- surroundings ---------------------------------------------------------------------------------------------

    def titles(self, index: int) -> Iterator[str]:
        """Headings over a region, innermost first."""
        for title in reversed(self.document.headings(self.region(index))):
            yield title[:LONGEST]

    def lead(self, index: int) -> int:
        """Index of the region that introduces one, or of its parent; -1 if nothing does."""
        return self.region(index).context.lead

    def outermost(self, index: int) -> int:
        """The region itself, or the one from which it is cut."""
        while self.region(index).parent >= 0:
            index = self.region(index).parent
        return index

    def comments_above(self, index: int, position: int, saying: str = "") -> Iterator[int]:
        """Comments in a block of code that stand before a position or on its line, nearest first.

        ``saying``: those alone that name ``chips`` or ``releases``.
        """
        region = self.region(index)
        line_end = region.text.find("\n", position)
        line_end = len(region.text) if line_end < 0 else line_end
        comments = self.once(("comments", index, saying), lambda: self._comments(index, saying))
        return (comments[place][1] for place in range(bisect_left(comments, (line_end, -1)) - 1, -1, -1))

    def _comments(self, index: int, saying: str) -> list[tuple[int, int]]:
        """Where in a block of code its comments begin, and their indices."""
        block = self.region(index).block
        result: list[tuple[int, int]] = []
        for later in range(index + 1, len(self.document.regions)):
            other = self.region(later)
            if other.parent < 0 or other.block != block:
                break
            if other.kind != "comment" or other.parent != index:
                continue
            if not saying or (self.chips(later) if saying == "chips" else self.releases(later)):
                result.append((other.at, later))
        return sorted(result)


def _read_as(region: Region) -> str:
    """How commands are looked for in a region; empty: not at all."""
    if region.kind == "code":
        return region.language or "?"
    if region.kind == "inline-code":
        return "inline"
    if region.kind in RUNNING:
        return "prose"
    return ""


def typed(text: str) -> str:
    """A session in a terminal with what the programs printed blanked out; as it is if no line begins with a prompt."""
    lines = text.split("\n")
    prompts = [_has_prompt(line) for line in lines]
    if not any(prompts):
        return text
    going_on = False
    for number, line in enumerate(lines):
        kept = prompts[number] or going_on
        going_on = kept and line.rstrip().endswith("\\")
        if not kept:
            lines[number] = " " * len(line)
    return "\n".join(lines)


def _has_prompt(line: str) -> bool:
    bare = line.lstrip()
    return bare.startswith(SIGNS) or (bool(bare) and prompt_end(bare, 0, len(bare)) > 0)
