"""Notebooks: positions are those of the file, through the escapes of JSON."""

import json

import pytest

from metricparse.text.document import read_document
from metricparse.text.problem import DocumentError
from tests.text.reading import read, regions, texts, where

CELLS = [
    {
        "cell_type": "markdown",
        "metadata": {"source": ["not text"]},
        "source": [
            '# Title "q"\n',
            "text `lts__t_sectors.sum` 中文 \U0001f525 end\n",
            "\n",
            "|a|b|\n",
            "|-|-|\n",
            "|1|2|",
        ],
    },
    {
        "cell_type": "code",
        "outputs": [{"text": ["# not read\n"], "data": {"cells": [{"cell_type": "code", "source": "no"}]}}],
        "source": "x = 1  # one\n!ncu --set full \\\n    ./app\ny = 'a\\n'",
    },
    {"cell_type": "code", "source": ["%%bash\n", "ncu --version # which\n"]},
    {"cell_type": "raw", "source": "raw"},
]


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("indent", [None, 1])
def test_cells(ascii_only, indent):
    data = {"cells": CELLS, "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4}
    text = json.dumps(data, ensure_ascii=ascii_only, indent=indent)
    document = read(text, "run.ipynb")
    assert texts(document, "heading") == ['Title "q"']
    assert regions(document, "prose")[0].text == "text lts__t_sectors.sum 中文 \U0001f525 end"
    assert texts(document, "table-cell") == ["a", "b", "1", "2"]
    assert [(r.language, r.detail) for r in regions(document, "code")] == [
        ("python", "cell"),
        ("shell", "magic"),
        ("shell", "cell"),
    ]
    assert texts(document, "code", detail="magic") == ["ncu --set full \\\n    ./app"]
    assert texts(document, "comment") == ["one", "which"]
    assert [r.context.unit for r in regions(document, "code")] == [1, 1, 2]
    line, column, _, end = where(document, "lts__t_sectors.sum", "inline-code")
    assert document.line(line)[column - 1 : end - 1] == "lts__t_sectors.sum"
    line, column, _, end = where(document, "\U0001f525", "prose")
    written = document.line(line)[column - 1 : end - 1]
    assert json.loads(f'"{written}"') == "\U0001f525"


def test_old_notebooks_with_worksheets():
    data = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["ncu = 1 # x\n"]}]}]}
    assert texts(read(json.dumps(data), "old.ipynb"), "comment") == ["x"]


def test_a_lone_surrogate_is_no_crash():
    document = read(r'{"cells": [{"cell_type": "markdown", "source": "a \ud83d b"}]}', "x.ipynb")
    assert texts(document, "prose") == ["a \ufffd b"]


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ('{"cells": [\n  {"cell_type": "code" "source": ""}]}', 2, "JSON"),
        ("[1, 2]", 1, "cells"),
        ('{"cells": 3}', 1, "cells"),
        ('{"cells": [' + "[" * 5000 + "]" * 5000 + "]}", 1, "deep"),
        ("", 1, "JSON"),
    ],
)
def test_broken_notebooks(text, line, word):
    with pytest.raises(DocumentError, match=word) as caught:
        read_document("x.ipynb", text.encode())
    assert caught.value.line == line
    assert caught.value.text("zh") != caught.value.text("en")
