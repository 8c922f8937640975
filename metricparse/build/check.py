"""Checks of kb/ that a schema alone cannot make: ``python -m metricparse.build.check``.

Schema, evidence, both languages, no bare numbers in texts, references that resolve, overrides that differ from what they
override, and pairs of texts that repeat each other.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from metricparse.build.compile import KB, ROOT
from metricparse.build.yamlfile import KbError, read, read_all

FOLDERS = {
    "vocabulary": "vocabulary",
    "attributes": "attributes",
    "counters": "counters",
    "legacy": "legacy",
    "terms": "terms",
    "catalog": "catalog",
    "chips": "chip",
    "products": "product",
    "reading": "reading",
}
"""Folder of kb/ → definition in schema/kb.schema.json."""

SLOTS = {"instances", "active", "elapsed", "denominator", "base", "rollup", "unit", "n", "exit"}
"""Braces that are filled in when an explanation is put together."""

RELEASES = re.compile(
    r"(?:CUDA|ncu|CC|SM|capability|NVLink|PCIe|Gen) ?\d[\d.]*(?:(?:,| and|、|和|–|-| to|到) ?\d[\d.]*)*"
)
"""A release or generation, or a list of them."""

ALLOWED_NUMBERS = re.compile(
    r"(?:RTX|GTX) \d+"  # products that are called by a number
    r"|[A-Za-z0-9_.]*[A-Za-z_][A-Za-z0-9_.]*"  # a digit inside a name: L2, f32x2, sm_90
    r"|\d+-bit|\d+ 位|\d{4}[–-]\d{4}"
)
"""Digits that are part of a name or a release, not a number."""


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """(path, language, text) of every bilingual field below a value."""
    if isinstance(value, dict):
        if set(value) == {"en", "zh"} and all(isinstance(v, str) for v in value.values()):
            for lang, text in value.items():
                yield path, lang, text
            return
        for key, inner in value.items():
            yield from texts(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from texts(inner, f"{path}[{index}]")


def entries(folder: str) -> Iterator[tuple[str, str, Any]]:
    """(file, key, entry) of a folder of kb/."""
    for stem, data in read_all(KB / folder).items():
        for section in ("entries", "keys", "domains", "configurations"):
            for key, entry in (data.get(section) or {}).items() if isinstance(data, dict) else ():
                yield f"kb/{folder}/{stem}.yaml", str(key), entry
                for value, inner in (entry.get("values") or {}).items() if section == "keys" else ():
                    yield f"kb/{folder}/{stem}.yaml", f"{key}={value}", inner


def check_schema() -> Iterator[str]:
    """Every file against its definition."""
    schema = json.loads((ROOT / "schema" / "kb.schema.json").read_text(encoding="utf-8"))
    for folder, name in FOLDERS.items():
        validator = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
        for stem, data in read_all(KB / folder).items():
            if stem.startswith("_"):
                continue
            for error in list(validator.iter_errors(_keys_as_text(data)))[:5]:
                where = ".".join(str(p) for p in error.absolute_path)
                yield f"kb/{folder}/{stem}.yaml: {where}: {error.message[:160]}"


def _keys_as_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(k): _keys_as_text(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_keys_as_text(v) for v in value]
    return value


def check_sources() -> Iterator[str]:
    """Every source that an entry names is defined."""
    known: dict[str, str] = {}
    for stem, data in read_all(KB / "sources").items():
        for key in data.get("sources", data):
            if known.setdefault(key, stem) != stem:
                yield f"kb/sources/{stem}.yaml: {key} is defined in {known[key]}.yaml too"
    for folder in ("vocabulary", "attributes", "counters", "legacy", "terms", "reading"):
        for file, key, entry in entries(folder):
            for source in entry.get("sources", []):
                if source not in known:
                    yield f"{file}: {key}: source {source!r} is not defined in kb/sources"


def check_numbers() -> Iterator[str]:
    """No bare number in a text, and every reference in braces resolves."""
    common = set(read(KB / "facts.yaml")["facts"])
    allowed = (
        {line["text"] for line in read(KB / "numbers.yaml")["allowed"]} if (KB / "numbers.yaml").exists() else set()
    )
    for folder in ("vocabulary", "attributes", "counters", "legacy", "terms"):
        for file, key, entry in entries(folder):
            local = set((entry.get("facts") or {}) if isinstance(entry, dict) else ())
            for path, _, text in texts(entry):
                if path.startswith("facts") or path.startswith("values."):
                    continue
                for reference in re.findall(r"\{([^{}]*)\}", text):
                    if reference not in common | local | SLOTS:
                        yield f"{file}: {key}: {path}: {{{reference}}} refers to nothing"
                bare = re.sub(r"\{[^{}]*\}", "", text)
                for phrase in allowed:
                    bare = bare.replace(phrase, "")
                bare = ALLOWED_NUMBERS.sub("", RELEASES.sub("", bare))
                found = re.search(r"\d+", bare)
                if found:
                    yield f"{file}: {key}: {path}: bare number {found.group()} in {text[:90]!r}"


def check_overrides() -> Iterator[str]:
    """An override for one unit that says the same as the default is dead weight."""
    for file, key, entry in entries("vocabulary"):
        for unit, override in (entry.get("by_unit") or {}).items():
            for field, value in override.items():
                if isinstance(value, dict) and value == entry.get(field) and set(override) == {field}:
                    yield f"{file}: {key}: by_unit.{unit}.{field} repeats the default"


FULL_WIDTH = "（）。，；：、「」？！"


def check_blanks() -> Iterator[str]:
    """No blank beside a full-width sign in Chinese: it comes from a line broken there and would be printed."""
    for folder in ("vocabulary", "attributes", "counters", "legacy", "terms"):
        for file, key, entry in entries(folder):
            for path, lang, text in texts(entry):
                found = re.search(f" [{FULL_WIDTH}]|[{FULL_WIDTH}] ", text) if lang == "zh" else None
                if found:
                    yield f"{file}: {key}: {path}: blank beside {found.group().strip()} in {text[:60]!r}"


def repeated() -> Iterator[str]:
    """Pairs of texts of different entries that share eight words, or sixteen Chinese characters, in a row."""
    seen: dict[str, str] = {}
    for folder in ("vocabulary", "counters", "terms"):
        for file, key, entry in entries(folder):
            for path, lang, text in texts(entry):
                place = f"{file}: {key}: {path}"
                for run in _runs(text, lang):
                    other = seen.setdefault(run, place)
                    if other.rsplit(": ", 1)[0] != place.rsplit(": ", 1)[0]:
                        yield f"{place} and {other} share: {run}"
                        break


def _runs(text: str, lang: str) -> Iterator[str]:
    if lang == "zh":
        kept = "".join(re.findall(r"[\u4e00-\u9fff]+", text))
        for start in range(len(kept) - 15):
            yield kept[start : start + 16]
        return
    words = re.findall(r"[a-z][a-z0-9_'-]*", text.lower())
    for start in range(len(words) - 7):
        yield " ".join(words[start : start + 8])


CHECKS = (check_schema, check_sources, check_numbers, check_overrides, check_blanks)


def main() -> int:
    """Print every problem; exit status 1 if there is one.  ``--repeated`` lists repeated texts too (a report, no failure)."""
    problems = 0
    try:
        for check in CHECKS:
            for problem in check():
                problems += 1
                print(problem)
    except KbError as error:
        print(error)
        problems += 1
    if "--repeated" in sys.argv:
        rows = list(repeated())
        print("\n".join(rows))
        print(f"{len(rows)} repeated runs")
    print(f"{problems} problems in kb/")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
