"""What is wrong with a metric name at its place: one verdict a name, the most specific rule first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from metricparse.catalog.availability import Availability
from metricparse.catalog.chips import Target
from metricparse.catalog.store import Entry, KnowledgeBase
from metricparse.explain.compose import text_of
from metricparse.explain.metric import chips_in_words, expansion
from metricparse.explain.suffixes import legal_suffixes, suffixes_of, usual
from metricparse.lint.model import Objection
from metricparse.lint.phrases import Phrases, listed
from metricparse.lint.reading.names import Seen
from metricparse.lint.reading.page import Page
from metricparse.lint.reading.rejected import rejected
from metricparse.lint.reading.stated import Stated, document_releases, release_at, stated_at
from metricparse.lint.reading.where import where_is
from metricparse.lint.reading.words import words

Verdict = tuple[str, Objection]

SHOWN = 3
"""Suggestions that a finding lists."""
SAFE_EVIDENCE = "inputs"
"""A rename rests on equal raw inputs, not on its wording alone."""


@lru_cache(maxsize=2048)
def _suggested(kb: KnowledgeBase, text: str, targets: tuple[Target, ...]) -> tuple[str, ...]:
    from metricparse.explain.guesses import suggest

    _, rest = kb.prefix(text)
    invented = kb.get("invented", _cut(rest)[0].casefold())
    meant = [str(name) for name in invented["now"]] if invented else []
    near = [str(row["name"]) for row in suggest(kb, text, "en", targets)] if len(meant) < SHOWN else []
    return tuple(name for name in dict.fromkeys([*meant, *near]) if " " not in name)


@cache
def _parts(kb: KnowledgeBase) -> frozenset[str]:
    """Everything that stands between underscores in listed names."""
    return frozenset(part for name in kb.names for part in name.split("_"))


def unit_words(kb: KnowledgeBase) -> frozenset[str]:
    """Everything that stands before ``__`` in listed names."""
    return _units(kb)


@cache
def _units(kb: KnowledgeBase) -> frozenset[str]:
    return frozenset(name.partition("__")[0] for name in kb.names if "__" in name)


@cache
def _folded(kb: KnowledgeBase) -> dict[str, str]:
    return {name.casefold(): name for name in kb.names}


@cache
def _undomained(kb: KnowledgeBase) -> frozenset[str]:
    """Names that lists hold only with a domain in front (``CTC.TriageCompute.ctc__throughput``), without it."""
    return frozenset(name.rpartition(".")[2] for name in kb.names if "Triage" in name)


class Namer:
    """Judges the names of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.kb = page.kb
        self.lang = page.lang
        self.say = Phrases(page.kb, page.lang)

    # --- entry ----------------------------------------------------------------------------------------------------

    def verdict(self, seen: Seen) -> Verdict | None:
        """The finding about a name, or None."""
        found = self._judge(seen)
        if found is None:
            return None
        if self._right_name_beside(seen, found[1]):
            return None
        if rejected(self.page, seen.region, seen.at, seen.at + (seen.end - seen.start)):
            return None
        return found

    def _right_name_beside(self, seen: Seen, found: Objection) -> bool:
        """Whether the sentence gives the right name too: it explains the difference."""
        right = found.replacement
        region = self.page.region(seen.region)
        if not right or seen.where not in ("prose", "code") or "__" not in right:
            return False
        sentence = self.page.sentence_at(seen.region, seen.at)
        words = region.text[sentence.start : sentence.end]
        if region.cell is not None:
            words = " ".join(other.text for other in self.page.document.row(region))
        at = words.find(right)
        return at >= 0 and words[at + len(right) : at + len(right) + 1] not in (".", "_") and right != seen.text

    def _judge(self, seen: Seen) -> Verdict | None:
        kb = self.kb
        if seen.where in ("metrics", "import") and "regex:" not in seen.prefix and _placeholder(kb, seen.text):
            return None
        if seen.padded and seen.where == "metrics":
            return self._padded(seen)
        if seen.prefix:
            return self._prefixed(seen)
        if seen.where == "metrics" and "*" in seen.text and "__" in seen.text:
            return self._glob(seen)
        if seen.pattern or any(mark in seen.text for mark in "*{}<>[]…"):
            return self._family(seen)
        base, suffix = kb.split(seen.text)
        if not base and kb.record(seen.text) is not None:
            base, suffix = seen.text, ""
        if not base:
            return self._unknown(seen)
        record = kb.record(base)
        assert record is not None
        if seen.where == "query":
            return None
        return (
            self._suffix(seen, base, suffix, record)
            or self._chip(seen, base, suffix, record)
            or self._collection(seen, base, suffix, record)
        )

    # --- pieces of messages ---------------------------------------------------------------------------------------

    def request(self, key: str, seen: Seen) -> str:
        """What ncu does with a request of some kind; empty where nobody requests it."""
        if seen.where not in ("metrics", "import", "list"):
            return ""
        return text_of(self.kb.get("request", key), "text", self.lang)

    def names(self, names: Iterable[str]) -> str:
        """Names for a message, or words that none is known."""
        shown = list(dict.fromkeys(names))[:SHOWN]
        return listed([f"`{name}`" for name in shown], self.lang) if shown else self.say("none-known")

    def suggestions(self, text: str) -> list[str]:
        """The nearest real names, those of the stated chip alone if the linter was given one."""
        return list(_suggested(self.kb, text, self.page.setting.targets))

    # --- requests -------------------------------------------------------------------------------------------------

    def _padded(self, seen: Seen) -> Verdict:
        text = self.page.document.text
        first = seen.start
        while first and text[first - 1] in " \t":
            first -= 1
        clean = first != seen.start and text[first - 1] in ",\"'"
        slots = {
            "request": seen.prefix + seen.text,
            "request_text": self.request("empty-row", seen),
            "suggestion": f"`{seen.prefix}{seen.text}`",
        }
        return "N013", objection(
            seen,
            slots,
            "blank-in-list",
            "" if clean else None,
            safe=True,
            replaces=(first, seen.start) if clean else None,
        )

    def _glob(self, seen: Seen) -> Verdict:
        regex = "regex:" + seen.text.replace(".", "\\.").replace("*", ".*") if "*" in seen.text else seen.text
        slots = {
            "request": seen.text,
            "request_text": self.request("ends-the-run", seen),
            "suggestion": f"`{regex.removesuffix('.*')}`",
        }
        return "N013", objection(seen, slots, "glob")

    def _prefixed(self, seen: Seen) -> Verdict | None:
        kb, whole = self.kb, seen.prefix + seen.text
        if "regex:" in seen.prefix:
            if seen.where == "query" or regex_matches(kb, seen.text):
                return None
            slots = {
                "request": whole,
                "request_text": self.request("ends-the-run", seen),
                "suggestion": self._regex_like(seen.text),
            }
            return "N007", objection(seen, slots, "regex-matches-nothing")
        if seen.prefix == "group:":
            plain = kb.record(seen.text)
            if kb.record(whole) is not None or (plain is not None and plain["kind"] == "group"):
                return None
            groups = [name for name in kb.names if name.startswith("group:")]
            from metricparse.names.suggest import closest

            slots = {
                "request": whole,
                "request_text": self.request("collects-nothing", seen),
                "suggestion": self.names(closest(whole, groups, SHOWN, 0.3)),
            }
            return "N013", objection(seen, slots, "unknown-group")
        base, suffix = kb.split(seen.text)
        if not base:
            return self._unknown(seen)
        record = kb.record(base)
        assert record is not None
        if seen.prefix.endswith("breakdown:"):
            return self._breakdown(seen, whole, base, suffix, record)
        if seen.prefix.endswith("pmsampling:"):
            return self._sampled(seen, whole, base, suffix, record)
        return None

    def _regex_like(self, expression: str) -> str:
        bare = expression.strip("^$()").replace("\\.", ".").replace(".*", "*")
        if bare in self.kb.names:
            return f"`regex:^{bare}\\.`"
        return self.names("regex:" + name for name in self.suggestions(bare.strip("*."))[:1])

    def _breakdown(self, seen: Seen, whole: str, base: str, suffix: str, record: Entry) -> Verdict | None:
        kind = text_of(self.kb.get("kind", record["kind"]), "name", self.lang) or record["kind"]
        unit = base.partition("__")[0]
        near = f"{unit}__throughput" if self.kb.record(f"{unit}__throughput") else "gpu__compute_memory_throughput"
        if record["type"] != "throughput":
            slots = {
                "request": whole,
                "kind": kind,
                "request_text": self.request("crashes", seen),
                "suggestion": f"`breakdown:{near}{usual({'kind': 'throughput'})}`",
            }
            return "N007", objection(seen, slots, "breakdown-not-throughput")
        if not suffix:
            full = f"breakdown:{base}{usual(record)}"
            slots = {
                "request": whole,
                "request_text": self.request("collects-nothing", seen),
                "suggestion": f"`{full}`",
            }
            return "N007", objection(seen, slots, "breakdown-without-suffix", full)
        rollup = suffix.removeprefix(".") in self.kb.meta["rollups"]
        if not rollup and suffix not in legal_suffixes(self.kb, record):
            return self._illegal(seen, base, suffix, record)
        return self._chip(seen, base, suffix, record)

    def _sampled(self, seen: Seen, whole: str, base: str, suffix: str, record: Entry) -> Verdict | None:
        if (
            suffix
            and record["kind"] in ("counter", "ratio", "throughput")
            and suffix not in legal_suffixes(self.kb, record)
        ):
            return self._illegal(seen, base, suffix, record)
        where = where_is(self.kb, base)
        stated = self.stated(seen)
        chips = [chip for chip in stated.chips if chip in where.listed_chips] or list(where.listed_chips)
        if any("pmsampling" in where.listed.get(chip, ()) for chip in chips):
            return None
        offered = sorted({name for chip in chips for name in where.listed.get(chip, ())})
        slots = {
            "name": whole,
            "collection": self._collections(offered) if offered else self.say("no-collection"),
            "asked": self.say("asked-sampling"),
            "request_text": self.request("collects-nothing", seen),
            "suggestion": f"`{base}{suffix}`",
        }
        return "N008", objection(seen, slots, "not-sampled")

    def _collections(self, keys: Iterable[str]) -> str:
        return listed([self.say(f"collection-{key}") for key in keys], self.lang)

    # --- suffixes -------------------------------------------------------------------------------------------------

    def _suffix(self, seen: Seen, base: str, suffix: str, record: Entry) -> Verdict | None:
        suffixed = record["kind"] in ("counter", "ratio", "throughput")
        if not suffix:
            if seen.where != "metrics" or not suffixed:
                return None
            return self._bare(seen, base, record)
        if suffix in legal_suffixes(self.kb, record):
            return None
        return self._illegal(seen, base, suffix, record)

    def _bare(self, seen: Seen, base: str, record: Entry) -> Verdict:
        if record["kind"] == "throughput":
            forms = [f"{base}.avg.pct_of_peak_sustained_{window}" for window in ("elapsed", "active")]
            slots = {
                "name": seen.text,
                "request_text": self.request("ends-the-run", seen),
                "suggestion": self.names(forms),
                "expansion": "",
            }
            return "N002", objection(seen, slots, "", forms[0])
        full = expansion(record, base)
        slots = {
            "name": seen.text,
            "request_text": "",
            "suggestion": self.names(full),
            "expansion": listed([f"`{name}`" for name in full], self.lang),
        }
        return "N002", objection(seen, slots, "bare-expands")

    def _illegal(self, seen: Seen, base: str, suffix: str, record: Entry) -> Verdict | None:
        if seen.where not in ("metrics", "import") and not plausible_suffix(self.kb, suffix):
            return None
        from metricparse.explain.instead import suggestions

        rows = suggestions(self.kb, record, base, suffix, "illegal-suffix", (), self.lang)
        legal = legal_suffixes(self.kb, record)
        shown = [f"`{one}`" for one in legal[:4]] or [self.say("no-suffix")]
        alone = not legal
        nearest = [row for row in rows if row["distance"] <= 2]
        single = alone or (
            len(nearest) == 1 and suffix.replace("_", ".") == nearest[0]["name"][len(base) :].replace("_", ".")
        )
        slots = {
            "name": seen.prefix + seen.text,
            "base": base,
            "kind": text_of(self.kb.get("kind", record["kind"]), "name", self.lang) or record["kind"],
            "suffix": suffix,
            "request_text": self.request("empty-row", seen),
            "suggestion": self.names(row["name"] for row in rows),
            "legal": listed(shown, self.lang) + ("…" if len(legal) > len(shown) else ""),
        }
        replacement = seen.prefix + rows[0]["name"] if rows else None
        return "N003", objection(seen, slots, "", replacement, safe=single)

    # --- chips ----------------------------------------------------------------------------------------------------

    def stated(self, seen: Seen) -> Stated:
        """The chips that the place of a name speaks of."""
        command = seen.command
        if command is not None and (chips := command.value("--chips")):
            from metricparse.lint.reading.chips import chips_in

            found = tuple(chips_in(self.kb, chips))
            return Stated(found, frozenset().union(*(one.chips for one in found)), chips)
        return stated_at(self.page, seen.region, seen.at)

    def _chip(self, seen: Seen, base: str, suffix: str, record: Entry) -> Verdict | None:
        where = where_is(self.kb, base)
        if record.get("outside") or where.elsewhere == "unknown":
            return None
        if all(where.on(chip) == "yes" for chip in where.listed_chips):
            return None
        if self._conditional(seen):
            return None  # the name may be meant for another machine than the one that the text speaks of
        stated = self.stated(seen)
        if not stated.chips:
            return None
        release = release_at(self.page, seen.region, seen.at)
        if release is not None and release not in self.kb.meta["releases"]:
            return None
        states = {where.on(chip, release) for chip in stated.chips}
        if states != {"no"}:
            return None
        return self._renamed(seen, base, suffix, where, stated, release) or self._absent(
            seen, base, suffix, where, stated
        )

    def _conditional(self, seen: Seen) -> bool:
        """Whether a script asks for the name only under a condition."""
        if seen.command is None or seen.command.source == "prose":
            return False
        words = self.page.region(seen.region).text[: seen.at].replace(";", " ").split()
        opened = sum(word in ("if", "case") for word in words) - sum(word in ("fi", "esac") for word in words)
        unsure = not seen.command.sure and not seen.command.holes and all(one.name for one in seen.command.options)
        return unsure or (seen.command.source in ("shell", "makefile") and opened > 0)

    def _renamed(
        self, seen: Seen, base: str, suffix: str, where: Availability, stated: Stated, release: str | None
    ) -> Verdict | None:
        """The same chip had the name in an older release."""
        had = {chip: where.library.get(chip, ()) for chip in stated.chips}
        had = {chip: releases for chip, releases in had.items() if releases}
        if not had:
            return None
        order: list[str] = self.kb.meta["releases"]
        if release is not None and not all(
            order.index(releases[0]) < order.index(release) for releases in had.values()
        ):
            return None
        classes = {self.kb.meta["class_of"][chip] for chip in stated.chips}
        rows = [row for row in self.kb.get("rename", base) or [] if "to" in row and classes <= set(row["classes"])]
        to = [row["to"] + suffix for row in rows]
        since = rows[0]["release"] if rows else self._dropped_in(had, order)
        key = "renamed-to" if rows else "dropped"
        what = self.say(key, name=f"`{to[0]}`" if to else "", release=self.release(since), chip=stated.words)
        slots = {
            "name": seen.prefix + seen.text,
            "what_happened": what,
            "request_text": self.request("empty-row" if suffix else "ends-the-run", seen),
            "suggestion": self.names(to) if to else self.say("none-known"),
        }
        safe = bool(rows) and SAFE_EVIDENCE in rows[0].get("evidence", "")
        return "N006", objection(seen, slots, "", seen.prefix + to[0] if to else None, safe=safe)

    def _dropped_in(self, had: dict[str, tuple[str, ...]], order: list[str]) -> str:
        last = max(order.index(releases[-1]) for releases in had.values())
        return order[min(last + 1, len(order) - 1)]

    def release(self, cuda: str) -> str:
        """A CUDA release with the release of the profiler that comes with it."""
        ncu = next((ncu for ncu, number in self.kb.meta["cuda_of"].items() if number == cuda), "")
        return f"CUDA {cuda} (ncu {ncu})" if ncu else f"CUDA {cuda}"

    def _absent(self, seen: Seen, base: str, suffix: str, where: Availability, stated: Stated) -> Verdict | None:
        from metricparse.explain.instead import suggestions

        elsewhere = [chip for chip in where.listed_chips if chip in where.listed] or where.chips
        if not elsewhere:
            return None
        chips = tuple(sorted(stated.chips))
        rows = suggestions(self.kb, self.kb.record(base) or {}, base, suffix, "not-on-chip", chips, self.lang)
        # rows further away are other counters, good to look at but no replacement
        near = [row["name"] for row in rows if not row["distance"]]
        slots = {
            "name": seen.prefix + seen.text,
            "chip": stated.words,
            "elsewhere": chips_in_words(elsewhere, self.kb.meta).replace(" ", ", "),
            "request_text": self.request("empty-row" if suffix else "ends-the-run", seen),
            "suggestion": self.names(near) if near else self.say("no-counterpart"),
        }
        return "N004", objection(seen, slots, "", seen.prefix + near[0] if near else None)

    # --- collections ----------------------------------------------------------------------------------------------

    def _collection(self, seen: Seen, base: str, suffix: str, record: Entry) -> Verdict | None:
        if seen.where != "metrics" or seen.command is None:
            return None
        from metricparse.explain.metric import collect, plain_request

        if record["kind"] not in ("counter", "ratio", "throughput"):
            if plain_request(self.kb, record) != "reported-only":
                return None
            section = self._section(base)
            if not section:
                return None
            slots = {
                "name": seen.text,
                "collection": f"`{section}`",
                "asked": self.say("asked-metric"),
                "request_text": self.request("reported-only", seen),
                "suggestion": f"`ncu --section {section} ./app`",
            }
            return "N008", objection(seen, slots, "computed-by-section")
        where = where_is(self.kb, base)
        stated = self.stated(seen)
        chips = [chip for chip in stated.chips if chip in where.listed] or list(where.listed)
        offered = {name for chip in chips for name in where.listed[chip]}
        if not offered or "profiling" in offered or seen.command.option("--export") is not None:
            return None
        slots = {
            "name": seen.text,
            "collection": self._collections(sorted(offered)),
            "asked": self.say("asked-row"),
            "request_text": self.request("other-collection", seen),
            "suggestion": f"`{collect(self.kb, record, '', base, suffix, 'known', 'other-collection')}`",
        }
        return "N008", objection(seen, slots)

    def _section(self, base: str) -> str:
        rows: Any = self.kb.get("labels", base) or []
        return next((str(row["section"]) for row in rows if self.kb.get("section", row["section"])), "")

    # --- unknown names --------------------------------------------------------------------------------------------

    def _unknown(self, seen: Seen) -> Verdict | None:
        kb = self.kb
        base, dot, suffix = _cut(seen.text)
        legacy = kb.get("legacy", seen.text) or (kb.get("legacy", base) if dot else None)
        if legacy is not None:
            return self._legacy(seen, legacy)
        if seen.where == "metrics":
            cased = _folded(kb).get(base.casefold())
            if cased is not None and cased != base:
                slots = {
                    "request": seen.prefix + seen.text,
                    "request_text": self.request("empty-row" if dot else "ends-the-run", seen),
                    "suggestion": f"`{seen.prefix}{cased}{dot}{suffix}`",
                }
                return "N013", objection(seen, slots, "wrong-case", f"{seen.prefix}{cased}{dot}{suffix}", safe=True)
        elif not self._meant_as_metric(seen, base, dot + suffix):
            return None
        if seen.where in ("prose", "code", "string") and base in _undomained(kb):
            return None  # a name of PM sampling without its domain in front
        if _has_capitals(base) and self._matches(_starred(base)):
            return None
        return self._no_list(seen, base, dot + suffix)

    def _no_list(self, seen: Seen, base: str, suffix: str) -> Verdict:
        near = self.suggestions(seen.prefix + seen.text)
        newer = self._newer_tool()
        request = "empty-row" if suffix else "ends-the-run"
        slots = {
            "name": seen.prefix + seen.text,
            "token": self._token(seen.text),
            "request_text": text_of(self.kb.get("request", request), "text", self.lang),
            "suggestion": self.names(near),
            "tool": newer,
            "newest": self._newest(),
        }
        return "N001", objection(seen, slots, "newer-tool" if newer else "", seen.prefix + near[0] if near else None)

    def _token(self, text: str) -> str:
        """Which part of a name no listed name has, if it is one part."""
        if "__" not in text:
            return ""
        known = _parts(self.kb)
        odd = [part for part in _cut(text)[0].replace("__", "_").split("_") if part and part not in known]
        return self.say("unknown-token", token=odd[0]) if len(odd) == 1 and len(odd[0]) < 60 else ""

    def _newest(self) -> str:
        known: dict[str, str] = self.kb.meta["cuda_of"]
        return "ncu " + max(known, key=_number)

    def _newer_tool(self) -> str:
        newest = max(_number(ncu) for ncu in self.kb.meta["cuda_of"])
        cuda = max(_number(number) for number in self.kb.meta["cuda_of"].values())
        for tool, number in document_releases(self.page):
            if _number(number) > (newest if tool == "ncu" else cuda):
                return ("Nsight Compute " if tool == "ncu" else "CUDA ") + number
        return ""

    def _meant_as_metric(self, seen: Seen, base: str, suffix: str) -> bool:
        """Whether a word that no list holds is written as the name of a metric, outside a request."""
        kb = self.kb
        unit = base.partition("__")[0]
        first = suffix[1:].partition(".")[0]
        if first.lower() in words(kb, "file-endings") or base.endswith("__") or "__" not in base[1:]:
            return False
        region = self.page.region(seen.region)
        if seen.where in ("prose", "code") and _in_path(region.text, seen.at, seen.end - seen.start):
            return False
        if suffix and plausible_suffix(kb, suffix):
            return True
        if suffix:
            return False
        if base.lower() != base and not _has_capitals(base):
            return False
        known = unit in unit_words(kb) or _near_unit(kb, unit)
        if not known:
            return False
        if kb.get("invented", base.casefold()) is not None:
            return True
        if seen.where == "list":
            return True
        from metricparse.names.suggest import ranked

        close = ranked(base, list(kb.names), list(kb.names.values()), 1, max(1, min(3, len(base) // 10)))
        if close:
            return True
        sentence = (
            self.page.text(seen.region, self.page.sentence_at(seen.region, seen.at)) if seen.where != "string" else ""
        )
        header = region.cell.header if region.cell is not None else ""
        if unit in unit_words(kb) and self.page.said(f"{sentence} {header}", "metric-words"):
            return len(base) > 12 or all(part in _parts(kb) for part in base.replace("__", "_").split("_"))
        return False

    def _legacy(self, seen: Seen, entry: Entry) -> Verdict | None:
        if entry["era"] != "nvprof":
            return self._first_scheme(seen, entry)
        if not seen.request:
            return None
        return self.nvprof(seen, entry)

    def nvprof(self, seen: Seen, entry: Entry) -> Verdict:
        """A name of nvprof where ncu is meant."""
        now = entry.get("now")
        difference = text_of(entry, "scale", self.lang) or text_of(entry, "why", self.lang)
        suggestion = f"`{now}`" if now else f"`{entry['formula']}`" if entry.get("formula") else self.say("none-known")
        slots = {
            "name": seen.text,
            "request_text": self.request("ends-the-run", seen),
            "suggestion": suggestion,
            "difference": _sentence(difference, self.lang),
        }
        return "N005", objection(seen, slots, "", now)

    def _first_scheme(self, seen: Seen, entry: Entry) -> Verdict | None:
        """The naming scheme of the first releases of Nsight Compute."""
        command = seen.command
        if command is not None and "nv-nsight-cu" in command.word.text:
            return None
        if any(tool == "ncu" and _number(number) < (2020, 0) for tool, number in document_releases(self.page)):
            return None
        now = entry.get("now")
        slots = {
            "name": seen.text,
            "what_happened": self.say("first-scheme", era=entry["era"].removeprefix("ncu ")),
            "request_text": self.request("ends-the-run" if "." not in seen.text else "empty-row", seen),
            "suggestion": f"`{now}`" if now else self.say("none-known"),
        }
        return "N006", objection(seen, slots, "", now)

    # --- families -------------------------------------------------------------------------------------------------

    def _matches(self, pattern: str) -> bool:
        return family_matches(self.kb, pattern)

    def _family(self, seen: Seen) -> Verdict | None:
        text = seen.text.replace("...", "*").replace("…", "*")
        unit = text.partition("__")[0]
        if any(mark in unit for mark in "*{}<>|[]") or "$" in text or "%" in text or text.strip("*") == "":
            return None
        if unit not in unit_words(self.kb) or "[" in text or "(" in text:
            return None
        bare = text.partition("__")[2]
        if not any(letter.isalpha() for letter in bare.replace("*", "")) and "*" in bare:
            return None
        if _has_capitals(text.partition("__")[2]):
            text = _starred(text)
        if self._matches(text):
            return None
        near = self.suggestions(text.strip("*").replace("*", "_").rstrip("_"))
        slots = {
            "name": seen.text,
            "suggestion": self.names(near),
            "request_text": "",
            "token": "",
            "tool": "",
            "newest": "",
        }
        return "N001", objection(seen, slots, "empty-family")


# --- helpers --------------------------------------------------------------------------------------------------------


def objection(
    seen: Seen,
    slots: dict[str, str],
    variant: str = "",
    replacement: str | None = None,
    *,
    safe: bool = False,
    replaces: tuple[int, int] | None = None,
) -> Objection:
    """An objection to a name at its place; a replacement only where the name stands there as written."""
    start, end = seen.start, seen.end
    if replaces is None and end - start != len(seen.prefix) + len(seen.text):
        replacement = None
    return Objection(start, end, tuple(slots.items()), variant, replacement=replacement, safe=safe, replaces=replaces)


def plausible_suffix(kb: KnowledgeBase, suffix: str) -> bool:
    """Whether a suffix reads like one of a metric, right or wrong: its parts are, or nearly are, words of suffixes."""
    parts = suffix.strip(".").split(".")
    if not parts or parts[0].lower() in words(kb, "file-endings"):
        return False
    parts_of_suffixes = [*kb.meta["rollups"], *(one for one in kb.meta["submetrics"] if one)]
    if any(part in parts_of_suffixes for part in parts):
        return True
    from metricparse.names.suggest import ranked

    return any(
        part.startswith(("pct_", "per_", "avg_", "sum_", "max_", "min_", "peak_"))
        or (len(part) > 4 and bool(ranked(part, parts_of_suffixes, [1.0] * len(parts_of_suffixes), 1, 2)))
        for part in parts
    )


@cache
def family_matches(kb: KnowledgeBase, pattern: str) -> bool:
    """Whether a shorthand for several names (``*``, braces, angles) stands for one listed name at least."""
    from metricparse.explain.families import angles_as_stars, expand_braces, matches

    text = angles_as_stars(pattern)
    forms = expand_braces(text)
    if forms is None:
        return True
    # a shorthand that leaves off the end of a name is common: lts__t_sectors_op_ stands for its continuations
    return bool(matches(kb, forms)) or any(form.endswith(("_", ".")) and matches(kb, [form + "*"]) for form in forms)


@cache
def regex_matches(kb: KnowledgeBase, expression: str) -> bool:
    """Whether a regular expression matches a full name, as ncu holds it; one that cannot be read counts as matching."""
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        found = re2.compile(f"(?m:{expression})", options)
    except re2.error:
        return True
    return found.search(_full_names(kb)) is not None


@cache
def _full_names(kb: KnowledgeBase) -> str:
    """Every full name, one a line."""
    kinds: dict[str, str] = kb.get("meta", "kinds")
    lines: list[str] = []
    for name in kb.names:
        lines += [name + suffix for suffix in suffixes_of(kb, kinds.get(name, "")) or ("",)]
    return "\n".join(lines)


def _placeholder(kb: KnowledgeBase, text: str) -> bool:
    bare = text.strip("<>[]{}\"'")
    return (
        bare.lower() in words(kb, "placeholders")
        or bare != text
        or any(mark in text for mark in "$<>…@%=/\\")
        or text.startswith("-")
        or text.endswith("...")
        or (bare.lower() != bare and "__" not in bare)
        or not text.isascii()
        or len(text) < 2
        or not text[0].isalpha()
        or any(mark in text for mark in "()'\"")
    )


def _cut(text: str) -> tuple[str, str, str]:
    start = text.find("__")
    at = text.find(".", max(start, 0))
    return (text, "", "") if at < 0 else (text[:at], ".", text[at + 1 :])


def _has_capitals(text: str) -> bool:
    return any(part.isupper() and part.isalpha() for part in text.split("_")[1:])


def _starred(text: str) -> str:
    """``…_stalled_XXX_per_…`` → ``…_stalled_*_per_…``."""
    return "_".join("*" if part.isupper() and part.isalpha() else part for part in text.split("_"))


def _near_unit(kb: KnowledgeBase, unit: str) -> bool:
    from metricparse.names.suggest import ranked

    units = [one for one in unit_words(kb) if "." not in one and len(one) > 2]
    return len(unit) > 2 and unit.islower() and bool(ranked(unit, units, [1.0] * len(units), 1, 1))


def _in_path(text: str, at: int, length: int) -> bool:
    before = text[at - 1 : at]
    after = text[at + length : at + length + 1]
    return (before in ("/", "\\") and at > 1 and (text[at - 2].isalnum() or text[at - 2] in "._~")) or after == "\\"


def _number(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def _sentence(text: str, lang: str) -> str:
    if not text:
        return ""
    end = "。" if lang == "zh" else "."
    text = text[0].upper() + text[1:]
    return text if text.endswith((".", "。")) else text + end
