"""Which word of a command is the profiler, and what may stand before it."""

from __future__ import annotations

from collections.abc import Sequence

from metricparse.text.commands.placed import HOLE, Word

TOOLS = {
    "ncu": "ncu",
    "nv-nsight-cu-cli": "ncu",
    "ncu-ui": "ncu-ui",
    "nv-nsight-cu": "ncu-ui",
    "nvprof": "nvprof",
    "nsys": "nsys",
}
"""File name of a program, without path and ending → the tool."""

HINTS = ("ncu", "nsight-cu", "nvprof", "nsys")
"""A text with none of these (in lower case) holds no command of a profiler."""

NOT_THE_TOOL = frozenset(
    "arg args argument arguments flag flags opt opts option options metric metrics set sets".split()
)
NOT_THE_TOOL_EITHER = frozenset("section sections out output log csv file dir report rep result results name".split())

PLAIN = frozenset(
    """sudo doas env time gtime nohup nice ionice exec command builtin stdbuf setsid unbuffer xargs watch numactl taskset
    chrt timeout gtimeout strace ltrace catchsegv srun salloc mpirun mpiexec mpiexec.hydra orterun oshrun prterun prun
    aprun jsrun flux hydra conda mamba micromamba poetry pipenv uv pixi hatch nix-shell direnv dbus-run-session fakeroot
    firejail chroot unshare nsenter runuser su parallel rlwrap caffeinate start bsub qsub sbatch time.exe wsl wsl.exe
    xvfb-run systemd-run perf script gosu tini dumb-init proxychains chronic ts retry annotate-output schedtool""".split()
)
"""Commands that run the command behind their own options."""

CONTAINERS = frozenset(
    """docker podman nvidia-docker nerdctl docker-compose singularity apptainer enroot shifter udocker kubectl oc
    charliecloud ch-run sarus crun runc lxc toolbox distrobox modal""".split()
)
"""Commands that take subcommands, images and names of containers before the command that they run."""

SHELLS = frozenset("sh bash dash zsh ksh ash fish busybox".split())
SHELL_RUNNERS = SHELLS | CONTAINERS | PLAIN | frozenset(("eval", "ssh", "cmd", "cmd.exe", "tmux", "screen", "RUN"))
"""Commands of which a quoted argument may itself be a command line."""

LOOKUPS = frozenset("which type command where whereis hash".split())

NPM_OPTIONS = frozenset(
    """-u --upgrade -g --global --doctor --doctorInstall --doctorTest --target -t --filter --reject -x --peer --workspaces
    --workspace --root --deep --packageFile --packageManager --interactive --format --errorLevel -e --minimal -m --jsonUpgraded
    --removeRange --timeout --concurrency --cooldown --dep --enginesNode --greatest --newest --configFileName --cwd""".split()
)
"""Options of the npm package that is called ncu too, as far as the profiler has none of that spelling."""


def lower(text: str) -> str:
    """A text in lower case in which every character keeps its place.

    >>> len(lower("İ NCU")), lower("NCU")
    (5, 'ncu')
    """
    changed = text.lower()
    return changed if len(changed) == len(text) else "".join(c.lower() if c.isascii() else c for c in text)


def base(text: str) -> str:
    """File name of a program in lower case, without path and without ``.exe``.

    >>> base("C:/Program Files/NVIDIA Corporation/Nsight Compute 2025.3.0/ncu.bat"), base("./ncu")
    ('ncu', 'ncu')
    """
    name = text.strip("\"'&").replace("\\", "/").rsplit("/", 1)[-1].lower()
    for ending in (".exe", ".bat", ".cmd"):
        name = name.removesuffix(ending)
    return name


def tool_of(word: Word) -> str:
    """The tool that a word names, or empty; the name of an unset variable counts (``$NCU``, ``%NCU_PATH%``)."""
    if word.hole:
        return _variable_tool(word)
    return TOOLS.get(base(word.text), "") if word.text else ""


def _variable_tool(word: Word) -> str:
    """A tool by the name of the variable, or by what stands behind it: ``${CUDA_HOME}/bin/ncu``."""
    if word.text == HOLE:
        name = hole_name(word)
        if name:
            parts = name.lower().replace("-", "_").split("_")
            if not (set(parts) & (NOT_THE_TOOL | NOT_THE_TOOL_EITHER)):
                for tool in ("ncu", "nsys", "nvprof"):
                    if tool in parts:
                        return tool
                if "nsight" in parts and "compute" in parts:
                    return "ncu"
    return TOOLS.get(base(word.text.replace(HOLE, "")), "") if "/" in word.text or "\\" in word.text else ""


def hole_name(word: Word) -> str:
    """Name of the variable that leaves the last hole of a word, or empty."""
    return next((piece.name for piece in reversed(word.pieces) if piece.text == HOLE), "")


def find_tool(words: Sequence[Word]) -> int:
    """Index of the profiler in a simple command, or -1; what a wrapper runs counts, what another program is told does not.

    Linear in the number of words.
    """
    at = 0
    loose = False  # behind a container's command, whose subcommands and names are open
    positional = 0
    previous_option = False
    wrapped = False
    while at < len(words):
        word = words[at]
        if tool_of(word):
            return at
        name = base(word.text)
        if _assignment(word.text) and not loose:
            at += 1
            continue
        if name in PLAIN or name in CONTAINERS or name in ("docker", "!", "&"):
            if name == "command" and at + 1 < len(words) and words[at + 1].text in ("-v", "-V"):
                return -1
            wrapped, loose, positional, previous_option = True, loose or name in CONTAINERS, 0, False
        elif not wrapped and not (word.hole and at == 0):
            return -1
        elif word.text.startswith("-") or word.text in (":::", ":", "+"):
            previous_option = "=" not in word.text
            at += 1
            continue
        elif previous_option or word.hole or _harmless(word.text):
            previous_option = False
        elif loose and positional < 4 and name not in SHELLS and not name.startswith("python"):
            positional += 1
        else:
            return -1
        if word.hole:
            wrapped = True
        previous_option = False
        at += 1
    return -1


def _assignment(text: str) -> bool:
    name, equals, _ = text.partition("=")
    return bool(equals) and name.isidentifier()


def _harmless(text: str) -> bool:
    """Words that wrappers take without a dash: numbers, durations, NAME=value, subcommands of environment managers."""
    return (
        text.rstrip("smhdgGkKM").replace(".", "").replace(",", "").replace("-", "").isdigit()
        or _assignment(text)
        or text in ("run", "exec", "start", "launch", "shell", "record", "stat", "/C", "/c", "/wait", "/b", "--")
    )


def looks_like_name(text: str) -> bool:
    """Whether a text has the shape of a metric name: ``unit__counter`` and no sign of a path, a file or code.

    >>> looks_like_name("sm__cycles_active.avg"), looks_like_name("./sm__run"), looks_like_name("__shared__")
    (True, False, False)
    """
    body = text
    for prefix in ("breakdown:", "group:", "pmsampling:"):
        body = body.removeprefix(prefix)
    unit, found, rest = body.partition("__")
    if not found or not unit or not rest:
        return False
    *groups, unit = unit.split(".")
    if not unit or not unit[0].isalpha() or len(unit) > 24 or not all(group.isalnum() for group in groups):
        return False
    if not unit.replace("_", "").replace(HOLE, "").isalnum() or not unit.isascii() or rest.endswith("__"):
        return False
    if "." in rest and rest.rsplit(".", 1)[-1].lower() in FILE_ENDINGS:
        return False
    return all(c.isascii() and (c.isalnum() or c in "_.") for c in rest.replace(HOLE, ""))


FILE_ENDINGS = frozenset(
    """csv txt log json yaml yml md rst py sh cu cuh cpp cc c h hpp cxx o a so exe bin out ptx sass cubin ncu-rep nsys-rep
    png svg pdf html toml ini cfg sqlite db gz zip tar rs go js ts ipynb bat ps1 dll lib""".split()
)
"""Endings that show that a word is the name of a file."""
