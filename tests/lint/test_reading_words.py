"""What the linter reads by: every key that code uses is in kb/reading, none there is unused, and files follow the schema."""

import ast
import re
from pathlib import Path

import pytest

import metricparse.lint
from metricparse.build import check
from metricparse.build.compile import KB
from metricparse.build.yamlfile import read_all

FILES = read_all(KB / "reading")
CODE = Path(metricparse.lint.__file__).parent
KEYED = {
    "phrase": {"say", "phrases", "_say"},
    "cue": {"said", "begins", "cue"},
    "reading": {"holds", "reading"},
    "word-list": {"words"},
    "option-class": {"option_class"},
}
"""Kind of entry → functions that take its keys."""


def shape(node):
    """A string in code as a regular expression: the parts of an f-string that are filled in may be anything."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(shape(one) if isinstance(one, ast.Constant) else ".+" for one in node.values)
    return None


def trees():
    for path in sorted(CODE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def written():
    """Every string of the linter's code."""
    found = set()
    for _, tree in trees():
        for node in ast.walk(tree):
            text = shape(node)
            if text and text.replace(".+", ""):
                found.add(text)
    return re.compile("|".join(sorted(found)))


KEYS = [(data["kind"], key) for data in FILES.values() if data["kind"] in KEYED for key in data["entries"]]


@pytest.fixture(scope="module")
def strings():
    return written()


@pytest.mark.parametrize(("kind", "key"), KEYS, ids=[f"{kind}-{key}" for kind, key in KEYS])
def test_no_key_is_unused(strings, kind, key):
    assert strings.fullmatch(key)


def test_every_key_in_code_is_there():
    known = {kind: {key for one, key in KEYS if one == kind} for kind in KEYED}
    seen = missing = 0
    for path, tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            for kind, functions in KEYED.items():
                if name not in functions:
                    continue
                for argument in node.args:
                    text = shape(argument)
                    if text is None or not re.fullmatch(r"[a-z0-9]+(?:(?:\\?-)[a-z0-9.+]+)*", text):
                        continue
                    seen += 1
                    if not any(re.fullmatch(text, key) for key in known[kind]):
                        missing += 1
                        print(f"{path.name}:{node.lineno}: {kind} {text}")
    assert seen > 60
    assert missing == 0


def test_files_follow_the_schema():
    assert [problem for problem in check.check_schema() if "kb/reading" in problem] == []


@pytest.mark.parametrize(
    ("stem", "change"),
    [
        ("cues", lambda entry: entry.pop("zh")),
        ("phrases", lambda entry: entry.pop("en")),
        ("readings", lambda entry: entry.update(pattern=["x"])),
        ("words", lambda entry: entry.update(words=["a", "a"])),
        ("options", lambda entry: entry.update(options=["metrics"])),
        ("figures", lambda entry: entry.update(sources=[])),
    ],
)
def test_the_schema_objects(monkeypatch, stem, change):
    import copy

    broken = copy.deepcopy(FILES)
    change(next(iter(broken[stem]["entries"].values())))
    real = read_all
    monkeypatch.setattr(check, "read_all", lambda folder: broken if folder.name == "reading" else real(folder))
    assert any(f"kb/reading/{stem}.yaml" in problem for problem in check.check_schema())


def test_words_of_both_languages_are_there():
    """A cue or reading that only one language has would make the linter deaf in the other."""
    for stem in ("cues", "readings", "meanings"):
        for key, entry in FILES[stem]["entries"].items():
            assert entry["en"] or entry["zh"] or entry.get("patterns"), (stem, key)


def test_patterns_compile_and_are_bounded():
    """A repetition without a bound may stand on one class of characters, never on a group."""
    for data in FILES.values():
        for entry in data["entries"].values():
            for one in entry.get("patterns", ()):
                re.compile(one)
                assert not re.search(r"\)[*+]", one), one
                assert ".*" not in one
                assert ".+" not in one
