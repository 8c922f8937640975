"""Questions in words reach the answer that settles them, in the first screen."""

from pathlib import Path

import pytest
import yaml

from metricparse.explain.answer import explain
from metricparse.explain.asking import Asked, names_in, occurs, percentages, read
from metricparse.output.explain_text import render
from metricparse.output.terminal import Paint

ASKED = yaml.safe_load(Path(__file__).with_name("asked.yaml").read_text(encoding="utf-8"))
MORE = yaml.safe_load(Path(__file__).with_name("questions.yaml").read_text(encoding="utf-8"))
SCREEN = 24


def first_screen(kb, answer, lang):
    """What the first lines show, without the breaks that wrapping put in."""
    lines = render(kb, [answer], lang, 80, Paint(False)).split("\n")[:SCREEN]
    shown = " ".join(" ".join(line.split()) for line in lines)
    return shown.replace(" ", "") if lang == "zh" else shown


@pytest.mark.parametrize("row", ASKED, ids=[row["ask"] for row in ASKED])
def test_the_first_screen_settles_it(kb, row):
    lang = "en" if row["ask"].isascii() else "zh"
    answer = explain(kb, row["ask"], lang)
    assert answer["status"] in ("concept", "label", "legacy")
    shown = first_screen(kb, answer, lang)
    for words in row["says"]:
        assert (words.replace(" ", "") if lang == "zh" else words) in shown


@pytest.mark.parametrize("text", ["lorem ipsum dolor sit amet", "我今天吃了面条", "thanks, looks good to me"])
def test_other_texts_are_no_questions(kb, text):
    assert explain(kb, text, "en")["status"] == "unknown"


@pytest.mark.parametrize("row", MORE["asked"], ids=[row["ask"] for row in MORE["asked"]])
def test_a_question_reaches_its_entry(kb, row):
    lang = "en" if row["ask"].isascii() else "zh"
    answer = explain(kb, row["ask"], lang)
    assert answer["id"] == f"question:{row['id']}"
    shown = first_screen(kb, answer, lang)
    for words in row.get("says", ()):
        assert (words.replace(" ", "") if lang == "zh" else words) in shown


@pytest.mark.parametrize("row", MORE["named"], ids=[row["ask"] for row in MORE["named"]])
def test_a_text_about_one_thing_explains_it(kb, row):
    answer = explain(kb, row["ask"], "en" if row["ask"].isascii() else "zh")
    assert answer["id"] == row["id"] if "id" in row else answer["name"] == row["name"]


@pytest.mark.parametrize("text", MORE["other"])
def test_no_entry_claims_it(kb, text):
    for lang in ("en", "zh"):
        assert not str(explain(kb, text, lang).get("id", "")).startswith("question:")


@pytest.mark.parametrize("text", MORE["unrelated"])
def test_nothing_is_said_about_something_else(kb, text):
    assert explain(kb, text, "en")["status"] == "unknown"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_entry_answers_its_own_question(kb, lang):
    """The plain form that heads an answer leads back to it when typed, and the whole answer fits one screen."""
    for key, entry in kb.items("question"):
        answer = explain(kb, entry["asks"][lang], lang)
        assert answer.get("id") == f"question:{key}", entry["asks"][lang]
        assert render(kb, [answer], lang, 80, Paint(False)).count("\n") <= SCREEN, key


def test_the_metrics_to_read_can_be_asked_for(kb):
    for key, entry in kb.items("question"):
        for name in entry.get("metrics", []):
            answer = explain(kb, name)
            # a text with a name in it is answered too, and is no name
            assert (answer["status"], answer["name"]) == ("known", name), key


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("L2 hit rate 171.5 %, 7 passes", [171.5]),
        ("命中率105.3%是bug吗", [105.3]),
        ("lts__t_sector_hit_rate.pct = 321.17", [321.17]),
        ("x__y.ratio 4.0, then 12", []),
        ("version 1.2.3 % 4", []),
        ("%%% . % 5", []),
    ],
)
def test_percentages_are_numbers_with_a_sign_or_after_the_name_of_one(text, found):
    assert percentages(text) == found


def test_a_name_is_found_whatever_stands_around_it():
    assert names_in("dram__bytes_read.sum是0?") == ["dram__bytes_read.sum"]
    assert names_in("(`breakdown:sm__throughput.avg`), gld_efficiency.") == [
        "breakdown:sm__throughput.avg",
        "gld_efficiency",
    ]
    assert names_in("no name here. _ __ 3.5") == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("achived occupancy", "achieved occupancy"),
        ("uncoalesed load", "uncoalesced load"),
        ("stall long scorboard", "stall long scoreboard"),
        # a right word stays, so does one in another number, and one too short to tell
        ("the pipeline", "the pipeline"),
        ("counted", "counted"),
        ("bank sonflict of hots", "bank conflict of hots"),
    ],
)
def test_a_long_word_with_one_wrong_letter_is_the_word(kb, said, meant):
    assert read(kb, said).text == meant


@pytest.mark.parametrize(
    ("word", "text", "yes"),
    [
        ("{percent>100}", "it is 101 %", True),
        ("{percent>100}", "it is 100 %", False),
        ("{percent<50}", "it is 49.9%", True),
        ("{percent<50}", "it is 50%", False),
        ("{percents<60}", "5% and 9%", True),
        ("{percents<60}", "5% and 90%", False),
        ("{percents<60}", "5%", False),
        ("{name}", "lts__t_sectors.sum of it", True),
        ("{name}", "gld_efficiency of it", False),
        ("{name:hit_rate}", "lts__t_sector_hit_rate.pct", True),
        ("{name:hit_rate}", "x__t_hit_rates.pct", False),
        ("{name:bytes_read}", "dram__bytes_read.sum", True),
        ("hits", "whits hits_ 3hits", False),
        ("hits", "命中hits率", True),
    ],
)
def test_what_a_word_of_a_group_matches(word, text, yes):
    assert occurs(word, Asked(text, tuple(names_in(text)), tuple(percentages(text)))) is yes


def test_words_behind_a_name_make_a_question(kb):
    answer = explain(kb, "dram__bytes_read.sum twice the array")
    assert answer["status"] == "concept"
    assert "dram__bytes_read.sum" in [r["name"] for r in answer["related"]]
    for words in ("lts__t_sectors.sum of what", "smsp__inst_executed 是什么", "sm__throughput why is it low"):
        assert explain(kb, words)["status"] not in ("illegal-suffix", "unknown"), words


def test_an_answer_about_a_word_in_the_question_says_so(kb):
    answer = explain(kb, "colour of the scheduler")
    assert "“scheduler”" in answer["note"]
    assert "没有条目" in explain(kb, "lts__t_tag_requests.sum 的颜色", lang="zh")["note"]
    assert "note" not in explain(kb, "scheduler")
