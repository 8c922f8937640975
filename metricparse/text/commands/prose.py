"""Commands in running text, in comments, in what scripts print."""

from __future__ import annotations

from metricparse.text.commands.expand import Environment, Expander, Ground
from metricparse.text.commands.invocation import PROGRAMS, parse
from metricparse.text.commands.placed import Word
from metricparse.text.commands.prompts import prompt_end
from metricparse.text.commands.sink import Sink
from metricparse.text.commands.tokens import REDIRECTIONS, Subst
from metricparse.text.commands.tools import CONTAINERS, PLAIN, TOOLS, base, find_tool, looks_like_name, lower
from metricparse.text.commands.words import Lexer

FULL_STOPS = "。，；：！？）」』】、”`"
"""End a command in Chinese text; no command has them outside quotes."""
LONGEST = 4000
"""Characters of one command in running text."""


def read_prose(sink: Sink, text: str, ground: Ground | None = None) -> None:
    """Find commands: lines that begin with one, and others where an option stands right behind the tool."""
    ground = ground or Ground()
    behind = -1
    places = _mentions(lower(text))
    for number, (start, option) in enumerate(places):
        if start < behind:
            continue
        first = _line_start(text, start)
        own_line = first >= 0
        if not own_line and not option:
            continue
        begin = first if own_line else _tool_start(text, start)
        end = _command_end(text, begin)
        if not own_line:  # another command in the same line
            end = next(
                (_tool_start(text, place) for place, more in places[number + 1 : number + 5] if more and place < end),
                end,
            )
        words = _words(sink, text, ground, begin, end)
        at = find_tool(words)
        if at < 0:
            continue
        if not own_line and not (len(words) > at + 1 and words[at + 1].text.startswith("-")):
            continue
        behind = end if own_line else start + 1
        words = _sentence(words, at, own_line)
        if len(words) > at + 1 and (words[at + 1].text.startswith("-") or words[at].text != base(words[at].text)):
            if not own_line:
                words = _without_sentence(words, at, sink)
            sink.command(words, at, sure=own_line, weak=True)


def _mentions(lowered: str) -> list[tuple[int, bool]]:
    """Where names of tools stand as words, and whether an option follows."""
    places: dict[int, bool] = {}
    for name in TOOLS:
        at = lowered.find(name)
        while at >= 0:
            behind = at + len(name)
            before = lowered[at - 1] if at else " "
            if lowered.startswith(".exe", behind):
                behind += 4
            after = lowered[behind : behind + 1]
            if not (before.isascii() and (before.isalnum() or before in "_-.")) and (after in " \t\\"):
                stop = behind
                while stop < behind + 40 and lowered[stop : stop + 1] in (" ", "\t", "\\", "\n"):
                    stop += 1
                places[at] = lowered.startswith("-", stop)
            at = lowered.find(name, at + 1)
    return sorted(places.items())


def _line_start(text: str, at: int) -> int:
    """Where the command begins if nothing but a prompt, an assignment or a wrapper stands before the tool; else -1."""
    newline = text.rfind("\n", max(at - 400, 0), at)
    begin = max(at - 400, 0) if newline < 0 else newline + 1
    begin = prompt_end(text, begin, at)
    while begin < at and text[begin] in "#/*-•>":
        begin = prompt_end(text, begin + 1, at)
    before = text[begin:at].split(" ")
    head = before[0]
    simple = not text[begin:at].strip() or base(head) in PLAIN | CONTAINERS or ("=" in head and head[:1].isalpha())
    return begin if simple or (len(before) == 1 and head[-1:] in ("/", "\\") and head.isascii()) else -1


def _tool_start(text: str, at: int) -> int:
    """Where the word begins that ends with the tool: ``/usr/local/cuda/bin/ncu``."""
    while at > 0 and text[at - 1].isascii() and (text[at - 1].isalnum() or text[at - 1] in "/\\._-:~$"):
        at -= 1
    return at


def _command_end(text: str, begin: int) -> int:
    """The end of the line, with the lines that a backslash adds."""
    at = begin
    limit = min(begin + LONGEST, len(text))
    while True:
        newline = text.find("\n", at, limit)
        if newline < 0:
            return limit
        if not text[at:newline].rstrip("\r").endswith(("\\", "`", "^")):
            return newline
        at = newline + 1


def _words(sink: Sink, text: str, ground: Ground, begin: int, end: int) -> list[Word]:
    """The words up to the first operator."""
    lexer = Lexer(text, begin, end, depth=1)
    expander = Expander(ground, Environment(), _nothing, sink.budget)
    found: list[Word] = []
    skip = False
    for token in lexer.tokens():
        if token.kind == "op" and token.text in REDIRECTIONS:
            skip = True
        elif token.kind != "word":
            break
        elif skip:
            skip = False
        else:
            found.extend(expander.fields(token.parts, token.offset))
    return found


def _nothing(_: Subst) -> None:
    return None


def _sentence(words: list[Word], at: int, own_line: bool) -> list[Word]:
    """The words without the rest of a sentence behind them."""
    found: list[Word] = []
    for number, one in enumerate(words):
        if number > at and not one.quoted:
            stop = min((place for sign in FULL_STOPS if (place := one.text.find(sign)) >= 0), default=-1)
            if stop >= 0:
                if stop:
                    found.append(one.cut(0, stop))
                break
            if not own_line and one.text[-1:] in ".,:!?" and len(one.text) > 1 and not one.text.endswith(".."):
                listed = words[number - 1].text.startswith("--metric") or looks_like_name(one.text[:-1])
                if one.text[-1] != "," or number + 1 >= len(words) or not listed:
                    found.append(one.cut(0, len(one.text) - 1))
                    break
        found.append(one)
    if own_line and found[-1].text.endswith(".") and len(found[-1].text) > 2 and not found[-1].text.endswith(".."):
        found[-1] = found[-1].cut(0, len(found[-1].text) - 1)
    return found


def _without_sentence(words: list[Word], at: int, sink: Sink) -> list[Word]:
    """The words up to the program, if what seems to be the program is just the next word of the sentence."""
    program = parse(words, at, sink.document, sink.source).program
    if program is None or program.quoted or program.hole or looks_like_name(program.text.strip(",")):
        return words
    if program.text.startswith((*PROGRAMS, ",")) or "/" in program.text or "." in program.text.strip("."):
        return words
    return words[: next(number for number, one in enumerate(words) if one is program)]
