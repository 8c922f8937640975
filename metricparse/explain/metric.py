"""Explaining a name that a list holds: status, request, meaning, availability, breakdown, labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from metricparse.catalog.availability import Availability, availability
from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.explain import compose
from metricparse.explain.beside import fitted
from metricparse.explain.compose import ROLE_KIND, text_of
from metricparse.explain.instead import suggestions
from metricparse.explain.pitfalls import pitfalls
from metricparse.explain.suffixes import SUFFIXED, expansion, legal_suffixes, usual
from metricparse.names.model import MetricName, Token
from metricparse.names.suggest import suffixes_like
from metricparse.semantics.facets import denominator, semantics

if TYPE_CHECKING:
    from metricparse.catalog.chips import Target

Answer = dict[str, Any]

NO_DIMS = ("error", "invalid")
"""What old releases of the library say instead of dims; no statement about the metric."""
USUAL_COLLECTIONS = ("profiling", "pmsampling", "source", "warpsampling", "launch", "device")
"""Collections that an answer always speaks of."""


def explain_metric(
    kb: KnowledgeBase, text: str, lang: str, targets: tuple[Target, ...], library: str | None
) -> Answer | None:
    """Explain a full or base name, or None if no list holds its base."""
    prefix, rest = kb.prefix(text)
    if "regex:" in prefix or " " in text:
        # no name has a blank: words behind a name make a question of it
        return None
    base_text, suffix_text = kb.split(rest)
    if not base_text and prefix == "group:":
        base_text, suffix_text = kb.split(text)
    if not base_text and kb.record(text) is not None:
        base_text, suffix_text, prefix = text, "", ""
    if not base_text:
        return None
    if prefix == "group:" and kb.record(text) is not None:
        base_text, suffix_text, prefix = text, "", ""
    name = kb.decode(text) if base_text != text or prefix else kb.bare(text)
    record = kb.record(base_text)
    assert record is not None
    where = availability(kb, record)
    chips = tuple(dict.fromkeys(chip for one in targets for chip in one.chips))
    status, request = judge(kb, record, where, prefix, suffix_text, chips, library)
    answer: Answer = {
        "status": status,
        "request": request,
        "name": prefix + base_text + suffix_text if prefix and not base_text.startswith(prefix) else text,
        "base": base_text,
        "kind": record["kind"],
        "decoded": decoded(name),
        "tokens": tokens(kb, name, lang),
    }
    record = variant(record, where, chips)
    submetric = kb.get("submetric", name.suffix.submetric) or {}
    answer["dimension"] = dimension(record, submetric)
    answer["unit_of_measure"] = unit_of_measure(record, submetric, suffix_text)
    answer["semantics"] = semantics(kb, name, record, lang)._asdict()
    if not divides(kb, name, record):
        answer["semantics"]["denominator"] = ""
    answer["meaning"] = meaning(kb, name, record, lang, status)
    answer["pitfalls"] = pitfalls(kb, name, record, curated(kb, record_name(name, record)), lang, status)
    answer["availability"] = {
        # a name that is not on the chip asked for: say where it is
        **available(kb, record, where, () if status == "not-on-chip" else chips, library),
        "renamed_from": [r["from"] for r in kb.get("rename", base_text) or [] if "from" in r],
        "renamed_to": [r["to"] for r in kb.get("rename", base_text) or [] if "to" in r],
    }
    if record["type"] == "throughput":
        answer["breakdown"] = breakdown(kb, base_text, chips)
    answer["labels"] = labels(kb, base_text, suffix_text)
    # names to read beside it: on the chips asked for, else on those that have the name itself
    on = chips or tuple(chip for chip in where.everywhere if where.on(chip) in ("yes", "library"))
    answer["related"] = [r for r in fitted(kb, related(kb, base_text, record, lang), on) if r["name"] != text]
    have = offered(record, where, chips)
    answer["collect"] = collect(kb, record, prefix, base_text, suffix_text, status, request, have)
    if request == "expands":
        answer["expands_to"] = expansion(record, base_text)
    answer["request_text"] = text_of(kb.get("request", request), "text", lang)
    answer["suggestions"] = suggestions(kb, record, base_text, suffix_text, status, chips, lang)
    answer["shifts"] = shifts(kb, where, chips, lang)
    notes = [text_of(curated(kb, base_text), "differs", lang)]
    if prefix.endswith("breakdown:"):
        notes.insert(0, text_of(kb.get("prefix", "breakdown:"), "text", lang))
    if any(notes):
        answer["note"] = _together(*notes, lang)
    answer["sources"] = sources(kb, name, record)
    return answer


# --- status and request ------------------------------------------------------------------------------------------------


def judge(
    kb: KnowledgeBase,
    record: Entry,
    where: Availability,
    prefix: str,
    suffix: str,
    chips: tuple[str, ...],
    library: str | None = None,
) -> tuple[str, str]:
    """Status and request of a name whose base is listed (kb/profiler/requests.yaml says what each request means)."""
    status, request = _form(kb, record, prefix, suffix, offered(record, where, chips))
    if status != "known":
        return status, request
    asked = chips or (where.everywhere if library else ())
    if asked:
        states = {where.on(chip, library) for chip in asked}
        if states == {"no"}:
            return "not-on-chip", "ends-the-run" if not suffix else "empty-row"
        if not states & {"yes", "unknown"}:
            # the lists are those of one release of ncu; of a chip that they do not cover they say nothing
            covered = set(asked) & set(where.listed_chips)
            return status, "not-offered" if covered or not where.listed else "unknown"
    elif not where.listed and not where.outside:
        return status, "not-offered"
    return status, request


def offered(record: Entry, where: Availability, chips: tuple[str, ...]) -> frozenset[str]:
    """The collections that hold a name: on the chips asked for, where these have it, else anywhere."""
    on_chips = frozenset(collection for chip in chips for collection in where.listed.get(chip, ()))
    return on_chips or frozenset(record.get("ncu", {}))


def _form(kb: KnowledgeBase, record: Entry, prefix: str, suffix: str, collections: frozenset[str]) -> tuple[str, str]:
    kind = record["kind"]
    if prefix.endswith("breakdown:"):
        return _breakdown_form(kb, record, suffix)
    if prefix.endswith("group:"):
        return "unknown", "collects-nothing"
    if kind not in SUFFIXED:
        if suffix:
            return "illegal-suffix", "empty-row"
        if prefix.endswith("pmsampling:") and "pmsampling" not in collections:
            return "known", "collects-nothing"
        return "known", plain_request(kb, record)
    if not suffix:
        if prefix.endswith("pmsampling:"):
            return "known", "other-collection" if "pmsampling" in collections else "collects-nothing"
        return ("needs-suffix", "ends-the-run") if kind == "throughput" else ("known", "expands")
    if suffix not in legal_suffixes(kb, record):
        return "illegal-suffix", "empty-row"
    if prefix.endswith("pmsampling:"):
        return "known", "other-collection" if "pmsampling" in collections else "collects-nothing"
    sampled = collections and "profiling" not in collections
    if sampled or record["decoded"][0]:
        # a name with the group of a sampler in front is listed for profiling too, and yet gave no row
        return "known", "other-collection"
    return "known", "collected"


def _breakdown_form(kb: KnowledgeBase, record: Entry, suffix: str) -> tuple[str, str]:
    if record["kind"] not in SUFFIXED:
        return "known", "collects-nothing"
    if record["type"] != "throughput":
        return "known", "crashes"
    if not suffix:
        return "known", "collects-nothing"
    if suffix.removeprefix(".") in kb.meta["rollups"] or suffix in legal_suffixes(kb, record):
        return "known", "collected"
    return "illegal-suffix", "empty-row"


def plain_request(kb: KnowledgeBase, record: Entry) -> str:
    """What happens when a name without suffix forms (attribute, source metric, …) is asked for."""
    entry = kb.get("attribute", record.get("whole", "")) or {}
    requestable = entry.get("requestable", True)
    if requestable in (False, "no"):
        return "reported-only"
    if requestable == "unknown":
        return "unknown"
    if record["kind"] == "group":
        return "expands"
    if entry.get("collection") == "pmsampling":
        return "other-collection"
    return "collected"


# --- parts -------------------------------------------------------------------------------------------------------------


def decoded(name: MetricName) -> Answer:
    """The parts of a name, as in the contract."""
    base = name.base
    return {
        "prefix": name.prefix,
        "group": base.group,
        "unit": base.unit,
        "stage": base.stage,
        "counter": base.counter,
        "statistic": base.statistic,
        "filters": dict(base.filters),
        "stall": base.stall,
        "rollup": name.suffix.rollup,
        "normalization": name.suffix.submetric,
        "unknown": [{"token": u.token, "offset": u.offset} for u in name.unknown],
    }


def tokens(kb: KnowledgeBase, name: MetricName, lang: str) -> list[Answer]:
    """Every token with its offset in the full name, its role, and what it means."""
    start = len(name.prefix)
    result = []
    if name.prefix:
        result.append(token_answer(kb, Token(name.prefix, 0, "prefix", name.prefix), name, lang))
    for token in name.base.tokens:
        result.append(token_answer(kb, token._replace(offset=token.offset + start), name, lang))
    at = start + len(name.base.text)
    for role, key in (("rollup", name.suffix.rollup), ("submetric", name.suffix.submetric)):
        if key:
            offset = name.text.find("." + key, at) + 1
            result.append(token_answer(kb, Token(key, offset, role, key), name, lang))
    for unknown in name.suffix.unknown:
        result.append(token_answer(kb, Token(unknown.token, at + unknown.offset, "unknown", ""), name, lang))
    return sorted(result, key=lambda t: t["offset"])


def token_answer(kb: KnowledgeBase, token: Token, name: MetricName, lang: str) -> Answer:
    """A token with what its entry says at that unit and stage."""
    kind = ROLE_KIND.get(token.role, token.role)
    entry: Any = kb.get(kind, token.key) if token.key else None
    if entry:
        entry = {
            **entry,
            **(entry.get("by_unit") or {}).get(name.base.unit, {}),
            **(entry.get("by_stage") or {}).get(name.base.stage, {}),
        }
    short = text_of(entry, "name", lang) or text_of(entry, "phrase", lang) or text_of(entry, "many", lang)
    if token.role in ("quantity",):
        short = text_of(entry, "many", lang) or short
    if token.role == "reason":
        short = text_of(entry, "waits_for", lang) or short
    if not short and token.role == "filter":
        key, _, value = token.key.partition("=")
        short = compose._compound(kb, key, value, lang)
    if not short and token.role == "direction":
        short = compose._route(kb, token.key, lang)
    if not short and token.role == "per":
        short = compose._per(kb, token.key, lang)
    return {
        "text": token.text,
        "offset": token.offset,
        "role": token.role,
        "short": short,
        "long": text_of(entry, "text", lang),
        "mistaken_for": text_of(entry, "mistaken_for", lang),
    }


def variant(record: Entry, where: Availability, chips: tuple[str, ...]) -> Entry:
    """The record with the dims and units that hold on the chips asked for (the newest ones without chips)."""
    if not chips or not where.changed:
        return record
    for index, (dims, _, have) in enumerate(where.changed):
        if any(chip in have for chip in chips):
            units = record.get("units_by_variant", [record["units"]] * len(where.changed))[index]
            library = [record["library"][index], *(v for i, v in enumerate(record["library"]) if i != index)]
            return {**record, "dims": dims, "units": units, "library": library}
    return record


def dimension(record: Entry, submetric: Entry) -> str:
    """Dimension in the library's own terms: ``l2_sectors``, ``l2_sectors/cycle``, ``%``."""
    if submetric.get("dims") == "percent":
        return "%"
    dims: str = record.get("dims") or record["units"][0]
    change = {"per_cycle": "/cycle", "per_second": "/second"}.get(submetric.get("dims", "same"), "")
    return dims + change


def unit_of_measure(record: Entry, submetric: Entry, suffix: str) -> str:
    """The unit that the profiler prints for the full name."""
    if record["type"] == "throughput" or (submetric.get("dims") == "percent" and suffix):
        return "%"
    index = {"same": 0, "per_cycle": 1, "per_second": 2}.get(submetric.get("dims", "same"), 0)
    return str(record["units"][index])


# --- meaning -----------------------------------------------------------------------------------------------------------


def curated(kb: KnowledgeBase, base: str) -> Entry:
    """The curated entry of a base name, or an empty one."""
    key = kb.get("curated", base)
    return (kb.get("counter", str(key)) if key else None) or {}


def meaning(kb: KnowledgeBase, name: MetricName, record: Entry, lang: str, status: str = "known") -> Answer:
    """Summary, what is counted, out of what, what it answers and what it does not say."""
    base = name.base
    entry = curated(kb, record_name(name, record))
    attribute = kb.get("attribute", record.get("whole", "")) or {}
    phrase = text_of(entry, "summary", lang) or record["phrase"][lang]
    rollup = rollup_words(kb, base.unit, record, name.suffix.rollup, lang)
    submetric = text_of(kb.get("submetric", name.suffix.submetric), "phrase", lang)
    if status == "illegal-suffix":
        # a suffix that means nothing here adds nothing to the meaning
        rollup = submetric = ""
    quantity = kb.get("quantity", base.quantity) if not attribute else None
    if quantity and quantity.get("singular_of"):
        quantity = kb.get("quantity", quantity["singular_of"])
    specific = (quantity or {}).get("by_unit", {}).get(base.unit, {})
    stall = kb.get("stall", base.stall) if base.stall else None
    counts = (
        text_of(entry, "counts", lang)
        or text_of(attribute, "text", lang)
        or _together(
            text_of(quantity, "text", lang), text_of(specific, "text", lang), text_of(stall, "text", lang), lang
        )
    )
    below = denominator(kb, name, record, lang) if divides(kb, name, record) else ""
    said = text_of(entry, "denominator", lang) or text_of(attribute, "denominator", lang)
    if (record["kind"] == "counter" and name.suffix.text) or (below and len(entry.get("names", ())) > 1):
        # the entry of a counter, or of a family, speaks of all its forms; the composed denominator is that of this one
        said = below
    not_said = [
        text_of(entry, "does_not_say", lang),
        # about the unit that ncu prints for the quotient; in percent there is none
        text_of(quantity, "unit_note", lang) if record["type"] == "ratio" and name.suffix.submetric != "pct" else "",
        text_of(attribute, "does_not_say", lang),
        text_of(attribute, "unit_note", lang),
    ]
    if not any(not_said):
        not_said = [text_of(quantity, "mistaken_for", lang)]
    return {
        "summary": compose.sentence(phrase, rollup, submetric, lang),
        "counts": counts,
        "denominator": said or below,
        "answers": text_of(entry, "answers", lang),
        "does_not_say": _together(*not_said, lang),
    }


def divides(kb: KnowledgeBase, name: MetricName, record: Entry) -> bool:
    """Whether a statement about the denominator makes sense: not behind a suffix that the kind cannot have."""
    submetric = kb.get("submetric", name.suffix.submetric) or {}
    if not name.suffix.text or record["kind"] not in SUFFIXED:
        return not name.suffix.text
    return not name.suffix.unknown and record["kind"] in submetric.get("kinds", ())


def rollup_words(kb: KnowledgeBase, base_unit: str, record: Entry, rollup: str, lang: str) -> str:
    """What a rollup adds to the summary of a name."""
    unit = kb.get("unit", base_unit) or {}
    instances = text_of(unit.get("instances_scope") or {}, "all_instances", lang)
    phrase = text_of(kb.get("rollup", rollup), "phrase", lang)
    if unit.get("single"):
        # one GPU has one of each count; a throughput takes its rollup from the instances of its constituents
        instances = compose.said(kb, "constituents", lang)
        phrase = phrase if record["type"] == "throughput" else ""
    if not phrase:
        return ""
    before, _, after = phrase.partition("{instances}")
    return compose.spaced(before, instances, after) if lang == "zh" else before + instances + after


def record_name(name: MetricName, record: Entry) -> str:
    """Base name under which the catalogue has the record."""
    return str(record.get("whole") or name.base.text)


def _together(*parts: str) -> str:
    *texts, lang = parts
    return (" " if lang == "en" else "").join(filter(None, texts))


# --- where -------------------------------------------------------------------------------------------------------------


def available(
    kb: KnowledgeBase, record: Entry, where: Availability, chips: tuple[str, ...], library: str | None
) -> Answer:
    """Chips, releases and collections, each with its state."""
    asked = chips or where.everywhere
    per_chip: dict[str, Answer] = {}
    for chip in asked:
        have = where.library.get(chip, ())
        cupti = [r for r in have if not r.startswith("ncu")]
        per_chip[chip] = {
            "ncu": ncu_state(where, chip),
            "collections": list(where.listed.get(chip, ())),
            "library": "yes" if cupti else "no",
            "first": cupti[0] if cupti else None,
            "last": cupti[-1] if cupti else None,
        }
    collections = {}
    for one in dict.fromkeys((*USUAL_COLLECTIONS, *(c for have in where.listed.values() for c in have))):
        on = [c for c in asked if one in where.listed.get(c, ())]
        collections[one] = "yes" if on else ("unknown" if where.outside or not where.listed else "no")
    releases = {}
    for release in kb.meta["releases"]:
        if library is None or release == library:
            have_it = any(release in where.library.get(c, ()) for c in asked)
            releases[release] = "yes" if have_it else ("no" if record.get("library") else "unknown")
    return {"chips": per_chip, "collections": collections, "releases": releases}


def ncu_state(where: Availability, chip: str) -> str:
    """Whether the profiler lists a name on a chip: ``yes``, ``no`` or ``unknown``."""
    if chip in where.listed:
        return "yes"
    if where.outside or where.elsewhere == "unknown" or chip not in where.listed_chips:
        return "unknown"
    return "no"


def shifts(kb: KnowledgeBase, where: Availability, chips: tuple[str, ...], lang: str) -> list[str]:
    """What changes about a name from chip to chip or release to release, although it is spelled the same."""
    newest: dict[tuple[str, str], list[str]] = {}
    seen: set[str] = set()
    # variants come newest first, so the first one that has a chip is what holds there today
    for dims, hw_unit, have in where.changed:
        for chip in have:
            if chip not in seen and (not chips or chip in chips) and dims not in NO_DIMS:
                newest.setdefault((dims, hw_unit), []).append(chip)
                seen.add(chip)
    if len(newest) < 2:
        return []
    result = []
    for (dims, hw_unit), on in newest.items():
        listed = " ".join(on[:6]) + (" …" if len(on) > 6 else "")
        counted = dims_in_words(kb, dims, lang)
        result.append(
            f"on {listed} it is counted in {counted} (hardware unit {hw_unit})"
            if lang == "en"
            else f"{listed} 上以{counted}计（硬件单元 {hw_unit}）"
        )
    return result


def dims_in_words(kb: KnowledgeBase, dims: str, lang: str) -> str:
    """``gpc_cycles*warps^-1`` → ``SM-clock cycles per warp``."""
    above: list[str] = []
    below: list[str] = []
    for factor in dims.split("*"):
        atom, _, power = factor.partition("^")
        entry = kb.get("dimension", atom)
        noun = text_of(entry, "one" if power.startswith("-") else "noun", lang) or atom
        (below if power.startswith("-") else above).append(noun)
    if lang == "en":
        return " × ".join(above) + "".join(f" per {noun}" for noun in below)
    return compose.spaced(" × ".join(above), *(f"每{noun}" for noun in below))


def breakdown(kb: KnowledgeBase, base: str, chips: tuple[str, ...]) -> Answer:
    """Constituents: a list with one chip, else chips → list; and whether one is hidden."""
    rows: Any = kb.get("breakdown", base) or []
    # rows stand for one library each; chips of several libraries can have the same list
    same: dict[tuple[str, ...], list[str]] = {}
    hidden = False
    for row in rows:
        on = [c for c in row["chips"] if not chips or c in chips]
        if on:
            same.setdefault((*row["throughputs"], *row["counters"]), []).extend(on)
            hidden = hidden or row["hidden"] > 0
    by_chips = {" ".join(on): list(listed) for listed, on in same.items()}
    leaves = {" ".join(r["chips"]): r["leaves"] for r in rows if not chips or set(r["chips"]) & set(chips)}
    constituents: Any = next(iter(by_chips.values()), []) if len(chips) == 1 else by_chips
    return {"constituents": constituents, "hidden": hidden, "leaves": leaves}


def labels(kb: KnowledgeBase, base: str, suffix: str) -> list[Answer]:
    """Where the profiler's own report shows the name; without a suffix, every form of it."""
    rows: Any = kb.get("labels", base) or []
    result: list[Answer] = []
    for row in rows:
        if suffix and row["metric"] != base + suffix:
            continue
        item = {
            "section": row["section"],
            "label": row["label"],
            "where": row.get("where", ""),
            "metric": row["metric"],
        }
        capabilities = capabilities_of(row)
        if capabilities:
            item["compute_capability"] = capabilities
        if item not in result:
            result.append(item)
    return result


def capabilities_of(row: Entry) -> str:
    """The compute capabilities for which a section shows a metric, as ranges; empty for all."""
    return str(row.get("cc") or "-".join(filter(None, (row.get("cc_min", ""), row.get("cc_max", "")))))


# --- what next ---------------------------------------------------------------------------------------------------------


def related(kb: KnowledgeBase, base: str, record: Entry, lang: str) -> list[Answer]:
    """Names worth reading beside it, and why: curated ones, else numerator and denominator of a ratio."""
    result = []
    for item in curated(kb, base).get("related", []):
        if kb.split(item["name"])[0] == base:
            continue
        result.append({"name": item["name"], "why": text_of(item, "why", lang)})
    if not result and record["type"] == "ratio":
        rows: Any = kb.get("ratio", base) or []
        for row in rows[:1]:
            for part, en, zh in (("numerator", "numerator", "分子"), ("denominator", "denominator", "分母")):
                if row[part]:
                    how = row["basis"]
                    result.append({"name": row[part], "why": f"{en} ({how})" if lang == "en" else f"{zh}（{how}）"})
    return result


def collect(
    kb: KnowledgeBase,
    record: Entry,
    prefix: str,
    base: str,
    suffix: str,
    status: str,
    request: str,
    collections: frozenset[str] | None = None,
) -> str:
    """A command line that collects the name, or the nearest legal form of it; empty if none does.

    ``collections`` are those that hold the name on the chips in question; without, on any.
    """
    if collections is None:
        collections = frozenset(record.get("ncu", {}))
    if status == "not-on-chip" or request == "not-offered":
        return ""
    if request == "reported-only":
        # it comes with a section that shows it, if one does
        rows: Any = kb.get("labels", base) or []
        section = next((row["section"] for row in rows if kb.get("section", row["section"])), "")
        return section_command(section) if section else ""
    if not collections and not record.get("outside"):
        return ""
    if record["kind"] in SUFFIXED and status in ("needs-suffix", "illegal-suffix"):
        suffix = suffixes_like(suffix, legal_suffixes(kb, record))[0][0] if suffix else usual(record)
    if prefix.endswith("breakdown:"):
        prefix = prefix if record["type"] == "throughput" else ""
        suffix = suffix or usual(record)
    if prefix.endswith("pmsampling:") and "pmsampling" not in collections:
        prefix = ""
    if collections and "profiling" not in collections and "pmsampling" in collections:
        prefix = "pmsampling:"
        suffix = suffix or usual(record)
    if record["kind"] not in SUFFIXED:
        suffix = ""
    return f"ncu --metrics {prefix}{base}{suffix} ./app"


def section_command(section: str) -> str:
    """A command line that collects a section."""
    return f"ncu --section {section} ./app"


def sources(kb: KnowledgeBase, name: MetricName, record: Entry) -> list[Answer]:
    """What the answer rests on: one row an entry used, with its confidence."""
    rows: list[Answer] = []

    def add(what: str, entry: Any) -> None:
        if not entry:
            return
        row = {"what": what, "sources": list(entry.get("sources", [])), "confidence": entry.get("confidence", "")}
        if row not in rows:
            rows.append(row)

    lists = []
    if record.get("ncu"):
        lists.append("ncu-2025.3.1")
    if record.get("library"):
        lists.append("perfworks-13.5")
    if lists:
        rows.append({"what": "name and availability", "sources": lists, "confidence": "library"})
    add("entry", curated(kb, record_name(name, record)))
    if record.get("whole"):
        add(record["whole"], kb.get("attribute", record["whole"]))
    for token in name.base.tokens:
        kind = ROLE_KIND.get(token.role, token.role)
        add(token.text, kb.get(kind, token.key))
    add(name.suffix.rollup, kb.get("rollup", name.suffix.rollup) if name.suffix.rollup else None)
    add(name.suffix.submetric, kb.get("submetric", name.suffix.submetric) if name.suffix.submetric else None)
    ratio: Any = kb.get("ratio", name.base.text)
    if record["type"] == "ratio" and ratio:
        rows.append(
            {
                "what": "numerator and denominator",
                "sources": ["perfworks-13.5"],
                "confidence": _basis(ratio[0]["basis"]),
            }
        )
    return rows


def _basis(basis: str) -> str:
    return "library" if basis.startswith("inputs") else "inferred"
