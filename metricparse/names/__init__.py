"""Metric names: grammar, decoding, suggestions."""
