"""The built site in a real browser: search, language, light and dark, phone width, keyboard, and no error on the console."""

import functools
import gzip
import http.server
import shutil
import threading

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("no chromium: the site is not tested in a browser", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="no playwright: the site is not tested in a browser")

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
MAIN = (
    "",
    "counters/l2-hit-rate/",
    "counters/l1tex-sectors-global-loads/",
    "units/l1tex/",
    "units/l1tex/t-sectors/",
    "stalls/",
    "stalls/long_scoreboard/",
    "rollups/",
    "submetrics/",
    "pipes/",
    "features/",
    "products/",
    "data-path/",
    "throughputs/gh100/",
    "sections/SpeedOfLight/",
    "legacy/nvprof-metrics/",
    "readings/",
    "readings/histogram-atomic/",
    "rules/N001/",
    "concepts/occupancy/",
    "questions/hit-rate-above-hundred/",
    "guides/in-ci/",
    "chips/gh100/",
    "names/qualifiers/",
    "sources/",
)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves without a log."""

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="module")
def address(site):
    """The site below a path of its own, as a project page of a host has it."""
    handler = functools.partial(Quiet, directory=str(site.parent))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    # a browser that leaves a page ends its requests; that is no news
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{site.name}"
    server.shutdown()


@pytest.fixture
def browser(chromium):
    return chromium


@pytest.fixture
def open_page(browser, address):
    """Opens pages; when the test ends, nothing may have gone wrong on the console and nothing may have been fetched elsewhere."""
    problems, contexts = [], []

    def start(path, viewport=DESKTOP, **options):
        context = browser.new_context(viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: problems.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith((address, "data:", "blob:")) else problems.append(r.url))
        page.goto(f"{address}/{path}")
        return page

    yield start
    for context in contexts:
        context.close()
    assert problems == []


def results(page, words):
    """Addresses that the search finds."""
    page.keyboard.press("/")
    page.keyboard.type(words)
    page.wait_for_selector(".md-search-result__item a", timeout=15000)
    return page.eval_on_selector_all(".md-search-result__item a", "links => links.map(a => a.getAttribute('href'))")


@pytest.mark.parametrize(
    ("lang", "words", "expected"),
    [
        ("en", "bank conflict", "bank-conflict"),
        ("en", "long scoreboard", "long_scoreboard"),
        ("en", "achieved occupancy", "occupancy"),
        ("zh", "占用率", "occupancy"),
        ("zh", "长记分板", "scoreboard"),
        ("zh", "命中率", "hit-rate"),
        ("zh", "bank 冲突", "bank-conflict"),
    ],
)
def test_search_finds_pages_in_both_languages(open_page, lang, words, expected):
    page = open_page(f"{lang}/")
    found = results(page, words)
    assert any(expected in link for link in found[:10]), found[:10]


def test_a_search_result_can_be_reached_by_keyboard(open_page):
    page = open_page("en/")
    assert results(page, "wavefront")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/**?*h=*")
    assert "wavefront" in page.inner_text("article").casefold()


def test_the_language_switch_leads_to_the_same_page(open_page, address):
    page = open_page("en/counters/l2-hit-rate/")
    page.click("a.language")
    page.wait_for_url(f"{address}/zh/counters/l2-hit-rate/")
    assert page.inner_text("h1").startswith("L2 命中率")
    assert page.get_attribute("html", "lang") == "zh"
    page.click("a.language")
    page.wait_for_url(f"{address}/en/counters/l2-hit-rate/")
    assert page.inner_text("h1").startswith("L2 hit rate")


@pytest.mark.parametrize(("locale", "lang"), [("zh-CN", "zh"), ("en-US", "en"), ("de-DE", "en")])
def test_the_first_page_goes_by_the_language_of_the_browser(open_page, address, locale, lang):
    page = open_page("", locale=locale)
    page.wait_for_url(f"{address}/{lang}/")


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_light_and_dark(open_page):
    light = open_page("en/data-path/", color_scheme="light")
    dark = open_page("en/data-path/", color_scheme="dark")
    assert background(light) != background(dark)
    for page in (light, dark):
        text, ground = page.evaluate(
            "[getComputedStyle(document.querySelector('.path text')).fill, getComputedStyle(document.body).backgroundColor]"
        )
        assert abs(brightness(text) - brightness(ground)) > 90
    before = background(light)
    light.click("label[for=__palette_1]")
    assert background(light) != before


def brightness(colour):
    return sum(float(part) for part in colour.partition("(")[2].rstrip(")").split(",")[:3]) / 3


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_page_scrolls_sideways_on_a_phone(open_page, address, lang):
    page = open_page(f"{lang}/", viewport=PHONE)
    wide = []
    for path in MAIN:
        page.goto(f"{address}/{lang}/{path}")
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            wide.append(path)
    assert wide == []


def test_main_pages_open_without_an_error(open_page, address):
    page = open_page("zh/")
    for path in MAIN:
        page.goto(f"{address}/zh/{path}")
        assert page.inner_text("h1")


def test_the_box_of_the_home_page_leads_to_the_resolver(open_page):
    page = open_page("en/")
    form = page.locator("form.ask")
    assert form.get_attribute("action") == "resolve/"
    assert form.locator("input").get_attribute("name") == "q"
    form.locator("input").focus()
    assert page.evaluate("document.activeElement.name") == "q"


def test_units_of_the_diagram_can_be_reached_and_opened_by_keyboard(open_page, address):
    page = open_page("en/data-path/")
    names = page.eval_on_selector_all(
        ".panel:visible a, .panel a", "links => links.map(a => a.getAttribute('aria-label'))"
    )
    assert "l1tex: L1TEX" in names
    link = page.locator(".panel >> visible=true").locator("a[aria-label^='l1tex:']")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/en/units/l1tex/")


def test_tabs_of_the_diagram_change_with_arrow_keys(open_page):
    page = open_page("en/data-path/")
    page.locator(".tabs > input").first.focus()
    first = page.locator(".panel >> visible=true").locator("svg title").first.text_content()
    page.keyboard.press("ArrowRight")
    second = page.locator(".panel >> visible=true").locator("svg title").first.text_content()
    assert first != second


def test_a_link_to_a_name_scrolls_to_it_and_marks_it(open_page):
    page = open_page("en/units/l1tex/t-sectors/#l1tex__t_sectors_pipe_lsu_mem_global_op_ld")
    row = page.locator("tr:target")
    assert row.count() == 1
    assert row.is_visible()
    box = row.bounding_box()
    assert 0 <= box["y"] < DESKTOP["height"]


def test_applications_work_on_the_built_site(open_page):
    """The resolver, the table and the comparison as a visitor of the real site meets them, in one language each."""
    page = open_page("en/")
    page.fill("form.ask input", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")
    page.press("form.ask input", "Enter")
    page.wait_for_selector(".mp-app >> text=Each aligned piece")
    page = open_page("zh/table/?unit=lts")
    page.wait_for_selector(".mp-body-rows .mp-line")
    page = open_page(
        "en/compare/?a=sm__warps_active.avg.pct_of_peak_sustained_active&b=sm__throughput.avg.pct_of_peak_sustained_elapsed"
    )
    page.wait_for_selector(".mp-app >> text=not comparable")


@pytest.mark.parametrize("path", ["en/resolve/", "zh/resolve/", "zh/table/", "zh/compare/"])
def test_the_first_load_of_an_application_is_small(open_page, site, address, path):
    asked = set()
    page = open_page("")
    page.on("request", lambda request: asked.add(request.url.partition("?")[0]))
    page.goto(f"{address}/{path}")
    page.wait_for_load_state("networkidle")
    files = [site / url.removeprefix(f"{address}/") for url in asked if url.startswith(address)]
    files = [file / "index.html" if file.is_dir() else file for file in files]
    assert any("data" in file.parts for file in files)
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= 1_000_000
