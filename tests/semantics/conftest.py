"""What the tests of comparing and checking share."""

import pytest

from metricparse.semantics.semantics_book import SemanticsBook


@pytest.fixture(scope="session")
def semantics(kb):
    return SemanticsBook(kb)
