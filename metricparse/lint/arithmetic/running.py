"""Arithmetic and comparisons in running text: in words (“A minus B”, “A 比 B 高”) and in signs (``A / B``)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from metricparse.catalog.store import KnowledgeBase
from metricparse.lint.arithmetic import lexicon
from metricparse.lint.arithmetic.lexicon import Shape, joins
from metricparse.lint.arithmetic.mentions import MARKS, Mention, mentions
from metricparse.lint.arithmetic.model import Stated
from metricparse.lint.arithmetic.signs import SIGNS, Row, Token
from metricparse.lint.arithmetic.terms import Leaf, Number, Term, has_operation, leaves, written
from metricparse.lint.reading import cues
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence
from metricparse.lint.reading.words import words

NEAR = 48
"""Characters between two mentions, and before or behind them, in which a shape is looked for."""
MOST_MENTIONS = 60
"""Mentions of one sentence that are read; sentences are bounded, so this holds for lists only."""
WRITE = {"add": "{a} + {b}", "subtract": "{a} - {b}", "divide": "{a} / {b}", "times": "{a} * {b}", "average": "({a} + {b}) / 2",
         "equal": "{a} ≈ {b}", "order": "{a} > {b}", "beside": "{a} > {b}", "factor": "{a} > {b}"}  # fmt: skip


class _Group(NamedTuple):
    """Mentions of one list."""

    first: int
    last: int


def stated(page: Page, index: int) -> Iterator[Stated]:
    """What a region of running text states, in order."""
    region = page.region(index)
    formulas = sorted((mark.start, mark.end) for mark in region.marks if mark.kind == "math")
    for sentence in page.sentences(index):
        if not _may_state(page, index, sentence):
            continue
        found = mentions(page.kb, region.text, sentence.start, sentence.end)[:MOST_MENTIONS]
        # a formula is a region of its own
        found = [one for one in found if not _within(formulas, one.start)]
        if not found:
            continue
        taken: list[tuple[int, int]] = []
        if len(found) > 1:
            for one in _in_words(page, index, sentence, found):
                taken.append((one.at, one.end))
                yield one
        for one in _in_signs(page, index, sentence, found):
            if not any(low < one.end and one.at < high for low, high in taken):
                yield one


def _within(stretches: list[tuple[int, int]], at: int) -> bool:
    place = bisect_right(stretches, (at, 1 << 60)) - 1
    return place >= 0 and at < stretches[place][1]


def stated_in(page: Page, index: int, text: str) -> Iterator[Stated]:
    """What a formula states, whose signs were put into ``text``; its place is the whole region."""
    sentence = Sentence(0, len(text))
    found = mentions(page.kb, text, 0, len(text))[:MOST_MENTIONS]
    for one in _in_signs(page, index, sentence, found, text):
        yield one._replace(at=0, end=len(page.region(index).text), shown=text)


def _may_state(page: Page, index: int, sentence: Sentence) -> bool:
    text = page.region(index).text
    if text.find("__", sentence.start, sentence.end) >= 0:
        return True
    if not may_speak(page):
        return False
    return speaks(page.kb, cues.plain(text[sentence.start : sentence.end]))


def may_speak(page: Page) -> bool:
    """Whether a document may hold two metrics in words."""
    return page.once("speaks of metrics", lambda: speaks(page.kb, page.lowered))


def speaks(kb: KnowledgeBase, lowered: str) -> bool:
    """Whether a text in lower case may hold two metrics in words."""
    return sum(lowered.count(word) for word in words(kb, "speaks-of-metrics")) > 1


# --- words ----------------------------------------------------------------------------------------------------------------


def _plain(kb: KnowledgeBase, text: str) -> str:
    """Words between mentions as shapes have them: lower case, without marks, articles and words of degree."""
    passed = words(kb, "passed-over")
    bare = _numbered(cues.plain(text)).strip(MARKS + ",，:：")
    kept = [word for word in bare.split() if word not in passed]
    bare = " ".join(kept).strip(MARKS + ",，:：")
    for _ in range(3):
        # Chinese words stand together
        word = next((word for word in passed if not word.isascii() and bare.startswith(word)), "")
        bare = bare.removeprefix(word)
    return bare.strip(MARKS)


def _without_kind(kb: KnowledgeBase, middle: str) -> str:
    """Words between two names without those that say what the second one is: ``is lower than sm ipc``."""
    parts = middle.split()
    for _ in range(3):
        if len(parts) < 2 or not lexicon.is_kind(kb, parts[-1]):
            break
        parts.pop()
    return " ".join(parts)


def _numbered(text: str) -> str:
    """A text with one sign for every number, its decimals, and a percent sign behind it.

    >>> _numbered("is 2.4 times"), _numbered("17 % 高")
    ('is # times', '# 高')
    """
    pieces: list[str] = []
    at = 0
    while at < len(text):
        if not text[at].isdigit():
            pieces.append(text[at])
            at += 1
            continue
        while at < len(text) and (text[at].isdigit() or (text[at] in ".," and text[at + 1 : at + 2].isdigit())):
            at += 1
        pieces.append("#")
        rest = text[at : at + 2].lstrip()
        if rest.startswith(("%", "％", "x ", "×")) and not rest.startswith("× "):
            at = text.index(rest[0], at) + 1
    return "".join(pieces)


def _in_words(page: Page, index: int, sentence: Sentence, found: list[Mention]) -> Iterator[Stated]:
    text = page.region(index).text
    known = lexicon.shapes(page.kb)
    number = 0
    while number + 1 < len(found):
        a, b = found[number], found[number + 1]
        between = text[a.behind : b.start]
        if len(between) > NEAR:
            number += 1
            continue
        group = _group(text, found, number)
        # a list in Chinese may have no word before its last value
        middle = "与" if between.strip(MARKS) == "、" else _plain(page.kb, between)
        shapes = known.get(middle, ()) or known.get(_without_kind(page.kb, middle), ())
        chosen = next((one for one in shapes if _fits(page, text, sentence, found, number, group, one)), None)
        if chosen is None:
            number += 1
            continue
        many = chosen.listed
        low, high = (group.first, group.last) if many else (number, number + 1)
        yield _said(page, index, sentence, found[low : high + 1], chosen)
        number = high + 1


def _group(text: str, found: list[Mention], number: int) -> _Group:
    """The list in which two neighbours stand."""
    first, last = number, number + 1
    while first > 0 and _plain_list(text[found[first - 1].behind : found[first].start]):
        first -= 1
    while last + 1 < len(found) and _plain_list(text[found[last].behind : found[last + 1].start]):
        last += 1
    return _Group(first, last)


def _plain_list(between: str) -> bool:
    bare = " ".join(between.lower().split()).strip(MARKS)
    parts = bare.replace(",", " , ").split()
    return 0 < len(bare) < 8 and all(joins(word) or word in ",，、+" for word in parts)


def _fits(
    page: Page, text: str, sentence: Sentence, found: list[Mention], number: int, group: _Group, shape: Shape
) -> bool:
    a, b = found[number], found[number + 1]
    if shape.operation == "beside" and not (a.valued and b.valued):
        return False
    low, high = (group.first, group.last) if shape.listed else (number, number + 1)
    if not shape.listed and joins(shape.between) and (low > group.first or high < group.last):
        return False
    start = max(sentence.start, found[low].start - NEAR)
    if low > 0:
        start = max(start, found[low - 1].behind)
    before = _plain(page.kb, text[start : found[low].start])
    stop = min(sentence.end, found[high].behind + NEAR)
    if high + 1 < len(found):
        stop = min(stop, found[high + 1].start)
    behind = _plain(page.kb, text[found[high].behind : stop])
    if not _ends(before, shape.before) or not _begins(behind, shape.behind):
        return False
    before, rest = before[: len(before) - len(shape.before)].strip(), behind[len(shape.behind) :].strip()
    return not _otherwise(page, text[sentence.start : sentence.end], before, rest, shape)


def _ends(text: str, words: str) -> bool:
    """Whether a text ends in words, and not in a longer one."""
    if not words or not text.endswith(words):
        return not words
    letter = text[: len(text) - len(words)][-1:]
    return not (letter.isascii() and letter.isalnum())


def _begins(text: str, words: str) -> bool:
    if not words or not text.startswith(words):
        return not words
    letter = text[len(words) :][:1]
    return not (words.isascii() and letter.isascii() and letter.isalnum())


def _otherwise(page: Page, sentence: str, before: str, rest: str, shape: Shape) -> bool:
    """Whether the words around a shape make something else of it: a factor, a list of things to collect, a difference in kind."""
    same = shape.operation == "add" and shape.between and rest.startswith(shape.between)
    if not same and _at_start(page, rest.removeprefix("and "), "goes-on-with"):
        return True
    # "4 * A equals B": the first of them is only part of a term
    if before.rstrip().endswith(("*", "×", "/", "·")) or _at_end(page, before, "factor-before"):
        return True
    whole = cues.plain(sentence)
    if shape.operation == "add":
        if not shape.before and not shape.behind and _at_end(page, before, "to-collect"):
            return True
        if shape.before.startswith(("add", "adding")) and not (
            page.said(whole, "amount-words") or "%" in whole or _at_start(page, rest, "amount-follows")
        ):
            return True
    if shape.operation == "subtract" and "diff" in shape.before + shape.behind and "#" not in rest:
        return page.said(whole, "kind-words")
    return rest.startswith(("别", "异", "较")) and bool(shape.behind)


def _at_start(page: Page, text: str, kind: str) -> bool:
    """Whether a text begins with a word of a kind."""
    return bool(text) and cues.begins(page.kb, text, kind)


def _at_end(page: Page, text: str, kind: str) -> bool:
    """Whether the last words of a text, within a few characters, are of a kind."""
    tail = text.rpartition(",")[2].rpartition("，")[2]
    parts = tail.split()
    return page.said(" ".join(parts[-2:])[-16:], kind) if parts else False


def _said(page: Page, index: int, sentence: Sentence, chosen: list[Mention], shape: Shape) -> Stated:
    text = page.region(index).text
    names = [one.name for one in chosen]
    if shape.swapped:
        names.reverse()
    if len(names) > 2:
        total = " + ".join(names)
        expression = f"({total}) / {len(names)}" if shape.operation == "average" else total
    else:
        expression = WRITE[shape.operation].replace("{a}", names[0]).replace("{b}", names[1])
    start, end = chosen[0].start, chosen[-1].end
    return Stated(
        index,
        start,
        end,
        expression,
        text[start:end],
        bare=any(one.bare for one in chosen),
        around=page.text(index, sentence),
        loose=shape.operation == "factor",
    )


# --- signs ----------------------------------------------------------------------------------------------------------------


def _in_signs(page: Page, index: int, sentence: Sentence, found: list[Mention], formula: str = "") -> Iterator[Stated]:
    text = formula or page.region(index).text
    for run in _runs(text, sentence, found):
        sides = _sides(run)
        if not any(isinstance(token.term, Leaf) for token in run):
            continue
        terms: list[tuple[Term, list[Token], str]] = []
        for relation, tokens in sides:
            row = Row(tokens)
            term = row.expression()
            if term is None or row.at < len(tokens):
                if relation == "" and not tokens:
                    continue
                terms = []
                break
            terms.append((term, tokens, relation))
        if not terms:
            continue
        called, called_as = _left_of(page, index, sentence, run, text)
        with_names = [one for one in terms if any(True for _ in leaves(one[0]))]
        if not with_names:
            continue
        bare = any(leaf.bare for one in with_names for leaf in leaves(one[0]))
        if len(with_names) > 1:
            if len(with_names) > 2 or (not called and not _surely(page, index, run, bool(formula))):
                continue
            sign = "≈" if with_names[1][2] == "=" else with_names[1][2]
            expression = f"{written(with_names[0][0])} {sign} {written(with_names[1][0])}"
        else:
            term = with_names[0][0]
            if not called and (not has_operation(term) or not _surely(page, index, run, bool(formula))):
                continue
            expression = written(term)
        at, end = with_names[0][1][0].start, with_names[-1][1][-1].end
        yield Stated(
            index, at, end, expression, text[at:end], called, called_as, bare, text[sentence.start : sentence.end]
        )


def _runs(text: str, sentence: Sentence, found: list[Mention]) -> Iterator[list[Token]]:
    """Rows of names, numbers and signs with nothing else between them."""
    at, number = sentence.start, 0
    run: list[Token] = []
    while at < sentence.end:
        while number < len(found) and found[number].start < at:
            number += 1
        token = _token(text, at, sentence.end, found[number] if number < len(found) else None)
        if token is None:
            if text[at] not in MARKS:
                yield from _trimmed(run)
                run = []
                # a word or a number with letters is passed over as a whole
                while at + 1 < sentence.end and text[at].isalnum() and text[at + 1].isalnum() and text[at].isascii():
                    at += 1
                    if number < len(found) and found[number].start == at:
                        at -= 1
                        break
            at += 1
            continue
        run.append(token)
        at = token.end
        mention = found[number] if number < len(found) else None
        if (
            mention is not None
            and mention.start == token.start
            and mention.valued
            and text[mention.end : mention.behind].lstrip(MARKS)[:1] in "(（"
        ):
            at = mention.behind
    yield from _trimmed(run)


def _token(text: str, at: int, end: int, mention: Mention | None) -> Token | None:
    if mention is not None and mention.start == at:
        return Token("value", at, mention.end, term=Leaf(mention.name, mention.bare))
    letter = text[at]
    if letter.isdigit() and letter.isascii():
        last = at
        while last < end and (text[last].isdigit() or (text[last] == "." and text[last + 1 : last + 2].isdigit())):
            last += 1
        if text[last : last + 1].isalpha() and text[last : last + 1].isascii():
            return None
        if at and (text[at - 1] == "_" or (text[at - 1].isalnum() and text[at - 1].isascii())):
            return None
        return Token("value", at, last, term=Number(text[at:last]))
    sign = SIGNS.get(letter, letter)
    if sign in "+-*/()=<>%":
        if sign == "-" and text[at + 1 : at + 2] in ("-", ">"):
            return None
        return Token("sign", at, at + 1, sign)
    return None


def _trimmed(run: list[Token]) -> Iterator[list[Token]]:
    """A row without signs that hang over at its ends, and without parentheses that are not closed in it."""
    first, last = 0, len(run)
    depth = 0
    for place in range(first, last):
        depth += (run[place].text == "(") - (run[place].text == ")")
        if depth < 0:
            # what closes here was opened before a word
            yield from _trimmed(run[:place])
            yield from _trimmed(run[place + 1 :])
            return
    while last > first and run[last - 1].kind == "sign" and run[last - 1].text not in (")", "%"):
        last -= 1
    while first < last and run[first].kind == "sign" and run[first].text not in ("(", "="):
        first += 1
    while depth > 0 and first < last and run[first].text == "(":
        first, depth = first + 1, depth - 1
    if last - first > 0 and depth == 0:
        yield run[first:last]


def _sides(run: list[Token]) -> list[tuple[str, list[Token]]]:
    """The sides of equations and comparisons, each with the sign before it."""
    sides: list[tuple[str, list[Token]]] = [("", [])]
    for token in run:
        if token.kind == "sign" and token.text in "=<>":
            sides.append((token.text, []))
        else:
            sides[-1][1].append(token)
    return sides


def _left_of(page: Page, index: int, sentence: Sentence, run: list[Token], text: str) -> tuple[frozenset[str], str]:
    """What the words left of an equation, of a colon, or the label of the row call its value."""
    region = page.region(index)
    start, end = run[0].start, run[-1].end
    nothing: frozenset[str] = frozenset()
    if run[0].text == "=":
        low = start
        while low > max(sentence.start, start - NEAR) and text[low - 1] not in "，。；,;:：(（|\n、":
            low -= 1
        phrase = text[low:start].strip(MARKS + "$")
        return _called(page, phrase), phrase
    if any(token.text == "=" for token in run):
        return nothing, ""
    if region.cell is not None:
        if (
            region.cell.row > 0
            and region.cell.column > 0
            and text[:start].strip(MARKS) == "" == text[end:].strip(MARKS + ".")
        ):
            label = region.cell.label
            if _is_head(page, index) and len(label) < NEAR:
                return lexicon.called_by(page.kb, label.strip(MARKS)), label.strip(MARKS)
        return nothing, ""
    before = text[sentence.start : start].rstrip(MARKS)
    if before.endswith((":", "：")) and len(before) < NEAR and not text[end : sentence.end].strip(MARKS + ".。"):
        phrase = before.rstrip(":： ").strip(MARKS)
        return lexicon.called_by(page.kb, phrase), phrase
    return nothing, ""


def _is_head(page: Page, index: int) -> bool:
    """Whether a cell stands right behind the label of its row."""
    cell = page.region(index).cell
    assert cell is not None
    if cell.column != 1 or page.said(cell.header, "heading-beside"):
        return False
    others = [one.text for one in page.cells(index) if one.cell is not None and one.cell.column > 1]
    return not any("__" in text or page.said(text[:200], "goes-on-with", "heading-beside") for text in others)


def _called(page: Page, phrase: str) -> frozenset[str]:
    """As `lexicon.called_by`; of a longer phrase the last two words or the last one count."""
    found = lexicon.called_by(page.kb, phrase)
    if found:
        return found
    parts = phrase.split()
    if len(parts) < 2 or any("stop" in _keys(page, part) for part in parts):
        return frozenset()
    return lexicon.called_by(page.kb, " ".join(parts[-2:])) or lexicon.called_by(page.kb, parts[-1])


def _keys(page: Page, word: str) -> frozenset[str]:
    entry = page.kb.get("called-word", "stop") or {}
    stops = frozenset([*entry.get("en", ()), *entry.get("zh", ())])
    return frozenset(["stop"]) if word.lower() in stops or any(sign in word for sign in "每/") else frozenset()


def _surely(page: Page, index: int, run: list[Token], formula: bool) -> bool:
    """Whether signs between names are arithmetic, and no dash, list or alternative of running text."""
    if formula:
        return True
    text = page.region(index).text
    first, last = run[0].start, run[-1].end
    if any(low <= first and last <= high for low, high in page.code(index, first, last)):
        return True
    if any(token.text in ("=", "<", ">") for token in run):
        return True
    if any(text[token.start] in "−×÷·" for token in run if token.kind == "sign"):
        return True
    own = page.text(index, page.sentence_at(index, first))
    signs = {token.text for token in run if token.kind == "sign"}
    if signs == {"+"} and page.said(own, "amount-words"):
        return not _at_end(page, _plain(page.kb, text[max(first - NEAR, 0) : first]), "to-collect")
    numbers = any(token.kind == "value" and isinstance(token.term, Number) for token in run)
    return numbers and any(token.text in ("*", "/") for token in run)
