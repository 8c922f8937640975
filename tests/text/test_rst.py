"""reStructuredText."""

from tests.text.reading import read, regions, texts, where

DOC = """\
=======
 Title
=======

The counter ``lts__t_sectors.sum`` rose, see `the log <https://example.org/a_b>`_ and :ref:`more <x>`,
*not* **time**; :math:`n/t` [1]_ https://example.org.
结论如下::

    ncu --set full \\
      ./app   # 一次

小节
----

.. code-block:: python
   :linenos:

   x = 1  # one

.. warning:: One run
   only.

   Repeat it.

- item one
  goes on

  - inner
- item two

term
    its meaning

.. metricparse: ignore N001 -- history

.. [1] Measured cold.

    quoted words

+--------+----------+
| metric | 数值     |
+========+==========+
| ``a``  | 3.1 GB   |
|        | (cold)   |
+--------+----------+

======  =======
name    value
======  =======
占用率  62 %
stall   3
======  =======

.. list-table:: Results
   :header-rows: 1

   * - metric
     - value
   * - dram
     - 3 GB

:author: somebody

.. math::

   a + b

>>> run(3)  # again
"""


def test_rst():
    document = read(DOC, "doc.rst")
    assert texts(document, "heading") == ["Title", "小节"]
    first = regions(document, "prose")[0]
    assert first.text == ("The counter lts__t_sectors.sum rose, see the log and more,\nnot time; n/t  ￼.\n结论如下:")
    assert [m.kind for m in first.marks] == ["code", "link", "link", "emphasis", "strong", "math"]
    assert where(document, "lts__t_sectors.sum", "inline-code") == (5, 15, 5, 33)
    literal, block, doctest = regions(document, "code")
    assert literal.text == "ncu --set full \\\n  ./app   # 一次"
    assert document.lead(literal) is first
    assert (block.language, block.detail, doctest.text) == ("python", "fence", ">>> run(3)  # again")
    assert texts(document, "comment") == ["一次", "one", "metricparse: ignore N001 -- history", "again"]
    assert [(r.text, r.context.alert) for r in document.regions if r.context.alert] == [
        ("One run\nonly.", "warning"),
        ("Repeat it.", "warning"),
    ]
    inner = next(r for r in document.regions if r.text == "inner")
    two = next(r for r in document.regions if r.text == "item two")
    one = next(r for r in document.regions if r.text.startswith("item one"))
    assert document.lead(inner) is one
    assert one.context.list == two.context.list
    meaning = next(r for r in document.regions if r.text == "its meaning")
    assert document.lead(meaning).text == "term"
    assert texts(document, "quote") == ["quoted words"]
    assert texts(document, "math", detail="display") == ["a + b"]
    assert texts(document, "prose", detail="field") == ["somebody"]


def test_tables():
    document = read(DOC, "doc.rst")
    by_text = {r.text: r.cell for r in regions(document, "table-cell")}
    assert (by_text["3.1 GB\n(cold)"].header, by_text["3.1 GB\n(cold)"].label) == ("数值", "a")
    assert (by_text["62 %"].header, by_text["62 %"].label) == ("value", "占用率")
    assert (by_text["3 GB"].header, by_text["3 GB"].label) == ("value", "dram")
    assert where(document, "62 %") == (50, 6, 50, 10)


def test_metric_patterns_are_no_emphasis():
    document = read("Use lts__* and l1tex__* as in 2 * 3 * 4; \\*literal\\*.\n", "doc.rst")
    assert texts(document, "prose") == ["Use lts__* and l1tex__* as in 2 * 3 * 4; *literal*."]
