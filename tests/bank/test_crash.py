"""Acknowledged moves survive a kill, and a commit of unknown outcome ends the process."""

import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.bank.errors import StorageFailed
from engine.values.tables import Change

from .disk import Disk, Fault, disk, survivor
from .played import bet
from .users import ANN
from .values import NOW, WELCOME, change, commit, file_of, opened

__all__ = ["disk"]

BET = 1_000
"""Cents."""


@pytest_asyncio.fixture
async def on_disk(disk: Disk, path: Path) -> AsyncIterator[tuple[Bank, Change]]:
    """A bank on that disk, and a bet that is not saved yet."""
    async with Bank.open(path, lambda: NOW) as bank:
        yield bank, change(await opened(bank), postings=(bet(ANN, BET),))


def bets(path: Path) -> int:
    """Count the bets in the file."""
    with closing(sqlite3.connect(path)) as other:
        return int(other.execute("SELECT COUNT(*) FROM posting WHERE kind = 'bet'").fetchone()[0])


async def test_saved_changes_survive_a_kill(on_disk: tuple[Bank, Change], path: Path) -> None:
    """Even if they are only in the write-ahead log."""
    bank, wanted = on_disk
    await commit(bank, wanted)
    assert bets(survivor(path)) == 1


def checkpoint(connection: sqlite3.Connection) -> None:
    """Move the whole log into the file, as SQLite does every thousand pages."""
    (held_up, frames, moved) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    assert not held_up
    assert frames == moved > 0


async def test_a_refused_change_never_comes_back(
    on_disk: tuple[Bank, Change], path: Path, disk: Disk
) -> None:
    """After a checkpoint, a commit restarts the log before it writes, so recovery can't find the refused change."""
    bank, wanted = on_disk
    await file_of(bank).between_transactions(checkpoint)
    disk.faults.append("takes no byte")
    with pytest.raises(StorageFailed):
        await commit(bank, wanted)
    assert (bets(path), bets(survivor(path))) == (0, 0)
    assert (await commit(bank, wanted)).balances[ANN] == WELCOME - BET
    assert bets(path) == bets(survivor(path)) == 1
    assert await bank.audit() == []


class Ended(Exception):
    """Raised in place of the end of the process."""


@pytest.mark.parametrize(
    "fault", ["reports an error", "loses the sync", "takes no byte, and says so late"]
)
async def test_an_unknown_outcome_ends_the_process(
    on_disk: tuple[Bank, Change],
    path: Path,
    disk: Disk,
    fault: Fault,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With one line in the log. The next start finds the change or not; sent again, it is saved once."""
    bank, wanted = on_disk
    left = list[Path]()

    def end(status: int) -> NoReturn:
        assert status == 1
        left.append(survivor(path))
        raise Ended

    monkeypatch.setattr("engine.bank.sqlite.transaction.os._exit", end)
    disk.faults.append(fault)
    with pytest.raises(Ended):
        await commit(bank, wanted)
    (line,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "outcome of a commit is unknown" in line.getMessage()
    async with Bank.open(left[0], lambda: NOW) as after:
        assert await after.audit() == []
        if not bets(left[0]):
            await commit(after, wanted)
        assert (await after.wallet(ANN)).balance == WELCOME - BET
        assert await after.audit() == []
    assert bets(left[0]) == 1


FSYNC_FAILS = """
import asyncio, sqlite3, sys
from functools import partial
from pathlib import Path
from engine.bank.bank import Bank

class OnABadDisk(sqlite3.Connection):
    def execute(self, sql, *values):
        result = super().execute(sql, *values)
        if sql == "COMMIT" and is_bad:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            raise error
        return result

async def main():
    global is_bad
    async with Bank.open(Path(sys.argv[1]), lambda: 0.0) as bank:
        is_bad = True
        await bank.save_text("colour", "green")

is_bad = False
sqlite3.connect = partial(sqlite3.connect, factory=OnABadDisk)
try:
    asyncio.run(main())
finally:
    print("the end")
"""


def test_the_process_ends_without_cleanup(path: Path) -> None:
    """Status 1, one line, and no `finally` blocks."""
    root = Path(__file__).parents[2]
    child = subprocess.run(
        [sys.executable, "-c", FSYNC_FAILS, str(path)],
        capture_output=True,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        timeout=60,
    )
    assert (child.returncode, child.stdout) == (1, "")
    (line,) = child.stderr.splitlines()
    assert line.endswith("is unknown: disk I/O error)")
