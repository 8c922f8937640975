"""The labelled corpus: figures by rule for the open part, totals alone for the part that is held out."""

import pytest

from tests.lint.corpus import judged, score, snippets, totals

KINDS = {"markdown", "text", "rst", "notebook", "shell", "python", "makefile", "yaml", "powershell", "dockerfile"}


def test_enough_of_the_corpus_is_held_out():
    opened, held = snippets("open"), snippets("heldout")
    # the open part goes on growing; what is held out stays
    assert len(held) * 4 >= len(opened) + len(held) >= 300
    for part in (opened, held):
        clean = sum(not row["findings"] for row in part)
        assert 0.4 < clean / len(part) < 0.6
        assert {row["as"] for row in part} == KINDS
        shares = [sum(row["lang"] == lang for row in part) / len(part) for lang in ("en", "zh")]
        assert min(shares) > 0.3
    ids = [row["id"] for row in opened + held]
    assert len(ids) == len(set(ids))


def test_open_part():
    table = score("open")
    for rule, row in sorted(table.items()):
        precision, recall, *_ = totals({rule: row})
        assert precision >= 0.98, rule
        assert recall >= 0.9, rule
    assert len(table) == 24


def test_held_out_part():
    """Totals only: nobody is to tune a check on what this part holds.

    The goal is a precision of 0.98 and a recall of 0.95; the bounds are there so that no change loses what is reached.
    """
    precision, recall, right, extra, missed = totals(score("heldout"))
    print(f"held out: precision {precision:.3f}, recall {recall:.3f} ({right} right, {extra} extra, {missed} missed)")
    assert precision >= 0.92
    assert recall >= 0.86


@pytest.mark.parametrize("part", ["open", "heldout"])
def test_labels_mark_words_that_stand_there(part):
    for row in snippets(part):
        judged(row)
