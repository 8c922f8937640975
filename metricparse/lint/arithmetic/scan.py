"""Code as a row of tokens: one reader for Python, C++, JavaScript, R, plain formulas, and assignments of a shell.

It knows no grammar: names, numbers, strings, signs, ends of lines.  That is enough for arithmetic.  Linear in the text.
"""

from __future__ import annotations

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.arithmetic.mentions import full_name
from metricparse.lint.arithmetic.signs import SIGNS, Token
from metricparse.lint.arithmetic.terms import Leaf, Number, Text

HASHES = frozenset("python pycon r julia ruby shell bash sh console perl awk yaml".split())
"""Languages in which a hash begins a comment."""
SLASHES = frozenset("cpp c cuda c++ cu javascript js typescript ts java go rust csharp cs scala swift kotlin".split())
"""Languages in which two slashes begin one."""
BRACED = frozenset({"python", "pycon", ""})
"""Languages in which braces hold values, not statements."""
LONG = (
    "**",
    "//",
    "==",
    "!=",
    "<=",
    ">=",
    "+=",
    "-=",
    "*=",
    "/=",
    "->",
    "=>",
    "&&",
    "||",
    "::",
    ":=",
    "<<",
    ">>",
    "++",
    "--",
)
MOST_OPEN = 40
"""Lines over which brackets may stay open."""


def tokens(kb: KnowledgeBase, text: str, language: str) -> list[Token]:
    """The tokens of a block of code; ``newline`` ends a statement."""
    found: list[Token] = []
    at, depth, opened = 0, 0, 0
    while at < len(text):
        letter = text[at]
        if letter == "\n":
            opened += 1
            if depth <= 0 or opened > MOST_OPEN:
                depth = opened = 0
                found.append(Token("newline", at, at + 1))
            at += 1
        elif letter.isspace():
            at += 1
        elif letter == "\\" and text[at + 1 : at + 2] == "\n":
            at += 2
        elif (letter == "#" and language in HASHES) or (
            letter == "/" and language in SLASHES and text.startswith("//", at)
        ):
            at = _line_end(text, at)
        elif letter == "/" and language in SLASHES and text.startswith("/*", at):
            close = text.find("*/", at)
            at = close + 2 if close >= 0 else len(text)
        elif letter in "\"'`":
            token = _string(text, at, found)
            found.append(token)
            at = token.end
        elif letter.isdigit():
            token = _number(text, at)
            found.append(token)
            at = token.end
        elif letter.isalpha() or letter == "_":
            token = _word(kb, text, at)
            found.append(token)
            at = token.end
        else:
            token = _sign(text, at, language)
            if token.text in "([" or (token.text == "{" and language in BRACED):
                depth, opened = depth + 1, 0 if depth <= 0 else opened
            elif token.text in ")]" or (token.text == "}" and language in BRACED):
                depth = max(0, depth - 1)
            found.append(token)
            at = token.end
    found.append(Token("newline", len(text), len(text)))
    return found


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return found if found >= 0 else len(text)


def _string(text: str, at: int, before: list[Token]) -> Token:
    quote = text[at]
    triple = text.startswith(quote * 3, at) and quote != "`"
    if triple:
        close = text.find(quote * 3, at + 3)
        end = close + 3 if close >= 0 else len(text)
        return Token("other", at, end)
    end = at + 1
    while end < len(text) and text[end] != quote and text[end] != "\n":
        end += 2 if text[end] == "\\" else 1
    inside = text[at + 1 : min(end, len(text))]
    end = min(end + 1, len(text))
    # the letter in front of a string of Python
    if before and before[-1].kind == "ident" and before[-1].end == at and len(before[-1].text) <= 2:
        prefix = before.pop().text.lower()
        if "f" in prefix and "{" in inside:
            return Token("other", at, end)
    return Token("string", at, end, inside, Text(inside))


def _number(text: str, at: int) -> Token:
    end = at
    while end < len(text) and (text[end].isdigit() or text[end] in "._"):
        end += 1
    if text[end : end + 1] in ("e", "E"):
        last = end + 1 + (text[end + 1 : end + 2] in ("+", "-"))
        if text[last : last + 1].isdigit():
            end = last
            while end < len(text) and text[end].isdigit():
                end += 1
    if text[end : end + 1].isalpha():
        suffix = end
        while suffix < len(text) and text[suffix].isalnum():
            suffix += 1
        if text[end:suffix].lower() not in ("f", "u", "l", "ul", "ull", "ll"):
            return Token("other", at, suffix)
        word, end = text[at:end], suffix
    else:
        word = text[at:end]
    word = word.replace("_", "").rstrip(".")
    if word.count(".") > 1 or not word.isascii():
        return Token("other", at, end)
    return Token("value", at, end, term=Number(word))


def _word(kb: KnowledgeBase, text: str, at: int) -> Token:
    end = at
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    word = text[at:end]
    if "__" in word and not word.startswith("_") and text[end : end + 1] != "(":
        last = end
        while last < len(text) and (text[last].isalnum() or text[last] in "_."):
            last += 1
        whole = text[at:last].rstrip(".")
        for _ in range(3):
            name = full_name(kb, whole)
            if name is not None:
                return Token("value", at, at + len(whole), whole, Leaf(*name))
            whole = whole.rpartition(".")[0]
            if len(whole) < len(word):
                break
    return Token("ident", at, end, word)


def _sign(text: str, at: int, language: str) -> Token:
    if text[at : at + 2] in LONG and not (text[at : at + 2] == "//" and language not in HASHES):
        return Token("sign", at, at + 2, text[at : at + 2])
    return Token("sign", at, at + 1, SIGNS.get(text[at], text[at]))
