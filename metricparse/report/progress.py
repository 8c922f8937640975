"""Progress on standard error, only on a terminal and only for work that takes a while."""

from __future__ import annotations

import sys
import time


class Progress:
    """Counts kernels of a long report; silent on anything but a terminal."""

    def __init__(self, what: str, on: bool | None = None) -> None:
        self.what = what
        self.on = sys.stderr.isatty() if on is None else on
        self._start = time.monotonic()
        self._next = self._start + 0.5
        self._shown = False

    def step(self, done: int, total: int) -> None:
        """Say how far it is, at most five times a second."""
        now = time.monotonic()
        if self.on and now >= self._next:
            self._next = now + 0.2
            self._shown = True
            sys.stderr.write(f"\r{self.what} {done}/{total}\x1b[K")
            sys.stderr.flush()

    def done(self) -> None:
        """Wipe the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
