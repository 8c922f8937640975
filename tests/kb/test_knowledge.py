"""kb/ itself: schema, evidence, languages, references, and what the compiled file says of its coverage."""

import json
import shutil

import pytest

from metricparse.build import check
from metricparse.build.compile import KB, compile_kb
from metricparse.catalog.diff import diff
from metricparse.catalog.health import health
from metricparse.catalog.store import FILE, KnowledgeBase
from tests.conftest import table


@pytest.mark.parametrize("one", check.CHECKS, ids=lambda f: f.__name__)
def test_no_problems(one):
    assert list(one()) == []


def test_the_compiled_file_is_up_to_date(tmp_path):
    """What the package carries is what kb/ compiles to, and it compiles to the same twice."""
    problems = compile_kb(KB, tmp_path / "new.sqlite")
    assert problems == []
    assert diff(KnowledgeBase(FILE), KnowledgeBase(str(tmp_path / "new.sqlite"))) == []


def test_an_entry_without_evidence_is_refused(tmp_path, monkeypatch):
    """A copy of kb/ with one entry's sources taken out fails the schema check, and says where."""
    copy = tmp_path / "kb"
    shutil.copytree(KB, copy)
    path = copy / "vocabulary" / "rollups.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("    sources: [measured-h200, perfworks-13.5]\n", "", 1),
        encoding="utf-8",
    )
    monkeypatch.setattr(check, "KB", copy)
    found = list(check.check_schema())
    assert len(found) == 1
    assert "rollups.yaml" in found[0]
    assert "sources" in found[0]


def test_a_bare_number_and_a_dead_reference_are_refused(tmp_path, monkeypatch):
    copy = tmp_path / "kb"
    shutil.copytree(KB, copy)
    path = copy / "vocabulary" / "rollups.yaml"
    text = path.read_text(encoding="utf-8").replace("It hides imbalance", "It hides 17 {nothing}", 1)
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(check, "KB", copy)
    found = list(check.check_numbers())
    assert any("{nothing} refers to nothing" in f for f in found)
    assert any("bare number 17" in f for f in found)


def test_a_diff_names_the_field_that_changed(tmp_path):
    copy = tmp_path / "kb"
    shutil.copytree(KB, copy)
    path = copy / "vocabulary" / "submetrics.yaml"
    old = "gpu__time_duration.sum, in seconds"
    path.write_text(path.read_text(encoding="utf-8").replace(old, "the duration", 1), encoding="utf-8")
    compile_kb(copy, tmp_path / "new.sqlite")
    changes = diff(KnowledgeBase(FILE), KnowledgeBase(str(tmp_path / "new.sqlite")))
    assert [(c.kind, c.key, c.field, c.new) for c in changes] == [
        ("submetric", "per_second", "denominator.en", "the duration")
    ]


def test_every_used_name_has_its_own_text(kb):
    """The names that people use most are curated or explained as a whole."""
    missing = []
    for row in table("most_used_names"):
        base = kb.split(row["name"].split(":", 1)[-1])[0]
        if base and not kb.get("curated", base) and not kb.record(base).get("whole"):
            missing.append(base)
    assert missing == []


def test_every_labelled_metric_has_its_own_text(kb):
    missing = set()
    for row in table("labels"):
        base = kb.split(row["metric"].split(":", 1)[-1])[0] if row["metric"] else ""
        if base and not kb.get("curated", base) and not kb.record(base).get("whole"):
            missing.add(base)
    assert missing == set()


def test_every_stall_form_has_its_own_text(kb):
    missing = [n for n, _ in kb.items("base") if "issue_stalled" in n and not kb.get("curated", n)]
    assert missing == []


def test_coverage(kb, capsys):
    report = health(kb)
    with capsys.disabled():
        print("\n" + json.dumps(report, indent=1))
    assert report["texts_without_chinese"] == 0
