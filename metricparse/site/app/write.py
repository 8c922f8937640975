"""Writing the applications of the website: data files and one page for each application and language."""

from __future__ import annotations

import shutil
from pathlib import Path

from metricparse.catalog.availability import availability
from metricparse.catalog.store import KnowledgeBase
from metricparse.site.app import things
from metricparse.site.app.bases import Shard, Shared
from metricparse.site.app.core import core
from metricparse.site.app.facets import comparing, facets
from metricparse.site.app.lexicon import lexicon
from metricparse.site.app.pages import write_pages
from metricparse.site.app.pool import Kept, write_json
from metricparse.site.app.table import meanings, table

SIZE = 256
"""Base names in a shard."""
DATA = "assets/app/data"


def write_app(docs: Path, kb: KnowledgeBase, languages: tuple[str, ...] = ("en", "zh")) -> None:
    """Write the pages ``<language>/resolve.md``, ``table.md``, ``compare.md``, and their data under ``assets/app/data``."""
    write_pages(docs, kb, languages)
    write_data(docs, kb.path, languages)


def write_data(docs: Path, path: str, languages: tuple[str, ...] = ("en", "zh")) -> None:
    """Write the data of the applications from the compiled knowledge base at ``path``; no page waits for them."""
    kept = Kept(path)
    data = docs / DATA
    shutil.rmtree(data, ignore_errors=True)
    bases = [*kept.names, *kept.meta["patterns"]]
    listed = things.all_things(kept)
    write_json(data / "words.json", things.words(kept, listed))
    write_json(data / "questions.json", things.question_words(kept))
    for lang in languages:
        shared = Shared(kept)
        for start in range(0, len(bases), SIZE):
            shard = Shard(shared, lang)
            for base in bases[start : start + SIZE]:
                shard.add(base)
            write_json(data / lang / f"b-{start // SIZE}.json", shard.data())
        for start in range(0, len(listed), things.SIZE):
            rows = {
                f"{k}:{key}": things.answer_of(kept, (k, key), lang) for k, key in listed[start : start + things.SIZE]
            }
            write_json(data / lang / f"t-{start // things.SIZE}.json", rows)
        write_json(data / lang / "meanings.json", meanings(shared, bases, lang))
        if lang == languages[0]:
            # availability is numbered alike in every language
            write_json(data / "names.json", _names(shared, bases))
            write_json(data / "facets.json", facets(shared, bases))
            write_json(data / "table.json", table(shared, bases))
        write_json(data / lang / "compare.json", comparing(shared, lang))
        write_json(data / lang / "lexicon.json", lexicon(shared, lang))
        write_json(data / lang / "core.json", core(shared, lang))


def _names(shared: Shared, bases: list[str]) -> dict[str, object]:
    """The index of all base names: what each is and where; the shard of a name follows from its place."""
    kb = shared.kb
    kinds = kb.keys("kind")
    records = [kb.record(base) or {} for base in bases]
    return {
        "size": SIZE,
        "kinds": kinds,
        "kind": "".join(chr(ord("a") + kinds.index(one["kind"])) for one in records),
        "availability": [shared.where(one, availability(kb, one)) for one in records],
        "weights": list(kb.names.values()),
        "patterns": len(bases) - len(kb.names),
        "names": "\n".join(bases),
    }
