"""Errors that a person is meant to read."""


class UsageError(Exception):
    """The request itself is wrong: exit status 2, the message says what to type instead."""
