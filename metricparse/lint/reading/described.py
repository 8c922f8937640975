"""Options of ncu that running text describes: in a sentence, behind a colon, in a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from metricparse.catalog.store import KnowledgeBase, default
from metricparse.lint.reading import cues
from metricparse.lint.reading.cues import plain
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence, sentences
from metricparse.text.commands.options import options

_OPTION = re.compile(r"(?a)(?<![\w-])-{1,2}[A-Za-z][A-Za-z0-9-]*")
_OTHER_TOOL = re.compile(
    r"(?ia)(?<![\w-])(?:nvcc|gcc|g\+\+|clang|taskset|numactl|docker|podman|nvprof|nsys|cuda-gdb|compute-sanitizer|cuobjdump|nvdisasm|tar|grep|srun|mpirun|ssh|make|cmake"
    r"|nvidia-smi|curl|pip|conda|git|perf|tmux|torchrun|gdb|ls|cp|head|tail|xargs|sed|awk|chmod|kubectl|sbatch)(?![\w-])"
)
_DENIED = re.compile(
    r"^[\s`*:：]*(?:(?:is|are|does|do|has)\s*)?(?:not|n't|no)\b|^[\s`*]*(?:并不|不是|并非|没有|不能|不会|不等于)"
)
_UNRELATED = re.compile(
    r"^[\s`\w]{0,12}(?:nothing to do with|unrelated to|no (?:influence|effect|bearing) on|independent of)"
    r"|^[\s`]*\d*(?:和|与|跟|同)[^，。；]{0,20}(?:无关|没有?关系|不是一回事)"
)
_PROGRAM = re.compile(r"(?a)(?<![\w/])\.{1,2}/[\w./-]+[^`\n]*")
_VALUE = re.compile(r"[A-Za-z0-9_.:,-]+")
GIVEN_WITH = tuple(
    "add use pass with via using set give specify hence need take 加 加上 用 使用 传 传入 设 指定 配上 带上".split()
)
"""Words behind which an option stands that is given for a purpose named before."""
LINKS = tuple(
    "so thus hence then which meaning that i.e. to because since it this these as in order"
    " 即 就 这样 以 使 让 从而 于是 则 也就 表示 意思 意味 用来 用于 它 可 能 为了 避免 防止".split()
)
"""Words with which a description goes on behind a comma."""
SEPARATORS = ",、，;；·/+|()（）"
_STOPS = ";；。，"


class Described(NamedTuple):
    """An option and the words that say what it does."""

    option: str
    """The long form."""
    written: str
    value: str
    """The word behind it, if it takes one."""
    region: int
    start: int
    """Offset of the option in the region's text."""
    end: int
    text: str
    """The description."""
    before: str
    """What stands before the option in its sentence."""
    sentence: str
    rest: str = ""
    """The sentence from the option on."""
    alone: bool = True
    """Whether it is the only option in its code mark: of a whole command nobody can say which one is described."""


def described(page: Page) -> Iterator[Described]:
    """Every description of an option of ncu, in order."""
    if "-" not in page.document.text:
        return
    yield from page.once("described options", lambda: list(_described(page)))


def _described(page: Page) -> Iterator[Described]:
    for index in page.running:
        text = page.region(index).text
        if "-" not in text:
            continue
        places = [match for match in _OPTION.finditer(text) if options().resolve(match.group())[0]]
        if not places:
            continue
        if page.region(index).cell is not None:
            yield from _in_row(page, index, places)
        else:
            yield from _in_sentences(page, index, places)


def _in_row(page: Page, index: int, places: list[re.Match[str]]) -> Iterator[Described]:
    region = page.region(index)
    assert region.cell is not None
    row = page.cells(index)
    behind = " ".join(other.text for other in row if other.cell is not None and other.cell.column > region.cell.column)
    if _of_another_tool(page, index, region.text + " " + behind + " " + region.cell.header):
        return
    last = places[-1]
    names = {options().resolve(place.group())[0] for place in places}
    if len(names) > 1 or not behind:
        yield from _in_sentences(page, index, places)
        return
    place = places[0]
    value = _value(region.text, place.end(), options().resolve(place.group())[0], _mark_end(page, index, place.end()))
    own = region.text[last.end() :].strip(" `")
    yield Described(
        options().resolve(place.group())[0], place.group(), value, index, place.start(), place.end(),
        behind if own == value else own + " " + behind, "", f"{region.text} | {behind}",
    )  # fmt: skip


def _in_sentences(page: Page, index: int, places: list[re.Match[str]]) -> Iterator[Described]:
    region = page.region(index)
    by_sentence: dict[Sentence, list[re.Match[str]]] = {}
    for place in places:
        by_sentence.setdefault(page.sentence_at(index, place.start()), []).append(place)
    for sentence, inside in by_sentence.items():
        words = region.text[sentence.start : sentence.end]
        if _of_another_tool(page, index, words):
            continue
        programs = _behind_programs(page, index, sentence.start, sentence.end)
        ends = [_mark_end(page, index, place.end()) for place in inside]
        for number, place in enumerate(inside):
            if place.group() in programs:
                continue
            option = options().resolve(place.group())[0]
            end = ends[number]
            following = next((other for other in inside[number + 1 :] if other.start() >= end), None)
            stop = following.start() if following is not None else sentence.end
            value = _value(region.text, place.end(), option, end)
            begin = place.end() + (len(value) + 1 if value else 0)
            for sign in _STOPS:
                at = region.text.find(sign, max(begin, end), stop)
                stop = at if at >= 0 else stop
            said = region.text[begin:stop]
            if not any(letter.isalnum() for letter in said.replace(value, "")) and len(inside) == 1:
                before = _asked_for(region.text[sentence.start : place.start()])
                said = _defined(page, index, place) or f"{before} {region.text[stop : sentence.end]}"
            alone = ends.count(end) == 1 or not page.marked(index, place.start())
            again = _again(inside, number, sentence.end)
            yield Described(
                option, place.group(), value, index, place.start(), place.end(), said,
                region.text[sentence.start : place.start()], words, region.text[begin:again], alone,
            )  # fmt: skip


def _again(inside: list[re.Match[str]], number: int, end: int) -> int:
    """Where a sentence names the option once more, or its end: the words there belong to that place."""
    own = inside[number].group()
    return next((other.start() for other in inside[number + 1 :] if other.group() == own), end)


def _defined(page: Page, index: int, place: re.Match[str]) -> str:
    """The definition of a term of a list of definitions, or the paragraph under an item that holds the option alone."""
    region = page.region(index)
    if region.text.strip(" `:：") != place.group() and region.detail != "term":
        return ""
    follower = next(
        (page.region(later) for later in range(index + 1, len(page.document.regions)) if page.region(later).parent < 0),
        None,
    )
    if follower is None or follower.kind != "prose":
        return ""
    first = sentences(follower.text, follower.marks)
    return follower.text[first[0].start : first[0].end] if first else ""


def _asked_for(before: str) -> str:
    """What an option at the end of a clause is given for: ``to keep the caches warm, add OPTION``."""
    for sign in ";；。":
        before = before.rpartition(sign)[2]
    return before if before.rstrip(" `").lower().endswith(GIVEN_WITH) else ""


def _mark_end(page: Page, index: int, at: int) -> int:
    """Where the code mark ends in which the character before ``at`` stands, or ``at``."""
    return next((end for _, end in page.code(index, at - 1, at)), at)


def _value(text: str, at: int, option: str, mark_end: int) -> str:
    """The word behind an option: within its code mark, or without one if it reads like a value of that option."""
    if not options().takes_value.get(option) or text[at : at + 1] not in (" ", "="):
        return ""
    found = _VALUE.match(text, at + 1, mark_end if mark_end > at else min(at + 60, len(text)))
    word = found.group().rstrip(".,:") if found else ""
    if mark_end > at or word.isdigit() or text[at] == "=":
        return word
    values = default().get("option", option)["values"]
    return word if word in values or (option == "--set" and default().get("set", word)) else ""


def _behind_programs(page: Page, index: int, start: int, end: int) -> set[str]:
    """Options that stand behind a program in a command of the sentence: the program's own."""
    found: set[str] = set()
    region = page.region(index)
    for first, last in page.code(index, start, end):
        if first >= start:
            for match in _PROGRAM.finditer(region.text[first:last]):
                found |= {one.group() for one in _OPTION.finditer(match.group())}
    return found


def _of_another_tool(page: Page, index: int, words: str) -> bool:
    return _OTHER_TOOL.search(words) is not None


@cache
def meanings(kb: KnowledgeBase) -> dict[str, dict[str, object]]:
    """What options are for (kb/reading/meanings.yaml)."""
    return dict(kb.items("option-meaning"))


def listed_beside(page: Page, one: Described) -> bool:
    """Whether the next item of a list of settings stands behind an option: ``H200, OPTION all, clocks not locked``."""
    if page.region(one.region).cell is not None:
        return False
    behind = page.region(one.region).text[one.end : one.end + 80].lstrip(" =")
    behind = behind.removeprefix(one.value).lstrip(" `")
    if behind[:1] not in tuple(SEPARATORS):
        return False
    bare = one.before.rstrip(" `")
    if not bare or bare.lower().endswith(GIVEN_WITH):
        return False
    rest = plain(behind.lstrip(SEPARATORS + " `"))
    return not any(
        rest.startswith(word) and (not word.isascii() or not rest[len(word) : len(word) + 1].isalpha())
        for word in LINKS
    )


def not_asserted(page: Page, one: Described) -> bool:
    """Whether a description is denied, asked about, or given as somebody's mistake."""
    if page.corrected(one.region, page.sentence_at(one.region, one.start)) or _denied_before(page, one):
        return True
    if (
        _DENIED.match(plain(one.text))
        or _UNRELATED.match(plain(one.text))
        or cues.asked(page.kb, one.sentence)
        or page.quoted(one.region, one.start)
    ):
        return True
    if one.text.lstrip(" `:：")[:1] in ('"', "“", "「", "『") or page.said(one.before, "supposes"):
        return True
    return page.said(one.sentence, "corrects")


def _denied_before(page: Page, one: Described) -> bool:
    """Whether the words of the clause before an option deny: ``do not read OPTION as``, ``别把 OPTION 当成``."""
    before = one.before.rstrip(" `")
    if before.lower().endswith(GIVEN_WITH):
        return False
    for sign in ",;:，；：、(（":
        before = before.rpartition(sign)[2]
    return page.said(before[-40:], "denies")
