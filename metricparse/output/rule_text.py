"""A rule's page in the terminal: what it objects to, why, wrong and right examples, how to suppress it."""

from __future__ import annotations

from typing import Any

from metricparse.output.terminal import Paint, headed, printable, wrap

WHY = {"en": "why", "zh": "原因"}
EXAMPLES = 3
"""Wrong examples shown, and as many right ones."""


def render(rule: dict[str, Any], words: dict[str, Any], lang: str, columns: int, paint: Paint) -> str:
    """The page.  ``words`` are the headings of kb/interface.yaml."""

    def heading(key: str) -> str:
        return str(words["headings"][key][lang])

    def named(key: str, text: str) -> list[str]:
        return headed(heading(key), text, columns, 14, paint)

    lines = [
        paint(f"{rule['id']} {rule['slug']}", "bold") + paint(f"   {rule['severity']} · {rule['status']}", "dim"),
        "",
        *wrap(rule["title"][lang], columns, "  "),
        "",
        *named("says", rule["message"][lang]),
        *named("advice", rule["advice"][lang]),
        *named("why", rule["why"][lang]),
    ]
    for key, wrong in (("wrong", True), ("right", False)):
        chosen = [e for e in rule["examples"] if e["lang"] == lang and bool(e["bad"]) == wrong]
        lines += ["", "  " + paint(heading(key), "bold")]
        for example in sorted(chosen, key=lambda e: len(e["text"]))[:EXAMPLES]:
            lines += [f"    {printable(line)}" for line in example["text"].rstrip("\n").split("\n")]
            lines.append("")
    why = WHY[lang]
    lines += [
        "  " + paint(heading("suppress"), "bold"),
        f"    <!-- metricparse: ignore {rule['id']} -- {why} -->",
        f"    # metricparse: ignore {rule['id']} until 2030-12-31 -- {why}",
        f"    <!-- metricparse: ignore-file {rule['slug']} -- {why} -->",
    ]
    return "\n".join(lines) + "\n"
