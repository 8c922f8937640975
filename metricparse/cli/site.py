"""``metric site``: build the reference website, or build it and serve it on this machine."""

from __future__ import annotations

import argparse
import functools
import http.server
import tempfile
import time
from pathlib import Path

from metricparse.errors import UsageError


def run_site(options: argparse.Namespace) -> int:
    """Build, and serve if asked to."""
    from metricparse.site.build import build, checkout

    started = time.monotonic()
    if options.action == "build":
        out = Path(options.out) if options.out else checkout() / "build"
        built = build(out, options.url)
        print(f"{built.pages} pages in {time.monotonic() - started:.0f} s: {built.folder}")
        return 0
    with tempfile.TemporaryDirectory(prefix="metric-serve-") as folder:
        built = build(Path(folder, "site"), "")
        _serve(built.folder, options.port)
    return 0


def _serve(folder: Path, port: int) -> None:
    """Serve a folder on this machine until interrupted.

    Raises UsageError for a port that is taken.
    """
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise UsageError(f"port {port} cannot be used ({error.strerror or error})") from None
    with server:
        print(f"http://127.0.0.1:{server.server_address[1]}/  (Ctrl-C ends it)", flush=True)
        server.serve_forever()
