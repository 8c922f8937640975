"""The labelled arithmetic: rows ``[language, kind, rules, text]`` of first/*.jsonl and second/*.jsonl.

``<alu>`` stands for a full name (names.json); rules are those that object, apart by blanks, empty for a right text.
``python -m tests.lint.arithmetic.cases [first|second]`` prints the figures and what went wrong.
"""

import json
import sys
from functools import cache
from pathlib import Path

from metricparse.catalog.store import default
from metricparse.lint.arithmetic import objections
from metricparse.lint.model import Setting
from metricparse.lint.reading.page import Page
from metricparse.text.document import read_document

HERE = Path(__file__).parent
FILES = {"m": "a.md", "p": "a.py", "s": "a.sh", "t": "a.txt"}


@cache
def names():
    return json.loads((HERE / "names.json").read_text(encoding="utf-8"))


def cases(part):
    """(id, language, kind, rules, text) of a part."""
    found = []
    for path in sorted((HERE / part).glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            lang, kind, rules, text = json.loads(line)
            for short, name in names().items():
                text = text.replace(f"<{short}>", name)
            found.append((f"{path.stem}-{number}", lang, kind, sorted(rules.split()), text))
    return found


def page_of(text, kind, lang):
    return Page(read_document(FILES[kind], text.encode()), Setting(default(), lang))


@cache
def rules_found(text, kind, lang):
    """Rules of everything that is objected to, and not answered in a quotation."""
    page = page_of(text, kind, lang)
    return sorted(rule for rule, one in objections(page) if not page.answered(one.start))


def figures(part):
    """(right, extra, missed) and the cases that went wrong."""
    right = extra = missed = 0
    wrong = []
    for key, lang, kind, rules, text in cases(part):
        found = rules_found(text, kind, lang)
        rest = list(rules)
        for one in found:
            if one in rest:
                rest.remove(one)
                right += 1
            else:
                extra += 1
        missed += len(rest)
        if found != rules:
            wrong.append((key, rules, found, text))
    return right, extra, missed, wrong


def main():
    """Print the figures of the parts asked for."""
    for part in sys.argv[1:] or ["first", "second"]:
        right, extra, missed, wrong = figures(part)
        print(f"{part}: precision {right / (right + extra or 1):.3f} recall {right / (right + missed or 1):.3f}"
              f" right {right} extra {extra} missed {missed}")  # fmt: skip
        for key, rules, found, text in wrong:
            print(f"  {key}: want {rules} got {found}: {text[:170]!r}")


if __name__ == "__main__":
    main()
