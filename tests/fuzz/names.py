"""A fuzz run over explain: real names, labels and words, mutated.  ``python -m tests.fuzz.names SECONDS [SEED]``."""

import random
import sys
import time

from metricparse.catalog.store import default
from metricparse.explain.answer import explain, ok
from metricparse.output import explain_text
from metricparse.output.terminal import Paint

STRANGE = [*"\0.:*{},<>%\\'\" \n占🦀ﬀ\u202e", "\x1b[2J", "__", ".."]


def mutate(text, pool, rng):
    """One to four random changes."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:at] + rng.choice(STRANGE) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 6) :]
        elif kind == 2:
            text = text[:at] + rng.choice(pool)[: rng.randint(1, 20)] + text[at:]
        elif kind == 3:
            text = text[:at] + chr(rng.randrange(1, 0x3000)) + text[at:]
        elif kind == 4:
            text = rng.choice(["breakdown:", "regex:", "group:", "pmsampling:"]) + text
        else:
            text = (text + rng.choice([".", "_", ""])) * rng.randint(1, 3)
    return text


def main(seconds=10.0, seed=0):
    """Run for a while; any exception or odd character in the output ends it with the input shown."""
    kb = default()
    rng = random.Random(seed)
    pool = kb.keys("base") + kb.keys("label") + kb.keys("alias") + kb.keys("legacy")
    end = time.monotonic() + seconds
    runs = 0
    while time.monotonic() < end:
        query = mutate(rng.choice(pool), pool, rng)
        lang = rng.choice(["en", "zh"])
        try:
            answer = explain(kb, query, lang=lang, chips=rng.choice([(), ("gh100",), ("b200", "a100-80-sxm")]))
            ok(answer)
            text = explain_text.render(kb, [answer], lang, rng.choice([40, 80, 100]), Paint(rng.random() < 0.5))
            bad = [c for c in text.replace("\x1b[", "") if not c.isprintable() and c != "\n"]
            assert text.strip()
            assert not bad
        except Exception:
            print(f"seed {seed}, run {runs}: {query!r}", file=sys.stderr)
            raise
        runs += 1
    print(f"fuzz: {runs} queries, no fault")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
