"""What the resolver computes in the browser equals what ``metric explain`` says."""

import random

import pytest

from metricparse.explain.answer import explain
from metricparse.explain.history import history
from metricparse.explain.suffixes import legal_suffixes
from tests.conftest import table
from tests.explain.test_suggestions import edit, used_bases

CHIPS = ("", "gh100", "gb100", "ga100", "tu102", "gr100")
LANGUAGES = ("en", "zh")


def differences(kb, node, queries):
    """[(query, chips, language, fields that differ)] over queries; each must be answered."""
    answers = node("answers.mjs", queries)
    found = []
    for (query, chips, lang), answer in zip(queries, answers, strict=True):
        want = explain(kb, query, lang, tuple(chips))
        answer.pop("formula", None)
        if "base" in want:
            want["history"] = history(kb, want, lang)
        fields = [f for f in sorted(want.keys() | answer.keys()) if want.get(f) != answer.get(f)]
        if fields:
            found.append((query, chips, lang, {f: (want.get(f), answer.get(f)) for f in fields}))
    return found


def names(kb, count, seed):
    """Names in every form: without suffix, with a legal one, with a wrong one, with a prefix."""
    rng = random.Random(seed)
    for base in rng.sample(list(kb.names), count):
        suffixes = legal_suffixes(kb, kb.record(base))
        suffix = rng.choice([*rng.sample(suffixes, min(4, len(suffixes))), "", ".avg", ".sum.nonsense", ".max"])
        prefix = rng.choice(["", "", "", "", "", "breakdown:", "pmsampling:", "group:"])
        chip = rng.choice(CHIPS)
        yield [prefix + base + suffix, [chip] if chip else [], rng.choice(LANGUAGES)]


def test_listed_names_in_every_form(kb, node):
    assert differences(kb, node, list(names(kb, 4000, 7))) == []


def test_used_names(kb, node):
    queries = [[row["name"], [], lang] for row in table("most_used_names") for lang in LANGUAGES]
    known = [one for one in queries if explain(kb, one[0])["status"] != "unknown"]
    assert len(known) > 500
    assert differences(kb, node, known) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words(kb, node, lang):
    rng = random.Random(3)
    labels = [kb.get("label", key)["label"] for key in kb.keys("label")]
    queries = [[word, [], lang] for word in [*labels, *kb.keys("legacy"), *rng.sample(kb.keys("alias"), 1500)]]
    queries += [[label, ["gh100"], lang] for label in labels]
    assert differences(kb, node, queries) == []


def test_first_suggestion(kb, node):
    rng = random.Random(11)
    words = [
        w for base in used_bases(kb) for w in (edit(base, rng), edit(edit(base, rng), rng)) if kb.record(w) is None
    ]
    words += [w + ".sum" for w in words[::5]]
    answers = node("answers.mjs", [[word, [], "en"] for word in words])
    same = whole = 0
    for word, answer in zip(words, answers, strict=True):
        want = explain(kb, word)
        assert answer["status"] == want["status"], word
        whole += answer["suggestions"] == want["suggestions"]
        same += [s["name"] for s in answer["suggestions"][:1]] == [s["name"] for s in want["suggestions"][:1]]
    assert same == len(words)
    assert whole >= 0.99 * len(words)


def test_questions(kb, node):
    """Questions in words: those that kb/ answers, and some that nobody foresaw."""
    rng = random.Random(2)
    asks = [entry["asks"][lang] for _, entry in kb.items("question") for lang in LANGUAGES]
    words = kb.keys("alias")
    asks += [f"what is {rng.choice(words)} and {rng.choice(words)}" for _ in range(150)]
    asks += [f"{rng.choice(words)}是什么" for _ in range(100)]
    asks += [f"why is {rng.choice(list(kb.names))} so low?" for _ in range(50)]
    asks += [
        "x" * 3000,
        "",
        "   ",
        "a\tb",
        "sm__cycles\u200b_active",
        "{a,b",
        "*",
        "L2 {hit,miss}",
        "<unit>__cycles_active.avg",
    ]
    found = differences(kb, node, [[ask, [], rng.choice(LANGUAGES)] for ask in asks])
    # of a name that no list holds, the page shows known pieces and does not read the whole
    found = [one for one in found if set(one[3]) - {"decoded", "tokens", "meaning"}]
    assert found == []


def test_pieces_of_unlisted_names(kb, node):
    """A misspelt name is cut as the grammar cuts it, in most cases; what it asks of ncu is the same in all."""
    rng = random.Random(5)
    suffixes = ["", ".sum", ".avg.per_second", ".foo"]
    words = [edit(base, rng) + rng.choice(suffixes) for base in rng.sample(list(kb.names), 800)]
    answers = node("answers.mjs", [[word, [], "en"] for word in words])
    alike = []
    for word, answer in zip(words, answers, strict=True):
        want = explain(kb, word)
        assert (answer["status"], answer["request"]) == (want["status"], want["request"]), word
        if want["status"] == "unknown":
            alike.append(
                [(t["text"], t["role"]) for t in answer["tokens"]] == [(t["text"], t["role"]) for t in want["tokens"]]
            )
    assert sum(alike) >= 0.85 * len(alike)
