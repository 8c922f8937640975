"""``metric verify`` as text: kernel by kernel what contradicts, then once what says nothing and what did not come."""

from __future__ import annotations

from typing import Any

from metricparse.output.terminal import Paint, headed, printable, width, wrap
from metricparse.semantics.identity_book import IdentityBook

COLOURS = {"contradiction": "red", "remark": "yellow", "uninformative": "blue", "not-collected": "magenta"}
MOST = 8
"""Names shown of a longer list; the rest is counted."""
INDENT = 16
EVERYWHERE = ("other-chip", "no-chip")
"""Why identities were not judged, where that is the same for every kernel of a chip: said once."""


def quantity(value: float) -> str:
    """A value for reading: whole numbers in full, others with six digits.

    >>> quantity(36790276.0), quantity(100.31870585)
    ('36,790,276', '100.319')
    """
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.6g}"


def share(error: float) -> str:
    """A relative error in percent, with two digits that count."""
    percent = 100 * error
    return f"{percent:.3g} %" if percent < 1000 else f"{percent:,.0f} %"


class VerifyText:
    """Renders the result of a `Judge`."""

    def __init__(self, book: IdentityBook, lang: str, columns: int, paint: Paint) -> None:
        self.book, self.lang, self.columns, self.paint = book, lang, columns, paint

    def word(self, key: str, **slots: object) -> str:
        """A phrase in the language of the output."""
        return self.book.word(key, self.lang, **slots)

    def render(self, result: dict[str, Any]) -> str:
        """The whole report."""
        lines: list[str] = []
        for kernel in result["kernels"]:
            lines += [*self._kernel(kernel), ""]
        lines += self._shared(result["kernels"])
        counts = {
            "contradictions": sum(len(k["contradictions"]) for k in result["kernels"]),
            "remarks": sum(len(k["remarks"]) for k in result["kernels"]),
        }
        lines.append(self.paint(self.word("summary", kernels=len(result["kernels"]), **counts), "bold"))
        return "\n".join(lines) + "\n"

    def _row(self, key: str, text: str) -> list[str]:
        return headed(self.word(key), text, self.columns, INDENT, self.paint, COLOURS.get(key, ""))

    def _below(self, text: str) -> list[str]:
        return wrap(text, self.columns, " " * INDENT)

    def _kernel(self, kernel: dict[str, Any]) -> list[str]:
        length = kernel["activity_us"]
        active = self.word("unknown-length") if length is None else self.word("active", us=quantity(round(length, 1)))
        name = printable(kernel["kernel"])
        room = self.columns - width(active) - len(str(kernel["index"])) - 5
        shown = name if len(name) <= room else name[: max(8, room - 1)] + "…"
        lines = [self.paint(f"{kernel['index']}: {shown}", "bold") + "   " + self.paint(active, "dim")]
        for key, findings in (("contradiction", kernel["contradictions"]), ("remark", kernel["remarks"])):
            for finding in findings:
                lines += self._finding(key, finding)
        if not kernel["contradictions"] and not kernel["remarks"] and not self._averaged(kernel):
            lines.append("  " + self.word("nothing"))
        for one in kernel["not_judged"]:
            if one["reason"] in EVERYWHERE:
                continue
            text = self.word(
                one["reason"], n=one.get("launches", len(one["identities"])), ids=", ".join(one["identities"])
            )
            lines += wrap(text, self.columns, "  ")
        return lines

    @staticmethod
    def _averaged(kernel: dict[str, Any]) -> bool:
        return any(one["reason"] == "averaged" for one in kernel["not_judged"])

    def _finding(self, key: str, finding: dict[str, Any]) -> list[str]:
        sides = " {} ".format({"=": "≠", "<=": ">", ">=": "<"}[finding["relation"]])
        values = quantity(finding["left"]) + sides + quantity(finding["right"])
        off = "" if finding["right"] == 0 else f"  ({self.word('difference', error=share(finding['error']))})"
        lines = self._row(key, f"{finding['identity']}  {values}{off}")
        lines += self._below(printable(f"{finding['left_expression']}{sides}{finding['right_expression']}"))
        if finding["also"]:
            lines += self._below(self.word("also", names=self._some([printable(n) for n in finding["also"]])))
        lines += self._below(finding["text"])
        if key == "contradiction":
            lines += self._row("distrust", self._some([printable(n) for n in finding["distrust"]]))
            lines += self._row("advice", finding["advice"])
        return lines

    def _some(self, names: list[str]) -> str:
        more = len(names) - MOST
        return ", ".join(names[:MOST]) + (f", … (+{more})" if more > 0 else "")

    def _shared(self, kernels: list[dict[str, Any]]) -> list[str]:
        """What is alike in many kernels, said once."""
        empty: dict[str, dict[str, Any]] = {}
        missing: dict[tuple[str, str], int] = {}
        for kernel in kernels:
            for one in kernel["uninformative"]:
                known = empty.setdefault(one["id"], {**one, "names": {}})
                known["names"].update(dict.fromkeys(one["names"]))
            for one in kernel["not_collected"]:
                key = (one["name"], one["reason"])
                missing[key] = missing.get(key, 0) + 1
        lines: list[str] = []
        for one in empty.values():
            lines += self._row("uninformative", self._some([printable(n) for n in one["names"]]))
            lines += self._below(f"{one['text']} {one['advice']}" if self.lang == "en" else one["text"] + one["advice"])
        for (name, reason), times in missing.items():
            lines += self._row(
                "not-collected", f"{printable(name)} ({self.word(f'missing-{reason}')}, {times}/{len(kernels)})"
            )
        apart = {(one["reason"], len(one["identities"])) for k in kernels for one in k["not_judged"]}
        for reason, count in sorted(apart):
            if reason in EVERYWHERE:
                lines += wrap(self.word(reason, n=count), self.columns, "  ")
        return [*lines, ""] if lines else []
