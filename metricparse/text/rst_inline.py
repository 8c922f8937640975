"""Inline mark-up of reStructuredText, as cuts; see `metricparse.text.inline` for what they are."""

from __future__ import annotations

import re

from metricparse.text.addresses import ADDRESS
from metricparse.text.characters import CJK, is_punctuation
from metricparse.text.scanner import Inline, Scanner

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


class _Scanner(Scanner):
    def __init__(self, text: str) -> None:
        super().__init__(text, _SPECIAL, _HANDLERS)
        self.until = 0
        """Where the emphasis that is open ends: none begins before."""

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

    def _code(self, at: int) -> int:
        return self._ticks(at, at, "")

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


_HANDLERS = {
    "\\": _Scanner._escape,
    "`": _Scanner._code,
    "*": _Scanner._stars,
    ":": _Scanner._role,
    "[": _Scanner._note,
}
