"""The ``metric`` command: arguments in, exit status out.  Each command's work is in a module of its own, loaded when needed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from metricparse import __version__
from metricparse.errors import UsageError

EPILOG = """exit status: 0 answered; 1 something is wrong with what was asked about; 2 wrong use"""


def version_text() -> str:
    """Own version, and the newest tool releases the data hold."""
    from metricparse.catalog.store import default

    meta = default().meta
    newest = meta["releases"][-1]
    ncu = max((t.removeprefix("ncu") for t in meta["twins"]), key=lambda v: tuple(map(int, v.split("."))))
    return (
        f"metricparse {__version__} (names listed by Nsight Compute {meta['lists_release']};"
        f" metric library up to CUDA {newest}, ncu-report {ncu})"
    )


class _Version(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str, **_: object) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show versions and the newest tool releases the data hold")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(version_text())
        parser.exit(0)


def common() -> argparse.ArgumentParser:
    """Options that every command takes."""
    parent = argparse.ArgumentParser(add_help=False)
    parent.add_argument(
        "--chip",
        action="append",
        default=[],
        metavar="CHIP",
        help="chip (gh100), compute capability (sm_90) or product (h100-pcie); may be given several times",
    )
    parent.add_argument("--release", metavar="RELEASE", help="tool release, of ncu (2025.3) or CUDA (13.0)")
    parent.add_argument("--lang", choices=["en", "zh"], help="language (default: the locale)")
    parent.add_argument("--format", choices=["text", "json"], default="text", help="output format (default: text)")
    parent.add_argument("--no-color", action="store_true", help="never colour the output")
    return parent


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="metric", description="What the metric names of NVIDIA Nsight Compute mean.", epilog=EPILOG
    )
    top.add_argument("--version", action=_Version)
    commands = top.add_subparsers(prog="metric", dest="command", metavar="COMMAND", required=True)
    shared = common()

    explain = commands.add_parser(
        "explain", parents=[shared], help="explain names, labels, older names, concepts, chips"
    )
    explain.add_argument("names", nargs="*", metavar="NAME", help="what to explain; - reads one query a line")
    explain.add_argument("--history", action="store_true", help="show since when and where it exists, and what changed")

    explain.add_argument("--report", metavar="FILE", help="add the name's values in a report, kernel by kernel")

    verify = commands.add_parser(
        "verify", parents=[shared], help="say where the values of a report contradict each other"
    )
    verify.add_argument("reports", nargs="+", metavar="REPORT", help=".ncu-rep file, or a page that ncu printed as CSV")

    compare = commands.add_parser(
        "compare", parents=[shared], help="say whether metrics may be compared, or what shifted between chips"
    )
    compare.add_argument(
        "names", nargs="+", metavar="NAME", help="full metric name, or label; one name with two --chip"
    )

    check = commands.add_parser("check", parents=[shared], help="say what a formula over metrics is, and what is wrong")
    check.add_argument(
        "expression", metavar="EXPRESSION", help="arithmetic over names and labels; - reads standard input"
    )
    check.add_argument("--report", metavar="FILE", help="evaluate it for every kernel of a report")

    search = commands.add_parser("search", parents=[shared], help="search names, labels and concepts by words")
    search.add_argument("words", nargs="+", metavar="WORD")
    search.add_argument("--limit", type=int, default=20, metavar="N", help="results to show (default: 20)")

    listing = commands.add_parser("list", parents=[shared], help="list names by chip, unit, kind, quantity, collection")
    listing.add_argument(
        "pattern", nargs="?", default="", metavar="PATTERN", help="only names that match, * for any text"
    )
    listing.add_argument("--unit", help="only names of a unit (lts)")
    listing.add_argument("--kind", help="only a kind (counter, ratio, throughput, launch, …)")
    listing.add_argument("--quantity", help="only a quantity (sectors)")
    listing.add_argument("--collection", help="only a collection (profiling, pmsampling, source, …)")
    listing.add_argument("--limit", type=int, default=0, metavar="N", help="names to show (default: all)")

    rule = commands.add_parser("rule", parents=[shared], help="print the page of a lint rule")
    rule.add_argument("rules", nargs="*", metavar="RULE", help="id (N001) or slug; without any, list all rules")

    kb = commands.add_parser("kb", help="compare two built knowledge bases, or say how much this one covers")
    actions = kb.add_subparsers(prog="metric kb", dest="action", metavar="ACTION", required=True)
    diff = actions.add_parser("diff", parents=[shared], help="what changed between two built knowledge bases")
    diff.add_argument("old", metavar="OLD", help="compiled file (kb.sqlite)")
    diff.add_argument("new", metavar="NEW", help="compiled file (kb.sqlite)")
    actions.add_parser("health", parents=[shared], help="how many names have which kind of text and denominator")

    _add_lint(commands)
    _add_site(commands)

    completion = commands.add_parser("completion", help="print a completion script for a shell")
    completion.add_argument("shell", choices=["bash", "zsh", "tcsh"])
    return top


def _add_site(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    site = commands.add_parser("site", help="build the reference website from a checkout, or serve it")
    actions = site.add_subparsers(prog="metric site", dest="action", metavar="ACTION", required=True)
    build = actions.add_parser("build", help="write the site as static files")
    build.add_argument("--out", metavar="DIR", help="folder to write (default: site/build)")
    build.add_argument("--url", metavar="URL", default="", help="address it will have: adds a sitemap")
    serve = actions.add_parser("serve", help="build the site and serve it on this machine")
    serve.add_argument("--port", type=int, default=8000, metavar="PORT", help="port (default: 8000)")


def _add_lint(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    lint = commands.add_parser(
        "lint",
        help="find wrong names, command lines and claims in notes and scripts",
        epilog="exit status: 0 nothing at or above --fail-on; 1 findings; 2 wrong use, or an input that could not be read",
    )
    lint.add_argument("paths", nargs="*", metavar="PATH", help="files and folders (default: .); - reads standard input")
    lint.add_argument(
        "--chip", action="append", default=[], metavar="CHIP", help="hold names against this chip or product"
    )
    lint.add_argument("--release", metavar="RELEASE", help="hold names against this tool release, of ncu or CUDA")
    lint.add_argument("--lang", choices=["en", "zh"], help="language of the messages (default: the locale)")
    lint.add_argument(
        "--format",
        choices=["text", "json", "sarif", "github", "rdjson", "gitlab"],
        default="text",
        help="output format (default: text)",
    )
    lint.add_argument(
        "--select", action="append", default=[], metavar="RULE,…", help="run these rules or families only"
    )
    lint.add_argument(
        "--ignore", action="append", default=[], metavar="RULE,…", help="leave out these rules or families"
    )
    lint.add_argument("--preview", action="store_true", help="run preview rules too")
    lint.add_argument(
        "--config", metavar="FILE", help="settings (default: the nearest metricparse.toml or pyproject.toml)"
    )
    lint.add_argument("--config-from", metavar="REVISION", help="read the settings as a git revision has them")
    lint.add_argument(
        "--diff",
        nargs="?",
        const="HEAD",
        metavar="WHAT",
        help="report only added lines: a revision, a diff file, or - for a diff",
    )
    lint.add_argument("--baseline", metavar="FILE", help="leave out the findings that the file holds")
    lint.add_argument("--write-baseline", metavar="FILE", help="write all findings into a baseline")
    lint.add_argument(
        "--fail-on",
        choices=["error", "warning", "note"],
        default="warning",
        help="severity that fails (default: warning)",
    )
    lint.add_argument("--fix", action="store_true", help="apply the safe fixes to the files")
    lint.add_argument("--unsafe-fixes", action="store_true", help="apply the other fixes too; read them afterwards")
    lint.add_argument(
        "--explain-claims",
        action="store_true",
        help="print what was understood of each passage instead, and how the rules about claims see it",
    )
    lint.add_argument("--stdin-name", default="stdin.md", metavar="NAME", help="what to take standard input for")
    lint.add_argument("--no-color", action="store_true", help="never colour the output")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; errors are messages, never tracebacks."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        top = parser()
        options, rest = top.parse_known_args(arguments)
        if rest:
            _take_options(top, options, rest)
        return run(options)
    except UsageError as error:
        from metricparse.output.harmless import harmless

        print(harmless(f"metric: error: {error}"), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # the reader of a pipe went away; nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _take_options(top: argparse.ArgumentParser, options: argparse.Namespace, rest: list[str]) -> None:
    """``metric explain --launch-skip`` asks about an option of ncu; any other unknown option is wrong use."""
    if options.command == "explain":
        from metricparse.catalog.store import default

        if all(default().get("alias", word.casefold()) for word in rest):
            options.names += rest
            return
    top.error(f"unrecognized arguments: {' '.join(rest)}")


def run(options: argparse.Namespace) -> int:
    """Dispatch to the command's module."""
    if options.command == "explain":
        from metricparse.cli.explain import run_explain

        return run_explain(options)
    if options.command == "verify":
        from metricparse.cli.verify import run_verify

        return run_verify(options)
    if options.command == "compare":
        from metricparse.cli.compare import run_compare

        return run_compare(options)
    if options.command == "check":
        from metricparse.cli.check import run_check

        return run_check(options)
    if options.command in ("search", "list"):
        from metricparse.cli.find import run_list, run_search

        return run_search(options) if options.command == "search" else run_list(options)
    if options.command == "lint":
        from metricparse.cli.lint import run_lint
        from metricparse.lint.checks import CHECKS

        return run_lint(options, CHECKS)
    if options.command == "rule":
        from metricparse.cli.rule import run_rule

        return run_rule(options)
    if options.command == "kb":
        from metricparse.cli.kb import run_kb

        return run_kb(options)
    if options.command == "site":
        from metricparse.cli.site import run_site

        return run_site(options)
    from metricparse.cli.completion import run_completion

    return run_completion(options)
