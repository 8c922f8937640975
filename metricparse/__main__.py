"""``python -m metricparse`` is the ``metric`` command."""

from metricparse.cli.main import main

raise SystemExit(main())
