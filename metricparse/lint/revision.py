"""Files as a revision of the repository has them: configuration and baseline that the change under review cannot alter."""

from __future__ import annotations

import os
from functools import cached_property

from metricparse.errors import UsageError
from metricparse.lint.changes import git
from metricparse.lint.config import NAMES, is_ours


class Revision:
    """A revision of the repository around the current folder.  Raises UsageError if there is no such revision."""

    def __init__(self, name: str) -> None:
        if name.startswith("-"):
            raise UsageError(f"{name!r} is no revision")
        self.name = name
        self.commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").strip()
        self.top = os.path.realpath(git("rev-parse", "--show-toplevel").rstrip("\n"))

    @cached_property
    def _candidates(self) -> frozenset[str]:
        names = git("ls-tree", "-r", "-z", "--name-only", "--full-tree", self.commit).split("\0")
        return frozenset(name for name in names if name.rpartition("/")[2] in NAMES)

    def path(self, path: str) -> str | None:
        """A path as the repository has it, or None if it lies elsewhere."""
        relative = os.path.relpath(os.path.realpath(path), self.top).replace(os.sep, "/")
        return None if relative == ".." or relative.startswith("../") else relative

    def configuration(self, folder: str) -> str | None:
        """The nearest configuration file at or above a folder, inside the repository."""
        inside = self.path(folder or ".")
        if inside is None:
            return None
        parts = [] if inside == "." else inside.split("/")
        for depth in range(len(parts), -1, -1):
            for name in NAMES:
                candidate = "/".join([*parts[:depth], name])
                if candidate in self._candidates and is_ours(name, self.read(candidate).encode()):
                    return candidate
        return None

    def read(self, path: str) -> str:
        """The text of a file.  Raises UsageError if the revision has none of this name."""
        return git("show", f"{self.commit}:{path}")
