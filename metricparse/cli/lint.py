"""``metric lint``: files in, findings out, in the format that the reader's tool takes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from metricparse.catalog.chips import target
from metricparse.catalog.store import default
from metricparse.cli.language import language
from metricparse.cli.lint_settings import Settings
from metricparse.errors import UsageError
from metricparse.lint import baseline, changes
from metricparse.lint.config import Config, content
from metricparse.lint.engine import Check, linted, records
from metricparse.lint.files import find, read, said
from metricparse.lint.model import ORDER, Finding, InputError, Result, Setting
from metricparse.output.harmless import harmless
from metricparse.output.terminal import printable
from metricparse.text.model import Skipped

FORMATS = ("text", "json", "sarif", "github", "rdjson", "gitlab")


def run_lint(options: argparse.Namespace, checks: Mapping[str, Check]) -> int:
    """Lint the paths; exit status 1 for findings at or above ``--fail-on``, 2 for inputs that could not be read."""
    kb = default()
    lang = language(options.lang)
    if options.explain_claims:
        from metricparse.cli.lint_claims import run_explain_claims

        return run_explain_claims(options, lang)
    added = _added(options.diff)
    settings = Settings(options)
    findings: list[Finding] = []
    errors: list[InputError] = []
    files = fixed = 0
    for path, data, named, on_disk in _inputs(options, settings, errors, lang):
        config = settings.of(path)
        setting = Setting(kb, lang, tuple(target(kb, chip) for chip in config.chips), config.release)
        judge = partial(_judged, path, dict(checks), setting, config, settings, added)
        outcome = judge(data)
        if isinstance(outcome, Skipped):
            if named:
                print(harmless(f"metric: {printable(outcome.text(lang))}"), file=sys.stderr)
            continue
        files += 1
        own, wrong = outcome
        if (options.fix or options.unsafe_fixes) and own and on_disk:
            from metricparse.cli.lint_repair import repaired

            again = partial(_findings, judge)
            own, count, unwritten = repaired(path, data, own, again, unsafe=options.unsafe_fixes, lang=lang)
            fixed += count
            wrong = [*wrong, *unwritten]
        findings += own
        errors += wrong
    if options.write_baseline:
        folder = os.path.dirname(options.write_baseline)
        written = baseline.dump(findings, folder).encode("utf-8", "backslashreplace")
        try:
            with open(options.write_baseline, "wb") as file:
                file.write(written)
        except OSError as error:
            raise UsageError(f"{options.write_baseline} cannot be written: {error.strerror or error}") from None
        for one in errors:
            print(harmless(f"metric: {printable(one.path)}: {printable(one.message)}"), file=sys.stderr)
        return 2 if errors else 0
    if fixed:
        print(f"metric: {fixed} {'fix' if fixed == 1 else 'fixes'} applied", file=sys.stderr)
    findings.sort(key=lambda one: one.sort_key)
    result = Result(files, tuple(findings), tuple(errors))
    sys.stdout.write(_rendered(result, options, lang))
    if errors:
        return 2
    worst_allowed = ORDER[options.fail_on]
    return 1 if options.format != "sarif" and result.worst() <= worst_allowed else 0


def _judged(
    path: str,
    checks: dict[str, Check],
    setting: Setting,
    config: Config,
    settings: Settings,
    added: changes.Added | None,
    data: bytes,
) -> tuple[list[Finding], list[InputError]] | Skipped:
    """Findings of a document that are to be reported: not in the baseline, and, if a change is judged, part of it."""
    outcome = linted(path, data, checks, setting, config)
    if isinstance(outcome, Skipped):
        return outcome
    found, wrong = outcome
    if not settings.options.write_baseline:
        found = settings.new(found, config)
    return (found if added is None else changes.only_added(found, added)), wrong


def _findings(judge: Callable[[bytes], tuple[list[Finding], list[InputError]] | Skipped], data: bytes) -> list[Finding]:
    outcome = judge(data)
    return [] if isinstance(outcome, Skipped) else outcome[0]


def _inputs(
    options: argparse.Namespace, settings: Settings, errors: list[InputError], lang: str
) -> Iterator[tuple[str, bytes, bool, bool]]:
    """(path, data, named outright, on disk) of every input; what cannot be read goes to ``errors``."""
    paths = [path for path in options.paths or ["."] if path != "-"]
    if "-" in (options.paths or []):
        if options.diff == "-":
            raise UsageError("standard input is either the document or the diff; name the other as a file")
        yield options.stdin_name, sys.stdin.buffer.read(), True, False
    for one in find(paths, settings.of(""), lang):
        if isinstance(one, InputError):
            errors.append(one)
            continue
        try:
            yield one.path, read(one.path), one.named, True
        except OSError as error:
            errors.append(InputError(one.path, said(error, lang)))


def _added(what: str | None) -> changes.Added | None:
    """Lines that a change adds: from a file, standard input, or git."""
    if what is None:
        return None
    if what == "-":
        return changes.of_diff(sys.stdin.buffer.read().decode("utf-8", "replace"))
    if os.path.isfile(what):
        return changes.of_diff(content(what).decode("utf-8", "replace"))
    return changes.since(what)


def _rendered(result: Result, options: argparse.Namespace, lang: str) -> str:
    if options.format == "json":
        from metricparse.output.lint_json import render as as_json

        return as_json(result)
    if options.format == "sarif":
        from metricparse.output.lint_sarif import render as as_sarif

        return as_sarif(result, records(default()), lang)
    if options.format == "github":
        from metricparse.output.lint_github import render as as_github

        return as_github(result, lang)
    if options.format == "rdjson":
        from metricparse.output.lint_rdjson import render as as_rdjson

        return as_rdjson(result)
    if options.format == "gitlab":
        from metricparse.output.lint_gitlab import render as as_gitlab

        return as_gitlab(result)
    from metricparse.output.lint_text import render
    from metricparse.output.terminal import Paint, columns, wants_colour

    return render(result, lang, columns(), Paint(wants_colour(sys.stdout, options.no_color)))
