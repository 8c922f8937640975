"""Command lines of profilers in scripts, notes and code, as the shell that runs them would read them."""

from __future__ import annotations

from metricparse.text.commands.model import Commands, Invocation
from metricparse.text.commands.sink import Sink
from metricparse.text.commands.tools import HINTS
from metricparse.text.languages import language as known_language

SOURCES = {
    **dict.fromkeys(("", "shell", "console", "inline"), "shell"),
    **dict.fromkeys(("powershell", "batch", "makefile", "dockerfile", "yaml"), ""),
    **dict.fromkeys(("python", "pycon", "json", "toml"), "python"),
}
"""Language → how it is read; all others as running text."""


def find_commands(text: str, language: str = "shell") -> Commands:
    """Every command line of a profiler in a text, and lists of metric names that no command uses.

    ``language`` is a word as it stands over a fence, a name of `metricparse.text.languages`, or ``prose``.  Offsets count
    code points of ``text``.  Never fails; linear in the length of the text.
    """
    name = known_language(language)
    source = SOURCES.get(name, "prose") or name
    lowered = text.lower()
    if not any(hint in lowered for hint in HINTS) and ("__" not in text or source == "prose"):
        return Commands()
    sink = Sink(text, source)
    if source == "shell":
        from metricparse.text.commands.shellscript import Shell

        Shell(sink, text).run()
    elif source == "python":
        from metricparse.text.commands.python_calls import read_python

        read_python(sink, text)
    elif source == "yaml":
        from metricparse.text.commands.yaml_lists import read_yaml

        read_yaml(sink, text)
    elif source == "makefile":
        from metricparse.text.commands.makefile import read_makefile

        read_makefile(sink, text)
    elif source == "dockerfile":
        from metricparse.text.commands.dockerfile import read_dockerfile

        read_dockerfile(sink, text)
    elif source in ("powershell", "batch"):
        from metricparse.text.commands.windows import read_batch, read_powershell

        (read_powershell if source == "powershell" else read_batch)(sink, text)
    else:
        from metricparse.text.commands.prose import read_prose

        read_prose(sink, text)
    return sink.commands()


def find_invocations(text: str, language: str = "shell") -> tuple[Invocation, ...]:
    """The command lines alone; see `find_commands`.

    >>> found, = find_invocations("sudo ncu --set full -o out ./app --n 4")
    >>> found.value("--set"), found.program.text, [word.text for word in found.arguments]
    ('full', './app', ['--n', '4'])
    """
    return find_commands(text, language).invocations


__all__ = ["Commands", "Invocation", "find_commands", "find_invocations"]
