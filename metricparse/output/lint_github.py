"""Findings as GitHub workflow commands, most severe first: only ten of a kind are shown on a pull request.

Text from documents is escaped as the runner asks, so that no document can write a command of its own.
"""

from __future__ import annotations

import os

from metricparse.lint.model import ORDER, Finding, Result

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


def render(result: Result) -> str:
    """One command a finding or unreadable file; also writes the step summary where the runner asks for one."""
    lines = []
    for one in ranked(result):
        place = one.place
        end = f",endLine={place.end_line}"
        columns = f",col={place.column},endColumn={place.end_column}" if place.line == place.end_line else ""
        title = value(f"{one.rule} {one.slug}")
        text = data(f"{one.message} {one.advice}".strip())
        lines.append(
            f"::{LEVEL[one.severity]} file={value(one.path)},line={place.line}{end}{columns},title={title}::{text}"
        )
    for error in result.errors:
        lines.append(f"::error file={value(error.path)},title=unreadable::{data(error.message)}")
    target = os.environ.get("GITHUB_STEP_SUMMARY")
    if target:
        with open(target, "a", encoding="utf-8") as stream:
            stream.write(summary(result))
    return "\n".join(lines) + ("\n" if lines else "")


def cell(text: str) -> str:
    """Text inside a table of the summary: no markup, no table bars, no line breaks."""
    for char in "\\`*_{}[]<>()#+-!|~&$":
        text = text.replace(char, f"&#{ord(char)};")
    return " ".join(text.split())


def summary(result: Result) -> str:
    """A Markdown table of all findings, for the step summary."""
    if not result.findings and not result.errors:
        return f"**metricparse**: no findings in {result.files} files\n"
    rows = ["| where | rule | what |", "| --- | --- | --- |"]
    for one in ranked(result)[:200]:
        where = f"{cell(one.path)}:{one.place.line}"
        rows.append(f"| {where} | {one.rule} ({one.severity}) | {cell(one.message)} |")
    if len(result.findings) > 200:
        rows.append(f"| … | | {len(result.findings) - 200} more |")
    for error in result.errors:
        rows.append(f"| {cell(error.path)} | unreadable | {cell(error.message)} |")
    return "**metricparse**\n\n" + "\n".join(rows) + "\n"
