"""Output that a build service cannot take for a command of its own, whatever the documents and file names in it hold.

A GitHub runner reads what a step prints.  A line that begins with two colons, blanks aside, is a command to it; so is, anywhere
in a line, an older form that begins with two number signs and a bracket.  Azure Pipelines reads a form of its own.
"""

from __future__ import annotations

import json
import re
from typing import Any

_ANYWHERE = re.compile(r"##(?=\[|vso\[)")


def harmless(text: str) -> str:
    r"""Text for a terminal: the second sign of what would begin a command is written as an escape.

    >>> print(harmless("::error::x"), harmless("a ##[group]"), harmless("std::error"))
    :\x3aerror::x a #\x23[group] std::error
    """
    if "::" in text:
        text = "\n".join(_defused(line) for line in text.split("\n"))
    return _ANYWHERE.sub(r"#\\x23", text) if "##" in text else text


def _defused(line: str) -> str:
    bare = line.lstrip()
    return line[: len(line) - len(bare)] + r":\x3a" + bare[2:] if bare.startswith("::") else line


def as_json(value: Any, indent: int | None = 2) -> str:
    """JSON of the same value, in which the signs stand escaped; no line of it begins with a colon anyway."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return (_ANYWHERE.sub(r"#\\u0023", text) if "##" in text else text) + "\n"
