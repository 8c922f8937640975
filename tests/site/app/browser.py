"""A real browser on the applications inside a small mkdocs-material site of two languages, below a sub-path."""

import functools
import gzip
import http.server
import shutil
import threading

import pytest
import yaml

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def build(docs, folder, address):
    """Build the site with mkdocs-material for an address."""
    pytest.importorskip("material", reason="mkdocs-material is not installed: the website is not built")
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config

    (docs / "index.md").write_text("# Home\n\n[resolver](en/resolve.md) [table](en/table.md)\n")
    palette = [
        {"media": f"(prefers-color-scheme: {m})", "scheme": s} for m, s in (("light", "default"), ("dark", "slate"))
    ]
    config = {
        "site_name": "metricparse",
        "site_url": address,
        "docs_dir": str(docs),
        "site_dir": str(folder / "sub"),
        "strict": True,
        "theme": {"name": "material", "font": False, "features": ["navigation.instant"], "palette": palette},
        "plugins": ["search"],
    }
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config))
    mkdocs_build(load_config(str(folder / "mkdocs.yml")))


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


class Site:
    """Opens pages; every page's console errors and requests are kept."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address
        self.errors, self.requests, self.sizes = [], [], {}
        self.contexts = []

    def open(self, path, width=1200, scheme="light"):
        context = self.browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        context.set_default_timeout(15000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        page.on("request", lambda r: self.requests.append(r.url))
        page.on("response", self._weigh)
        page.goto(self.address + path)
        return page

    def _weigh(self, response):
        try:
            self.sizes[response.url] = len(gzip.compress(response.body()))
        except Exception:
            # a body that the browser let go of, as of a redirect
            self.sizes.setdefault(response.url, 0)

    def answered(self, path, **options):
        """A page of the resolver once it shows an answer."""
        page = self.open(path, **options)
        page.wait_for_selector(".mp-badge")
        return page

    def close(self):
        for context in self.contexts:
            context.close()


@pytest.fixture(scope="session")
def served(docs, tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    address = f"http://127.0.0.1:{server.server_port}/sub/"
    build(docs, folder, address)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield address
    server.shutdown()


@pytest.fixture
def site(chromium, served):
    """The site in a browser; a console error or a request elsewhere fails the test."""
    one = Site(chromium, served)
    yield one
    one.close()
    assert one.errors == []
    assert [url for url in one.requests if not url.startswith((served.removesuffix("sub/"), "data:", "blob:"))] == []
