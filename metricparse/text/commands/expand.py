"""Variables of a shell, and words with their variables filled in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from metricparse.text.commands.placed import BLANKS, HOLE, Piece, Range, Word, cut, used, word
from metricparse.text.commands.tokens import Gap, Lit, Param, Part, Subst

MOST_ALTERNATIVES = 32
"""Values of a variable that are told apart: the words of a loop, the branches of a condition."""
MOST_WORDS = 64
"""Words that one brace expansion may give."""
MOST_GROUPS = 8
"""Groups in braces that one word may have."""


class Value(NamedTuple):
    """What a variable may hold."""

    alternatives: tuple[tuple[Word, ...], ...]
    """Usually one; each the items of an array, or one word."""
    array: bool = False
    branch: int = 0
    """How many conditions stood around the assignment."""
    partial: bool = False
    """Whether a part was added under a condition only."""


class Ground:
    """The text that is read, in terms of the document: the document itself, or a word out of it."""

    def __init__(self, base: Word | None = None) -> None:
        self.base = base
        self.starts = [] if base is None else [0, *accumulate(len(piece.text) for piece in base.pieces)]

    def pieces(self, text: str, offset: int, width: int, name: str = "") -> list[Piece]:
        """The pieces of ``text``, which stands for ``width`` characters at ``offset`` of what is read."""
        if self.base is None:
            return [Piece(text, offset, width, (), name)]
        if width == 0:
            return [Piece(text, self.range(offset, 0)[0], 0, (), name)]
        found = self._cut(offset, offset + width)
        if "".join(piece.text for piece in found) == text:
            return found
        start, length = word(found, offset).range
        return [Piece(text, start, length, (), name)]

    def range(self, offset: int, width: int) -> Range:
        """Where ``width`` characters at ``offset`` of what is read stand in the document."""
        if self.base is None:
            return (offset, width)
        found = self._cut(offset, offset + max(width, 1))
        if not found:
            return (self.base.end, 0)
        start, length = word(found, offset).range
        return (start, length if width else 0)

    def _cut(self, start: int, end: int) -> list[Piece]:
        assert self.base is not None
        first = max(bisect_right(self.starts, start) - 1, 0)
        last = bisect_right(self.starts, end)
        shift = self.starts[first]
        return list(cut(self.base.pieces[first:last], start - shift, end - shift))


class Environment:
    """Variables by name, over those of the shell around."""

    def __init__(self, outer: Environment | None = None) -> None:
        self.outer = outer
        self.own: dict[str, Value | None] = {}

    def get(self, name: str) -> Value | None:
        """The value, or None for a variable that is not known."""
        scope: Environment | None = self
        while scope is not None:
            if name in scope.own:
                return scope.own[name]
            scope = scope.outer
        return None

    def put(self, name: str, value: Value | None) -> None:
        """Set a variable; an assignment under a condition leaves the values that other branches gave it."""
        before = self.get(name)
        if value is not None and before is not None and value.branch and before.branch and before.array == value.array:
            rest = tuple(one for one in before.alternatives if one not in value.alternatives)
            alternatives = (value.alternatives + rest)[:MOST_ALTERNATIVES]
            value = value._replace(alternatives=alternatives)
        self.own[name] = value


class Expander:
    """Fills variables in.  ``budget`` bounds the work of one document: what comes after it is unknown."""

    def __init__(
        self, ground: Ground, environment: Environment, output: Callable[[Subst], Word | None], budget: list[int]
    ) -> None:
        self.ground = ground
        self.environment = environment
        self.output = output
        self.budget = budget
        self.pick = 0
        self.most = 1
        self.partial = False

    def word(self, parts: Sequence[Part], offset: int) -> Word:
        """One word, as the right side of an assignment or inside quotes."""
        pieces: list[Piece] = []
        for part in parts:
            for joint in self._part(part, True):
                pieces.extend(joint.pieces)
        return word(pieces, self.ground.range(offset, 0)[0], any(part.quoted for part in parts))

    def fields(self, parts: Sequence[Part], offset: int) -> list[Word]:
        """The words that one word of a command becomes."""
        if len(parts) == 1 and isinstance(parts[0], Lit) and (parts[0].quoted or "{" not in parts[0].text):
            return [self._part(parts[0], True)[0]._replace(quoted=parts[0].quoted)]
        found: list[Word] = []
        for alternative in braces(parts):
            found.extend(self._fields(alternative, offset))
        return found

    def _fields(self, parts: Sequence[Part], offset: int) -> list[Word]:
        found: list[Word] = []
        pieces: list[Piece] = []
        quoted = open_ = False
        for part in parts:
            quoted = quoted or part.quoted
            if isinstance(part, (Lit, Gap)) or part.quoted:
                joints = self._part(part, part.quoted)
                for number, joint in enumerate(joints):
                    if number:
                        found.append(word(pieces, offset, quoted))
                        pieces = []
                    pieces.extend(joint.pieces)
                open_ = open_ or bool(joints)
                continue
            for number, joint in enumerate(self._part(part, False)):
                text = joint.text
                if (number or text[:1] in BLANKS) and open_:
                    found.append(word(pieces, offset, quoted))
                    pieces, open_ = [], False
                split = joint.fields()
                for place, field in enumerate(split):
                    if place:
                        found.append(word(pieces, offset, quoted))
                        pieces = []
                    pieces.extend(field.pieces)
                    open_ = True
                if split and text[-1:] in BLANKS:
                    found.append(word(pieces, offset, quoted))
                    pieces, open_ = [], False
        if open_:
            found.append(word(pieces, self.ground.range(offset, 0)[0], quoted))
        return found

    def _part(self, part: Part, quoted: bool) -> list[Word]:
        """The word or words that a part stands for."""
        ground = self.ground
        if isinstance(part, Lit):
            return [word(ground.pieces(part.text, part.offset, part.width), part.offset)]
        place = ground.range(part.offset, part.width)
        if isinstance(part, Gap):
            return [_hole(place, part.name)]
        if isinstance(part, Subst):
            result = self.output(part)
            return [_hole(place, "")] if result is None else [word(used(result.pieces, place), place[0])]
        return self._param(part, place, quoted)

    def _param(self, part: Param, place: Range, quoted: bool) -> list[Word]:
        value = self.environment.get(part.name)
        if part.how in (":+", "+") and (value is not None or not part.default):
            return [self.word(part.default, part.offset)]
        if value is None:
            if part.how in (":-", "-", ":=", "=") and part.default:
                return [self.word(part.default, part.offset)]
            return [_hole(place, f"{part.name}[@]" if part.item == "@" else part.name)]
        self.most = max(self.most, len(value.alternatives))
        self.partial = self.partial or value.partial
        items = value.alternatives[min(self.pick, len(value.alternatives) - 1)]
        self.budget[0] -= sum(len(item.pieces) for item in items) + 1
        if self.budget[0] < 0:
            return [_hole(place, part.name)]
        brought = [word(used(item.pieces, place), place[0]) for item in items]
        if part.item not in ("@", "*"):
            if part.item.isdigit() or (value.array and not part.item):
                number = int(part.item or "0") if len(part.item) < 9 else len(items)
                brought = brought[number : number + 1]
            elif part.item:
                return [_hole(place, part.name)]
        changed = [operate(item, part, place) for item in brought]
        known = [item for item in changed if item is not None]
        if len(known) < len(changed):
            return [_hole(place, part.name)]
        if part.item == "*" and quoted:
            return [join(known, self._separator(), place)]
        return known

    def _separator(self) -> str:
        value = self.environment.get("IFS")
        return " " if value is None or not value.alternatives[0] else value.alternatives[0][0].text[:1]


def _hole(place: Range, name: str) -> Word:
    return Word(HOLE, (Piece(HOLE, *place, (), name),))


def join(words: Iterable[Word], separator: str, place: Range) -> Word:
    """Words joined to one; the separators stand for the place that joins them."""
    pieces: list[Piece] = []
    offset, width = place
    for one in words:
        if pieces and separator:
            pieces.append(Piece(separator, offset, width if width != len(separator) else 0))
        pieces.extend(one.pieces)
    return word(pieces, place[0])


def operate(value: Word, part: Param, place: Range) -> Word | None:
    """A value under the operator of ``${NAME%…}``, or None if what comes of it is not followed."""
    how, pattern = part.how, part.argument.strip("\"'")
    if how in ("", ":-", "-", ":=", "=", ":?", "?"):
        return value
    if how in ("%", "%%") and pattern and not set(pattern) & set("*?[$\\"):
        return value.cut(0, len(value.text) - len(pattern)) if value.text.endswith(pattern) else value
    if how in ("#", "##") and pattern and not set(pattern) & set("*?[$\\"):
        return value.cut(len(pattern), len(value.text)) if value.text.startswith(pattern) else value
    if how == "//":
        wanted, _, replacement = part.argument.partition("/")
        return translate(value, characters(wanted), replacement.strip("\"'"), place)
    return None


def characters(pattern: str) -> str:
    r"""The characters of a simple set in a pattern: ``[[:space:]]``, ``$'\n'``, ``" "``, ``','``; empty if it is not simple."""
    bare = pattern.strip("$\"'[]")
    if bare in (":space:", ":blank:"):
        return BLANKS
    if pattern.strip("$\"'") == " " or not bare:
        return " " if " " in pattern else ""
    plain = bare.replace("\\n", "\n").replace("\\t", "\t").replace("\\ ", " ").replace("$'", "").replace("'", "")
    return plain if all(c in BLANKS + "," for c in plain) else ""


def translate(value: Word, wanted: str, replacement: str, place: Range) -> Word | None:
    """A value with each run of the wanted characters replaced, or None if there is nothing to look for."""
    if not wanted or "$" in replacement:
        return None
    return join(value.fields(wanted), replacement[:1], place)


def braces(parts: Sequence[Part], depth: int = 0) -> list[Sequence[Part]]:
    """The words that ``a{b,c}d`` becomes; each keeps its own places."""
    if depth > MOST_GROUPS:
        return [parts]
    for number, part in enumerate(parts):
        if not isinstance(part, Lit) or part.quoted or part.width != len(part.text):
            continue
        opened = part.text.find("{")
        closed = part.text.find("}", opened) if opened >= 0 else -1
        inside = part.text[opened + 1 : closed] if closed > 0 else ""
        if "," not in inside or "{" in inside:
            continue
        head = Lit(part.text[:opened], part.offset, opened, False)
        tail = Lit(part.text[closed + 1 :], part.offset + closed + 1, len(part.text) - closed - 1, False)
        found: list[Sequence[Part]] = []
        at = part.offset + opened + 1
        for option in inside.split(",")[:MOST_WORDS]:
            middle = Lit(option, at, len(option), False)
            at += len(option) + 1
            rest = braces([tail, *parts[number + 1 :]], depth + 1) if len(found) < MOST_WORDS else []
            for end in rest[: MOST_WORDS - len(found)]:
                kept = [lit for lit in (head, middle) if lit.text]
                found.append(
                    [*parts[:number], *kept, *(p for p in end if not isinstance(p, Lit) or p.text or p.quoted)]
                )
        return found
    return [parts]
