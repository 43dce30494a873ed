"""Backups: complete copies of a database in use, which can replace it."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from cogs.discord_link.loops import Loop, Loops
from cogs.tools.files import RETRY_SECONDS, backups
from engine.bank.bank import Bank
from engine.bank.errors import BankError
from engine.bank.sqlite.backup import backup, backup_into, seconds_left, to_its_end
from engine.records.counting import recount
from tests.bot.process import Finished, bot_process
from tests.clock import ManualClock
from tests.driver import Sandbox
from tests.waiting import until_true

from .conftest import Tool
from .evening import play_evening

HOUR = 3_600.0
EIGHT = 1_800_000_000.0
"""Unix seconds, UTC: 2027-01-15 08:00:00."""


async def findings(database: Path) -> list[str]:
    """Return the findings of a full audit."""
    async with Bank.open(database, time.time) as bank:
        return [finding async for finding in recount(bank)]


def test_a_copy_is_complete(database: Path, tool: Tool) -> None:
    """The tool leaves nothing else behind and prints the copy's path."""
    before = database.read_bytes()
    message = "The database is copied to copy.db.\n"
    assert tool("backup", "copy.db") == Finished(status=0, output=message, errors="")
    assert database.read_bytes() == before
    assert sorted(path.name for path in Path().iterdir()) == ["casino.db", "copy.db"]
    with closing(sqlite3.connect("copy.db")) as copy, closing(sqlite3.connect("casino.db")) as own:
        assert [*copy.iterdump()] == [*own.iterdump()]
    halt = Event()
    halt.set()
    with pytest.raises(BankError, match="stops"):
        backup(database, Path("half.db"), halt)
    database.write_bytes(b"")
    empty = tool("backup", "empty.db")
    assert (empty.status, empty.output, empty.errors) == (
        2,
        "",
        "can't copy casino.db: it is empty\n",
    )
    assert not [*Path().glob("half.db*"), *Path().glob("empty.db*")], "no partial copy remains"


@pytest.mark.parametrize("command", [("backup", "new.db"), ("copy", "casino.db", "new.db")])
@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_the_log_of_a_deleted_database_prevents_a_copy(
    database: Path, tool: Tool, command: tuple[str, ...], suffix: str
) -> None:
    """SQLite would apply it to the new file."""
    log = Path(f"new.db{suffix}")
    log.write_bytes(b"pages")
    refused = tool(*command)
    assert refused.status == 2
    assert refused.errors.startswith(f"{log} is left from another database")
    assert log.read_bytes() == b"pages"
    assert not [*Path().glob("new.db.*"), *Path().glob("new.db")]


class _Writer(Event):
    """Commits whenever it is asked whether to stop, and stops the backup after this many commits."""

    def __init__(self, database: Path, limit: int) -> None:
        super().__init__()
        self._database = database
        self._limit = limit
        self.commits = 0

    def is_set(self) -> bool:
        self.commits += 1
        with closing(sqlite3.connect(self._database, isolation_level=None)) as other:
            other.execute("REPLACE INTO setting VALUES ('commits', ?)", (str(self.commits),))
        return self.commits > self._limit


async def test_a_copy_is_consistent_during_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commits between its steps neither delay it nor appear in it."""
    step = 5
    monkeypatch.setattr("engine.bank.sqlite.backup.STEP", step)
    database, copy = tmp_path / "casino.db", tmp_path / "copy.db"
    async with Bank.open(database, time.time) as bank:
        await play_evening(bank, 1)
        await bank.save_text("commits", "0")
        with closing(sqlite3.connect(database)) as file:
            (pages,) = file.execute("PRAGMA page_count").fetchone()
        writer = _Writer(database, limit=2 * pages // step)
        await asyncio.to_thread(backup, database, copy, writer)
        assert 2 * step < pages
        assert writer.commits >= pages // step
    async with Bank.open(copy, time.time) as bank:
        assert await bank.saved_text("commits") == "0"
    assert await findings(copy) == []


# Regular backups


def test_a_backup_without_a_name_is_a_regular_one(
    database: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For timers: named by time in the configured folder, which keeps a limited number."""
    monkeypatch.setenv("BACKUP_DIRECTORY", "safe")
    monkeypatch.setenv("BACKUP_KEEP", "2")
    for hour in range(3):
        monkeypatch.setattr("engine.clock.RealClock.now", lambda _, at=hour: EIGHT + at * HOUR)
        done = tool("backup")
        assert done.status == 0
    names = sorted(path.name for path in Path("safe").iterdir())
    assert names == [f"blackjack-20270115-{hour}0000.db" for hour in ("09", "10")]
    assert done.output == f"The database is copied to safe/{names[-1]}.\n"
    Path("file").touch()
    monkeypatch.setenv("BACKUP_DIRECTORY", "file")
    refused = tool("backup")
    assert refused.status == 2
    assert "can't write to file" in refused.errors


def test_a_backup_of_the_sandbox_spares_the_real_ones(
    database: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has its own folder. The sandbox takes no real backup for its own."""
    monkeypatch.setenv("BACKUP_KEEP", "1")
    assert tool("backup").status == 0
    real = [*Path("backups").iterdir()]
    assert "restore" not in tool("--sandbox", "check").output
    database.rename("sandbox.db")
    monkeypatch.setattr("engine.clock.RealClock.now", lambda _: time.time() + HOUR)
    done = tool("--sandbox", "backup")
    assert (done.status, done.errors) == (0, "")
    assert [*Path("backups").iterdir()] == real
    (made,) = Path("sandbox-backups").iterdir()
    assert str(made) in done.output


def test_a_backup_dated_in_the_future_is_ignored(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """After a wrong clock: backups continue on time, the newest real ones are kept, and the log names the odd file.

    A backup is due when the newest one is old, and at once if there is none.
    """
    folder = Path("backups")
    folder.mkdir()
    odd = folder / "blackjack-20990101-000000.db"
    odd.write_text("from a time to come")
    assert seconds_left(folder, HOUR, EIGHT) == 0
    for hour in range(3):
        backup_into(folder, database, EIGHT + hour * HOUR, 2)
        assert seconds_left(folder, HOUR, EIGHT + hour * HOUR + 60) == HOUR - 60
        assert seconds_left(folder, HOUR, EIGHT + (hour + 2) * HOUR) == 0
    names = [f"blackjack-20270115-{hour}0000.db" for hour in ("09", "10")]
    assert sorted(path.name for path in folder.iterdir()) == [*names, odd.name]
    assert odd.name in caplog.text


async def test_a_backup_ends_before_the_database_is_closed() -> None:
    """Cancelling regular backups waits for a copy in progress."""
    loop, begun, ended = asyncio.get_running_loop(), asyncio.Event(), Event()

    def copying(halt: Event) -> None:
        loop.call_soon_threadsafe(begun.set)
        halt.wait()
        ended.set()
        raise BankError("the bot stops")

    task = asyncio.create_task(to_its_end(copying))
    await begun.wait()
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert ended.is_set()


async def test_regular_backups_continue_after_errors(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop counts as failing until a backup succeeds."""
    clock, passes = ManualClock(), Event()
    loops = Loops(clock)

    def make(*given: Any, **more: Any) -> Path:
        if not passes.is_set():
            raise RuntimeError("can't start new thread")
        return backup_into(*given, **more)

    monkeypatch.setattr("engine.bank.sqlite.backup.backup_into", make)
    folder = database.parent / "backups"
    settings = {"DATABASE": database, "BACKUP_HOURS": 24, "BACKUP_KEEP": 7}
    async with backups({**settings, "BACKUP_DIRECTORY": folder}, clock, loops):
        await until_true(lambda: loops.failures[Loop.BACKUPS] == 1)
        clock.advance(RETRY_SECONDS - 1)
        await asyncio.sleep(0)
        assert loops.failures[Loop.BACKUPS] == 1
        clock.advance(1)
        await until_true(lambda: loops.failures[Loop.BACKUPS] == 2)
        assert Loop.BACKUPS in loops.failing
        passes.set()
        clock.advance(RETRY_SECONDS)
        await until_true(lambda: Loop.BACKUPS not in loops.failing)
        (made,) = folder.glob("blackjack-*.db")
    assert await findings(made) == []


async def test_the_bot_makes_regular_backups(sandbox: Sandbox, tmp_path: Path) -> None:
    """With BACKUP_HOURS, the first start makes a backup and logs its path."""
    settings = {"BACKUP_HOURS": "24", "BACKUP_DIRECTORY": "safe"}
    async with bot_process(sandbox, tmp_path, **settings) as process:
        await until_true(lambda: [*(tmp_path / "safe").glob("blackjack-*.db")])
        assert await process.terminate() == 0
        (made,) = (tmp_path / "safe").glob("blackjack-*.db")
        assert f"backed up the database to {Path('safe', made.name)}" in process.log
    assert await findings(made) == []
