"""P004: a build with device debugging that is profiled for performance."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metricparse.lint.model import Objection
from metricparse.lint.reading import cues
from metricparse.lint.reading.page import RUNNING, Page
from metricparse.lint.reading.rejected import rejected
from metricparse.lint.reading.sentences import clause
from metricparse.text.commands.tools import base

_FLAG = re.compile(r"(?a)(?<![\w-])(?:-G|--device-debug)(?![\w-])")
_WITHOUT = re.compile(r"(?i)(?:without|no|not|drop|remove|去掉|不带|不加|不用|没有|关掉|而不是)[ `*]{0,4}$")
_ELSE = re.compile(r"otherwise|[,;] ?or(?![a-z])|否则|不然|要不")
_OUTPUT = re.compile(r"(?a)(?<![\w-])(?:-o|--output-file)[ =]([\w./-]+)")
_OTHER = (
    "cuda-gdb",
    "compute-sanitizer",
    "cuda-memcheck",
    "grep",
    "ninja",
    "-g ninja",
    "unix makefiles",
    "generator",
    "visual studio",
    "xcode",
)
_PROFILING = (
    "ncu",
    "nsight compute",
    "profile",
    "profiling",
    "性能分析",
    "采集",
    "采一遍",
    "采一次",
    "重新采",
    "source page",
)
_REGRETS = (
    "stopped", "useless", "worthless", "discard", "thrown away", "threw away", "void", "meaningless", "misleading",
    "not representative", "rebuilt without", "rebuild without", "without it", "do not trust", "don't trust",
    "by accident", "accidentally", "dropped the", "no wonder", "that is why", "that's why", "难怪", "怪不得", "作废", "去掉",
    "重采", "没用", "不可信", "失真", "误导", "别信", "不作数", "不算数", "忘了", "误开", "不小心", "没有参考",
)  # fmt: skip
"""Words by which a text says that such a build was a mistake, in its sentence or the next."""
_OPTIMIZED = ("--dopt=on", "-dopt=on", "--dopt on", "-dopt on")


def check(page: Page) -> Iterator[Objection]:
    """Builds in code whose program a command profiles, and advice in running text."""
    for index in page.holding("debug build"):
        region = page.region(index)
        if region.kind == "code" and region.parent < 0:
            yield from _in_code(page, index)
        elif region.kind in RUNNING and region.kind != "comment":
            yield from _in_text(page, index)


def _in_code(page: Page, index: int) -> Iterator[Objection]:
    region = page.region(index)
    if "-G" not in region.text and "--device-debug" not in region.text:
        return
    profiled = {
        base(one.program.text)
        for other, one in page.commands
        if page.region(other).context.section == region.context.section
        and one.tool == "ncu"
        and one.program is not None
        and one.mode == "profile"
    }
    if not profiled:
        return
    at = 0
    for line in _logical_lines(region.text):
        for match in _FLAG.finditer(line):
            lowered = line.lower()
            if not _is_compiler_line(line, region.text) or any(word in lowered for word in (*_OTHER, *_OPTIMIZED)):
                continue
            if line.lstrip().startswith("#") or line[: match.start()].rstrip().endswith(("#", "echo")):
                continue
            output = _OUTPUT.search(line.replace("$@", _target(region.text, at)))
            if (
                output is not None
                and base(output.group(1)) not in profiled
                and not line.lstrip().startswith(("NVCC", "CUDA"))
            ):
                continue
            if _only_elsewhere(region.text, line, profiled):
                continue
            if rejected(page, index, at + match.start(), at + match.end()):
                continue
            yield _objection(page, index, at + match.start(), at + match.end())
        at += len(line) + 1


def _only_elsewhere(text: str, line: str, profiled: set[str]) -> bool:
    """Whether a variable of flags goes only into programs that no command profiles."""
    name = line.partition("=")[0].strip(" :+?").removeprefix("export ").strip()
    if "=" not in line or not name.isidentifier() or "nvcc" in line.lower().partition("=")[2]:
        return False
    outputs: set[str] = set()
    at = 0
    for other in text.split("\n"):
        if "nvcc" in other.lower() and any(use in other for use in (f"$({name})", f"${{{name}}}", f"${name}")):
            output = _OUTPUT.search(other.replace("$@", _target(text, at)))
            outputs.add(base(output.group(1)) if output else "")
        at += len(other) + 1
    return bool(outputs) and "" not in outputs and not outputs & profiled


def _target(text: str, at: int) -> str:
    """The target of the rule of a makefile in whose recipe a line stands."""
    for line in reversed(text[:at].split("\n")):
        if line and not line[0].isspace() and ":" in line and "=" not in line:
            return line.partition(":")[0].strip() or "$@"
    return "$@"


def _logical_lines(text: str) -> list[str]:
    return text.split("\n")


def _is_compiler_line(line: str, text: str) -> bool:
    """A call of nvcc, or a variable of flags for it."""
    lowered = line.lower()
    if "nvcc" in lowered or "cuda_flags" in lowered or "cudaflags" in lowered or "-xcuda" in lowered:
        return True
    name = line.partition("=")[0].strip(" :+?").removeprefix("export ").strip()
    if "=" not in line or not name.isidentifier():
        return False
    uses = (f"$({name})", f"${{{name}}}", f"${name}")
    return any("nvcc" in other.lower() and any(use in other for use in uses) for other in text.split("\n"))


def _in_text(page: Page, index: int) -> Iterator[Objection]:
    region = page.region(index)
    for match in _FLAG.finditer(region.text):
        sentence = page.sentence_at(index, match.start())
        words = page.text(index, sentence)
        lowered = cues.plain(words)
        near = clause(region.text, sentence, match.start(), match.end())
        if any(word in lowered for word in (*_OTHER, *_OPTIMIZED)):
            continue
        profiles = any(word in cues.plain(region.text) for word in _PROFILING) or any(
            one.tool == "ncu" and page.region(other).context.section == region.context.section
            for other, one in page.commands
        )
        if not profiles:
            continue
        if (
            cues.asked(page.kb, words)
            or page.corrected(index, sentence)
            or page.said(words, "names-rejected", "rejected-near")
        ):
            continue
        if any(word in f"{lowered} {cues.plain(page.text_after(index, sentence))[:60]}" for word in _REGRETS):
            continue
        if _WITHOUT.search(region.text, max(match.start() - 20, sentence.start), match.start()):
            continue
        behind = cues.plain(region.text[near.start : sentence.end])
        behind = _ELSE.split(behind)[0]
        if page.said(behind, "denies"):
            continue
        if not any(
            word in lowered
            for word in (
                "compile",
                "build",
                "built",
                "nvcc",
                "flag",
                "cuda_flags",
                "编译",
                "构建",
                "选项",
                "加上",
                "版本",
            )
        ):
            continue
        yield _objection(page, index, match.start(), match.end())


def _objection(page: Page, index: int, first: int, last: int) -> Objection:
    start, end = page.region(index).range(first, last)
    return Objection(start, end, (("flag", page.region(index).text[first:last]),))
