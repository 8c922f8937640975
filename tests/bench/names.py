"""Figures, not tests: start-up, decoding speed, memory.  Run: ``python -m tests.bench.names``."""

import gzip
import resource
import statistics
import subprocess
import sys
import time

from metricparse.catalog.store import KnowledgeBase
from tests.conftest import DATA


def process(*command):
    """Seconds of one whole process."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def main():
    """Print every figure."""
    runs = 15
    explain = [sys.executable, "-m", "metricparse", "explain"]
    cases = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "explain NAME (listed)": [*explain, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"],
        "explain LABEL": [*explain, "L2 Hit Rate"],
        "explain NAME (unknown)": [*explain, "l1tex__t_sectors_pipe_lsu_mem_globl_op_ld.sum"],
    }
    for command in cases.values():
        process(*command)
    times = {name: [] for name in cases}
    for _ in range(runs):
        for name, command in cases.items():
            times[name].append(process(*command))
    unit = statistics.median(times["python -c pass"])
    for name, values in times.items():
        median = statistics.median(values)
        print(f"{name:28} {1000 * median:7.1f} ms  {median / unit:5.1f} x python -c pass")
    with gzip.open(DATA / "gh100_full_names.txt.gz", "rt") as stream:
        names = stream.read().split()
    kb = KnowledgeBase()
    start = time.perf_counter()
    for name in names:
        kb.decode(name)
    first = time.perf_counter() - start
    print(f"decode, {len(names):,} names       {len(names) / first:12,.0f} names/s")
    parser = kb.parser
    unseen = [n.split(".")[0] + "_never_seen_before" for n in names[:: len(names) // 500]]
    parser.parse(unseen[0])
    start = time.perf_counter()
    for name in unseen:
        parser.parse(name)
    print(f"unseen name                  {1e6 * (time.perf_counter() - start) / len(unseen):7.0f} µs")
    print(f"memory of this process       {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:7.0f} MB")


if __name__ == "__main__":
    main()
