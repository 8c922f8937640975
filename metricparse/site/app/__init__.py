"""Applications that run in the browser: the resolver of names, the table of all names, and the comparison of two."""

from metricparse.site.app.write import write_app

__all__ = ["write_app"]
