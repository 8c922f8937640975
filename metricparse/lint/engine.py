"""From documents to findings: run the checks of the selected rules, then suppressions, then order."""

from __future__ import annotations

import datetime
from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint import suppress
from metricparse.lint.config import Config
from metricparse.lint.model import Finding, Fix, InputError, Objection, Setting, Severity
from metricparse.lint.reach import suppressions
from metricparse.lint.reading.page import Page
from metricparse.lint.relevant import may_matter
from metricparse.slots import filled
from metricparse.text.document import check_readable, read_document
from metricparse.text.model import Document, Place, Skipped
from metricparse.text.problem import DocumentError

CONTEXT = 1
"""Lines before and after a finding from which a baseline takes its fingerprint."""


Check = Callable[[Page], Iterable[Objection]]


def linted(
    name: str,
    data: bytes,
    checks: dict[str, Check],
    setting: Setting,
    config: Config,
    *,
    kind: str | None = None,
    today: datetime.date | None = None,
) -> tuple[list[Finding], list[InputError]] | Skipped:
    """Findings of one document, in the order of the text.

    ``checks`` maps rule ids to functions; only selected ones run.  A document that cannot be read gives an InputError.
    """
    try:
        # what holds a NUL is refused anyway, and long runs of them are slow to search
        if kind is None and b"\0" not in data and not may_matter(setting.kb, data) and check_readable(name, data):
            return [], []
        document = read_document(name, data, kind)
    except DocumentError as error:
        return [], [InputError(name, error.text(setting.lang), error.line)]
    if isinstance(document, Skipped):
        return document
    own = config.for_path(name)
    page = Page(document, setting)
    spoken: list[tuple[str, Objection]] = []
    ran: set[str] = set()
    every, severities = records(setting.kb), levels(setting.kb, own)
    for rule, check in checks.items():
        record, severity = every[rule], severities[rule]
        if severity is not None:
            ran |= {rule, record["slug"]}
            # what a quotation says is somebody else's, if the text replies to it
            spoken += [(rule, one) for one in check(page) if not page.answered(one.start)]
    found = [finding(document, every[rule], str(severities[rule]), one, setting) for rule, one in certain_first(spoken)]
    marks = suppressions(document)
    ordered = sorted(found, key=lambda one: one.sort_key)
    kept, problems = suppress.apply(ordered, marks, today or datetime.date.today(), ran, rule_names(setting.kb))
    for mark, code in problems:
        level = selected({"id": code, "slug": COMPLAINTS[code][0], **COMPLAINT}, own._replace(select=()))
        if level is not None:
            kept.append(complaint(document, mark, code, level, setting.lang))
    return sorted(kept, key=lambda one: one.sort_key), []


def certain_first(spoken: list[tuple[str, Objection]]) -> list[tuple[str, Objection]]:
    """One claim, one finding: what was read from the wording of a passage gives way to what is certain there."""
    certain = sorted(one.start for _, one in spoken if one.within is None)
    return [
        (rule, one)
        for rule, one in spoken
        if one.within is None or bisect_left(certain, one.within[0]) == bisect_left(certain, one.within[1])
    ]


@cache
def records(kb: KnowledgeBase) -> dict[str, dict[str, Any]]:
    """Every rule's record by id; read once, not for every document."""
    return dict(kb.items("rule"))


@lru_cache(maxsize=64)
def levels(kb: KnowledgeBase, config: Config) -> dict[str, str | None]:
    """The severity of every rule by id under one configuration, which most documents of a run share."""
    return {rule: selected(record, config) for rule, record in records(kb).items()}


def selected(record: dict[str, Any], config: Config) -> str | None:
    """The severity that a rule has here, or None if it does not run.  The last setting that names the rule counts."""
    names = {record["id"], record["slug"], record["id"][0]}
    if config.select and not names & set(config.select):
        return None
    if names & set(config.ignore):
        return None
    asked = bool({record["id"], record["slug"]} & set(config.select))
    if record["status"] == "preview" and not (config.preview or asked):
        return None
    level = str(record["severity"])
    for name, wanted in config.severity:
        if name in names:
            level = wanted
    return None if level == "off" else level


@cache
def rule_names(kb: KnowledgeBase) -> frozenset[str]:
    """Ids and slugs of all rules."""
    return frozenset(word for key, entry in records(kb).items() for word in (key, entry["slug"]))


def unknown_rules(config: Config, kb: KnowledgeBase) -> list[str]:
    """Words in a configuration that name no rule, so that a slip does not go unnoticed."""
    known = (
        {"X"}
        | {rule[0] for rule in records(kb)}
        | rule_names(kb)
        | {word for code, texts in COMPLAINTS.items() for word in (code, texts[0])}
    )
    used = [*config.select, *config.ignore, *(name for name, _ in config.severity)]
    for part in config.per_path:
        used += [*part.ignore, *(name for name, _ in part.severity)]
    return sorted({word for word in used if word not in known})


def finding(document: Document, record: dict[str, Any], severity: str, one: Objection, setting: Setting) -> Finding:
    """An objection as a finding: texts of the rule filled in, position, source line, fix."""
    texts = record
    if one.variant:
        texts = {**record, **record["variants"][one.variant]}
        # a severity that somebody set counts more than the variant's own
        if severity == record["severity"]:
            severity = str(texts["severity"])
    if one.loose:
        severity = "note"
    place = place_of(document, one.start, one.end)
    fix = None
    if one.replacement is not None:
        where = place if one.replaces is None else place_of(document, *one.replaces)
        fix = Fix(where, one.replacement, one.safe)
    return Finding(
        rule=record["id"],
        slug=record["slug"],
        severity=_severity(severity),
        path=document.path,
        place=place,
        excerpt=document.text[one.start : one.end],
        message=filled(texts["message"][setting.lang], dict(one.slots)).strip(),
        advice=filled(texts["advice"][setting.lang], dict(one.slots)).strip(),
        url=url_of(record["slug"]),
        claim=one.claim,
        fix=fix,
        source=document.line(place.line),
        context=around(document, place),
        context_line=first_around(place),
    )


def _severity(word: str) -> Severity:
    if word == "error":
        return "error"
    return "warning" if word == "warning" else "note"


def url_of(slug: str) -> str:
    """The rule's page on the reference website."""
    return f"rules/{slug}/"


def place_of(document: Document, start: int, end: int) -> Place:
    """Lines and columns of a stretch of the document's text."""
    return Place(*document.position(start), *document.position(end))


def around(document: Document, place: Place) -> tuple[str, ...]:
    """The lines of a finding with its neighbours."""
    last = len(document.lines)
    first = first_around(place)
    return tuple(document.line(number) for number in range(first, min(last, place.end_line + CONTEXT) + 1))


def first_around(place: Place) -> int:
    """Number of the first of these lines."""
    return max(1, place.line - CONTEXT)


COMPLAINTS = {
    "X001": (
        "suppression-without-effect",
        {"en": "This suppression has no effect{why}.", "zh": "这条抑制注释没有作用{why}。"},
        {"en": "Remove it, or correct what it names.", "zh": "请删除，或改正其中的规则名。"},
    ),
    "X002": (
        "suppression-without-reason",
        {"en": "This suppression gives no reason.", "zh": "这条抑制注释没有写原因。"},
        {"en": "Write the reason behind two dashes: `-- why`.", "zh": "请在两个连字符后写明原因：`-- 原因`。"},
    ),
    "X003": (
        "suppression-out-of-date",
        {"en": "This suppression ended on {until}.", "zh": "这条抑制注释已于 {until} 到期。"},
        {"en": "Correct what it covers, or give a later date.", "zh": "请改正被抑制的内容，或写一个更晚的日期。"},
    ),
}
"""Texts about suppressions themselves: slug, message, advice."""


COMPLAINT = {"severity": "warning", "status": "stable"}
"""What a complaint is where no configuration says otherwise."""


def complaint(document: Document, mark: suppress.Suppression, code: str, level: str, lang: str) -> Finding:
    """A finding about a suppression."""
    slug, message, advice = COMPLAINTS[code]
    why = f"{'：' if lang == 'zh' else ': '}{mark.wrong[lang]}" if mark.wrong else ""
    return Finding(
        rule=code,
        slug=slug,
        severity=_severity(level),
        path=document.path,
        place=mark.place,
        excerpt=mark.text,
        message=filled(message[lang], {"why": why, "until": str(mark.until)}),
        advice=advice[lang],
        url=url_of(slug),
        source=document.line(mark.place.line),
        context=around(document, mark.place),
        context_line=first_around(mark.place),
    )
