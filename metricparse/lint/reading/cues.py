"""Words by which a text shows that it denies, asks, supposes or corrects something (kb/reading/cues.yaml)."""

from __future__ import annotations

import re
from functools import cache

from metricparse.catalog.store import KnowledgeBase


@cache
def pattern(kb: KnowledgeBase, *kinds: str) -> re.Pattern[str]:
    """One pattern for all words of some kinds; an alternation of plain words, so it cannot backtrack far.

    Raises KeyError for a kind that kb/reading/cues.yaml does not hold.
    """
    words: list[str] = []
    for kind in kinds:
        entry = kb.get("cue", kind)
        if entry is None:
            raise KeyError(kind)
        words += [rf"(?<![a-z0-9_-]){re.escape(word)}(?![a-z0-9_])" for word in entry["en"]]
        words += [re.escape(word) for word in entry["zh"]]
    return re.compile("|".join(words))


def said(kb: KnowledgeBase, text: str, *kinds: str) -> bool:
    """Whether a text holds a word of one of these kinds."""
    return pattern(kb, *kinds).search(_unmasked(kb, plain(text))) is not None


def begins(kb: KnowledgeBase, text: str, *kinds: str) -> bool:
    """Whether a text begins with a word of one of these kinds."""
    return pattern(kb, *kinds).match(plain(text)) is not None


def _unmasked(kb: KnowledgeBase, text: str) -> str:
    """A text without the words that hold a denial and deny nothing; as long as before."""
    return pattern(kb, "masked").sub(lambda match: "·" * len(match.group()), text)


def plain(text: str) -> str:
    """A text as cues are written: lower case, one kind of apostrophe, line breaks as blanks; as long as before."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(one.lower() if len(one.lower()) == 1 else one for one in text)
    return lowered.replace("’", "'").replace("\n", " ")


def asked(kb: KnowledgeBase, sentence: str) -> bool:
    """Whether a sentence is a question."""
    bare = sentence.rstrip("\"'”’」』）) ")
    return bare.endswith(("?", "？")) or said(kb, sentence, "asks")
