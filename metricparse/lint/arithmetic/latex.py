r"""Formulas between dollar signs as plain signs: ``\frac{A}{B}`` becomes ``((A) / (B))``."""

from __future__ import annotations

PLAIN = {
    **dict.fromkeys(("left", "right", "big", "Big", "bigl", "bigr", "displaystyle"), ""),
    **dict.fromkeys(("quad", "qquad"), " "),
    **{"times": "×", "cdot": "×", "ast": "*", "div": "÷", "approx": "≈", "gt": ">", "lt": "<"},
}
FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac")
FONTS = frozenset("text texttt textrm textit textsf mathrm mathtt mathit mathsf mathbf operatorname mbox".split())
DEEPEST = 12
LONGEST = 2000


def plain(text: str) -> str:
    r"""A formula with signs that the reader of running text knows; linear in its length, empty for one that is too long.

    >>> plain(r"\frac{\text{a\_b}}{c} \times 100")
    '((a_b) / (c)) × 100'
    """
    if len(text) > LONGEST:
        return ""
    piece, _ = _read(text, 0, 0)
    return piece.strip()


def _read(text: str, at: int, depth: int) -> tuple[str, int]:
    """The formula from a place to the brace that closes it."""
    pieces: list[str] = []
    while at < len(text):
        letter = text[at]
        if letter == "}":
            return "".join(pieces), at + 1
        if letter == "{":
            if depth > DEEPEST:
                return "", len(text)
            inner, at = _read(text, at + 1, depth + 1)
            pieces.append(inner)
        elif letter == "\\":
            at = _command(text, at + 1, depth, pieces)
        elif letter in "$&~":
            pieces.append(" ")
            at += 1
        else:
            pieces.append(letter)
            at += 1
    return "".join(pieces), at


def _command(text: str, at: int, depth: int, pieces: list[str]) -> int:
    end = at
    while end < len(text) and text[end].isascii() and text[end].isalpha():
        end += 1
    word = text[at:end]
    if not word:
        pieces.append(text[at] if text[at : at + 1] in ("_", "%", "#") else " ")
        return at + 1
    if word in FRACTIONS and text[end : end + 1] == "{" and depth <= DEEPEST:
        above, end = _read(text, end + 1, depth + 1)
        if text[end : end + 1] == "{":
            below, end = _read(text, end + 1, depth + 1)
            pieces.append(f"(({above}) / ({below}))")
            return end
        pieces.append(above)
        return end
    if word not in FONTS:
        pieces.append(PLAIN.get(word, " ? "))
    return end
