"""Which configuration and which baseline hold for a file: of its folder, of a file named, or of a revision."""

from __future__ import annotations

import argparse
import os
from collections import Counter

from metricparse.catalog.store import default
from metricparse.errors import UsageError
from metricparse.lint import baseline
from metricparse.lint.config import Config, content, discover, parse
from metricparse.lint.engine import unknown_rules
from metricparse.lint.model import Finding
from metricparse.lint.revision import Revision


class Settings:
    """The configuration of each folder, read once, with the command line laid over it; and the baselines these name."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.revision = Revision(options.config_from) if options.config_from else None
        self.by_folder: dict[str, Config] = {}
        self.by_file: dict[str | None, Config] = {}
        self.baselines: dict[str, Counter[str]] = {}
        self.fixed: Config | None = None
        if options.config:
            path = options.config
            self.fixed = self._over(self._placed(parse(content(path), path), os.path.dirname(path) or "."))

    def of(self, path: str) -> Config:
        """The configuration for a file.  Raises UsageError for one that is not understood."""
        folder = os.path.dirname(path)
        if folder not in self.by_folder:
            self.by_folder[folder] = self.fixed or self._nearest(folder or ".")
        return self.by_folder[folder]

    def new(self, findings: list[Finding], config: Config) -> list[Finding]:
        """The findings that no baseline holds."""
        name = self.options.baseline or config.baseline
        if not name:
            return findings
        if name not in self.baselines:
            self.baselines[name] = baseline.load(self._baseline(name), name)
        return baseline.without(findings, self.baselines[name], os.path.dirname(name))

    def _nearest(self, folder: str) -> Config:
        found = self.revision.configuration(folder) if self.revision else _found(folder)
        if found not in self.by_file:
            self.by_file[found] = self._over(Config() if found is None else self._read(found))
        return self.by_file[found]

    def _read(self, path: str) -> Config:
        revision = self.revision
        if revision is None:
            return self._placed(parse(content(path), path), os.path.dirname(path))
        config = parse(revision.read(path).encode(), path, f"{revision.name}:{path}")
        return self._placed(config, os.path.join(revision.top, os.path.dirname(path)))

    def _placed(self, config: Config, folder: str) -> Config:
        """With the path of the baseline as seen from the configuration file."""
        return config._replace(baseline=os.path.join(folder, config.baseline)) if config.baseline else config

    def _baseline(self, name: str) -> str:
        """A baseline's text; one that a revision's configuration names is the revision's own too."""
        inside = self.revision.path(name) if self.revision and not self.options.baseline else None
        if self.revision and inside is not None:
            return self.revision.read(inside)
        try:
            return content(name).decode("utf-8")
        except UnicodeDecodeError:
            raise UsageError(f"{name} is no baseline file; write one with --write-baseline") from None

    def _over(self, config: Config) -> Config:
        options = self.options
        config = config._replace(
            select=tuple(words(options.select)) or config.select,
            ignore=(*config.ignore, *words(options.ignore)),
            preview=config.preview or options.preview,
            chips=tuple(options.chip) or config.chips,
            release=options.release or config.release,
        )
        for word in unknown_rules(config, default()):
            raise UsageError(f"{config.origin or 'command line'}: {word!r} is no rule; metric rule lists all")
        return config


def _found(folder: str) -> str | None:
    return discover(os.path.realpath(folder))


def words(values: list[str]) -> list[str]:
    """Words of an option that may be given several times, with commas or blanks between."""
    return [word for value in values for word in value.replace(",", " ").split()]
