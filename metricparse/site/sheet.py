"""A page while it is being written: escaped text with every metric, rule and thing linked to the place that explains it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from metricparse.catalog.availability import availability
from metricparse.catalog.chips import chips_in_words
from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.explain.compose import text_of
from metricparse.site.addresses import Address, Addresses
from metricparse.site.page import Page, esc, relative

NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:*")


class Context:
    """What every page of a language needs."""

    def __init__(self, kb: KnowledgeBase, addresses: Addresses, lang: str, words: dict[str, Entry]) -> None:
        self.kb = kb
        self.addresses = addresses
        self.lang = lang
        self.rules = set(kb.keys("rule"))
        self._words = words
        self._interface = kb.get("meta", "interface") or {}
        self._where: dict[str, str] = {}
        self._bases: dict[str, str] = {}

    def word(self, key: str, **slots: object) -> str:
        """A word of the interface: the site's own, else one that `metric explain` uses too.

        Raises KeyError for a word that neither has.
        """
        entry = self._words.get(key)
        if entry is None:
            entry = next((group[key] for group in self._interface.values() if isinstance(group.get(key), dict)), None)
        if entry is None:
            raise KeyError(key)
        text = str(entry[self.lang])
        for slot, value in slots.items():
            text = text.replace("{" + slot + "}", str(value))
        return text

    def detail(self, name: str) -> str:
        """Name of a detail of a chip, product, section, set or option."""
        if self.lang == "en":
            return name
        words = self._interface["details"]
        return str(words.get(name) or " ".join(words.get(word, word) for word in name.split()))

    def value(self, value: object) -> str:
        """Value of such a detail: numbers grouped, the few words among them in the page's language."""
        if isinstance(value, int) and not isinstance(value, bool):
            return f"{value:,}"
        words = {"unknown": "unknown-state", "yes": "yes", "no": "no"}
        return self.word(words[str(value)]) if value in words else str(value)

    def text(self, entry: Entry | None, field: str) -> str:
        """A text field in the page's language."""
        return text_of(entry, field, self.lang)

    def base_of(self, word: str) -> str:
        """The base name of a full name, or empty."""
        found = self._bases.get(word)
        if found is None:
            _, rest = self.kb.prefix(word)
            found = self.kb.split(rest)[0]
            if not found and self.kb.record(word) is not None:
                found = word
            if found and found not in self.addresses.names:
                # a member of a family that is explained as one
                found = next((p for p in self.kb.meta["patterns"] if found.startswith(p.partition("*")[0])), "")
            self._bases[word] = found
        return found

    def chips(self, record: Entry) -> str:
        """In words, where a name exists."""
        key = str((record.get("ncu"), record.get("library"), record.get("outside"), record.get("elsewhere")))
        if key not in self._where:
            self._where[key] = self._chips(record)
        return self._where[key]

    def _chips(self, record: Entry) -> str:
        where = availability(self.kb, record)
        meta = self.kb.meta
        if where.listed:
            if set(where.listed) >= set(where.listed_chips):
                return self.word("all-chips", n=len(where.listed))
            return chips_in_words([c for c in where.everywhere if c in where.listed], meta)
        now = [c for c in where.everywhere if where.on(c) == "library"]
        if now:
            return f"{self.word('library-only')}: {chips_in_words(now, meta)}"
        if where.library:
            last = max(
                (r for have in where.library.values() for r in have if r in meta["releases"]),
                key=meta["releases"].index,
            )
            return self.word("gone-since", release=last)
        return self.word("in-no-list")


class Sheet:
    """One page being written."""

    def __init__(self, context: Context, src: str, title: str, search: bool = True) -> None:
        self.context = context
        # a list of names has no headings for a table of contents
        self.page = Page(src, title, search=search, wide=not search)

    # --- inline ------------------------------------------------------------------------------------------------------

    def word(self, key: str, **slots: object) -> str:
        """A word of the interface, escaped."""
        return esc(self.context.word(key, **slots))

    def href(self, address: Address) -> str:
        """Link from this page to an address."""
        return esc(relative(self.page.src, *address))

    def to(self, src: str, label: str, anchor: str = "") -> str:
        """A link to a page by its file."""
        return f'<a href="{self.href((src, anchor))}">{esc(label)}</a>'

    def link(self, kind: str, key: str, label: str = "") -> str:
        """A link to a thing, or its plain label if no page explains it."""
        address = self.context.addresses.of(kind, key)
        text = esc(label or key)
        return text if address is None else f'<a href="{self.href(address)}">{text}</a>'

    def name(self, full: str, label: str = "") -> str:
        """A metric name in code, linked to where its base name is explained."""
        base = self.context.base_of(full)
        code = f"<code>{breakable(label or full)}</code>"
        address = self.context.addresses.name(base) if base else None
        return code if address is None else f'<a class="m" href="{self.href(address)}">{code}</a>'

    def rich(self, text: str) -> str:
        """Escaped text, with metric names and rules linked and text in backticks as code."""
        result: list[str] = []
        for index, piece in enumerate(text.split("`")):
            if index % 2 and index < text.count("`"):
                result.append(self.name(piece) if "__" in piece else f"<code>{esc(piece)}</code>")
            else:
                result.append(self._linked(piece))
        return "".join(result)

    def _linked(self, text: str) -> str:
        result: list[str] = []
        at = 0
        while at < len(text):
            end = at
            while end < len(text) and text[end] in NAME:
                end += 1
            if end == at:
                result.append(esc(text[at]))
                at += 1
                continue
            word = text[at:end].rstrip(".:*")
            end = at + len(word) if word else end
            word = text[at:end]
            if "__" in word and self.context.base_of(word):
                result.append(self.name(word))
            elif word in self.context.rules:
                result.append(self.link("rule", word))
            else:
                result.append(esc(word))
            at = end
        return "".join(result)

    def names(self, names: Iterable[str]) -> str:
        """Several names, one after the other."""
        return ", ".join(self.name(name) for name in names)

    def sources(self, entry: Entry) -> str:
        """What an entry rests on, and how sure it is."""
        listed = ", ".join(self.link("source", s) for s in entry.get("sources", []))
        sure = str(entry.get("confidence", ""))
        mark = f'<span class="sure">{self.word("sure-" + sure.replace(" ", "-"))}</span>' if sure else ""
        return " ".join(filter(None, [mark, listed]))

    # --- blocks ------------------------------------------------------------------------------------------------------

    def crumbs(self, *steps: tuple[str, str]) -> None:
        """Where the page stands: (file, label) of the pages above it."""
        links = " › ".join(self.to(src, label) for src, label in steps)
        self.page.html(f'<p class="crumbs" data-search-exclude>{links}</p>')

    def heading(self, text: str, anchor: str = "", level: int = 2) -> None:
        """A heading that the table of contents and the search know."""
        self.page.heading(text, anchor, level)

    def html(self, text: str) -> None:
        """A block of HTML."""
        self.page.html(text)

    def lead(self, text: str) -> None:
        """What the page says first."""
        self.page.html(f'<p class="lead">{self.rich(text)}</p>' if text else "")

    def p(self, text: str) -> None:
        """A paragraph of text from the knowledge base."""
        self.page.html(f"<p>{self.rich(text)}</p>" if text else "")

    def facts(self, rows: Sequence[tuple[str, str]]) -> None:
        """Headed rows; the second of each pair is HTML, and rows without it are left out."""
        self.page.html(facts(rows))

    def table(
        self, head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "", anchors: Sequence[str] = ()
    ) -> None:
        """A table; cells are HTML."""
        self.page.html(table(head, rows, kind, anchors))

    def entry(self, entry: Entry, skip: Sequence[str] = ()) -> None:
        """Everything that an entry of any kind says, in the order in which a reader wants it."""
        self.facts(self.entry_rows(entry, skip))

    def entry_rows(self, entry: Entry, skip: Sequence[str] = ()) -> list[tuple[str, str]]:
        """The rows of `entry`."""
        rows = []
        for field, heading in FIELDS:
            text = self.context.text(entry, field)
            if text and field not in skip:
                rows.append((self.word(heading), self.rich(text)))
        if entry.get("metrics") and "metrics" not in skip:
            rows.append((self.word("related"), self.metrics(entry["metrics"])))
        see = [
            self.link("term", t, self.context.text(self.context.kb.get("term", t), "name"))
            for t in entry.get("see", [])
        ]
        rows.append((self.word("see"), ", ".join(see)))
        rules = [self.link("rule", r) for r in entry.get("rules", [])]
        rows.append((self.word("rules"), ", ".join(rules)))
        rows.append((self.word("sources"), self.sources(entry)))
        return rows

    def metrics(self, names: Iterable[Any]) -> str:
        """Metrics worth reading beside something; words that are no full name stay as they are."""
        return "".join(f"<div>{self.name(str(n))}</div>" for n in names)


FIELDS = (
    ("place", "place"),
    ("waits_for", "waits_for"),
    ("counts", "counts"),
    ("denominator", "denominator"),
    ("throughput_denominator", "denominator-throughput"),
    ("answers", "answers"),
    ("does_not_say", "does_not_say"),
    ("mistaken_for", "does_not_say"),
    ("next", "next"),
    ("instead", "advice"),
    ("differs", "differs"),
    ("scale", "scale"),
)
"""Text fields of an entry and the heading of each."""


def breakable(name: str) -> str:
    """A name that a narrow screen may break behind its underscores and dots."""
    return esc(name).replace("_", "_<wbr>").replace("_<wbr>_<wbr>", "__<wbr>").replace(".", ".<wbr>")


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """Headed rows as a list of definitions; HTML in, HTML out."""
    filled = [(head, text) for head, text in rows if text]
    if not filled:
        return ""
    return '<dl class="facts">' + "".join(f"<div><dt>{h}</dt><dd>{t}</dd></div>" for h, t in filled) + "</dl>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "", anchors: Sequence[str] = ()) -> str:
    """A table that scrolls by itself on a narrow screen."""
    body = []
    for index, row in enumerate(rows):
        anchor = f' id="{esc(anchors[index])}"' if anchors else ""
        body.append(f"<tr{anchor}>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>")
    if not body:
        return ""
    heads = "".join(f"<th>{cell}</th>" for cell in head)
    return (
        f'<div class="scroll" tabindex="0"><table class="t {esc(kind)}"><thead><tr>{heads}</tr></thead><tbody>'
        + "".join(body)
        + "</tbody></table></div>"
    )
