"""D017: the peak of another precision, path, product, or of sparse work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases
from metricparse.lint.reading import cues
from metricparse.lint.reading.chips import chips_in
from metricparse.lint.reading.figures import Figure, figures, owner, products
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence
from metricparse.lint.reading.stated import Stated
from metricparse.lint.reading.words import holds

_PRECISION = re.compile(
    r"(?i)(?<![a-z0-9])(fp64|fp32|tf32|bf16|bfloat16|fp16|half|fp8|int8|fp4|nvfp4|int4|sgemm|hgemm|dgemm)"
    r"(?![a-z0-9])(?![ -]?(?:accum|累加))"
)
_DIVIDED = re.compile(r"(?a)\d\s*[/÷]$")
_PLAIN = re.compile(r"(?a)(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
_NAMES = {"bfloat16": "bf16", "half": "fp16", "nvfp4": "fp4", "sgemm": "fp32", "hgemm": "fp16", "dgemm": "fp64"}
CLOSE = 0.006
"""Relative distance within which a figure counts as a printed peak."""


class _Peak(NamedTuple):
    product: str
    path: str
    precision: str
    sparse: bool
    value: float
    accumulate: str


def check(page: Page) -> Iterator[Objection]:
    """Figures in FLOP/s that are the peak of something else than the text uses them for."""
    named = page.holding("flop")
    for index in page.running:
        region = page.region(index)
        for figure in figures(region.text, "flop") if index in named else ():
            found = _judge(page, index, page.sentence_at(index, figure.start), figure, region.text)
            if found is not None:
                yield found
        if region.kind == "comment" and region.parent >= 0:
            yield from _constant(page, index)


def _constant(page: Page, index: int) -> Iterator[Objection]:
    """Numbers in code that the comment on their line, or right above them, explains."""
    region = page.region(index)
    parent = page.region(region.parent)
    alone = region.beside == (-1, -1)
    lines = _lines_below(parent.text, region.at + len(region.text)) if alone else [region.beside]
    named = holds(page.kb, region.text, "peak-words") is not None
    for start, end in lines:
        code = parent.text[start:end]
        name, equals, _ = code.partition("=")
        named = named or bool(equals and holds(page.kb, name.replace("_", " "), "peak-words"))
        if not named:
            return
        for figure in list(figures(code, "flop")) or (_in_unit_of_name(name, code) if equals else []):
            moved = Figure(start + figure.start, start + figure.end, figure.value)
            own = "" if equals else code[: figure.start].strip(" \"':")
            one = _judge(
                page, index, Sentence(0, len(region.text)), figure, f"peak {region.text}", (region.parent, moved), own
            )
            if one is not None:
                yield one


def _lines_below(text: str, at: int) -> list[tuple[int, int]]:
    """The lines of the statement under a comment: one, or those of a bracket that stays open."""
    found: list[tuple[int, int]] = []
    start = text.find("\n", at) + 1
    depth = 0
    while start > 0 and start < len(text) and len(found) < 20:
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end]
        if not line.strip():
            break
        found.append((start, end))
        depth += sum(line.count(sign) for sign in "([{") - sum(line.count(sign) for sign in ")]}")
        if depth <= 0:
            break
        start = end + 1
    return found


def _in_unit_of_name(name: str, code: str) -> list[Figure]:
    """``PEAK_TFLOPS = 330.3``: the unit stands in the name."""
    match = _PLAIN.search(code, len(name))
    if match is None or "tflop" not in name.lower():
        return []
    return [Figure(match.start(), match.end(), float(match.group()) * 1e12)]


def _judge(
    page: Page,
    index: int,
    sentence: Sentence,
    figure: Figure,
    text: str,
    place: tuple[int, Figure] | None = None,
    own_words: str = "",
) -> Objection | None:
    kb = page.kb
    words = text if place else text[sentence.start : sentence.end]
    around = words if place else _surroundings(page, index, words)
    if page.region(index).cell is not None:
        words = around
    if (
        not (holds(kb, around, "peak-words") or (place is None and _out_of(text, figure.start)))
        or (holds(kb, words, "sparse-words") and not holds(kb, words, "surely-dense"))
        or (page.said(words, "corrects") if place else page.corrected(index, sentence))
        or cues.asked(kb, words)
    ):
        return None
    before = _up_to_number(text[max(sentence.start, figure.start - 16) : figure.start])
    if place is None and page.quoted(index, figure.start):
        return None
    if place is None and holds(kb, before, "measured-rate") and not holds(kb, before, "peak-words"):
        return None
    precision = _precision(words, len(words) if place else figure.start - sentence.start)
    if not precision and place is None:
        precision = _precision(text[: sentence.start], sentence.start) or _precision(
            _paragraph_before(page, index), 1 << 30
        )
    if not precision:
        return None
    if own_words:
        named = chips_in(page.kb, own_words)
        stated = Stated((named[0],), named[0].chips, own_words) if len(named) == 1 else None
    else:
        stated = owner(page, index, sentence, len(page.region(index).text) if place else figure.start)
    if stated is None or not stated.mentions:
        return None
    own_products = {key for key, _ in products(page, stated)}
    if not own_products:
        return None
    plain_cores = (
        holds(kb, text + " " + ("" if place else _paragraph_before(page, index)), "cuda-core-words") is not None
    )
    path = "cuda-core" if precision in ("fp32", "fp64") and (plain_cores or precision == "fp32") else "tensor"
    accumulator = _accumulator(words)
    peaks = [one for one in _peaks(kb) if one.accumulate in ("", accumulator or one.accumulate)]
    own = [
        one
        for one in peaks
        if one.product in own_products and one.precision == precision and one.path == path and not one.sparse
    ]
    if not own or any(_near(figure.value, one.value) for one in own):
        return None
    wrong = _belongs(figure, peaks, own_products, precision)
    if wrong is None:
        return None
    if (
        wrong.sparse
        and wrong.precision == precision
        and not (holds(kb, f"{text} {around}", "dense-words") or holds(kb, f"{text} {around}", "dense-work"))
    ):
        return None
    return _objection(page, index, figure, wrong, own, place)


def _paragraph_before(page: Page, index: int) -> str:
    """The paragraph before, under the same heading: it may say of which arithmetic the text speaks."""
    region = page.region(index)
    for before in range(index - 1, -1, -1):
        other = page.region(before)
        if other.parent < 0 and other.kind == "prose":
            return other.text if other.context.section == region.context.section else ""
    return ""


def _accumulator(words: str) -> str:
    """The type that products are added up in, if the text names it."""
    text = cues.plain(words)
    for kind in ("fp32", "fp16"):
        if any(form in text for form in (f"{kind} accum", f"{kind} 累加", f"accumulate in {kind}", f"{kind}-accum")):
            return kind
    return ""


def _out_of(text: str, at: int) -> bool:
    """Whether a figure is the whole of ``118 TFLOPS of 312 TFLOPS``."""
    before = text[max(at - 14, 0) : at].rstrip()
    if _DIVIDED.search(before):
        return True
    return before.lower().endswith(("flops of", "flop/s of", "flops out of", "flops /", "tflops/"))


def _up_to_number(text: str) -> str:
    """The end of a text behind its last digit: what stands before another number belongs to that."""
    for at in range(len(text) - 1, -1, -1):
        if text[at].isdigit():
            return text[at + 1 :]
    return text


def _surroundings(page: Page, index: int, words: str) -> str:
    region = page.region(index)
    return words if region.cell is None else f"{region.cell.header} {region.cell.label} {words}"


def _precision(words: str, at: int) -> str:
    """The precision that a figure is given for: the nearest before it, else the first behind it."""
    found = [(match.start(), match.group(1).lower()) for match in _PRECISION.finditer(words)]
    if not found:
        return ""
    before = [name for start, name in found if start < at]
    name = before[-1] if before else found[0][1]
    return _NAMES.get(name, name)


@cache
def _peaks(kb: KnowledgeBase) -> tuple[_Peak, ...]:
    found: list[_Peak] = []
    for key, entry in kb.table("product").items():
        rows: list[dict[str, Any]] = entry.get("peaks") or []
        for row in rows:
            for sparse in (False, True):
                value = row.get("sparse" if sparse else "dense")
                if value:
                    accumulate = row.get("accumulate", "")
                    found.append(_Peak(key, row["path"], row["precision"], sparse, float(value), accumulate))
    return tuple(found)


def _near(stated: float, value: float) -> bool:
    return abs(stated - value) <= CLOSE * value


def _belongs(figure: Figure, peaks: list[_Peak], own: set[str], precision: str) -> _Peak | None:
    """The peak that a figure is: of the same product first, and of the same precision first."""
    found = [one for one in peaks if _near(figure.value, one.value)]
    mine = [one for one in found if one.product in own]
    same = [one for one in found if one.precision == precision and not one.sparse]
    ranked = sorted(mine, key=lambda one: (one.precision != precision, one.sparse)) or same
    return ranked[0] if ranked else None


def _objection(
    page: Page, index: int, figure: Figure, wrong: _Peak, own: list[_Peak], place: tuple[int, Figure] | None
) -> Objection:
    number, where = place or (index, figure)
    region = page.region(number)
    start, end = region.range(where.start, where.end)
    slots = (
        ("value", region.text[where.start : where.end]),
        ("stated", _words(page, wrong)),
        ("wanted", _words(page, own[0])),
        ("own", f"{own[0].value / 1e12:.4g} TFLOPS"),
    )
    return Objection(start, end, slots)


def _words(page: Page, peak: _Peak) -> str:
    say = Phrases(page.kb, page.lang)
    product = str((page.kb.get("product", peak.product) or {}).get("name", peak.product))
    return say(
        "peak-of",
        product=product,
        precision=peak.precision.upper(),
        path=say(f"path-{peak.path}"),
        density=say("sparse" if peak.sparse else "dense"),
    )
