"""One page of the site, and the small pieces of HTML and Markdown that pages are made of.  Everything is escaped here."""

from __future__ import annotations

import html
import posixpath
from dataclasses import dataclass, field
from urllib.parse import quote

MARKDOWN = frozenset("\\`*_{}[]()#+-.!")
"""Characters that mean something to Markdown; a heading's text has them escaped."""


def esc(text: object) -> str:
    """Text for HTML, attributes included.

    >>> esc('<img onerror="x">')
    '&lt;img onerror=&quot;x&quot;&gt;'
    """
    return html.escape(str(text), quote=True)


def md(text: str) -> str:
    r"""Text for a Markdown heading: neither Markdown nor HTML in it has a meaning.

    >>> md("a__b <c>")
    'a\\_\\_b &lt;c&gt;'
    """
    return "".join("\\" + c if c in MARKDOWN else c for c in html.escape(text, quote=False))


def url_of(src: str) -> str:
    """Address of a page below its language's folder.

    >>> url_of("units/lts.md"), url_of("units/index.md"), url_of("index.md")
    ('units/lts/', 'units/', '')
    """
    stem = src.removesuffix(".md")
    if stem == "index":
        return ""
    return stem.removesuffix("/index") + "/"


def relative(start: str, end: str, anchor: str = "") -> str:
    """Address of a page as a link on another page writes it.

    >>> relative("units/lts.md", "stalls/index.md", "x")
    '../../stalls/#x'
    """
    if start == end and anchor:
        return "#" + quote(anchor)
    here, there = "/" + url_of(start), "/" + url_of(end)
    path = posixpath.relpath(there, here)
    link = "./" if path == "." else path + "/"
    return link + ("#" + quote(anchor) if anchor else "")


@dataclass
class Page:
    """A page as it goes to mkdocs: Markdown headings, and marks where its blocks of HTML go.

    The HTML goes around Markdown, which could read a meaning into it and would take most of the time of a build.
    """

    src: str
    title: str
    parts: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    search: bool = True
    wide: bool = False
    """Without a table of contents beside it."""
    description: str = ""

    def heading(self, text: str, anchor: str = "", level: int = 2) -> None:
        """A heading, which the table of contents and the search know."""
        self.parts.append(f"{'#' * level} {md(text)}" + (f" {{: #{anchor} }}" if anchor else ""))

    def html(self, text: str) -> None:
        """A block of HTML; nothing for empty text."""
        if not text:
            return
        mark = place(len(self.blocks))
        if self.parts and self.parts[-1] == place(len(self.blocks) - 1):
            self.blocks[-1] += "\n" + text
            return
        self.parts.append(mark)
        self.blocks.append(text)

    def markdown(self) -> str:
        """The whole file."""
        front = ["---", f"title: {_yaml(self.title)}"]
        if self.description:
            front.append(f"description: {_yaml(self.description)}")
        if not self.search:
            front += ["search:", "  exclude: true"]
        if self.wide:
            front.append("hide: [toc]")
        front.append("---")
        return "\n".join(front) + "\n\n" + "\n\n".join([f"# {md(self.title)}", *self.parts]) + "\n"


def place(index: int) -> str:
    """The mark of a block of HTML in the Markdown of a page."""
    return f'<div id="metricparse-{index}"></div>'


def _yaml(text: str) -> str:
    """A text as one YAML line in double quotes."""
    return '"' + " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'
