"""A report judged by the identities of the knowledge base: what contradicts, what says nothing, what did not come.

Plain dicts in the form of ``schema/verify.schema.json``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from metricparse.report.model import Kernel, Report
from metricparse.report.progress import Progress
from metricparse.semantics.identities import Identity, KernelScope, Outcome, bindings_of, match, outcome
from metricparse.semantics.identity_book import IdentityBook

Finding = dict[str, Any]
SCRATCH = "derived_temp"
"""Start of names that section files use for intermediate steps."""


def activity_us(kernel: Kernel) -> float | None:
    """How long an average SM was active, in µs.

    Active cycles over the SM's own clock, else their share of the elapsed cycles times the duration; None if the report
    lacks them: the duration alone says nothing, since the SMs may idle through most of it.
    """
    active = kernel.number("sm__cycles_active.avg")
    if active is None:
        return None
    hz = kernel.number("sm__cycles_elapsed.avg.per_second") or kernel.number("gpc__cycles_elapsed.avg.per_second")
    if hz:
        return active / hz * 1e6
    elapsed = kernel.number("sm__cycles_elapsed.avg") or kernel.number("gpc__cycles_elapsed.max")
    duration = duration_us(kernel)
    return active / elapsed * duration if elapsed and duration else None


def duration_us(kernel: Kernel) -> float | None:
    """How long the kernel took, in µs, or None."""
    duration = kernel.number("gpu__time_duration.sum") or kernel.number("gpu__time_duration.avg")
    return None if duration is None else duration / 1e3


def chips_of(book: IdentityBook, kernel: Kernel) -> frozenset[str]:
    """Chips of the kernel's compute capability; empty if the report does not say."""
    capabilities: dict[str, str] = book.kb.meta["capabilities"]
    return frozenset(
        chip for chip, capability in capabilities.items() if capability and capability == kernel.capability
    )


class Judge:
    """Judges the kernels of one report; what can be bound is worked out once for kernels with the same names."""

    def __init__(self, book: IdentityBook, lang: str = "en", chips: frozenset[str] = frozenset()) -> None:
        self.book = book
        self.lang = lang
        self.chips = chips
        self._empty: dict[frozenset[str], dict[str, list[str]]] = {}
        self._plans: dict[frozenset[str], list[tuple[Identity, dict[str, str]]]] = {}

    def report(self, report: Report, progress: Progress | None = None) -> dict[str, Any]:
        """Every kernel judged."""
        kernels = []
        for kernel in report.kernels:
            if progress is not None:
                progress.step(kernel.index, len(report.kernels))
            kernels.append(self.kernel(kernel))
        if progress is not None:
            progress.done()
        return {"report": report.path, "layout": report.layout, "kernels": kernels}

    def kernel(self, kernel: Kernel) -> dict[str, Any]:
        """One kernel judged."""
        length = activity_us(kernel)
        # no longer than the duration: enough to know that it is too short
        bound = length if length is not None else self.book.short(duration_us(kernel))
        chips = self.chips or chips_of(self.book, kernel)
        result: dict[str, Any] = {
            "kernel": kernel.name,
            "index": kernel.index,
            "activity_us": length,
            "chips": sorted(chips),
            "contradictions": [],
            "remarks": [],
            "uninformative": self._uninformative(kernel, chips),
            "not_collected": self._not_collected(kernel),
            "not_judged": [],
        }
        if kernel.launches > 1:
            result["not_judged"].append({"reason": "averaged", "identities": [], "launches": kernel.launches})
            return result
        elsewhere = [i["id"] for i in self.book.identities if not _applies(i, chips) and i["grade"] != "silent"]
        if elsewhere:
            reason = "other-chip" if chips else "no-chip"
            result["not_judged"].append({"reason": reason, "identities": elsewhere})
        short: dict[str, None] = {}
        for identity, found in self._outcomes(kernel, chips):
            verdict = self.verdict(identity, found, bound)
            if verdict == "too-short":
                short[identity["id"]] = None
            elif verdict:
                _gather(result[verdict + "s"], self._finding(identity, found))
        if short:
            result["not_judged"].append({"reason": "too-short", "identities": list(short)})
        result["contradictions"].sort(key=lambda f: -f["error"])
        return result

    def _outcomes(self, kernel: Kernel, chips: frozenset[str]) -> Iterator[tuple[Identity, Outcome]]:
        scope = KernelScope(kernel)
        for identity, bound in self._plan(kernel):
            if _applies(identity, chips):
                found = outcome(identity, bound, scope, self.book.members)
                if found is not None:
                    yield identity, found

    def _plan(self, kernel: Kernel) -> list[tuple[Identity, dict[str, str]]]:
        names = frozenset(kernel.values)
        if names not in self._plans:
            self._plans[names] = [
                (identity, bound)
                for identity in self.book.identities
                if identity["grade"] != "silent"
                for bound in bindings_of(identity, kernel.values.keys(), self.book.divisor)
            ]
        return self._plans[names]

    def verdict(self, identity: Identity, found: Outcome, length: float | None) -> str:
        """``contradiction``, ``remark``, ``too-short``, or empty if the sides agree within the noise."""
        noise = identity.get("noise", {})
        rounding = float(self.book.around["rounding"])
        limit = max(float(noise.get("relative", 0.0)), rounding)
        if found.excess <= rounding:
            return ""
        if "absolute" in noise:
            return str(identity["grade"]) if found.difference > noise["absolute"] else ""
        if noise.get("pass") and not noise.get("always"):
            between = self.book.pass_noise(length)
            if between is None:
                return "too-short"
            limit = max(limit, between)
        if found.excess > limit:
            return str(identity["grade"])
        return "remark" if "remark" in noise and found.excess > max(noise["remark"], rounding) else ""

    def _finding(self, identity: Identity, found: Outcome) -> Finding:
        distrust = identity["distrust"]
        if isinstance(distrust, str):
            sides = {"left": found.left_names, "right": found.right_names, "both": found.left_names + found.right_names}
            names = list(dict.fromkeys(sides.get(distrust, ())))
        else:
            names = list(distrust)
        return {
            "identity": identity["id"],
            "left": found.left,
            "right": found.right,
            "relation": identity.get("relation", "="),
            "left_expression": found.left_text,
            "right_expression": found.right_text,
            "error": found.error,
            "distrust": names,
            "also": [],
            "text": identity["text"][self.lang],
            "advice": self.book.advice(identity["advice"], self.lang),
        }

    def _uninformative(self, kernel: Kernel, chips: frozenset[str]) -> list[Finding]:
        result = []
        for key, entry in self.book.around["uninformative"].items():
            if not _applies(entry, chips):
                continue
            names = [name for name in self._matching(kernel)[key] if kernel.values[name].number is not None]
            if names:
                result.append(
                    {
                        "id": key,
                        "identity": entry["identity"],
                        "names": names,
                        "text": entry["text"][self.lang],
                        "advice": entry["advice"][self.lang],
                    }
                )
        return result

    def _matching(self, kernel: Kernel) -> dict[str, list[str]]:
        """Names that each entry without information covers; worked out once for kernels with the same names."""
        have = frozenset(kernel.values)
        if have not in self._empty:
            self._empty[have] = {
                key: [n for n in kernel.values if any(match(template, n) is not None for template in entry["names"])]
                for key, entry in self.book.around["uninformative"].items()
            }
        return self._empty[have]

    @staticmethod
    def _not_collected(kernel: Kernel) -> list[Finding]:
        return [
            {"name": name, "shown": value.text or value.missing, "reason": value.missing}
            for name, value in kernel.values.items()
            if value.missing not in ("", "timeline", "unit") and not name.startswith(SCRATCH)
        ]


def _applies(identity: Identity, chips: frozenset[str]) -> bool:
    return bool(identity.get("everywhere")) or bool(chips.intersection(identity["chips"]))


def _gather(findings: list[Finding], new: Finding) -> None:
    """Add a finding; the same counter under another rollup is named beside the first one."""
    stem = _stem(new["left_expression"])
    for old in findings:
        if old["identity"] == new["identity"] and _stem(old["left_expression"]) == stem:
            old["also"].append(new["left_expression"])
            return
    findings.append(new)


def _stem(expression: str) -> str:
    for rollup in (".avg", ".max", ".min", ".sum"):
        expression = expression.replace(rollup, "")
    return expression
