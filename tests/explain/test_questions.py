"""Questions in words reach the answer that settles them, in the first screen."""

from pathlib import Path

import pytest
import yaml

from metricparse.explain.answer import explain
from metricparse.output.explain_text import render
from metricparse.output.terminal import Paint

ASKED = yaml.safe_load(Path(__file__).with_name("asked.yaml").read_text(encoding="utf-8"))
SCREEN = 24


@pytest.mark.parametrize("row", ASKED, ids=[row["ask"] for row in ASKED])
def test_the_first_screen_settles_it(kb, row):
    lang = "en" if row["ask"].isascii() else "zh"
    answer = explain(kb, row["ask"], lang)
    assert answer["status"] in ("concept", "label", "legacy")
    shown = " ".join(
        " ".join(line.split()) for line in render(kb, [answer], lang, 80, Paint(False)).split("\n")[:SCREEN]
    )
    if lang == "zh":
        shown = shown.replace(" ", "")
    for words in row["says"]:
        assert (words.replace(" ", "") if lang == "zh" else words) in shown


@pytest.mark.parametrize("text", ["lorem ipsum dolor sit amet", "我今天吃了面条", "thanks, looks good to me"])
def test_other_texts_are_no_questions(kb, text):
    assert explain(kb, text, "en")["status"] == "unknown"
