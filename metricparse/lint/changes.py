"""Only what a change adds: lines of a unified diff, from a file, standard input, or ``git diff`` against a revision."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable

from metricparse.errors import UsageError
from metricparse.lint.model import Finding

Added = dict[str, set[int]]
"""Path (as in the new tree) → numbers of the lines that the change added."""


def parse_diff(text: str) -> Added:
    """Read a unified diff.

    Raises UsageError if the text is no unified diff.
    """
    added: Added = {}
    path = ""
    line = 0
    left_old = left_new = 0
    hunks = 0
    for raw in text.splitlines():
        if left_old > 0 or left_new > 0:
            mark = raw[:1]
            if mark == "+":
                added.setdefault(path, set()).add(line)
                line, left_new = line + 1, left_new - 1
            elif mark == "-":
                left_old -= 1
            elif mark != "\\":
                line, left_new, left_old = line + 1, left_new - 1, left_old - 1
            continue
        if raw.startswith("+++ "):
            path = _path(raw[4:])
        elif raw.startswith("@@ "):
            hunks += 1
            try:
                old, new = raw.split("@@")[1].split()
                line = int(new[1:].split(",")[0])
                left_new = int(new.split(",")[1]) if "," in new else 1
                left_old = int(old.split(",")[1]) if "," in old else 1
            except (ValueError, IndexError):
                raise UsageError(f"cannot read this line of the diff: {raw[:80]!r}") from None
    if text.strip() and not hunks and not any(row.startswith("diff ") for row in text.splitlines()[:50]):
        raise UsageError("this is no unified diff; give the output of git diff")
    return added


def _path(text: str) -> str:
    name = text.split("\t")[0].strip()
    if name.startswith('"') and name.endswith('"'):
        name = (
            name[1:-1]
            .encode("latin-1", "backslashreplace")
            .decode("unicode_escape")
            .encode("latin-1", "replace")
            .decode("utf-8", "replace")
        )
    return name[2:] if name.startswith(("a/", "b/")) else name


def git(*arguments: str) -> str:
    """Output of a git command in the current folder.

    Raises UsageError with git's own words if it fails.
    """
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, check=False)  # noqa: S603, S607 - git itself
    except FileNotFoundError:
        raise UsageError("git is not installed, which --diff REV and --config-from need") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"git {arguments[0]}: {said[-1] if said else 'failed'}")
    return done.stdout.decode("utf-8", "replace")


def since(revision: str) -> Added:
    """Lines that differ from where the branch left a revision, the working tree included.

    Raises UsageError for an unknown revision.
    """
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision")
    base = git("merge-base", revision, "HEAD").strip() or revision
    return parse_diff(git("diff", "--no-color", "--no-ext-diff", "--unified=0", "--relative", base, "--"))


def only_added(findings: Iterable[Finding], added: Added) -> list[Finding]:
    """Findings that touch an added line."""
    result = []
    for one in findings:
        lines = added.get(one.path.removeprefix("./"), set())
        if any(n in lines for n in range(one.place.line, one.place.end_line + 1)):
            result.append(one)
    return result
