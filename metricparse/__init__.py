"""metricparse: what the metric names of NVIDIA Nsight Compute mean.

The public surface is small::

    from metricparse import decode, explanation

    decode("lts__t_sectors_op_read.sum").base.filters      # {'op': 'read'}
    explanation("Achieved Occupancy", lang="zh")           # the JSON answer as a dict
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from metricparse.names.model import MetricName

__all__ = ["__version__", "decode", "explanation"]


def decode(name: str) -> MetricName:
    """Decode a full metric name into its parts.

    Never raises for text of any kind; pieces that nothing explains are in ``unknown`` with their offsets.
    """
    from metricparse.catalog.store import default

    return default().decode(name)


def explanation(
    query: str, lang: str = "en", chips: tuple[str, ...] = (), release: str | None = None
) -> dict[str, Any]:
    """Explain a name, label, legacy name or concept: one object of ``schema/explain.schema.json``.

    Raises metricparse.errors.UsageError for a chip or release that is not known.
    """
    from metricparse.catalog.store import default
    from metricparse.explain.answer import explain as answer

    return answer(default(), query, lang=lang, chips=chips, release=release)
