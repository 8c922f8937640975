"""What the lists of names hold, as far as wrong names are compared with them, and the shapes of names."""

from __future__ import annotations

from functools import cache, lru_cache

from metricparse.catalog.chips import Target
from metricparse.catalog.store import KnowledgeBase
from metricparse.explain.suffixes import suffixes_of
from metricparse.lint.reading.words import words

SHOWN = 3
"""Suggestions that a finding lists."""


@lru_cache(maxsize=2048)
def suggested(kb: KnowledgeBase, text: str, targets: tuple[Target, ...]) -> tuple[str, ...]:
    """The names most likely meant, best first."""
    from metricparse.explain.guesses import suggest

    _, rest = kb.prefix(text)
    invented = kb.get("invented", cut(rest)[0].casefold())
    meant = [str(name) for name in invented["now"]] if invented else []
    near = [str(row["name"]) for row in suggest(kb, text, "en", targets)] if len(meant) < SHOWN else []
    return tuple(name for name in dict.fromkeys([*meant, *near]) if " " not in name)


@lru_cache(maxsize=2048)
def instead_on(kb: KnowledgeBase, base: str, suffix: str, chips: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """Names of chips that do the work of a name that these chips lack."""
    from metricparse.explain.instead import suggestions

    rows = suggestions(kb, kb.record(base) or {}, base, suffix, "not-on-chip", chips, lang)
    # rows further away are other counters, good to look at but no replacement
    return tuple(str(row["name"]) for row in rows if not row["distance"])


@cache
def name_parts(kb: KnowledgeBase) -> frozenset[str]:
    """Everything that stands between underscores in listed names."""
    return frozenset(part for name in kb.names for part in name.split("_"))


def unit_words(kb: KnowledgeBase) -> frozenset[str]:
    """Everything that stands before ``__`` in listed names."""
    return _units(kb)


@cache
def _units(kb: KnowledgeBase) -> frozenset[str]:
    return frozenset(name.partition("__")[0] for name in kb.names if "__" in name)


@cache
def folded(kb: KnowledgeBase) -> dict[str, str]:
    """Listed names by their case-folded form."""
    return {name.casefold(): name for name in kb.names}


@cache
def undomained(kb: KnowledgeBase) -> frozenset[str]:
    """Names that lists hold only with a domain in front (``CTC.TriageCompute.ctc__throughput``), without it."""
    return frozenset(name.rpartition(".")[2] for name in kb.names if "Triage" in name)


@cache
def _suffix_parts(kb: KnowledgeBase) -> tuple[str, ...]:
    """Rollups and submetrics."""
    return (*kb.meta["rollups"], *(one for one in kb.meta["submetrics"] if one))


@lru_cache(maxsize=2048)
def plausible_suffix(kb: KnowledgeBase, suffix: str) -> bool:
    """Whether a suffix reads like one of a metric, right or wrong: its parts are, or nearly are, words of suffixes."""
    parts = suffix.strip(".").split(".")
    if not parts or parts[0].lower() in words(kb, "file-endings"):
        return False
    known = _suffix_parts(kb)
    if any(part in known for part in parts):
        return True
    return any(
        part.startswith(("pct_", "per_", "avg_", "sum_", "max_", "min_", "peak_")) or _misspelt(kb, part)
        for part in parts
    )


@lru_cache(maxsize=2048)
def _misspelt(kb: KnowledgeBase, part: str) -> bool:
    """Whether a word is nearly one of a suffix: one letter off if it is as short as a rollup, else two."""
    if len(part) < 3 or part.lower() in words(kb, "not-rollups"):
        return False
    from metricparse.names.suggest import ranked

    right = _suffix_parts(kb)
    return bool(ranked(part, right, [1.0] * len(right), 1, 1 if len(part) <= 4 else 2))


@cache
def family_matches(kb: KnowledgeBase, pattern: str) -> bool:
    """Whether a shorthand for several names (``*``, braces, angles) stands for one listed name at least."""
    from metricparse.explain.families import angles_as_stars, expand_braces, matches

    text = angles_as_stars(pattern)
    forms = expand_braces(text)
    if forms is None:
        return True
    # a shorthand that leaves off the end of a name is common: lts__t_sectors_op_ stands for its continuations
    return bool(matches(kb, forms)) or any(form.endswith(("_", ".")) and matches(kb, [form + "*"]) for form in forms)


@cache
def regex_matches(kb: KnowledgeBase, expression: str) -> bool:
    """Whether a regular expression matches a full name, as ncu holds it; one that cannot be read counts as matching."""
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        found = re2.compile(f"(?m:{expression})", options)
    except re2.error:
        return True
    # most expressions say nothing of the suffix: those need not be held against every form of every name
    return any(found.search(_full_names(kb, forms)) is not None for forms in (1, 1 << 30))


@cache
def _full_names(kb: KnowledgeBase, forms: int) -> str:
    """Full names, one a line, each with this many suffixes at most."""
    kinds: dict[str, str] = kb.get("meta", "kinds")
    ends = {kind: suffixes_of(kb, kind)[:forms] or ("",) for kind in ("", *kinds.values())}
    return "\n".join(name + f"\n{name}".join(ends[kinds.get(name, "")]) for name in kb.names)


def is_placeholder(kb: KnowledgeBase, text: str) -> bool:
    """Whether a word of a list of metrics stands for a name that the reader is to fill in."""
    bare = text.strip("<>[]{}\"'")
    return (
        bare.lower() in words(kb, "placeholders")
        or bare != text
        or any(mark in text for mark in "$<>…@%=/\\")
        or text.startswith("-")
        or text.endswith("...")
        or (bare.lower() != bare and "__" not in bare)
        or not text.isascii()
        or len(text) < 2
        or not text[0].isalpha()
        or any(mark in text for mark in "()'\"")
    )


@lru_cache(maxsize=2048)
def nearly_listed(kb: KnowledgeBase, base: str) -> bool:
    """Whether a listed name is a few letters away."""
    from metricparse.names.suggest import ranked

    return bool(ranked(base, list(kb.names), list(kb.names.values()), 1, max(1, min(3, len(base) // 10))))


def cut(text: str) -> tuple[str, str, str]:
    """Base, dot and suffix of a name by its form alone."""
    start = text.find("__")
    at = text.find(".", max(start, 0))
    return (text, "", "") if at < 0 else (text[:at], ".", text[at + 1 :])


def has_capitals(text: str) -> bool:
    """Whether a part of a name is written in capitals, as placeholders are: ``stalled_XXX_per``."""
    return any(part.isupper() and part.isalpha() for part in text.split("_")[1:])


def starred(text: str) -> str:
    """``…_stalled_XXX_per_…`` → ``…_stalled_*_per_…``."""
    return "_".join("*" if part.isupper() and part.isalpha() else part for part in text.split("_"))


@lru_cache(maxsize=2048)
def near_unit(kb: KnowledgeBase, unit: str) -> bool:
    """Whether a word is one letter away from a unit."""
    from metricparse.names.suggest import ranked

    units = [one for one in unit_words(kb) if "." not in one and len(one) > 2]
    return len(unit) > 2 and unit.islower() and bool(ranked(unit, units, [1.0] * len(units), 1, 1))


def in_path(text: str, at: int, length: int) -> bool:
    """Whether a word is a part of a path."""
    before = text[at - 1 : at]
    after = text[at + length : at + length + 1]
    return (before in ("/", "\\") and at > 1 and (text[at - 2].isalnum() or text[at - 2] in "._~")) or after == "\\"


def version(text: str) -> tuple[int, ...]:
    """A release as numbers that compare."""
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def as_sentence(text: str, lang: str) -> str:
    """A phrase as a sentence of its own."""
    if not text:
        return ""
    end = "。" if lang == "zh" else "."
    text = text[0].upper() + text[1:]
    return text if text.endswith((".", "。")) else text + end
