"""The code of the measured kernels, cut out of the programs that ran them."""

from __future__ import annotations

from pathlib import Path

CUDA = "workloads.cu"
PYTHON = "torch_workloads.py"


def programs(folder: Path) -> dict[str, str]:
    """Name of a kernel, or of a step of the Python program, → its code."""
    found: dict[str, str] = {}
    for block in (folder / CUDA).read_text(encoding="utf-8").split("\n\n"):
        head, _, _ = block.partition("(")
        words = head.split()
        if words[:2] == ["__global__", "void"]:
            found[words[2]] = block.strip()
    setup: list[str] = []
    for line in (folder / PYTHON).read_text(encoding="utf-8").splitlines():
        if " = torch.randn" in line or " = torch.randint" in line:
            setup.append(line)
        step, mark, call = line.strip().partition("  # ")
        if mark and step.startswith("lambda: "):
            step = step.removeprefix("lambda: ").removesuffix(",")
            found[call] = "\n".join([*(s for s in setup if _uses(step, s.partition(" ")[0])), step])
    return found


def _uses(step: str, name: str) -> bool:
    """Whether a line of Python has a name as a word."""
    word = ""
    for character in step + " ":
        if character.isidentifier() or (word and character.isalnum()):
            word += character
            continue
        if word == name:
            return True
        word = ""
    return False
