"""N015: a list of metrics that the shell ends too early."""

from __future__ import annotations

from collections.abc import Iterator

from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.rejected import rejected
from metricparse.text.commands.model import Invocation, Split

LONGEST = 300
"""Characters of the list that the advice spells out."""


def check(page: Page) -> Iterator[Objection]:
    """The first name that each ended list loses."""
    for index, invocation in page.commands:
        if invocation.tool != "ncu":
            continue
        for split in invocation.splits:
            lost = [one for one in invocation.requests if one.context == "split"]
            name = next((one.word for one in lost if one.word.offset >= split.offset or split.cause == "value"), None)
            if name is None or name.hole or rejected(page, index, name.offset, name.end):
                continue
            start, end = page.place(index, name)
            slots = (
                ("name", name.text),
                ("problem", Phrases(page.kb, page.lang)(f"ends-{split.cause}")),
                ("command", f"`--metrics {_joined(invocation)}`"),
            )
            variant = "blank-behind-backslash" if split.cause == "blank-behind-backslash" else ""
            yield Objection(
                start,
                end,
                slots,
                variant,
                replacement=_glue(page, index, split, name.offset),
                replaces=_gap(page, index, split, name.offset),
            )
            break


def _joined(invocation: Invocation) -> str:
    names = [one.text for one in invocation.requests if one.context in ("metrics", "split")]
    text = ",".join(dict.fromkeys(names))
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _gap(page: Page, index: int, split: Split, name: int) -> tuple[int, int] | None:
    """The blanks that end the word, where taking them away mends it."""
    text = page.region(index).text
    if split.cause not in ("blank", "indentation") or split.value is None:
        return None
    end = name
    while end > 0 and text[end - 1] == ",":
        end -= 1
    start = end
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    if start == end or (split.cause == "indentation" and text[start - 1 : start] != "\n"):
        return None
    if split.cause == "indentation" and text[:start].endswith((" \\\n", "\t\\\n")):
        return None  # a blank before the continuation ends the word as well
    return page.region(index).range(start, end)


def _glue(page: Page, index: int, split: Split, name: int) -> str | None:
    return "" if _gap(page, index, split, name) is not None else None
