"""``metric lint``: files in, findings out, in the format that the reader's tool takes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from metricparse.catalog.chips import target
from metricparse.catalog.store import default
from metricparse.cli.language import language
from metricparse.errors import UsageError
from metricparse.lint import baseline, changes
from metricparse.lint.config import NAMES, Config, discover, is_ours, parse
from metricparse.lint.engine import Check, linted, records, unknown_rules
from metricparse.lint.files import find, read, said
from metricparse.lint.model import ORDER, Finding, InputError, Result, Setting
from metricparse.text.model import Skipped

FORMATS = ("text", "json", "sarif", "github", "rdjson", "gitlab")


def run_lint(options: argparse.Namespace, checks: Mapping[str, Check]) -> int:
    """Lint the paths; exit status 1 for findings at or above ``--fail-on``, 2 for inputs that could not be read."""
    kb = default()
    lang = language(options.lang)
    added = _added(options.diff)
    configs = _Configs(options)
    findings: list[Finding] = []
    errors: list[InputError] = []
    known = {options.baseline} if options.baseline else set()
    files = 0
    for path, data, named in _inputs(options, configs, errors):
        config = configs.of(path)
        setting = Setting(kb, lang, tuple(target(kb, chip) for chip in config.chips), config.release)
        outcome = linted(path, data, dict(checks), setting, config)
        if isinstance(outcome, Skipped):
            if named:
                print(f"metric: {outcome.text(lang)}", file=sys.stderr)
            continue
        files += 1
        own, wrong = outcome
        if config.baseline and not options.baseline:
            known.add(config.baseline)
        findings += _repaired(path, data, own, options)
        errors += wrong
    for config in configs.all():
        for word in unknown_rules(config, kb):
            raise UsageError(f"{config.origin or 'command line'}: {word!r} is no rule; metric rule lists all")
    if options.write_baseline:
        Path(options.write_baseline).write_text(baseline.dump(findings), encoding="utf-8")
        return 2 if errors else 0
    for name in sorted(known):
        findings = baseline.without(findings, baseline.load(_text(name), name))
    if added is not None:
        findings = changes.only_added(findings, added)
    findings.sort(key=lambda one: one.sort_key)
    result = Result(files, tuple(findings), tuple(errors))
    sys.stdout.write(_rendered(result, options, lang))
    if errors:
        return 2
    worst_allowed = ORDER[options.fail_on]
    return 1 if options.format != "sarif" and result.worst() <= worst_allowed else 0


def _inputs(
    options: argparse.Namespace, configs: _Configs, errors: list[InputError]
) -> Iterator[tuple[str, bytes, bool]]:
    """(path, data, named outright) of every input; what cannot be read goes to ``errors``."""
    paths = [path for path in options.paths or ["."] if path != "-"]
    if "-" in (options.paths or []):
        yield options.stdin_name, sys.stdin.buffer.read(), True
    for one in find(paths, configs.of("")):
        if isinstance(one, InputError):
            errors.append(one)
            continue
        try:
            yield one.path, read(one.path), one.named
        except OSError as error:
            errors.append(InputError(one.path, said(error)))


class _Configs:
    """The configuration of each folder, read once, with the command line laid over it."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.known: dict[str, Config] = {}
        self.parsed: dict[Path | None, Config] = {None: self._over(Config())}
        self.fixed: Config | None = None
        if options.config:
            self.fixed = self._over(parse(_text(options.config).encode(), options.config))
        elif options.config_from:
            self.fixed = self._over(_of_revision(options.config_from))

    def of(self, path: str) -> Config:
        """The configuration for a file."""
        folder = os.path.dirname(path)
        if folder not in self.known:
            self.known[folder] = self.fixed or self._nearest(Path(folder or ".").resolve())
        return self.known[folder]

    def _nearest(self, folder: Path) -> Config:
        found = discover(folder)
        if found not in self.parsed:
            assert found is not None
            self.parsed[found] = self._over(parse(found.read_bytes(), str(found)))
        return self.parsed[found]

    def all(self) -> list[Config]:
        """Every configuration that was used."""
        return list(dict.fromkeys(self.known.values()))

    def _over(self, config: Config) -> Config:
        options = self.options
        return replace(
            config,
            select=tuple(_list(options.select)) or config.select,
            ignore=(*config.ignore, *_list(options.ignore)),
            preview=config.preview or options.preview,
            chips=tuple(options.chip) or config.chips,
            release=options.release or config.release,
        )


def _of_revision(revision: str) -> Config:
    """The configuration as a revision has it, so that a change cannot relax its own check."""
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision")
    changes.git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    for name in NAMES:
        if changes.git("ls-tree", "--name-only", revision, "--", name).strip():
            data = changes.git("show", f"{revision}:./{name}").encode()
            if is_ours(name, data):
                return parse(data, f"{revision}:{name}")
    return Config()


def _added(what: str | None) -> changes.Added | None:
    """Lines that a change adds: from a file, standard input, or git."""
    if what is None:
        return None
    if what == "-":
        return changes.parse_diff(sys.stdin.buffer.read().decode("utf-8", "replace"))
    if os.path.isfile(what):
        return changes.parse_diff(Path(what).read_bytes().decode("utf-8", "replace"))
    return changes.since(what)


def _repaired(path: str, data: bytes, findings: list[Finding], options: argparse.Namespace) -> list[Finding]:
    """Apply fixes to the file; what remains is reported."""
    if not (options.fix or options.unsafe_fixes) or not os.path.isfile(path):
        return findings
    from metricparse.lint.fixes import applied
    from metricparse.text.positions import line_starts

    bom = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    text = data[len(bom) :].decode("utf-8")
    changed, count = applied(text, line_starts(text), findings, unsafe=options.unsafe_fixes)
    if count:
        Path(path).write_bytes(bom + changed.encode("utf-8"))
    return [one for one in findings if one.fix is None or not (one.fix.safe or options.unsafe_fixes)]


def _list(values: list[str]) -> list[str]:
    return [word for value in values for word in value.replace(",", " ").split()]


def _text(name: str) -> str:
    try:
        return Path(name).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _rendered(result: Result, options: argparse.Namespace, lang: str) -> str:
    if options.format == "json":
        from metricparse.output.lint_json import render as as_json

        return as_json(result)
    if options.format == "sarif":
        from metricparse.output.lint_sarif import render as as_sarif

        return as_sarif(result, records(default()), lang)
    if options.format == "github":
        from metricparse.output.lint_github import render as as_github

        return as_github(result)
    if options.format == "rdjson":
        from metricparse.output.lint_rdjson import render as as_rdjson

        return as_rdjson(result)
    if options.format == "gitlab":
        from metricparse.output.lint_gitlab import render as as_gitlab

        return as_gitlab(result)
    from metricparse.output.lint_text import render
    from metricparse.output.terminal import Paint, columns, wants_colour

    return render(result, lang, columns(), Paint(wants_colour(sys.stdout, options.no_color)))
