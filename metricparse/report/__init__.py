"""Reading reports: binary ones through the optional package ``ncu-report``, and every page that ncu prints as CSV."""

from metricparse.report.model import Kernel, Report, Value
from metricparse.report.reader import read_report

__all__ = ["Kernel", "Report", "Value", "read_report"]
