"""What a page needs to explain a listed name: one row a base name, written in shards of neighbours, one file a language.

A row holds what `metricparse.explain.metric` derives from the record alone, as numbers of texts that its shard stores once.
What the suffix, the prefix and the chip add stands in core.json (`metricparse.site.app.core`); the browser puts both
together.  Fields that say nothing are left out.

  k kind           y type, where it is not the kind      d group, unit, stage, counter, statistic, filters, stall
  t tokens: offset, length, token, …                     a availability         f forms of a request
  ph phrase        ro rollups' words    co counts        an answers             ns does not say
  rp parts of a ratio       rd its denominator     de curated denominator    fam 1 for an entry of several names
  dn denominator without suffix
  np ns of a percentage     pf pitfalls of its entry (rule, text); pv, pt, ps, pr candidates of its words, state, suffix
  v variants: dims, units, active, elapsed cycles; vc their chips
  sc scope: one, all; cl clock; rf reference; gr granularity; cn collection
  la labels        re related           rt, rb renamed to, from          br breakdown       cp counterparts
  no note          sh shifts            so, sp sources before and after those of the suffix         hi history
  sec section that shows a name that cannot be asked for
"""

from __future__ import annotations

from typing import Any

from metricparse.catalog.availability import Availability, availability
from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.explain import metric
from metricparse.explain.compose import text_of
from metricparse.explain.history import history
from metricparse.explain.instead import counterparts
from metricparse.explain.pitfalls import applies
from metricparse.explain.suffixes import legal_suffixes
from metricparse.names.model import MetricName
from metricparse.semantics.facets import cycles, denominator, ratio_denominator, semantics
from metricparse.semantics.facets_full import ratio_parts
from metricparse.site.app.pool import Pool, compact

PREFIXES = ("", "pmsampling:", "breakdown:", "group:")
"""Prefixes that decide what a request does."""
COLLECTIONS: dict[str, tuple[str, ...]] = {
    "": (),
    "p": ("profiling",),
    "s": ("pmsampling",),
    "ps": ("profiling", "pmsampling"),
    "o": ("source",),
}
"""Collections that decide it: profiling, pm sampling, both, others, none."""
NO_SUFFIX, LEGAL, ROLLUP, OTHER = "none", "legal", "rollup", "other"
"""Classes of suffixes that decide what a request does."""


class Shared:
    """Tables that all shards refer to; they go into core.json."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self.chips = list(kb.meta["class_of"])
        self.number = {chip: index for index, chip in enumerate(self.chips)}
        self.availability = Pool()
        self.forms = Pool()

    def marks(self, chips: Any) -> str:
        """A set of chips as a text of 0 and 1, one for each chip."""
        return "".join("1" if chip in chips else "0" for chip in self.chips)

    def where(self, record: Entry, where: Availability) -> int:
        """Number of an availability."""
        collections: dict[str, str] = record.get("ncu", {})
        releases = self.kb.meta["releases"]
        return self.availability(
            {
                "on": "".join(where.on(chip)[0] for chip in self.chips),
                "ncu": "".join(metric.ncu_state(where, chip)[0] for chip in self.chips),
                "c": [[c, self.marks({k for k, have in where.listed.items() if c in have})] for c in collections],
                "r": [
                    sum(1 << index for index, one in enumerate(releases) if one in where.library.get(chip, ()))
                    for chip in self.chips
                ],
                "library": bool(record.get("library")),
                "listed": bool(where.listed),
                "outside": bool(where.outside),
            }
        )

    def form(self, record: Entry, where: Availability) -> int:
        """Number of the table that says what ncu does with each form of a request, by the collections that hold the name."""
        legal = legal_suffixes(self.kb, record)
        rollups = [f".{r}" for r in self.kb.meta["rollups"] if f".{r}" not in legal]
        samples = {NO_SUFFIX: "", LEGAL: next(iter(legal), ""), ROLLUP: next(iter(rollups), ""), OTHER: "._"}
        table: dict[str, Any] = {}
        for name, collections in COLLECTIONS.items():
            anywhere = where._replace(listed={"": collections})
            listed = {**record, "ncu": dict.fromkeys(collections, "")}
            for prefix in PREFIXES:
                for kind, suffix in samples.items():
                    if suffix or kind == NO_SUFFIX:
                        table.setdefault(name, {}).setdefault(prefix, {})[kind] = metric.judge(
                            self.kb, listed, anywhere, prefix, suffix, ("",)
                        )
        return self.forms(table)


class Shard:
    """Rows of some base names in one language, with the tables that they refer to."""

    def __init__(self, shared: Shared, lang: str) -> None:
        self.shared, self.kb, self.lang = shared, shared.kb, lang
        self.texts, self.tokens, self.sources, self.rollups, self.chips = Pool(""), Pool(), Pool(), Pool(), Pool()
        # 0 stands for none
        self.candidates, self.by_key = Pool(0), Pool(0)
        self.rows: dict[str, Any] = {}

    def data(self) -> dict[str, Any]:
        """The file."""
        return {
            "texts": self.texts.values,
            "tokens": self.tokens.values,
            "sources": self.sources.values,
            "rollups": self.rollups.values,
            "chips": self.chips.values,
            "candidates": self.candidates.values,
            "by_key": self.by_key.values,
            "bases": self.rows,
        }

    def add(self, base: str) -> None:
        """Add the row of a base name."""
        kb, lang, texts = self.kb, self.lang, self.texts
        record = kb.record(base)
        assert record is not None
        name = kb.bare(base)
        where = availability(kb, record)
        decoded = name.base
        row: dict[str, Any] = {
            "k": record["kind"],
            "y": record["type"] if record["type"] != record["kind"] else "",
            "d": [
                decoded.group,
                decoded.unit,
                decoded.stage,
                decoded.counter,
                decoded.statistic,
                decoded.filters,
                decoded.stall,
            ],
            "t": self._tokens(name),
            # numbers of tables start at 0, and a row leaves zeros out
            "a": self.shared.where(record, where) + 1,
            "f": self.shared.form(record, where) + 1,
            **self._meaning(name, record),
            **self._pitfalls(name, record),
            **self._facets(name, record),
            **self._variants(name, record, where),
            "la": [self._label(one) for one in metric.labels(kb, base, "")],
            "re": [self._related(one) for one in metric.related(kb, base, record, lang)],
            "rt": [r["to"] for r in kb.get("rename", base) or [] if "to" in r],
            "rb": [r["from"] for r in kb.get("rename", base) or [] if "from" in r],
            "br": self._breakdown(base) if record["type"] == "throughput" else [],
            "cp": self._counterparts(base),
            "no": texts(text_of(metric.curated(kb, base), "differs", lang)),
            "sh": [texts(one) for one in metric.shifts(kb, where, (), lang)],
            "hi": [texts(one) for one in history(kb, {"base": base}, lang)],
            "sec": self._section(base),
        }
        self.rows[base] = compact(row)

    def _tokens(self, name: MetricName) -> list[int]:
        flat: list[int] = []
        for one in metric.tokens(self.kb, name, self.lang):
            texts = [self.texts(one[field]) for field in ("short", "long", "mistaken_for")]
            start, text = one["offset"], one["text"]
            # the text of a token is read off the name, unless it does not stand there (groups, families)
            own = [] if name.base.text[start : start + len(text)] == text and "*" not in text else [text]
            flat += [start, len(text), self.tokens([one["role"], *texts, *own])]
        return flat

    def _meaning(self, name: MetricName, record: Entry) -> dict[str, Any]:
        kb, lang, texts = self.kb, self.lang, self.texts
        found = metric.meaning(kb, name, record, lang)
        in_percent = metric.meaning(kb, name._replace(suffix=kb.suffixes[".pct"]), record, lang)
        entry = metric.curated(kb, metric.record_name(name, record))
        attribute = kb.get("attribute", record.get("whole", "")) or {}
        phrase = text_of(entry, "summary", lang) or record["phrase"][lang]
        said = text_of(entry, "denominator", lang) or text_of(attribute, "denominator", lang)
        sources = [
            self.sources([one["what"], one["sources"], one["confidence"]]) for one in metric.sources(kb, name, record)
        ]
        last = record["type"] == "ratio" and bool(kb.get("ratio", name.base.text))
        rollups = [metric.rollup_words(kb, name.base.unit, record, r, lang) for r in kb.meta["rollups"]]
        return {
            "ph": texts(phrase[:1].upper() + phrase[1:] if lang == "en" else phrase),
            "ro": self.rollups([texts(one) for one in rollups]) + 1,
            "co": texts(found["counts"]),
            "an": texts(found["answers"]),
            "ns": texts(found["does_not_say"]),
            "np": texts(in_percent["does_not_say"]),
            "de": texts(said),
            "fam": int(len(entry.get("names", ())) > 1),
            "dn": texts(denominator(kb, name, record, lang)),
            "rp": list(ratio_parts(kb, name.base.text, None)) if record["type"] == "ratio" else [],
            "rd": texts(ratio_denominator(kb, name, lang)),
            "so": sources[:-1] if last else sources,
            "sp": sources[-1:] if last else [],
        }

    def _facets(self, name: MetricName, record: Entry) -> dict[str, Any]:
        kb, lang, texts = self.kb, self.lang, self.texts
        scopes = []
        for rollup in (".avg", ".sum"):
            one = semantics(kb, name._replace(suffix=kb.suffixes[rollup]), record, lang)
            scopes.append(texts(one.scope))
        any_peak = next(s for s in kb.meta["submetrics"] if (kb.get("submetric", s) or {}).get("reference"))
        found = semantics(kb, name._replace(suffix=kb.suffixes[f".{any_peak}"]), record, lang)
        bare = semantics(kb, name, record, lang)
        return {
            "sc": scopes,
            "cl": bare.clock_domain if bare.clock_domain != "none" else "",
            "rf": texts(found.reference),
            "gr": found.granularity,
            "cn": found.collection,
        }

    def _variants(self, name: MetricName, record: Entry, where: Availability) -> dict[str, Any]:
        variants, chips = [self._variant(name, record)], []
        for _, _, have in where.changed:
            one = next(iter(have), None)
            # a chip of this variant alone; where an earlier variant has it too, that one is taken
            alone = next((c for c in have if self._first(where, c) == have), one)
            variants.append(self._variant(name, metric.variant(record, where, (alone,) if alone else ())))
            chips.append(self.chips(self.shared.marks(have)))
        return {"v": variants, "vc": chips}

    @staticmethod
    def _first(where: Availability, chip: str) -> Any:
        return next(have for _, _, have in where.changed if chip in have)

    def _variant(self, name: MetricName, record: Entry) -> list[Any]:
        return [
            metric.dimension(record, {}),
            record["units"],
            cycles(self.kb, name, record, "active"),
            cycles(self.kb, name, record, "elapsed"),
        ]

    def _label(self, row: Entry) -> list[Any]:
        return [row["section"], row["label"], row["where"], row["metric"], row.get("compute_capability", "")]

    def _breakdown(self, base: str) -> list[Any]:
        rows: Any = self.kb.get("breakdown", base) or []
        return [
            [
                self.chips(self.shared.marks(row["chips"])),
                row["chips"],
                [*row["throughputs"], *row["counters"]],
                row["hidden"],
                row["leaves"],
            ]
            for row in rows
        ]

    def _counterparts(self, base: str) -> list[Any]:
        """[name, what it is, whether it is surely the same counter]."""
        sure = {row["name"] for row in self.kb.get("counterpart", base) or [] if row["how_sure"] == "sure"}
        renamed = {row.get("to") or row.get("from") for row in self.kb.get("rename", base) or []}
        return [
            [other, self.texts(why), int(other in sure or other in renamed)]
            for other, why in counterparts(self.kb, base, self.lang)
            if self.kb.record(other) is not None
        ]

    def _related(self, row: dict[str, str]) -> list[Any]:
        """[name, why], and what the same counter is called elsewhere."""
        prefix, rest = self.kb.prefix(row["name"])
        base, suffix = self.kb.split(rest)
        others = [prefix + one[0] + suffix for one in self._counterparts(base) if one[2]] if base else []
        return [row["name"], self.texts(row["why"]), *([others] if others else [])]

    def _pitfalls(self, name: MetricName, record: Entry) -> dict[str, Any]:
        """Wrong readings of the name's own entry, and those of its words as candidates: the suffix decides over them."""
        kb, base = self.kb, name.base
        entry = metric.curated(kb, metric.record_name(name, record))
        curated = [
            [one.get("rule", ""), self.texts(text_of(one, "text", self.lang))] for one in entry.get("pitfalls", [])
        ]
        kind = record["kind"]
        words = [("filter", t.key, "") for t in base.tokens if t.role == "filter"]
        words += [("statistic", t.key, "") for t in base.tokens if t.role in ("per", "rate")]
        words += [("unit", base.unit if not record.get("whole") else "", "")]
        words += [("kind", kind, "D006" if kind == "throughput" else "")]
        found = [self._candidate(*one, name, kind) for one in words]
        stall = ("stall", base.stall, "S003" if base.stall.startswith("long") else "")
        return {
            "pf": curated,
            "pv": [one for one in found if one],
            "pt": self._candidate(*stall, name, kind) if not curated else 0,
            "ps": self._by_key("submetric", kb.meta["submetrics"], "", name, kind),
            "pr": self._by_key("rollup", kb.meta["rollups"], "D005", name, kind),
        }

    def _by_key(self, kind: str, keys: list[str], rule: str, name: MetricName, of: str) -> int:
        found = {key: self._candidate(kind, key, rule, name, of) for key in keys}
        return self.by_key({key: number for key, number in found.items() if number})

    def _candidate(self, kind: str, key: str, rule: str, name: MetricName, of: str) -> int:
        """A wrong reading, one or one a rollup: [rule, text, whether only its own rule warns of it, submetrics]."""
        entry = self.kb.get(kind, key) if key else None
        if not entry or not ("mistaken_for" in entry or "by_unit" in entry or "by_rollup" in entry):
            return 0
        entry = {**entry, **(entry.get("by_unit") or {}).get(name.base.unit, {})}
        rows = []
        for rollup in ("", *self.kb.meta["rollups"]):
            words = {**entry, **(entry.get("by_rollup") or {}).get(rollup, {})}
            condition = dict(words.get("mistaken_for_on") or {})
            submetrics = condition.pop("submetrics", 0)
            text = text_of(words, "mistaken_for", self.lang)
            strict = int("mistaken_rule" in words)
            fits = bool(text) and applies(self.kb, condition, name, of)
            rows.append([words.get("mistaken_rule") or rule, self.texts(text), strict, submetrics] if fits else 0)
        if not any(rows):
            return 0
        return self.candidates(rows if any(row != rows[0] for row in rows) else rows[:1])

    def _section(self, base: str) -> str:
        rows: Any = self.kb.get("labels", base) or []
        return next((str(row["section"]) for row in rows if self.kb.get("section", row["section"])), "")
