"""Findings as GitHub workflow commands, most severe first: only ten of a kind are shown on a pull request.

Text from documents is escaped as the runner asks, so that no document can write a command of its own.
"""

from __future__ import annotations

import os

from metricparse.lint.model import ORDER, Finding, Result
from metricparse.output.lint_text import totals
from metricparse.output.terminal import printable

LEVEL = {"error": "error", "warning": "warning", "note": "notice"}


def data(text: str) -> str:
    """Text behind ``::``; percent signs and line breaks would end or alter the command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def value(text: str) -> str:
    """Text of a property; colons and commas separate properties."""
    return data(text).replace(":", "%3A").replace(",", "%2C")


def ranked(result: Result) -> list[Finding]:
    """Most severe first, then by place."""
    return sorted(result.findings, key=lambda f: (ORDER[f.severity], f.sort_key))


def render(result: Result, lang: str) -> str:
    """One command a finding or unreadable file; also writes the step summary where the runner asks for one."""
    lines = []
    for error in result.errors:
        line = f",line={error.line}" if error.line else ""
        lines.append(f"::error file={value(error.path)}{line},title=unreadable::{data(error.message)}")
    for one in ranked(result):
        place = one.place
        end = f",endLine={place.end_line}"
        columns = f",col={place.column},endColumn={place.end_column}" if place.line == place.end_line else ""
        title = value(f"{one.rule} {one.slug}")
        text = data(one.text)
        lines.append(
            f"::{LEVEL[one.severity]} file={value(one.path)},line={place.line}{end}{columns},title={title}::{text}"
        )
    target = os.environ.get("GITHUB_STEP_SUMMARY")
    if target:
        with open(target, "a", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(summary(result, lang))
    return "\n".join(lines) + ("\n" if lines else "")


_MARKUP = {ord(char): f"&#{ord(char)};" for char in "\\`*_{}[]<>()#+-!|~&$:@\"'="}
"""Every sign by which a text could become mark-up, a link, a mention or a formula."""


def cell(text: str) -> str:
    r"""Text inside a table of the summary: no mark-up, no table bars, no line breaks; it reads as it did.

    >>> cell("a|b <i> `x`\n")
    'a&#124;b &#60;i&#62; &#96;x&#96;'
    >>> cell("www.example.org")
    'www&#46;example.org'
    """
    return printable(" ".join(text.split())).translate(_MARKUP).replace("www.", "www&#46;")


WORDS = {
    "en": {"where": "where", "rule": "rule", "what": "what", "unreadable": "unreadable", "more": "{n} more"},
    "zh": {"where": "位置", "rule": "规则", "what": "问题", "unreadable": "无法读取", "more": "另有 {n} 条"},
}
MOST = 200
"""Rows of the summary: the runner refuses one that is too large."""


def summary(result: Result, lang: str = "en") -> str:
    """A Markdown table of the findings, most severe first, for the step summary: of annotations only ten a kind are shown."""
    words = WORDS[lang]
    head = f"**metricparse**: {totals(result, lang)}\n"
    if not result.findings and not result.errors:
        return head
    rows = [f"| {words['where']} | {words['rule']} | {words['what']} |", "| --- | --- | --- |"]
    for error in result.errors[:MOST]:
        rows.append(f"| {cell(error.path)} | {words['unreadable']} | {cell(error.message)} |")
    found = ranked(result)
    for one in found[:MOST]:
        where = f"{cell(one.path)}:{one.place.line}"
        rows.append(f"| {where} | {one.rule} ({one.severity}) | {cell(one.message)} |")
    if len(found) > MOST:
        rows.append(f"| … | | {words['more'].format(n=len(found) - MOST)} |")
    return head + "\n" + "\n".join(rows) + "\n\n"
