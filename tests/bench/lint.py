"""Figures, not tests: how fast ``metric lint`` is as a whole process, beside markdownlint-cli2, and how cost grows.

Run: ``python -m tests.bench.lint [PATH_OF_MARKDOWNLINT_CLI2] [LARGEST_MB]``.  The 200 files are made of the corpus of snippets,
so they hold what notes about kernels hold.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from metricparse.catalog.store import default
from tests.lint.corpus import snippets

FILES = 200
SIZE = 8_500
"""Characters a file, about 1.7 MB in all."""
ENVIRONMENT = {**os.environ, "METRIC_LANG": "en"}
# an installed package has its modules compiled
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)


def documents():
    """200 Markdown files in the manner of a folder of notes: explanations, and every third part a snippet of the corpus."""
    notes = [row["text"] for row in snippets("open") if row["as"] in ("markdown", "text")]
    kb = default()
    prose = [
        f"{entry[field]['en']}\n\n{entry[field]['zh']}"
        for kind, field in (("question", "answer"), ("term", "text"), ("section", "text"), ("option", "text"))
        for _, entry in kb.items(kind)
        if field in entry
    ]
    texts = []
    for number in range(FILES):
        parts = [f"# Notes {number}\n"]
        size = 0
        at = number * 7
        while size < SIZE:
            piece = notes[at % len(notes)] if at % 3 == 0 else prose[at % len(prose)]
            parts.append(f"\n## Part {at}\n\n{piece}\n")
            size += len(piece.encode())
            at += 1
        texts.append("".join(parts))
    return texts


def timed(command, folder, runs=5):
    """Seconds of the fastest of some runs, on one core."""
    best = 1e9
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run(
            ["taskset", "-c", "0", *command],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            env=ENVIRONMENT,
        )
        best = min(best, time.perf_counter() - start)
    return best


def main():
    """Print the figures."""
    other = sys.argv[1] if len(sys.argv) > 1 else ""
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    ours = [sys.executable, "-m", "metricparse", "lint", "--preview"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = 0
        for number, text in enumerate(documents()):
            size += len(text.encode())
            (folder / f"note{number:03}.md").write_text(text, encoding="utf-8")
        (folder / "small").mkdir()
        (folder / "small" / "a.md").write_text("# Note\n\nSee `dram__bytes_read.sum`.\n", encoding="utf-8")
        ENVIRONMENT["PYTHONPATH"] = str(Path(__file__).parents[2])
        mine, small = (
            timed([*ours, *(f"note{n:03}.md" for n in range(FILES))], folder),
            timed([*ours, "small/a.md"], folder),
        )
        print(
            f"{FILES} files, {size / 1e6:.2f} MB: {mine:.2f} s, {size / 1e6 / mine:.2f} MB/s; a small file {small:.3f} s"
        )
        if other:
            theirs, their_small = timed([other, "note*.md"], folder, 3), timed([other, "small/a.md"], folder)
            print(f"markdownlint-cli2: {theirs:.2f} s; a small file {their_small:.3f} s")
            print(f"{theirs / mine:.1f} times its throughput; a small file in {small / their_small:.2f} of its time")
        text = "\n".join(documents())
        for megabytes in (1, 2, 5, 10, 20, 50):
            if megabytes <= largest:
                path = folder / "large.md"
                path.write_bytes(
                    (text * (megabytes * 1_000_000 // len(text.encode()) + 1))
                    .encode()[: megabytes * 1_000_000]
                    .decode(errors="ignore")
                    .encode()
                )
                seconds = timed([*ours, "large.md"], folder, 1)
                print(f"one file of {megabytes} MB: {seconds:.2f} s, {megabytes / seconds:.2f} MB/s")


if __name__ == "__main__":
    main()
