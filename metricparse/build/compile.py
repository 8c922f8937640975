"""From kb/ to one SQLite file.

The file has one table, ``entry(kind, key, value)``, value being JSON.  Kinds:

==================  ===================================  ======================================================
kind                key                                  value
==================  ===================================  ======================================================
meta                meta, vocabulary, interface          releases, chips, families; the words of names; interface texts
base                base name                            catalogue record: kind, units, where it exists, decoded parts
unit, stage, …      token                                vocabulary entry
filter              ``key=value``                        vocabulary entry of a qualifier's value
attribute           whole name                           entry of a name that is explained as a whole
counter             entry id                             curated entry; ``curated`` maps a base name to it
breakdown, ratio    base name                            constituents; numerator and denominator
semantics           file of kb/semantics                  what compare and check judge with
cue, …              kind of words                         words that the linter reads by (kb/reading)
labels              base name                            where the profiler shows it, by suffix
label               label, case-folded                   what it stands for
alias               any other query, case-folded         list of [kind, key]
legacy              old name                             what it was, what replaces it
chip, product, …    id                                   entry
==================  ===================================  ======================================================
"""

from __future__ import annotations

import collections
import json
import sqlite3
from pathlib import Path
from typing import Any

from metricparse.build.signs import signs
from metricparse.build.units import PrintedUnits, divided
from metricparse.build.where import Libraries
from metricparse.build.yamlfile import KbError, read, read_all
from metricparse.catalog.chips import fold
from metricparse.catalog.store import FILE, FORMAT, base_data, word_key
from metricparse.explain import asking, compose
from metricparse.explain.suffixes import SUFFIXED
from metricparse.names.glob import glob
from metricparse.names.model import BaseName, Token
from metricparse.names.parser import NameParser
from metricparse.names.vocabulary import Vocabulary

ROOT = Path(__file__).resolve().parents[2]
KB = ROOT / "kb"

Entry = dict[str, Any]

COLLECTION_KINDS = {
    "launch": "launch",
    "device": "device",
    "source": "source",
    "warpsampling": "sampled",
    "stats": "statistic",
    "nvlink": "nvlink",
    "numa": "numa",
    "groups": "group",
}
"""Names that only such a collection holds are of a kind of their own and take no suffix."""


class Builder:
    """Collects entries and writes them."""

    def __init__(self, kb: Path = KB) -> None:
        self.kb = kb
        self.entries: dict[tuple[str, str], Any] = {}
        self.problems: list[str] = []
        self.facts = {key: fact["value"] for key, fact in read(kb / "facts.yaml")["facts"].items()}
        self.catalog = {p.stem: read(p) for p in sorted((kb / "catalog").glob("*.yaml"))}
        self.vocabulary_files = read_all(kb / "vocabulary")

    def add(self, kind: str, key: str, value: Any) -> None:
        """Put an entry in; a key can be used once per kind."""
        if (kind, key) in self.entries:
            raise KbError(f"{kind} {key!r} is defined twice")
        self.entries[kind, key] = value

    def get(self, kind: str, key: str) -> Entry | None:
        """As `KnowledgeBase.get`, on what has been collected so far."""
        found: Entry | None = self.entries.get((kind, key))
        return found

    # --- vocabulary ------------------------------------------------------------------------------------------------

    def add_vocabulary(self) -> Vocabulary:
        """All of kb/vocabulary, and the words that the grammar needs."""
        by_kind: dict[str, list[str]] = collections.defaultdict(list)
        filters: dict[str, tuple[str, ...]] = {}
        for stem, data in self.vocabulary_files.items():
            kind = data.get("kind", stem)
            for key, entry in data.get("entries", {}).items():
                self.add(kind, str(key), self.texts(entry))
                by_kind[kind].append(str(key))
            for key, entry in data.get("keys", {}).items():
                values = entry.pop("values")
                self.add("qualifier", key, self.texts(entry))
                filters[key] = tuple(str(v) for v in values)
                for value, one in values.items():
                    self.add("filter", f"{key}={value}", self.texts(one))
            for section, name in (("domains", "domain"), ("configurations", "configuration")):
                for key, entry in data.get(section, {}).items():
                    self.add(name, key, self.texts(entry))
                    by_kind[name].append(key)
        forms = {key: self.entries["statistic", key].get("form", "suffix") for key in by_kind["statistic"]}
        suffixes = [key for key, form in forms.items() if form != "prefix"]
        whole = [name for data in self.attribute_files.values() for name in data["entries"]]
        return Vocabulary(
            units=tuple(u for u in by_kind["unit"] if not self.entries["unit", u].get("pseudo") or u == "sass"),
            stages=tuple(by_kind["stage"]),
            directions=tuple(by_kind["direction"]),
            quantities=tuple(by_kind["quantity"]),
            reasons=tuple(self.reasons()),
            statistics=tuple(key for key, form in forms.items() if form == "prefix"),
            per=tuple(s for s in suffixes if s.startswith("per_")),
            rates=tuple(s for s in suffixes if not s.startswith("per") and s != "vs"),
            flags=tuple(by_kind["flag"]),
            filters=filters,
            domains=tuple(by_kind["domain"]),
            configurations=tuple(by_kind["configuration"]),
            rollups=tuple(by_kind["rollup"]),
            submetrics=tuple(s for s in by_kind["submetric"] if s),
            prefixes=tuple(by_kind["prefix"]),
            whole=tuple(w.removeprefix("group:") for w in whole),
        )

    def reasons(self) -> list[str]:
        """Every spelling of every stall reason."""
        return [key for (kind, key) in self.entries if kind == "stall"]

    @property
    def attribute_files(self) -> dict[str, Any]:
        """kb/attributes by file."""
        if not hasattr(self, "_attributes"):
            self._attributes = read_all(self.kb / "attributes")
        return self._attributes

    def texts(self, entry: Any, local: dict[str, Any] | None = None) -> Any:
        """An entry with every ``{fact}`` filled in; slots of other names stay for the explanation to fill."""
        if isinstance(entry, dict):
            if "facts" in entry:
                local = {**(local or {}), **{k: f["value"] for k, f in entry["facts"].items()}}
            return {k: self.texts(v, local) for k, v in entry.items()}
        if isinstance(entry, list):
            return [self.texts(v, local) for v in entry]
        if isinstance(entry, str) and "{" in entry:
            for key, value in {**self.facts, **(local or {})}.items():
                entry = entry.replace("{" + key + "}", str(value))
        return entry

    # --- catalogue -------------------------------------------------------------------------------------------------

    def add_catalogue(self, vocabulary: Vocabulary) -> None:
        """A record for every base name, decoded and put into words."""
        tables = {stem[1:]: data for stem, data in self.catalog.items() if stem.startswith("_")}
        libs = Libraries.from_data(tables["libraries"])
        printed = PrintedUnits(tables["printed_units"]["printed_units"])
        parser = NameParser(vocabulary)
        wheres: dict[str, int] = {}
        used = {name: rank for rank, name in enumerate(tables["used"]["used"], 1)}
        best: dict[str, int] = {}
        for name, rank in used.items():
            base = name.split(".", name.count(".") if "Triage" in name else 0)[0] if "." not in name else name
            for cut in _bases(name):
                best.setdefault(cut, rank)
            best.setdefault(base, rank)
        names: dict[str, Entry] = {}
        for stem, data in self.catalog.items():
            if not stem.startswith("_"):
                names.update(data["names"])
        for name, state in tables["outside"]["outside"].items():
            names.setdefault(name, {"kind": "counter", "unit": "", "outside": state})
        for data in self.attribute_files.values():
            for name in data["entries"]:
                names.setdefault(name, {"kind": "counter", "unit": "", "outside": "reported"})
        for name, raw in names.items():
            record: Entry = {"type": raw["kind"], "kind": self.kind_of(name, raw)}
            if "library" in raw:
                record["library"] = [
                    [v["dims"], v["hw_unit"], wheres.setdefault(v["where"], len(wheres))] for v in raw["library"]
                ]
                dims = raw["library"][0]["dims"]
                record["dims"] = dims
                units = [
                    [printed.of(v["dims"], change) for change in ("same", "per_cycle", "per_second")]
                    for v in raw["library"]
                ]
                record["units"] = units[0]
                if any(u != units[0] for u in units):
                    record["units_by_variant"] = units
            else:
                unit = raw.get("unit", "")
                record["units"] = [divided(unit, change) for change in ("same", "per_cycle", "per_second")]
            for key in ("ncu", "elsewhere", "outside"):
                if key in raw:
                    record[key] = raw[key]
            if name in best:
                record["used"] = best[name]
            attribute = self.get("attribute", name)
            if attribute is not None:
                record["whole"] = name
                decoded = self.whole(name)
            else:
                decoded = parser.parse(name.removeprefix("group:")).base
            if decoded.unknown:
                self.problems.append(f"{name}: no entry explains {', '.join(repr(u.token) for u in decoded.unknown)}")
            record["decoded"] = base_data(decoded)
            record["phrase"] = {lang: compose.base_phrase(self, decoded, record, lang) for lang in ("en", "zh")}
            self.add("base", name, record)
        self.add_tables(tables, libs, wheres, vocabulary)

    def kind_of(self, name: str, raw: Entry) -> str:
        """Kind of a name: of its own if only a collection without suffixes holds it."""
        if name.startswith("derived_"):
            return "derived"
        if raw.get("outside"):
            attribute = self.get("attribute", name) or {}
            kind = {"launch": "launch", "source": "source", "profiler statistic": "statistic", "derived": "derived"}
            default = "derived" if raw["outside"] == "section" else str(raw["kind"])
            return kind.get(attribute.get("collection", ""), default)
        collections = raw.get("ncu", {})
        if collections and not {"profiling", "pmsampling"} & set(collections):
            first = next(iter(collections))
            return COLLECTION_KINDS.get(first, str(raw["kind"]))
        return str(raw["kind"])

    def whole(self, name: str) -> BaseName:
        """Decoded form of a name that is explained as a whole."""
        text = name.removeprefix("group:")
        unit, separator, rest = text.partition("__")
        if not separator:
            unit, rest = "", text
        return BaseName(text, "", unit, "", rest, "", {}, "", (), (Token(text, 0, "whole", name),))

    def add_tables(self, tables: Entry, libs: Libraries, wheres: dict[str, int], vocabulary: Vocabulary) -> None:
        """Labels, breakdowns, ratios, renames, and the meta record."""
        for row in tables["breakdowns"]["breakdowns"]:
            self.entries.setdefault(("breakdown", row["throughput"]), []).append(
                {
                    "chips": row["chips"].split(),
                    "counters": row["counters"],
                    "throughputs": row["throughputs"],
                    "leaves": int(row["leaves"]),
                    "hidden": int(row["hidden"]),
                    "library": row["library"],
                }
            )
        for row in tables["ratios"]["ratios"]:
            where = libs.expand(row["where"])
            newest = max(libs.releases.index(r) for rs in where.values() for r in rs if r in libs.releases)
            self.entries.setdefault(("ratio", row["ratio"]), []).append(
                {
                    "numerator": row.get("numerator", ""),
                    "denominator": row.get("denominator", ""),
                    "basis": row["basis"],
                    "classes": list(where),
                    "newest": libs.releases[newest],
                }
            )
        for (kind, _), rows in self.entries.items():
            if kind == "ratio":
                rows.sort(key=lambda r: -libs.releases.index(r["newest"]))
        self.add_labels(tables["labels"]["labels"])
        for row in tables["renames"]["renames"]:
            for old, field, other in ((row["old"], "to", row["new"]), (row["new"], "from", row["old"])):
                self.entries.setdefault(("rename", old), []).append(
                    {
                        field: other,
                        "release": row["release"],
                        "classes": row["chip_classes"].split(),
                        "evidence": row["evidence"],
                    }
                )
        for row in tables["dropped"]["dropped"]:
            self.add("dropped", row["name"], {"release": row["release"], "classes": row["chip_classes"].split()})
        for row in tables["cross_chip"]["cross_chip"]:
            for name, other in (("name_there", "name_here"), ("name_here", "name_there")):
                chips = (row["from_chip"], row["to_chip"])
                here, there = chips if name == "name_there" else chips[::-1]
                self.entries.setdefault(("counterpart", row[name]), []).append(
                    {"name": row[other], "here": here, "there": there, "how_sure": row["how_sure"]}
                )
        for row in tables["hw_units"]["hw_units"]:
            self.entries.setdefault(("divisor", row["hw_unit"]), {})[row["chip"]] = {
                "active": row.get("active", ""),
                "elapsed": row.get("elapsed", ""),
                "measured": row.get("measured", ""),
            }
        for row in tables["changes"]["changes"]:
            self.entries.setdefault(("change", row["chip_class"]), []).append(row)
        class_of = {c: k for k, members in tables["libraries"]["members"].items() for c in members}
        for chips in tables["families"]["families"].values():
            for chip in chips:
                class_of.setdefault(chip, chip)
        sources: Entry = {}
        for data in read_all(self.kb / "sources").values():
            for key, source in data.get("sources", data).items():
                sources.setdefault(key, source)
        for key, source in sources.items():
            self.add("source", key, source)
        chips_order = [c for members in tables["libraries"]["members"].values() for c in members]
        self.add(
            "meta",
            "meta",
            {
                "format": FORMAT,
                "releases": list(libs.releases),
                "twins": libs.twins,
                "classes": {k: list(v) for k, v in libs.classes.items()},
                "members": tables["libraries"]["members"],
                "chips_since": tables["libraries"]["chips_since"],
                "class_of": {c: class_of[c] for c in chips_order},
                "families": tables["families"]["families"],
                "wheres": [
                    {c: list(rs) for c, rs in libs.expand(w).items()}
                    for w, _ in sorted(wheres.items(), key=lambda i: i[1])
                ],
                "patterns": sorted(key for kind, key in self.entries if kind == "base" and "*" in key),
                "newest": {name: libs.cupti(name)[-1] for name in libs.classes},
                "lists_release": "2025.3.1",
                "rollups": list(vocabulary.rollups),
                "submetrics": list(vocabulary.submetrics),
                "prefixes": list(vocabulary.prefixes),
            },
        )
        self.add(
            "meta",
            "vocabulary",
            {f: (dict(v) if isinstance(v, dict) else list(v)) for f, v in vars(vocabulary).items() if f != "words"},
        )

    def add_labels(self, rows: list[Entry]) -> None:
        """Labels both ways: by label, and by base name."""
        for row in rows:
            item = {k: v for k, v in row.items() if k != "shown"}
            label = row.get("shown", "")
            if label:
                self.entries.setdefault(("label", word_key(label)), {"label": label, "meanings": []})[
                    "meanings"
                ].append(item)
            if "metric" in row:
                base = next((b for b in _bases(row["metric"]) if ("base", b) in self.entries), row["metric"])
                self.entries.setdefault(("labels", base), []).append({**item, "label": label})

    # --- everything else -------------------------------------------------------------------------------------------

    def add_rest(self) -> None:
        """Attributes, legacy names, chips, products, the profiler, interface texts."""
        for key in ("interface",):
            self.add("meta", key, read(self.kb / f"{key}.yaml"))
        for data in read_all(self.kb / "legacy").values():
            reasons = data.get("reasons", {})
            for name, entry in data["entries"].items():
                entry = {"era": data["era"], "kind": data.get("kind", "metric"), **self.texts(entry)}
                if isinstance(entry.get("why"), str):
                    entry["why"] = self.texts(reasons[entry["why"]])
                if isinstance(entry.get("means"), str):
                    entry["means"] = self.texts(data["families"][entry["means"]])
                previous = self.entries.get(("legacy", name))
                if previous is not None:
                    previous.setdefault("also", []).append(entry)
                    continue
                self.add("legacy", name, entry)
        path = self.kb / "identities.yaml"
        if path.exists():
            data = self.texts(read(path))
            for key, entry in data.pop("identities").items():
                self.add("identity", key, entry)
            self.add("meta", "identities", data)
        for stem, data in read_all(self.kb / "semantics").items():
            self.add("semantics", stem, self.texts(data["entries"]))
        concepts: Entry = {}
        for data in read_all(self.kb / "reading").values():
            if data["kind"] == "concept":
                # read as a whole, and only by the reader of claims
                concepts |= data["entries"]
                continue
            for key, entry in data["entries"].items():
                self.add(data["kind"], key, self.texts(entry))
        self.add("concepts", "all", concepts)
        profiler = self.kb / "profiler"
        for key, entry in read(profiler / "requests.yaml")["entries"].items():
            entry = {
                **entry,
                "text": {k: v.replace("{exit}", str(entry.get("exit", ""))) for k, v in entry["text"].items()},
            }
            self.add("request", key, entry)
        for entry in read_all(self.kb / "rules").values():
            self.add("rule", entry["id"], self.texts(entry))
        rules = profiler / "rules_texts.yaml"
        if rules.exists():
            for key, entry in read(rules)["entries"].items():
                self.add("profiler-rule", key, self.texts(entry))
        for plural, kind in (("sections", "section"), ("sets", "set"), ("options", "option")):
            data = read(profiler / f"{plural}.yaml")
            texts = profiler / f"{plural}_texts.yaml"
            described = read(texts)["entries"] if texts.exists() else {}
            for key, entry in data[plural].items():
                self.add(kind, key, {**entry, **self.texts(described.get(key, {}))})
        for folder, kind, field in (("chips", "class", "class"), ("products", "product", "id")):
            for entry in read_all(self.kb / folder).values():
                self.add(kind, entry[field], self.texts(entry))
        for name, kind in (("features", "feature"), ("releases", "release")):
            path = self.kb / f"{name}.yaml"
            if path.exists():
                data = read(path)[name]
                pairs = (
                    data.items()
                    if isinstance(data, dict)
                    else ((str(r.get("ncu") or f"cuda-{r['cuda']}"), r) for r in data)
                )
                for key, entry in pairs:
                    self.add(kind, key, self.texts(entry))
        # a list of entries is read by topic, which is the file that an entry stands in
        for topic, data in read_all(self.kb / "terms").items():
            for key, entry in data["entries"].items():
                self.add(data["kind"], key, {**self.texts(entry), "topic": topic})
            for part in ("field", "frames"):
                if part in data:
                    self.add("meta", part, data[part])
        curated = [
            (key, {**entry, "topic": topic})
            for topic, data in read_all(self.kb / "counters").items()
            for key, entry in data["entries"].items()
        ]
        # entries for the rest of a family come last: they cover what no other entry does
        for key, entry in sorted(curated, key=lambda pair: bool(pair[1].get("rest"))):
            self.add("counter", key, self.texts(entry))
            for pattern in entry["names"]:
                for name in self.names_like(pattern):
                    known = self.entries.setdefault(("curated", name), key)
                    if known != key and not entry.get("rest"):
                        self.problems.append(f"{name}: curated twice, as {known} and {key}")

    def names_like(self, pattern: str) -> list[str]:
        """Base names that a pattern of a curated entry covers; it must cover one at least."""
        if ("base", pattern) in self.entries:
            return [pattern]
        found = [key for kind, key in self.entries if kind == "base" and glob(pattern, key)]
        if not found:
            self.problems.append(f"{pattern}: a curated entry names it and no list does")
        return found

    def complete_meta(self) -> None:
        """Compute capabilities, products and the table of releases: what ``--chip`` and ``--release`` are resolved with."""
        meta = self.entries["meta", "meta"]
        capabilities: dict[str, str] = {}
        products: dict[str, str] = {}
        for (kind, key), entry in self.entries.items():
            if kind == "class":
                capabilities.update({chip: str(cc) for chip, cc in entry["compute_capability"].items()})
            elif kind == "product":
                for word in (key, entry["name"], *entry.get("aliases", [])):
                    products.setdefault(fold(str(word)), key)
        meta["capabilities"] = capabilities
        meta["products"] = products
        meta["cuda_of"] = {
            str(e["ncu"]): str(e["cuda"])
            for (kind, _), e in sorted(self.entries.items())
            if kind == "release" and e.get("cuda") and e.get("ncu")
        }

    def add_aliases(self) -> None:
        """Every other word that a query can be: product and chip names, sections, sets, options, terms, legacy labels."""
        aliases: dict[str, list[list[str]]] = collections.defaultdict(list)

        def alias(word: str, kind: str, key: str) -> None:
            target = [kind, key]
            # Chinese is written with and without blanks around Latin words
            for spelling in {word_key(word), asking.folded(word)} - {""}:
                if target not in aliases[spelling]:
                    aliases[spelling].append(target)

        for (kind, key), entry in list(self.entries.items()):
            if kind == "product":
                for word in (key, entry["name"], *entry.get("aliases", [])):
                    alias(word, kind, key)
            elif kind == "class":
                for chip in entry["members"]:
                    alias(chip, "class", key)
            elif kind == "section":
                alias(key, kind, key)
                alias(entry["display"], kind, key)
            elif kind == "set":
                alias(key, kind, key)
                alias(f"--set {key}", kind, key)
            elif kind == "option":
                alias(key, kind, key)
                alias(entry["short"], kind, key)
            elif kind == "feature":
                for word in (key, *entry["name"].values(), *entry.get("aliases", [])):
                    alias(word, kind, key)
            elif kind == "rule":
                for word in (key, entry["slug"]):
                    alias(word, kind, key)
            elif kind == "profiler-rule":
                for word in (key, *(entry.get("name") or {}).values()):
                    alias(word, kind, key)
            elif kind == "term":
                for words in entry["words"].values():
                    for word in words:
                        alias(word, kind, key)
            elif kind == "legacy":
                alias(key, kind, key)
                alias(entry.get("label") or "", kind, key)
            elif kind == "filter":
                alias(key.replace("=", "_"), kind, key)
            elif kind in ("flag", "submetric", "rollup", "statistic", "direction", "stage", "kind", "qualifier"):
                for word in (key, f".{key}", f"{key}_" if kind == "qualifier" else ""):
                    alias(word, kind, key)
            elif kind == "stall":
                alias(key, kind, key)
                alias(key.replace("_", " "), kind, key)
                alias(entry.get("label", ""), kind, key)
            elif kind in ("unit", "quantity") and not entry.get("pseudo"):
                alias(key.replace("_", " "), kind, key)
                for name in (entry.get("name") or {}, entry.get("many") or {}, entry.get("one") or {}):
                    for word in name.values():
                        alias(word.removeprefix("an ").removeprefix("a ").removeprefix("the "), kind, key)
        for word, targets in aliases.items():
            self.add("alias", word, targets)

    def build(self) -> None:
        """Collect everything."""
        for data in self.attribute_files.values():
            for name, entry in data["entries"].items():
                self.add("attribute", name, self.texts(entry))
        vocabulary = self.add_vocabulary()
        self.add_catalogue(vocabulary)
        self.add_rest()
        self.complete_meta()
        self.add_aliases()
        self.add_search()
        self.add("meta", "signs", signs(self.entries))

    def add_search(self) -> None:
        """Base names with a weight for ranking: used in public, listed by the profiler, short."""
        rows = []
        for (kind, key), record in self.entries.items():
            if kind != "base" or "*" in key:
                continue
            weight = 3.0 if "used" in record else 0.0
            weight += 1 / record.get("used", 1e9)
            collections = record.get("ncu", {})
            weight += 1.0 if "profiling" in collections else 0.5 if collections else 0.0
            weight -= 0.4 if record["decoded"][0] else 0.0
            weight -= 0.1 * len(record["decoded"][5])
            rows.append([key, round(weight, 4)])
        self.add("meta", "names", sorted(rows))
        kinds = {key: entry["kind"] for (kind, key), entry in self.entries.items() if kind == "base"}
        self.add("meta", "kinds", {key: kind for key, kind in kinds.items() if kind in SUFFIXED})

    def write(self, path: Path) -> None:
        """Write the file; the same entries give the same bytes."""
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".tmp")
        temporary.unlink(missing_ok=True)
        db = sqlite3.connect(temporary)
        db.execute("PRAGMA page_size = 4096")
        db.execute("CREATE TABLE entry (kind TEXT, key TEXT, value TEXT, PRIMARY KEY (kind, key)) WITHOUT ROWID")
        rows = sorted(
            (kind, key, json.dumps(value, ensure_ascii=False, separators=(",", ":")))
            for (kind, key), value in self.entries.items()
        )
        db.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
        db.commit()
        db.execute("VACUUM")
        db.close()
        temporary.replace(path)


def _bases(name: str) -> list[str]:
    """Every prefix of a name that could be its base, longest first."""
    parts = name.split(".")
    return [".".join(parts[:i]) for i in range(len(parts), 0, -1)]


def compile_kb(kb: Path = KB, out: Path = Path(FILE)) -> list[str]:
    """Build the compiled file and return what is missing (names with unexplained tokens).

    Raises KbError where kb/ contradicts itself.
    """
    builder = Builder(kb)
    builder.build()
    builder.write(out)
    return builder.problems
