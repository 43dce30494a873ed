"""Backups: whole copies of books that are being written, which can be put in the place of the original."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from cogs.gateway.loops import Loop, Loops
from cogs.tools.files import backups
from engine.bank.bank import Bank
from engine.bank.errors import BankError
from engine.bank.sqlite.backup import backup, backup_into, seconds_left, to_its_end
from engine.records.counting import recount
from sandbox import Sandbox
from tests.bot.process import Finished, bot_process
from tests.clock import ManualClock
from tests.waiting import until_true

from .conftest import Tool
from .evening import play_evening

HOUR = 3_600.0
TEN = 1_800_000_000.0
"""Unix seconds, UTC: 2027-01-15 08:00:00."""


async def findings(database: Path) -> list[str]:
    """What the whole audit says of a file."""
    async with Bank.open(database, time.time) as bank:
        return [finding async for finding in recount(bank)]


def test_a_copy_holds_everything(database: Path, tool: Tool) -> None:
    """The tool copies the whole file, leaves nothing else behind, and says where the copy is."""
    before = database.read_bytes()
    said = "The database is copied to copy.db.\n"
    assert tool("backup", "copy.db") == Finished(status=0, output=said, errors="")
    assert database.read_bytes() == before
    assert sorted(path.name for path in Path().iterdir()) == ["casino.db", "copy.db"]
    with closing(sqlite3.connect("copy.db")) as copy, closing(sqlite3.connect("casino.db")) as own:
        assert [*copy.iterdump()] == [*own.iterdump()]
    halt = Event()
    halt.set()
    with pytest.raises(BankError, match="stops"):
        backup(database, Path("half.db"), halt)
    database.write_bytes(b"")
    told = tool("backup", "empty.db")
    assert (told.status, told.output, told.errors) == (2, "", "can't copy casino.db: it is empty\n")
    assert not [*Path().glob("half.db*"), *Path().glob("empty.db*")], (
        "neither a copy nor half of one"
    )


class _Writer(Event):
    """Somebody who commits whenever it is asked whether to go on, and has enough of it after so many times."""

    def __init__(self, database: Path, patience: int) -> None:
        super().__init__()
        self._database = database
        self._patience = patience
        self.commits = 0

    def is_set(self) -> bool:
        self.commits += 1
        with closing(sqlite3.connect(self._database, isolation_level=None)) as other:
            other.execute("REPLACE INTO setting VALUES ('commits', ?)", (str(self.commits),))
        return self.commits > self._patience


async def test_a_copy_ends_and_is_whole_though_somebody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever commits between its steps neither holds it up nor gets into it: it takes as many as it has pages."""
    step = 5
    monkeypatch.setattr("engine.bank.sqlite.backup.STEP", step)
    database, copy = tmp_path / "casino.db", tmp_path / "copy.db"
    async with Bank.open(database, time.time) as bank:
        await play_evening(bank, 1)
        await bank.keep_text("commits", "0")
        with closing(sqlite3.connect(database)) as file:
            (pages,) = file.execute("PRAGMA page_count").fetchone()
        writer = _Writer(database, patience=2 * pages // step)
        await asyncio.to_thread(backup, database, copy, writer)
        assert 2 * step < pages
        assert writer.commits >= pages // step
    async with Bank.open(copy, time.time) as bank:
        assert await bank.kept_text("commits") == "0"
    assert await findings(copy) == []


# Regular backups


def test_without_a_name_it_is_the_next_regular_one(
    database: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a timer: named by the time, in the folder of the settings, which keeps so many."""
    monkeypatch.setenv("BACKUP_DIRECTORY", "safe")
    monkeypatch.setenv("BACKUP_KEEP", "2")
    for hour in range(3):
        monkeypatch.setattr("engine.clock.RealClock.now", lambda _, at=hour: TEN + at * HOUR)
        told = tool("backup")
        assert told.status == 0
    names = sorted(path.name for path in Path("safe").iterdir())
    assert names == [f"blackjack-20270115-{hour}0000.db" for hour in ("09", "10")]
    assert told.output == f"The database is copied to safe/{names[-1]}.\n"
    Path("file").touch()
    monkeypatch.setenv("BACKUP_DIRECTORY", "file")
    told = tool("backup")
    assert told.status == 2
    assert "can't write to file" in told.errors


def test_a_name_in_the_future_stops_no_backup(
    database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The clock was wrong by years once: backups go on in time, the real newest stay, and the log names the odd one.

    The next one is due when the newest is old, and at once where there is none.
    """
    folder = Path("backups")
    folder.mkdir()
    odd = folder / "blackjack-20990101-000000.db"
    odd.write_text("from a time to come")
    assert seconds_left(folder, HOUR, TEN) == 0
    for hour in range(3):
        backup_into(folder, database, TEN + hour * HOUR, 2)
        assert seconds_left(folder, HOUR, TEN + hour * HOUR + 60) == HOUR - 60
        assert seconds_left(folder, HOUR, TEN + (hour + 2) * HOUR) == 0
    kept = [f"blackjack-20270115-{hour}0000.db" for hour in ("09", "10")]
    assert sorted(path.name for path in folder.iterdir()) == [*kept, odd.name]
    assert odd.name in caplog.text


async def test_a_backup_ends_before_the_database_is_closed() -> None:
    """Whoever cancels regular backups waits until no copy is in work any more."""
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


async def test_regular_backups_go_on_after_an_error_that_passes(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it is; the loop is known to fail until a backup is made."""
    loops, passes = Loops(ManualClock()), Event()

    def make(*given: Any, **more: Any) -> Path:
        if not passes.is_set():
            raise RuntimeError("can't start new thread")
        return backup_into(*given, **more)

    monkeypatch.setattr("engine.bank.sqlite.backup.RETRY_SECONDS", 0)
    monkeypatch.setattr("engine.bank.sqlite.backup.backup_into", make)
    folder = database.parent / "backups"
    settings = {"DATABASE": database, "BACKUP_HOURS": 24, "BACKUP_KEEP": 7}
    async with backups({**settings, "BACKUP_DIRECTORY": folder}, ManualClock(), loops):
        await until_true(lambda: loops.failures[Loop.BACKUPS] > 1)
        assert Loop.BACKUPS in loops.failing
        passes.set()
        await until_true(lambda: Loop.BACKUPS not in loops.failing)
        (made,) = folder.glob("blackjack-*.db")
    assert await findings(made) == []


async def test_the_bot_makes_them(sandbox: Sandbox, tmp_path: Path) -> None:
    """With BACKUP_HOURS the first start makes the first backup, and the log says where it is."""
    settings = {"BACKUP_HOURS": "24", "BACKUP_DIRECTORY": "safe"}
    async with bot_process(sandbox, tmp_path, **settings) as process:
        await sandbox.user(1).command(sandbox.channel("blackjack"), "balance")
        assert await process.terminate() == 0
        (made,) = (tmp_path / "safe").glob("blackjack-*.db")
        assert f"backed up to {Path('safe', made.name)}" in process.log
    assert await findings(made) == []
