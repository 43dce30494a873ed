"""What was acknowledged is there after `kill -9`, and after a commit that failed nobody is told what is not so."""

import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

import engine
from engine.bank.bank import Bank
from engine.bank.errors import CommitInDoubt, StorageFailed
from engine.values.tables import Change

from .disk import Disk, Fault, disk, survivor
from .played import bet
from .users import ANN
from .values import NOW, WELCOME, Rows, change, file_of, opened

ROOT = Path(engine.__file__).parent.parent
MOVES_AFTER = {1: 1, 2: 3, 3: 4}
"""Moves in a round by how many of its commits were acknowledged."""


def play_and_kill(where: Path | str, lines: int) -> dict[tuple[int, int], int]:
    """Kill the player after so many acknowledgements; returns commits by table and round."""
    command = [sys.executable, "-m", "tests.bank.load", str(where)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        read = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        read += process.stdout.readlines()
    acknowledged: dict[tuple[int, int], int] = {}
    for line in read:
        table_id, number, done = map(int, line.split())
        acknowledged[table_id, number] = done
    return acknowledged


async def test_kill(where: Path | str, rows: Rows) -> None:
    """Each acknowledged commit is found, no half of one is, and the books are in order."""
    acknowledged = play_and_kill(where, 101)
    assert sum(acknowledged.values()) >= 101
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.audit() == []
        stakes = 12 * sum(bool(kept.moves) for kept in await bank.open_tables())
    moves = (
        "SELECT table_id, number, COUNT(n) FROM round LEFT JOIN move ON round_id = id GROUP BY id"
    )
    found = {(table_id, number): count for table_id, number, count in rows(moves)}
    assert all(found[key] >= MOVES_AFTER[done] for key, done in acknowledged.items())
    assert set(found.values()) <= set(MOVES_AFTER.values())
    settled = "SELECT COUNT(*) FROM round WHERE state = 'settled'"
    assert rows("SELECT COUNT(*) / 2.0 FROM result") == rows(settled)
    assert rows("SELECT SUM(balance) FROM account WHERE kind = 'stake'") == [(stakes,)]


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
    assert (await bank.commit(wanted)).balances[ANN] == WELCOME - BET
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
        await bank.commit(wanted)
    assert not isinstance(refused.value, CommitInDoubt)
    assert (bets(path), bets(survivor(path))) == (0, 0)
    assert (await bank.commit(wanted)).balances[ANN] == WELCOME - BET
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
            await bank.commit(wanted)
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
        await after.commit(wanted)
        assert await after.audit() == []
    assert bets(left) == 1
