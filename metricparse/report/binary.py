"""Binary reports through the package ``ncu-report``, which is optional."""

from __future__ import annotations

import math
from typing import Any

from metricparse.errors import UsageError
from metricparse.report.model import Kernel, Value
from metricparse.report.progress import Progress

MAGIC = b"NVR\0"
"""First bytes of a binary report."""


def _value(metric: Any) -> Value:
    unit = metric.unit() or ""
    if not metric.has_value():
        return Value(None, unit, "", 0.0, "timeline" if metric.num_instances() else "no data")
    content = metric.value()
    if isinstance(content, (int, float)):
        if not math.isfinite(content):
            return Value(None, unit, str(content), 0.0, "nan")
        return Value(float(content), unit, repr(content))
    return Value(None, unit, "" if content is None else str(content))


def _triple(values: dict[str, Value], stem: str) -> tuple[int, ...]:
    found = [values.get(f"launch__{stem}_dim_{axis}") for axis in "xyz"]
    return tuple(int(v.number) for v in found if v is not None and v.number is not None) if all(found) else ()


def _kernel(index: int, action: Any) -> Kernel:
    values: dict[str, Value] = {}
    for name in action.metric_names():
        metric = action.metric_by_name(name)
        if metric is not None:
            values[name] = _value(metric)
    major, minor = (values.get(f"device__attribute_compute_capability_{part}") for part in ("major", "minor"))
    capability = f"{major.text}.{minor.text}" if major and minor else ""
    shown = values.get("device__attribute_display_name")
    return Kernel(
        index,
        _name(action),
        _triple(values, "grid"),
        _triple(values, "block"),
        capability,
        shown.text if shown else "",
        values,
    )


def _name(action: Any) -> str:
    """The demangled name, as CSV pages print it."""
    try:
        return str(action.name(action.NameBase_DEMANGLED))
    except (AttributeError, TypeError, ValueError):
        return str(action.name())


def read_binary(path: str, progress: Progress) -> tuple[Kernel, ...]:
    """Every kernel of a binary report.

    Raises UsageError if the package is not installed, or if the file cannot be read with it.
    """
    try:
        import ncu_report
    except ImportError:
        raise UsageError(
            f'{path}: reading a .ncu-rep needs the package ncu-report; install it with: pip install "ncu-report>=2025.3" '
            "(or give a page printed with: ncu --import FILE --csv --page raw --print-units base)"
        ) from None
    try:
        context = ncu_report.load_report(path)
        actions = [context[i][j] for i in range(len(context)) for j in range(len(context[i]))]
    except Exception as error:  # the package raises whatever its native part throws
        raise UsageError(
            f"{path}: ncu-report cannot read it ({error}); is it cut off, or written by a newer ncu?"
        ) from None
    if not actions:
        raise UsageError(f"{path}: no kernel in it; the file is cut off, or the run profiled nothing")
    kernels = []
    for index, action in enumerate(actions):
        progress.step(index, len(actions))
        kernels.append(_kernel(index, action))
    progress.done()
    return tuple(kernels)
