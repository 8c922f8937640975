"""Which files a run reads: files and folders as given, without hidden folders, excluded paths and loops of links."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from metricparse.lint.config import Config, matches
from metricparse.lint.model import InputError
from metricparse.text.document import kind_of

SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__", "site-packages", "venv", "_build"})
"""Folders that hold other people's files or built ones; hidden folders are skipped as well, but for ``.github``."""


class Input(NamedTuple):
    """A file to read; ``named`` if the user gave exactly this path."""

    path: str
    named: bool = False


def find(paths: Sequence[str], config: Config, lang: str = "en") -> Iterator[Input | InputError]:
    """Files under the given paths, each once, folders in the order of their names.

    A path that does not exist or a folder that cannot be listed gives an InputError; the others are still found.  Files
    named outright are given whatever their kind and whatever ``exclude`` says.
    """
    seen: set[tuple[int, int]] = set()
    for path in paths:
        try:
            is_folder = os.path.isdir(path)
            state = os.stat(path)
        except OSError as error:
            yield InputError(path, said(error, lang))
            continue
        if not is_folder:
            if (state.st_dev, state.st_ino) not in seen:
                seen.add((state.st_dev, state.st_ino))
                yield Input(path, named=True)
            continue
        yield from _walk(path, config, seen, lang)


def _walk(top: str, config: Config, seen: set[tuple[int, int]], lang: str) -> Iterator[Input | InputError]:
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            yield InputError(folder.removeprefix("./"), said(error, lang))
            continue
        folders = []
        for entry in entries:
            path = entry.path.removeprefix("./")
            if any(matches(pattern, path) for pattern in config.exclude):
                continue
            try:
                # links to folders are not followed: what they lead to is either in the tree anyway or none of its business
                if entry.is_dir(follow_symlinks=False):
                    hidden = entry.name.startswith(".") and entry.name != ".github"
                    if not hidden and entry.name not in SKIPPED_FOLDERS:
                        folders.append(entry.path)
                    continue
                if kind_of(entry.name) is None or not entry.is_file():
                    continue
                state = entry.stat()
            except OSError as error:
                yield InputError(path, said(error, lang))
                continue
            if (state.st_dev, state.st_ino) not in seen:
                seen.add((state.st_dev, state.st_ino))
                yield Input(path)
        waiting += reversed(folders)


def read(path: str) -> bytes:
    """Content of a file.  Raises OSError; a pipe or device, which might never end, gives one too."""
    import stat

    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(None, "is no regular file")
    with open(path, "rb") as file:
        return file.read()


def said(error: OSError, lang: str = "en", *, writing: bool = False) -> str:
    """Why a file cannot be read or written."""
    why = error.strerror or str(error)
    if lang == "zh":
        return f"无法{'写入' if writing else '读取'}：{why}"
    return f"cannot be {'written' if writing else 'read'}: {why}"
