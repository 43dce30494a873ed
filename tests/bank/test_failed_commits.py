"""After a commit that failed the file is asked what became of it, before anybody is told."""

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.bank.errors import CommitInDoubt, StorageFailed
from engine.values.changes import Change
from engine.values.tables import SavedTable

from .disk import Disk, Fault, disk, survivor
from .inside import file_of
from .values import ANN, NOW, bet, change, opened

__all__ = ["disk"]

BET = 1_000
"""Cents."""


async def bet_at(bank: Bank) -> tuple[SavedTable, Change]:
    """A table, and a bet at it that is not kept yet."""
    table = await opened(bank)
    return table, change(table, postings=(bet(ANN, BET),))


@pytest_asyncio.fixture
async def bank_on(disk: Disk, path: Path) -> AsyncIterator[Bank]:
    """An open bank on that disk, whose books must be in order when the test is done with it."""
    async with Bank.open(path, lambda: NOW) as opened:
        yield opened
        assert await opened.audit() == []


def bets(path: Path) -> int:
    """How many bets the file has."""
    with closing(sqlite3.connect(path)) as other:
        return int(other.execute("SELECT COUNT(*) FROM posting WHERE kind = 'bet'").fetchone()[0])


async def test_what_was_kept_is_never_called_lost(bank_on: Bank, path: Path, disk: Disk) -> None:
    """A commit that was carried out and reports an error all the same is answered like any other."""
    _, wanted = await bet_at(bank_on)
    before = (await bank_on.wallet(ANN)).balance
    disk.faults.append("reports an error")
    assert (await bank_on.commit(wanted))[ANN] == before - BET
    assert bets(survivor(path)) == 1


async def test_what_was_called_lost_never_comes_back(bank_on: Bank, path: Path, disk: Disk) -> None:
    """Where only the sync failed, the log has the whole transaction; no recovery may find it after the refusal."""
    _, wanted = await bet_at(bank_on)
    disk.faults.append("loses the sync")
    with pytest.raises(StorageFailed) as refused:
        await bank_on.commit(wanted)
    assert not isinstance(refused.value, CommitInDoubt)
    assert (bets(path), bets(survivor(path))) == (0, 0)
    await bank_on.commit(wanted)
    assert bets(path) == 1


def checkpoint(connection: sqlite3.Connection) -> None:
    """All of the log is in the file: what SQLite does by itself each thousand pages."""
    (held_up, frames, moved) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    assert not held_up
    assert frames == moved > 0


@pytest.mark.parametrize("fault", ["takes no byte", "takes no byte, and says so late"])
async def test_a_log_begun_anew_is_no_commit(
    bank_on: Bank, path: Path, disk: Disk, fault: Fault
) -> None:
    """Behind a checkpoint a commit begins the log anew before it writes; where that write fails, nothing is kept."""
    _, wanted = await bet_at(bank_on)
    before = (await bank_on.wallet(ANN)).balance
    await file_of(bank_on).connection.alone(checkpoint)
    disk.faults.append(fault)
    with pytest.raises(StorageFailed) as refused:
        await bank_on.commit(wanted)
    assert not isinstance(refused.value, CommitInDoubt)
    assert (bets(path), bets(survivor(path))) == (0, 0)
    assert (await bank_on.commit(wanted))[ANN] == before - BET
    assert bets(survivor(path)) == 1


async def test_what_was_kept_is_not_lost_behind_a_checkpoint(
    bank_on: Bank, path: Path, disk: Disk
) -> None:
    """A commit that began the log anew, was carried out, and was moved into the file at once is kept."""
    _, wanted = await bet_at(bank_on)
    await file_of(bank_on).connection.alone(checkpoint)
    await file_of(bank_on).connection.alone(_checkpoint_each_commit)
    disk.faults.append("reports an error")
    await bank_on.commit(wanted)
    assert bets(survivor(path)) == 1


def _checkpoint_each_commit(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_autocheckpoint = 1")


async def test_the_test_disk_leaves_what_a_recovery_finds(
    bank_on: Bank, path: Path, disk: Disk
) -> None:
    """The fault of these tests is the one that is meant: unseen by all, and there after a kill."""
    _, wanted = await bet_at(bank_on)
    with disk.dies():
        with pytest.raises(CommitInDoubt):
            await bank_on.commit(wanted)
        assert (bets(path), bets(survivor(path))) == (0, 1)


async def test_while_nobody_knows_nothing_else_is_taken(
    bank_on: Bank, path: Path, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    """The outcome is called unknown; what is asked next is refused and not kept; reading goes on."""
    _, wanted = await bet_at(bank_on)
    with disk.dies():
        with pytest.raises(CommitInDoubt):
            await bank_on.commit(wanted)
        for _ in range(2):
            with pytest.raises(StorageFailed) as refused:
                await bank_on.keep_text("colour", "green")
            assert not isinstance(refused.value, CommitInDoubt)
        assert await bank_on.kept_text("colour") is None
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(errors) == 1
    assert "outcome is unknown" in errors[0].getMessage()
    caplog.clear()
    await bank_on.keep_text("colour", "green")
    assert bets(survivor(path)) == 0


async def test_who_asks_again_has_it_once(bank_on: Bank, path: Path, disk: Disk) -> None:
    """The same change is safe to ask for, whatever became of it before."""
    _, wanted = await bet_at(bank_on)
    before = (await bank_on.wallet(ANN)).balance
    with disk.dies(), pytest.raises(CommitInDoubt):
        await bank_on.commit(wanted)
    for _ in range(2):
        assert (await bank_on.commit(wanted))[ANN] == before - BET
    assert bets(survivor(path)) == 1


async def test_a_doubt_ends_with_the_next_start(bank_on: Bank, path: Path, disk: Disk) -> None:
    """After a kill in doubt the change is there or not, and asking again makes it once."""
    _, wanted = await bet_at(bank_on)
    with disk.dies():
        with pytest.raises(CommitInDoubt):
            await bank_on.commit(wanted)
        left = survivor(path)
    async with Bank.open(left, lambda: NOW) as after:
        await after.commit(wanted)
        assert await after.audit() == []
    assert bets(left) == 1
