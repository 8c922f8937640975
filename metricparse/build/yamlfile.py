"""Reading the knowledge base's YAML: safely, quickly, and with errors that say where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from pathlib import Path

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class KbError(Exception):
    """Something in kb/ is wrong; the message names the file and the place."""


class _Loader(_Base):  # type: ignore[misc]
    """Safe loading that refuses a key given twice."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=deep)
            if key in seen:
                raise yaml.constructor.ConstructorError(None, None, f"key {key!r} is given twice", key_node.start_mark)
            seen.add(key)
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        return mapping


def read(path: Path) -> Any:
    """The content of one YAML file.

    Raises KbError for a file that is no valid YAML or gives a key twice.
    """
    try:
        return yaml.load(path.read_bytes(), Loader=_Loader)  # noqa: S506 - a safe loader
    except yaml.YAMLError as error:
        raise KbError(f"{path}: {error}") from None


def read_all(folder: Path) -> dict[str, Any]:
    """Every ``*.yaml`` of a folder by stem, in alphabetical order."""
    return {path.stem: read(path) for path in sorted(folder.glob("*.yaml"))}
