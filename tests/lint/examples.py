"""Linting a labelled snippet: a rule's example, or a row of the corpus."""

import datetime

from metricparse.catalog.chips import release_of, target
from metricparse.catalog.store import default
from metricparse.lint.checks import CHECKS
from metricparse.lint.config import Config
from metricparse.lint.engine import linted
from metricparse.lint.model import Setting

NAMES = {
    "markdown": "a.md",
    "text": "a.txt",
    "rst": "a.rst",
    "notebook": "a.ipynb",
    "shell": "a.sh",
    "python": "a.py",
    "makefile": "Makefile",
    "yaml": "a.yml",
    "powershell": "a.ps1",
    "dockerfile": "Dockerfile",
}
"""How a snippet is read → the name of a file of that kind."""
TODAY = datetime.date(2026, 11, 30)
EVERYTHING = Config(preview=True)


def findings(snippet, checks=CHECKS):
    """What the linter reports on a snippet, with preview rules."""
    kb = default()
    chips = snippet.get("chip", [])
    targets = tuple(target(kb, chip) for chip in ([chips] if isinstance(chips, str) else chips))
    release = release_of(kb, str(snippet["release"])) if snippet.get("release") else None
    setting = Setting(kb, snippet.get("lang", "en"), targets, release)
    found, errors = linted(
        NAMES[snippet["as"]], snippet["text"].encode(), dict(checks), setting, EVERYTHING, today=TODAY
    )
    assert not errors
    return found


def marked(snippet, row):
    """Offset of the words that a label marks."""
    words, nth = (row, 1) if isinstance(row, str) else (row["words"], row.get("nth", 1))
    at = -1
    for _ in range(nth):
        at = snippet["text"].index(words, at + 1)
    return at, words


def offset(snippet, finding):
    """Offset of a finding in its snippet."""
    lines = snippet["text"].split("\n")
    return sum(len(line) + 1 for line in lines[: finding.place.line - 1]) + finding.place.column - 1
