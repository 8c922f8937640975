"""Plain text, as notes are pasted from elsewhere."""

from tests.text.reading import check, read, regions, texts, where

NOTE = """\
1.1 采集方式

先用下面的命令采集，再看 `lts__t_sectors.sum`：

# 只采一个内核
ncu --launch-count 1 \\
    --set full ./app

范围\t资源\t问题
整卡\t132 个 SM\t够多吗
一个 SM\t228 KiB\t放得下吗

要点：
- first point
  goes on
- second (see https://example.org/x)
3) third

Result
======

| a | b |
|---|---|
| 1 | 2 |

```
sm__cycles_active.avg  # busy
```

The command ncu --set full is slow.
"""


def test_plain_text():
    document = read(NOTE, "note.txt")
    assert texts(document, "heading") == ["1.1 采集方式", "Result"]
    command, fence = regions(document, "code")
    assert (command.language, command.text) == (
        "shell",
        "# 只采一个内核\nncu --launch-count 1 \\\n    --set full ./app",
    )
    assert document.lead(command).text.startswith("先用")
    assert texts(document, "comment") == ["只采一个内核", "busy"]
    assert fence.detail == "fence"
    assert texts(document, "inline-code") == ["lts__t_sectors.sum"]
    items = regions(document, "prose", detail="item")
    assert [r.text for r in items] == ["first point\ngoes on", "second (see ￼)", "third"]
    assert {document.lead(r).text for r in items} == {"要点："}
    assert texts(document, "prose")[-1] == "The command ncu --set full is slow."
    cell = next(r for r in regions(document, "table-cell") if r.text == "228 KiB")
    assert (cell.cell.header, cell.cell.label) == ("资源", "一个 SM")
    assert where(document, "228 KiB") == (11, 7, 11, 14)
    assert document.headings(items[0]) == ("1.1 采集方式",)


def test_mark_up_is_text_in_plain_files():
    document = read("a *b* _c_ <d> [e](f) &amp; \\_\n", "note.txt")
    assert texts(document, "prose") == ["a *b* _c_ <d> [e](f) &amp; \\_"]


def test_articles_of_the_material(material):
    for path in sorted(material.glob("**/*.txt"))[:20]:
        document = read(path.read_bytes(), path.name)
        assert document.regions
        check(document)


def test_a_line_of_tildes_under_a_line_is_no_fence():
    document = read("How to profile\n~~~~~~~~~~~~~~\n\nFlags of ncu: -k, -s.\n", "a.txt")
    assert [(one.kind, one.text) for one in document.blocks] == [
        ("heading", "How to profile"),
        ("prose", "Flags of ncu: -k, -s."),
    ]
