"""From the knowledge base to a folder of static files: pages of both languages, then mkdocs once a language, side by side."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from metricparse.catalog.store import KnowledgeBase, default
from metricparse.errors import UsageError
from metricparse.site import (
    concepts,
    counters,
    evidence,
    hardware,
    legacy,
    machine,
    pathpage,
    pipes,
    profiler,
    readings,
    rules,
    stalls,
    suffixes,
    throughputs,
    units,
    vocabulary,
)
from metricparse.site.addresses import Addresses
from metricparse.site.app import write_data, write_pages
from metricparse.site.datapath import Diagram
from metricparse.site.handwritten import copied
from metricparse.site.measured import Measured
from metricparse.site.nav import navigation
from metricparse.site.page import Page
from metricparse.site.programs import programs
from metricparse.site.sheet import Context

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "zh")


class Built(NamedTuple):
    """What a build made."""

    folder: Path
    pages: int


def checkout() -> Path:
    """The folder ``site`` of the checkout.

    Raises UsageError where the package is installed without it.
    """
    folder = ROOT / "site"
    if not (folder / "mkdocs.yml").is_file():
        raise UsageError(
            "metric site works in a checkout of the project: its guides and measured reports are not installed"
        )
    return folder


def data(name: str) -> Any:
    """A file of site/data."""
    return yaml.safe_load((checkout() / "data" / f"{name}.yaml").read_text(encoding="utf-8"))


def context_of(kb: KnowledgeBase, addresses: Addresses, lang: str) -> Context:
    """What the pages of a language need."""
    return Context(kb, addresses, lang, data("words")["words"])


def pages(context: Context) -> Iterator[Page]:
    """Every generated page of a language."""
    measured = Measured(ROOT / "tests" / "data")
    diagram = Diagram(context.kb, data("path"))
    yield from counters.pages(context)
    yield from units.pages(context)
    yield from pathpage.pages(context, diagram)
    yield from stalls.pages(context, measured)
    yield from pipes.pages(context)
    yield from throughputs.pages(context)
    yield from vocabulary.pages(context)
    yield from suffixes.pages(context, measured)
    yield from evidence.pages(context)
    yield from readings.pages(context, readings.Readings(data("readings"), measured, programs(checkout() / "data")))
    yield from concepts.pages(context)
    yield from rules.pages(context)
    yield from profiler.pages(context)
    yield from legacy.pages(context)
    yield from hardware.pages(context, diagram)


def build(out: Path, url: str = "", languages: tuple[str, ...] = LANGUAGES) -> Built:
    """Build the whole site into a folder, which is replaced.

    Raises UsageError if mkdocs is missing, if the folder holds something else, or if a page is wrong.
    """
    try:
        import mkdocs  # noqa: F401
    except ImportError:
        raise UsageError('metric site needs mkdocs: pip install -e ".[site]"') from None
    site = checkout()
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise UsageError(f"{out} is not empty and was not made by metric site")
    with tempfile.TemporaryDirectory(prefix="metric-site-") as temporary:
        docs, made = Path(temporary, "docs"), Path(temporary, "made")
        shutil.copytree(site / "docs", docs, ignore=shutil.ignore_patterns(*LANGUAGES))
        kb = default()
        lang_dirs = {lang: docs / lang for lang in languages}
        for folder in lang_dirs.values():
            folder.mkdir(parents=True)
        write_pages(docs, kb, languages)
        with ProcessPoolExecutor(len(languages) + 1) as pool:
            written = pool.submit(write_data, docs, kb.path, languages)
            jobs = [pool.submit(build_language, lang, lang_dirs[lang], made / lang, url) for lang in languages]
            titles = [job.result() for job in jobs]
            written.result()
        addresses = Addresses(kb)
        machine.write_json(made / "data" / "addresses.json", machine.address_table(addresses))
        machine.write_json(made / "data" / "kb.json", machine.export(kb))
        shutil.copy(ROOT / "schema" / "export.schema.json", made / "data" / "export.schema.json")
        template = (site / "data" / "llms.txt").read_text(encoding="utf-8")
        (made / "llms.txt").write_text(machine.llms_text(template, titles[0]), encoding="utf-8")
        template = (site / "data" / "permalink.html").read_text(encoding="utf-8")
        for name, text in rules.permalinks(kb, languages, template):
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for path in docs.iterdir():
            if path.name not in LANGUAGES:
                target = made / path.name
                (shutil.copytree if path.is_dir() else shutil.copy)(path, target)
        count = sum(1 for _ in made.rglob("*.html"))
        (made / MARK).write_text(json.dumps({"pages": count}), encoding="utf-8")
        if out.exists():
            shutil.rmtree(out)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, out)
    return Built(out, count)


MARK = ".metric-site"
"""A file that marks a folder as ours, so that it may be replaced."""


def build_language(lang: str, docs: Path, out: Path, url: str) -> list[tuple[str, str]]:
    """One language: write its pages, run mkdocs; returns (file, title) of the pages that search finds."""
    kb = default()
    context = context_of(kb, Addresses(kb), lang)
    blocks: dict[str, list[str]] = {}
    titles = []
    for page in pages(context):
        path = docs / page.src
        if path.exists():
            raise UsageError(f"two pages are called {page.src}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page.markdown(), encoding="utf-8")
        blocks[page.src] = page.blocks
        if page.search:
            titles.append((page.src, page.title))
    copied(context, checkout() / "docs" / lang, docs)
    words = docs.parent.parent / f"words-{lang}.txt"
    words.write_text("\n".join(_chinese_words(kb)) + "\n", encoding="utf-8")
    _run_mkdocs(context, docs, out, url, blocks, words)
    return titles


def _chinese_words(kb: KnowledgeBase) -> list[str]:
    """Words that the segmentation of Chinese text must keep whole, as people look for them."""
    words = {word for _, entry in kb.items("term") for word in entry["words"].get("zh", [])}
    words |= {word for _, entry in kb.items("question") for group in entry["when"] for word in group}
    kept = {word for word in words if len(word) > 1 and all("\u4e00" <= c <= "\u9fff" for c in word)}
    return sorted(kept)


def _run_mkdocs(context: Context, docs: Path, out: Path, url: str, blocks: dict[str, list[str]], words: Path) -> None:
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, BuildError, ConfigurationError

    from metricparse.site.plugin import Blocks

    heard = _Heard(logging.WARNING)
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    logging.getLogger("mkdocs").addHandler(heard)
    with contextlib.suppress(ImportError):
        import jieba

        jieba.setLogLevel(logging.WARNING)
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    site = checkout()
    theme = {**_theme(site), "language": context.lang}
    plugins = [{"search": _search(context.lang, words)}]
    try:
        config = load_config(
            str(site / "mkdocs.yml"),
            docs_dir=str(docs),
            site_dir=str(out),
            theme=theme,
            plugins=plugins,
            nav=navigation(context),
            site_url=f"{url.rstrip('/')}/{context.lang}/" if url else "",
        )
        config.plugins["metricparse"] = Blocks(blocks)
        mkdocs_build(config)
    except (Abort, BuildError, ConfigurationError) as error:
        raise UsageError("; ".join([f"mkdocs: {error}", *heard.messages[:5]])) from None
    index = out / "search" / "search_index.json"
    machine.write_json(index, json.loads(index.read_text(encoding="utf-8")))
    # a page of its own folder cannot know how deep it is asked for, and a host brings its own
    (out / "404.html").unlink(missing_ok=True)
    if not url:
        for name in ("sitemap.xml", "sitemap.xml.gz"):
            (out / name).unlink(missing_ok=True)


class _Heard(logging.Handler):
    """Keeps what mkdocs warns of, for the message when strict mode ends a build."""

    messages: list[str]

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.messages = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one message."""
        self.messages.append(record.getMessage())


def _theme(site: Path) -> dict[str, Any]:
    """The theme of mkdocs.yml, with the folder of our own templates."""
    theme: dict[str, Any] = yaml.safe_load((site / "mkdocs.yml").read_text(encoding="utf-8"))["theme"]
    return {**theme, "custom_dir": str(site / theme["custom_dir"])}


def _search(lang: str, words: Path) -> dict[str, Any]:
    options: dict[str, Any] = {"lang": ["en"] if lang == "en" else ["zh", "en"], "separator": SEPARATOR}
    if lang == "zh":
        options["jieba_dict_user"] = str(words)
    return options


SEPARATOR = r"[\s\u200b\-_,.:;/=()\[\]{}!?\"“”，。、；：（）]+"
"""What search takes apart words at: names at their underscores and dots, Chinese text where segmentation put its marks."""
