"""Input that nobody should be hurt by: a clear error for that file, or regions as for any other; never a crash, never slow."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from metricparse.text.document import LONGEST_LINE, read_document
from metricparse.text.problem import DocumentError
from tests.bench.text import HOSTILE
from tests.text.reading import check

NAMES = ["a.md", "a.txt", "a.rst", "a.sh", "a.ps1", "a.bat", "a.py", "Makefile", "Dockerfile", "a.yml"]


def test_invalid_utf8_names_byte_and_place():
    with pytest.raises(DocumentError) as caught:
        read_document("a.md", "好\nx好y".encode() + b"\xff tail")
    assert (caught.value.line, caught.value.column) == (2, 4)
    assert "byte 9 (0xff)" in caught.value.text("en")
    assert "0xff" in caught.value.text("zh")


@pytest.mark.parametrize("name", NAMES)
def test_nul_and_utf16(name):
    with pytest.raises(DocumentError, match="NUL character at byte 6") as caught:
        read_document(name, b"a\nb\nc \0")
    assert caught.value.line == 3
    with pytest.raises(DocumentError, match="UTF-16"):
        read_document(name, "text".encode("utf-16"))


def test_a_line_beyond_reason():
    with pytest.raises(DocumentError, match="characters") as caught:
        read_document("a.md", b"# x\n" + b"y" * (LONGEST_LINE + 1))
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", ">" * 10_000 + " x"),
        ("a.md", "- " * 10_000 + "x"),
        ("a.md", "\n".join("  " * n + "- x" for n in range(300))),
        ("a.rst", "\n\n".join("  " * n + "- x" for n in range(300))),
        ("a.rst", "- " * 10_000 + "x"),
    ],
)
def test_containers_too_deep(name, text):
    with pytest.raises(DocumentError, match="deep"):
        read_document(name, text.encode())


@pytest.mark.parametrize("bracket", ["[", "(", "{", "<", "*", "`", "_", "$", "![", "[^", "**", "<!--", "&"])
@pytest.mark.parametrize("name", NAMES)
def test_ten_thousand_open_brackets(name, bracket):
    check(read_document(name, (bracket * 10_000 + "x").encode()))


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_input_ends(case):
    # A loop that starts over for every character hangs here; the figures that show linear growth are in tests/bench/text.py.
    name, make = HOSTILE[case]
    data = make(60_000).encode()
    if case == "nested quotes":
        with pytest.raises(DocumentError, match="deep"):
            read_document(name, data)
    else:
        check(read_document(name, data))


PIECES = [
    *"\n\n\n\n    \t|>#-*+`~_$[]()<>!\\&:.'\"=;%,",
    *[
        "- ",
        "1. ",
        "> ",
        "# ",
        "```",
        "~~~sh\n",
        "$$",
        "|-|-|\n",
        "| a | b |\n",
        "[x](y)",
        "[r]: u\n",
        "[^1]",
        "<br>",
        "<td>",
    ],
    *[
        "<!-- c -->",
        "&lt;",
        "&amp;",
        "`code`",
        "``lit``",
        "**b**",
        "*e*",
        "::\n\n    ",
        ".. note:: ",
        ".. x\n",
        "+--+--+\n",
    ],
    *[
        "===  ===\n",
        "----\n",
        '"""',
        "'''",
        "run: |\n  ",
        "key: ",
        "<<EOF\n",
        "EOF\n",
        "# c\n",
        "// c",
        "/* ",
        " */",
        "\\\n",
        "\r\n",
    ],
    *[
        "lts__t_sectors.sum",
        "占用率",
        "，",
        "e\u0301",
        "\U00010400",
        "https://example.org/a_b",
        "---\n",
        "    code\n",
        "\t",
    ],
]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_every_character_keeps_its_place(name, text):
    check(read_document(name, text.encode()))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text", ["# # ", "#", "# ", "## ##\n", " # # #\ntext", "# #\n===\n", "=\n=\n", "1. ", "1. 1.\n", "- # #\n"]
)
def test_marks_of_a_heading_without_words_are_no_empty_heading(name, text):
    document = read_document(name, text.encode())
    check(document)
    assert all(one.text.strip() for one in document.blocks if one.kind == "heading")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=15).map("".join), max_size=4), st.booleans(), st.booleans())
def test_every_character_keeps_its_place_in_notebooks(sources, as_lines, ascii_only):
    import json

    cells = [
        {"cell_type": ("markdown", "code")[n % 2], "source": s.splitlines(keepends=True) if as_lines else s}
        for n, s in enumerate(sources)
    ]
    check(read_document("a.ipynb", json.dumps({"cells": cells}, ensure_ascii=ascii_only).encode()))


def test_prefixes_of_a_real_document_are_documents():
    from tests.text.test_markdown import NOTE

    for size in range(0, len(NOTE), 7):
        check(read_document("a.md", NOTE[:size].encode()))


def test_mutations_of_real_documents():
    from tests.text.test_markdown import NOTE as MARKDOWN
    from tests.text.test_rst import DOC
    from tests.text.test_scripts import PYTHON, SHELL, WORKFLOW

    chance = random.Random(5)
    for name, text in (("a.md", MARKDOWN), ("a.rst", DOC), ("a.sh", SHELL), ("a.py", PYTHON), ("a.yml", WORKFLOW)):
        for _ in range(60):
            lines = text.split("\n")
            for _ in range(3):
                at = chance.randrange(len(lines))
                lines.insert(at, chance.choice(lines)[chance.randrange(3) :])
                del lines[chance.randrange(len(lines))]
            check(read_document(name, "\n".join(lines).encode()))
