"""The database's files deleted or replaced under a running bank; what is none of that; how they are left."""

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
Deed = Callable[[Path], object]
content_of, fill = Path.read_bytes, Path.write_bytes


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


DEEDS: dict[str, tuple[Deed, int]] = {
    "deleted": (Path.unlink, 5),
    "replaced": (replace, 0),
    "a link to another": (retarget, 5),
    "log replaced": (lambda path: replace(path, "-wal"), 0),
    "index deleted": (lambda path: beside(path, "-shm").unlink(), 5),
}
"""And for how many seconds nobody plays then."""


@pytest.mark.parametrize(("deed", "seconds"), DEEDS.values(), ids=DEEDS)
async def test_it_is_noticed(
    watched: Bank,
    path: Path,
    clock: ManualClock,
    caplog: pytest.LogCaptureFixture,
    deed: Deed,
    seconds: int,
) -> None:
    """Within a second, though nobody plays, or by the next move: one line says what happened and what to do, once.

    From then on nothing is kept, also where all is put back: somebody may have played elsewhere meanwhile.
    """
    await a_second(watched, clock)
    assert complaints(caplog) == []
    saved = path.with_name("saved.db")
    saved.hardlink_to(path)
    deed(path)
    for _ in range(seconds):
        await a_second(watched, clock)
    if seconds:
        assert len(complaints(caplog)) == 1
    with pytest.raises(DatabaseReplaced, match="while it was in use"):
        await watched.wallet(STRANGER)
    os.replace(saved, path)
    with pytest.raises(DatabaseReplaced):
        await watched.wallet(STRANGER)
    (told,) = complaints(caplog)
    assert path.name in told
    assert "Stop the bot" in told
    for name in ("bank.db", "real.db"):
        assert not traces_of(path.with_name(name), STRANGER)


# What is none of our business


async def test_other_programs_may_do_what_they_do(
    watched: Bank, path: Path, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    """Copies, audits, reading and writing, moving the log into the file and writing it anew: the bank goes on."""
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


# How a file was left, and whether it is checked


def as_a_bot(path: Path, clock: ManualClock) -> AbstractAsyncContextManager[Bank]:
    """An open bank that looks at its file."""
    return Bank.open(path, clock.now, call_later=partial(call_later, clock))


@pytest_asyncio.fixture
async def killed(path: Path, clock: ManualClock) -> Path:
    """A file of which a bot was killed."""
    async with as_a_bot(path, clock) as bank:
        await bank.keep_text("long", "x" * 50_000)
    async with as_a_bot(path, clock) as bank:
        await bank.wallet(ANN)
        content = [content_of(beside(path, suffix)) for suffix in ("", "-wal", WITNESS)]
    for suffix, some in zip(("", "-wal", WITNESS), content, strict=True):
        fill(beside(path, suffix), some)
    return path


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Gets longer whenever a file is checked before it is used."""
    found: list[object] = []
    monkeypatch.setattr("engine.bank.sqlite.opening.damage", found.append)
    return found


ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n"


async def test_after_a_kill_the_file_is_checked_beside_the_play(
    killed: Path,
    clock: ManualClock,
    reads: list[object],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot plays at once; a tool checks first, unless a bot plays.

    A bot that stops waits for no check; one that did not end has found nothing, and the next start checks again.
    After that the file is sound, and no start checks it.
    """
    with monkeypatch.context() as patch:
        damage = "engine.bank.sqlite.store.damage"
        patch.setattr(damage, lambda file: file.execute(ENDLESS).fetchone())
        for _ in range(2):
            async with as_a_bot(killed, clock) as bank:
                await bank.wallet(BEN)
    async with Bank.open(killed, clock.now, tool=True):
        assert reads.pop()
    with caplog.at_level(logging.INFO), only_bot(killed):
        beside(killed, "-shm").touch()
        for _ in range(2):
            async with as_a_bot(killed, clock) as bank:
                async with Bank.open(killed, clock.now, tool=True):
                    assert await bank.known_wallet(ANN)
                await file_of(bank).checked()
                await bank.wallet(BEN)
    assert (reads, complaints(caplog)) == ([], [])
    assert caplog.text.count("checking it in the background") == 1
    assert caplog.text.count("the database is sound") == 1


async def test_damage_after_a_kill_ends_the_play(
    killed: Path, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    """One line says so and what to do; nothing more is kept or read, and the next start finds it, too."""
    content = content_of(killed)
    first = (
        content.rindex(b"x" * 1_000) - 20_000
    )  # between its beginning and its end nothing else lies
    fill(killed, content[:first] + b"\xaa" * 5_000 + content[first + 5_000 :])
    for _ in range(2):
        async with as_a_bot(killed, clock) as bank:
            await file_of(bank).checked()
            for asked in (bank.wallet(BEN), bank.known_wallet(ANN), bank.statistics(ANN)):
                with pytest.raises(DatabaseReplaced, match="damaged"):
                    await asked
        (told,) = complaints(caplog)
        assert killed.name in told
        assert "Stop the bot" in told
        caplog.clear()
    with pytest.raises(DatabaseDamaged):
        async with Bank.open(killed, clock.now, tool=True):
            pass


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
@pytest.mark.parametrize(("umask", "locked"), [(0o000, True), (0o777, False)])
async def test_new_files_are_their_owners_alone(tmp_path: Path, umask: int, locked: bool) -> None:
    """Whatever the umask: the database, its log, the index of that, and a copy."""
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
