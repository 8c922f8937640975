"""Markdown as people write performance notes: what each region is, and where."""

import pytest

from tests.text.reading import read, regions, texts, where

NOTE = """\
---
chip: gh100
---
# Tuning of `gemm` #

Occupancy rose to **62 %**, see [the log](https://example.org/run__3), but
`lts__t_sectors.sum` did not move.

- The L2 answers most reads:
  - hit rate 81 %
  - so DRAM is idle

    (second look, same item)
- [x] repeat with cold caches

> The SMs are *busy*
> > says who?

> [!WARNING]
> One run only.

Setext title
------------

| metric | before | after |
|:-------|-------:|------:|
| `dram__bytes.sum` | 3.1 GB | 1.6&nbsp;GB |
| a \\| b | `c \\| d` |

```bash
ncu --set full \\
    ./app   # warm
```

    indented --code

<!-- metricparse: ignore N001 -- other card -->
<details><summary>More</summary>
hidden &lt;text&gt;
</details>
"""


@pytest.fixture(scope="module")
def note():
    return read(NOTE)


def test_headings_open_sections(note):
    assert texts(note, "heading") == ["Tuning of gemm", "Setext title"]
    assert [r.detail for r in regions(note, "heading")] == ["1", "2"]
    fence = regions(note, "code", detail="fence")[0]
    assert note.headings(fence) == ("Tuning of gemm", "Setext title")
    assert [s.title for s in note.sections] == ["", "Tuning of gemm", "Setext title"]


def test_front_matter_is_set_apart(note):
    (front,) = regions(note, "front-matter")
    assert (front.text, front.language) == ("chip: gh100", "yaml")
    assert where(note, "gh100") == (2, 7, 2, 12)


def test_prose_has_no_mark_up_and_no_addresses(note):
    first = regions(note, "prose")[0]
    assert first.text == "Occupancy rose to 62 %, see the log, but\nlts__t_sectors.sum did not move."
    assert [(first.text[m.start : m.end], m.kind) for m in first.marks] == [
        ("62 %", "strong"),
        ("the log", "link"),
        ("lts__t_sectors.sum", "code"),
    ]
    assert where(note, "62 %") == (6, 21, 6, 25)
    assert where(note, "did not") == (7, 22, 7, 29)


def test_inline_code_is_a_region_inside_its_paragraph(note):
    code = regions(note, "inline-code")[1]
    assert code.text == "lts__t_sectors.sum"
    parent = note.regions[code.parent]
    assert parent.text[code.at :].startswith(code.text)
    assert tuple(note.place(code, 0, len(code.text))) == (7, 2, 7, 20)
    assert sum("lts__t_sectors" in r.text for r in note.blocks) == 1


def test_items_know_their_list_and_what_introduces_them(note):
    items = regions(note, "prose", detail="item")
    assert [r.text for r in items] == [
        "The L2 answers most reads:",
        "hit rate 81 %",
        "so DRAM is idle",
        "(second look, same item)",
        "repeat with cold caches",
    ]
    top, rate, idle, second, repeat = items
    assert note.lead(rate) is top
    assert note.lead(idle) is top
    assert note.lead(second) is idle
    assert idle.context.item == second.context.item != rate.context.item
    assert rate.context.list == idle.context.list != top.context.list == repeat.context.list
    assert (top.context.depth, rate.context.depth) == (1, 2)
    assert repeat.info == "- [x]"


def test_quotes_and_call_outs(note):
    assert [(r.text, r.context.quote) for r in regions(note, "quote")] == [("The SMs are busy", 1), ("says who?", 2)]
    (warned,) = [r for r in note.regions if r.context.alert]
    assert (warned.kind, warned.text, warned.context.alert, warned.context.quote) == (
        "prose",
        "One run only.",
        "warning",
        0,
    )


def test_cells_know_header_and_label(note):
    cell = next(r for r in regions(note, "table-cell") if r.text.startswith("1.6"))
    assert (cell.cell.header, cell.cell.label, cell.cell.row, cell.cell.column) == ("after", "dram__bytes.sum", 1, 2)
    assert [r.text for r in note.row(cell)] == ["dram__bytes.sum", "3.1 GB", "1.6\xa0GB"]
    assert where(note, "GB", "table-cell") == (27, 27, 27, 29)


def test_escaped_bars_are_text_in_cells_and_in_their_code(note):
    cells = [r.text for r in regions(note, "table-cell")]
    assert cells[-2:] == ["a | b", "c | d"]
    assert where(note, "| b") == (28, 5, 28, 9)  # the escape begins with its backslash


def test_code_has_its_language_and_its_comments(note):
    (fence,) = regions(note, "code", detail="fence")
    assert (fence.language, fence.text) == ("shell", "ncu --set full \\\n    ./app   # warm")
    (comment,) = [r for r in regions(note, "comment") if r.language == "shell"]
    assert (comment.text, comment.detail) == ("warm", "trailing")
    assert fence.text[slice(*comment.beside)] == "./app"
    assert texts(note, "code", detail="indented") == ["indented --code"]
    assert where(note, "indented --code") == (35, 5, 35, 20)


def test_html_is_read_for_its_text(note):
    assert texts(note, "html-comment") == ["metricparse: ignore N001 -- other card"]
    assert texts(note, "prose", detail="html") == ["More", "hidden <text>"]
    assert where(note, "<text>") == (39, 8, 39, 20)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("``a ` b`` and ` x `", "a ` b and x"),
        ("a ``` b", "a ``` b"),
        (r"sm\_\_cycles\_active.avg", "sm__cycles_active.avg"),
        ("smsp__inst_executed.sum rose", "smsp__inst_executed.sum rose"),
        ("lts__*, l1tex__* and sm__*", "lts__*, l1tex__* and sm__*"),
        ("**bold***it*", "boldit"),
        ("***both***", "both"),
        ("_a_ snake_case_name __b__", "a snake_case_name b"),
        ("~~old~~ new", "old new"),
        ("占用率**并不等于**利用率", "占用率并不等于利用率"),
        ("结论是**“不受带宽限制”**的", "结论是“不受带宽限制”的"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("[text](<a b> 'title') end", "text end"),
        ("[text](a(b)c) end", "text end"),
        ("[not a link] (x)", "[not a link] (x)"),
        ("![the chart](x.png)", "the chart"),
        ("see https://example.org/a_b_c.", "see ￼."),
        ("见 https://example.org/路径，然后", "见 ￼路径，然后"),
        ("<https://example.org> ok", "￼ ok"),
        ("put <metric> here, sm__<unit>.avg", "put <metric> here, sm__<unit>.avg"),
        ("if x < 50 and y > 3", "if x < 50 and y > 3"),
        ("<b>x</b> and <code>y</code>", "x and y"),
        ("a<br>b", "a\nb"),
        ("50&nbsp;% &lt; &unknown; &", "50\xa0% < &unknown; &"),
        ("costs $5 or $6", "costs $5 or $6"),
        ("$HOME and $PATH", "$HOME and $PATH"),
        ("so $t = n/f$ holds", "so t = n/f holds"),
        ("let $`a_b`$ be", "let a_b be"),
        ("one\\\ntwo", "one\ntwo"),
        ("a <!-- aside --> b", "a  b"),
        (":fire: 🔥 fast", ":fire: 🔥 fast"),
    ],
)
def test_inline(text, expected):
    assert [r.text for r in read(text).blocks if r.kind == "prose"] == [expected]


def test_reference_links_and_footnotes():
    document = read(
        "See [the run][r1] and [r1] but not a[i][j].[^n]\n\n[r1]: https://example.org 'x'\n[^n]: Cold *caches*.\n"
    )
    assert texts(document, "prose") == ["See the run and r1 but not a[i][j].", "Cold caches."]
    assert regions(document, "prose", detail="footnote")[0].info == "[^n]"


def test_indented_code_is_one_block_over_blank_lines():
    document = read("- run\n\n      ncu --set full \\\n        ./app\n\n\n      echo done\n\n  then\n")
    assert texts(document, "code") == ["ncu --set full \\\n  ./app\n\n\necho done"]


def test_math_is_a_region_of_its_own():
    document = read("Speed is $n/t$.\n\n$$\nP = n \\cdot f\n$$\n\n```math\nx\n```\n\n$$ a+b $$\n")
    assert texts(document, "math") == ["n/t", "P = n \\cdot f", "x", " a+b "]
    assert [r.detail for r in regions(document, "math")] == ["inline", "display", "display", "display"]


def test_a_fence_in_an_item_in_a_quote_keeps_its_positions():
    document = read("> 1. collect\n>    ```sh\n>    ncu -o 甲 \\\n>      ./app\n>    ```\n>    then look\n")
    (fence,) = regions(document, "code")
    assert fence.text == "ncu -o 甲 \\\n  ./app"
    assert where(document, "./app") == (4, 8, 4, 13)
    assert document.lead(fence).text == "collect"
    assert texts(document, "quote") == ["collect", "then look"]


def test_columns_count_code_points():
    document = read("中文\t`sm__cycles`，e\u0301\U00010400 `x`\n")
    assert where(document, "sm__cycles", "inline-code") == (1, 5, 1, 15)
    assert where(document, "x", "inline-code") == (1, 22, 1, 23)


def test_carriage_returns_are_no_text():
    document = read("# T\r\n\r\none\r\ntwo `x`\r\n\r\n|a|b|\r\n|-|-|\r\n|1|2|\r\n\r\n```\r\ncode\r\nmore\r\n```\r\n")
    assert texts(document, "prose") == ["one\ntwo x"]
    assert texts(document, "table-cell") == ["a", "b", "1", "2"]
    assert texts(document, "code") == ["code\nmore"]
    assert where(document, "more") == (12, 1, 12, 5)
    assert document.line(4) == "two `x`"


def test_a_byte_order_mark_takes_no_column():
    document = read(b"\xef\xbb\xbf# Title\n")
    assert document.bom
    assert where(document, "Title") == (1, 3, 1, 8)


def test_tabs_indent_to_the_next_stop():
    document = read("-\titem\n\n\t\tcode\n\n>\tquote\n")
    assert texts(document, "prose") == ["item"]
    assert texts(document, "code") == ["code"]
    assert where(document, "code") == (3, 3, 3, 7)
    assert texts(document, "quote") == ["quote"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a\n---\n", ["heading"]),
        ("a\n\n---\nb\n", ["prose", "prose"]),
        ("a\n1. b\n", ["prose", "prose"]),
        ("in the year\n1986. What a year\n", ["prose"]),
        ("```\nnever closed\n", ["code"]),
        ("| a |\nno table\n", ["prose"]),
        ("a | b\n--|--\nc\n", ["table-cell"] * 3),
        ("text\n| a | b |\n|---|---|\n| c | d |\n> q\n", ["prose", *["table-cell"] * 4, "quote"]),
        ("<div>\n*x*\n\n*y*\n</div>\n", ["prose", "prose"]),
        ("<metric>\n\nb\n", ["prose", "prose"]),
        ("#hashtag\n", ["prose"]),
        ("####### seven\n", ["prose"]),
        ("<pre>\nncu --set full\n</pre>\n", ["code"]),
        ("- a\n\n\n  b\n\nc\n", ["prose"] * 3),
        ("> a\nlazy\n\nb\n", ["quote", "prose"]),
        ("* * *\n", []),
        ("", []),
    ],
)
def test_blocks(text, kinds):
    assert [r.kind for r in read(text).blocks] == kinds


def test_html_tables_have_rows_and_headers():
    document = read(
        "<table>\n<tr><th>指标</th><th>值</th></tr>\n<tr><td><code>dram__bytes.sum</code></td><td>3 GB</td></tr>\n</table>\n"
    )
    last = regions(document, "table-cell")[-1]
    assert (last.text, last.cell.header, last.cell.label) == ("3 GB", "值", "dram__bytes.sum")


@pytest.mark.parametrize(
    ("info", "language"),
    [
        ("bash", "shell"),
        ("Python", "python"),
        ("{.cuda .numberLines}", "cuda"),
        ("{code-block} python", "python"),
        ("sh title=run.sh", "shell"),
        ("py:run.py", "python"),
        ("", ""),
        ("SASS", "sass"),
        ("nonsense", "nonsense"),
    ],
)
def test_languages_of_fences(info, language):
    (fence,) = regions(read(f"```{info}\nx\n```\n"), "code")
    assert fence.language == language


def test_comments_in_fences_without_language():
    document = read("```\nsm__warps_active.avg   # resident, not executing\ndram__bytes.sum  // both ways\n```\n")
    comments = regions(document, "comment")
    assert [c.text for c in comments] == ["resident, not executing", "both ways"]
    code = document.regions[0]
    assert [code.text[slice(*c.beside)] for c in comments] == ["sm__warps_active.avg", "dram__bytes.sum"]


def test_comments_in_cuda():
    document = read(
        '```cuda\n/* Each warp\n * reads 128 B\n */\n__global__ void k() { f("// no"); } // one\n// two\n// three\n```\n'
    )
    assert texts(document, "comment") == ["Each warp\nreads 128 B", "one", "two\nthree"]
    assert [r.detail for r in regions(document, "comment")] == ["own", "trailing", "own"]
