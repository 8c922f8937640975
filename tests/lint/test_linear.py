"""Cost grows as the text does: no pattern backtracks over it, and no check starts over for every word."""

import ast
import importlib
import itertools
import pkgutil
import re
import time
from pathlib import Path

import pytest

import metricparse.lint
from metricparse.catalog.store import default
from metricparse.lint.checks import CHECKS
from metricparse.lint.config import Config
from metricparse.lint.engine import linted
from metricparse.lint.model import Setting
from tests.bench.text import HOSTILE
from tests.lint import counting

try:
    from re import _parser as sre_parse
except ImportError:  # Python 3.10
    import sre_parse

LENGTH = 10_000
SECONDS = 0.2
"""For one pattern over one text of `LENGTH`: a hundred times what a linear one takes, a tenth of what a quadratic one does."""


def values(thing):
    """Compiled patterns in a module's global."""
    if isinstance(thing, re.Pattern):
        yield thing
    elif isinstance(thing, dict):
        for one in thing.values():
            yield from values(one)
    elif isinstance(thing, list | tuple | set | frozenset):
        for one in thing:
            yield from values(one)


def patterns():
    """(where, pattern) of every regular expression of the linter, from code and from kb/reading."""
    for info in pkgutil.walk_packages(metricparse.lint.__path__, "metricparse.lint."):
        module = importlib.import_module(info.name)
        for name, thing in vars(module).items():
            for one in values(thing):
                yield f"{info.name.removeprefix('metricparse.lint.')}.{name}", one
    for kind in ("reading", "option-meaning"):
        for key, entry in default().items(kind):
            for number, shape in enumerate(entry.get("patterns", ())):
                yield f"{kind}.{key}.{number}", re.compile(shape)


PATTERNS = list(dict(patterns()).items())


def pieces(parsed, found):
    """Characters that a pattern looks for, in order."""
    for operation, argument in parsed:
        name = str(operation)
        if name == "LITERAL":
            found.append(chr(argument))
        elif name == "IN":
            pieces(argument, found)
        elif name == "RANGE":
            found.append(chr(argument[0]))
        elif name == "CATEGORY":
            found.append({"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " "}.get(str(argument), "a"))
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            pieces(argument[2], found)
        elif name == "SUBPATTERN":
            pieces(argument[-1], found)
        elif name == "BRANCH":
            for one in argument[1]:
                pieces(one, found)
        elif name in ("ASSERT", "ASSERT_NOT", "GROUPREF_EXISTS", "ATOMIC_GROUP"):
            for one in argument if isinstance(argument, tuple) else (argument,):
                if hasattr(one, "__iter__"):
                    pieces(one, found)
    return found


def pumped(pattern):
    """Texts in which much nearly matches: each character and pair of the pattern over and over, and its own words."""
    found = pieces(sre_parse.parse(pattern.pattern, pattern.flags & ~re.UNICODE), [])
    letters = list(dict.fromkeys([*found, " ", "a", "1"]))[:14]
    heads = ["".join(found[:size]) for size in (len(found), 12, 6, 3) if found]
    for unit in [
        *letters,
        *heads,
        *(f"{head} " for head in heads),
        *map("".join, itertools.combinations(letters[:7], 2)),
    ]:
        yield (unit * (LENGTH // len(unit) + 1))[:LENGTH] + "\n!"


@pytest.mark.parametrize(("where", "pattern"), PATTERNS, ids=[where for where, _ in PATTERNS])
def test_no_pattern_backtracks(where, pattern):
    for text in pumped(pattern):
        start = time.process_time()
        for _ in pattern.finditer(text):
            pass
        assert time.process_time() - start < SECONDS, text[:40]


def test_a_pattern_that_backtracks_would_be_seen():
    with pytest.raises(AssertionError):
        test_no_pattern_backtracks("", re.compile(r"a[^x]*b+[^x]*!!"))


def test_every_pattern_is_seen_here():
    """A pattern compiled inside a function is in none of the lists above, but for the two places that read kb/reading."""
    inside = set()
    for path in Path(metricparse.lint.__file__).parent.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                        owner = call.func.value
                        if isinstance(owner, ast.Name) and owner.id == "re":
                            inside.add(path.stem)
    assert inside <= {"matcher", "option_meaning"}
    assert len(PATTERNS) > 25


DOCUMENTS = {
    **HOSTILE,
    "names": ("a.md", lambda n: "ncu `dram__bytes_raed.sum` " * (n // 27)),
    "one name over and over": ("a.txt", lambda n: "ncu " + "dram__bytes_" * (n // 12)),
    "bars": ("a.txt", lambda n: "ncu " + "a__" * (n // 3)),
    "a long list": ("a.sh", lambda n: "ncu --metrics " + "dram__bytes.sum," * (n // 16) + " ./a"),
    "blanks in a list": ("a.sh", lambda n: 'ncu --metrics "' + "dram__bytes.sum, " * (n // 17) + '" ./a'),
    "many options": ("a.sh", lambda n: "ncu " + "--set full " * (n // 11) + "./a"),
    "options behind the program": ("a.sh", lambda n: "ncu ./a " + "--launch-count 3 " * (n // 17)),
    "commands": ("a.sh", lambda n: "ncu --set ful ./a\n" * (n // 18)),
    "continued": ("a.sh", lambda n: "ncu --metrics a,\\\n" + "  b__c.sum,\\\n" * (n // 13)),
    "chips": ("a.md", lambda n: "H100 B200 " * (n // 10)),
    "chips and names": ("a.md", lambda n: "On the H100, `dram__bytes_read.sum` was removed. " * (n // 49)),
    "figures": ("a.md", lambda n: "The H100 PCIe has 132 SMs and 50 MB of L2. " * (n // 43)),
    "one sentence of figures": ("a.md", lambda n: "The H100 PCIe has " + "132 SMs, " * (n // 9)),
    "cells": ("a.md", lambda n: "| ncu | b |\n|---|---|\n" + "| `dram__bytes.smu` | 1 |\n" * (n // 26)),
    "commands and comments": ("a.sh", lambda n: "# old\nncu --metrics sm__foo.sum ./a # fails\n" * (n // 46)),
    "options": ("a.md", lambda n: "`-c` cache control, " * (n // 20)),
    "options in cells": ("a.md", lambda n: "| ncu | b |\n|---|---|\n" + "| `-c` | cache control |\n" * (n // 25)),
    "sets in cells": ("a.md", lambda n: "| set | b |\n|---|---|\n" + "| `full` | all metrics |\n" * (n // 26)),
    "one row": ("a.md", lambda n: "| " + "`dram__bytes.smu` | " * (n // 20) + "\n|" + "--|" * (n // 20)),
    "older names": ("a.md", lambda n: "ncu achieved_occupancy and " * (n // 27)),
    "features": ("a.md", lambda n: "TMA on the A100 and " * (n // 20)),
    "headings": ("a.md", lambda n: "# H100 `dram__bytes.smu`\n\n" * (n // 26)),
    "suppressions": ("a.md", lambda n: "<!-- metricparse: ignore N001 -- x -->\n\nncu `a__b.sum`\n\n" * (n // 56)),
    "suppressions in code": ("a.sh", lambda n: "# metricparse: ignore N001 -- x\nncu --metrics a__b.sum\n" * (n // 56)),
    "denials": ("a.md", lambda n: "ncu not no never not without " * (n // 29) + "`dram__bytes.smu`"),
}
SIZES = (3_000, 6_000)


def calls(name, text):
    """How many functions a run of the linter calls."""
    setting = Setting(default(), "en")
    return counting.calls(lambda: linted(name, text.encode(), dict(CHECKS), setting, Config(preview=True)))


@pytest.mark.parametrize("case", DOCUMENTS)
def test_twice_the_text_is_twice_the_work(case):
    name, make = DOCUMENTS[case]
    head = "ncu on the H100\n\n" if name.endswith((".md", ".txt", ".rst")) else ""
    calls(name, head + make(500))  # what is read once and kept
    less, more = (calls(name, head + make(size)) for size in SIZES)
    assert more <= 2.3 * less + 3000, (less, more)


@pytest.mark.parametrize("case", DOCUMENTS)
def test_a_hostile_document_is_soon_done(case):
    name, make = DOCUMENTS[case]
    start = time.process_time()
    linted(name, ("ncu H100\n\n" + make(10_000)).encode(), dict(CHECKS), Setting(default(), "en"), Config(preview=True))
    assert time.process_time() - start < 5
