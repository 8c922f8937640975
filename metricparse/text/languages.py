"""Names of programming languages as people write them over a fence, and how each language writes comments."""

from __future__ import annotations

_WRITTEN = {
    "shell": "sh bash zsh ksh ash dash fish shell shellscript shell-script slurm sbatch",
    "console": "console shell-session shellsession sh-session terminal term bash-session",
    "powershell": "powershell pwsh ps1 ps posh",
    "batch": "bat batch cmd dos dosbatch winbatch",
    "python": "python py py3 python3 ipython ipython3 sage",
    "pycon": "pycon python-console python-repl",
    "yaml": "yaml yml github-actions-workflow",
    "toml": "toml",
    "makefile": "makefile make mk mak bsdmake gnumake",
    "dockerfile": "dockerfile docker containerfile",
    "cuda": "cuda cu cuh nvcc",
    "c++": "c++ cpp cxx cc hpp hxx hip",
    "c": "c h",
    "ptx": "ptx",
    "sass": "sass nvdisasm",
    "json": "json jsonc json5",
    "markdown": "markdown md gfm",
    "math": "math latex tex katex",
    "text": "text txt plain plaintext none output log",
    "csv": "csv tsv",
    "diff": "diff patch udiff",
    "rust": "rust rs",
    "javascript": "javascript js typescript ts jsx tsx",
    "ini": "ini cfg conf dosini properties",
}
_NAMES = {word: name for name, words in _WRITTEN.items() for word in words.split()}

HASH = frozenset("yaml toml makefile dockerfile ruby perl r cmake julia elixir nim tcl".split())
"""``#`` begins a comment; ``#`` in a word does not."""
SHELL = frozenset("shell console powershell".split())
SLASH = frozenset(
    "cuda c++ c ptx sass rust javascript java go kotlin swift scala csharp c# cs proto glsl hlsl wgsl metal opencl cl zig"
    " json php groovy mojo".split()
)
"""``//`` to the end of the line, ``/* … */``."""


def language(word: str) -> str:
    """The name under which a language is known here, or the word in lower case.

    >>> language("Bash"), language("{.python"), language("{code-cell}"), language("py:run.py"), language("zig")
    ('shell', 'python', 'code-cell', 'python', 'zig')
    """
    word = word.strip("{}.").lower()
    if word.startswith("language-"):
        word = word[9:]
    for stop in ":,{}(":
        word = word.partition(stop)[0]
    return _NAMES.get(word, word)


def fence_language(info: str) -> tuple[str, str]:
    """(language, what else the line over a fence says).

    >>> fence_language('sh title="run.sh"'), fence_language("{code-block} python"), fence_language("{.bash .numberLines}")
    (('shell', 'title="run.sh"'), ('python', ''), ('shell', '.numberLines}'))
    """
    words = info.split(maxsplit=1)
    if not words:
        return "", ""
    first, rest = words[0], words[1] if len(words) > 1 else ""
    if first.startswith("{") and first.endswith("}") and rest and first[1:-1].startswith(("code", "source", "parsed")):
        return fence_language(rest)
    return language(first), rest
