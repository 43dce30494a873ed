"""What was acknowledged is there after a kill, and after a commit that failed nobody is told what is not so."""

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.bank.errors import CommitInDoubt, StorageFailed
from engine.values.tables import Change

from .disk import Disk, Fault, disk, survivor
from .played import bet
from .users import ANN
from .values import NOW, WELCOME, change, commit, file_of, opened

__all__ = ["disk"]

BET = 1_000
"""Cents."""


@pytest_asyncio.fixture
async def on_it(disk: Disk, path: Path) -> AsyncIterator[tuple[Bank, Change]]:
    """A bank on that disk, whose books must be in order when the test is done with it; a bet that is not kept yet."""
    async with Bank.open(path, lambda: NOW) as bank:
        yield bank, change(await opened(bank), postings=(bet(ANN, BET),))
        assert await bank.audit() == []


def bets(path: Path) -> int:
    """How many bets the file has."""
    with closing(sqlite3.connect(path)) as other:
        return int(other.execute("SELECT COUNT(*) FROM posting WHERE kind = 'bet'").fetchone()[0])


async def test_what_was_kept_is_never_called_lost(
    on_it: tuple[Bank, Change], path: Path, disk: Disk
) -> None:
    """A commit that was carried out and reports an error all the same is answered like any other."""
    bank, wanted = on_it
    disk.faults.append("reports an error")
    assert (await commit(bank, wanted)).balances[ANN] == WELCOME - BET
    assert bets(survivor(path)) == 1


def checkpoint(connection: sqlite3.Connection) -> None:
    """All of the log is in the file: what SQLite does by itself each thousand pages."""
    (held_up, frames, moved) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    assert not held_up
    assert frames == moved > 0


@pytest.mark.parametrize(
    "fault", ["loses the sync", "takes no byte", "takes no byte, and says so late"]
)
async def test_what_was_called_lost_never_comes_back(
    on_it: tuple[Bank, Change], path: Path, disk: Disk, fault: Fault
) -> None:
    """Where only the sync failed, the log has the whole transaction; behind a checkpoint a commit begins the log anew
    before it writes: no recovery may find it after the refusal."""
    bank, wanted = on_it
    if fault != "loses the sync":
        await file_of(bank).connection.alone(checkpoint)
    disk.faults.append(fault)
    with pytest.raises(StorageFailed) as refused:
        await commit(bank, wanted)
    assert not isinstance(refused.value, CommitInDoubt)
    assert (bets(path), bets(survivor(path))) == (0, 0)
    assert (await commit(bank, wanted)).balances[ANN] == WELCOME - BET
    assert bets(path) == bets(survivor(path)) == 1


async def test_while_nobody_knows_nothing_else_is_taken(
    on_it: tuple[Bank, Change], path: Path, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    """The outcome is called unknown; what is asked next is refused and not kept; reading goes on.

    After a kill in doubt the change is there or not, and asking again makes it once.
    """
    bank, wanted = on_it
    with disk.dies():
        with pytest.raises(CommitInDoubt):
            await commit(bank, wanted)
        left = survivor(path, "left.db")
        for _ in range(2):
            with pytest.raises(StorageFailed) as refused:
                await bank.keep_text("colour", "green")
            assert not isinstance(refused.value, CommitInDoubt)
        assert await bank.kept_text("colour") is None
    (error,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert "outcome is unknown" in error.getMessage()
    await bank.keep_text("colour", "green")
    assert bets(survivor(path)) == 0
    caplog.clear()
    async with Bank.open(left, lambda: NOW) as after:
        await commit(after, wanted)
        assert await after.audit() == []
    assert bets(left) == 1
