"""The database's files deleted, replaced or overwritten under a running bank; and what is none of these."""

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.bank.errors import DatabaseReplaced
from engine.bank.sqlite.backup import backup
from engine.clock import call_later
from tests.clock import ManualClock

from .disk import survivor
from .inside import file_of
from .values import ANN, BEN

Deed = Callable[[Path], object]
content_of = Path.read_bytes
Then = Callable[[Bank, ManualClock], Awaitable[None]]


@pytest.fixture
def clock() -> ManualClock:
    """The time by which the bank looks at its files."""
    return ManualClock()


@pytest_asyncio.fixture
async def watched(path: Path, clock: ManualClock) -> AsyncIterator[Bank]:
    """A bank that has an account, and is looking; beside it lie copies of the file as it was."""
    async with Bank.open(path, clock.now, call_later=partial(call_later, clock)) as bank:
        await bank.wallet(ANN)
        backup(path, path.with_name("backup.db"))
    shutil.copyfile(path, path.with_name("older.db"))
    async with Bank.open(path, clock.now, call_later=partial(call_later, clock)) as bank:
        await asyncio.gather(*map(bank.wallet, range(BEN, BEN + 150)))
        await bank.keep_text("long", "x" * 1_100_000)
        await asyncio.gather(*map(bank.wallet, range(BEN + 150, BEN + 300)))
        yield bank


async def a_second(bank: Bank, clock: ManualClock) -> None:
    """Time passes, and the bank has looked."""
    clock.advance(1)
    with suppress(DatabaseReplaced):
        await bank.kept_text("nothing")


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the host is told."""
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]


def beside(path: Path, suffix: str) -> Path:
    """The log of a database, or the index of that."""
    return path.with_name(path.name + suffix)


def replace(path: Path, suffix: str = "") -> None:
    """The same bytes in another file of the same name."""
    there = beside(path, suffix)
    shutil.copyfile(there, there.with_name("other"))
    os.replace(there.with_name("other"), there)


def retarget(path: Path) -> None:
    """What was a file is a link to another one."""
    path.rename(path.with_name("real.db"))
    path.symlink_to(path.with_name("older.db"))


DEEDS: dict[str, Deed] = {
    "deleted": Path.unlink,
    "replaced": replace,
    "a link to another": retarget,
    "log replaced": lambda path: replace(path, "-wal"),
    "index deleted": lambda path: beside(path, "-shm").unlink(),
    "an older copy over it": lambda path: shutil.copyfile(path.with_name("older.db"), path),
    "emptied": lambda path: os.truncate(path, 0),
}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
async def test_it_is_noticed_within_a_second(
    watched: Bank, path: Path, clock: ManualClock, caplog: pytest.LogCaptureFixture, deed: Deed
) -> None:
    """Though nobody plays: one line says what happened and what to do, once; from then on nothing is kept."""
    await a_second(watched, clock)
    assert complaints(caplog) == []
    deed(path)
    for _ in range(5):
        await a_second(watched, clock)
    (told,) = complaints(caplog)
    assert path.name in told
    assert "Stop the bot" in told
    with pytest.raises(DatabaseReplaced, match="while it was in use"):
        await watched.keep_text("colour", "green")


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
async def test_the_next_move_is_refused(
    watched: Bank, path: Path, caplog: pytest.LogCaptureFixture, deed: Deed
) -> None:
    """Also within that second, and though everything is put back: somebody may have played elsewhere meanwhile."""
    saved = path.with_name("saved.db")
    saved.hardlink_to(path)
    deed(path)
    with pytest.raises(DatabaseReplaced):
        await watched.wallet(1)
    os.replace(saved, path)
    with pytest.raises(DatabaseReplaced):
        await watched.wallet(1)
    assert len(complaints(caplog)) == 1
    for name in ("bank.db", "moved.db", "real.db"):
        assert not has_account(path.with_name(name), 1)


def has_account(path: Path, user_id: int) -> bool:
    """Whether a readable file knows this user."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as other:
            query = "SELECT COUNT(*) FROM person WHERE user_id = ?"
            return bool(other.execute(query, (user_id,)).fetchone()[0])
    except sqlite3.Error:
        return False


def copy_over(path: Path) -> None:
    """What a host does who has read half of the manual."""
    shutil.copyfile(path.with_name("backup.db"), path)


def clear_and_copy_over(path: Path) -> None:
    """What one does who has read all of it but the first words."""
    for suffix in ("-wal", "-shm"):
        beside(path, suffix).unlink()
    copy_over(path)


async def nothing(bank: Bank, clock: ManualClock) -> None:
    """The bank is closed before it has looked."""


async def forgets(bank: Bank, clock: ManualClock) -> None:
    """The bank looks where it would cut off its log."""
    await file_of(bank).wiping.wipe()


@pytest.mark.parametrize(
    ("deed", "before", "killed"),
    [
        (copy_over, nothing, False),
        (copy_over, forgets, True),
        (clear_and_copy_over, a_second, True),
        (clear_and_copy_over, a_second, False),
    ],
)
async def test_what_is_copied_over_it_stays_whole(
    watched: Bank, path: Path, clock: ManualClock, deed: Deed, before: Then, killed: bool
) -> None:
    """Neither the running bank nor its end, and not the next start, puts a page of the old content into the new one."""
    content = content_of(path.with_name("backup.db"))
    deed(path)
    await before(watched, clock)
    assert content_of(path) == content
    if killed and before is not nothing:
        path = survivor(path)
    else:
        await watched.close()
        assert content_of(path) == content
    async with Bank.open(path, clock.now) as bank:
        assert await bank.audit() == []
        assert await bank.known_wallet(ANN) is not None
        assert await bank.known_wallet(BEN) is None


# What is none of our business


async def test_other_programs_may_do_what_they_do(
    watched: Bank, path: Path, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    """Copies, audits, reading and writing, moving the log into the file and writing it anew: the bank goes on."""
    outside = (
        "INSERT INTO setting VALUES ('{}', 'a')",
        "PRAGMA wal_checkpoint(TRUNCATE)",
        "VACUUM",
        "PRAGMA wal_checkpoint(PASSIVE)",
        "DELETE FROM setting",
        "VACUUM",
        "PRAGMA wal_checkpoint(FULL)",
    )
    for number, statement in enumerate(outside):
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute(statement.format(number)).fetchall()
            await a_second(watched, clock)
        async with Bank.open(path, clock.now) as tool:
            assert await tool.audit() == []
        backup(path, path.with_name(f"copy-{number}.db"))
        await watched.wallet(number + 1)
    await watched.forget(ANN)
    await watched.wallet(ANN)
    await a_second(watched, clock)
    assert complaints(caplog) == []
