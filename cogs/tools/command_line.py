"""The command line's tools: their names and arguments, and how to run them."""

import argparse
import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from cogs.host.settings import mistake_in
from engine.values.places import Unusable, database_place, file_path

T = TypeVar("T")

LIGHT: Final = ("check", "health")
"""Run without the bank's libraries: `check` reports missing ones, `health` runs twice a minute."""

MOST_JOBS: Final = 61

_PLACES = "the path of a file, or postgresql://user:password@host/name"


def number(text: str, *, least: int, most: int) -> int:
    """Parse a whole number in this range. Raises `ArgumentTypeError`."""
    if not text.isdecimal() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"it is a number from {least} to {most}, not {text!r}")
    return int(text)


def _where(read: Callable[[str], T]) -> Callable[[str], T]:
    """Wrap a setting's parser for an argument; it raises `ArgumentTypeError`, without passwords."""

    def parse(text: str) -> T:
        try:
            if reason := mistake_in(text):
                raise Unusable(reason)
            return read(text)
        except Unusable as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return parse


_file = _where(file_path)
_place = _where(database_place)


def add_tools(parser: argparse.ArgumentParser) -> None:
    tools = parser.add_subparsers(dest="tool", title="tools, which also work while the bot runs")
    audit = tools.add_parser(
        "audit", help="check the books for contradictions; exit status 1 on findings"
    )
    audit.add_argument(
        "--jobs",
        type=partial(number, least=1, most=MOST_JOBS),
        metavar="N",
        help="number of processes that recount many rounds (default: one per core)",
    )
    tools.add_parser("health", help="check that the bot is connected; exit status 1 if not")
    tools.add_parser("check", help="check the bot's setup; exit status 2 on errors")
    backup = tools.add_parser("backup", help="copy the database to a new file")
    backup.add_argument(
        "file",
        type=_file,
        nargs="?",
        metavar="FILE",
        help="the new file; by default named by the time, in BACKUP_DIRECTORY, which keeps BACKUP_KEEP of them",
    )
    restore = tools.add_parser("restore", help="replace the database with a backup; no bot may run")
    restore.add_argument(
        "file", type=_file, metavar="FILE", help="the backup, which is not changed"
    )
    copy = tools.add_parser(
        "copy",
        help="copy everything to another database, from a file to a server or back; no bot may run",
    )
    for end, name in (("source", "FROM"), ("target", "TO")):
        copy.add_argument(end, type=_place, metavar=name, help=_PLACES)


def run_tool(options: argparse.Namespace, find_settings: Callable[[], dict[str, Any]]) -> int:
    """Run the tool and return its exit status. Raises `CannotStart`, `BankError`."""
    if options.tool == "check":
        from cogs.tools.check import print_check

        return print_check(find_settings, sandbox=options.sandbox)
    settings = find_settings()
    if options.tool == "health":
        from cogs.tools.files import print_health

        return print_health(settings)
    from cogs.tools.database import copy_over, print_audit, print_backup, restore

    match options.tool:
        case "audit":
            return asyncio.run(print_audit(settings["DATABASE"], options.jobs))
        case "backup":
            return print_backup(settings, options.file)
        case "restore":
            return asyncio.run(restore(settings, options.file))
        case "copy":
            return asyncio.run(copy_over(options.source, options.target))
    raise ValueError(options.tool)
