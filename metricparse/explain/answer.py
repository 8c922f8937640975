"""From a query to an answer: what kind of thing it is, and everything that is known about it.

The answer is a plain dict in the form of ``schema/explain.schema.json``; `metricparse.output` renders it.
"""

from __future__ import annotations

from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.explain.beside import fitted
from metricparse.explain.metric import explain_metric

Answer = dict[str, Any]

GOOD = {"known", "label", "concept", "family", "chip", "product", "section", "set", "option", "rule"}
"""Statuses that need no correction."""
BAD_REQUESTS = {"ends-the-run", "crashes", "empty-row", "collects-nothing", "not-offered"}
"""Requests that do not give what was asked for."""
LONGEST = 2000
"""Characters of a query; anything longer is no name and is not looked at further."""


def explain(
    kb: KnowledgeBase, query: str, lang: str = "en", chips: tuple[str, ...] = (), release: str | None = None
) -> Answer:
    """Explain one query.

    Raises UsageError for a chip or release that is not known; any query has an answer.
    """
    targets: tuple[Any, ...] = ()
    library = None
    if chips or release:
        from metricparse.catalog.chips import release_of, target

        targets = tuple(target(kb, chip) for chip in chips)
        library = release_of(kb, release) if release else None
    text = query.strip()
    if len(text) > LONGEST or not text.isprintable() or not text:
        from metricparse.explain.guesses import unreadable

        return unreadable(kb, query, lang)
    answer = None if in_words(text) else explain_metric(kb, text, lang, targets, library)
    if answer is None:
        answer = _other(kb, text, lang, targets, library)
        if targets and answer.get("related"):
            chips = tuple(chip for one in targets for chip in one.chips)
            answer["related"] = fitted(kb, answer["related"], chips)
    return {"query": query, **answer}


def in_words(text: str) -> bool:
    """Whether a text is more than one name: words around a name are no part of its suffix."""
    return not text.isascii() or any(char.isspace() for char in text)


def _other(kb: KnowledgeBase, text: str, lang: str, targets: tuple[Any, ...], library: str | None) -> Answer:
    """What is no listed metric name: a family, a label, an older name, another word, or unknown."""
    # loaded here, since a plain metric name needs none of it
    from metricparse.explain import families, guesses, questions, things

    for step in (
        families.explain_family,
        things.explain_exact_legacy,
        things.explain_label,
        things.explain_legacy,
        things.explain_alias,
        guesses.explain_invented,
        questions.explain_question,
    ):
        answer = step(kb, text, lang, targets, library)
        if answer is not None:
            return answer
    return guesses.unknown(kb, text, lang, targets)


def ok(answer: Answer) -> bool:
    """Whether the query was answered and, if it is a metric name, can be collected as written."""
    return answer["status"] in GOOD and answer.get("request") not in BAD_REQUESTS
