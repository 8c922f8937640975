"""Mutated snippets of the corpus through every check: nothing may raise, and every finding stands where it says.

Run: ``python -m tests.fuzz.lint [SECONDS] [SEED]``.
"""

import random
import sys
import time
import traceback

from metricparse.catalog.chips import target
from metricparse.catalog.store import default
from metricparse.lint.checks import CHECKS
from metricparse.lint.config import Config
from metricparse.lint.engine import linted
from metricparse.lint.model import Setting
from tests.lint.corpus import snippets
from tests.lint.examples import NAMES

PIECES = [
    "`",
    "``",
    "|",
    "\n",
    "\n\n",
    "> ",
    "- ",
    "```bash\n",
    "--",
    "-c ",
    "__",
    ".",
    "{",
    "}",
    "<",
    ">",
    "*",
    "“",
    "」",
    "“没有",
    "?",
    "！",
    "H100",
    "A100 ",
    "132 SMs",
    "1979 TFLOPS",
    "\\\n",
    "$(",
    "\t",
    "\u2028",
    "İ",
    "é",
    "😀",
    "0",
]


def mutated(chance, text):
    """A text with a few cuts, repetitions and insertions."""
    for _ in range(chance.randint(1, 6)):
        at, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        kind = chance.randint(0, 4)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:end] + text[at : min(end, at + 60)] + text[end:]
        elif kind == 2:
            text = text[:at] + chance.choice(PIECES) * chance.randint(1, 3) + text[at:]
        elif kind == 3:
            text = text[:at] + text[at:end][::-1] + text[end:]
        else:
            text = text[:at] + text[at : at + 40].swapcase() + text[at + 40 :]
    return text


def main():
    """Fuzz for some seconds; exit status 1 if anything raised."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    kb = default()
    settings = [Setting(kb, lang, targets) for lang in ("en", "zh") for targets in ((), (target(kb, "h100-sxm"),))]
    rows = snippets("open")
    stop, count, wrong = time.monotonic() + seconds, 0, 0
    while time.monotonic() < stop:
        row = chance.choice(rows)
        text = mutated(chance, row["text"] + (chance.choice(rows)["text"] if chance.random() < 0.3 else ""))
        name = NAMES[chance.choice(list(NAMES)) if chance.random() < 0.2 else row["as"]]
        count += 1
        try:
            outcome = linted(name, text.encode(), dict(CHECKS), chance.choice(settings), Config(preview=True))
            for one in outcome[0]:
                assert one.message
                assert one.excerpt
        except Exception:
            wrong += 1
            traceback.print_exc(limit=-4)
            print(repr(text[:600]))
    print(f"{count} documents, {wrong} failures")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
