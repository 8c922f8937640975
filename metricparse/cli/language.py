"""Which language to answer in: what was asked for, or the locale (zh* is Chinese, everything else English)."""

from __future__ import annotations

import os


def language(asked: str | None) -> str:
    """``en`` or ``zh``."""
    if asked:
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
