"""`restore`: the old database is kept, and a kill at any point leaves one of the two, complete."""

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
from engine.bank.sqlite.witness import read_witness, write_witness
from tests.bank.outside import tamper

from .conftest import Tool
from .killed import killed_at_every_call, needs_fork
from .older import SCHEMA, by_1_0_0
from .test_backup import findings

WHO = "REPLACE INTO setting VALUES ('label', ?)"


@pytest.fixture
def database(folder: Path) -> Path:
    """A small database, quick to audit."""

    async def make() -> None:
        async with Bank.open(folder / "casino.db", lambda: 0.0) as bank:
            await bank.wallet(1)

    asyncio.run(make())
    return folder / "casino.db"


def label(database: Path) -> str:
    """Return the label of a sound database."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (text,) = connection.execute("SELECT value FROM setting WHERE key = 'label'").fetchone()
    return str(text)


def set_label(database: Path, text: str) -> None:
    """Label a database."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(WHO, (text,))


@pytest.fixture
def copy(database: Path) -> Path:
    """A backup of the database, which has changed since."""
    set_label(database, "new")
    backup(database, Path("copy.db"))
    set_label(database, "old")
    return Path("copy.db")


@contextmanager
def unmoved_log(database: Path) -> Iterator[None]:
    """Leave the last change only in the write-ahead log, as after a kill."""
    with closing(sqlite3.connect(database)) as held, closing(sqlite3.connect(database)) as other:
        held.execute("PRAGMA wal_autocheckpoint = 0")
        with held:
            held.execute(WHO, ("old, by its log",))
        other.execute("SELECT 1 FROM setting").fetchone()
        for suffix in ("", "-wal", "-shm"):
            shutil.copyfile(f"{database}{suffix}", f"{database}.original{suffix}")
    for suffix in ("", "-wal", "-shm"):
        Path(f"{database}.original{suffix}").rename(f"{database}{suffix}")
    yield


def no_links(*_: object, **__: object) -> None:
    """Fail like a file system without hard links."""
    raise OSError(errno.EPERM, "Operation not permitted")


def old_databases(folder: Path) -> list[Path]:
    """Return the databases kept by earlier restores."""
    return sorted(folder.glob("casino.db.before-*[0-9]"))


@pytest.mark.parametrize("links", [True, False])
def test_a_copy_replaces_the_database(
    database: Path, copy: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """The copy is audited, the old file is kept including its log, and the output names it.

    Also on a file system without hard links.
    """
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    before = copy.read_bytes()
    with unmoved_log(database):
        told = tool("restore", "copy.db")
    (old,) = old_databases(database.parent)
    assert (told.status, told.errors) == (0, "")
    assert told.output.splitlines() == [
        "The books of copy.db:",
        "The books are in order.",
        f"casino.db is now a copy of copy.db, and what was there before is kept as {old}.",
    ]
    assert {path.name for path in database.parent.iterdir()} == {"casino.db", "copy.db", old.name}
    assert (label(database), label(old)) == ("new", "old, by its log")
    assert database.stat().st_mode & 0o777 == 0o600
    assert copy.read_bytes() == before
    assert asyncio.run(findings(database)) == []


def test_kept_databases_are_never_overwritten(
    database: Path, copy: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even by two restores in the same second."""
    monkeypatch.setattr("engine.clock.RealClock.now", lambda _: 1_800_000_000.0)
    assert tool("restore", "copy.db").status == 0
    set_label(database, "between")
    assert tool("restore", "copy.db").status == 0
    first, second = old_databases(database.parent)
    assert first.name == "casino.db.before-20270115-080000"
    assert second.name == f"{first.name}-2"
    assert [label(path) for path in (first, second, database)] == ["old", "between", "new"]


def test_a_damaged_database_is_kept_with_its_log(database: Path, copy: Path, tool: Tool) -> None:
    """An expert may be able to recover it."""
    with unmoved_log(database):
        log = Path(f"{database}-wal").read_bytes()
    database.write_bytes(b"Dear dealer, " * 1_000)
    assert tool("restore", "copy.db").status == 0
    (old,) = old_databases(database.parent)
    assert old.read_bytes() == b"Dear dealer, " * 1_000
    assert Path(f"{old}-wal").read_bytes() == log
    assert not Path(f"{database}-wal").exists()
    assert label(database) == "new"


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_the_log_of_a_deleted_database_is_removed(
    database: Path, copy: Path, tool: Tool, mode: str
) -> None:
    """SQLite would apply it to the restored file."""
    if mode == "WAL":
        with unmoved_log(database):
            pass
    else:
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("BEGIN")
            connection.execute(WHO, ("old, as before",))
            shutil.copyfile(f"{database}-journal", "journal")
            connection.execute("ROLLBACK")
        Path("journal").rename(f"{database}-journal")
    database.unlink()
    assert tool("restore", "copy.db").status == 0
    assert {path.name for path in Path().iterdir()} == {"casino.db", "copy.db"}
    assert label(database) == "new"


def refused(database: Path, tool: Tool, *, status: int = 2) -> str:
    """Run a refused restore, which must change nothing; return its message."""
    files = {path.name: path.read_bytes() for path in database.parent.iterdir()}
    told = tool("restore", "copy.db")
    assert told.status == status
    assert {path.name: path.read_bytes() for path in database.parent.iterdir()} == files
    return told.output if status == 1 else told.errors


def test_a_restore_during_a_read_is_refused(
    database: Path, copy: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example an audit, whose log can't be moved: the error says what to do.

    The witness stays, or the next start would treat the unchanged database as restored.
    """
    write_witness(database, 7)
    # Do not wait for the reader.
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0))
    with closing(sqlite3.connect(database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT 1 FROM setting").fetchone()
        set_label(database, "old, after all")
        told = tool("restore", "copy.db")
    assert told.status == 2
    assert "end it first" in told.errors
    assert label(database) == "old, after all"
    assert read_witness(database) == 7
    assert not old_databases(database.parent)


def test_refused_copies(database: Path, copy: Path, tool: Tool) -> None:
    """While a bot runs; with findings, which are listed; of a newer version; and other files."""
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
    """It is audited after a migration, but stored with its own schema, so that the older version can still read it."""
    by_1_0_0(copy)
    assert tool("restore", "copy.db").status == 0
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT MAX(number) FROM migration").fetchone() == (SCHEMA,)


@needs_fork
def test_a_kill_at_any_call_loses_nothing(
    database: Path, copy: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is the old one with its log, or the new one with the old one kept."""
    original = Path("original")
    original.mkdir()
    with unmoved_log(database):
        for file in (copy, *(Path(f"{database}{suffix}") for suffix in ("", "-wal", "-shm"))):
            file.rename(original / file.name)
    found, seen = list[str](), list[set[str]]()
    for folder in killed_at_every_call(original, "restore", "copy.db"):
        leftovers = {path.name.rstrip("0123456789") for path in folder.iterdir()}
        found.append(label(folder / "casino.db"))
        if found[-1] == "new":
            assert [label(old) for old in old_databases(folder)] == ["old, by its log"]
        if leftovers in seen:
            continue
        seen.append(leftovers)
        # Leftover files do not block the next restore.
        monkeypatch.chdir(folder)
        assert tool("restore", "copy.db").status == 0
        assert label(Path("casino.db")) == label(Path("copy.db")) == "new"
        assert "old, by its log" in [label(old) for old in old_databases(Path())]
        monkeypatch.chdir("..")
    assert len(found) > 2 * len(seen) > 10
    assert found == sorted(found, reverse=True), "first the old one, then the new one"
    assert {*found} == {"old, by its log", "new"}
