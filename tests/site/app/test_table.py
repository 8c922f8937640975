"""The table of all names."""

import json

import pytest

from metricparse.catalog.availability import availability
from metricparse.site.app.table import DIMS, GONE, NEW, OWNER, RENAMED


def count(page):
    page.wait_for_selector(".mp-count")
    return int(page.inner_text(".mp-count >> nth=0").split(" of ")[0].replace(",", ""))


def on(kb, chip):
    return {name: availability(kb, record).on(chip) for name, record in kb.items("base")}


def test_what_happened_in_a_release_is_what_the_lists_say(kb, docs):
    """Events of the table, counted by chip class and release, against the counts of kb/catalog/_changes.yaml."""
    data = json.loads((docs / "assets/app/data/table.json").read_text())
    counts = {}
    for number in data["rows"]["events"]:
        for chip_class, release, kind in data["events"][number]:
            key = (data["classes"][chip_class], kb.meta["releases"][release], kind)
            counts[key] = counts.get(key, 0) + 1
    steps = [row for _, rows in kb.items("change") for row in rows]
    assert len(steps) >= 100
    for row in steps:
        at = (row["chip_class"], row["to"])
        assert counts.get((*at, DIMS), 0) == int(row["dims_changed"]), row
        assert counts.get((*at, NEW), 0) == int(row["added"]), row
        assert counts.get((*at, GONE), 0) == int(row["dropped"]), row
        assert counts.get((*at, OWNER), 0) == int(row["hw_unit_changed"]), row
        assert counts.get((*at, RENAMED), 0) == 2 * int(row["renamed"]), row


def test_one_chip_but_not_another_is_one_click(kb, site):
    page = site.open("en/table/")
    page.click("text=on gh100 but not on gb100")
    here, there = on(kb, "gh100"), on(kb, "gb100")
    want = {n for n in here if here[n] in ("yes", "library") and there[n] == "no"}
    assert count(page) == len(want) > 100
    assert "on=gh100" in page.url
    assert "not=gb100" in page.url
    shown = [one.get_attribute("title") for one in page.query_selector_all(".mp-body-rows .mp-line a")]
    assert shown
    assert set(shown) <= want


def test_a_shared_address_shows_the_same(kb, site):
    page = site.open("en/table/")
    page.wait_for_selector("#mp-unit")
    page.select_option("#mp-unit", "lts")
    page.select_option("#mp-qualifier", "op=read")
    page.fill("#mp-text", "hit")
    page.click(".mp-grid-head button[data-column=chips]")
    page.click(".mp-grid-head button[data-column=chips]")
    rows = [one.inner_text() for one in page.query_selector_all(".mp-body-rows .mp-line")][:5]
    again = site.open("en/table/?" + page.url.split("?")[1])
    again.wait_for_selector(".mp-body-rows .mp-line")
    assert count(again) == count(page) > 0
    assert [one.inner_text() for one in again.query_selector_all(".mp-body-rows .mp-line")][:5] == rows
    assert again.get_attribute("[role=columnheader]:nth-child(6)", "aria-sort") == "descending"
    assert again.input_value("#mp-qualifier") == "op=read"


@pytest.mark.parametrize(("column", "value"), [("unit", "dram"), ("kind", "throughput"), ("quantity", "sectors")])
def test_a_filter_keeps_what_it_names(kb, site, column, value):
    page = site.open(f"en/table/?{column}={value}")
    of = {"unit": lambda r: r["decoded"][1], "kind": lambda r: r["kind"], "quantity": lambda r: r["decoded"][3]}[column]
    want = [name for name, record in kb.items("base") if of(record) == value]
    assert count(page) == len(want)


def test_only_rows_in_view_are_drawn_and_keys_reach_all(site):
    page = site.open("en/table/")
    page.wait_for_selector(".mp-body-rows .mp-line")
    assert count(page) > 8000
    assert len(page.query_selector_all(".mp-body-rows .mp-line")) < 100
    page.focus(".mp-scroll")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.closest('.mp-line').dataset.row") == "1"
    page.keyboard.press("End")
    page.wait_for_function("() => Number(document.activeElement.closest('.mp-line')?.dataset.row) > 8000")
    name = page.evaluate("document.activeElement.title")
    page.keyboard.press("Enter")
    page.wait_for_selector(".mp-badge")
    assert page.input_value("#mp-q") == name


def test_filtering_is_fast(site, capsys):
    page = site.open("en/table/")
    page.wait_for_selector(".mp-body-rows .mp-line")
    script = """() => { const input = document.querySelector('#mp-text'); const times = [];
      for (const text of ['s', 'se', 'sec', 'sect', 'sector hit', '*hit*', '']) {
        const start = performance.now(); input.value = text; input.dispatchEvent(new Event('input'));
        document.querySelector('.mp-scroll').getBoundingClientRect(); times.push(performance.now() - start); }
      return Math.max(...times); }"""
    longest = min(page.evaluate(script) for _ in range(3))
    with capsys.disabled():
        print(f"\nlongest keystroke of the table: {longest:.1f} ms")
    assert longest <= 100
