"""Chips as people name them: a chip, a compute capability, or a product."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.errors import UsageError


class Target(NamedTuple):
    """What ``--chip`` stands for."""

    text: str
    """As it was given."""
    chips: tuple[str, ...]
    """Chips meant; several for a compute capability that several chips share."""
    product: Entry | None = None


def fold(text: str) -> str:
    """Case, spaces, dashes and underscores do not matter in the name of a product.

    >>> fold("NVIDIA H100-PCIe") == fold("nvidia h100 pcie")
    True
    """
    return " ".join(text.casefold().replace("-", " ").replace("_", " ").split())


def target(kb: KnowledgeBase, text: str) -> Target:
    """Resolve one ``--chip`` value.

    Raises UsageError for a word that is neither chip, compute capability nor product.
    """
    word = text.strip()
    chips: dict[str, str] = kb.meta["class_of"]
    if word.casefold() in chips:
        return Target(word, (word.casefold(),))
    capability = word.casefold().removeprefix("sm").removeprefix("_").removeprefix("cc").strip().rstrip("af")
    dotted = capability if "." in capability else f"{capability[:-1]}.{capability[-1:]}"
    by_capability = tuple(chip for chip in chips if kb.meta["capabilities"].get(chip) == dotted)
    if by_capability:
        return Target(word, by_capability)
    products = kb.meta["products"]
    key = products.get(fold(word)) or products.get(fold(word).removeprefix("nvidia "))
    if key is not None:
        product = kb.get("product", key)
        assert product is not None
        return Target(word, (product["chip"],), product)
    from metricparse.names.suggest import closest

    near = closest(fold(word), [*chips, *products])[:3]
    raise UsageError(
        f"unknown chip {text!r}: give a chip (gh100), a compute capability (sm_90) or a product (h100-pcie)"
        + (f"; did you mean {', '.join(near)}?" if near else "")
    )


def release_of(kb: KnowledgeBase, text: str) -> str:
    """The library release meant by ``--release``: a CUDA release (``13.0``) or an ncu release (``2025.3``).

    Raises UsageError for a release that is not known.
    """
    word = text.strip().removeprefix("ncu").removeprefix("cuda").strip()
    releases: list[str] = kb.meta["releases"]
    if word in releases:
        return word
    short = ".".join(word.split(".")[:2])
    if short in releases:
        return short
    mapped = kb.meta["cuda_of"].get(short)
    if mapped in releases:
        return str(mapped)
    names = ", ".join(f"{cuda} (ncu {ncu})" for ncu, cuda in kb.meta["cuda_of"].items() if cuda in releases)
    raise UsageError(f"unknown release {text!r}: known are {names or ', '.join(releases)}")


def ncu_of(kb: KnowledgeBase, cuda: str) -> str:
    """The release of the profiler that came with a CUDA release; empty if none is known."""
    return next((ncu for ncu, number in kb.meta["cuda_of"].items() if number == cuda), "")


def release_in_words(kb: KnowledgeBase, cuda: str) -> str:
    """A CUDA release with the release of the profiler that came with it: ``13.0 (ncu 2025.3)``."""
    ncu = ncu_of(kb, cuda)
    return f"{cuda} (ncu {ncu})" if ncu else cuda


def chips_in_words(chips: Iterable[str], meta: Entry) -> str:
    """Chips, whole families by their family name.

    Six chips of one family read better as ``ad10x`` than one by one.
    """
    left = list(chips)
    words = []
    for family, members in meta["families"].items():
        if len(members) > 1 and all(m in left for m in members):
            words.append(family)
            left = [c for c in left if c not in members]
        elif len(members) == 1 and members[0] in left:
            words.append(members[0])
            left.remove(members[0])
    return " ".join([*words, *left])
