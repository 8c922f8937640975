"""Which ``*``, ``_`` and ``~`` of a paragraph belong together: the delimiter runs of CommonMark, in linear time."""

from __future__ import annotations

from metricparse.text.positions import Cut

_DEEP = 8
"""How many openers of a kind are tried for a closer; more never helps people, and bounds the cost."""


class Run:
    """A row of equal delimiters; ``left`` of them, from ``at`` on, are not used yet."""

    __slots__ = ("at", "char", "closes", "left", "length", "opens")

    def __init__(self, at: int, length: int, char: str, opens: bool, closes: bool) -> None:
        self.at = at
        self.length = length
        self.left = length
        self.char = char
        self.opens = opens
        self.closes = closes


def match_runs(runs: list[Run], cuts: list[Cut], marks: list[tuple[int, int, str]]) -> None:
    """Pair the runs; append what to cut and what is marked."""
    waiting: dict[str, list[Run]] = {"*": [], "_": [], "~": []}
    for run in runs:
        if run.closes:
            while run.left and (opener := _opener(waiting[run.char], run)) is not None:
                used = 2 if run.left >= 2 and opener.left >= 2 else 1
                if run.char == "~":
                    used = run.left
                opener.left -= used
                inside = opener.at + opener.left
                cuts.append((inside, inside + used, ""))
                cuts.append((run.at, run.at + used, ""))
                kind = "strike" if run.char == "~" else "strong" if used == 2 else "emphasis"
                marks.append((inside + used, run.at, kind))
                run.at += used
                run.left -= used
                # What opened inside the pair and found no end is text.
                for others in waiting.values():
                    while others and others[-1].at > opener.at:
                        others.pop()
                if not opener.left:
                    waiting[run.char].pop()
        if run.left and run.opens:
            waiting[run.char].append(run)


def _opener(stack: list[Run], closer: Run) -> Run | None:
    """The nearest run that the closer may end."""
    for run in stack[: -_DEEP - 1 : -1]:
        if closer.char == "~":
            if run.left == closer.left:
                return run
            continue
        odd = (run.closes or closer.opens) and (run.length + closer.length) % 3 == 0
        if not odd or (run.length % 3 == 0 and closer.length % 3 == 0):
            return run
    return None
