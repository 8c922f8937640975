"""Only what a change adds: lines of a unified diff, from a file, standard input, or ``git diff`` against a revision."""

from __future__ import annotations

import os
import sys
from collections.abc import Container, Iterable

from metricparse.errors import UsageError
from metricparse.lint.model import Finding

Added = dict[str, Container[int]]
"""Path (as in the new tree) → numbers of the lines that the change added."""
EVERY_LINE = range(1, sys.maxsize)
"""The lines of a file that is new as a whole."""


def parse_diff(text: str) -> Added:
    """Read a unified diff.

    Raises UsageError if the text is no unified diff.
    """
    added: dict[str, set[int]] = {}
    path = ""
    line = 0
    left_old = left_new = 0
    hunks = 0
    prefixed = same_name = False
    # as git counts lines: other separators inside a line would shift what follows
    rows = text.split("\n")
    for raw in rows:
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
        if raw.startswith("diff --git "):
            same_name = _same_name(raw[len("diff --git ") :].rstrip("\r"))
        elif raw.startswith("--- "):
            prefixed = raw[4:].lstrip('"').startswith(("a/", "i/", "c/", "/dev/null")) and not same_name
        elif raw.startswith("+++ "):
            path = _path(raw[4:], prefixed)
        elif raw.startswith("@@ "):
            hunks += 1
            try:
                old, new = raw.split("@@")[1].split()
                line = int(new[1:].split(",")[0])
                left_new = int(new.split(",")[1]) if "," in new else 1
                left_old = int(old.split(",")[1]) if "," in old else 1
            except (ValueError, IndexError):
                raise UsageError(f"cannot read this line of the diff: {raw[:80]!r}") from None
    if text.strip() and not hunks and not any(row.startswith("diff ") for row in rows[:50]):
        raise UsageError("this is no unified diff; give the output of git diff")
    return dict(added)


def _same_name(names: str) -> bool:
    """Whether git wrote a file's name twice alike, so without the letters that it usually puts in front."""
    middle = len(names) // 2
    return names[middle : middle + 1] == " " and names[:middle] == names[middle + 1 :]


def _path(text: str, prefixed: bool) -> str:
    name = text.split("\t")[0].rstrip("\r")
    if name.startswith('"') and name.endswith('"'):
        name = (
            name[1:-1]
            .encode("latin-1", "backslashreplace")
            .decode("unicode_escape")
            .encode("latin-1", "replace")
            .decode("utf-8", "replace")
        )
    return name[2:] if prefixed and name.startswith(("b/", "w/", "i/")) else name


def git(*arguments: str) -> str:
    """Output of a git command in the current folder.

    Raises UsageError with git's own words if it fails.
    """
    import subprocess  # costs a start that most runs do not need

    try:
        done = subprocess.run(["git", *arguments], capture_output=True, check=False)  # noqa: S603, S607 - git itself
    except FileNotFoundError:
        raise UsageError("git is not installed, which --diff REV and --config-from need") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"git {arguments[0]}: {said[-1] if said else 'failed'}")
    return done.stdout.decode("utf-8", "replace")


def since(revision: str) -> Added:
    """Lines that differ from where the branch left a revision, the working tree and its new files included.

    Raises UsageError for an unknown revision.
    """
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision")
    git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    try:
        base = git("merge-base", revision, "HEAD").strip()
    except UsageError:  # no common commit, as in a shallow clone: then against the revision itself
        base = revision
    shape = ("--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", "--unified=0")
    added = parse_diff(git("diff", *shape, "--relative", base, "--"))
    for name in git("ls-files", "--others", "--exclude-standard", "-z").split("\0"):
        if name:
            added[name] = EVERY_LINE
    return added


def of_diff(text: str) -> Added:
    """Lines of a diff made elsewhere: its paths count from the top of the repository, or from the current folder.

    Raises UsageError if the text is no unified diff.
    """
    added = parse_diff(text)
    try:
        inside = git("rev-parse", "--show-prefix").rstrip("\n")
    except UsageError:  # no repository here
        inside = ""
    if inside:
        added |= {path.removeprefix(inside): lines for path, lines in added.items() if path.startswith(inside)}
    return added


def only_added(findings: Iterable[Finding], added: Added) -> list[Finding]:
    """Findings that touch an added line."""
    result = []
    for one in findings:
        lines = added.get(from_here(one.path), ())
        if any(n in lines for n in range(one.place.line, one.place.end_line + 1)):
            result.append(one)
    return result


def from_here(path: str, folder: str = "") -> str:
    """A path as seen from a folder, with slashes; from the current one if it lies elsewhere.

    >>> from_here("./docs//a.md"), from_here("docs/a.md", "docs")
    ('docs/a.md', 'a.md')
    """
    seen = os.path.relpath(path, folder or ".").replace(os.sep, "/")
    return from_here(path) if folder and seen.startswith("../") else seen
