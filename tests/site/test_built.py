"""What a reader of the built site would notice: pages that are missing, dead links, things fetched from elsewhere."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from metricparse.catalog.store import default
from metricparse.lint.engine import COMPLAINTS
from metricparse.lint.engine import url_of as url_of_rule
from metricparse.site.addresses import MOST, Addresses
from metricparse.site.build import LANGUAGES, ROOT
from metricparse.site.page import url_of
from tests.site.walk import read, target


@pytest.fixture(scope="module")
def pages(site):
    """Every page of the site by path."""
    return {path: read(path) for path in sorted(site.rglob("*.html"))}


@pytest.fixture(scope="module")
def addresses():
    return Addresses(default())


def at(site, lang, src):
    return site / lang / url_of(src) / "index.html"


def test_every_link_leads_to_a_page_and_an_anchor(site, pages):
    dead = []
    for path, page in pages.items():
        for link in page.links:
            found = target(site, path, link)
            if found is None:
                continue
            file, anchor = found
            known = pages.get(file)
            if known is None and not file.is_file():
                dead.append(f"{path.relative_to(site)}: {link}")
            elif anchor and known is not None and anchor not in known.anchors:
                dead.append(f"{path.relative_to(site)}: {link} (no anchor)")
    assert dead == []


def test_nothing_is_loaded_from_elsewhere_and_all_that_is_loaded_is_there(site, pages):
    missing = []
    for path, page in pages.items():
        for address in page.loads:
            found = target(site, path, address)
            if found is None or not found[0].is_file():
                missing.append(f"{path.relative_to(site)}: {address}")
    assert missing == []


def test_styles_load_nothing_from_elsewhere(site):
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        for piece in text.split("url(")[1:]:
            assert not piece.lstrip("\"'").startswith(("http:", "https:", "//")), path


def test_links_work_below_any_path(pages):
    assert [link for page in pages.values() for link in page.links + page.loads if link.startswith("/")] == []


def test_no_attribute_runs_code_and_no_anchor_stands_twice(site, pages):
    assert {(str(p.relative_to(site)), s) for p, page in pages.items() for s in page.scripts} == set()
    assert {(str(p.relative_to(site)), d) for p, page in pages.items() for d in page.duplicates} == set()


def test_every_entry_has_a_page_in_both_languages(site, pages, addresses):
    missing = [
        (lang, kind, key)
        for lang in LANGUAGES
        for (kind, key), (src, anchor) in addresses.things.items()
        if at(site, lang, src) not in pages or (anchor and anchor not in pages[at(site, lang, src)].anchors)
    ]
    assert missing == []
    assert {key for kind, key in addresses.things if kind == "counter"} == set(default().keys("counter"))
    assert {key for kind, key in addresses.things if kind == "rule"} == set(default().keys("rule"))


def test_rules_stand_with_their_family_and_status(site, pages):
    nav = {at(site, lang, f"rules/family-{key[0]}.md") for lang in LANGUAGES for key in default().keys("rule")}
    for lang in LANGUAGES:
        index = body(at(site, lang, "rules/index.md"))
        home = at(site, lang, "index.md").read_text(encoding="utf-8")
        for key, rule in default().items("rule"):
            letter = key[0]
            assert f'href="{key}/"' in index
            assert f'class="status {rule["status"]}"' in index
            assert f'href="rules/family-{letter}/"' in home
            page = body(at(site, lang, f"rules/{key}.md"))
            assert f"family-{letter}/" in page.partition("</p>")[0]
            assert f'class="status {rule["status"]}"' in page
            assert key in pages[at(site, lang, f"rules/family-{letter}.md")].anchors
    assert nav <= set(pages)


@pytest.mark.parametrize("src", ["stalls/long_scoreboard.md", "concepts/stall.md", "counters/l2-hit-rate.md"])
def test_entries_lead_to_the_rules_that_guard_them(site, pages, src):
    for lang in LANGUAGES:
        found = {link for link in pages[at(site, lang, src)].links if link.startswith("../../rules/")}
        own = {link for link in found if link.removeprefix("../../rules/").strip("/") in set(default().keys("rule"))}
        assert own


def test_what_a_finding_points_to_is_there(site, pages):
    """Findings name a page by slug; it leads to the rule in either language."""
    for key, rule in default().items("rule"):
        page = pages[site / url_of_rule(rule["slug"]) / "index.html"]
        assert sorted(page.links) == [f"../../{lang}/rules/{key}/" for lang in LANGUAGES]
    for slug, _, _ in COMPLAINTS.values():
        assert site / url_of_rule(slug) / "index.html" in pages


def test_every_name_has_an_anchor(site, pages, addresses):
    assert set(addresses.names) >= set(default().keys("base"))
    missing = [
        (lang, name)
        for lang in LANGUAGES
        for table in (addresses.names, addresses.rows)
        for name, (src, anchor) in table.items()
        if anchor not in pages[at(site, lang, src)].anchors
    ]
    assert missing == []


def test_the_table_of_addresses_says_where_names_are(site, pages, addresses):
    table = json.loads((site / "data" / "addresses.json").read_text(encoding="utf-8"))
    for name in ("lts__t_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld", "launch__grid_size"):
        path, _, anchor = table["names"][name].partition("#")
        assert anchor in pages[site / "en" / path / "index.html"].anchors
    assert len(table["names"]) == len(addresses.names)
    assert table["things"]["rule:N001"] == "rules/N001/"


def test_lists_of_names_stay_short_and_out_of_the_search(site, addresses):
    sizes = {src: len(names) for parts in addresses.lists.values() for src, _, names in parts}
    assert max(sizes.values()) <= MOST
    found = json.loads((site / "en" / "search" / "search_index.json").read_text(encoding="utf-8"))
    searched = {doc["location"].partition("#")[0] for doc in found["docs"]}
    assert searched & {url_of(src) for src in sizes} == set()
    assert "counters/l2-hit-rate/" in searched


def test_both_languages_have_the_same_pages(site):
    def files(lang):
        return {str(p.relative_to(site / lang)) for p in (site / lang).rglob("*.html")}

    assert files("en") == files("zh")


def chinese(text):
    return sum("\u4e00" <= c <= "\u9fff" for c in text)


def body(path):
    """A page's own text, without navigation."""
    text = path.read_text(encoding="utf-8")
    return text.partition("<article")[2].partition("</article>")[0]


@pytest.mark.parametrize("folder", ["rules", "concepts", "stalls", "questions", "readings", "guides"])
def test_pages_are_written_in_their_language(site, folder):
    for path in sorted((site / "zh" / folder).rglob("index.html")):
        assert chinese(body(path)) > 40, path
    if folder in ("stalls", "questions", "readings", "guides"):
        for path in sorted((site / "en" / folder).rglob("index.html")):
            assert chinese(body(path)) == 0, path


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["rollups", "submetrics", "data-path", "pipes", "requests", "ncu-rules"])
def test_single_pages_are_written_in_their_language(site, lang, page):
    count = chinese(body(site / lang / page / "index.html"))
    assert (count > 100) == (lang == "zh")


def test_facts_of_hardware_are_in_the_language_of_the_page(site):
    for folder in ("chips", "sections"):
        for path in sorted((site / "zh" / folder).rglob("index.html")):
            values = body(path).split("<dd>")[1:]
            assert not [v for v in values if v.startswith(("unknown<", "yes<", "no<"))], path
    assert ">unknown<" not in body(site / "en" / "products" / "index.html")


def test_the_export_keeps_to_its_schema(site):
    data = json.loads((site / "data" / "kb.json").read_text(encoding="utf-8"))
    schema = json.loads((site / "data" / "export.schema.json").read_text(encoding="utf-8"))
    problems = [f"{list(e.absolute_path)}: {e.message[:120]}" for e in Draft202012Validator(schema).iter_errors(data)]
    assert problems[:5] == []
    assert data["entries"]["rule"]["N001"]["slug"] == "unknown-metric-name"
    assert len(data["entries"]["base"]) == len(default().keys("base"))


def test_llms_text_leads_to_pages(site):
    lines = (site / "llms.txt").read_text(encoding="utf-8").splitlines()
    links = [line.rpartition("](")[2].rstrip(")") for line in lines if line.startswith("- [") and "](en/" in line]
    assert len(links) > 500
    assert all((site / link / "index.html").is_file() for link in links)


def test_a_build_fits_into_two_minutes_on_two_cores(site):
    path = site / "data" / "cost.json"
    if not path.exists():
        pytest.skip("the site was built elsewhere")
    cost = json.loads(path.read_text(encoding="utf-8"))
    # both languages are built side by side, so half of the children's time passes on two cores
    assert cost["children"] / 2 + cost["own"] < 120


def test_the_folder_is_replaced_only_if_it_is_ours(site, tmp_path):
    from metricparse.errors import UsageError
    from metricparse.site.build import build

    (tmp_path / "precious.txt").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="not empty"):
        build(tmp_path)
    assert (tmp_path / "precious.txt").exists()
    assert Path(ROOT, "site", "mkdocs.yml").is_file()
