"""Issues and quantities in words: the marks of `metricparse.semantics.relations` filled in, in one language."""

from __future__ import annotations

from typing import Any

from metricparse.explain.compose import text_of
from metricparse.semantics.dimension import Dimension
from metricparse.semantics.facets_full import Facets, population_words, unit_words, window_words
from metricparse.semantics.issue import Issue
from metricparse.semantics.quantity import Quantity
from metricparse.semantics.semantics_book import SemanticsBook, spaced

LONGEST_LABEL = 90
"""Characters of a value's name in a message; a longer one is cut in the middle."""
MOST_POPULATIONS = 3
"""Names of which the selections are put into words."""


def short(label: str) -> str:
    """A label that fits a message."""
    if len(label) <= LONGEST_LABEL:
        return label
    half = LONGEST_LABEL // 2
    return f"{label[: half - 1]} … {label[1 - half :]}"


def issue_text(book: SemanticsBook, issue: Issue, field: str, a: Quantity, b: Quantity, lang: str) -> str:
    """Text (or advice, ``field`` = ``instead``) of an issue between two values."""
    slots: dict[str, Any] = {"a": ("label", "a"), "b": ("label", "b"), **issue.slots}
    sides = {"a": a, "b": b}
    words = {
        key: mark if isinstance(mark, str) else _word(book, mark, sides.get(mark[1]), lang)
        for key, mark in slots.items()
    }
    return book.reason(issue.key, field, lang, words)


def _word(book: SemanticsBook, mark: tuple[str, ...], side: Quantity | None, lang: str) -> str:
    what, which = mark
    if what == "phrase":
        return book.word("phrases", which, lang)
    if what == "dimension":
        return book.measure(_dimension(which), False, lang)
    if side is None:
        return str(book.atoms[which]["one"][lang])
    if what == "label":
        return short(side.label)
    if what == "measure":
        return book.measure(side.dimension, side.percent, lang)
    if what == "window":
        return window(book, side, lang)
    if what == "scope":
        return unit_words(book, side.scope_unit, side.scope, lang)
    if what == "collections":
        return _join(sorted(book.word("collections", one, lang) for one in side.collections), lang)
    if what == "reduction":
        return book.word("reductions", side.leaf.reduction, lang) if side.leaf else ""
    if what in ("places", "levels"):
        return _join([unit_name(book, unit, lang) for unit in sorted(getattr(side, what))], lang)
    if what == "peaks":
        return _join([_peak(book, side, one, lang) for one in sorted(side.references)], lang)
    if what == "share":
        return share(book, side, lang)
    if what == "formula":
        return formula(book, side, lang)
    return _join(sorted(getattr(side, what)), lang)


def _dimension(text: str) -> Dimension:
    """The inverse of `metricparse.semantics.arithmetic.dims_text`."""
    pairs = (piece.partition("^") for piece in text.split("*") if piece)
    return tuple((atom, int(power)) for atom, _, power in pairs)


def _join(pieces: list[str], lang: str) -> str:
    return (", " if lang == "en" else "、").join(pieces) or "?"


def unit_name(book: SemanticsBook, unit: str, lang: str) -> str:
    """A hardware unit as a noun."""
    return text_of(book.kb.get("unit", unit), "name", lang) or unit


def window(book: SemanticsBook, side: Quantity, lang: str) -> str:
    """The windows of a value; the whole range once, whichever clock counts it."""
    windows = side.windows or ({side.cycles_of} if side.cycles_of[0] else ())
    words = dict.fromkeys(window_words(book, kind, unit, lang) for kind, unit in sorted(windows))
    return _join(list(words), lang) if words else book.word("windows", "none", lang)


def _peak(book: SemanticsBook, side: Quantity, reference: str, lang: str) -> str:
    """Whose peak: that of a counter, or of whichever constituent of a throughput is the largest."""
    return book.word("phrases", "largest_of", lang, t=reference) if reference in side.throughputs else reference


def share(book: SemanticsBook, side: Quantity, lang: str) -> str:
    """What a percentage is of."""
    if side.share == "peak":
        one_of = side.mixed if side.mixed in ("max", "min") else ""
        peaks = [_peak(book, side, one, lang) for one in sorted(side.references)]
        joint = book.word("phrases", "or", lang).join(peaks) if one_of else _join(peaks, lang)
        return book.word("phrases", f"of_peak_{one_of}" if one_of else "of_peak", lang, p=joint)
    return book.word("phrases", "of_look_ups", lang, p=_join(sorted(side.denominators), lang))


def formula(book: SemanticsBook, side: Quantity, lang: str) -> str:
    """How a form of a counter comes from its plain value (the formula of its submetric)."""
    if side.leaf is None:
        return side.label
    name = book.kb.decode(side.leaf.name)
    text = str((book.kb.get("submetric", name.suffix.submetric) or {}).get("formula", ""))
    if not text:
        return side.label
    for key, value in (
        ("{base}", name.base.text),
        ("{rollup}", name.suffix.rollup),
        ("{active}", f"{name.base.unit}__cycles_active"),
        ("{elapsed}", f"{name.base.unit}__cycles_elapsed"),
    ):
        text = text.replace(key, value)
    return f"{side.label} = {text}"


# --- a whole quantity ---------------------------------------------------------------------------------------------------


def scope(book: SemanticsBook, side: Quantity, lang: str) -> str:
    """Over which instances, empty if it has no scope."""
    return unit_words(book, side.scope_unit, side.scope, lang) if side.scope else ""


def clock(book: SemanticsBook, side: Quantity, lang: str) -> str:
    """Clock domains of a value's dimension."""
    found = book.clock(side.dimension) or "none"
    return _join([book.word("clocks", one, lang) for one in found.split()], lang)


def sentence(book: SemanticsBook, side: Quantity, lang: str) -> str:
    """The quantity in words: ``bytes per second, for global memory, by loads, all L1TEX units``."""
    if side.mixed == "sum":
        return book.word("phrases", "mixed", lang)
    if _of_percentages(side):
        return book.word("phrases", "ratio_of", lang, p=book.word("phrases", "percentages", lang))
    head = book.measure(side.dimension, side.percent, lang)
    if side.ratio_of and not side.percent:
        head = book.word("phrases", "ratio_of", lang, p=book.measure(side.ratio_of, False, lang))
    elif side.share and not side.percent and not side.dimension and (side.denominators or side.references):
        head = book.word("phrases", "share", lang)
    peak = not side.dimension and not side.ratio_of and side.share == "peak" and side.references
    looked_up = side.share in ("look_ups", "part") and side.denominators and not (side.ratio_of and not side.percent)
    if peak or looked_up:
        head += (" " if lang == "en" else "，") + share(book, side, lang)
    if side.mixed:
        # the largest of percentages at several places: the place would be that of whichever it is
        return spaced((", " if lang == "en" else "，").join([head, *_over(book, side, lang)]), lang)
    if side.places and not (side.scope and side.places == {side.scope_unit}):
        places = [unit_name(book, unit, lang) for unit in sorted(side.places)]
        at = book.word("phrases", "at", lang, unit=book.word("phrases", "and", lang).join(places))
        head = head + at if lang == "en" else at + head
    kept = _populations(book, side.leaves, lang)
    if len(kept) > 1:
        head += f" ({'; '.join(kept)})" if lang == "en" else f"（{'；'.join(kept)}）"
    pieces = [head, *(kept if len(kept) == 1 else ()), scope(book, side, lang), *_over(book, side, lang)]
    return spaced((", " if lang == "en" else "，").join(piece for piece in pieces if piece), lang)


def _over(book: SemanticsBook, side: Quantity, lang: str) -> list[str]:
    """The window, where it is not the whole measured range."""
    if not any(kind == "active" for kind, _ in side.windows):
        return []
    return [book.word("phrases", "over", lang, p=window(book, side, lang))]


def _of_percentages(side: Quantity) -> bool:
    """Whether a plain number is a quotient of percentages."""
    return (
        not (side.dimension or side.percent or side.ratio_of)
        and len(side.leaves) > 1
        and all(one.percent for one in side.leaves)
    )


def _populations(book: SemanticsBook, leaves: tuple[Facets, ...], lang: str) -> list[str]:
    """The selections of the names in a value, unless they are many."""
    found = dict.fromkeys(population_words(book, leaf, lang) for leaf in leaves if leaf.population)
    return [] if len(found) > MOST_POPULATIONS else list(found)
