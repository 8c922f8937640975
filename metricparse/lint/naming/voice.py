"""What every part of a verdict needs: the page, and words for its messages."""

from __future__ import annotations

from collections.abc import Iterable

from metricparse.catalog.chips import release_in_words
from metricparse.explain.compose import text_of
from metricparse.lint.model import Objection
from metricparse.lint.naming.lexicon import SHOWN, suggested
from metricparse.lint.phrases import Phrases, listed
from metricparse.lint.reading.chips import chips_in
from metricparse.lint.reading.names import Seen
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.stated import Stated, stated_at

Verdict = tuple[str, Objection]
"""Rule and objection."""


class Voice:
    """One page, and how to speak of its names."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.kb = page.kb
        self.lang = page.lang
        self.say = Phrases(page.kb, page.lang)

    def request(self, key: str, seen: Seen) -> str:
        """What ncu does with a request of some kind; empty where nobody requests it."""
        if seen.where not in ("metrics", "import", "list"):
            return ""
        return text_of(self.kb.get("request", key), "text", self.lang)

    def names(self, names: Iterable[str]) -> str:
        """Names for a message, or words that none is known."""
        shown = list(dict.fromkeys(names))[:SHOWN]
        return listed([f"`{name}`" for name in shown], self.lang) if shown else self.say("none-known")

    def suggestions(self, text: str) -> list[str]:
        """The nearest real names, those of the stated chip alone if the linter was given one."""
        # the figures of a product do not matter here, and a record cannot be remembered by
        targets = tuple(one._replace(product=None) for one in self.page.setting.targets)
        return list(suggested(self.kb, text, targets))

    def release(self, cuda: str) -> str:
        """A CUDA release with the release of the profiler that comes with it."""
        return f"CUDA {release_in_words(self.kb, cuda)}"

    def stated(self, seen: Seen) -> Stated:
        """The chips that the place of a name speaks of."""
        command = seen.command
        if command is not None and (chips := command.value("--chips")):
            found = tuple(chips_in(self.kb, chips))
            return Stated(found, frozenset().union(*(one.chips for one in found)), chips)
        return stated_at(self.page, seen.region, seen.at)


def objection(
    seen: Seen,
    slots: dict[str, str],
    variant: str = "",
    replacement: str | None = None,
    *,
    safe: bool = False,
    replaces: tuple[int, int] | None = None,
) -> Objection:
    """An objection to a name at its place; a replacement only where the name stands there as written."""
    start, end = seen.start, seen.end
    if replaces is None and end - start != len(seen.prefix) + len(seen.text):
        replacement = None
    return Objection(start, end, tuple(slots.items()), variant, replacement=replacement, safe=safe, replaces=replaces)
