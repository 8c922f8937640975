"""Where names exist, remembered: a document asks for the same few again and again."""

from __future__ import annotations

from metricparse.catalog.availability import where_is

__all__ = ("where_is",)
