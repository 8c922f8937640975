"""``metric completion``: scripts that shtab writes from the command line itself."""

from __future__ import annotations

import argparse

import shtab


def run_completion(options: argparse.Namespace) -> int:
    """Print the script for a shell; load it with ``eval "$(metric completion bash)"``."""
    from metricparse.cli.main import parser

    print(shtab.complete(parser(), shell=options.shell))
    return 0
