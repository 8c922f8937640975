"""The linter's frame with a check of its own: places, suppressions, settings, unreadable input, and files found."""

import datetime
import os

import pytest

from metricparse.catalog.chips import target
from metricparse.catalog.store import default
from metricparse.lint.checks import CHECKS
from metricparse.lint.config import Config, parse
from metricparse.lint.engine import linted, unknown_rules
from metricparse.lint.files import Input, find, read
from metricparse.lint.model import InputError, Objection, Setting
from metricparse.slots import filled
from metricparse.text.model import Skipped
from tests.lint.examples import NAMES

TODAY = datetime.date(2026, 11, 30)
WORD = "wrong__name.sum"


def every_word(page):
    """Objects to each occurrence of one word."""
    start = page.document.text.find(WORD)
    while start != -1:
        yield Objection(
            start, start + len(WORD), (("name", WORD), ("token", ""), ("request_text", "{name}"), ("suggestion", "x"))
        )
        start = page.document.text.find(WORD, start + 1)


def findings(name, text, config="", lang="en"):
    setting = Setting(default(), lang)
    found, errors = linted(
        name, text.encode(), {"N001": every_word}, setting, parse(config.encode(), "metricparse.toml"), today=TODAY
    )
    assert not errors
    return found


def shown(found):
    return [(one.rule, one.place.line, one.place.column) for one in found]


def test_place_and_texts_of_a_finding():
    found = findings("notes.md", f"# 标题\n\n看 `{WORD}` 的值\n")
    assert shown(found) == [("N001", 3, 4)]
    assert found[0].excerpt == WORD
    assert found[0].source == f"看 `{WORD}` 的值"
    assert found[0].severity == "error"
    assert WORD in found[0].message
    # what a slot holds is never read as another slot
    assert "{name}" in found[0].message


def test_text_with_unknown_braces_stays():
    assert filled("a {b} {c} {", {"b": "{c}"}) == "a {c} {c} {"


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.md", "<!-- metricparse: ignore N001 -- other card -->\n\n", "\n"),
        ("a.md", "<!-- metricparse: ignore unknown-metric-name -- other card -->\n", "\n"),
        ("a.sh", "# metricparse: ignore N001 -- other card\nncu --metrics ", " ./app\n"),
        ("a.py", "# metricparse: ignore all -- other card\nX = [\n    '", "'\n]\n"),
        ("a.yaml", "# metricparse: ignore N001 until 2026-11-30 -- other card\nname: ", "\n"),
        ("a.md", "Text.\n\n<!-- metricparse: ignore-file N001 -- other card -->\n\nMore text.\n\n", "\n"),
    ],
)
def test_suppressed_with_a_reason(name, before, after):
    assert findings(name, before + WORD + after) == []


def test_suppression_reaches_no_further_than_its_block():
    text = f"<!-- metricparse: ignore N001 -- known -->\n{WORD} here\n\n{WORD} there\n"
    assert shown(findings("a.md", text)) == [("N001", 4, 1)]


def test_suppression_of_a_table_holds_for_the_table():
    text = f"<!-- metricparse: ignore N001 -- known -->\n\n| a | b |\n| --- | --- |\n| x | {WORD} |\n| {WORD} | y |\n\n{WORD}\n"
    assert shown(findings("a.md", text)) == [("N001", 8, 1)]


@pytest.mark.parametrize(
    ("comment", "code", "words"),
    [
        ("ignore N999 -- why", "X001", "no rule is called N999"),
        ("ignroe N001 -- why", "X001", "ignroe"),
        ("ignore -- why", "X001", "names no rule"),
        ("ignore N001", "X002", "no reason"),
        ("ignore N001 until 2026-11-29 -- why", "X003", "2026-11-29"),
        ("ignore N001 until soon -- why", "X001", "“soon” is no date"),
    ],
)
def test_suppressions_are_judged(comment, code, words):
    found = findings("a.md", f"<!-- metricparse: {comment} -->\n{WORD}\n")
    complaints = [one for one in found if one.rule == code]
    assert len(complaints) == 1
    assert words in complaints[0].message


@pytest.mark.parametrize(
    ("config", "severities"),
    [
        ("", ["error"]),
        ('select = ["N"]', ["error"]),
        ('select = ["A"]', []),
        ('ignore = ["unknown-metric-name"]', []),
        ('[severity]\nN001 = "note"', ["note"]),
        ('[severity]\nN = "off"', []),
        ('[per-path."docs/*"]\nignore = ["N001"]', []),
        ('[per-path."docs/*".severity]\nN001 = "warning"', ["warning"]),
        ('[per-path."other/*"]\nignore = ["N001"]', ["error"]),
    ],
)
def test_settings(config, severities):
    assert [one.severity for one in findings("docs/a.md", WORD, config)] == severities


def test_slips_in_settings_are_named():
    config = parse(b'select = ["N001", "N9", "unknown-metric-nam"]\n[severity]\nQ001 = "note"', "metricparse.toml")
    assert unknown_rules(config, default()) == ["N9", "Q001", "unknown-metric-nam"]


def test_a_family_is_named_by_its_letter():
    letters = sorted({rule[0] for rule in default().keys("rule")})
    config = parse(f"select = {letters}\nignore = {letters}".replace("'", '"').encode(), "metricparse.toml")
    assert len(letters) > 7
    assert unknown_rules(config, default()) == []


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("data", [b"\xff\xfea\0", b"a\xffb", b"a\0b", b"x" * 10_000_001])
def test_unreadable_documents_say_why(data, lang):
    found, errors = linted("a.md", data, {"N001": every_word}, Setting(default(), lang), parse(b"", "metricparse.toml"))
    assert found == []
    assert len(errors) == 1
    assert errors[0].path == "a.md"
    assert errors[0].message.isascii() == (lang == "en")


def test_other_kinds_are_skipped():
    assert isinstance(linted("a.cu", b"x", {}, Setting(default(), "en"), parse(b"", "metricparse.toml")), Skipped)


def paths(*tops, config=""):
    return list(find(tops, parse(config.encode(), "metricparse.toml")))


def test_files_of_a_tree(tmp_path, monkeypatch):
    for name in ("a.md", "b/c.rst", "b/d.cu", ".git/e.md", ".github/workflows/f.yml", "node_modules/g.md", "out/h.md"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    os.symlink(tmp_path, tmp_path / "b" / "loop")
    os.symlink(tmp_path / "a.md", tmp_path / "b" / "again.md")
    os.symlink("nowhere.md", tmp_path / "dangling.md")
    monkeypatch.chdir(tmp_path)
    found = paths(".", config='exclude = ["out"]')
    assert [one.path for one in found if isinstance(one, Input)] == ["a.md", ".github/workflows/f.yml", "b/c.rst"]
    # named outright: read whatever the configuration says, once
    assert paths("out/h.md", "out/h.md", config='exclude = ["out"]') == [Input("out/h.md", named=True)]


def test_missing_and_endless_files(tmp_path):
    missing = str(tmp_path / "none.md")
    assert [type(one) for one in paths(missing)] == [InputError]
    os.mkfifo(tmp_path / "pipe.md")
    assert paths(str(tmp_path)) == []
    with pytest.raises(OSError, match="no regular file"):
        read(str(tmp_path / "pipe.md"))


def test_a_product_can_be_given_for_any_finding():
    """Every rule's examples run under a product, a chip and a compute capability: none of them is too much for a check."""
    kb = default()
    for word in ("h100-pcie", "gh100", "sm_120"):
        setting = Setting(kb, "zh", (target(kb, word),), "13.0")
        for _, record in kb.items("rule"):
            for example in record["examples"]:
                linted(NAMES[example["as"]], example["text"].encode(), dict(CHECKS), setting, Config(preview=True))
