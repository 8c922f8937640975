"""The `metric` command."""
