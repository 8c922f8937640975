"""Baselines: findings that are known and not to be reported again, by fingerprints that survive moved lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from metricparse.errors import UsageError
from metricparse.lint.changes import from_here
from metricparse.lint.model import Finding


def fingerprint(one: Finding, folder: str = "") -> str:
    """Rule, file, words and the text around them; neither line numbers nor indentation count.

    The file counts as seen from ``folder`` (by default the current one), so that it does not matter where a run starts.
    """
    parts = [
        one.rule,
        from_here(one.path, folder),
        " ".join(one.excerpt.split()),
        *(" ".join(line.split()) for line in one.context),
    ]
    if not one.context:
        parts.append(" ".join(one.source.split()))
    import hashlib  # only a run with a baseline needs it

    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def dump(findings: Iterable[Finding], folder: str = "") -> str:
    """The text of a baseline file in a folder: how often each fingerprint occurs, with a hint for the reader."""
    counts: Counter[str] = Counter()
    hints: dict[str, dict[str, object]] = {}
    for one in findings:
        mark = fingerprint(one, folder)
        counts[mark] += 1
        hints[mark] = {"rule": one.rule, "path": from_here(one.path, folder), "excerpt": one.excerpt[:80]}
    rows = [
        {"fingerprint": m, "count": counts[m], **hints[m]}
        for m in sorted(counts, key=lambda m: (str(hints[m]["path"]), m))
    ]
    return json.dumps({"version": 1, "findings": rows}, ensure_ascii=False, indent=1) + "\n"


def load(text: str, name: str) -> Counter[str]:
    """Fingerprint → how often it may occur.

    Raises UsageError for a file that is no baseline.
    """
    try:
        data = json.loads(text)
        if data["version"] != 1:
            raise UsageError(
                f"{name}: baseline version {data['version']!r} is not known; write it anew with --write-baseline"
            )
        return Counter({str(row["fingerprint"]): int(row["count"]) for row in data["findings"]})
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{name} is no baseline file; write one with --write-baseline") from None


def without(findings: Iterable[Finding], known: Counter[str], folder: str = "") -> list[Finding]:
    """The findings that a baseline in a folder does not hold; each of its counts is used up once."""
    left = known.copy()
    result = []
    for one in findings:
        mark = fingerprint(one, folder)
        if left[mark] > 0:
            left[mark] -= 1
        else:
            result.append(one)
    return result
