"""Suppression by comment: for the next block, for the file, and until a date, each with a reason.

::

    <!-- metricparse: ignore N004 S003 -- measured on the other card -->      next block (Markdown, HTML comment)
    # metricparse: ignore N001 until 2027-01-31 -- name of a coming release   next line or statement (shell, Python, YAML)
    <!-- metricparse: ignore-file N005 -- history of an nvprof script -->     the whole file

Rules are named by id or slug, or ``all``.  A suppression that suppresses nothing is reported itself (rule id ``X001``),
so is one without a reason (``X002``) and one whose date has passed (``X003``).
"""

from __future__ import annotations

import datetime
from collections.abc import Set

from metricparse.lint.model import Finding
from metricparse.text.model import Place

MARK = "metricparse:"


class Suppression:
    """One comment."""

    def __init__(
        self,
        place: Place,
        rules: tuple[str, ...],
        whole_file: bool,
        until: datetime.date | None,
        reason: str,
        covered: tuple[tuple[int, int], tuple[int, int]],
        text: str,
        wrong: dict[str, str],
    ) -> None:
        self.place = place
        self.rules = rules
        self.whole_file = whole_file
        self.until = until
        self.reason = reason
        self.first, self.last = covered
        """Line and column of the first and of the last character that it covers."""
        self.text = text
        self.used = 0
        """How many findings it kept back."""
        self.wrong = wrong
        """What is wrong with its wording, by language; empty if nothing is."""

    def covers(self, one: Finding, today: datetime.date) -> bool:
        """Whether it keeps a finding back."""
        if self.wrong or (self.until is not None and today > self.until):
            return False
        named = "all" in self.rules or one.rule in self.rules or one.slug in self.rules
        return named and (self.whole_file or self.first <= (one.place.line, one.place.column) <= self.last)


def parse(comment: str, place: Place, first: tuple[int, int], last: tuple[int, int]) -> Suppression | None:
    """Read the text of one comment, or None if it is no suppression.

    ``first`` and ``last`` are where the block begins and ends that it is for.
    """
    text = comment.strip()
    if not text.startswith(MARK):
        return None
    body, dashes, reason = text[len(MARK) :].partition("--")
    words = body.replace(",", " ").split()
    verb = words.pop(0) if words else ""
    wrong: dict[str, str] = {}
    if verb not in ("ignore", "ignore-file"):
        wrong = {
            "en": f"unknown word “{verb}”: write ignore or ignore-file",
            "zh": f"不认识“{verb}”：应写 ignore 或 ignore-file",
        }
    until = None
    if "until" in words:
        at = words.index("until")
        date = words[at + 1] if at + 1 < len(words) else ""
        try:
            until = datetime.date.fromisoformat(date)
        except ValueError:
            wrong = {
                "en": f"“{date}” is no date: write until YYYY-MM-DD",
                "zh": f"“{date}”不是日期：应写 until YYYY-MM-DD",
            }
        del words[at : at + 2]
    if not words and not wrong:
        wrong = {"en": "it names no rule: give ids or slugs, or all", "zh": "没有写规则：请写规则编号或名称，或 all"}
    rules = tuple(w if w == "all" or "-" in w else w.upper() for w in words)
    return Suppression(
        place, rules, verb == "ignore-file", until, reason.strip() if dashes else "", (first, last), text, wrong
    )


def apply(
    findings: list[Finding], suppressions: list[Suppression], today: datetime.date, ran: Set[str], known: Set[str]
) -> tuple[list[Finding], list[tuple[Suppression, str]]]:
    """Findings that remain, and what is wrong with the suppressions: (suppression, X001 … X003).

    ``ran`` holds ids and slugs of the rules that ran, ``known`` those of all: of a rule that did not run nobody can tell
    whether its suppression has an effect.
    """
    kept = []
    for one in findings:
        holding = next((s for s in suppressions if s.covers(one, today)), None)
        if holding is None:
            kept.append(one)
        else:
            holding.used += 1
    problems: list[tuple[Suppression, str]] = []
    for suppression in suppressions:
        unknown = [word for word in suppression.rules if word != "all" and word not in known]
        if unknown and not suppression.wrong:
            listed = ", ".join(unknown)
            suppression.wrong = {"en": f"no rule is called {listed}", "zh": f"没有名为 {listed} 的规则"}
        if suppression.until is not None and today > suppression.until:
            problems.append((suppression, "X003"))
        elif suppression.wrong or (not suppression.used and {*suppression.rules} - {"all"} <= ran):
            problems.append((suppression, "X001"))
        elif suppression.used and not suppression.reason:
            problems.append((suppression, "X002"))
    return kept, problems
