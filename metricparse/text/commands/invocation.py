"""Reading the words behind the profiler: its options, the program, and where the one ends and the other begins."""

from __future__ import annotations

from collections.abc import Sequence

from metricparse.text.commands.model import Invocation, MetricRequest, Option, Split
from metricparse.text.commands.options import OptionTable, options, prefixes
from metricparse.text.commands.placed import BLANKS, HOLE, Piece, Word, word
from metricparse.text.commands.tools import NOT_THE_TOOL, NPM_OPTIONS, base, hole_name, looks_like_name, tool_of

LISTS = ("--list-sets", "--list-sections", "--list-rules", "--list-metrics", "--list-chips", "--help", "--version")
QUERIES = ("--query-metrics", "--query-metrics-mode", "--query-metrics-collection")
ELLIPSES = ("...", "…", "……", "。。。")
PROGRAMS = ("python", "./", "/", "../", "~/", "bash", "sh", "mpirun", "mpiexec", "srun", "torchrun", "java", "julia")

PROGRAM_NAMES = frozenset(
    "app exe prog program bin binary target python py cmd command executable main test bench benchmark julia runner".split()
)
"""Parts of names of variables that hold a program."""


def parse(words: Sequence[Word], at: int, document: str, source: str, *, sure: bool = True) -> Invocation:
    """The command line whose tool is ``words[at]``.  Linear in the number of words."""
    tool = tool_of(words[at])
    found = Invocation(tool, words[at], before=tuple(words[:at]), source=source, sure=sure)
    if tool in ("nvprof", "nsys", "ncu-ui"):
        return _other(found, words[at + 1 :])
    reader = _Reader(words, at + 1, options())
    reader.run()
    if _npm(reader):
        return found._replace(tool="npm-check-updates", arguments=tuple(words[at + 1 :]))
    names = {option.name for option in reader.options}
    mode = _mode(names, reader.options)
    context = {"query": "query", "import": "import"}.get(mode, "metrics")
    requests: list[MetricRequest] = []
    for option in reader.options:
        if option.name == "--metrics" and option.value is not None:
            requests.extend(requests_of(option.value, context))
    splits = _splits(reader, document)
    for split in splits:
        for one in split.words:
            requests.extend(requests_of(one, "split"))
    return found._replace(
        options=tuple(reader.options),
        requests=tuple(requests),
        program=reader.program,
        arguments=tuple(reader.arguments),
        dashes=reader.dashes,
        holes=tuple(reader.holes),
        splits=splits,
        mode=mode,
        sure=sure and not reader.holes and not reader.guessed and _likely(reader),
    )


def _likely(reader: _Reader) -> bool:
    """Not so for "ncu prints a table": a bare word that is no path right behind the tool, and more words after it."""
    program = reader.program
    if reader.options or reader.dashes or program is None or program.hole or not reader.arguments:
        return True
    return program.quoted or program.text.startswith(PROGRAMS) or base(program.text) != program.text


def requests_of(value: Word, context: str) -> list[MetricRequest]:
    """The names in a list that commas separate; empty ones and ellipses are left out."""
    found = []
    for part in value.split(","):
        bare = part.strip(BLANKS + "\\") if part.text[-1:] in BLANKS or part.text[:1] in BLANKS + "\\" else part
        if bare.text and bare.text not in ELLIPSES:
            found.append(MetricRequest(_placeholders(bare), prefix_of(bare.text), context, bare.text != part.text))
    return found


def prefix_of(text: str) -> str:
    """The prefixes in front of a name, as the profiler reads them; nothing follows in a regular expression."""
    prefix = ""
    while "regex:" not in prefix:
        one = next((p for p in prefixes() if text.startswith(p, len(prefix))), "")
        if not one:
            break
        prefix += one
    return prefix


def _placeholders(name: Word) -> Word:
    """``{metric}``, ``%s`` and ``@NAME@`` of templates are unknown parts."""
    text = name.text
    opened, closed = text.find("{"), text.find("}")
    if -1 < opened < closed and "," not in text[opened:closed] and "regex:" not in text:
        pass
    elif "%s" in text:
        opened, closed = text.find("%s"), text.find("%s") + 1
    elif text.count("@") == 2:
        opened, closed = text.find("@"), text.rfind("@")
    else:
        return name
    middle = name.cut(opened, closed + 1)
    hole = Piece(HOLE, *middle.range, (), text[opened + 1 : closed])
    pieces = [*name.cut(0, opened).pieces, hole, *_placeholders(name.cut(closed + 1, len(text))).pieces]
    return word([piece for piece in pieces if piece.text], name.offset, name.quoted)


class _Reader:
    """One pass over the words behind the tool."""

    def __init__(self, words: Sequence[Word], at: int, table: OptionTable) -> None:
        self.words = words
        self.at = at
        self.table = table
        self.options: list[Option] = []
        self.holes: list[Word] = []
        self.program: Word | None = None
        self.program_at = -1
        self.arguments: list[Word] = []
        self.dashes = False
        self.guessed = False

    def run(self) -> None:
        """Read up to the program."""
        words = self.words
        while self.at < len(words):
            one = words[self.at]
            text = one.text
            if text == "--":
                self.dashes = True
                self.at += 1
                self._program()
                return
            if self._opaque(one):
                self.holes.append(one)
                self.at += 1
            elif text.startswith("--") and len(text) > 2:
                self._long(one)
            elif text.startswith("-") and len(text) > 1 and not text[1].isdigit():
                self._short(one)
            else:
                self._program()
                return

    def _program(self) -> None:
        if self.at < len(self.words):
            self.program = self.words[self.at]
            self.program_at = self.at
            self.arguments = list(self.words[self.at + 1 :])

    def _opaque(self, one: Word) -> bool:
        """Whether a word may hold options: an unknown variable, ``[options]``, an ellipsis."""
        text = one.text
        if text in ELLIPSES or (text.strip(".") == "" and len(text) > 2):
            return True
        if text.startswith("[") and not text.startswith("[@"):
            return True
        template = text.startswith("{") and text.endswith("}") and "," not in text
        if not one.hole and not template:
            return False
        if text.startswith("-") or (not template and text != HOLE):
            return text.startswith("-") and HOLE in text.partition("=")[0]
        name = hole_name(one) if one.hole else text.strip("{}")
        parts = set(name.lower().replace("[@]", "").replace("-", "_").split("_"))
        if parts & NOT_THE_TOOL or any(part.endswith(("args", "flags", "opts", "options")) for part in parts):
            return True
        if name in ("@", "*", "@[@]", "*[@]") or name.endswith("[@]"):
            return True
        if one.quoted or parts & PROGRAM_NAMES:
            return False
        follower = self.words[self.at + 1].text if self.at + 1 < len(self.words) else ""
        if follower.startswith("--"):
            return self.table.resolve(follower.partition("=")[0])[0] != ""
        return follower.startswith(PROGRAMS)

    def _follower(self) -> Word | None:
        """The next word, if it can be a value."""
        if self.at + 1 >= len(self.words):
            return None
        one = self.words[self.at + 1]
        if one.text.startswith("-") and len(one.text) > 1 and not one.text[1].isdigit():
            return None
        return one

    def _long(self, one: Word) -> None:
        head, equals, _ = one.text.partition("=")
        head = head.rstrip("]")
        name, candidates = self.table.resolve(head)
        written = one.cut(0, len(head))
        cut = bool(name) and name != head
        if equals:
            value: Word | None = one.cut(len(head) + 1, len(one.text))
            self.options.append(Option(written, name, candidates, value, True, cut, True))
            self.at += 1
            return
        follower = self._follower()
        takes = self.table.takes_value[name] if name else self._guess(follower)
        self.options.append(Option(written, name, candidates, follower if takes else None, False, cut, takes))
        self.at += 2 if takes and follower is not None else 1

    def _guess(self, follower: Word | None) -> bool:
        """Whether the word behind an option of no known name is its value: if more is to come and it is no program."""
        if follower is None:
            return False
        self.guessed = True
        if follower.text.startswith(PROGRAMS):
            return False
        return self.at + 2 < len(self.words)

    def _short(self, one: Word) -> None:
        text = one.text
        at = 1
        while at < len(text):
            name = self.table.short.get("-" + text[at], "")
            written = one.cut(at, at + 1) if at > 1 else one.cut(0, 2)
            if not name:
                # "-metrics": one dash too few; its value goes with it
                follower = self._follower()
                takes = self._guess(follower)
                self.options.append(Option(one, "", (), follower if takes else None, False, False, takes))
                self.at += 2 if takes and follower is not None else 1
                return
            if not self.table.takes_value[name]:
                self.options.append(Option(written, name))
                at += 1
                continue
            if at + 1 < len(text):
                rest = one.cut(at + 2 if text[at + 1] == "=" else at + 1, len(text))
                self.options.append(Option(written, name, (), rest, True, False, True))
                break
            follower = self._follower()
            self.options.append(Option(written, name, (), follower, False, False, True))
            self.at += 1 if follower is not None else 0
            break
        self.at += 1


def _mode(names: set[str], found: Sequence[Option]) -> str:
    if names & set(QUERIES):
        return "query"
    if "--import" in names:
        return "import"
    if names & set(LISTS):
        return "list"
    value = next((option.value.text for option in found if option.name == "--mode" and option.value), "")
    return value if value in ("launch", "attach") else "profile"


def _npm(reader: _Reader) -> bool:
    """Whether the words are those of the npm package of the same name."""
    written = [option.written.text for option in reader.options]
    odd = any(text in NPM_OPTIONS for text in written)
    bare_import = written in (["-i"], ["--interactive"]) and reader.program is None
    profiler = any(option.name and option.name != "--import" for option in reader.options)
    return (odd and not profiler) or (bare_import and reader.options[0].value is None)


def _splits(reader: _Reader, document: str) -> tuple[Split, ...]:
    program = reader.program
    if program is None or reader.dashes:
        return ()
    if program.text and not program.text.strip(BLANKS):
        return (Split(None, (), "blank-behind-backslash", program.offset),)
    last = reader.options[-1] if reader.options else None
    if (
        last is None
        or last.name != "--metrics"
        or last.value is None
        or last.value is not reader.words[reader.program_at - 1]
    ):
        joined = last is not None and last.name == "--metrics" and last.joined
        if not joined:
            return ()
    assert last is not None
    if last.value is None:
        return ()
    words = names_cut_off([program, *reader.arguments])
    if not words:
        return ()
    return (Split(last.value, words, cause(last.value, words[0], document), last.value.end),)


def names_cut_off(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words at the start that are names of metrics, or parts of their list."""
    found: list[Word] = []
    for one in words:
        names = [name for name in one.text.strip(BLANKS + ",\\").split(",") if name]
        if names and not all(looks_like_name(name.strip(BLANKS + "\\")) or name.startswith("regex:") for name in names):
            break
        if not names and one.text != ",":
            break
        found.append(one)
    return tuple(found) if any(one.text != "," for one in found) else ()


def cause(value: Word, follower: Word, document: str) -> str:
    """What ended the list between two words; see `Split.cause`."""
    if value.pieces[-1].used and value.pieces[-1].used == follower.pieces[0].used:
        return "value"
    if value.end > follower.offset or "{" in document[value.offset : value.end]:
        return "braces"
    between = document[value.strip().end : follower.offset]
    if "\\\n" in between or "\\\r\n" in between or "`\n" in between or "^\n" in between:
        return "indentation"
    slash = between.find("\\")
    if slash >= 0 and "\n" in between[slash:]:
        return "blank-behind-backslash"
    return "newline" if "\n" in between else "blank"


def _other(found: Invocation, words: Sequence[Word]) -> Invocation:
    """A command of another profiler: its names are its own."""
    requests: list[MetricRequest] = []
    previous = ""
    for one in words:
        name, equals, _ = one.text.partition("=")
        if found.tool == "nvprof" and (name in ("--metrics", "-m", "--events", "-e") and equals):
            requests.extend(requests_of(one.cut(len(name) + 1, len(one.text)), "other"))
        elif found.tool == "nvprof" and previous in ("--metrics", "-m", "--events", "-e"):
            requests.extend(requests_of(one, "other"))
        previous = one.text
    return found._replace(requests=tuple(requests), arguments=tuple(words))
