"""Applications that run in the browser: the resolver of names, the table of all names, and the comparison of two."""

from metricparse.site.app.pages import write_pages
from metricparse.site.app.write import write_app, write_data

__all__ = ["write_app", "write_data", "write_pages"]
