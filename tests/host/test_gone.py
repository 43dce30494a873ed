"""A missing database: a start creates one, with a warning if there was one before."""

import errno
import logging
import os
import re
import shlex
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import pytest

from cogs import PACKAGE
from cogs.discord_link.retry import CannotStart
from cogs.tools.files import look_around
from cogs.tools.trial import sandbox_at
from engine.bank.sqlite.backup import NAME
from tests.bot.process import TOKEN, bot_process, run_bot
from tests.driver import Sandbox

from .conftest import Tool


async def test_a_lost_database(sandbox: Sandbox, folder: Path) -> None:
    """The start's warning has the path and a command; after a stop, the command restores the backup.

    `check` warns before the start. A first start has no warning.
    """
    first = await _started(sandbox, folder)
    assert "INFO" in first
    assert "the bot makes a new database" in first
    assert first.endswith(f"(there is no database at {folder / 'casino.db'})")
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
    """Return the log line about the database of a bot that makes a backup and stops."""
    async with bot_process(sandbox, folder, BACKUP_HOURS="24") as process:
        await sandbox.user(1).command(sandbox.channel("blackjack"), "balance")
        assert await process.terminate() == 0
        (line,) = [line for line in process.log.splitlines() if "there is no database at" in line]
    return line


def _dump(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as file:
        return [*file.iterdump()]


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (["backups/" + NAME.replace("%", "")], None),
        (["casino.db"], None),
        (["casino.db-wal"], "there is no backup in backups"),
        (["casino.db.alive", "casino.db"], "there is no backup in backups"),
        (["backups/blackjack-20260101-000000.db"], "blackjack-20260101-000000.db` puts"),
        (["backups/blackjack-20990101-000000.db"], None),
    ],
)
def test_signs_of_an_earlier_database(
    folder: Path, caplog: pytest.LogCaptureFixture, left: list[str], expected: str | None
) -> None:
    """Regular backups and the files of a killed bot; not an empty file or other names."""
    caplog.set_level(logging.INFO)
    for name in left:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).touch()
    look_around(
        {"DATABASE": Path("casino.db"), "BACKUP_DIRECTORY": Path("backups")}, 1_800_000_000.0
    )
    (record,) = caplog.records
    assert record.levelno == (logging.WARNING if expected else logging.INFO)
    assert (expected or "the bot makes a new database") in record.getMessage()


@contextmanager
def another_user() -> Iterator[None]:
    """Give up root's rights in the block."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65_534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
@pytest.mark.parametrize(
    ("typed", "database"),
    [
        ("", "{}/x.db"),
        ("audit", "{}/x.db"),
        ("health", "{}/x.db"),
        ("backup", "{}/x.db"),
        ("restore {}/x.db", "casino.db"),
        ("copy {}/x.db copy.db", "casino.db"),
    ],
)
def test_a_place_that_another_user_owns(
    folder: Path, tool: Tool, typed: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, as when a tool is run without `sudo -u`."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    folder.chmod(0o755)
    locked = folder / "locked"
    locked.mkdir()
    for place in ("nowhere", "locked"):  # the first run imports what the other user can't
        locked.chmod(0)
        monkeypatch.setenv("DATABASE", database.format(place))
        with another_user() if place == "locked" else nullcontext():
            finished = tool(*typed.format(place).split())
    locked.chmod(0o700)
    assert finished.status == 2
    assert "locked/x.db" in finished.errors.splitlines()[-1]
    assert "permission denied" in finished.errors.splitlines()[-1].lower()
    assert "Traceback" not in finished.errors


@pytest.mark.parametrize("arguments", [("backup",), ("backup", "copy.db"), ("audit",), ("health",)])
def test_a_tool_without_a_database(folder: Path, tool: Tool, arguments: tuple[str, ...]) -> None:
    """The same sentence from each, and no file or folder is created."""
    finished = tool(*arguments)
    assert finished.output + finished.errors == "There is no database at casino.db.\n"
    assert finished.status == (1 if arguments == ("health",) else 2)
    assert not [*folder.iterdir()]


RESERVED = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
"""The first port that every user may listen on."""


@pytest.mark.skipif(
    not RESERVED.exists() or int(RESERVED.read_text("ascii")) <= 443, reason="open to every user"
)
async def test_a_port_that_only_root_may_use() -> None:
    """One sentence, as for a port in use."""
    with another_user(), pytest.raises(CannotStart) as refused:
        async with sandbox_at(443):
            pass
    why = os.strerror(errno.EACCES)
    sentence = f"Nothing can listen on port 443: {why}. Choose another one with --port."
    assert str(refused.value) == sentence
