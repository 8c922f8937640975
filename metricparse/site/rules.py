"""A page for each rule of the linter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from metricparse.site.page import Page, esc
from metricparse.site.sheet import Context, Sheet


def pages(context: Context) -> Iterator[Page]:
    """The list of rules, and their pages."""
    index = Sheet(context, "rules/index.md", context.word("nav-rules"))
    index.lead(context.word("rules-lead"))
    rows = []
    for key, rule in context.kb.items("rule"):
        severity = f'<span class="severity {esc(rule["severity"])}">{index.word("severity-" + rule["severity"])}</span>'
        rows.append([index.link("rule", key), severity, esc(context.text(rule, "title"))])
        yield _rule(context, key, rule)
    index.table([index.word("status-rule"), index.word("severity"), index.word("objects-to")], rows)
    yield index.page


def _rule(context: Context, key: str, rule: dict[str, Any]) -> Page:
    sheet = Sheet(context, f"rules/{key}.md", f"{key} {context.text(rule, 'title')}")
    sheet.page.description = context.text(rule, "title")
    sheet.crumbs(("rules/index.md", context.word("nav-rules")))
    facts = " · ".join(
        [
            f'<span class="severity {esc(rule["severity"])}">{sheet.word("severity-" + rule["severity"])}</span>',
            f"<code>{esc(rule['slug'])}</code>",
            sheet.word("status-" + rule["status"]),
            sheet.word("fix-" + rule["fix"]),
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
