"""What a block reader knows about a container that is open around the lines it reads."""

from __future__ import annotations


class Container:
    """A list item, a quotation or another container; it takes over what holds for the one around it."""

    __slots__ = ("alert", "depth", "head", "item", "last", "lead", "list", "marker", "quote")

    def __init__(self, above: Container | None = None) -> None:
        self.list: int = above.list if above else -1
        self.item: int = above.item if above else -1
        self.depth: int = above.depth if above else 0
        self.quote: int = above.quote if above else 0
        self.alert: str = above.alert if above else ""
        self.lead: int = above.head if above and above.head >= 0 else above.last if above else -1
        self.head: int = -1
        """Of an item: the region of its first paragraph."""
        self.last: int = -1
        """The paragraph that stands right before."""
        self.marker = ""
        """The marker of an item, until its first paragraph has it."""
