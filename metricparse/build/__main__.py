"""``python -m metricparse.build`` compiles kb/ into the file that the package reads."""

from __future__ import annotations

import sys
from pathlib import Path

from metricparse.build.compile import KB, compile_kb
from metricparse.build.yamlfile import KbError
from metricparse.catalog.store import FILE


def main(arguments: list[str]) -> int:
    """Compile; exit status 1 if kb/ is inconsistent or a name has a token that no entry explains."""
    out = Path(arguments[0]) if arguments else Path(FILE)
    try:
        problems = compile_kb(KB, out)
    except KbError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for problem in problems[:40]:
        print(f"error: {problem}", file=sys.stderr)
    if len(problems) > 40:
        print(f"error: and {len(problems) - 40} more", file=sys.stderr)
    print(f"{out.name}: {out.stat().st_size:,} bytes")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
