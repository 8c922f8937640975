"""GitHub-flavoured Markdown: blocks, found line by line as CommonMark describes them, without recursion.

Positions never leave the original text: a block is a list of stretches of lines.  Every line costs as much as it has
characters (containers that a line does not reach are not looked at; at most `DEEPEST` can be open).
"""

from __future__ import annotations

from metricparse.text.builder import Builder
from metricparse.text.characters import indentation
from metricparse.text.frame import Container
from metricparse.text.inline import References, fold
from metricparse.text.leaves import Leaves
from metricparse.text.positions import whole
from metricparse.text.problem import nested_too_deep
from metricparse.text.starts import Start, block_start, delimiter_row, list_marker, rule_or_setext

DEEPEST = 100
"""Quotes and lists that may stand in one another."""
_PLAIN_FIRST = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz(\"'%@&/,.;?!{}\\")
_ALERTS = frozenset(("note", "tip", "important", "warning", "caution"))


class Frame(Container):
    """A container that is open: the document, a quote, a list item, a footnote."""

    __slots__ = ("filled", "kind", "need", "numbered")

    def __init__(self, kind: str, above: Frame | None = None, need: int = 0) -> None:
        super().__init__(above)
        self.kind = kind
        self.need = need
        """Columns by which lines of an item are indented against the container around it."""
        self.numbered = ("", -1, -1)
        """(kind, number, lead) of the list whose item was closed last in this container."""
        self.filled = False
        """Whether an item has any text yet."""


class Markdown:
    """Reads one text; regions go to the builder."""

    def __init__(self, builder: Builder, text: str) -> None:
        self.text = text
        self.builder = builder
        self.frames = [Frame("document")]
        self.number = 0
        self.leaves = Leaves(builder, text, link_labels(text))

    def read(self, at: int = 0) -> None:
        """Read the text from an offset on.

        Raises DocumentError where containers stand in one another deeper than `DEEPEST`.
        """
        text = self.text
        leaves = self.leaves
        frames = self.frames
        plain = _PLAIN_FIRST
        returns = "\r" in text
        size = len(text)
        find = text.find
        lines = leaves.lines
        start = at
        self.number = text.count("\n", 0, at)
        while start < size:
            end = find("\n", start)
            if end < 0:
                end = size
            following = end + 1
            self.number += 1
            if returns and end > start and text[end - 1] == "\r":
                end -= 1
            if len(frames) == 1 and leaves.kind in ("", "paragraph"):
                if start == end:
                    if lines:
                        leaves.close(frames[0])
                    start = following
                    continue
                first = text[start]
                if first in plain or first > "\x7f":
                    if not lines:
                        leaves.kind = "paragraph"
                    lines.append((start, end))
                    start = following
                    continue
                if first in "#`" and (begun := block_start(text, start, end, bool(lines))).kind:
                    leaves.close(frames[0])
                    frames[0].filled = True
                    leaves.begin(begun, start, end, 0, frames[0])
                    start = following
                    continue
            self._line(start, end)
            start = following
        leaves.close(frames[-1])

    def _line(self, start: int, end: int) -> None:
        text = self.text
        leaves = self.leaves
        frames = self.frames
        at, column, base = start, 0, 0
        if start == end and not leaves.kind:
            inner = frames[-1]
            if inner.filled and not inner.quote and not inner.alert:
                return  # another blank line between blocks of an item
        matched = 1
        for frame in frames[1:]:
            here, wide = _skip(text, at, end, column)
            if frame.kind == "quote":
                if wide - base > 3 or here >= end or text[here] != ">":
                    break
                at, column, base = _after_mark(text, here, end, wide)
            elif here >= end:
                if not frame.filled:
                    break
            elif wide - base >= frame.need:
                base += frame.need
                while column < base and at < end and text[at] in " \t":
                    column += 4 - column % 4 if text[at] == "\t" else 1
                    at += 1
            else:
                break
            matched += 1
        if matched == len(frames) and leaves.verbatim:
            if leaves.more(at, end, frames[-1]):
                return
        elif matched < len(frames) and leaves.verbatim:
            leaves.close(frames[-1])
        self._blocks(at, end, column, base, matched)

    def _blocks(self, at: int, end: int, column: int, base: int, matched: int) -> None:
        """Open what begins on the line behind its matched containers."""
        text = self.text
        leaves = self.leaves
        frames = self.frames
        while True:
            here, wide = _skip(text, at, end, column)
            if here >= end:
                self._blank(matched)
                return
            indent = wide - base
            paragraph = leaves.kind == "paragraph"
            whole = matched == len(frames)
            char = text[here]
            if indent >= 4:
                if paragraph:
                    leaves.lines.append((here, end))
                    return
                if leaves.kind != "indented" or not whole:
                    self._close_to(matched)
                leaves.indented(self._first_code(at, here, column, base + 4), end)
                frames[-1].filled = True
                return
            if char == ">":
                self._close_to(matched)
                self._push(Frame("quote", frames[-1]))
                frames[-1].quote += 1
                at, column, base = _after_mark(text, here, end, wide)
                matched = len(frames)
                continue
            if char in "-*_=" and (kind := rule_or_setext(text, here, end, paragraph and whole)):
                if kind == "rule":
                    self._close_to(matched)
                    frames[-1].last = -1
                    frames[-1].numbered = ("", -1, -1)
                else:
                    leaves.heading(1 if char == "=" else 2, leaves.take(), frames[-1])
                return
            if char in "-*+0123456789" and (marker := list_marker(text, here, end, paragraph and whole)):
                self._close_to(matched)
                at, column, base = self._item(marker, here, end, wide, base)
                matched = len(frames)
                continue
            if paragraph and whole and char in "|:-" and delimiter_row(text, here, end, leaves.lines[-1]):
                leaves.begin_table(frames[-1], here, end)
                return
            if leaves.kind == "table" and whole:
                begun = block_start(text, here, end, False)
                if begun.kind == "":
                    leaves.lines.append((here, end))
                    return
            begun = block_start(text, here, end, paragraph)
            if begun.kind:
                if begun.kind == "label":
                    if not self._label(begun, here, end, matched, paragraph):
                        return
                    at, column, base = begun.at, wide + begun.at - here, wide + begun.at - here
                    matched = len(frames)
                    continue
                self._close_to(matched)
                frames[-1].filled = True
                leaves.begin(begun, here, end, indent, frames[-1])
                return
            if paragraph:
                leaves.lines.append((here, end))  # it may be lazy: containers that it does not reach stay open
                return
            self._close_to(matched)
            if self._alert(here, end):
                return
            frames[-1].filled = True
            leaves.kind = "paragraph"
            leaves.lines.append((here, end))
            return

    def _first_code(self, at: int, here: int, column: int, base: int) -> int:
        """Where the text of an indented code line begins: four columns in, but not past its first character."""
        while column < base and at < here:
            column += 4 - column % 4 if self.text[at] == "\t" else 1
            at += 1
        return at

    def _blank(self, matched: int) -> None:
        frames = self.frames
        # A blank line ends quotes; items stay open for what is indented behind it.
        if any(frame.kind == "quote" for frame in frames[matched:]):
            self._close_to(matched)
        elif self.leaves.kind == "indented":
            self.leaves.blank()
        else:
            if matched < len(frames) and not frames[-1].filled:
                self._close_to(matched)
            self.leaves.close(frames[-1])

    def _close_to(self, matched: int) -> None:
        """Close the open leaf and every container behind the matched ones."""
        frames = self.frames
        self.leaves.close(frames[-1])
        while len(frames) > matched:
            frames.pop()

    def _push(self, frame: Frame) -> None:
        if len(self.frames) > DEEPEST:
            raise nested_too_deep(self.builder.path, self.number, DEEPEST)
        self.frames[-1].filled = True
        self.frames[-1].last = -1
        self.frames.append(frame)

    def _item(self, marker: tuple[str, int], here: int, end: int, wide: int, base: int) -> tuple[int, int, int]:
        """Open a list item; returns where its text begins: (offset, column, column it is measured from)."""
        text = self.text
        above = self.frames[-1]
        kind, width = marker
        behind, column = here + width, wide + width
        first, far = _skip(text, behind, end, column)
        need = column + 1 - base if first >= end or far - column > 4 else far - base
        frame = Frame("item", above, need)
        if above.numbered[0] == kind and above.numbered[1] >= 0:
            frame.list, frame.lead = above.numbered[1], above.numbered[2]
        else:
            frame.list = self.builder.lists
            self.builder.lists += 1
        above.numbered = (kind, frame.list, frame.lead)
        frame.item = self.builder.items
        self.builder.items += 1
        frame.depth += 1
        frame.marker = text[here : here + width]
        self._push(frame)
        base += need
        at, at_column = behind, column
        while at_column < base and at < end and text[at] in " \t":
            at_column += 4 - at_column % 4 if text[at] == "\t" else 1
            at += 1
        box = text[first : first + 3].lower()
        if box in ("[ ]", "[x]") and first + 3 < end and text[first + 3] in " \t" and far - column <= 4:
            frame.marker += f" {box}"
            at = indentation(text, first + 3, end)
            at_column = base = base + at - first
            # The box belongs to the marker: later lines of the item are indented as if it were not there.
        return at, max(at_column, base), base

    def _label(self, begun: Start, here: int, end: int, matched: int, paragraph: bool) -> bool:
        """A definition of a link (nothing to read) or of a footnote (a container); returns whether to read on."""
        if begun.info != "footnote":
            self._close_to(matched)
            return False
        self._close_to(matched)
        frame = Frame("footnote", self.frames[-1], 2)
        frame.lead = -1
        frame.marker = self.text[here : begun.at].rstrip(": \t")
        self._push(frame)
        return True

    def _alert(self, here: int, end: int) -> bool:
        """``[!NOTE]`` at the beginning of a quote makes it a call-out."""
        frame = self.frames[-1]
        if frame.kind != "quote" or frame.filled or not self.text.startswith("[!", here):
            return False
        word = self.text[here + 2 : end].strip().removesuffix("]").lower()
        if word not in _ALERTS:
            return False
        frame.alert = word
        frame.quote -= 1
        frame.filled = True
        return True


def _skip(text: str, at: int, end: int, column: int) -> tuple[int, int]:
    """Offset and column of the first character that is neither blank nor tab."""
    while at < end:
        char = text[at]
        if char == " ":
            column += 1
        elif char == "\t":
            column += 4 - column % 4
        else:
            break
        at += 1
    return at, column


def _after_mark(text: str, here: int, end: int, wide: int) -> tuple[int, int, int]:
    """Behind ``>`` and the blank that may follow it: (offset, column, column that the content is measured from)."""
    at, column = here + 1, wide + 1
    base = column
    if at < end and text[at] == " ":
        return at + 1, column + 1, column + 1
    if at < end and text[at] == "\t":
        return at + 1, column + 4 - column % 4, base + 1
    return at, column, base


def link_labels(text: str) -> References:
    """Labels that the document defines (``[label]: address``, ``[^1]: note``)."""
    labels = set()
    at = text.find("]:")
    while at >= 0:
        begin = text.rfind("[", max(at - 300, 0), at)
        if begin >= 0 and "\n" not in text[begin:at]:
            line = max(text.rfind("\n", max(begin - 40, 0), begin) + 1, 0)
            if not text[line:begin].strip(" \t>"):
                labels.add(fold(text[begin + 1 : at]))
        at = text.find("]:", at + 2)
    return References(frozenset(labels), max(map(len, labels), default=0))


def front_matter(builder: Builder, text: str) -> int:
    """Add the front matter (between ``---`` or ``+++``) if there is one; returns the offset behind it."""
    mark = text[:3]
    if mark not in ("---", "+++") or text[3:].partition("\n")[0].strip():
        return 0
    start = text.find("\n") + 1
    at = start
    while at and at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if text[at:end].rstrip() in (mark, "..." if mark == "---" else mark):
            if at > start:
                kind = "yaml" if mark == "---" else "toml"
                content = text[start:at].rstrip()
                if content:
                    builder.add(
                        "front-matter",
                        content,
                        whole(start, len(content)),
                        builder.context(),
                        language=kind,
                        detail=kind,
                    )
            return min(end + 1, len(text))
        at = end + 1
    return 0


def read_markdown(builder: Builder, text: str) -> None:
    """Add the regions of a Markdown text.

    Raises DocumentError where it is nested deeper than `DEEPEST`.
    """
    Markdown(builder, text).read(front_matter(builder, text))
