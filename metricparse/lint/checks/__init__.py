"""Checks: one small function per rule, over a document that was read."""
