"""For programs: where each name is explained, the whole knowledge base as one file, and llms.txt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from metricparse import __version__
from metricparse.catalog.store import KnowledgeBase
from metricparse.site.addresses import Addresses
from metricparse.site.page import url_of

EXPORTED = (
    "attribute base breakdown class counter curated dimension direction domain configuration feature filter flag identity"
    " invented kind label legacy option prefix product profiler-rule qualifier quantity question ratio release rename request"
    " rollup rule section set source stage stall statistic submetric term unit"
).split()
"""Kinds of entries in the export; the others are indexes over these."""
META = (
    "releases",
    "classes",
    "members",
    "families",
    "class_of",
    "capabilities",
    "wheres",
    "lists_release",
    "rollups",
    "submetrics",
)
"""What the export says about itself and the catalogue, beside the entries."""
INTERNAL = ("topic", "decoded")
"""Fields of entries that only the programs need in this form."""


def export(kb: KnowledgeBase) -> dict[str, Any]:
    """The knowledge base as one object of ``schema/export.schema.json``."""
    return {
        "metricparse": __version__,
        "schema": "export.schema.json",
        "meta": {key: kb.meta[key] for key in META},
        "entries": {kind: {key: _plain(kind, value) for key, value in kb.items(kind)} for kind in EXPORTED},
    }


def _plain(kind: str, value: Any) -> Any:
    """An entry without the fields that only the programs need; a name's parts are spelled out."""
    if kind != "base":
        return {k: v for k, v in value.items() if k not in INTERNAL} if isinstance(value, dict) else value
    plain = {k: v for k, v in value.items() if k not in INTERNAL}
    if "library" in plain:
        plain["library"] = [dict(zip(("dims", "hw_unit", "where"), row, strict=True)) for row in plain["library"]]
    plain["tokens"] = [{"text": t, "offset": at, "role": role, "key": key} for t, at, role, key in value["decoded"][7]]
    return plain


def address_table(addresses: Addresses) -> dict[str, Any]:
    """``{"names": {name: url}, "things": {"kind:key": url}}`` with URLs below a language's folder."""

    def url(address: tuple[str, str]) -> str:
        return url_of(address[0]) + (f"#{address[1]}" if address[1] else "")

    return {
        "names": {name: url(address) for name, address in sorted(addresses.names.items())},
        "things": {f"{kind}:{key}": url(address) for (kind, key), address in sorted(addresses.things.items())},
    }


def write_json(path: Path, value: Any) -> None:
    """A JSON file, the same bytes for the same value."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")), encoding="utf-8")


def llms_text(template: str, pages: list[tuple[str, str]]) -> str:
    """llms.txt: the hand-written head, then every page that explains something, with its title."""
    lines = [f"- [{title}](en/{url_of(src)})" for src, title in pages]
    return template.rstrip("\n") + "\n\n" + "\n".join(lines) + "\n"
