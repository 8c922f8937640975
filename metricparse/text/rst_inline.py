"""Inline mark-up of reStructuredText, as cuts; see `metricparse.text.inline` for what they are."""

from __future__ import annotations

import re

from metricparse.text.addresses import ADDRESS, Addresses
from metricparse.text.characters import CJK, is_punctuation
from metricparse.text.inline import Inline
from metricparse.text.positions import Cut

_SPECIAL = re.compile(r"[\\`*\[:]")
_CODE_ROLES = frozenset(
    "code literal samp file option envvar program command func class meth attr mod data const c:func c:macro cpp:func"
    " cpp:class cpp:member py:func py:class py:meth py:mod term.code".split()
)


def read_rst_inline(text: str) -> Inline | None:
    """Read a paragraph; None if it has no mark-up."""
    if _SPECIAL.search(text) is None and "www." not in text:
        return None
    return _Scanner(text).read()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.cuts: list[Cut] = []
        self.marks: list[tuple[int, int, str]] = []
        self.missing: set[str] = set()
        self.until = 0
        """Where the emphasis that is open ends: none begins before."""

    def read(self) -> Inline | None:
        text = self.text
        addresses = Addresses(text)
        url, url_end = (-1, -1) if addresses.none else addresses.next(0)
        at = 0
        while True:
            found = _SPECIAL.search(text, at)
            here = found.start() if found else len(text)
            if url >= 0:
                if url < at:
                    url, url_end = addresses.next(at)
                if 0 <= url <= here:
                    self.cuts.append((url, url_end, ADDRESS))
                    at = url_end
                    continue
            if found is None:
                break
            char = found.group()
            if char == "\\":
                at = self._escape(here)
            elif char == "`":
                at = self._ticks(here, here, "")
            elif char == "*":
                at = self._stars(here)
            elif char == ":":
                at = self._role(here)
            else:
                at = self._note(here)
        if not self.cuts and not self.marks:
            return None
        return Inline(sorted(self.cuts), sorted(self.marks), [])

    def _find(self, what: str, start: int) -> int:
        if what in self.missing:
            return -1
        found = self.text.find(what, start)
        if found < 0:
            self.missing.add(what)
        return found

    def _opens(self, at: int, behind: int) -> bool:
        """Whether mark-up may begin at ``at``, whose text begins at ``behind``."""
        text = self.text
        if behind >= len(text) or text[behind].isspace():
            return False
        before = text[at - 1] if at else " "
        return before.isspace() or (is_punctuation(before) and before != "_") or ord(before) >= CJK

    def _escape(self, at: int) -> int:
        following = self.text[at + 1 : at + 2]
        if not following:
            return at + 1
        self.cuts.append((at, at + 2, "" if following in " \n" else following))
        return at + 2

    def _ticks(self, at: int, start: int, role: str) -> int:
        """Text in back-ticks at ``at``; the mark-up begins at ``start``, which is the role's."""
        text = self.text
        if text.startswith("``", at) and not role:
            end = self._find("``", at + 2)
            if end <= at + 2 or not self._opens(at, at + 2):
                return at + 2
            while text.startswith("`", end + 2):
                end += 1
            self._mark(at, at + 2, end, end + 2, "code")
            return end + 2
        end = self._find("`", at + 1)
        if end <= at + 1 or not self._opens(start, at + 1):
            return at + 1
        behind = end + 1
        last = end
        kind = "code"
        if text.startswith("_", behind):
            behind += 1 + text.startswith("__", behind)
            kind = "link"
        elif role:
            kind = "math" if role == "math" else "code" if role in _CODE_ROLES else "link"
        if kind == "link" and text[end - 1] == ">" and (target := text.rfind("<", at, end)) > at:
            last = target
            while last > at + 1 and text[last - 1].isspace():
                last -= 1
            if last == at + 1:  # a bare target is its own title
                self.cuts.append((start, behind, ADDRESS))
                return behind
        self._mark(start, at + 1, last, behind, kind)
        return behind

    def _role(self, at: int) -> int:
        text = self.text
        end = at + 1
        while end < len(text) and end - at < 40 and (text[end].isalnum() or text[end] in "-_.:+") and text[end] != "`":
            end += 1
            if text[end - 1] == ":" and text.startswith("`", end):
                return self._ticks(end, at, text[at + 1 : end - 1])
        return at + 1

    def _stars(self, at: int) -> int:
        text = self.text
        mark = "**" if text.startswith("**", at) else "*"
        behind = at + len(mark)
        if at < self.until or not self._opens(at, behind):
            return behind
        end = self._find(mark, behind)
        while end > 0 and text[end - 1] in " \n\\":
            end = self._find(mark, end + 1)
        if end < 0:
            self.missing.add(mark)
        if end <= behind:
            return behind
        self._mark(at, behind, end, end + len(mark), "strong" if len(mark) == 2 else "emphasis")
        self.until = end + len(mark)
        return behind

    def _note(self, at: int) -> int:
        """``[1]_``, ``[#name]_``, ``[*]_``: a reference to a footnote."""
        text = self.text
        end = text.find("]_", at + 1, at + 40)
        inside = text[at + 1 : end] if end > 0 else ""
        if inside and (inside.isdigit() or inside[0] in "#*") and " " not in inside:
            self.cuts.append((at, end + 2, ""))
            return end + 2
        return at + 1

    def _mark(self, start: int, first: int, last: int, end: int, kind: str) -> None:
        self.cuts.append((start, first, ""))
        self.cuts.append((last, end, ""))
        self.marks.append((first, last, kind))
