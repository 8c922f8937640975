"""``metric compare``: the facets of names side by side, one verdict, every reason in words, and what to use instead.

compare(kb, ["sm__inst_executed.avg", "smsp__inst_executed.avg"])["verdict"]   → "convertible"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.errors import UsageError
from metricparse.semantics.facets_full import Facets, facets_in, in_words
from metricparse.semantics.issue import Issue, effect
from metricparse.semantics.known_identities import Known
from metricparse.semantics.quantity import Quantity, of_name
from metricparse.semantics.relations import relation
from metricparse.semantics.resolve import Resolver
from metricparse.semantics.semantics_book import SemanticsBook
from metricparse.semantics.wording import issue_text

Result = dict[str, Any]
VERDICTS = {"note": "comparable", "converts": "convertible", "blocks": "not-comparable"}
ORDER = ("comparable", "convertible", "not-comparable")
"""Best first."""
MOST = 50
"""Names in one comparison."""


class Comparer:
    """Compares names of one knowledge base, in one language, on a chip or on all."""

    def __init__(
        self, kb: KnowledgeBase, lang: str = "en", chip: str | None = None, release: str | None = None
    ) -> None:
        self.book = SemanticsBook(kb, chip)
        self.lang, self.chip = lang, chip
        self.resolver = Resolver(self.book, lang, chip, release)
        self.known = Known(kb, chip)

    def compare(self, texts: Sequence[str]) -> Result:
        """Compare full names or labels, each with each.

        Raises UsageError for fewer than two names, and for a text that is no name with a value.
        """
        if len(texts) < 2:
            raise UsageError("compare takes two names or more, or one name with two chips (--chip a100 --chip b200)")
        if len(texts) > MOST:
            raise UsageError(f"compare takes at most {MOST} names; {len(texts)} were given")
        found = [facets_in(self.book, self.resolver.name(text), self.chip) for text in texts]
        result = self._pairs(found)
        words = [in_words(self.book, one, self.lang) for one in found]
        return {
            "names": [one.name for one in found],
            "asked": list(texts),
            **result,
            "facets": {key: [one[key] for one in words] for key in words[0]},
            "differs": [key for key in words[0] if len({one[key] for one in words}) > 1],
        }

    def _pairs(self, found: Sequence[Facets]) -> Result:
        reasons: dict[tuple[str, str], Result] = {}
        instead: dict[tuple[str, str], Result] = {}
        identities: dict[str, Result] = {}
        verdict = ORDER[0]
        for index, first in enumerate(found):
            for second in found[index + 1 :]:
                # in one order whichever way round they were given, so that the words are the same too
                one, other = sorted((first, second), key=lambda facets: facets.name)
                here, issues, known = self.pair(one, other)
                verdict = max(verdict, here, key=ORDER.index)
                for row in known:
                    identities.setdefault(row["id"], row)
                self._tell(issues, of_name(self.book, one), of_name(self.book, other), reasons, instead)
        for row in identities.values():
            reasons.setdefault(
                ("identity", row["text"]),
                {"facet": "identity", "effect": row["effect"], "names": row["names"], "text": row["text"]},
            )
        order = {"blocks": 0, "converts": 1, "note": 2}
        return {
            "verdict": verdict,
            "reasons": sorted(reasons.values(), key=lambda row: order[row["effect"]]),
            "instead": [] if verdict == ORDER[0] else list(instead.values()),
            "identities": [{"id": row["id"], "chips": row["chips"]} for row in identities.values()],
        }

    def pair(self, one: Facets, other: Facets) -> tuple[str, list[Issue], list[Result]]:
        """Verdict, issues and identities of a pair of names."""
        if one.name == other.name:
            return ORDER[0], [], []
        issues = relation(self.book, of_name(self.book, one), of_name(self.book, other), "compare")
        verdict = VERDICTS[effect(self.book, issues)]
        known = self.known.between(one.name, other.name, self.lang)
        if not known and one.share == other.share == "peak":
            known = self.known.peaks(self.book.kb.decode(one.name), self.book.kb.decode(other.name), self.lang)
        if verdict == "not-comparable" and any(row["holds"] for row in known):
            # the identity settles what stood in the way; to be told it all the same would contradict the verdict
            issues = [issue for issue in issues if self.book.reasons[issue.key]["effect"] != "blocks"]
            verdict = "convertible"
        return verdict, issues, known

    def _tell(
        self,
        issues: list[Issue],
        a: Quantity,
        b: Quantity,
        reasons: dict[tuple[str, str], Result],
        instead: dict[tuple[str, str], Result],
    ) -> None:
        for issue in issues:
            entry = self.book.reasons[issue.key]
            text = issue_text(self.book, issue, "text", a, b, self.lang)
            row = {"facet": entry["facet"], "effect": entry["effect"], "names": [a.label, b.label], "text": text}
            reasons.setdefault((entry["facet"], text), row)
            advice = issue_text(self.book, issue, "instead", a, b, self.lang)
            if not advice:
                continue
            if issue.factor:
                instead.setdefault((advice, issue.factor), {"factor": issue.factor, "text": advice})
            for name in issue.names:
                if name not in (a.label, b.label):
                    instead.setdefault((advice, name), {"name": name, "text": advice})
            if not any(key[0] == advice for key in instead):
                instead[advice, ""] = {"text": advice}


def compare(
    kb: KnowledgeBase, names: Sequence[str], lang: str = "en", chip: str | None = None, release: str | None = None
) -> Result:
    """Compare names; the result has the form of ``schema/compare.schema.json``.

    Raises UsageError for fewer than two names, and for a text that is no name with a value.
    """
    return Comparer(kb, lang, chip, release).compare(names)
