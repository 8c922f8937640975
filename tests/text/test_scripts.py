"""Scripts: comments, strings, docstrings, here-documents; in the file itself and where they are nested in other documents."""

import pytest

from metricparse.text.document import kind_of, read_document
from metricparse.text.model import Skipped
from tests.text.reading import read, regions, texts, where

SHELL = """\
#!/bin/bash
# 先采集扇区数，
# 再看命中率。
#
# Second paragraph
METRICS="lts__t_sectors.sum,\\
dram__bytes.sum"   # both directions
echo "count is $#" 'it # stays'; ls a#b
cat > notes.md <<'EOF'
# no comment, a heading
EOF
cat <<-END
\tindented # text
\tEND
ncu --metrics "$METRICS" ./app # end
"""


def test_shell():
    document = read(SHELL, "run.sh")
    assert texts(document, "comment") == ["先采集扇区数，\n再看命中率。", "Second paragraph", "both directions", "end"]
    assert [r.detail for r in regions(document, "comment")] == ["own", "own", "trailing", "trailing"]
    assert texts(document, "string", detail="here-document") == ["# no comment, a heading", "indented # text"]
    assert texts(document, "string", detail="quoted")[0] == "lts__t_sectors.sum,dram__bytes.sum"
    (code,) = document.blocks
    assert (code.kind, code.language, code.detail) == ("code", "shell", "file")
    assert where(document, "both directions", "comment") == (7, 22, 7, 37)
    end = regions(document, "comment")[-1]
    assert code.text[slice(*end.beside)] == 'ncu --metrics "$METRICS" ./app'


def test_shell_text_that_does_not_close():
    document = read("echo 'open\n# still inside a string that never ends\ncat <<NEVER\n# a comment\n", "a.sh")
    assert "a comment" in texts(document, "comment")


PYTHON = '''\
#!/usr/bin/env python3
"""Run the profiler.

第二段：只运行一次。
"""
import subprocess  # stdlib

METRICS = ["lts__t_sectors.sum",  # sectors, 32 B each
           'dram__bytes.sum']
# about the next line
# and more
command = f"ncu --metrics {','.join(METRICS)}"


def run(size: int) -> None:
    \'\'\'Start it.\'\'\'
    text = "a\\tb # no comment"
    raw = r"C:\\new"
    other = """long
# no comment either
"""
'''


def test_python():
    document = read(PYTHON, "run.py")
    assert texts(document, "comment") == ["stdlib", "sectors, 32 B each", "about the next line\nand more"]
    assert texts(document, "docstring") == ["Run the profiler.", "第二段：只运行一次。", "Start it."]
    strings = texts(document, "string")
    assert "lts__t_sectors.sum" in strings
    assert "a\tb # no comment" in strings
    assert "C:\\new" in strings
    assert where(document, "第二段", "docstring") == (4, 1, 4, 4)
    sectors = regions(document, "comment")[1]
    assert document.regions[0].text[slice(*sectors.beside)] == 'METRICS = ["lts__t_sectors.sum",'


def test_python_that_does_not_parse():
    document = read('def f(:\n    x = "never closed\n    # a comment\n    """also open\n', "broken.py")
    assert texts(document, "comment") == ["a comment"]


def test_carriage_returns_do_not_reach_the_code():
    document = read("ncu --set full \\\r\n  ./app\r\n# end\r\n", "run.sh")
    assert document.regions[0].text == "ncu --set full \\\n  ./app\n# end\n"
    assert where(document, "./app") == (2, 3, 2, 8)


def test_makefile():
    document = read("# build\nprofile: app\n\tncu --set full ./app  # one run\n", "Makefile")
    assert document.kind == "makefile"
    assert texts(document, "comment") == ["build", "one run"]


def test_powershell_and_batch():
    document = read("<# about\n this #>\nncu --set full `\n  app.exe # run\n", "run.ps1")
    assert texts(document, "comment") == ["about\nthis", "run"]
    assert texts(read("REM about\r\nncu app.exe\r\n:: more\r\n", "run.bat"), "comment") == ["about", "more"]


WORKFLOW = """\
# profiling in CI
name: "Profile: nightly"   # shown
jobs:
  gpu:
    steps:
      - name: 采集
        run: |
          # 预热一次
          ncu --metrics lts__t_sectors.sum \\
            ./app

          echo done
      - run: >-
          ncu --set full
          ./app
        shell: pwsh
      - run: ncu --page raw "x.ncu-rep"  # print
      - shell: python
        run: "print(\\"# no\\")"
env:
  METRICS: "dram__bytes.sum,\\
    lts__t_sectors.sum"
script:
  - nsys profile ./app
  - ncu ./app
notes: |
  读数偏高。
  Repeat it.
"""


def test_workflow():
    document = read(WORKFLOW, "ci.yml")
    runs = regions(document, "code", detail="run")
    assert [(r.text, r.language) for r in runs] == [
        ("# 预热一次\nncu --metrics lts__t_sectors.sum \\\n  ./app\n\necho done", "shell"),
        ("ncu --set full ./app", "powershell"),
        ('ncu --page raw "x.ncu-rep"', "shell"),
        ('print("# no")', "python"),
        ("nsys profile ./app", "shell"),
        ("ncu ./app", "shell"),
    ]
    assert where(document, "ncu --metrics") == (9, 11, 9, 24)
    assert where(document, "./app", "code")[0] == 10
    assert texts(document, "comment", language="yaml") == ["profiling in CI", "shown", "print"]
    assert texts(document, "comment", language="shell") == ["预热一次"]
    strings = {r.info: r.text for r in regions(document, "string", language="yaml")}
    assert strings["name"] == "采集"
    assert strings["METRICS"] == "dram__bytes.sum,lts__t_sectors.sum"
    assert strings["notes"] == "读数偏高。\nRepeat it."
    assert texts(document, "string")[0] == "Profile: nightly"


def test_yaml_that_is_none():
    document = read("- - -\n: :\n\t- x\n'open\n\"open: |\n  a: >\n", "odd.yaml")
    assert document.regions[0].kind == "code"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("README.md", "markdown"),
        ("a/b.MARKDOWN", "markdown"),
        ("notes.txt", "plain"),
        ("doc.rst", "rst"),
        ("x.ipynb", "notebook"),
        ("run.sh", "shell"),
        ("job.sbatch", "shell"),
        ("run.py", "python"),
        ("GNUmakefile", "makefile"),
        ("rules.mk", "makefile"),
        ("Dockerfile", "dockerfile"),
        ("Dockerfile.gpu", "dockerfile"),
        (r"C:\work\ci.YML", "yaml"),
        ("kernel.cu", None),
        ("report.ncu-rep", None),
        ("LICENSE", None),
    ],
)
def test_kinds_by_name(name, kind):
    assert kind_of(name) == kind


def test_scripts_without_extension_are_known_by_their_first_line():
    assert kind_of("profile", b"#!/usr/bin/env bash\nncu ./app\n") == "shell"
    assert kind_of("profile", b"#!/usr/bin/python3 -u\n") == "python"
    assert kind_of("profile", b"#!\n") is None


def test_other_kinds_are_skipped_with_a_reason():
    skipped = read_document("kernel.cu", b"// x\n")
    assert isinstance(skipped, Skipped)
    assert ".cu" in skipped.text("en")
    assert "不读取" in skipped.text("zh")


def test_the_kind_can_be_stated():
    assert read_document("-", b"# T\n", "markdown").regions[0].kind == "heading"
    with pytest.raises(ValueError, match="kind"):
        read_document("-", b"", "word")
