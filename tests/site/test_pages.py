"""Pages before mkdocs: escaping, links, worked numbers, the diagram, and what is not in the data."""

import json
import re

import pytest
import yaml
from jsonschema import Draft202012Validator

from metricparse.build.check import ALLOWED_NUMBERS, RELEASES, texts
from metricparse.catalog.store import default
from metricparse.errors import UsageError
from metricparse.site import build as building
from metricparse.site import readings, stalls, suffixes
from metricparse.site.addresses import Addresses
from metricparse.site.build import LANGUAGES, ROOT, checkout, context_of, data
from metricparse.site.charts import Bar, bars
from metricparse.site.datapath import Diagram
from metricparse.site.handwritten import linked
from metricparse.site.measured import Measured, shown
from metricparse.site.page import Page
from metricparse.site.programs import programs
from metricparse.site.sheet import Sheet

HOSTILE = '<img src=x onerror="alert(1)"> & \'"'


@pytest.fixture(scope="module")
def addresses():
    return Addresses(default())


@pytest.fixture(scope="module")
def context(addresses):
    return context_of(default(), addresses, "en")


@pytest.fixture(scope="module")
def measured():
    return Measured(ROOT / "tests" / "data")


def test_text_of_the_knowledge_base_is_escaped_everywhere(context):
    sheet = Sheet(context, "x.md", HOSTILE)
    sheet.lead(HOSTILE)
    sheet.p(f"`{HOSTILE}` and {HOSTILE}")
    sheet.heading(HOSTILE)
    sheet.html(sheet.name(HOSTILE) + sheet.link("rule", HOSTILE, HOSTILE) + sheet.to("y.md", HOSTILE))
    sheet.html(bars(HOSTILE, [Bar(HOSTILE, 1.0, HOSTILE, HOSTILE)]))
    everything = sheet.page.markdown().partition("---\n\n")[2] + "".join(sheet.page.blocks)
    assert "<img" not in everything
    assert "&lt;img" in everything


def test_a_heading_keeps_its_underscores_and_stars():
    import markdown

    page = Page("x.md", "smsp__a_b *c* `d` [e](f) 1. # {g}: h")
    html = markdown.markdown(page.markdown().partition("---\n\n")[2])
    assert html == "<h1>smsp__a_b *c* `d` [e](f) 1. # {g}: h</h1>"


def test_names_and_rules_in_texts_become_links(context):
    sheet = Sheet(context, "a/b.md", "t")
    html = sheet.rich("See lts__t_sectors.sum, N001 and lts__no_such_thing.")
    assert 'href="../../counters/l2-sectors/#lts__t_sectors"' in html
    assert 'href="../../rules/N001/"' in html
    assert html.endswith("lts__no_such_thing.")


def test_names_in_hand_written_pages_become_links(context):
    text = "Read `lts__t_sectors.sum`, [`N001`](x.md) and `N001`.\n```\n`lts__t_sectors.sum`\n```"
    out = linked(context, "guides/x.md", text)
    assert "[`lts__t_sectors.sum`](../counters/l2-sectors.md#lts__t_sectors)" in out
    assert "[`N001`](x.md) and [`N001`](../rules/N001.md)" in out
    assert out.endswith("```\n`lts__t_sectors.sum`\n```")


@pytest.mark.parametrize("name", ["words", "path", "readings"])
def test_site_data_keeps_to_its_schema(name):
    schema = json.loads((ROOT / "schema" / "site.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
    assert [f"{list(e.absolute_path)}: {e.message[:100]}" for e in validator.iter_errors(data(name))] == []


def test_every_measured_kernel_is_read(measured):
    entries = data("readings")["readings"]
    for report, count in (("full", 14), ("torch", 9)):
        read = {
            measured.kernel(report, entry["kernel"]).index for entry in entries.values() if entry["report"] == report
        }
        assert read == set(range(count))
        assert len(measured.kernels(report)) == count


def test_readings_type_no_number():
    """A figure in a reading comes from the report; only names hold digits."""
    found = []
    for path, lang, text in texts(data("readings")):
        bare = re.sub(r"\{[^{}]*\}", "", text)
        bare = ALLOWED_NUMBERS.sub("", RELEASES.sub("", bare))
        if re.search(r"\d", bare):
            found.append((path, lang, bare))
    assert found == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_metric_of_a_reading_is_linked_and_its_value_is_that_of_the_report(addresses, measured, lang):
    context = context_of(default(), addresses, lang)
    all_readings = readings.Readings(data("readings"), measured, programs(checkout() / "data"))
    pages = {page.src: "".join(page.blocks) for page in readings.pages(context, all_readings)}
    for key, entry in all_readings.entries.items():
        page = pages[f"readings/{key}.md"]
        kernel = all_readings.kernel(key)
        for name in entry.get("show", []):
            value = kernel.values.get(name)
            assert value is not None, f"{key}: the report has no {name}"
            assert value.available, f"{key}: the report has no {name}"
            assert shown(value) in page
            base = context.base_of(name)
            assert addresses.name(base), f"{key}: no page explains {name}"
        assert 'class="chart"' in page
        assert all_readings.programs[entry.get("code", readings._name(entry))].split()[0] in page
        assert "{" not in page.replace("{g}", "").partition("<details")[0]


def test_suffixes_are_shown_with_the_numbers_of_measured_kernels(context, measured):
    rollups, submetrics = suffixes.pages(context, measured)
    busiest = measured.value(
        "full", "histogram_atomic", "lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed"
    )
    assert busiest.number > 10 * (
        measured.value(
            "full", "histogram_atomic", "lts__d_atomic_input_cycles_active.avg.pct_of_peak_sustained_elapsed"
        ).number
    )
    assert shown(busiest) in "".join(rollups.blocks)
    text = "".join(submetrics.blocks)
    for window in ("active", "elapsed"):
        value = measured.value("families", "tail", f"sm__inst_executed.avg.pct_of_peak_sustained_{window}")
        assert shown(value) in text


def test_six_forms_of_a_stall_say_what_each_is_out_of(context, measured):
    page = next(p for p in stalls.pages(context, measured) if p.src == "stalls/long_scoreboard.md")
    text = "".join(page.blocks)
    forms = text.partition("<thead>")[2].partition("</table>")[0]
    assert forms.count("<tr>") - 1 == 6
    assert "smsp__issue_active" in forms.replace("<wbr>", "")
    assert shown(measured.value("full", "vec_add", stalls.PER_ISSUE.format("long_scoreboard"))).split()[0] in forms


def test_the_diagram_shows_what_each_chip_has(context):
    diagram = Diagram(default(), data("path"))
    drawn = {chip: set(diagram.drawn(chip)) for chip in default().meta["members"]}
    assert "lrc" in drawn["gh100"]
    assert "lrc" not in drawn["ga102"]
    assert "syslts" in drawn["gb100"]
    assert "syslts" not in drawn["gh100"]
    assert all({"sm", "l1tex", "lts", "smsp"} <= nodes for nodes in drawn.values())
    figure = diagram.figure(Sheet(context, "data-path.md", "t"), "gh100")
    assert "<title id=" in figure
    assert "<desc id=" in figure
    for unit in drawn["gh100"] - {"xbar", "pipes", "ltcfabric"}:
        assert f'href="../units/{unit}/"' in figure, unit


def test_the_diagram_refers_to_what_exists():
    path = data("path")
    ids = {node.get("unit") or node["id"] for node in path["nodes"]}
    for node in path["nodes"]:
        assert "unit" not in node or default().get("unit", node["unit"]) is not None
    for edge in path["edges"]:
        assert {edge["from"], edge["to"]} <= ids
        assert "carries" not in edge or default().record(edge["carries"]) is not None, edge


def test_words_of_the_interface_are_used():
    """A word that no page asks for is dead weight, in two languages."""
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "metricparse" / "site").glob("*.py"))
    composed = ("sure-", "topic-", "collection-", "request-", "verdict-", "legacy-", "severity-", "status-", "fix-")
    composed += ("family-", "short-", "kinds-", "change-", "in-language-")
    unused = [
        word
        for word in data("words")["words"]
        if f'"{word}"' not in code.replace("'", '"') and not word.startswith(composed)
    ]
    assert unused == []


def test_outside_a_checkout_the_command_says_what_it_needs(monkeypatch, tmp_path, capsys):
    from metricparse.cli.main import main

    monkeypatch.setattr(building, "ROOT", tmp_path)
    assert main(["site", "build"]) == 2
    assert "checkout" in capsys.readouterr().err
    with pytest.raises(UsageError):
        checkout()


def test_mkdocs_configuration_loads_nothing_from_elsewhere():
    config = yaml.safe_load((ROOT / "site" / "mkdocs.yml").read_text(encoding="utf-8"))
    assert config["strict"] is True
    assert config["theme"]["font"] is False
    assert "extra_javascript" not in config
