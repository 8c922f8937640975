"""The compiled knowledge base, with kb/semantics laid over it while the compiled file has none of it yet."""

import pytest

from metricparse.build.compile import KB
from metricparse.build.yamlfile import read, read_all
from metricparse.catalog.store import FILE, KnowledgeBase
from metricparse.semantics.semantics_book import KIND, SemanticsBook, filled


def _with_facts(value, facts):
    if isinstance(value, dict):
        return {key: _with_facts(inner, facts) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_facts(inner, facts) for inner in value]
    return filled(value, facts) if isinstance(value, str) else value


class Overlaid(KnowledgeBase):
    """kb/semantics as it stands in the checkout, not as it was when the file was compiled."""

    def __init__(self, path=FILE):
        super().__init__(path)
        facts = {key: fact["value"] for key, fact in read(KB / "facts.yaml")["facts"].items()}
        self.laid = {key: _with_facts(data["entries"], facts) for key, data in read_all(KB / "semantics").items()}

    def get(self, kind, key):
        if kind == KIND:
            return self.laid.get(key)
        return super().get(kind, key)


@pytest.fixture(scope="session")
def kb():
    return Overlaid()


@pytest.fixture(scope="session")
def semantics(kb):
    return SemanticsBook(kb)
