"""What the reader of claims understands: mentions, polarity, frames; and how ``--explain-claims`` shows it."""

import pytest

from metricparse.catalog.store import default
from metricparse.lint.checks import CLAIMS
from metricparse.lint.claims.concepts import concepts
from metricparse.lint.claims.judge import judged
from metricparse.lint.claims.relations import polarity, relations
from metricparse.lint.claims.tokens import tokens
from metricparse.lint.claims.weights import model
from metricparse.lint.model import Setting
from metricparse.lint.reading.page import Page
from metricparse.text.document import read_document
from tests.cli.test_command import metric

BOOK = concepts(default())


def mentions(text):
    """What a text speaks of, cues left out."""
    words = tokens(text.lower())
    return [
        (one.concepts[0], text[words[one.first].start : words[one.last - 1].end])
        for one in BOOK.mentions(words)
        if one.concepts[0] not in BOOK.cues
    ]


def of(text, lang="en"):
    """Passages of a document as they are judged."""
    return judged(Page(read_document("a.md", text.encode()), Setting(default(), lang)))


def test_a_term_with_a_denial_in_it_denies_nothing():
    words = tokens("not selected is 30 %")
    found = BOOK.mentions(words)
    assert found[0].concepts[0] == "stall-not_selected"
    assert "denies" not in polarity(BOOK, found)


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("long-scoreboard stalls", "stall-long_scoreboard"),
        ("smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", "stall-long_scoreboard"),
        ("长记分板占比高", "stall-long_scoreboard"),
        ("waits for HBM", "dram"),
        ("等显存", "dram"),
    ],
)
def test_concepts_are_found_by_words_and_by_names(text, concept):
    assert concept in [one for one, _ in mentions(text)]


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("Long scoreboard does not mean DRAM", "denies"),
        ("Is long scoreboard the same as DRAM?", "asks"),
        ("长记分板未必是在等显存", "denies"),
        ("长记分板就是等显存吗？", "asks"),
        ("怀疑 long scoreboard 来自显存", "supposes"),
    ],
)
def test_polarity(text, cue):
    assert cue in polarity(BOOK, BOOK.mentions(tokens(text.lower())))


def test_what_stands_between_two_things_relates_them():
    found = list(relations(BOOK, BOOK.mentions(tokens("long scoreboard means dram"))))
    assert ("stall-long_scoreboard", "equates", "dram") in {(one.subject[0], one.cue, one.object[0]) for one in found}


def test_the_model_knows_every_rule_about_claims():
    machine = model()
    assert machine is not None
    assert set(machine.rules) == set(CLAIMS)
    for strict, loose in machine.limits.values():
        assert strict >= loose


WRONG = {
    "en": "Long scoreboard is 38 %, so HBM is the bottleneck.",
    "zh": "长记分板占比高，说明在等显存。",
}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_plain_mistake_is_seen(lang):
    assert [one.rule for one in of(WRONG[lang], lang)] == ["S003"]


@pytest.mark.parametrize(
    "text",
    [
        "Common mistakes:\n\n- {}\n",
        "## Misreadings\n\n{}\n",
        "> {}\n\nThat does not follow: hits wait there too.\n",
        "~~{}~~\n",
        "| Myth | Fact |\n| --- | --- |\n| {} | It waits for L1TEX. |\n",
    ],
)
def test_a_frame_refutes_what_stands_in_it(text):
    assert not [one.rule for one in of(text.format(WRONG["en"])) if one.rule]


def test_headings_and_lead_ins_claim_nothing():
    assert not [one for one in of("# Long scoreboard is HBM\n\nLong scoreboard means HBM:\n") if one.rule]


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("speaks of", "polarity", "S003 objects")), ("zh", ("谈到", "语气", "S003"))]
)
def test_explain_claims_shows_what_was_understood(tmp_path, lang, words):
    path = tmp_path / "note.md"
    path.write_text(WRONG["en"], encoding="utf-8")
    code, out, _ = metric("lint", "--explain-claims", str(path), "--lang", lang)
    assert code == 0
    for word in words:
        assert word in out
    assert "stall-long_scoreboard" in out


def test_explain_claims_of_an_input_that_cannot_be_read(tmp_path):
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text(WRONG["en"], encoding="utf-8")
    bad.write_bytes(b"\xff\xfe broken \x00")
    code, out, err = metric("lint", "--explain-claims", str(good), str(bad), "--lang", "en")
    assert code == 2
    assert "S003" in out
    assert "bad.md" in err


def test_explain_claims_cannot_forge_a_command(tmp_path):
    path = tmp_path / "note.md"
    path.write_text("::error::Long scoreboard means HBM\n", encoding="utf-8")
    _, out, _ = metric("lint", "--explain-claims", str(path))
    assert not any(line.startswith("::") for line in out.splitlines())
