"""What the reader of claims understood of a document, passage by passage (``metric lint --explain-claims``)."""

from __future__ import annotations

from metricparse.lint.claims.concepts import concepts
from metricparse.lint.claims.judge import Judged
from metricparse.lint.claims.relations import UNSAID, polarity, relations
from metricparse.lint.reading.page import Page
from metricparse.output.harmless import harmless
from metricparse.output.terminal import Paint, printable

WORDS = {
    "en": {
        "mentions": "speaks of",
        "claims": "relates",
        "polarity": "polarity",
        "rules": "looked at by",
        "none": "no rule",
        "framed": "what stands around it refutes it",
        "asserted": "asserted",
        "beside": "beside",
        "finding": "objects",
        "note": "objects, as a note",
        "silent": "silent",
        "nothing": "nothing that a rule about claims is concerned with",
    },
    "zh": {
        "mentions": "谈到",
        "claims": "关系",
        "polarity": "语气",
        "rules": "看过的规则",
        "none": "没有规则",
        "framed": "上下文已将其否定",
        "asserted": "断言",
        "beside": "并列",
        "finding": "提出异议",
        "note": "提出异议（提示）",
        "silent": "无异议",
        "nothing": "没有关于结论的规则涉及的内容",
    },
}
MOST = 5
"""Rules of a passage that are shown."""


def render(page: Page, found: list[Judged], paint: Paint) -> str:
    """Each passage: where it stands, what it speaks of, what it relates, its polarity, and what the rules make of it."""
    say = WORDS[page.lang]
    if not found:
        return harmless(f"{printable(page.document.path)}: {say['nothing']}") + "\n"
    return harmless("\n\n".join("\n".join(_block(page, one, paint)) for one in found)) + "\n"


def _block(page: Page, one: Judged, paint: Paint) -> list[str]:
    say = WORDS[page.lang]
    book = concepts(page.kb)
    first = one.passage.pieces[0]
    line, column = page.document.position(page.region(first.region).range(first.start, first.start + 1)[0])
    where = paint(f"{printable(page.document.path)}:{line}:{column}:", "bold")
    words = one.reading.words
    lines = [f"{where} {printable(' '.join(one.text.split()))}"]
    mentions = [
        f"{'+'.join(mention.concepts)} “{printable(one.text[words[mention.first].start : words[mention.last - 1].end])}”"
        for mention in one.reading.mentions
        if mention.concepts[0] not in book.cues
    ]
    if mentions:
        lines.append(f"  {say['mentions']}: {', '.join(mentions)}")
    related = [
        f"{relation.subject[0]} {say['beside'] if relation.cue == UNSAID else relation.cue} {relation.object[0]}"
        for relation in relations(book, one.reading.mentions)
    ]
    if related:
        lines.append(f"  {say['claims']}: {'; '.join(dict.fromkeys(related))}")
    lines.append(f"  {say['polarity']}: {', '.join(polarity(book, one.reading.mentions)) or say['asserted']}")
    if one.framed:
        lines.append(f"  {say['framed']}")
        return lines
    ranked = sorted(one.scores.items(), key=lambda row: -(row[1].subject + row[1].mistake))[:MOST]
    shown = [f"{rule} ({score.subject:+.2f}, {score.mistake:+.2f})" for rule, score in ranked]
    verdict = say["silent"] if not one.rule else f"{one.rule} {say['note'] if one.loose else say['finding']}"
    lines.append(
        f"  {say['rules']}: {', '.join(shown) or say['none']} → {paint(verdict, 'yellow' if one.rule else 'dim')}"
    )
    return lines
