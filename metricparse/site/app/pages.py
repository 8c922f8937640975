"""The pages that hold the applications."""

from __future__ import annotations

import html
from pathlib import Path

from metricparse.catalog.store import KnowledgeBase

PAGES = ("resolve", "table", "compare")
ROOT = "../../assets/app/"
"""From a page ``<language>/<name>/`` of the built site to the modules."""


ASIDE = (
    '<script>if(document.readyState==="loading"){const u=new URL(location.href),s=u.search;'
    'if(u.searchParams.has("q")){window.mpAddress=u.href;u.searchParams.delete("q");history.replaceState(history.state,"",u)}}'
    "</script>"
)
"""Takes ?q= out of the address until the theme has started, which would open its own search on it; app.js puts it back."""


def write_pages(docs: Path, kb: KnowledgeBase, languages: tuple[str, ...]) -> None:
    """Write one Markdown page for each application and language."""
    words = (kb.get("meta", "interface") or {})["app"]
    for lang in languages:
        for page in PAGES:
            others = [one for one in languages if one != lang]
            path = docs / lang / f"{page}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_page(page, lang, others, words), encoding="utf-8")


def _page(page: str, lang: str, others: list[str], words: dict[str, dict[str, str]]) -> str:
    title = words[f"title-{page}"][lang]
    about = html.escape(words[f"about-{page}"][lang])
    needs = html.escape(words["needs-script"][lang])
    return f"""---
title: {title}
hide: [toc]
search: {{exclude: true}}
---

# {title}

{ASIDE if page == "resolve" else ""}

{about}

<div class="mp-app" data-app="{page}" data-lang="{lang}" data-others="{" ".join(others)}"><noscript>{needs}</noscript></div>
<link rel="stylesheet" href="{ROOT}app.css">
<script type="module" src="{ROOT}app.js"></script>
"""
