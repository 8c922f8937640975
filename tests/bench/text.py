"""Figures, not tests: how fast documents are cut into regions, and that cost grows with size.

Run: ``python -m tests.bench.text [LARGEST_MB]``.
"""

import contextlib
import json
import sys
import time

from metricparse.text.document import read_document
from metricparse.text.problem import DocumentError

PROSE = (
    "The DRAM throughput of the second run did not move, although the kernel writes half as many bytes,\n"
    "so the next thing to read is the number of sectors that reach the L2 slices.\n\n"
    "第二次运行的显存吞吐没有变化，尽管内核写出的字节少了一半，\n因此接下来要看到达 L2 分片的扇区数。\n\n"
)
DENSE = (
    "## Result of `run 3`\n\n" + PROSE + "- look at **sectors**, then at [the log](https://example.org/a_b)\n"
    "- `lts__t_sectors.sum` beside `dram__bytes.sum`\n\n"
    "| metric | before | after |\n| --- | --: | --: |\n| `dram__bytes.sum` | 3.1 GB | 1.6 GB |\n\n"
    "```bash\nncu --set full \\\n  -o after ./app   # warm caches\n```\n\n"
)
SHELL = (
    "# collect the sectors\nMETRICS='lts__t_sectors.sum'\nncu --metrics \"$METRICS\" \\\n    -o out ./app --size 4096\n"
)
PYTHON = (
    'def run(size):\n    """Start the program once."""\n    command = ["ncu", "--set", "full", "./app"]  # one launch\n'
)
RST = (
    "Result\n------\n\n"
    + PROSE
    + "The command is::\n\n    ncu --set full ./app\n\n* ``lts__t_sectors.sum`` fell\n* *time* did not\n\n"
)
YAML = "- name: profile the kernel\n  run: |\n    ncu --set full ./app\n  # keep the report\n  env: {SIZE: 4096}\n"


def notebook(size):
    """A notebook of about so many characters."""
    cells = [
        {"cell_type": "markdown", "source": DENSE.splitlines(keepends=True)},
        {"cell_type": "code", "source": PYTHON.splitlines(keepends=True), "outputs": []},
    ]
    one = len(json.dumps(cells, ensure_ascii=False))
    return json.dumps({"cells": cells * max(size // one, 1), "metadata": {}}, ensure_ascii=False, indent=1)


FORMATS = {
    "prose.md": PROSE,
    "dense.md": DENSE,
    "prose.txt": PROSE,
    "doc.rst": RST,
    "script.sh": SHELL,
    "script.py": PYTHON,
    "flow.yml": YAML,
    "book.ipynb": None,
}

HOSTILE = {
    "nested quotes": ("a.md", lambda n: "> " * 90 + "x\n" + "> " * (n // 2)),
    "quotes on quotes": ("a.md", lambda n: (">" * 99 + "\n") * (n // 100)),
    "deep list, blank lines": ("a.md", lambda n: "- " * 90 + "x\n" + "\n" * n),
    "open brackets": ("a.md", lambda n: "[" * n),
    "link starts": ("a.md", lambda n: "[a](b" * (n // 5)),
    "angle targets": ("a.md", lambda n: "[a](<b" * (n // 6) + ">"),
    "titles": ("a.md", lambda n: '[a](b "c ' * (n // 9)),
    "parenthesised titles": ("a.md", lambda n: "[a](b (c " * (n // 9) + ")"),
    "back-ticks": ("a.md", lambda n: "".join("`" * (1 + i % 50) + " " for i in range(n // 26))),
    "stars": ("a.md", lambda n: "*a **b " * (n // 7)),
    "stars, closed late": ("a.md", lambda n: "a**b" + "c* " * (n // 3)),
    "underscores": ("a.md", lambda n: "_a __b " * (n // 7)),
    "dollars": ("a.md", lambda n: "$a `b" * (n // 5) + "`$"),
    "tags": ("a.md", lambda n: "x <a href='" * (n // 11)),
    "comments": ("a.md", lambda n: "x <!-- " * (n // 7)),
    "raw elements": ("a.md", lambda n: "<div>\n" + "<pre>" * (n // 5) + "</PRE"),
    "addresses": ("a.md", lambda n: "a://b " * (n // 6) + "www."),
    "labels": ("a.md", lambda n: "[a]: b\n\n" + "[a][" * (n // 4)),
    "many labels": ("a.md", lambda n: "".join(f"[l{i}]: x\n\n[l{i}] y\n\n" for i in range(n // 24))),
    "table bars": ("a.md", lambda n: "a|b\n-|-\n" + "|" * n),
    "escapes": ("a.md", lambda n: "\\|" * (n // 2)),
    "entities": ("a.md", lambda n: "&amp" * (n // 4)),
    "here-documents": ("a.sh", lambda n: "".join(f"cat <<A{i}\n" for i in range(n // 12))),
    "quotes": ("a.sh", lambda n: "a'b\"c\\" * (n // 6)),
    "dollar quotes": ("a.sh", lambda n: "$'\\a" * (n // 4)),
    "comments on one line": ("a.md", lambda n: "```c\n" + "/* a */ b " * (n // 10)),
    "strings on one line": ("a.py", lambda n: "'a' + " * (n // 6)),
    "open triple quotes": ("a.py", lambda n: "\"\"\" ''' " * (n // 8)),
    "brackets": ("a.py", lambda n: "(" * n),
    "rulers": ("a.rst", lambda n: "== ==\ntext\n\n" * (n // 12)),
    "rst stars": ("a.rst", lambda n: "*a " * (n // 3) + "x*"),
    "rst ticks": ("a.rst", lambda n: "`a ``b " * (n // 7)),
    "rst roles": ("a.rst", lambda n: ":a" * (n // 2)),
    "rst notes": ("a.rst", lambda n: ".. note::\n\n" * (n // 11)),
    "yaml quotes": ("a.yml", lambda n: "a: 'b\n" * (n // 6)),
    "yaml dashes": ("a.yml", lambda n: "- " * (n // 2)),
    "yaml depth": ("a.yml", lambda n: "".join(" " * (i % 500) + "a:\n" for i in range(n // 253))),
    "one long line": ("a.txt", lambda n: "字" * n),
    "tabs": ("a.txt", lambda n: "a\tb\n" * (n // 4)),
}


def seconds(name, text):
    """Of one reading."""
    data = text.encode()
    start = time.perf_counter()
    with contextlib.suppress(DocumentError):
        read_document(name, data)
    return time.perf_counter() - start, len(data) / 1e6


def main():
    """Print every figure."""
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    print(
        f"{'document':26} " + " ".join(f"{size:>5} MB" for size in (1, 2, 4, largest)) + "   (MB/s, steady if linear)"
    )
    for name, piece in FORMATS.items():
        row = []
        for size in (1, 2, 4, largest):
            text = notebook(size * 600_000) if piece is None else piece * (size * 1_000_000 // len(piece.encode()))
            took, megabytes = seconds(name, text)
            row.append(f"{megabytes / took:8.1f}")
        print(f"{name:26} " + " ".join(row))
    print("\nhostile input: seconds for 0.1, 0.2 and 0.4 MB (doubling if linear)")
    for name, (file, make) in HOSTILE.items():
        row = [f"{seconds(file, make(size))[0]:8.3f}" for size in (100_000, 200_000, 400_000)]
        print(f"{name:26} " + " ".join(row), flush=True)


if __name__ == "__main__":
    main()
