"""Concepts and questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from metricparse.site.addresses import slug
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet


def pages(context: Context) -> Iterator[Page]:
    """Both lists and their pages."""
    kb = context.kb
    index = Sheet(context, "concepts/index.md", context.word("nav-concepts"))
    index.lead(context.word("concepts-lead"))
    topics: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for key, entry in kb.items("term"):
        name = context.text(entry, "name")
        topics[entry["topic"]].append((name, key))
        sheet = Sheet(context, f"concepts/{slug(key)}.md", name)
        sheet.page.description = context.text(entry, "text")
        sheet.crumbs(("concepts/index.md", context.word("nav-concepts")))
        sheet.lead(context.text(entry, "text"))
        words = [w for w in (entry.get("words") or {}).get(context.lang, []) if w.casefold() != name.casefold()]
        sheet.facts([*sheet.entry_rows(entry)[:-1], (sheet.word("words"), esc(", ".join(words)))])
        about = [
            f"<li>{sheet.link('question', q, context.text(one, 'asks'))}</li>"
            for q, one in kb.items("question")
            if set(one.get("metrics", [])) & set(entry.get("metrics", []))
        ][:6]
        if about:
            sheet.heading(context.word("nav-questions"), "questions")
            sheet.html(f"<ul>{''.join(about)}</ul>")
        sheet.facts([(sheet.word("sources"), sheet.sources(entry))])
        yield sheet.page
    for topic, found in sorted(topics.items()):
        index.heading(context.word(f"topic-{topic}"), topic)
        links = "".join(f"<li>{index.link('term', key, name)}</li>" for name, key in sorted(found, key=_folded))
        index.html(f'<ul class="columns">{links}</ul>')
    yield index.page
    yield from _questions(context)


def _folded(item: tuple[str, str]) -> str:
    return item[0].casefold()


def _asked_with(context: Context, entry: dict[str, Any]) -> str:
    """The words that people ask a question with, in the page's language: what a search should find it by."""
    words = dict.fromkeys(word for group in entry["when"] for word in group if "{" not in word and len(word) > 2)
    kept = [word for word in words if word.isascii() == (context.lang == "en")]
    return ", ".join(kept) if context.lang == "en" else "、".join(kept)


def _questions(context: Context) -> Iterator[Page]:
    index = Sheet(context, "questions/index.md", context.word("nav-questions"))
    index.lead(context.word("questions-lead"))
    items = []
    for key, entry in context.kb.items("question"):
        asks = context.text(entry, "asks")
        items.append(f"<li>{index.link('question', key, asks)}</li>")
        sheet = Sheet(context, f"questions/{slug(key)}.md", asks)
        sheet.page.description = context.text(entry, "answer")
        sheet.crumbs(("questions/index.md", context.word("nav-questions")))
        sheet.lead(context.text(entry, "answer"))
        sheet.facts([*sheet.entry_rows(entry), (sheet.word("asked-with"), esc(_asked_with(context, entry)))])
        yield sheet.page
    index.html(f"<ul>{''.join(items)}</ul>")
    yield index.page
