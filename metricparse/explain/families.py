"""Families of names: ``lts__t_sectors_op_*``, ``{sm,smsp}__inst_executed.sum``, ``regex:…``."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import Any

from metricparse.catalog.chips import Target
from metricparse.catalog.store import KnowledgeBase
from metricparse.explain.compose import said, text_of
from metricparse.names.glob import glob

Answer = dict[str, Any]

MOST = 256
"""Alternatives that braces may spell out; more are refused as no family."""
SHOWN = 20
"""Members listed in an answer; their number is given in full."""


def explain_family(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """Explain a pattern over names, or None if the text is none."""
    prefix, rest = kb.prefix(text)
    if "regex:" in prefix:
        return _regex(kb, text, rest, lang)
    rest = rest.replace("…", "*").replace("...", "*")
    braces = "{" in rest and "}" in rest
    if not ("*" in rest or braces or ("<" in rest and ">" in rest)) or " " in rest:
        return None
    if rest.strip("*") == "":
        return None
    patterns = expand_braces(angles_as_stars(rest))
    if patterns is None:
        return None
    members = matches(kb, patterns)
    return _answer(
        kb, text, members, lang, "unknown" if not members else "family", "ends-the-run" if "*" in rest else "unknown"
    )


def angles_as_stars(text: str) -> str:
    """``<unit>__cycles_active`` → ``*__cycles_active``."""
    result, rest = "", text
    while "<" in rest:
        before, _, after = rest.partition("<")
        inside, closed, after = after.partition(">")
        result += before + ("*" if closed else "<" + inside)
        rest = after
    return result + rest


def expand_braces(text: str) -> list[str] | None:
    """Spell out ``{a,b}`` groups, or None if there would be too many alternatives or a brace is left open.

    >>> expand_braces("{sm,smsp}__x")
    ['sm__x', 'smsp__x']
    """
    results = [""]
    rest = text
    while "{" in rest:
        before, _, after = rest.partition("{")
        inside, closed, rest = after.partition("}")
        options = inside.replace("|", ",").split(",")
        if not closed or len(results) * len(options) > MOST:
            return None
        results = [r + before + option.strip() for r in results for option in options]
    return [r + rest for r in results]


def matches(kb: KnowledgeBase, patterns: list[str]) -> list[str]:
    """Base names and full names (where the pattern has a suffix) that a pattern matches, in order."""
    found: list[str] = []
    for pattern in patterns:
        unit_at = pattern.find("__")
        dot = pattern.find(".", max(unit_at, 0))
        base, suffix = (
            (pattern, "") if dot < 0 or ".Triage" in pattern[dot : dot + 7] else (pattern[:dot], pattern[dot:])
        )
        for name in _beginning_with(kb, base.partition("*")[0]):
            if not glob(base, name):
                continue
            if not suffix:
                found.append(name)
                continue
            from metricparse.explain.suffixes import legal_suffixes

            record = kb.record(name)
            found += [name + s for s in legal_suffixes(kb, record) if glob(suffix, s)] if record else []
    return list(dict.fromkeys(found))


def _beginning_with(kb: KnowledgeBase, start: str) -> Iterator[str]:
    """Listed names that begin with a text, in order."""
    names = _sorted(kb)
    for at in range(bisect_left(names, start), len(names)):
        if not names[at].startswith(start):
            return
        yield names[at]


@cache
def _sorted(kb: KnowledgeBase) -> list[str]:
    return sorted(kb.names)


def _regex(kb: KnowledgeBase, text: str, expression: str, lang: str) -> Answer:
    """A regular expression, held against full names as ncu does; RE2 keeps that linear in the length of the names."""
    import re2

    from metricparse.explain.suffixes import legal_suffixes

    options = re2.Options()
    options.log_errors = False
    try:
        found = re2.compile(expression, options)
    except re2.error:
        return _answer(kb, text, [], lang, "unknown", "ends-the-run")
    members: list[str] = []
    for name in kb.names:
        record = kb.record(name)
        suffixes = (legal_suffixes(kb, record) if record else ()) or ("",)
        full = [name + suffix for suffix in suffixes if found.search(name + suffix)]
        # all forms of a name are shown as the name
        members += [name] if len(full) == len(suffixes) else full
    return _answer(
        kb, text, members, lang, "family" if members else "unknown", "expands" if members else "ends-the-run"
    )


def _answer(kb: KnowledgeBase, text: str, members: list[str], lang: str, status: str, request: str) -> Answer:
    if status == "family" and request == "ends-the-run":
        # a shorthand in prose; ncu itself knows no glob
        request = "unknown"
    count = len(members)
    summary = said(kb, "pattern-matches" if count else "pattern-matches-none", lang, count=count)
    note = ""
    if text.startswith("regex:"):
        summary = text_of(kb.get("prefix", "regex:"), "text", lang)
    elif "*" in text:
        note = said(kb, "pattern-note", lang)
    return {
        **({"note": note} if note else {}),
        "status": status,
        "request": request,
        "name": text,
        "meaning": {"summary": summary, "counts": "", "denominator": "", "answers": "", "does_not_say": ""},
        "members": members[:SHOWN],
        "members_total": count,
        "request_text": text_of(kb.get("request", request), "text", lang),
        "suggestions": [],
        "sources": [],
    }
