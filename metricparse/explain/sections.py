"""How texts call the sections of a report."""

from __future__ import annotations


def titles(display: str) -> tuple[str, ...]:
    """The title of a section as the profiler shows it, and without the words that people leave off.

    >>> titles("GPU Speed Of Light Throughput")
    ('GPU Speed Of Light Throughput', 'Speed Of Light', 'Speed Of Light Throughput')
    """
    short = display.removeprefix("GPU ")
    return tuple(dict.fromkeys((display, short.removesuffix(" Throughput"), short)))
