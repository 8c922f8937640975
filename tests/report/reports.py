"""Reports that the tests share, read once, and the identities as kb/ holds them."""

from functools import cache
from pathlib import Path

from metricparse.build.yamlfile import read
from metricparse.catalog.store import default
from metricparse.report import read_report
from metricparse.report.labels import resolver
from metricparse.semantics.identity_book import book

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


@cache
def authored():
    """kb/identities.yaml as it stands."""
    return read(KB / "identities.yaml")


@cache
def identities():
    """The book of identities that the compiled knowledge base holds."""
    return book(default())
