"""Short phrases that fill the slots of messages (kb/reading/phrases.yaml)."""

from __future__ import annotations

from collections.abc import Sequence

from metricparse.catalog.store import KnowledgeBase
from metricparse.slots import filled


class Phrases:
    """The phrases in one language.  Raises KeyError for one that kb/reading/phrases.yaml does not hold."""

    def __init__(self, kb: KnowledgeBase, lang: str) -> None:
        self.kb = kb
        self.lang = lang

    def __call__(self, key: str, **slots: object) -> str:
        """A phrase with its slots filled."""
        entry = self.kb.get("phrase", key)
        if entry is None:
            raise KeyError(key)
        return filled(str(entry[self.lang]), slots)


def listed(words: Sequence[str], lang: str) -> str:
    """Words one after the other, with the comma of the language."""
    return ("、" if lang == "zh" else ", ").join(words)
