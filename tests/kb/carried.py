"""Tables in tests/data that are drawn from larger measurements, and how: ``python -m tests.kb.carried MATERIAL`` writes them.

The binary report and the pages they come from are too large to carry, and the pages hold the profiler's own sentences; the
tables hold only numbers and names.
"""

import csv
import gzip
import io
import re
import sys
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def rules(measurements):
    """What each rule of the profiler estimated for each kernel of the full report; a finding without estimate has none."""
    with (measurements / "h200_full.details.csv").open(encoding="utf-8", newline="") as stream:
        header, *rows = list(csv.reader(stream))
    at = {name: header.index(name) for name in header}
    yield "kernel", "rule", "type", "scope", "estimate"
    for row in rows:
        # rows of metrics are shorter than the header
        if len(row) == len(header) and row[at["Rule Name"]]:
            yield (
                row[at["Kernel Name"]].partition("(")[0],
                *(row[at[name]] for name in ("Rule Name", "Rule Type", "Estimated Speedup Type", "Estimated Speedup")),
            )


def memory_codes(measurements):
    """For each instruction of the full report that has a memory code: opcode, codes, executions."""
    import ncu_report

    yield "kernel", "opcode", "memory_type", "memory_access_type", "inst_executed"
    content = ncu_report.load_report(str(measurements / "h200_full.ncu-rep"))
    for launches in map(content.range_by_idx, range(content.num_ranges())):
        for action in map(launches.action_by_idx, range(launches.num_actions())):
            kinds, accesses, counts = (
                _instances(action.metric_by_name(name))
                for name in ("memory_type", "memory_access_type", "inst_executed")
            )
            for address, kind in kinds.items():
                yield (
                    action.name(action.NameBase_FUNCTION),
                    _opcode(action.sass_by_pc(address)),
                    str(kind),
                    str(accesses.get(address, "")),
                    str(counts.get(address, 0)),
                )


def _instances(metric):
    addresses = metric.correlation_ids()
    return {addresses.value(i): metric.value(i) for i in range(metric.num_instances())}


def _opcode(sass):
    words = [word for word in sass.split() if not word.startswith("@")]
    return words[0].partition(".")[0].rstrip(";")


def requests(measurements):
    """For each request that was tried: exit status, rows with a value, rows that read n/a."""
    text = (measurements / "ncu_behaviour.txt").read_text(encoding="utf-8")
    yield "request", "exit", "values", "empty"
    for part in text.split("### ncu ")[1:]:
        request, _, printed = part.partition("\n")
        (status,) = re.findall(r"^\(exit (\d+)\)$", printed, flags=re.M)
        rows = re.findall(r"^ +\S*_\S+(?: +\S+)? +(\(!\) n/a|[\d,.]+)$", printed, flags=re.M)
        empty = rows.count("(!) n/a")
        yield request, status, str(len(rows) - empty), str(empty)


TABLES = {"h200_full.rules": rules, "h200_full.memory_codes": memory_codes, "ncu_requests": requests}
"""Name in tests/data → what draws it from the folder of measurements."""


def drawn(name, measurements):
    """The rows of a table, header first, as lists of text."""
    return [list(row) for row in TABLES[name](Path(measurements))]


def kept(name):
    """The rows of a table as tests/data has them."""
    with gzip.open(DATA / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def main(material):
    for name in TABLES:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(drawn(name, Path(material) / "measurements"))
        # no time stamp, so that the same rows give the same file
        (DATA / f"{name}.csv.gz").write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
