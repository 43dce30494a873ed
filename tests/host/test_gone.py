"""A database that is not there: a start makes a new one, and says so louder if there was one before."""

import logging
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cogs.tools.files import look_around
from cogs.version import PACKAGE
from engine.bank.sqlite.backup import NAME
from sandbox import Sandbox
from tests.bot.process import bot_process, run_bot

from .conftest import Tool


async def test_a_database_that_is_gone(sandbox: Sandbox, folder: Path) -> None:
    """The next start has a warning with the path and a command; typed after a stop, that brings a backup back.

    `check` warns before the start, too. A first start has no warning.
    """
    first = await _started(sandbox, folder)
    assert "INFO" in first
    assert first.endswith("a new one is made")
    database = folder / "casino.db"
    database.unlink()
    checked = await run_bot(folder, "check", DATABASE="casino.db")
    assert "warning: database: there is none at casino.db" in checked.output
    again = await _started(sandbox, folder)
    assert "WARNING" in again
    assert str(database) in again
    (typed,) = re.findall("`(.+)`", again)
    program, *command = shlex.split(typed)
    assert program == PACKAGE
    assert (await run_bot(folder, *command, DATABASE="casino.db")).status == 0
    assert _dump(database) == _dump(folder / command[-1])


async def _started(sandbox: Sandbox, folder: Path) -> str:
    """What the log of a bot says about its database, which it backs up and leaves."""
    async with bot_process(sandbox, folder, BACKUP_HOURS="24") as process:
        await sandbox.user(1).command(sandbox.channel("blackjack"), "balance")
        assert await process.terminate() == 0
        (line,) = [line for line in process.log.splitlines() if "there is no database at" in line]
    return line


def _dump(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as file:
        return [*file.iterdump()]


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (["backups/" + NAME.replace("%", "")], None),
        (["casino.db"], None),
        (["casino.db-wal"], "there is no backup in backups"),
        (["casino.db.alive", "casino.db"], "there is no backup in backups"),
        (["backups/blackjack-20260101-000000.db"], "blackjack-20260101-000000.db` puts"),
        (["backups/blackjack-20990101-000000.db"], None),
    ],
)
def test_what_says_that_there_was_one(
    folder: Path, caplog: pytest.LogCaptureFixture, left: list[str], said: str | None
) -> None:
    """Regular backups, and what a killed bot leaves next to it; an empty file and the names of others say nothing."""
    caplog.set_level(logging.INFO)
    for name in left:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).touch()
    look_around(
        {"DATABASE": Path("casino.db"), "BACKUP_DIRECTORY": Path("backups")}, 1_800_000_000.0
    )
    (record,) = caplog.records
    assert record.levelno == (logging.WARNING if said else logging.INFO)
    assert (said or "a new one is made") in record.getMessage()


@pytest.mark.parametrize("arguments", [("backup",), ("backup", "copy.db"), ("audit",), ("health",)])
def test_a_tool_without_a_database(folder: Path, tool: Tool, arguments: tuple[str, ...]) -> None:
    """Each says the same, and nothing is made, not even a folder."""
    told = tool(*arguments)
    assert told.output + told.errors == "There is no database at casino.db.\n"
    assert told.status == (1 if arguments == ("health",) else 2)
    assert not [*folder.iterdir()]
