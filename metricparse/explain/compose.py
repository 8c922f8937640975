"""Composing the meaning of a base name from the entries of its parts, as a noun phrase in English or Chinese.

Used when kb/ is compiled (every listed name carries its phrase) and at run time for names that no list holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from metricparse.names.model import BaseName
from metricparse.slots import filled

Entry = Mapping[str, Any]


class Lookup(Protocol):
    """Where entries come from: the compiled knowledge base, or the builder while it compiles."""

    def get(self, kind: str, key: str) -> Any:
        """The entry of a kind under a key, or None."""


ROLE_KIND = {
    "stage": "stage",
    "direction": "direction",
    "filter": "filter",
    "flag": "flag",
    "per": "statistic",
    "rate": "statistic",
    "statistic": "statistic",
    "reason": "stall",
    "quantity": "quantity",
    "unit": "unit",
    "whole": "attribute",
    "domain": "domain",
    "configuration": "configuration",
}
"""Role of a token → kind of its entry."""


DONE = ("executed", "issued", "launched", "completed", "restored")
"""English quantities that end so are done on a unit; everything else is of it."""


def text_of(entry: Entry | None, field: str, lang: str, default: str = "") -> str:
    """A text field in a language; empty if the entry or the field is missing."""
    value = (entry or {}).get(field)
    if isinstance(value, Mapping):
        return str(value.get(lang) or default)
    return default


def said(kb: Lookup, key: str, lang: str, **slots: object) -> str:
    """A sentence of kb/interface.yaml (``answers``) with its places filled in."""
    return filled(kb.get("meta", "interface")["answers"][key][lang], slots)


def place(kb: Lookup, base: BaseName, lang: str) -> str:
    """Words for the stages and directions in front of the quantity."""
    words = []
    for token in base.tokens:
        if token.role not in ("stage", "direction"):
            if token.role == "quantity":
                break
            continue
        entry = kb.get(ROLE_KIND[token.role], token.key) or {}
        if entry.get("as_limit"):
            continue
        entry = (entry.get("by_unit") or {}).get(base.unit, entry)
        words.append(text_of(entry, "phrase", lang) or _route(kb, token.key, lang))
    return " ".join(filter(None, words)) if lang == "en" else spaced(*words)


def counted_on_a_path(base: BaseName) -> bool:
    """Whether the name says between which units it counts, so that the unit is only where the counter sits."""
    return any(token.role == "direction" for token in base.tokens)


def _route(kb: Lookup, token: str, lang: str) -> str:
    start, two, end = token.partition("2")
    if not two:
        return f"({token})" if lang == "en" else f"{token} 的"
    names = []
    for word in (start, end):
        unit = kb.get("unit", word)
        names.append(text_of(unit, "name", lang) or word.upper())
    return f"on the path from {names[0]} to {names[1]}" if lang == "en" else f"从{names[0]}到{names[1]}方向的"


def kept(kb: Lookup, base: BaseName, lang: str) -> list[str]:
    """Words for what the name keeps of its quantity: filters and flags, in the order in which a sentence wants them."""
    found: list[tuple[int, int, str]] = []
    quantity_seen = False
    for index, token in enumerate(base.tokens):
        if token.role == "quantity":
            quantity_seen = True
        if token.role == "filter":
            key, _, value = token.key.partition("=")
            entry = kb.get("filter", token.key)
            order = (kb.get("qualifier", key) or {}).get("order", 50)
            phrase = text_of(entry, "phrase", lang) or _compound(kb, key, value, lang)
        elif token.role == "flag" or token.role in ("stage", "direction"):
            entry = kb.get(ROLE_KIND[token.role], token.key)
            if token.role != "flag" and not quantity_seen and not (entry or {}).get("as_limit"):
                continue
            order = (entry or {}).get("order", 80 if quantity_seen else 5)
            phrase = text_of(entry, "phrase", lang) or token.key.replace("_", " ")
        elif token.role == "unknown":
            phrase, order = f"“{token.text}”" if lang == "en" else f"「{token.text}」", 99
        else:
            continue
        found.append((order, index, phrase))
    return [phrase for _, _, phrase in sorted(found) if phrase]


def _compound(kb: Lookup, key: str, value: str, lang: str) -> str:
    """A value that is several listed values in a row (``utchmma_utcqmma``), or one that no entry holds."""
    words = value.split("_")
    entries = [kb.get("filter", f"{key}={word}") for word in words]
    if len(words) > 1 and all(entries):
        phrases = [text_of(e, "phrase", lang) for e in entries]
        return (" or " if lang == "en" else "或").join(phrases)
    name = text_of(kb.get("qualifier", key), "name", lang) or key
    return f"with {name} {value}" if lang == "en" else f"{name} 为 {value}"


def quantity(kb: Lookup, base: BaseName, lang: str, field: str = "many") -> str:
    """Words for the quantity itself."""
    if base.stall:
        entry = kb.get("quantity", base.quantity)
        reason = kb.get("stall", base.stall)
        staged = (entry or {}).get("by_stage", {}).get(base.stage, {})
        many = text_of(staged, field, lang) or text_of(entry, field, lang) or base.quantity.replace("_", " ")
        phrase = text_of(reason, "phrase", lang) or base.stall.replace("_", " ")
        return f"{many} {phrase}" if lang == "en" else spaced(phrase, "的", many)
    if not base.counter:
        unknown = [t.text for t in base.tokens if t.role == "unknown"]
        word = "_".join(unknown) or base.text
        return f"“{word}”" if lang == "en" else f"「{word}」"
    entry = kb.get("quantity", base.counter)
    return text_of(entry, field, lang) or text_of(entry, "many", lang) or base.counter.replace("_", " ")


def base_phrase(kb: Lookup, base: BaseName, record: Entry, lang: str) -> str:
    """A noun phrase for a base name, without final stop, beginning in lower case unless it starts with a name."""
    attribute = kb.get("attribute", record.get("whole") or base.text)
    if attribute is None and base.tokens and base.tokens[0].role == "whole":
        attribute = kb.get("attribute", base.tokens[0].key)
    if attribute is not None:
        return text_of(attribute, "name", lang) or base.text
    unit = text_of(kb.get("unit", base.unit), "name", lang) or base.unit
    where = place(kb, base, lang)
    limits = kept(kb, base, lang)
    statistics = [(t.role, t.key) for t in base.tokens if t.role in ("per", "rate", "statistic", "versus")]
    if lang == "en":
        noun = quantity(kb, base, "en").partition(", ")[0].partition(": ")[0]
        seat = f"on {unit}" if noun.endswith(DONE) else f"of {unit}"
        seat = f"counted at {unit}" if counted_on_a_path(base) else seat
        return _english(kb, base, statistics, where, seat, limits)
    return _chinese(kb, base, statistics, where, unit, limits)


def _per(kb: Lookup, key: str, lang: str) -> str:
    entry = kb.get("statistic", key)
    phrase = text_of(entry, "phrase", lang)
    if phrase:
        return phrase
    what = key.removeprefix("per_")
    quantity_entry = kb.get("quantity", what)
    one = text_of(quantity_entry, "one", lang) or text_of(quantity_entry, "many", lang) or what.replace("_", " ")
    return f"per {one}" if lang == "en" else f"每{one}"


def _english(
    kb: Lookup, base: BaseName, statistics: list[tuple[str, str]], where: str, unit: str, limits: list[str]
) -> str:
    rates = [key for role, key in statistics if role == "rate"]
    pers = [_per(kb, key, "en") for role, key in statistics if role == "per"]
    averaged = any(role == "statistic" for role, _ in statistics)
    if rates:
        rate = kb.get("statistic", rates[0])
        name = text_of(rate, "phrase", "en") or rates[0].replace("_", " ")
        head = f"{name} of {quantity(kb, base, 'en')}"
    elif pers:
        head = " ".join([quantity(kb, base, "en"), *pers])
        head = f"average {head}" if averaged else head
    elif averaged and limits:
        # neutral about the whole: for most of these ratios no source says out of what
        return f"share of {quantity(kb, base, 'en')} {_join(where, unit)}: those {', '.join(limits)}"
    elif averaged:
        head = f"average {quantity(kb, base, 'en')}"
    else:
        head = quantity(kb, base, "en")
    # "throughput: the highest …" keeps its explanation for the end
    head, _, remark = head.partition(": ")
    # "resident warps, added up over cycles": the place belongs to the noun
    head, _, manner = head.partition(", ")
    place_words = f"{where}, {unit}" if where and unit.startswith("counted") else _join(where, unit)
    phrase = ", ".join(filter(None, [f"{head} {place_words}", manner, *limits]))
    return f"{phrase} ({remark})" if remark else phrase


def _chinese(
    kb: Lookup, base: BaseName, statistics: list[tuple[str, str]], where: str, unit: str, limits: list[str]
) -> str:
    rates = [key for role, key in statistics if role == "rate"]
    pers = [_per(kb, key, "zh") for role, key in statistics if role == "per"]
    averaged = any(role == "statistic" for role, _ in statistics)
    head, _, remark = quantity(kb, base, "zh").partition("：")
    # a noun with an attribute of its own needs no second 的: SM 已执行的指令数
    own = "" if "的" in head and not (rates or pers or averaged) else "的"
    owner = spaced(unit, "中" if base.stall else where or own)
    limit = f"（仅计：{'、'.join(limits)}）" if limits else ""
    if rates:
        name = text_of(kb.get("statistic", rates[0]), "phrase", "zh") or rates[0]
        return spaced(owner, quantity(kb, base, "zh", "one"), name, limit)
    if pers:
        return spaced(owner, quantity(kb, base, "zh"), limit, "，", "平均" if averaged else "", *pers)
    if averaged and limits:
        return spaced(owner, quantity(kb, base, "zh", "one"), f"占比，分子为：{'、'.join(limits)}")
    if averaged:
        return spaced(owner, "平均", quantity(kb, base, "zh"))
    return spaced(owner, head, limit, f"（{remark}）" if remark else "")


def spaced(*parts: str) -> str:
    """Chinese text put together, with a space where it meets Latin letters or digits.

    >>> spaced("L1TEX", "标签级", "的", "warp 数")
    'L1TEX 标签级的 warp 数'
    """
    result = ""
    for part in filter(None, parts):
        latin = result and (result[-1].isascii() or part[0].isascii())
        if latin and not {result[-1], part[0]} & set(" ，。：；、（）「」"):
            result += " "
        result += part
    return result


def _join(*words: str) -> str:
    return " ".join(filter(None, words))


def sentence(phrase: str, rollup: str, submetric: str, lang: str) -> str:
    """A full sentence: the base phrase with the words of its rollup and submetric."""
    if lang == "en":
        text = ", ".join(filter(None, [phrase, rollup, submetric]))
        return stopped(text[:1].upper() + text[1:], lang)
    return stopped("，".join(filter(None, [phrase, rollup, submetric])), lang)


def stopped(text: str, lang: str) -> str:
    """The text with a full stop at its end."""
    if not text or text[-1] in ".。!?！？":
        return text
    return text + ("." if lang == "en" else "。")
