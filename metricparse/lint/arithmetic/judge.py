"""What the type checker says about an expression, as findings: which of its objections are certain in a text, and whose they are.

The checker names every facet that differs.  A note may hold two percentages against each other without being wrong, so each
reason counts only for what a text does with the values (`CERTAIN`), and of several the most specific one speaks (`ORDER`).
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from metricparse.errors import UsageError
from metricparse.lint.arithmetic import lexicon
from metricparse.lint.arithmetic.called import FORMS, INSTRUCTIONS, misnamed
from metricparse.lint.arithmetic.model import Stated
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.words import holds
from metricparse.semantics import dimension as dims
from metricparse.semantics.quantity import Quantity

if TYPE_CHECKING:
    from metricparse.semantics.check import Checker, Judged
    from metricparse.semantics.valuation import Met

ANY = ("",)
PUT = ("add", "subtract", "order", "equal")
"""Everything that holds two values against each other, but a quotient."""
ALL = (*PUT, "divide")
CERTAIN: dict[str, tuple[str, tuple[str, ...]]] = {
    "window": ("D001", (*ALL, "times")),
    "window_twins": ("D001", PUT),
    "peaks": ("D002", ("add",)),
    "peaks_part": ("D002", ("add",)),
    "peaks_product": ("D002", ("times",)),
    "clocks": ("D003", ALL),
    "clocks_of_rates": ("D003", ALL),
    "scope_nested": ("D004", ALL),
    "scope_nested_active": ("D004", ALL),
    "scope_total": ("D004", PUT),
    "scope_extreme": ("D004", ("add", "subtract", "equal")),
    "scope_units": ("D004", PUT),
    "scope_cycles": ("D004", PUT),
    "scope_cycles_elapsed": ("D004", PUT),
    "called_ipc": ("D007", ANY),
    "granularity": ("D008", ("add", "subtract", "equal")),
    "granularity_apart": ("D008", ("add", "subtract", "equal")),
    "instructions_as_operations": ("D009", (*ALL, "times", "")),
    "warp_operations": ("D009", (*ALL, "times", "")),
    "fma_operations": ("D027", (*ALL, "times", "")),
    "look_ups": ("D010", ALL),
    "look_ups_product": ("D010", ("times",)),
    "complement": ("D010", ("subtract",)),
    "misses_of_look_ups": ("D010", ("divide",)),
    "mismatched_parts": ("D010", ("divide",)),
    "sector_size": ("D013", (*ALL, "times", "")),
    "sectors_bytes": ("D014", ("add", "subtract", "equal")),
    "things": ("D014", ("add", "subtract")),
    "averages": ("D021", ("add",)),
    "share_of": ("D022", ("add", "subtract", "divide")),
    "dimensions": ("D022", PUT),
    "forms": ("D022", PUT),
    "rate_forms": ("D022", PUT),
    "cycles_time": ("D022", PUT),
    "part_whole": ("D022", ("add",)),
    "rates": ("D022", ("times", "divide")),
    "left_over": ("D022", ANY),
    "no_share": ("D023", ALL),
    "stall_percent": ("D023", ALL),
    "stall_bases": ("S009", ALL),
    "sampled": ("S009", ALL),
    "stall_time": ("S001", (*ALL, "times")),
    "throughput_as_bandwidth": ("D006", ("times",)),
    "waves": ("D015", PUT),
    "total_l2": ("D025", ("equal",)),
}
"""Reason of kb/semantics/reasons.yaml → the rule that it breaks, and what must be done with the values."""
ORDER = tuple(
    "D013 D027 D009 D007 D023 S009 S001 D008 D003 D002 O005 D001 D010 D021 D014 D026 D006 D015 D025 D022 D004".split()
)
"""Rules, the most specific first."""
SUFFIXED = frozenset({"D001", "D004", "O005", "D002"})
"""Rules about what a suffix says; a name without one says nothing about it."""
FORMS_OF_SUFFIX = frozenset({"forms", "percent_ratio", "left_over"})
LOOSE = frozenset({"D001", "D003", "D010", "D023"})
"""Rules about values of which one is never a fixed number of times the other."""
TENSOR = ("tensor", "mma")
OCCUPANCY = ("sm__warps_active", "smsp__warps_active")


CONVERTED = frozenset(
    {"dimensions", "things", "sectors_bytes", "cycles_time", "granularity", "granularity_apart", "scope_total"}
)
"""Reasons that a plain number may answer: 64 warps, 32 threads, four sectors."""


class Verdict(NamedTuple):
    """The one thing that is wrong with an expression."""

    rule: str
    claim: str
    a: str
    b: str
    instead: str


def judged(page: Page, one: Stated) -> Verdict | None:
    """What is wrong with what a text states, or None."""
    chips = {chip for target in page.setting.targets for chip in target.chips}
    chip = chips.pop() if len(chips) == 1 else None
    checker = lexicon.checker(page.kb, page.lang, chip)
    word = next((FORMS[key] for key in one.called if key in FORMS), "") if len(one.called) == 1 else ""
    found = page.once(("judged", word, one.expression, chip), lambda: _asked(checker, word, one.expression))
    if found is None:
        return None
    certain = [(rule, met) for met in found.met if (rule := _rule(page, checker, met, one, found.quantity))]
    if certain:
        rule, met = min(certain, key=lambda pair: ORDER.index(pair[0]))
        if met.reason in ("called_ipc", "instructions_as_operations", "fma_operations") and not met.doing:
            return Verdict(rule, met.text, one.shown, one.called_as, met.instead)
        return Verdict(rule, met.text, met.a.label, met.b.label, met.instead)
    if not one.called or lexicon.is_label(page.kb, one.called_as):
        # a label of the report beside another metric is the business of the rule on labels
        return None
    wrong = misnamed(checker.book, one.called, found.quantity)
    if wrong is None:
        return None
    rule = wrong.rule
    if _with_factor(one.expression):
        # a number may turn one thing into another; sectors into bytes it has to be the right one
        if wrong.key != "called-bytes" or dims.exponent(found.quantity.dimension, "sector") != 1:
            return None
        rule = "D013"
    measure = checker.book.measure(found.quantity.dimension, found.quantity.percent, page.lang)
    text = Phrases(page.kb, page.lang)(wrong.key, word=one.called_as, what=measure)
    return Verdict(rule, text, one.shown, one.called_as, "")


def _asked(checker: Checker, word: str, expression: str) -> Judged | None:
    try:
        return checker.judged(f"{word} = {expression}" if word else expression)
    except UsageError:
        return None


def _with_factor(expression: str) -> bool:
    """Whether a number is multiplied in that may carry a unit; powers of ten do not."""
    words = expression.replace("(", " ").replace(")", " ").split()
    return any(
        (before in ("*", "/") or behind == "*") and _is_factor(word)
        for before, word, behind in zip(["", *words], words, [*words[1:], ""], strict=False)
    )


def _is_factor(word: str) -> bool:
    """Whether a word is a number other than a power of ten."""
    digits, _, power = word.lower().partition("e")
    plain = digits.replace(".", "")
    return plain.isdigit() and not (power and not power.lstrip("+-").isdigit()) and plain.strip("0") not in ("", "1")


def _rule(page: Page, checker: Checker, met: Met, one: Stated, value: Quantity) -> str:
    """The rule that an issue breaks where it is certain; otherwise empty."""
    rule, doings = CERTAIN.get(met.reason, ("", ()))
    if not rule or met.doing not in doings:
        return ""
    if one.bare and (rule in SUFFIXED or met.reason in FORMS_OF_SUFFIX):
        return ""
    if one.loose and rule not in LOOSE:
        return ""
    if met.doing == "add" and rule in ("D001", "D002", "D010") and _weighted(one.expression):
        return ""
    if rule == "D001":
        return _window(met)
    if rule == "D004" and met.doing == "divide" and _same_counter(met):
        return ""
    if rule == "D009" and _of_tensor_pipes(value) and _with_factor(one.expression):
        return ""
    if rule == "D003" and met.doing != "add" and (_speaks_of_clocks(page, met, one) or _with_rates(met, value)):
        return ""
    if met.reason == "look_ups" and met.doing != "add" and not _populations_apart(met):
        return ""
    if met.reason == "things" and not _sectors(met):
        return ""
    if met.reason in CONVERTED and _with_factor(one.expression):
        return ""
    if met.reason == "left_over" and one.code and "instructions" not in one.called:
        return ""
    return rule


def _window(met: Met) -> str:
    """O005 for occupancy held against a throughput of the whole kernel."""
    if met.doing == "times" and len({kind for side in (met.a, met.b) for kind in _windows(side)}) < 2:
        # a rate per second times cycles: the unit is what is wrong
        return ""
    bases = {leaf.base for side in (met.a, met.b) for leaf in side.leaves}
    percent = met.a.percent and met.b.percent
    return "O005" if percent and not bases.isdisjoint(OCCUPANCY) else "D001"


def _windows(side: Quantity) -> set[str]:
    """``active`` and ``elapsed`` of a value, or of what a counter of cycles divides."""
    return {kind for kind, _ in side.windows} | ({side.cycles_of[0]} - {""})


def _weighted(expression: str) -> bool:
    """Whether terms are scaled one by one, as in a score: 0.7 * A + 0.3 * B."""
    words = expression.replace("(", " ").replace(")", " ").split()
    return any((a == "*" and _is_factor(b)) or (b == "*" and _is_factor(a)) for a, b in pairwise(words))


def _same_counter(met: Met) -> bool:
    """Whether both are one counter, seen at two units: their quotient is how many of one are in the other."""
    counters = [{leaf.counter for leaf in side.leaves} for side in (met.a, met.b)]
    return counters[0] == counters[1]


def _speaks_of_clocks(page: Page, met: Met, one: Stated) -> bool:
    """Elapsed cycles of two clocks tell how fast the clocks are; so a text that speaks of clocks may hold them together."""
    both = [*met.a.leaves, *met.b.leaves]
    elapsed = all(leaf.quantity.startswith("cycles_elapsed") for leaf in both)
    return elapsed and holds(page.kb, f"{one.around} {one.called_as}".replace("_", " "), "clock-words") is not None


def _of_tensor_pipes(value: Quantity) -> bool:
    """Whether instructions of one shape are counted, each of which is a number of operations that an author may know."""
    counted = [leaf for leaf in value.leaves if any(dims.exponent(leaf.dimension, atom) > 0 for atom in INSTRUCTIONS)]
    return bool(counted) and all(any(word in leaf.base for word in TENSOR) for leaf in counted)


def _with_rates(met: Met, value: Quantity) -> bool:
    """Whether clock rates elsewhere in the expression turn the cycles of one clock into those of the other."""
    own = {leaf.name for side in (met.a, met.b) for leaf in side.leaves}
    others = [leaf for leaf in value.leaves if leaf.name not in own]
    return any(
        leaf.quantity.startswith("cycles_elapsed") and dims.exponent(leaf.dimension, "second") for leaf in others
    )


def _populations_apart(met: Met) -> bool:
    """Hit rates of two units, or of a part and the whole; two parts of one unit may be held against each other."""
    x, y = met.a.leaves, met.b.leaves
    if len(x) != 1 or len(y) != 1:
        return False
    if x[0].unit != y[0].unit:
        return True
    first, second = frozenset(x[0].population), frozenset(y[0].population)
    return first < second or second < first


def _sectors(met: Met) -> bool:
    """Whether one of two things is sectors or bytes: passes and requests of one instruction may be set off."""
    return any(dims.exponent(side.dimension, atom) for side in (met.a, met.b) for atom in ("sector", "byte"))


def objection(page: Page, one: Stated, verdict: Verdict) -> Objection:
    """A verdict as an objection at its place."""
    start, end = page.region(one.region).range(one.at, one.end)
    shown = " ".join(one.shown.split())
    claim = f"`{shown}`{'：' if page.lang == 'zh' else ': '}{verdict.claim}"
    slots = (
        ("expression", shown),
        ("a", verdict.a),
        ("b", verdict.b),
        ("reason", verdict.claim),
        ("instead", verdict.instead),
    )
    return Objection(start, end, slots, claim=claim)
