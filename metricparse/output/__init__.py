"""Renderers, one a file."""
