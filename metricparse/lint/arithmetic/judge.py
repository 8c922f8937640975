"""What the type checker says about an expression, as findings: which of its objections are certain in a text, and whose they are.

The checker names every facet that differs.  A note may hold two percentages against each other without being wrong, so each
reason counts only for what a text does with the values (`CERTAIN`), and of several the most specific one speaks (`ORDER`).
"""

from __future__ import annotations

from typing import NamedTuple

from metricparse.errors import UsageError
from metricparse.lint.arithmetic import lexicon
from metricparse.lint.arithmetic.called import FORMS, misnamed
from metricparse.lint.arithmetic.model import Stated
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.words import holds
from metricparse.semantics import dimension as dims
from metricparse.semantics.check import Checker, Judged
from metricparse.semantics.quantity import Quantity
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
ORDER = ("D013", "D027", "D009", "D007", "D023", "S009", "S001", "D008", "D003", "D002", "O005", "D001", "D010", "D021", "D014", "D026",
         "D006", "D015", "D025", "D022", "D004")  # fmt: skip
"""Rules, the most specific first."""
SUFFIXED = frozenset({"D001", "D004", "O005", "D002"})
"""Rules about what a suffix says; a name without one says nothing about it."""
FORMS_OF_SUFFIX = frozenset({"forms", "percent_ratio", "left_over"})
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
    chips = page.setting.targets
    chip = chips[0].chip if len(chips) == 1 else None
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
    rule = "D013" if wrong.key == "called-bytes" and _scaled_sectors(one) else wrong.rule
    measure = checker.book.measure(found.quantity.dimension, found.quantity.percent, page.lang)
    text = Phrases(page.kb, page.lang)(wrong.key, word=one.called_as, what=measure)
    return Verdict(rule, text, one.shown, one.called_as, "")


def _asked(checker: Checker, word: str, expression: str) -> Judged | None:
    try:
        return checker.judged(f"{word} = {expression}" if word else expression)
    except UsageError:
        return None


def _scaled_sectors(one: Stated) -> bool:
    """Whether sectors were multiplied by a number, and bytes did not come out."""
    return " * " in one.expression


def _with_factor(expression: str) -> bool:
    """Whether a number is multiplied in that may carry a unit; powers of ten and a hundred do not."""
    words = expression.replace("(", " ").replace(")", " ").split()
    for before, word in zip(["", *words], words):
        if before in ("*", "/") or (words and word == words[0]):
            digits = word.replace(".", "").replace("e", "0").replace("-", "").replace("+", "")
            if digits.isdigit() and digits.strip("0") not in ("", "1"):
                return True
    following = zip(words, [*words[1:], ""])
    return any(word.replace(".", "").isdigit() and word.strip("0.") != "1" and sign == "*" for word, sign in following)


def _rule(page: Page, checker: Checker, met: Met, one: Stated, value: Quantity) -> str:
    """The rule that an issue breaks where it is certain; otherwise empty."""
    rule, doings = CERTAIN.get(met.reason, ("", ()))
    if not rule or met.doing not in doings:
        return ""
    if one.bare and (rule in SUFFIXED or met.reason in FORMS_OF_SUFFIX):
        return ""
    if rule == "D001":
        return _window(met)
    if rule == "D004" and met.doing == "divide" and _same_counter(met):
        return ""
    if rule == "D003" and met.doing != "add" and _speaks_of_clocks(page, met, one):
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
    bases = {leaf.base for side in (met.a, met.b) for leaf in side.leaves}
    percent = met.a.percent and met.b.percent
    return "O005" if percent and not bases.isdisjoint(OCCUPANCY) else "D001"


def _same_counter(met: Met) -> bool:
    """Whether both are one counter, seen at two units: their quotient is how many of one are in the other."""
    counters = [{leaf.counter for leaf in side.leaves} for side in (met.a, met.b)]
    return counters[0] == counters[1]


def _speaks_of_clocks(page: Page, met: Met, one: Stated) -> bool:
    """Elapsed cycles of two clocks tell how fast the clocks are; so a text that speaks of clocks may hold them together."""
    both = [*met.a.leaves, *met.b.leaves]
    elapsed = all(leaf.quantity.startswith("cycles_elapsed") for leaf in both)
    return elapsed and holds(page.kb, f"{one.around} {one.called_as}".replace("_", " "), "clock-words") is not None


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
