"""Plain text: paragraphs between blank lines, bullets, numbered headings, rows with tabs or bars, commands, fences.

Nothing in such a file says what a line is, so the reader takes a line for more than prose only where its shape leaves
little doubt.
"""

from __future__ import annotations

from metricparse.text.builder import Builder
from metricparse.text.code import annotate
from metricparse.text.inline import read_plain_inline
from metricparse.text.languages import fence_language
from metricparse.text.positions import gather, whole
from metricparse.text.script import without_returns
from metricparse.text.starts import block_start, cells, delimiter_row

Line = tuple[int, int]
_BULLETS = ("- ", "* ", "+ ", "• ", "· ", "– ", "◦ ", "▪ ", "● ")
_COMMANDS = frozenset(
    "ncu nv-nsight-cu-cli nsys nvprof nvcc nvidia-smi sudo export env time bash sh python python3 srun mpirun docker cd make"
    " cmake CUDA_VISIBLE_DEVICES cuobjdump nvdisasm".split()
)
_ENDINGS = ".。！!？?；;，,：:"
_HEADING = 60
"""Code points; a longer line is no heading."""


class _Reader:
    def __init__(self, builder: Builder, text: str) -> None:
        self.builder = builder
        self.text = text
        self.kind = ""
        self.lines: list[Line] = []
        self.marker = ""
        self.list = -1
        self.last = -1
        """The paragraph right before, which introduces what follows."""

    def read(self) -> None:
        text = self.text
        lines = without_returns(text)
        number = 0
        while number < len(lines):
            start, end = lines[number]
            here, stop = start, end
            while here < stop and text[here].isspace():
                here += 1
            while stop > here and text[stop - 1].isspace():
                stop -= 1
            if here == stop:
                if self.kind == "indented":
                    self.lines.append((stop, stop) if stop <= end else (end, end))
                else:
                    self.close()
                number += 1
                continue
            underline = self.kind == "paragraph" and not text[here:stop].strip("~")
            if text[here] in "`~" and not underline and (fence := block_start(text, here, stop, False)).kind == "fence":
                number = self._fence(lines, number, fence.at, fence.info * fence.level)
                continue
            kind = self._kind(start, here, stop, lines, number)
            if kind == "pipes":
                self.close()
                number = self._pipes(lines, number)
                continue
            if kind == "item":
                self.close()
                width = _bullet(text, here, stop)
                self.marker = text[here : here + width].rstrip()
                here += width
                if self.list < 0:
                    self.list = self.builder.lists
                    self.builder.lists += 1
            elif kind != self.kind and not (kind == "paragraph" and self.kind == "item"):
                self.close()
            else:
                kind = self.kind or kind
            self.kind = kind
            if kind == "command":
                self.lines.append((start, end))  # blanks at either end of a line decide what a shell makes of it
            elif kind == "indented":
                self.lines.append((min(start + 4, here) if text[start] == " " else start + 1, end))
            else:
                self.lines.append((here, stop))
            number += 1
        self.close()

    def _kind(self, start: int, here: int, stop: int, lines: list[Line], number: int) -> str:
        """command, indented, tabs, pipes, item or paragraph."""
        text = self.text
        if self.kind == "command" and text[slice(*self.lines[-1])].rstrip().endswith("\\"):
            return "command"
        if _is_command(text, here, stop):
            return "command"
        if text[here] == "#" and _introduces_command(text, lines, number):
            return "command"
        if (text.startswith("    ", start) or text[start] == "\t") and self.kind in ("", "indented"):
            return "indented"
        if (
            text.startswith("|", here)
            and number + 1 < len(lines)
            and delimiter_row(text, *lines[number + 1], (here, stop))
        ):
            return "pipes"
        if text.find("\t", here, stop) >= 0:
            return "tabs"
        if _bullet(text, here, stop):
            return "item"
        return "paragraph"

    def close(self) -> None:
        """End what is open and add its regions."""
        kind, lines = self.kind, self.lines
        self.kind, self.lines = "", []
        if not lines:
            return
        if kind == "tabs":
            columns = [_split(self.text, start, end) for start, end in lines]
            if len(lines) > 1 and len({len(row) for row in columns[1:]}) == 1:
                self._table(columns)
                return
        if kind in ("command", "indented"):
            while lines and lines[-1][0] >= lines[-1][1]:
                lines.pop()
            self._code(lines, "shell" if kind == "command" else "", "literal" if kind == "command" else kind)
            return
        content, spans = gather(self.text, lines)
        level = _level(content) if kind == "paragraph" and len(lines) < 3 else 0
        context = self.builder.context()
        if level:
            start, end = lines[0]
            skip = len(content[: end - start]) - len(content[: end - start].lstrip("# "))
            title = self.text[start + skip : end]
            index = self.builder.prose(
                "heading",
                title,
                whole(start + skip, end - start - skip),
                context,
                read_plain_inline(title),
                detail=str(level),
            )
            if index >= 0:
                self.builder.heading(level, index)
            self.last = self.list = -1
            return
        detail = "item" if kind == "item" else "paragraph"
        if kind == "item":
            context = context._replace(list=self.list, item=self.builder.items, depth=1, lead=self.last)
            self.builder.items += 1
        else:
            self.list = -1
        index = self.builder.prose(
            "prose",
            content,
            spans,
            context,
            read_plain_inline(content),
            detail=detail,
            info=self.marker if kind == "item" else "",
        )
        if kind != "item":
            self.last = index

    def _code(self, lines: list[Line], language: str, detail: str, info: str = "") -> None:
        content, spans = gather(self.text, lines) if lines else ("", ())
        if content.strip():
            context = self.builder.context()._replace(lead=self.last)
            annotate(
                self.builder,
                self.builder.add("code", content, spans, context, language=language, detail=detail, info=info),
            )

    def _fence(self, lines: list[Line], number: int, info: int, mark: str) -> int:
        """Add a fenced block; returns the number of the line behind it."""
        self.close()
        language, rest = fence_language(self.text[info : lines[number][1]])
        inside = []
        number += 1
        while number < len(lines):
            start, end = lines[number]
            row = self.text[start:end].strip()
            number += 1
            if row.startswith(mark) and not row.strip(mark[0]):
                break
            inside.append((start, end))
        self._code(inside, language, "fence", rest)
        return number

    def _pipes(self, lines: list[Line], number: int) -> int:
        """Add a table drawn with bars; returns the number of the line behind it."""
        rows = [cells(self.text, *lines[number])]
        number += 2
        while number < len(lines) and self.text[slice(*lines[number])].lstrip().startswith("|"):
            rows.append(cells(self.text, *lines[number]))
            number += 1
        self._table(rows)
        return number

    def _table(self, rows: list[list[Line]]) -> None:
        context = self.builder.context()._replace(lead=self.last)
        texts = [[(self.text[start:end], whole(start, end - start)) for start, end in row] for row in rows]
        self.builder.table(texts, context, read_plain_inline)


def _split(text: str, start: int, end: int) -> list[Line]:
    """Columns of a row that tabs divide."""
    result = []
    at = start
    for part in text[start:end].split("\t"):
        skip = len(part) - len(part.lstrip())
        bare = part.strip()
        result.append((at + skip, at + skip + len(bare)) if bare else (at, at))
        at += len(part) + 1
    return result


def _bullet(text: str, here: int, stop: int) -> int:
    """Width of the bullet or number that begins the line, with the blanks behind it; 0 if none does."""
    if text.startswith(_BULLETS, here):
        width = 2
    else:
        at = here
        while at < stop and at - here < 3 and text[at].isdecimal():
            at += 1
        if at == here or at >= stop or text[at] not in ".)、）" or at + 1 >= stop:
            return 0
        if text[at] in ".)" and text[at + 1] not in " \t":
            return 0
        width = at + 1 - here
    while here + width < stop and text[here + width] in " \t":
        width += 1
    return width if here + width < stop else 0


def _is_command(text: str, here: int, stop: int) -> bool:
    """Whether a line is a command that somebody would type: a prompt, or a known program with an option."""
    if text.startswith("$ ", here):
        return True
    word = text[here : min(stop, here + 60)].split(None, 1)[0]
    if word.partition("=")[0] not in _COMMANDS and not word.startswith(("./", "/usr/")):
        return False
    if text[stop - 1] in _ENDINGS and text[stop - 2 : stop] != " .":
        return False
    return text[stop - 1] == "\\" or text.find(" -", here, stop) > 0 or "=" in word


def _introduces_command(text: str, lines: list[Line], number: int) -> bool:
    """Whether the comment on a line has a command right under it, or under further comments."""
    for start, end in lines[number + 1 : number + 20]:
        row = text[start:end].strip()
        if not row:
            return False
        if not row.startswith("#"):
            here = end - len(text[start:end].lstrip())
            return _is_command(text, here, here + len(row))
    return False


def _level(content: str) -> int:
    """Level of a heading by its shape (``2.1 Title``, ``# Title``, underlined), or 0."""
    first, _, rest = content.partition("\n")
    if not first.strip("# "):
        return 0
    if rest:
        mark = rest[0]
        underlined = mark in "=-~" and len(rest) > 2 and rest.count(mark) == len(rest)
        return (1 if mark == "=" else 2) if underlined and len(first) <= _HEADING else 0
    if len(first) > _HEADING or first[-1] in _ENDINGS:
        return 0
    marks = len(first) - len(first.lstrip("#"))
    if marks:
        return marks if marks < 7 and first[marks : marks + 1] == " " else 0
    number, blank, title = first.partition(" ")
    if blank and title and number.replace(".", "").isdecimal() and number[0] != ".":
        parts = number.rstrip(".").split(".")
        if all(parts) and len(parts[0]) < 3 and ("." in number) and not title[0].isdecimal():
            return len(parts)
    return 0


def read_plain(builder: Builder, text: str) -> None:
    """Add the regions of a plain text."""
    _Reader(builder, text).read()
