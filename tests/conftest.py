"""Fixtures that the tests share: the compiled knowledge base, the lists it was made from, and material outside the repository."""

import csv
import gzip
import os
from pathlib import Path

import pytest

from metricparse.catalog.store import default

DATA = Path(__file__).parent / "data"


def table(name):
    """Rows of a compressed CSV file in tests/data."""
    with gzip.open(DATA / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def raw_report(name):
    """(columns, units, rows) of a raw CSV page in tests/data, without columns that are no metric."""
    with gzip.open(DATA / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as stream:
        header, units, *rows = list(csv.reader(stream))
    keep = [
        i
        for i, column in enumerate(header)
        if "__" in column or (column[:1].islower() and " " not in column and ":" not in column)
    ]
    return [header[i] for i in keep], [units[i] for i in keep], [[row[i] for i in keep] for row in rows]


@pytest.fixture(scope="session")
def kb():
    return default()


@pytest.fixture(scope="session")
def material():
    """Folder with material that the repository does not carry, or a skip that says so."""
    folder = os.environ.get("METRICPARSE_MATERIAL")
    if not folder or not Path(folder).is_dir():
        pytest.skip("METRICPARSE_MATERIAL names no folder: what needs the uncarried material is not tested")
    return Path(folder)
