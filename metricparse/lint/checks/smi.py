"""C007: the utilization that nvidia-smi prints, read as something else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metricparse.lint.model import Objection
from metricparse.lint.phrases import listed
from metricparse.lint.reading import cues
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.sentences import Sentence, clause
from metricparse.lint.reading.words import holds, reading

_NAME = re.compile(
    r"GPU-Util|GPU Util|utilization\.gpu|utilization\.memory|Volatile GPU-Util|(?i:gpu[ -]utili[sz]ation)"
    r"|GPU ?利用率|GPU ?使用率|gpu_util(?:ization)?"
)
_PLAIN = ("gpu utili", "gpu-utili", "gpu利用率", "gpu 利用率", "gpu使用率", "gpu 使用率", "gpu_util")
"""Names that another tool can print too: nvidia-smi has to be named."""
_THUS = re.compile(r"(?i)(?<![a-z])(?:thus|therefore|hence|accordingly)(?![a-z])|因此|所以|于是|也就是|可见")
_TURN = re.compile(r"(?i)(?<![a-z])(?:whereas|while|however|yet)(?![a-z])|而(?!且|言)|然而|却")
"""What sets another number against this one."""
_WORD = re.compile(r"\w")
READINGS = ("smi-bandwidth", "smi-flops", "smi-sms")


def check(page: Page) -> Iterator[Objection]:
    """Sentences that take the share of time for a share of a resource."""
    if _NAME.search(page.document.text) is None:
        return
    for index in page.running_with("utilization"):
        text = page.region(index).text
        for sentence in page.sentences(index):
            words = text[sentence.start : sentence.end]
            match = _NAME.search(words)
            if match is None or (match.group().lower().startswith(_PLAIN) and not _names_smi(page, index, words)):
                continue
            if (
                cues.asked(page.kb, words)
                or page.corrected(index, sentence)
                or (page.said(words, "supposes") and not holds(page.kb, words, "so-words"))
            ):
                continue
            if page.said(words[: match.start()], "denies") or page.said(
                page.text_after(index, sentence)[:60], "mixed-up"
            ):
                continue
            key = _reading(page, index, sentence, sentence.start + match.end())
            if key is None:
                continue
            entry = reading(page.kb, key)
            start, end = page.region(index).range(sentence.start + match.start(), sentence.start + match.end())
            metrics = listed([f"`{name}`" for name in entry["metrics"]], page.lang)
            yield Objection(
                start, end, (("name", match.group()), ("reading", entry["name"][page.lang]), ("instead", metrics))
            )


def _names_smi(page: Page, index: int, words: str) -> bool:
    return "nvidia-smi" in words or "nvidia-smi" in page.region(index).text


def _reading(page: Page, index: int, sentence: Sentence, at: int) -> str | None:
    """What the text takes the number for: behind it in the sentence, in the conclusion that follows, or in the row."""
    region = page.region(index)
    parts = [(region.text, at, sentence.end)]
    following = page.next_sentence(index, sentence)
    if (
        following is not None
        and _WORD.match(region.text, following.start)
        and _concludes(page, region.text[following.start : following.end])
    ):
        parts.append((region.text, following.start, following.end))
    if region.cell is not None:
        parts += [
            (one.text, 0, len(one.text))
            for one in page.cells(index)
            if one.cell is not None and one.cell.column > region.cell.column
        ]
    for text, start, end in parts:
        for key in READINGS:
            found = holds(page.kb, text[start:end], key)
            if found is None:
                continue
            near = clause(text, Sentence(start, end), start + found.start(), start + found.end())
            if _TURN.search(text, start, start + found.start()):
                continue
            if not page.said(_without_gain(text[near.start : start + found.start()]), "denies"):
                return key
    return None


def _concludes(page: Page, words: str) -> bool:
    found = holds(page.kb, words[:16], "so-words")
    return (found is not None and found.start() == 0) or _THUS.search(words, 0, 60) is not None


def _without_gain(text: str) -> str:
    """A clause without "nothing left to gain", which denies nothing of what the number means."""
    text = cues.plain(text)
    for phrase in (
        "nothing left",
        "no headroom",
        "no room",
        "no optimization",
        "nothing more",
        "没有优化空间",
        "没有提升空间",
        "没有余地",
        "没有空间",
    ):
        text = text.replace(phrase, " ")
    return text
