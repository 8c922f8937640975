"""Hand-written pages: copied with every metric and rule in backticks linked to the page that explains it."""

from __future__ import annotations

import posixpath
from pathlib import Path

from metricparse.site.sheet import Context


def copied(context: Context, folder: Path, target: Path) -> list[str]:
    """Copy a language's pages and return their paths."""
    done = []
    for path in sorted(folder.rglob("*.md")):
        src = path.relative_to(folder).as_posix()
        out = target / src
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(linked(context, src, path.read_text(encoding="utf-8")), encoding="utf-8")
        done.append(src)
    return done


def linked(context: Context, src: str, text: str) -> str:
    """Markdown in which code spans that name something become links; fenced blocks and links stay as they are."""
    lines, fenced = [], False
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        lines.append(line if fenced else _line(context, src, line))
    return "\n".join(lines)


def _line(context: Context, src: str, line: str) -> str:
    pieces = line.split("`")
    if len(pieces) % 2 == 0 or "``" in line:
        return line
    for index in range(1, len(pieces), 2):
        word = pieces[index]
        inside_link = pieces[index - 1].endswith("[") and pieces[index + 1].startswith("](")
        base = "" if inside_link else context.base_of(word)
        address = context.addresses.name(base) if base else None
        if address is None and word in context.rules and not inside_link:
            address = context.addresses.of("rule", word)
        if address is None:
            pieces[index] = f"`{word}`"
            continue
        path = posixpath.relpath(address[0], posixpath.dirname(src) or ".")
        pieces[index] = f"[`{word}`]({path}{'#' + address[1] if address[1] else ''})"
    return "".join(pieces)
