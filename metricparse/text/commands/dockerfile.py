"""Dockerfiles: ``RUN`` in both forms, ``CMD`` and ``ENTRYPOINT``, with the variables of ``ENV`` and ``ARG``."""

from __future__ import annotations

from metricparse.text.commands.expand import Environment, Ground, Value
from metricparse.text.commands.placed import Piece, Word, word
from metricparse.text.commands.python_calls import read_python
from metricparse.text.commands.shellscript import Shell
from metricparse.text.commands.sink import Sink


def read_dockerfile(sink: Sink, text: str) -> None:
    """Add the commands that instructions run."""
    environment = Environment()
    at = 0
    while at < len(text):
        instruction, at = _instruction(text, at)
        head, _, _ = instruction.text.lstrip().partition(" ")
        start = len(instruction.text) - len(instruction.text.lstrip()) + len(head)
        body = instruction.cut(start, len(instruction.text)).strip()
        name = head.upper()
        if name == "ONBUILD":
            name, _, _ = body.text.partition(" ")
            body = body.cut(len(name), len(body.text)).strip()
        if name in ("ENV", "ARG"):
            _variables(body, environment)
        elif name in ("RUN", "CMD", "ENTRYPOINT", "HEALTHCHECK"):
            while body.text.startswith("--") and " " in body.text:
                body = body.cut(body.text.index(" "), len(body.text)).strip()
            if body.text.startswith("["):
                read_python(sink, body.text, Ground(body))
            else:
                Shell(sink, body.text, Ground(body), environment, depth=1).run()


def _instruction(text: str, at: int) -> tuple[Word, int]:
    """One instruction with its continued lines, without the comments between them; and the offset behind it."""
    pieces: list[Piece] = []
    start = at
    while at < len(text):
        newline = text.find("\n", at)
        end = len(text) if newline < 0 else newline
        line = text[at:end]
        if not line.lstrip().startswith("#"):
            pieces.append(Piece(text[at : end + 1], at, len(text[at : end + 1])))
            if not line.rstrip().endswith("\\"):
                at = end + 1
                break
        elif not pieces:
            at = end + 1
            break
        at = end + 1
    return word(pieces, start), at


def _variables(body: Word, environment: Environment) -> None:
    fields = body.fields()
    if not fields:
        return
    if "=" not in fields[0].text:  # "ENV NAME value"
        if len(fields) > 1:
            name = fields[0].text
            value = body.cut(len(name), len(body.text)).strip()
            environment.own[name] = Value(((value,),))
        return
    for field in fields:
        name, equals, rest = field.text.partition("=")
        if equals and name.isidentifier():
            value = field.cut(len(name) + 1, len(field.text)).strip("\"'")
            environment.own[name] = Value(((value,),)) if rest else None
