"""The paraphrase bank: labelled sentences and rows, wrong and right, by rule, writer and language.

A line of ``tests/corpus/bank/<part>/<writer>/<lang>/<RULE>.jsonl`` is ``[polarity, style, text, claim]``; ``[[`` and ``]]``
mark the words that carry the claim.  ``asserts`` is wrong, every other polarity is right.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "corpus" / "bank"


class Item(NamedTuple):
    """A labelled text."""

    part: str
    writer: str
    lang: str
    rule: str
    polarity: str
    style: str
    text: str
    """As a Markdown document, without marks."""
    marks: tuple[tuple[int, int], ...]
    """Where the marked words stand in it."""
    claim: str

    @property
    def wrong(self):
        """Whether the rule objects to it."""
        return self.polarity == "asserts"


def unmarked(text):
    """A text without its marks, and where they were."""
    marks, out = [], ""
    rest = text
    while "[[" in rest:
        before, _, rest = rest.partition("[[")
        inside, _, rest = rest.partition("]]")
        out += before
        marks.append((len(out), len(out) + len(inside)))
        out += inside
    return out + rest, tuple(marks)


def as_markdown(style, text):
    """A bare line of code is put into a fence, so that its comment is read as one."""
    if style != "comment" or "```" in text or text.lstrip().startswith(("|", "- ", "> ", "#include")):
        return text
    if "//" in text or "/*" in text:
        return f"```cpp\n{text}\n```"
    return f"```python\n{text}\n```" if "#" in text else text


def item(part, writer, lang, rule, row):
    """An item of a row of a file."""
    polarity, style, text, claim = row
    plain, marks = unmarked(as_markdown(style, text))
    return Item(part, writer, lang, rule, polarity, style, plain, marks, claim)


@cache
def items(part, folder=FOLDER):
    """Every item of a part (open or heldout)."""
    found = []
    for path in sorted((Path(folder) / part).glob("*/*/*.jsonl")):
        writer, lang, rule = path.parts[-3], path.parts[-2], path.stem
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                found.append(item(part, writer, lang, rule, json.loads(line)))
    return found
