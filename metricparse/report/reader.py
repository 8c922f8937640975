"""One entrance for every kind of report; what a file is follows from its content, not from its name."""

from __future__ import annotations

import os

from metricparse.errors import UsageError
from metricparse.report.labels import no_labels
from metricparse.report.model import Report
from metricparse.report.pages import PageReader, Resolver
from metricparse.report.progress import Progress
from metricparse.report.text import WHAT_TO_GIVE, decode, records, unpack


def read_report(path: str, resolve: Resolver = no_labels, progress: Progress | None = None) -> Report:
    """Read a report: a ``.ncu-rep``, or any page that ncu prints as CSV (also compressed with gzip).

    ``resolve`` turns labels of the details page into metric names (`metricparse.report.labels.resolver`); without it they
    stay under ``Section: Label``.

    Raises UsageError for a file that cannot be opened, that is no report, that is empty or whose CSV is broken; the
    message names the line.
    """
    shown = os.path.basename(path) or path
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror or error})") from None
    from metricparse.report.binary import MAGIC, read_binary

    progress = progress or Progress(shown)
    if data.startswith(MAGIC):
        del data
        return Report(path, "ncu-rep", read_binary(path, progress))
    if not data.strip():
        raise UsageError(f"{path}: the file is empty; {WHAT_TO_GIVE}")
    text = decode(unpack(data, path), path)
    reader = PageReader(path, resolve)
    kernels = reader.read(records(text, path))
    return Report(path, reader.layout, kernels)
