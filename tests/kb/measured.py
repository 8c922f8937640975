"""Numbers of kb/ that count as measured, and what the carried data give for each."""

import functools
import math
from pathlib import Path

import yaml

from metricparse.build.compile import KB
from metricparse.build.yamlfile import read
from metricparse.report.reader import read_report
from metricparse.semantics.identity_expression import Amount, MissingError, Scope, evaluate, parse
from tests.conftest import DATA, raw_report, table

LINKS = yaml.safe_load(Path(__file__).with_name("measured_facts.yaml").read_text(encoding="utf-8"))
"""Place → recipe."""

CLAIMS = [
    (place, claim)
    for place, claims in yaml.safe_load(
        Path(__file__).with_name("measured_words.yaml").read_text(encoding="utf-8")
    ).items()
    for claim in claims
]
"""(Place of the entry, claim) for what texts say in words."""

NO_READING = {"nth", "order"}
"""Numbers that count places or sort entries: nobody measured them."""

TRIED_ELSEWHERE = {"identities.yaml"}
"""Files whose noise and errors other tests run on the same reports (tests/kb/test_identities.py)."""

PRINTED_UNITS = {"": 1, "byte": 1, "MiB": 2**20, "MHz": 10**6}
"""Unit of a printed device property → factor to the unit in kb/products."""


@functools.cache
def measured():
    """place → (number, what holds it) of everything in kb/ whose own or inherited confidence is ``measured``.

    A place is ``folder/file/entry/fact`` for a fact of an entry, else the path of the number in its file.
    """
    found = {}
    for path in sorted(KB.rglob("*.yaml")):
        if path.name not in TRIED_ELSEWHERE:
            file = path.relative_to(KB).with_suffix("").as_posix()
            for steps, number, holder in _numbers(read(path), (), ""):
                place = "/".join((file, *(s for s in steps if s not in {"entries", "facts", "value"})))
                assert place not in found
                found[place] = number, holder
    return found


def _numbers(node, steps, confidence):
    if isinstance(node, dict):
        confidence = node.get("confidence") or node.get("default_confidence") or confidence
        for key, inner in node.items():
            number = isinstance(inner, (int, float)) and not isinstance(inner, bool)
            if number and confidence == "measured" and key not in NO_READING:
                yield (*steps, str(key)), inner, node
            yield from _numbers(inner, (*steps, str(key)), confidence)
    elif isinstance(node, list):
        for index, inner in enumerate(node):
            yield from _numbers(inner, (*steps, str(index)), confidence)


def recipe(place, holder):
    """How the number at a place is found: its line in measured_facts.yaml, or the printed properties of a product."""
    if place in LINKS:
        return LINKS[place]
    folder, _, rest = place.partition("/")
    return (
        {"print": rest} if folder == "products" and "device-query" in holder.get("sources", ["device-query"]) else None
    )


@functools.cache
def report(name):
    return read_report(str(DATA / f"{name}.csv.gz"))


def kernels(link):
    """The kernels that a recipe names: by part of their names, or all of the report or reports."""
    wanted = link.get("kernel", "*")
    launches = [kernel for name in _some(link["report"]) for kernel in report(name).kernels]
    chosen = [k for k in launches if wanted == "*" or any(w in k.name for w in _some(wanted))]
    assert chosen, f"{link} names no kernel"
    return chosen


def _some(value):
    return value if isinstance(value, list) else [value]


def number(expression, kernel):
    """An expression over full names for one kernel; None where the kernel lacks a name."""

    def look(name):
        value = kernel.number(name)
        return None if value is None else Amount(value)

    def count(unit):
        return instances(kernel, unit)

    try:
        return evaluate(parse(expression), {}, Scope(look, count, lambda variable: ())).value
    except MissingError:
        return None


def instances(kernel, unit):
    """Instances of a unit: the sum of its cycle counter over the average."""
    total, mean = (kernel.number(f"{unit}__cycles_active.{rollup}") for rollup in ("sum", "avg"))
    return round(total / mean) if total and mean else None


def _expression(link):
    values = [v for v in (number(link["expr"], k) for k in kernels(link)) if v is not None]
    match link.get("fold", "same"):
        case "gcd":
            return math.gcd(*(round(v) for v in values))
        case "same":
            assert len(set(values)) == 1, f"{link} gives {values}"
            return values[0]


def _rule(link):
    """The largest estimate that a rule of the profiler printed, for one kernel or all."""
    wanted = link.get("kernel")
    return max(
        float(row["estimate"])
        for row in table("h200_full.rules")
        if row["rule"] == link["rule"] and row["estimate"] and wanted in (None, row["kernel"])
    )


def _code(link):
    """The one code that all executed instructions of the opcodes carry."""
    (code,) = {
        int(row[link["code"]])
        for row in table("h200_full.memory_codes")
        if row["opcode"] in link["opcodes"] and int(row["inst_executed"])
    }
    return code


def _exit(link):
    """The status with which the profiler ended all requests of the list."""
    tried = {row["request"]: int(row["exit"]) for row in table("ncu_requests")}
    (status,) = {tried[request] for request in link["requests"]}
    return status


def _print(link):
    """What a program that reads device properties printed on a board of the product."""
    product, figure = link["print"].split("/")
    (row,) = [r for r in table("device_prints") if (r["product"], r["figure"]) == (product, figure)]
    return float(row["printed"]) * PRINTED_UNITS[row["unit"]]


def value(link):
    """The number that the data give for a recipe."""
    if "same" in link:
        other = link["same"]
        return measured()[other][0]
    if "columns" in link:
        return len(raw_report(link["columns"])[0])
    for key, compute in {"expr": _expression, "rule": _rule, "code": _code, "requests": _exit, "print": _print}.items():
        if key in link:
            return compute(link)
    raise AssertionError(f"no recipe: {link}")


@functools.cache
def _file(folder, file):
    return read(KB / folder / f"{file}.yaml")


def texts(place, language):
    """All texts of an entry in one language."""
    folder, file, *steps = place.split("/")
    node = _file(folder, file)
    node = node.get("entries") or node["keys"]
    for step in steps:
        node = node[step]
    return list(_texts(node, language))


def _texts(node, language):
    if isinstance(node, dict):
        if isinstance(node.get(language), str):
            yield node[language]
        for inner in node.values():
            yield from _texts(inner, language)
    elif isinstance(node, list):
        for inner in node:
            yield from _texts(inner, language)


def claimed(claim):
    """The values that a claim in words is about: of each kernel that has them, or their largest or smallest."""
    values = [v for v in (number(claim["expr"], k) for k in kernels(claim)) if v is not None]
    return [{"max": max, "min": min}[claim["take"]](values)] if "take" in claim else values
