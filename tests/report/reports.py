"""Reports that the tests share, read once, and the identities as kb/ holds them."""

from functools import cache
from pathlib import Path

from metricparse.build.yamlfile import read
from metricparse.catalog.store import default
from metricparse.report import read_report
from metricparse.report.labels import resolver
from metricparse.semantics.identity_book import AROUND, IdentityBook

KB = Path(__file__).parents[2] / "kb"
DATA = Path(__file__).parents[1] / "data"

CARRIED = {
    "families": "h200_families.csv.gz",
    "full": "h200_full.raw.csv.gz",
    "torch": "h200_torch.raw.csv.gz",
    "basic": "h200_basic.raw.csv.gz",
    "stalls": "h200_stalls_all.csv.gz",
    "breakdowns": "h200_breakdowns_all.csv.gz",
}


@cache
def report(name):
    """One of the carried reports, or a file of tests/data."""
    return read_report(str(DATA / CARRIED.get(name, name)), resolver(default()))


def filled(entry, facts):
    """An entry with its facts in place, as the build does it."""
    if isinstance(entry, dict):
        own = {**facts, **{key: fact["value"] for key, fact in entry.get("facts", {}).items()}}
        return {key: filled(value, own) for key, value in entry.items()}
    if isinstance(entry, list):
        return [filled(value, facts) for value in entry]
    if isinstance(entry, str):
        for key, value in facts.items():
            entry = entry.replace("{" + key + "}", str(value))
    return entry


@cache
def authored():
    """kb/identities.yaml as it stands."""
    return read(KB / "identities.yaml")


@cache
def identities():
    """The book of identities, straight from kb/."""
    facts = {key: fact["value"] for key, fact in read(KB / "facts.yaml")["facts"].items()}
    data = filled(authored(), facts)
    return IdentityBook(
        [{"id": key, **entry} for key, entry in data["identities"].items()],
        {key: data[key] for key in AROUND},
        default(),
    )
