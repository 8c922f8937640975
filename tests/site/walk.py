"""Reads built pages: their links, anchors, and what they would load."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


@dataclass
class Built:
    """What a test asks about a page."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    """href of every <a>."""
    loads: list[str] = field(default_factory=list)
    """Addresses that a browser would fetch by itself."""
    duplicates: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    """Attributes that run code."""
    tags: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.page = Built()

    def handle_starttag(self, tag, attrs):
        page = self.page
        page.tags.append(tag)
        named_only = tag == "link" and dict(attrs).get("rel") in ("canonical", "prev", "next")
        for name, value in attrs:
            value = value or ""
            if name == "id" and value:
                if value in page.anchors:
                    page.duplicates.append(value)
                page.anchors.add(value)
            elif name.startswith("on"):
                page.scripts.append(f"{tag} {name}")
            elif name == "href" and tag == "a":
                page.links.append(value)
            elif name in ("src", "srcset", "poster", "data") or (name == "href" and tag == "link" and not named_only):
                page.loads.append(value)


def read(path):
    """A page."""
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader.page


def target(site: Path, page: Path, link: str):
    """(file, anchor) that a relative link leads to, or None for one that leads outside or only runs in the browser."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    path = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if path.is_dir():
        path = path / "index.html"
    return path, unquote(parts.fragment)
