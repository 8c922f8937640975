"""The checks, by rule.  A module holds the check of one rule, or of rules that judge the same thing together.

A module is loaded only when a document holds one of its signs: most documents concern few rules, and what is not loaded costs
no time.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from metricparse.lint.engine import Check
from metricparse.lint.model import Objection
from metricparse.lint.reading.page import Page
from metricparse.text.commands.tools import HINTS

NAMES = ("__", *HINTS, "nsight")
OPTIONS = ("`-", " -", "\n-", "\t-", "|-", "（-", "(-")
"""Where a text may describe an option."""


CLAIMS = (
    *(f"S{number:03}" for number in range(1, 14)),
    *(f"O{number:03}" for number in range(1, 12)),
    *(f"M{number:03}" for number in range(1, 12)),
    *(f"D{number:03}" for number in range(1, 29) if number != 17),
    *(f"P{number:03}" for number in (1, 2, 3, 5, 6, 7, 8, 9)),
    *(f"C{number:03}" for number in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11)),
)
"""Rules that judge what is computed or claimed."""


def _when(signs: tuple[str, ...], module: str, rule: str = "") -> Check:
    chosen: Check | None = None

    def check(page: Page) -> Iterable[Objection]:
        nonlocal chosen
        lowered = page.lowered
        if not any(sign in lowered for sign in signs):
            return ()
        if chosen is None:
            found = import_module(f"metricparse.lint.checks.{module}")
            chosen = found.CHECKS[rule] if rule else found.check
        return chosen(page)

    return check


CHECKS: dict[str, Check] = {
    **{rule: _when(NAMES, "names", rule) for rule in ("N001", "N002", "N003", "N004", "N005", "N006", "N007", "N008")},
    "N009": _when(HINTS, "options"),
    "N010": _when(OPTIONS, "launch_filter"),
    "N011": _when(("full",), "set_full"),
    "N012": _when(HINTS, "after_program"),
    "N013": _when(NAMES, "names", "N013"),
    "N014": _when(OPTIONS, "option_meaning"),
    "N015": _when(HINTS, "ended_list"),
    "N016": _when(("__",), "availability_claim"),
    "N017": _when(("__", "section", "throughput", "statistics", "analysis", "occupancy", "counters"), "label"),
    "A001": _when(("",), "feature"),
    "A002": _when(("sm", "warp", "kb", "kib", "mb", "mib", "b/s", "bps", "multiprocessor"), "product_figure"),
    "A003": _when(("cycle", "clocks", "周期"), "latency"),
    "A004": _when(("pipe", "流水线", "管线", "(", "（", "row", "workid"), "pipe"),
    "P004": _when(("-g", "--device-debug"), "debug_build"),
    "C007": _when(("gpu-util", "gpu util", "utilization", "utilisation", "利用率", "使用率", "gpu_util"), "smi"),
    "D017": _when(("flop", "tops", "pops", "e12", "e13", "e14", "e15"), "peak"),
    **{rule: _when(("",), "claims", rule) for rule in CLAIMS},
}
"""Rule id → check, in the order of the ids."""
