"""Words by which a text shows that it denies, asks, supposes or corrects something (kb/reading/cues.yaml)."""

from __future__ import annotations

from functools import cache, lru_cache

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.reading.matcher import Kinds, Words


@cache
def cue(kb: KnowledgeBase, kind: str) -> Words:
    """The words of one kind.  Raises KeyError for a kind that kb/reading/cues.yaml does not hold."""
    entry = kb.get("cue", kind)
    if entry is None:
        raise KeyError(kind)
    return Words(entry["en"], entry["zh"])


def said(kb: KnowledgeBase, text: str, *kinds: str) -> bool:
    """Whether a text holds a word of one of these kinds; words that hold a denial and deny nothing are passed over.

    Raises KeyError for a kind that kb/reading/cues.yaml does not hold.
    """
    if not _every(kb).known.issuperset(kinds):
        raise KeyError(*kinds)
    return bool(text) and not _kinds(kb, text).isdisjoint(kinds)


@lru_cache(maxsize=4096)
def _kinds(kb: KnowledgeBase, text: str) -> frozenset[str]:
    """Every kind of which a text holds a word: rules ask the same sentence for one kind after the other."""
    return _every(kb).kinds(cue(kb, "masked").blanked(plain(text)))


@cache
def _every(kb: KnowledgeBase) -> Kinds:
    return Kinds((kind, entry["en"], entry["zh"]) for kind, entry in kb.table("cue").items())


def begins(kb: KnowledgeBase, text: str, kind: str) -> bool:
    """Whether a text begins with a word of a kind."""
    return cue(kb, kind).begins(plain(text))


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
