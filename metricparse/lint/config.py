"""Configuration: ``metricparse.toml`` or ``[tool.metricparse]`` in ``pyproject.toml``, from the nearest folder upwards.

It holds names of rules and globs with ``*`` only; never a regular expression.  On a pull request it is read from the base
revision (``--config-from``), so that a change cannot relax its own check.
"""

from __future__ import annotations

import os
import posixpath
import sys
from typing import Any, NamedTuple

from metricparse.errors import UsageError
from metricparse.names.glob import glob

NAMES = ("metricparse.toml", "pyproject.toml")
SEVERITIES = ("error", "warning", "note", "off")


class PerPath(NamedTuple):
    """Settings for paths that match a glob."""

    pattern: str
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()


class Config(NamedTuple):
    """What a project asked for; every field has a default that suits a project without a file."""

    select: tuple[str, ...] = ()
    """Ids, slugs or family letters; empty means every stable rule."""
    ignore: tuple[str, ...] = ()
    preview: bool = False
    severity: tuple[tuple[str, str], ...] = ()
    """(rule, error | warning | note | off)."""
    exclude: tuple[str, ...] = ()
    chips: tuple[str, ...] = ()
    release: str | None = None
    per_path: tuple[PerPath, ...] = ()
    baseline: str | None = None
    origin: str = ""
    """File it came from, for messages."""
    unknown: tuple[str, ...] = ()

    def for_path(self, path: str) -> Config:
        """The configuration with the per-path parts that match."""
        result = self
        for part in self.per_path:
            if matches(part.pattern, path):
                result = result._replace(
                    ignore=(*result.ignore, *part.ignore), severity=(*result.severity, *part.severity)
                )
        return result


def matches(pattern: str, path: str) -> bool:
    """Whether a glob matches a path, or one of its folders; ``*`` also crosses slashes.

    >>> matches("docs/*", "docs/a/b.md"), matches("*.sh", "run.sh"), matches("build", "build/x.md")
    (True, True, True)
    """
    parts = _parts(path)
    return any(
        glob(pattern.rstrip("/"), "/".join(parts[start:end]))
        for start in range(len(parts))
        for end in (len(parts), *range(start + 1, len(parts)))
    )


def _parts(path: str) -> tuple[str, ...]:
    """The parts of a path, the root among them, without those that lead nowhere: ``a//b/./c``."""
    parts = tuple(part for part in path.removeprefix("./").split("/") if part not in ("", "."))
    if not path.startswith("/"):
        return parts
    return ("//" if path.startswith("//") and not path.startswith("///") else "/", *parts)


def is_ours(name: str, data: bytes) -> bool:
    """Whether a file of one of the `NAMES` holds settings; a pyproject.toml does only with our section."""
    return name != "pyproject.toml" or b"[tool.metricparse" in data


def discover(start: str) -> str | None:
    """The nearest configuration file at or above a folder, up to the top of the repository.

    Raises UsageError for one that cannot be read: to go on without it would be another check than the one asked for.
    """
    folder = ""
    while folder != start:
        folder, start = start, os.path.dirname(start)
        for name in NAMES:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and is_ours(name, content(path)):
                return path
        if os.path.exists(os.path.join(folder, ".git")):
            break
    return None


def content(path: str) -> bytes:
    """What a configuration file or baseline holds.  Raises UsageError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from None


def parse(data: bytes, name: str, shown: str = "") -> Config:
    """Read the content of a configuration file; ``shown`` is what messages call it, if not by its name.

    Raises UsageError for anything that is not understood, saying what may stand there.
    """
    # most runs find no such file
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    try:
        table: dict[str, Any] = tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{shown or name}: {error}") from None
    if posixpath.basename(name) == "pyproject.toml":
        table = table.get("tool", {}).get("metricparse", {})
    name = shown or name
    known = {"select", "ignore", "preview", "severity", "exclude", "chip", "release", "per-path", "baseline"}
    for key in table:
        if key not in known:
            raise UsageError(f"{name}: unknown setting {key!r}; there are {', '.join(sorted(known))}")
    per_path = []
    for pattern, part in _table(table.get("per-path", {}), f"{name}: per-path").items():
        inner = _table(part, f"{name}: per-path.{pattern}")
        for key in inner:
            if key not in ("ignore", "severity"):
                raise UsageError(f"{name}: per-path {pattern!r}: unknown setting {key!r}; there are ignore, severity")
        per_path.append(
            PerPath(
                pattern, _words(inner.get("ignore", []), name, "ignore"), _severity(inner.get("severity", {}), name)
            )
        )
    preview = table.get("preview", False)
    if not isinstance(preview, bool):
        raise UsageError(f"{name}: preview must be true or false")
    return Config(
        select=_words(table.get("select", []), name, "select"),
        ignore=_words(table.get("ignore", []), name, "ignore"),
        preview=preview,
        severity=_severity(table.get("severity", {}), name),
        exclude=_words(table.get("exclude", []), name, "exclude"),
        chips=_words(table.get("chip", []), name, "chip"),
        release=None if table.get("release") is None else str(table["release"]),
        per_path=tuple(per_path),
        baseline=None if table.get("baseline") is None else str(table["baseline"]),
        origin=name,
    )


def _table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise UsageError(f"{where} must be a table")
    return value


def _words(value: Any, name: str, key: str) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(i, str) for i in items):
        raise UsageError(f"{name}: {key} must be a list of words")
    return tuple(items)


def _severity(value: Any, name: str) -> tuple[tuple[str, str], ...]:
    for rule, level in _table(value, f"{name}: severity").items():
        if level not in SEVERITIES:
            raise UsageError(f"{name}: severity of {rule} is {level!r}; it may be {', '.join(SEVERITIES)}")
    return tuple(value.items())
