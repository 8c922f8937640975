"""What a page needs to compare two names: the facets of every name, and what the reasons are made of.

facets.json holds the facets of every base name with each submetric, each combination once; a rollup changes only scope and
reduction, which the browser puts in.  compare.json of a language holds reasons, words and identities.
"""

from __future__ import annotations

from typing import Any

from metricparse.explain.compose import text_of
from metricparse.explain.suffixes import legal_suffixes
from metricparse.semantics.facets_full import Facets, facets_in
from metricparse.semantics.identities import Identity, anchor_of
from metricparse.semantics.identity_book import IdentityBook, book
from metricparse.semantics.identity_expression import names, parse, show
from metricparse.semantics.identity_match import variables
from metricparse.semantics.semantics_book import SemanticsBook
from metricparse.site.app.bases import Shared
from metricparse.site.app.pool import Pool

WORD_GROUPS = ("facets", "verdicts", "windows", "clocks", "reductions", "collections", "phrases", "headings")


def facets(shared: Shared, bases: list[str]) -> dict[str, Any]:
    """The file ``facets.json``; a row is [profile, common facets, numerator, denominator]."""
    kb = shared.kb
    semantics = SemanticsBook(kb)
    identities = book(kb)
    kinds = {kind: _submetrics(shared, kind) for kind in kb.keys("kind")}
    forms, profiles, commons = Pool(), Pool(), Pool()
    rows: list[list[Any]] = []
    for base in bases:
        record = kb.record(base)
        assert record is not None
        found = [facets_in(semantics, base + suffix) for suffix in kinds[record["kind"]].values()]
        one = found[0]
        profile = profiles([forms(_form(one, base)) for one in found])
        common = commons(
            [
                one.unit,
                one.stage,
                one.quantity,
                list(one.population),
                one.granularity,
                one.collection,
                one.counts,
                one.reduction,
                bool(one.aggregation),
                identities.divisor(base),
            ]
        )
        rows.append([profile, common, *([one.numerator, one.denominator] if one.numerator or one.denominator else [])])
    return {
        "submetrics": {kind: list(found) for kind, found in kinds.items()},
        "forms": forms.values,
        "profiles": profiles.values,
        "commons": commons.values,
        "rows": rows,
    }


def _submetrics(shared: Shared, kind: str) -> dict[str, str]:
    """Submetric → a legal suffix with it; for a kind without suffixes the empty one."""
    found: dict[str, str] = {}
    for suffix in legal_suffixes(shared.kb, {"kind": kind}) or ("",):
        found.setdefault(shared.kb.suffixes[suffix].submetric, suffix)
    return found


def _form(one: Facets, base: str) -> list[Any]:
    """The facets that depend on the submetric; "=" stands for the base name, "/" for its denominator."""
    reference = {base: "=", one.denominator or "\n": "/"}.get(one.reference, one.reference)
    return [
        [list(pair) for pair in one.dimension],
        int(one.percent),
        one.scope,
        one.scope_unit,
        one.window,
        one.window_unit,
        one.clock_domain,
        reference,
        one.share,
    ]


def comparing(shared: Shared, lang: str) -> dict[str, Any]:
    """The file ``compare.json`` of a language."""
    kb = shared.kb
    semantics = SemanticsBook(kb)
    units = {}
    for key, entry in kb.items("unit"):
        scope: Any = entry.get("instances_scope") or {}
        units[key] = [
            text_of(entry, "name", lang),
            text_of(scope, "per_instance", lang),
            text_of(scope, "all_instances", lang),
        ]
    kept = {}
    for kind in ("filter", "flag"):
        for key, entry in kb.items(kind):
            kept[f"{kind}:{key}"] = text_of(entry, "phrase", lang) or text_of(entry, "name", lang)
    reasons = {
        key: {
            "facet": entry["facet"],
            "effect": entry["effect"],
            "text": entry["text"][lang],
            "instead": (entry.get("instead") or {}).get(lang, ""),
        }
        for key, entry in semantics.reasons.items()
    }
    atoms = {
        key: {
            "clock": atom.get("clock", ""),
            "counted": bool(atom.get("counted")),
            "one": (atom.get("one") or {}).get(lang, key),
            "many": (atom.get("many") or {}).get(lang, key),
        }
        for key, atom in semantics.atoms.items()
    }
    return {
        "reasons": reasons,
        "atoms": atoms,
        "units": units,
        "kinds": {key: text_of(entry, "name", lang) for key, entry in kb.items("kind")},
        "kept": kept,
        "stalls": {key: text_of(entry, "waits_for", lang) for key, entry in kb.items("stall")},
        "words": {
            group: {key: entry[lang] for key, entry in semantics.words[group].items()}
            for group in WORD_GROUPS
            if group in semantics.words
        },
        "names": {
            key: semantics.names[key]
            for key in (
                "flops",
                "same_cycles",
                "nested",
                "one_to_one",
                "sampled",
                "measured",
                "issues",
                "numbers",
                "total_l2",
            )
        },
        "parts": {key: _constituents(value) for key, value in kb.items("breakdown")},
        "identities": list(_identities(book(kb), lang)),
    }


def _constituents(rows: Any) -> list[str]:
    return sorted({name for row in rows for name in (*row["counters"], *row["throughputs"])})


def _identities(all_of_them: IdentityBook, lang: str) -> Any:
    """Identities of the form "this name is that name, but for numbers and instance counts", with their templates."""
    for identity in all_of_them.identities:
        if identity.get("relation", "=") != "=":
            continue
        sides = [parse(identity["left"]), parse(identity["right"])]
        templates = _templates(identity, all_of_them)
        if len(templates) != 2:
            continue
        anchor = anchor_of(identity)
        free = {key for side in sides for name, _ in names(side) for key in name.free}
        same = {key: f"{{{key}}}" for key in free}
        left, right = (show(side, same) for side in sides)
        yield {
            "id": identity["id"],
            "anchor": anchor.template if anchor is not None else "",
            "where": identity.get("where", {}),
            "names": templates,
            "chips": list(identity["chips"]),
            "holds": identity["verdict"] != "breaks",
            "left": left,
            "right": right,
            "text": f"{identity['id']} ({', '.join(identity['chips'])}): {identity['text'][lang]}",
        }


def _templates(identity: Identity, all_of_them: IdentityBook) -> list[str]:
    """Names in an identity, placeholders left in, without instance counts."""
    sides = [parse(identity["left"]), parse(identity["right"])]
    free = {key for side in sides for name, _ in names(side) for key in name.free}
    same = {key: f"{{{key}}}" for key in free}
    found = frozenset().union(*(variables(side, same, all_of_them, identity) for side in sides))
    return sorted(one for one in found if not one.startswith("count("))
