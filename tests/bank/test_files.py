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
from engine.bank.errors import DatabaseReplaced, StorageFailed
from engine.bank.sqlite.backup import backup
from engine.clock import call_later
from tests.clock import ManualClock

from .disk import survivor
from .inside import file_of
from .values import ANN, BEN, WELCOME

Deed = Callable[[Path], object]
Then = Callable[[Bank, ManualClock], Awaitable[None]]


@pytest.fixture
def clock() -> ManualClock:
    """The time by which the bank looks at its files."""
    return ManualClock()


def content_of(path: Path) -> bytes:
    """The bytes of a file."""
    return path.read_bytes()


@pytest_asyncio.fixture
async def watched(path: Path, clock: ManualClock) -> AsyncIterator[Bank]:
    """A bank that has an account, and is looking; beside it lie copies of the file as it was."""
    async with Bank.open(path, clock.now, call_later=partial(call_later, clock)) as bank:
        await bank.wallet(ANN)
        backup(path, path.with_name("backup.db"))
    shutil.copyfile(path, path.with_name("older.db"))
    async with Bank.open(path, clock.now, call_later=partial(call_later, clock)) as bank:
        before = len(content_of(path))
        await asyncio.gather(*map(bank.wallet, range(BEN, BEN + 150)))
        await bank.keep_text("long", "x" * 1_100_000)
        await asyncio.gather(*map(bank.wallet, range(BEN + 150, BEN + 300)))
        assert len(content_of(path)) > before, "the log was moved into the file once"
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
    "moved away": lambda path: path.rename(path.with_name("moved.db")),
    "replaced": replace,
    "replaced by a backup": lambda path: os.replace(path.with_name("backup.db"), path),
    "a link to another": retarget,
    "log deleted": lambda path: beside(path, "-wal").unlink(),
    "log replaced": lambda path: replace(path, "-wal"),
    "index deleted": lambda path: beside(path, "-shm").unlink(),
    "a backup copied over it": lambda path: shutil.copyfile(path.with_name("backup.db"), path),
    "an older copy over it": lambda path: shutil.copyfile(path.with_name("older.db"), path),
    "emptied": lambda path: os.truncate(path, 0),
    "overwritten with nonsense": lambda path: path.write_bytes(b"x" * path.stat().st_size),
}

OVERWRITING = (
    "a backup copied over it",
    "an older copy over it",
    "emptied",
    "overwritten with nonsense",
)
"""Those that leave the same file with another content."""


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


@pytest.mark.parametrize("deed", OVERWRITING)
async def test_nothing_is_read_of_another_database(
    watched: Bank, path: Path, clock: ManualClock, deed: str
) -> None:
    """Nobody is told what somebody else has, or that the disk fails."""
    assert await watched.known_wallet(ANN) is not None
    DEEDS[deed](path)
    await a_second(watched, clock)
    for _ in range(2):
        with pytest.raises(DatabaseReplaced, match="overwritten"):
            await watched.known_wallet(ANN)


@pytest.mark.parametrize("deed", [name for name in DEEDS if name not in OVERWRITING])
async def test_what_is_still_open_is_still_read(
    watched: Bank, path: Path, clock: ManualClock, deed: str
) -> None:
    """A file that was deleted or replaced is there for as long as the bank has it open."""
    DEEDS[deed](path)
    await a_second(watched, clock)
    assert await watched.known_wallet(ANN) is not None
    assert await watched.known_wallet(BEN + 299) is not None


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


@pytest.mark.parametrize("killed", [False, True])
async def test_without_its_log_what_was_promised_is_saved(
    path: Path, clock: ManualClock, killed: bool
) -> None:
    """All that was kept before is in the database itself a second later, and the next start has it."""
    left = path.with_name("left.db")
    async with Bank.open(path, clock.now, call_later=partial(call_later, clock)) as bank:
        await bank.wallet(ANN)
        beside(path, "-wal").unlink()
        await a_second(bank, clock)
        if killed:
            shutil.copyfile(path, left)
    async with Bank.open(left if killed else path, clock.now) as bank:
        wallet = await bank.known_wallet(ANN)
        assert wallet is not None
        assert wallet.balance == WELCOME
        assert await bank.audit() == []


async def test_who_stops_leaves_the_log_of_a_successor_alone(
    watched: Bank, path: Path, clock: ManualClock
) -> None:
    """A bank whose file was moved away closes without a trace in that which lies there now."""
    DEEDS["moved away"](path)
    async with Bank.open(path, clock.now) as successor:
        await successor.wallet(ANN)
        await watched.close()
        await successor.wallet(BEN)
        assert beside(path, "-wal").exists()


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


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("before", [nothing, a_second, forgets])
@pytest.mark.parametrize("deed", [copy_over, clear_and_copy_over])
async def test_what_is_copied_over_it_stays_whole(
    watched: Bank, path: Path, clock: ManualClock, deed: Deed, before: Then, killed: bool
) -> None:
    """Neither the running bank nor its end, and not the next start, puts a page of the old content into the new one."""
    content = content_of(path.with_name("backup.db"))
    assert content_of(beside(path, "-wal"))
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


async def test_who_reads_at_the_start_hides_no_older_copy(path: Path, clock: ManualClock) -> None:
    """As soon as the other program has read, the file differs from all its copies."""
    async with Bank.open(path, clock.now) as bank:
        await bank.wallet(ANN)
    shutil.copyfile(path, path.with_name("older.db"))
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM account").fetchone()
        async with Bank.open(path, clock.now, call_later=partial(call_later, clock)) as bank:
            reader.execute("ROLLBACK")
            await a_second(bank, clock)
            shutil.copyfile(path.with_name("older.db"), path)
            with pytest.raises(DatabaseReplaced):
                await bank.wallet(BEN)


async def test_files_that_can_not_be_looked_at_are_not_gone(
    tmp_path: Path, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    """What is asked for meanwhile is refused, the host is told once, and all goes on when the system answers again."""
    folder, link = tmp_path / "folder", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    path = link / "bank.db"
    async with Bank.open(path, clock.now, call_later=partial(call_later, clock)) as bank:
        await bank.wallet(ANN)
        for times in (1, 2):
            aim(
                link, link
            )  # a link to itself: an error, and not one that says that the file is gone
            for _ in range(3):
                await a_second(bank, clock)
                with pytest.raises(StorageFailed):
                    await bank.wallet(BEN)
            await file_of(bank).wiping.wipe()
            aim(link, folder)
            await a_second(bank, clock)
            assert len(complaints(caplog)) == times
            assert all("can't be looked at" in line for line in complaints(caplog))
        await bank.wallet(BEN)
        assert await bank.audit() == []


def aim(link: Path, target: Path) -> None:
    """Have a link lead elsewhere."""
    link.unlink()
    link.symlink_to(target)


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


async def test_its_own_checkpoints_are_its_own(
    watched: Bank, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite moves the log into the file again and again; the file grows, and the bank knows it."""
    before = await watched.size()
    for number in range(40):
        await watched.keep_text(f"key {number}", "x" * 200_000)
        if number % 5 == 0:
            await a_second(watched, clock)
    assert await watched.size() > before + 4_000_000
    assert complaints(caplog) == []
