"""The compare page says what ``metric compare`` says."""

import random

from metricparse.errors import UsageError
from metricparse.explain.suffixes import legal_suffixes
from metricparse.semantics.compare import Comparer
from tests.conftest import table


def pairs(kb, seed):
    """Pairs of full names: any two, two in use, two forms of one name, two names of one unit."""
    rng = random.Random(seed)
    bases = [base for base in kb.names if kb.record(base)["kind"] != "group"]

    def full(base):
        suffixes = legal_suffixes(kb, kb.record(base))
        return base + (rng.choice(suffixes) if suffixes else "")

    used = []
    for row in table("most_used_names"):
        base, suffix = kb.split(row["name"])
        if base and suffix in (legal_suffixes(kb, kb.record(base)) or ("",)):
            used.append(row["name"])
    units = {}
    for base in bases:
        units.setdefault(base.split("__")[0], []).append(base)
    for _ in range(600):
        base = rng.choice(bases)
        yield full(rng.choice(bases)), full(base)
        yield rng.choice(used), rng.choice(used)
        yield full(base), full(base)
        yield full(base), full(rng.choice(units[base.split("__")[0]]))


def test_the_whole_comparison_is_equal(kb, node):
    asked = [[list(pair), lang] for number, pair in enumerate(pairs(kb, 5)) for lang in (("en", "zh")[number % 2],)]
    comparers = {lang: Comparer(kb, lang) for lang in ("en", "zh")}
    wanted = []
    for names, lang in asked:
        try:
            wanted.append((names, lang, comparers[lang].compare(names)))
        except UsageError:
            # gone from every chip, or no full name: the page explains it instead
            continue
    assert len(wanted) > 2000
    results = node("verdicts.mjs", [[names, lang] for names, lang, _ in wanted])
    different = [(names, lang) for (names, lang, want), got in zip(wanted, results, strict=True) if want != got]
    assert different == []
    assert {want["verdict"] for _, _, want in wanted} == {"comparable", "convertible", "not-comparable"}


def test_every_identity_between_two_names(kb, node):
    comparer = Comparer(kb, "en")
    found = []
    for identity in comparer.known.book.identities:
        names = [
            side
            for side in (identity["left"], identity["right"])
            if "__" in side and " " not in side and "{" not in side
        ]
        if len(names) == 2:
            found.append(names)
    assert len(found) >= 5
    results = node("verdicts.mjs", [[names, "en"] for names in found])
    assert results == [comparer.compare(names) for names in found]


def test_the_page(kb, site):
    a, b = "sm__inst_executed.avg", "smsp__inst_executed.avg"
    want = Comparer(kb, "en").compare([a, b])
    page = site.open(f"en/compare/?a={a}&b={b}")
    page.wait_for_selector(".mp-verdict")
    shown = " ".join(page.inner_text(".mp-answer").split())
    assert "comparable once converted" in shown or want["verdict"] in shown
    for one in want["reasons"]:
        assert one["text"] in shown
    assert len(page.query_selector_all(".mp-differs")) == len(want["differs"])


def test_what_is_no_full_name_gets_forms_to_choose_from(site):
    page = site.open("en/compare/?a=sm__inst_executed&b=smsp__inst_executed.sum")
    page.click(".mp-suggestions a:has-text('sm__inst_executed.sum')")
    page.wait_for_selector(".mp-verdict")
    assert page.input_value("#mp-a") == "sm__inst_executed.sum"


def test_a_label_stands_for_its_metric(site):
    page = site.open("en/compare/?a=Compute+(SM)+Throughput&b=sm__throughput.avg.pct_of_peak_sustained_elapsed")
    page.wait_for_selector(".mp-verdict")
    assert "comparable" in page.inner_text(".mp-verdict")
