"""An explanation as text: the answer first, one screen, readable without colour and in 80 columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from metricparse.catalog.chips import chips_in_words
from metricparse.catalog.store import KnowledgeBase
from metricparse.output.available_text import availability_words
from metricparse.output.terminal import Paint, headed, printable, width, wrap

Answer = dict[str, Any]

ROLE_COLOUR = {
    "unit": "cyan",
    "stage": "blue",
    "direction": "blue",
    "quantity": "green",
    "reason": "green",
    "whole": "green",
    "filter": "yellow",
    "flag": "yellow",
    "per": "magenta",
    "rate": "magenta",
    "statistic": "magenta",
    "rollup": "magenta",
    "submetric": "magenta",
    "unknown": "red",
}

LIST = 6
"""Names shown of a longer list; the rest is counted."""


class TextRenderer:
    """Renders answers for one language and width."""

    def __init__(self, kb: KnowledgeBase, lang: str, columns: int, paint: Paint) -> None:
        self.kb = kb
        self.lang = lang
        self.columns = columns
        self.paint = paint
        self.words = kb.get("meta", "interface") or {}

    def word(self, key: str) -> str:
        """An interface heading or phrase."""
        for group in self.words.values():
            if isinstance(group.get(key), dict):
                return str(group[key][self.lang])
        return key

    def render(self, answer: Answer) -> str:
        """The whole answer."""
        if answer["status"] == "label":
            lines = self._label(answer)
        elif "decoded" in answer:
            lines = self._metric(answer)
        else:
            lines = self._thing(answer)
        return "\n".join(lines) + "\n"

    # --- blocks ----------------------------------------------------------------------------------------------------

    def _row(self, key: str, text: str) -> list[str]:
        if not text:
            return []
        return headed(self.word(key), text, self.columns, 16, self.paint, "bold")

    def _summary(self, text: str) -> list[str]:
        return wrap(text, self.columns, "  ")

    def _head(self, answer: Answer, *facts: str) -> list[str]:
        name = printable(answer.get("name") or answer["query"])
        right = " · ".join(filter(None, facts))
        if width(name) + width(right) + 3 <= self.columns:
            return [self.paint(name, "bold") + "   " + self.paint(right, "dim")]
        return [self.paint(name, "bold"), *([f"  {self.paint(right, 'dim')}"] if right else [])]

    def _metric(self, answer: Answer) -> list[str]:
        status = answer["status"]
        lines = self._head(
            answer,
            self.word(f"kind-{answer['kind']}") if "kind" in answer else "",
            answer.get("unit_of_measure", ""),
            "" if status == "known" else self.word(f"status-{status}"),
        )
        if status not in ("known",):
            lines += self._problem(answer)
        lines += ["", *self._summary(answer["meaning"]["summary"]), ""]
        lines += self._tokens(answer)
        meaning = answer["meaning"]
        lines += self._row("counts", meaning["counts"])
        lines += self._row("denominator", meaning["denominator"])
        lines += self._row("answers", meaning["answers"])
        lines += self._row("does_not_say", meaning["does_not_say"])
        lines += self._breakdown(answer)
        lines += self._pitfalls(answer)
        lines += self._available(answer)
        lines += self._row("note", answer.get("note", ""))
        for shift in answer.get("shifts", [])[:2]:
            lines += self._row("note", shift)
        lines += self._labels(answer)
        if status == "known":
            lines += self._row(
                "expands_to", " ".join(e.removeprefix(answer["base"]) for e in answer.get("expands_to", []))
            )
            if answer.get("request") not in ("collected", "expands"):
                lines += self._row("request", answer.get("request_text", ""))
        lines += self._row("collect", answer.get("collect", ""))
        lines += self._related(answer)
        lines += self._values(answer)
        lines += self._history(answer)
        lines += self._sources(answer)
        return lines

    def _problem(self, answer: Answer) -> list[str]:
        lines = [""]
        if answer["status"] != "unknown" or answer.get("request_text"):
            lines += self._row("request", answer.get("request_text", ""))
        lines += self._suggestions(answer)
        return lines if len(lines) > 1 else []

    def _suggestions(self, answer: Answer) -> list[str]:
        lines: list[str] = []
        for index, one in enumerate(answer.get("suggestions", [])[:LIST]):
            text = f"{one['name']}  ({one['why']})" if one["why"] else one["name"]
            lines += self._row("suggestions", text) if index == 0 else wrap(text, self.columns, " " * 16)
        return lines

    def _tokens(self, answer: Answer) -> list[str]:
        tokens = answer.get("tokens", [])
        if len(tokens) < 2 and all(t["role"] == "whole" for t in tokens):
            return []
        lines = []
        wide = min(30, max((len(t["text"]) for t in tokens), default=0))
        for token in tokens:
            role = self.word(f"role-{token['role']}")
            name = token["text"]
            text = token["short"] or (self.word("no-entry") if token["role"] == "unknown" else "")
            if token["role"] == "unknown":
                text += f" ({self.word('offset')} {token['offset']})"
            pad = " " * max(1, wide + 2 - len(name))
            lead = f"  {name}{pad}{role}{' ' * max(1, 12 - width(role))}"
            wrapped = wrap(text, self.columns, " " * width(lead), lead) or [lead.rstrip()]
            colour = ROLE_COLOUR.get(token["role"])
            if colour and self.paint.on:
                wrapped[0] = wrapped[0].replace(name, self.paint(name, colour), 1)
            lines += wrapped
        return [*lines, ""] if lines else []

    def _pitfalls(self, answer: Answer, most: int = 5) -> list[str]:
        lines: list[str] = []
        said = answer["meaning"]["does_not_say"]
        items = [p for p in answer.get("pitfalls", []) if p["text"] not in said]
        for index, item in enumerate(items[:most]):
            text = f"{item['text']}" + (f" [{item['rule']}]" if item["rule"] else "")
            lines += self._row("pitfalls", text) if index == 0 else wrap(text, self.columns, " " * 16)
        if len(items) > most:
            lines.append(" " * 16 + self.word("and-more").replace("{n}", str(len(items) - most)))
        return lines

    def _breakdown(self, answer: Answer) -> list[str]:
        made = answer.get("breakdown")
        if not made or not made["constituents"]:
            return []
        if not any(made["constituents"].values() if isinstance(made["constituents"], dict) else made["constituents"]):
            return self._row("breakdown", self.word("all-hidden"))
        constituents = made["constituents"]
        if isinstance(constituents, dict):
            chips, names = max(constituents.items(), key=lambda item: "gh100" in item[0].split())
            more = len(constituents) - 1
            text = self._some(names)
            if more:
                text += f" [{chips_in_words(chips.split(), self.kb.meta)}]"
                text += " " + self.word("other-chips" if more > 1 else "other-chips-one").replace("{n}", str(more))
            elif len(set(made["leaves"].values())) > 1:
                text += " " + self.word("leaves-differ")
        else:
            text = self._some(constituents)
        if made["hidden"]:
            text += "; " + self.word("hidden-member")
        return self._row("breakdown", text)

    def _some(self, names: list[str], most: int = LIST) -> str:
        text = ", ".join(names[:most])
        more = len(names) - most
        return text + (" " + self.word("and-more").replace("{n}", str(more)) if more > 0 else "")

    def _available(self, answer: Answer) -> list[str]:
        return (
            self._row("available", availability_words(self.kb, answer, self.word)) if "availability" in answer else []
        )

    def _labels(self, answer: Answer) -> list[str]:
        seen: list[str] = []
        for row in answer.get("labels", []):
            text = f"“{row['label']}” ({row['section']})" if row["label"] else f"({row['section']})"
            if text not in seen:
                seen.append(text)
        return self._row("shown", self._some(seen, 3))

    def _related(self, answer: Answer) -> list[str]:
        lines: list[str] = []
        for index, one in enumerate(answer.get("related", [])[:4]):
            text = f"{one['name']}: {one['why']}" if one["why"] else one["name"]
            lines += self._row("related", text) if index == 0 else wrap(text, self.columns, " " * 16)
        return lines

    def _values(self, answer: Answer) -> list[str]:
        lines: list[str] = []
        if answer.get("values_note"):
            return self._row("values", self.word("not-in-report"))
        rows = answer.get("values", [])
        numbers = [
            f"{r['value']:,.10g} {r['unit']}" if isinstance(r["value"], (int, float)) else f"{r['value']}" for r in rows
        ]
        wide = max(map(len, numbers), default=0)
        for index, (row, number) in enumerate(zip(rows, numbers, strict=True)):
            kernel = printable(row["kernel"])
            room = max(20, self.columns - 18 - wide)
            kernel = kernel if len(kernel) <= room else kernel[: room - 1] + "…"
            heading = self.word("values") if index == 0 else ""
            lead = f"  {heading}{' ' * max(1, 14 - width(heading))}"
            lines.append(f"{lead}{number.rjust(wide)}  {kernel}")
        return lines

    def _history(self, answer: Answer) -> list[str]:
        lines: list[str] = []
        for index, text in enumerate(answer.get("history", [])):
            lines += self._row("history", text) if index == 0 else wrap(text, self.columns, " " * 16)
        return lines

    def _sources(self, answer: Answer) -> list[str]:
        """Every source once, then how sure the name, its meaning and the words in it are."""
        names: list[str] = []
        sure: dict[str, list[str]] = {}
        for row in answer.get("sources", []):
            names += [s for s in row["sources"] if s not in names]
            about = {"name and availability": "of-name", "entry": "of-entry"}.get(row["what"], "of-words")
            if answer.get("kind") not in ("counter", "ratio", "throughput", "sampled"):
                # an attribute is explained as a whole, not from its words
                about = "of-entry" if about == "of-words" and "decoded" in answer else about
            about = about if "decoded" in answer else ""
            confidence = self._confidence(row["confidence"])
            if row["sources"] and confidence not in sure.setdefault(about, []):
                sure[about].append(confidence)
        said = [(self.word(a) + self.word("colon") if a else "") + ", ".join(words) for a, words in sure.items()]
        text = "; ".join([", ".join(names), *said]) if names else ""
        return [self.paint(line, "dim") for line in self._row("sources", text)]

    def _confidence(self, word: str) -> str:
        """How sure a statement is, in the language of the answer."""
        return word if self.lang == "en" else str(self.words["confidences"].get(word, word))

    # --- other answers ---------------------------------------------------------------------------------------------

    def _label(self, answer: Answer) -> list[str]:
        lines = self._head(answer, self.word("status-label"), answer.get("unit_of_measure", ""))
        lines += ["", *self._summary(answer["meaning"]["summary"]), ""]
        grouped: dict[str, list[Answer]] = {}
        for one in answer["meanings"]:
            grouped.setdefault(one["metric"], []).append(one)
        for metric, rows in list(grouped.items())[:8]:
            lines.append("  " + self.paint(metric, "green"))
            sections: dict[str, list[str]] = {}
            for row in rows:
                sections.setdefault(row["section"], []).extend(filter(None, [row.get("compute_capability", "")]))
            places = [s + (f" (CC {', '.join(ccs).replace('|', ', ')})" if ccs else "") for s, ccs in sections.items()]
            if "metric" not in answer:
                lines += wrap(rows[0]["summary"], self.columns, "    ")
            lines += wrap(", ".join(places), self.columns, "    ")
        if len(grouped) > 8:
            lines.append("  " + self.word("and-more").replace("{n}", str(len(grouped) - 8)))
        lines.append("")
        meaning = answer["meaning"]
        for key in ("counts", "denominator", "answers", "does_not_say"):
            lines += self._row(key, meaning[key])
        lines += self._pitfalls(answer)
        lines += self._row("collect", answer.get("collect", ""))
        lines += self._related(answer)
        lines += self._values(answer)
        lines += self._sources(answer)
        return lines

    def _thing(self, answer: Answer) -> list[str]:
        lines = self._head(answer, self.word(f"status-{answer['status']}"))
        if answer["status"] == "unknown":
            lines += ["", *self._summary(answer["meaning"]["summary"])]
            lines += self._suggestions(answer)
            return lines
        lines += ["", *self._summary(answer["meaning"]["summary"]), ""]
        lines += self._legacy(answer)
        kind = answer.get("id", "").partition(":")[0]
        lines += self._row({"stall": "waits_for", "rule": "why"}.get(kind, "place"), answer["meaning"]["counts"])
        lines += self._row("does_not_say", answer["meaning"]["does_not_say"])
        lines += self._row("next", answer.get("next", ""))
        for row in answer.get("details", []):
            sure = f"  [{self._confidence(row['confidence'])}]" if row.get("confidence") else ""
            value = self._detail_value(f"{row['value']}") + sure
            name = self._detail(row["name"])
            lines += wrap(value, self.columns, " " * 36, f"  {name}{' ' * max(1, 34 - width(name))}")
        members = answer.get("members", [])
        lines += [f"  {name}" for name in members]
        more = answer.get("members_total", 0) - len(members)
        if more > 0:
            lines.append(
                "  " + self.word("and-more").replace("{n}", str(more)) + f" (metric list {printable(answer['name'])})"
            )
        if members and answer.get("note"):
            lines.append("")
        lines += self._row("note", answer.get("note", ""))
        if answer["status"] == "legacy":
            lines += self._suggestions(answer)
            lines += self._row("request", answer.get("request_text", ""))
        elif answer["status"] == "family" and not members:
            lines += self._row("request", answer.get("request_text", ""))
        lines += self._related(answer)
        lines += self._sources(answer)
        return lines

    def _detail(self, name: str) -> str:
        """Name of a detail row; data names it in English."""
        words: dict[str, str] = self.words["details"]
        if self.lang == "en":
            return name
        return words.get(name) or " ".join(words.get(word, word) for word in name.split())

    def _detail_value(self, value: str) -> str:
        """Value of a detail row; yes and no in the language of the answer."""
        return str(self.words["details"].get(value, value)) if self.lang != "en" and value in ("yes", "no") else value

    def _legacy(self, answer: Answer) -> list[str]:
        legacy = answer.get("legacy")
        if not legacy:
            return []
        lines = self._row("now", legacy["now"] or legacy["formula"] or self.word("nothing-now"))
        lines += self._row("match", self.word(f"match-{legacy['match']}"))
        lines += self._row("scale", legacy["scale"])
        lines += self._row("note", legacy["why"])
        answer["suggestions"] = [s for s in answer["suggestions"] if s["name"] != legacy["now"]]
        return lines


def render(kb: KnowledgeBase, answers: Iterable[Answer], lang: str, columns: int, paint: Paint) -> str:
    """Every answer, with an empty line between them."""
    renderer = TextRenderer(kb, lang, columns, paint)
    return "\n".join(renderer.render(answer) for answer in answers)
