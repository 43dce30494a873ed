"""Partial files of killed tools are recognised and removed by the next start or tool."""

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from cogs.tools.files import look_around
from engine.bank.bank import Bank
from engine.bank.sqlite.backup import backup
from engine.bank.sqlite.halves import dead_halves, half_of, remove_dead
from engine.clock import RealClock

from .conftest import Tool
from .killed import killed_at_every_call, needs_fork

HALF = ".blackjack-half-"
NEXT = {
    ("backup", "copy.db"): ("backup", "other.db"),
    ("backup",): ("backup",),
    ("copy", "casino.db", "moved.db"): ("copy", "casino.db", "other.db"),
    ("restore", "backup.db"): ("restore", "backup.db"),
}
"""Killed commands, each with a command that writes to the same folder afterwards."""


@pytest.fixture
def database(folder: Path) -> Path:
    """A small new database, and a backup of it."""

    async def make() -> None:
        async with Bank.open(folder / "casino.db", lambda: 0.0) as bank:
            await bank.wallet(1)

    asyncio.run(make())
    backup(folder / "casino.db", folder / "backup.db")
    return folder / "casino.db"


def halves(folder: Path) -> set[str]:
    """Return the names of all partial files below a folder, including SQLite's auxiliary files."""
    return {path.name for path in folder.rglob("*") if HALF in path.name}


def places(folder: Path) -> dict[str, Path]:
    """Return the settings for the folders in which the bot and its tools write."""
    return {"DATABASE": folder / "casino.db", "BACKUP_DIRECTORY": folder / "backups"}


@needs_fork
@pytest.mark.parametrize("command", NEXT, ids=" ".join)
def test_partial_files_of_a_killed_tool_are_removed(
    database: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """Killed at any call: `check` lists the partial file, and the next start or tool removes it."""
    original, whole = Path("original"), {"casino.db", "backup.db", "copy.db", "moved.db", "backups"}
    shutil.copytree(database.parent, original)
    left = list[set[str]]()
    *killed, last = killed_at_every_call(original, *command)
    for folder in killed:
        names = {path.name.removesuffix("-wal").removesuffix("-shm") for path in folder.iterdir()}
        assert not {name for name in names if HALF not in name and ".before-" not in name} - whole
        if (found := {name.rstrip("0123456789") for name in halves(folder)}) in left:
            continue
        left.append(found)
        monkeypatch.chdir(folder)
        assert ("warning: files: " in tool("check").output) == bool(found)
        again = folder.with_name(f"{folder.name}-again")
        shutil.copytree(folder, again)
        assert tool(*NEXT[command]).status == 0
        look_around(places(again), RealClock().now())
        assert not halves(folder) | halves(again)
        monkeypatch.chdir("..")
    assert not halves(last)
    assert any(name.endswith(("-journal", "-wal")) for found in left for name in found)
    assert len(left) > 2


def test_partial_files_of_older_versions(database: Path, tool: Tool) -> None:
    """`check` only lists them by their old names, because they may still be in use."""
    backups = database.parent / "backups"
    backups.mkdir()
    older = [
        *(database.with_name(f"casino.db.new{end}") for end in ("", "-wal", ".newer", ".part")),
        *(backups / f"blackjack-20260101-000000.db.part{end}" for end in ("", "-journal")),
    ]
    for path in (*older, database.with_name("casino.db.news"), backups / "blackjack-1.db.part"):
        path.touch()
    (line,) = [
        line for line in tool("check").output.splitlines() if line.startswith("warning: files")
    ]
    assert line.endswith(f"has left {', '.join(map(str, older))}: delete this.")


def test_only_abandoned_partial_files_are_removed(tmp_path: Path) -> None:
    """Not files in use, and not other programs' files with similar names."""
    others = {"casino.db.part", f"casino.db{HALF}", f"casino.db{HALF}12.txt", f"{HALF}12"}
    for name in others:
        (tmp_path / name).touch()
    with half_of(tmp_path / "casino.db") as living:
        dead = tmp_path / f"casino.db{HALF}0"
        for suffix in ("-journal", "-wal", "-shm", ".lock"):
            Path(f"{dead}{suffix}").touch()
        assert dead_halves(tmp_path) == [dead]
        if child := os.fork():
            assert os.waitpid(child, 0)[1] == 0
        else:  # another process, without the lock
            os._exit(int(remove_dead(tmp_path) != [dead]))
        assert {path.name for path in tmp_path.iterdir()} == {*others, living.name}
        assert remove_dead(tmp_path) == []
        assert living.exists()
    assert {path.name for path in tmp_path.iterdir()} == others
