"""C007: the utilization that nvidia-smi prints, read as something else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from metricparse.lint.model import Objection
from metricparse.lint.phrases import listed
from metricparse.lint.reading import cues
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.words import holds, reading

_NAME = re.compile(
    r"GPU-Util|GPU Util|utilization\.gpu|utilization\.memory|Volatile GPU-Util|(?i:gpu[ -]utili[sz]ation)|GPU ?利用率|GPU ?使用率|gpu_util(?:ization)?"
)
_PLAIN = ("gpu utili", "gpu-utili", "gpu利用率", "gpu 利用率", "gpu使用率", "gpu 使用率", "gpu_util")
"""Names that another tool can print too: nvidia-smi has to be named."""
READINGS = ("smi-bandwidth", "smi-flops", "smi-sms")


def check(page: Page) -> Iterator[Objection]:
    """Sentences that take the share of time for a share of a resource."""
    if _NAME.search(page.document.text) is None:
        return
    for index in page.running:
        text = page.region(index).text
        for sentence in page.sentences(index):
            words = text[sentence.start : sentence.end]
            match = _NAME.search(words)
            if match is None or (match.group().lower().startswith(_PLAIN) and not _names_smi(page, index, words)):
                continue
            if cues.asked(page.kb, words) or page.said(words, "corrects", "denies", "supposes"):
                if not _denied_gain(page, words):
                    continue
            behind = words[match.end() :]
            key = next((key for key in READINGS if holds(page.kb, behind, key)), None)
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


def _denied_gain(page: Page, words: str) -> bool:
    """ "Nothing left to gain" denies nothing of what the number means."""
    text = cues.plain(words)
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
    return not page.said(text, "corrects", "denies", "supposes") and not cues.asked(page.kb, words)
