"""Deleted and replaced files of a running bank, harmless access by other programs, checks after a kill, and file
modes."""

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, closing, suppress
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.bank.errors import DatabaseDamaged, DatabaseReplaced
from engine.bank.sqlite.backup import backup
from engine.bank.sqlite.lock import only_bot
from engine.bank.sqlite.witness import SUFFIX as WITNESS
from engine.clock import call_later
from tests.clock import ManualClock

from .users import ANN, BEN, traces_of
from .values import file_of

STRANGER = ANN - 1
Damage = Callable[[Path], object]
content_of, fill = Path.read_bytes, Path.write_bytes


@pytest.fixture
def clock() -> ManualClock:
    """The clock for the bank's checks of its files."""
    return ManualClock()


@pytest_asyncio.fixture
async def watched(path: Path, clock: ManualClock) -> AsyncIterator[Bank]:
    """A bank with an account that checks its files; older copies are next to the file."""
    async with Bank.open(path, clock.now, call_later=partial(call_later, clock)) as bank:
        await bank.wallet(ANN)
        backup(path, path.with_name("backup.db"))
    shutil.copyfile(path, path.with_name("older.db"))
    async with Bank.open(path, clock.now, call_later=partial(call_later, clock)) as bank:
        await asyncio.gather(*map(bank.wallet, range(BEN, BEN + 150)))
        await bank.save_text("long", "x" * 1_100_000)
        await asyncio.gather(*map(bank.wallet, range(BEN + 150, BEN + 300)))
        yield bank


async def a_second(bank: Bank, clock: ManualClock) -> None:
    """Let a second pass, and let the bank check its files."""
    clock.advance(1)
    with suppress(DatabaseReplaced):
        await bank.saved_text("nothing")


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The logged errors."""
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]


def with_suffix(path: Path, suffix: str) -> Path:
    """The database's log, or the log's index."""
    return path.with_name(path.name + suffix)


def replace(path: Path, suffix: str = "") -> None:
    """Put another file with the same bytes in its place."""
    there = with_suffix(path, suffix)
    shutil.copyfile(there, there.with_name("other"))
    os.replace(there.with_name("other"), there)


def retarget(path: Path) -> None:
    """Replace the file by a link to another one."""
    path.rename(path.with_name("real.db"))
    path.symlink_to(path.with_name("older.db"))


DAMAGES: dict[str, tuple[Damage, int]] = {
    "deleted": (Path.unlink, 5),
    "replaced": (replace, 0),
    "a link to another": (retarget, 5),
    "log replaced": (lambda path: replace(path, "-wal"), 0),
    "index deleted": (lambda path: with_suffix(path, "-shm").unlink(), 5),
}
"""Each kind of damage, with the seconds that pass without a command."""


@pytest.mark.parametrize(("damage_file", "seconds"), DAMAGES.values(), ids=DAMAGES)
async def test_replaced_files_are_noticed(
    watched: Bank,
    path: Path,
    clock: ManualClock,
    caplog: pytest.LogCaptureFixture,
    damage_file: Damage,
    seconds: int,
) -> None:
    """Within a second without commands, or by the next command. One log line says what happened and what to do.

    From then on nothing is saved, even if the files are put back, because another bot may have played in between.
    """
    await a_second(watched, clock)
    assert complaints(caplog) == []
    saved = path.with_name("saved.db")
    saved.hardlink_to(path)
    damage_file(path)
    for _ in range(seconds):
        await a_second(watched, clock)
    if seconds:
        assert len(complaints(caplog)) == 1
    with pytest.raises(DatabaseReplaced, match="while it was in use"):
        await watched.wallet(STRANGER)
    os.replace(saved, path)
    with pytest.raises(DatabaseReplaced):
        await watched.wallet(STRANGER)
    (line,) = complaints(caplog)
    assert path.name in line
    assert "Stop the bot" in line
    for name in ("bank.db", "real.db"):
        assert not traces_of(path.with_name(name), STRANGER)


# Harmless access


async def test_other_programs_do_not_stop_the_bank(
    watched: Bank, path: Path, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    """Copies, audits, reads, writes, and checkpoints that move or restart the log."""
    outside = (
        "INSERT INTO setting VALUES ('a', 'a')",
        "PRAGMA wal_checkpoint(TRUNCATE)",
        "VACUUM",
        "DELETE FROM setting",
        "PRAGMA wal_checkpoint(FULL)",
    )
    for number, statement in enumerate(outside):
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute(statement).fetchall()
            await a_second(watched, clock)
        async with Bank.open(path, clock.now) as tool:
            assert await tool.audit() == []
        backup(path, path.with_name(f"copy-{number}.db"))
        await watched.wallet(number + 1)
    await watched.forget(ANN)
    await watched.wallet(ANN)
    await a_second(watched, clock)
    assert complaints(caplog) == []


# Checks after a kill


def as_a_bot(path: Path, clock: ManualClock) -> AbstractAsyncContextManager[Bank]:
    """An open bank that checks its files."""
    return Bank.open(path, clock.now, call_later=partial(call_later, clock))


@pytest_asyncio.fixture
async def killed(path: Path, clock: ManualClock) -> Path:
    """The file of a killed bot."""
    async with as_a_bot(path, clock) as bank:
        await bank.save_text("long", "x" * 50_000)
    async with as_a_bot(path, clock) as bank:
        await bank.wallet(ANN)
        content = [content_of(with_suffix(path, suffix)) for suffix in ("", "-wal", WITNESS)]
    for suffix, some in zip(("", "-wal", WITNESS), content, strict=True):
        fill(with_suffix(path, suffix), some)
    return path


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows whenever a file is checked before it is used."""
    found: list[object] = []
    monkeypatch.setattr("engine.bank.sqlite.opening.damage", found.append)
    return found


ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n"


async def test_after_a_kill_the_file_is_checked_in_the_background(
    killed: Path,
    clock: ManualClock,
    checked: list[object],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot plays at once; a tool checks first, unless a bot plays.

    A stopping bot does not wait for the check; after an unfinished one the next start checks again. After a finished
    check no start checks again.
    """
    with monkeypatch.context() as patch:
        damage = "engine.bank.sqlite.store.damage"
        patch.setattr(damage, lambda file: file.execute(ENDLESS).fetchone())
        for _ in range(2):
            async with as_a_bot(killed, clock) as bank:
                await bank.wallet(BEN)
    async with Bank.open(killed, clock.now, tool=True):
        assert checked.pop()
    with caplog.at_level(logging.INFO), only_bot(killed):
        with_suffix(killed, "-shm").touch()
        for _ in range(2):
            async with as_a_bot(killed, clock) as bank:
                async with Bank.open(killed, clock.now, tool=True):
                    assert await bank.known_wallet(ANN)
                await file_of(bank).checked()
                await bank.wallet(BEN)
    assert (checked, complaints(caplog)) == ([], [])
    assert caplog.text.count("checks the database in the background") == 1
    assert caplog.text.count("the database is sound") == 1


async def test_damage_after_a_kill_stops_the_bank(
    killed: Path, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    """One log line says so and what to do. Nothing more is saved or read, and the next start finds the damage, too."""
    content = content_of(killed)
    first = content.rindex(b"x" * 1_000) - 20_000  # within the long text
    fill(killed, content[:first] + b"\xaa" * 5_000 + content[first + 5_000 :])
    for _ in range(2):
        async with as_a_bot(killed, clock) as bank:
            await file_of(bank).checked()
            for asked in (bank.wallet(BEN), bank.known_wallet(ANN), bank.statistics(ANN)):
                with pytest.raises(DatabaseReplaced, match="damaged"):
                    await asked
        (line,) = complaints(caplog)
        assert killed.name in line
        assert "Stop the bot" in line
        caplog.clear()
    with pytest.raises(DatabaseDamaged):
        async with Bank.open(killed, clock.now, tool=True):
            pass


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
@pytest.mark.parametrize(("umask", "locked"), [(0o000, True), (0o777, False)])
async def test_new_files_are_private_to_their_owner(
    tmp_path: Path, umask: int, locked: bool
) -> None:
    """Whatever the umask: the database, its log, the log's index, and a copy."""
    folder = tmp_path / "data"
    folder.mkdir(0o700)
    path, before = folder / "bank.db", os.umask(umask)
    try:
        if locked:
            with only_bot(path):
                pass
        async with Bank.open(path, lambda: 0.0) as bank:
            await bank.wallet(ANN)
            backup(path, folder / "copy.db")
            modes = {one.name: oct(one.stat().st_mode & 0o777) for one in folder.iterdir()}
    finally:
        os.umask(before)
    names = ("bank.db", "bank.db-shm", "bank.db-wal", "copy.db")
    assert modes == dict.fromkeys(names, "0o600")
