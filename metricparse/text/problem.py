"""What can be wrong with a document, said in two languages and with its place."""

from __future__ import annotations

from metricparse.errors import UsageError


class DocumentError(UsageError):
    """A document that cannot be read; others can still be."""

    def __init__(self, path: str, en: str, zh: str, line: int = 0, column: int = 0) -> None:
        super().__init__(en)
        self.path = path
        self.line = line
        """From 1, or 0 if the whole file is meant."""
        self.column = column
        self.en = en
        self.zh = zh

    def text(self, lang: str = "en") -> str:
        """The message without path and line, in English or Chinese."""
        return self.zh if lang == "zh" else self.en


def nested_too_deep(path: str, line: int, limit: int) -> DocumentError:
    """Lists, quotes or brackets stand in one another deeper than anybody reads."""
    return DocumentError(
        path,
        f"nested more than {limit} deep; flatten the quotes, lists or brackets here",
        f"嵌套超过 {limit} 层；请减少此处引用、列表或括号的层数",
        line,
    )
