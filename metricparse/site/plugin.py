"""What mkdocs is told beyond its configuration: the blocks of HTML go into their pages behind Markdown's back."""

from __future__ import annotations

from typing import Any

from mkdocs.plugins import BasePlugin

from metricparse.site.page import place


class Blocks(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    """Puts each page's blocks into their places, and tells the check of links which anchors they have."""

    def __init__(self, blocks: dict[str, list[str]]) -> None:
        self.blocks = blocks

    def on_page_content(self, html: str, /, *, page: Any, **_: Any) -> str:
        """The page's HTML with its blocks."""
        for index, block in enumerate(self.blocks.get(page.file.src_uri, ())):
            html = html.replace(place(index), block, 1)
            page.present_anchor_ids.update(piece.partition('"')[0] for piece in block.split(' id="')[1:])
        return html
