"""Whether a document speaks of kernels and their profiles at all: most of a docs tree does not, and is not read further."""

from __future__ import annotations

from metricparse.lint.reading.page import Page
from metricparse.lint.reading.words import words


def speaks_of_kernels(page: Page) -> bool:
    """Whether the document holds a word that belongs to this trade (``kernel-words`` of kb/reading/words.yaml)."""
    return page.once("speaks of kernels", lambda: any(word in page.lowered for word in words(page.kb, "kernel-words")))
