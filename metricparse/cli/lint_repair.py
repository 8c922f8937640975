"""Applying fixes to files until nothing is left to fix; what is reported is what the changed file still holds."""

from __future__ import annotations

import os
from collections.abc import Callable

from metricparse.lint.files import read, said
from metricparse.lint.fixes import applied
from metricparse.lint.model import Finding, InputError
from metricparse.text.positions import line_starts

MOST_ROUNDS = 10
"""A fix may bring forth another; more than a few in a row would be two that undo each other."""
MEANWHILE = {"en": "the file changed meanwhile; nothing was fixed", "zh": "文件在此期间被改动，未作修复"}
BOM = b"\xef\xbb\xbf"

Judge = Callable[[bytes], list[Finding]]


def repaired(
    path: str, data: bytes, findings: list[Finding], judge: Judge, *, unsafe: bool, lang: str
) -> tuple[list[Finding], int, list[InputError]]:
    """Change the file; findings that remain, how many fixes were applied, and why it could not be written.

    ``judge`` says which findings of a content are to be reported: only these are fixed.
    """
    before, found, fixed = data, findings, 0
    for _ in range(MOST_ROUNDS):
        bom = BOM if data.startswith(BOM) else b""
        text = data[len(bom) :].decode("utf-8")
        changed, count = applied(text, line_starts(text), findings, unsafe=unsafe)
        if not count or changed == text:
            break
        fixed += count
        data = bom + changed.encode("utf-8")
        findings = judge(data)
    if not fixed:
        return findings, 0, []
    try:
        if read(path) != before:
            return found, 0, [InputError(path, MEANWHILE[lang])]
        # in place, not by a new file: links and permissions stay
        with open(os.path.realpath(path), "r+b") as file:
            file.write(data)
            file.truncate()
    except OSError as error:
        return found, 0, [InputError(path, said(error, lang, writing=True))]
    return findings, fixed, []
