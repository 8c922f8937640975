"""Questions in words reach the answer that settles them, in the first screen."""

from pathlib import Path

import pytest
import yaml

from metricparse.explain.answer import explain
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
    for words in row["says"]:
        assert (words.replace(" ", "") if lang == "zh" else words) in shown


@pytest.mark.parametrize("text", MORE["other"])
def test_no_entry_claims_it(kb, text):
    for lang in ("en", "zh"):
        assert not str(explain(kb, text, lang).get("id", "")).startswith("question:")


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
            assert explain(kb, name)["status"] == "known", (key, name)


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
