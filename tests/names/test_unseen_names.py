"""The grammar on names it was not built from."""

from collections import defaultdict

from metricparse.names.parser import NameParser, vocabulary_of
from metricparse.names.vocabulary import Vocabulary
from tests.conftest import table

NEW = ("13.1", "13.2", "13.3", "13.4", "13.5")


def first_releases():
    """Name → the CUDA release in which it was first seen on any chip."""
    first = defaultdict(lambda: (99, 99))
    for row in table("perfworks_catalog"):
        for part in row["where"].split(";"):
            for span in part.split(":")[1].split(","):
                if not span.startswith("ncu"):
                    start = tuple(map(int, span.split("-")[0].split(".")))
                    first[row["name"]] = min(first[row["name"]], start)
    return first


def words(name):
    return set(name.replace(".", "_").replace("__", "_").split("_"))


def older_vocabulary(kb, names):
    """The vocabulary without any phrase that has a word which the older names lack."""
    have = set().union(*map(words, names))
    full = vocabulary_of(kb.get("meta", "vocabulary"))

    def known(phrases):
        return tuple(p for p in phrases if words(p) <= have)

    filters = {}
    for key, values in full.filters.items():
        joined = set()
        for value in values:
            token = f"_{key}_{value}_"
            if any(token in f"_{n}_" for n in names):
                joined.add(value)
        if joined:
            filters[key] = tuple(joined)
    fields = {
        f: known(getattr(full, f))
        for f in (
            "units",
            "stages",
            "directions",
            "quantities",
            "reasons",
            "statistics",
            "per",
            "rates",
            "flags",
            "domains",
            "configurations",
        )
    }
    # a phrase counts as known only if an older name holds it in one piece
    for field in ("stages", "quantities", "flags"):
        fields[field] = tuple(p for p in fields[field] if any(f"_{p}_" in f"_{n.replace('.', '_')}_" for n in names))
    return Vocabulary(
        filters=filters,
        rollups=full.rollups,
        submetrics=full.submetrics,
        prefixes=full.prefixes,
        whole=known(full.whole),
        **fields,
    )


def test_names_of_newer_releases_with_the_vocabulary_of_older_ones(kb, capsys):
    first = first_releases()
    old = [n for n, r in first.items() if r < (13, 1)]
    new = [n for n, r in first.items() if r >= (13, 1)]
    assert len(new) == 198
    parser = NameParser(older_vocabulary(kb, old))
    have = set().union(*map(words, old))
    whole = located = 0
    for name in new:
        decoded = parser.parse(name)
        strange = words(name) - have
        found = {u.token for u in decoded.unknown}
        if not strange:
            assert not found, (name, found)
        if not found:
            whole += 1
        else:
            spelled = set().union(*(words(t) for t in found)) if found else set()
            # a route between known units (sm2gcc) is understood although its word is new
            routes = {s for s in strange if "2" in s and all(end in have for end in s.split("2", 1))}
            assert strange - routes <= spelled, (name, strange, found)
            for unknown in decoded.unknown:
                assert name[unknown.offset : unknown.offset + len(unknown.token)] == unknown.token
            assert len(decoded.unknown) < len(words(name)), (name, decoded.unknown)
            assert decoded.base.unit
            located += 1
    with capsys.disabled():
        print(f"\nheld-out names: {whole} decoded whole, {located} with the new token located")
    assert whole >= 160
    assert whole + located == 198


def test_what_is_wrong_is_named_with_its_place(kb):
    decoded = kb.decode("l1tex__t_sectors_pipe_lsu_mem_globl_op_ld.sum")
    assert [tuple(u) for u in decoded.unknown] == [("globl", 30)]
    assert decoded.base.filters["op"] == "ld"
    assert decoded.base.counter == "sectors"
    assert decoded.suffix.rollup == "sum"


def test_prefixes_groups_and_suffixes_are_decoded(kb):
    one = kb.decode("TPC.TriageCompute.sm__cycles_active.avg.peak_sustained_active.per_second")
    assert (one.base.group, one.base.unit, one.base.counter) == ("TPC.TriageCompute", "sm", "cycles_active")
    assert (one.suffix.rollup, one.suffix.submetric) == ("avg", "peak_sustained_active.per_second")
    two = kb.decode("breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed")
    assert two.prefix == "breakdown:"
    assert two.base.counter == "throughput"
    three = kb.decode("smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio")
    assert three.base.stall == "long_scoreboard"
    assert three.base.statistic == "average_per_issue_active"
    assert three.suffix.submetric == "ratio"
