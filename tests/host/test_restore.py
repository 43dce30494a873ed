"""A backup in the place of the database: the old one is kept, and a kill at any point leaves one of the two, whole."""

import asyncio
import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.bank.sqlite.backup import backup
from engine.bank.sqlite.lock import only_bot
from tests.bank.outside import tamper

from .conftest import Tool
from .killed import killed_at_every_call, needs_fork
from .older import SCHEMA, by_1_0_0
from .test_backup import findings

WHO = "REPLACE INTO setting VALUES ('who', ?)"


@pytest.fixture
def database(folder: Path) -> Path:
    """A small one, that is quickly audited."""

    async def make() -> None:
        async with Bank.open(folder / "casino.db", lambda: 0.0) as bank:
            await bank.wallet(1)

    asyncio.run(make())
    return folder / "casino.db"


def who(database: Path) -> str:
    """Which of the two this is; it is sound."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (text,) = connection.execute("SELECT value FROM setting WHERE key = 'who'").fetchone()
    return str(text)


def say(database: Path, text: str) -> None:
    """Make it this one."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(WHO, (text,))


@pytest.fixture
def copy(database: Path) -> Path:
    """A backup of the database, which has changed since."""
    say(database, "new")
    backup(database, Path("copy.db"))
    say(database, "old")
    return Path("copy.db")


@contextmanager
def unmoved_log(database: Path) -> Iterator[None]:
    """What the database was made last is in its write-ahead log alone, as after a kill."""
    with closing(sqlite3.connect(database)) as held, closing(sqlite3.connect(database)) as other:
        held.execute("PRAGMA wal_autocheckpoint = 0")
        with held:
            held.execute(WHO, ("old, by its log",))
        other.execute("SELECT 1 FROM setting").fetchone()
        for suffix in ("", "-wal", "-shm"):
            shutil.copyfile(f"{database}{suffix}", f"{database}.then{suffix}")
    for suffix in ("", "-wal", "-shm"):
        Path(f"{database}.then{suffix}").rename(f"{database}{suffix}")
    yield


def no_links(*_: object, **__: object) -> None:
    """What such a file system answers."""
    raise OSError(errno.EPERM, "Operation not permitted")


def kept(folder: Path) -> list[Path]:
    """The databases that were there before."""
    return sorted(folder.glob("casino.db.before-*[0-9]"))


@pytest.mark.parametrize("links", [True, False])
def test_a_copy_takes_the_place(
    database: Path, copy: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """The books are audited, the old file is kept with what only its log had, and one sentence says so.

    The same on a file system where a file has one name alone.
    """
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    before = copy.read_bytes()
    with unmoved_log(database):
        told = tool("restore", "copy.db")
    (old,) = kept(database.parent)
    assert (told.status, told.errors) == (0, "")
    assert told.output.splitlines() == [
        "The books of copy.db:",
        "The books are in order.",
        f"casino.db is now a copy of copy.db, and what was there before is kept as {old}.",
    ]
    assert {path.name for path in database.parent.iterdir()} == {"casino.db", "copy.db", old.name}
    assert (who(database), who(old)) == ("new", "old, by its log")
    assert database.stat().st_mode & 0o777 == 0o600
    assert copy.read_bytes() == before
    assert asyncio.run(findings(database)) == []


def test_what_was_kept_is_never_replaced(
    database: Path, copy: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice in the same second: both are kept."""
    monkeypatch.setattr("engine.clock.RealClock.now", lambda _: 1_800_000_000.0)
    assert tool("restore", "copy.db").status == 0
    say(database, "between")
    assert tool("restore", "copy.db").status == 0
    first, second = kept(database.parent)
    assert first.name == "casino.db.before-20270115-080000"
    assert second.name == f"{first.name}-2"
    assert [who(path) for path in (first, second, database)] == ["old", "between", "new"]


def test_a_damaged_database_is_kept_with_its_log(database: Path, copy: Path, tool: Tool) -> None:
    """What can't be read is not thrown away: somebody may know how to."""
    with unmoved_log(database):
        log = Path(f"{database}-wal").read_bytes()
    database.write_bytes(b"Dear dealer, " * 1_000)
    assert tool("restore", "copy.db").status == 0
    (old,) = kept(database.parent)
    assert old.read_bytes() == b"Dear dealer, " * 1_000
    assert Path(f"{old}-wal").read_bytes() == log
    assert not Path(f"{database}-wal").exists()
    assert who(database) == "new"


def refused(database: Path, tool: Tool, *, status: int = 2) -> str:
    """What is said, where nothing changes."""
    files = {path.name: path.read_bytes() for path in database.parent.iterdir()}
    told = tool("restore", "copy.db")
    assert told.status == status
    assert {path.name: path.read_bytes() for path in database.parent.iterdir()} == files
    return told.output if status == 1 else told.errors


def test_while_somebody_reads(
    database: Path, copy: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An audit of the old file, for one, whose log can't be moved: what is told then is what to do."""
    # Nobody waits the seconds that a reader usually needs.
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0))
    with closing(sqlite3.connect(database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT 1 FROM setting").fetchone()
        say(database, "old, after all")
        told = tool("restore", "copy.db")
    assert told.status == 2
    assert "end it first" in told.errors
    assert who(database) == "old, after all"
    assert not kept(database.parent)


def test_a_copy_that_is_refused(database: Path, copy: Path, tool: Tool) -> None:
    """While a bot runs; where its books are not in order, with each finding; of a newer program; and no database."""
    with only_bot(database):
        assert "another bot uses casino.db: stop that one first" in refused(database, tool)
    sound = copy.read_bytes()
    tamper(copy, "UPDATE account SET balance = balance + 1 WHERE kind = 'player'")
    told = refused(database, tool, status=1)
    assert "Findings: " in told
    assert told.endswith("casino.db is as it was.\n")
    copy.write_bytes(sound)
    tamper(copy, "INSERT INTO migration VALUES (999, 'tomorrow', 0)")
    assert "has schema 999" in refused(database, tool)
    for content in (b"", b"Dear dealer, " * 100, None):
        copy.unlink()
        if content is not None:
            copy.write_bytes(content)
        (line,) = refused(database, tool).splitlines()
        assert line.startswith("copy.db is not restored: ")


def test_a_copy_of_an_older_program(database: Path, copy: Path, tool: Tool) -> None:
    """It is audited as the next start makes it, and put there as it is: the older program could still read it."""
    by_1_0_0(copy)
    assert tool("restore", "copy.db").status == 0
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT MAX(number) FROM migration").fetchone() == (SCHEMA,)


@needs_fork
def test_a_kill_at_any_point_loses_nothing(
    database: Path, copy: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In place is the old one, with what only its log had, or the new one, and then the old one is kept."""
    then = Path("then")
    then.mkdir()
    with unmoved_log(database):
        for file in (copy, *(Path(f"{database}{suffix}") for suffix in ("", "-wal", "-shm"))):
            file.rename(then / file.name)
    found, seen = list[str](), list[set[str]]()
    for folder in killed_at_every_call(then, "restore", "copy.db"):
        lying_about = {path.name.rstrip("0123456789") for path in folder.iterdir()}
        found.append(who(folder / "casino.db"))
        if found[-1] == "new":
            assert [who(old) for old in kept(folder)] == ["old, by its log"]
        if lying_about in seen:
            continue
        seen.append(lying_about)
        # Whatever was left lying about is no hindrance.
        monkeypatch.chdir(folder)
        assert tool("restore", "copy.db").status == 0
        assert who(Path("casino.db")) == who(Path("copy.db")) == "new"
        assert "old, by its log" in [who(old) for old in kept(Path())]
        monkeypatch.chdir("..")
    assert len(found) > 2 * len(seen) > 10
    assert found == sorted(found, reverse=True), "first the old one, then the new one"
    assert {*found} == {"old, by its log", "new"}
