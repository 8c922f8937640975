"""JSON as every command prints it."""

from __future__ import annotations

import json
import sys
from typing import Any


def print_json(value: Any) -> None:
    """A value as indented JSON with Chinese text as it is."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    print()
