"""``metric lint --explain-claims``: what the reader of claims understood."""

from __future__ import annotations

import argparse
import sys

from metricparse.catalog.store import default
from metricparse.cli.lint_settings import Settings
from metricparse.lint.claims.judge import judged
from metricparse.lint.files import find, read, said
from metricparse.lint.model import InputError, Setting
from metricparse.lint.reading.page import Page
from metricparse.output.claims_text import render
from metricparse.output.harmless import harmless
from metricparse.output.terminal import Paint, printable, wants_colour
from metricparse.text.document import read_document
from metricparse.text.model import Skipped
from metricparse.text.problem import DocumentError


def run_explain_claims(options: argparse.Namespace, lang: str) -> int:
    """Print every passage that a rule about claims looked at; exit status 2 if an input could not be read."""
    kb = default()
    settings = Settings(options)
    paint = Paint(wants_colour(sys.stdout, options.no_color))
    failed = False
    paths = options.paths or ["."]
    inputs: list[tuple[str, bytes | None, str]] = []
    if "-" in paths:
        inputs.append((options.stdin_name, sys.stdin.buffer.read(), ""))
    for one in find([path for path in paths if path != "-"], settings.of(""), lang):
        if isinstance(one, InputError):
            inputs.append((one.path, None, one.message))
            continue
        try:
            inputs.append((one.path, read(one.path), ""))
        except OSError as error:
            inputs.append((one.path, None, said(error, lang)))
    for name, data, problem in inputs:
        if data is not None:
            try:
                document = read_document(name, data)
            except DocumentError as error:
                problem = error.text(lang)
            else:
                if not isinstance(document, Skipped):
                    page = Page(document, Setting(kb, lang))
                    sys.stdout.write(render(page, judged(page), paint))
                continue
        failed = True
        print(harmless(f"metric: {printable(name)}: {printable(problem)}"), file=sys.stderr)
    return 2 if failed else 0
