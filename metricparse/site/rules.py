"""Rules of the linter: a page for each, and for each family."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.engine import COMPLAINTS, url_of
from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet

ORDER = "NASOMDPC"
"""Families from the names to the conclusions."""


def families(kb: KnowledgeBase) -> list[str]:
    """Letters of the families that have rules, in the order in which a reader meets them."""
    found = {key[0] for key in kb.keys("rule")}
    return [*(letter for letter in ORDER if letter in found), *sorted(found - set(ORDER))]


def family_src(letter: str) -> str:
    """The page of a family."""
    return f"rules/family-{letter}.md"


def family_name(context: Context, letter: str) -> str:
    """A family as navigation and pages call it."""
    return f"{letter} · {context.word('family-' + letter)}"


def pages(context: Context) -> Iterator[Page]:
    """The list of rules by family, a page for each family, and the rules' own."""
    index = Sheet(context, "rules/index.md", context.word("nav-rules"))
    index.lead(context.word("rules-lead"))
    index.p(context.word("rules-status"))
    for letter in families(context.kb):
        records = [(key, rule) for key, rule in context.kb.items("rule") if key[0] == letter]
        index.heading(family_name(context, letter), f"family-{letter}")
        index.html(
            f"<p>{index.word('family-' + letter + '-lead')} {index.to(family_src(letter), context.word('family-page'))}</p>"
        )
        _table(index, records)
        yield _family(context, letter, records)
        for key, rule in records:
            yield _rule(context, key, rule)
    yield index.page


def permalinks(kb: KnowledgeBase, languages: tuple[str, ...], template: str) -> Iterator[tuple[str, str]]:
    """(file, HTML) of the addresses that findings give: by slug, without a language, as seen from the site's top.

    What the linter says of suppressions has no page of its own; it leads to the list of rules.
    """
    goals = [(entry["slug"], f"rules/{key}/", entry["title"]) for key, entry in kb.items("rule")]
    goals += [(slug, "rules/", dict.fromkeys(languages, slug)) for slug, _, _ in COMPLAINTS.values()]
    for slug, path, title in goals:
        links = "\n".join(f'<a href="../../{lang}/{path}" lang="{lang}">{esc(title[lang])}</a>' for lang in languages)
        text = template.replace("{title}", esc(slug)).replace("{path}", path).replace("{links}", links)
        yield url_of(slug) + "index.html", text


def _table(sheet: Sheet, records: list[tuple[str, dict[str, Any]]]) -> None:
    rows = [
        [sheet.link("rule", key), *_marks(sheet, rule), esc(sheet.context.text(rule, "title"))] for key, rule in records
    ]
    heads = ("status-rule", "severity", "status", "objects-to")
    sheet.table([sheet.word(head) for head in heads], rows)


def _marks(sheet: Sheet, rule: dict[str, Any]) -> list[str]:
    """Severity and status, as a reader sees them at a glance."""
    return [
        f'<span class="severity {esc(rule["severity"])}">{sheet.word("severity-" + rule["severity"])}</span>',
        f'<span class="status {esc(rule["status"])}">{sheet.word("short-" + rule["status"])}</span>',
    ]


def _family(context: Context, letter: str, records: list[tuple[str, dict[str, Any]]]) -> Page:
    sheet = Sheet(context, family_src(letter), family_name(context, letter))
    sheet.page.description = context.word(f"family-{letter}-lead")
    sheet.crumbs(("rules/index.md", context.word("nav-rules")))
    sheet.lead(context.word(f"family-{letter}-lead"))
    if any(context.kb.get("claim", key) for key, _ in records):
        sheet.html(f"<p>{_how_read(sheet)}</p>")
    for key, rule in records:
        sheet.heading(f"{key} {context.text(rule, 'title')}", key)
        sheet.html(f"<p>{' · '.join([sheet.link('rule', key), *_marks(sheet, rule)])}</p>")
        sheet.html(f"<p>{_slots(sheet, context.text(rule, 'message'))}</p>")
    return sheet.page


def _how_read(sheet: Sheet) -> str:
    return sheet.to("guides/what-the-linter-reads.md", sheet.context.word("read-from-wording"))


def _rule(context: Context, key: str, rule: dict[str, Any]) -> Page:
    sheet = Sheet(context, f"rules/{key}.md", f"{key} {context.text(rule, 'title')}")
    sheet.page.description = context.text(rule, "title")
    sheet.crumbs(("rules/index.md", context.word("nav-rules")), (family_src(key[0]), family_name(context, key[0])))
    severity, _ = _marks(sheet, rule)
    facts = " · ".join(
        [
            severity,
            f"<code>{esc(rule['slug'])}</code>",
            f'<span class="status {esc(rule["status"])}">{sheet.word("status-" + rule["status"])}</span>',
            sheet.word("fix-" + rule["fix"]),
            *([_how_read(sheet)] if context.kb.get("claim", key) else []),
        ]
    )
    sheet.html(f"<p>{facts}</p>")
    rows = [(sheet.word("says"), _slots(sheet, context.text(rule, "message")))]
    for name, variant in (rule.get("variants") or {}).items():
        severity = variant.get("severity")
        extra = (
            f' <span class="severity {esc(severity)}">{sheet.word("severity-" + severity)}</span>' if severity else ""
        )
        cell = f'<div class="dim">{esc(name)}{extra}</div>{_slots(sheet, context.text(variant, "message"))}'
        rows.append((sheet.word("or"), cell))
    rows.append((sheet.word("measure-instead"), _slots(sheet, context.text(rule, "advice"))))
    rows.append((sheet.word("why"), sheet.rich(context.text(rule, "why"))))
    sheet.facts(rows)
    for heading, wrong in (("wrong", True), ("right", False)):
        sheet.heading(context.word(heading), heading)
        order = [context.lang, "zh" if context.lang == "en" else "en"]
        for lang in order:
            chosen = [e for e in rule["examples"] if e["lang"] == lang and bool(e["bad"]) == wrong]
            if lang != context.lang and chosen:
                # the rule works in both languages, and a reader of one writes in the other too
                sheet.html(f'<p class="dim">{sheet.word("in-language-" + lang)}</p>')
            for example in sorted(chosen, key=lambda e: (len(e["text"]), e["id"]))[: 4 if lang == context.lang else 2]:
                sheet.html(_example(example))
    sheet.heading(context.word("suppress"), "suppress")
    sheet.p(context.word("suppress-text"))
    comment = f"&lt;!-- metricparse: ignore {key} -- {sheet.word('reason-here')} --&gt;"
    sheet.html(f"<pre><code>{comment}\n# metricparse: ignore {key} -- {sheet.word('reason-here')}</code></pre>")
    also = ", ".join(sheet.link("rule", r) for r in rule.get("also", []))
    sheet.facts([(sheet.word("see"), also), (sheet.word("sources"), sheet.sources(rule))])
    return sheet.page


def _slots(sheet: Sheet, text: str) -> str:
    """A message with its slots marked: what the check fills in."""
    return sheet.rich(text).replace("{", '<span class="slot">').replace("}", "</span>")


def _example(example: dict[str, Any]) -> str:
    """An example as it stands in a file, with the words a finding stands on marked."""
    text = example["text"].rstrip("\n")
    spans: list[tuple[int, int]] = []
    for bad in example["bad"]:
        words, nth = (bad, 1) if isinstance(bad, str) else (bad["words"], bad["nth"])
        at = -1
        for _ in range(nth):
            at = text.find(words, at + 1)
        if at >= 0 and all(at >= end or at + len(words) <= start for start, end in spans):
            spans.append((at, at + len(words)))
    pieces, done = [], 0
    for start, end in sorted(spans):
        pieces.append(f"{esc(text[done:start])}<mark>{esc(text[start:end])}</mark>")
        done = end
    pieces.append(esc(text[done:]))
    mark = "bad" if example["bad"] else "good"
    kind = f'<span class="kind">{esc(example["as"])}</span>'
    return f'<div class="example {mark}"><pre><code>{"".join(pieces)}</code></pre>{kind}</div>'
