"""Pieces of names with what they mean, for showing what an unlisted name seems to be made of.

Every phrase that a listed name holds, at the unit where it holds it: the browser looks the longest ones up.  A name that no
list holds is read so piece by piece; the grammar stays on the command line.
"""

from __future__ import annotations

import collections
from typing import Any

from metricparse.explain import metric
from metricparse.names.model import Token
from metricparse.names.parser import vocabulary_of
from metricparse.site.app.bases import Shared
from metricparse.site.app.pool import Pool


def lexicon(shared: Shared, lang: str) -> dict[str, Any]:
    """The file ``lexicon.json``: phrase → {unit: token} with the unit's most usual reading (unit "" for any).

    ``words`` are single words of the vocabulary, which say something only behind a quantity.
    """
    kb = shared.kb
    texts, tokens = Pool(""), Pool()
    seen: dict[str, dict[str, collections.Counter[int]]] = {}
    for base in kb.names:
        name = kb.bare(base)
        for one in metric.tokens(kb, name, lang):
            if one["role"] == "whole":
                continue
            number = tokens([one["role"], *(texts(one[field]) for field in ("short", "long", "mistaken_for"))])
            for unit in ("", name.base.unit):
                seen.setdefault(one["text"], {}).setdefault(unit, collections.Counter())[number] += 1
    anywhere = kb.bare(next(iter(kb.names)))
    vocabulary = vocabulary_of(kb.get("meta", "vocabulary"))
    # a filter's key before a value that nobody has seen; a word known from elsewhere
    words: dict[str, int] = {}
    loose = [(key, "filter", f"{key}=") for key in vocabulary.filters]
    loose += [(word, "flag", word) for word in sorted(vocabulary.words)]
    for text, role, key in loose:
        one = metric.token_answer(kb, Token(text, 0, role, key), anywhere, lang)
        number = tokens([role, *(texts(one[field]) for field in ("short", "long", "mistaken_for"))])
        if role == "filter":
            seen.setdefault(text, {"": collections.Counter([number])})
        else:
            words[text] = number
    phrases: dict[str, dict[str, int]] = {}
    for phrase, units in seen.items():
        usual = units[""].most_common(1)[0][0]
        best = {unit: counts.most_common(1)[0][0] for unit, counts in units.items()}
        phrases[phrase] = {"": usual} | {unit: number for unit, number in best.items() if number != usual}
    return {"texts": texts.values, "tokens": tokens.values, "phrases": phrases, "words": words}
