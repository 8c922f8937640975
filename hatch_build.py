"""Build hook: compile kb/ into the one file that the package carries, for wheels and for editable installs alike."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling before it collects files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the knowledge base; a wheel is never built without it."""
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        try:
            from metricparse.build.compile import compile_kb

            problems = compile_kb(Path(self.root, "kb"), Path(self.root, "metricparse", "kb.sqlite"))
        finally:
            sys.path.remove(self.root)
        if problems:
            raise RuntimeError("kb/ is incomplete: " + "; ".join(problems[:5]))
