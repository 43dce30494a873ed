"""Starts and tools on every kind of file: accepted or refused, as in the table of docs/running.md."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from tests.bank.outside import tamper
from tests.bot.no_entry import no_entry
from tests.bot.process import TOKEN, bot_process
from tests.driver import Sandbox
from tests.pages import rows

from .conftest import Tool
from .older import SCHEMA, by_1_0_0

ODD = Path("odd.db")
OURS = Path("casino.db")

COMMANDS: dict[str, tuple[str, ...]] = {
    "start": (),
    "`check`": ("check",),
    "`audit`": ("audit",),
    "`backup`": ("backup",),
    "`copy` from it": ("copy", "odd.db", "new.db"),
    "`copy` to it": ("copy", "casino.db", "odd.db"),
    "`restore` it": ("restore", "odd.db"),
    "`restore` over it": ("restore", "casino.db"),
}
"""The arguments. `DATABASE` is the odd file, except where that is restored."""


def _played_by(application: int) -> None:
    shutil.copyfile(OURS, ODD)
    tamper(ODD, "DELETE FROM setting WHERE key LIKE 'commands:%'")
    tamper(ODD, f"INSERT INTO setting VALUES ('commands:{application}', '')")


def _other(table: str) -> None:
    with closing(sqlite3.connect(ODD)) as file:
        file.execute(f"CREATE TABLE {table}")
        file.execute(
            "INSERT INTO migration VALUES (1, 'start', 0)" if "name" in table else "SELECT 1"
        )
        file.commit()


def _newer() -> None:
    shutil.copyfile(OURS, ODD)
    tamper(ODD, "INSERT INTO migration VALUES (999, 'tomorrow', 0)")


def _before_1_0_0() -> None:
    by_1_0_0(ODD)
    tamper(ODD, f"DELETE FROM migration WHERE number = {SCHEMA}")


KINDS: dict[str, Callable[[], object]] = {
    "nothing": lambda: None,
    "an empty file": ODD.touch,
    "a directory": ODD.mkdir,
    "a file that is no database": lambda: ODD.write_text("Dear dealer, " * 100),
    "a database of another program": lambda: _other("bookmarks (url TEXT)"),
    "another schema with a table `migration`": lambda: _other(
        "migration (number INTEGER, name TEXT, applied_at REAL)"
    ),
    "a database of a newer version": _newer,
    "a database of a version before 1.0.0": _before_1_0_0,
    "a database of an older version": lambda: by_1_0_0(ODD),
    "a database of this version": lambda: _played_by(1),
    "a database of another bot": lambda: _played_by(2),
}

HEADER, *TABLE = [
    ["what lies there", *COMMANDS],
    *rows("docs/running.md", "## Which databases are taken"),
]
CELLS = [
    (kind, command, cell)
    for kind, *cells in TABLE
    for command, cell in zip(COMMANDS, cells, strict=True)
]


@pytest.fixture
def create(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Create a kind of file, with a token that Discord rejects, so that a start ends."""

    async def make() -> None:
        async with Bank.open(OURS, lambda: 0.0) as bank:
            await bank.wallet(1)
            await bank.save_text("commands:1", "")

    def put(kind: str) -> None:
        asyncio.run(make())
        KINDS[kind]()

    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        yield put


def content(folder: Path) -> dict[str, bytes]:
    """Return all files and folders below a folder; without SQLite's index of a log, which readers change."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
        if not path.name.endswith("-shm")
    }


def test_the_table_has_every_kind() -> None:
    assert [kind for kind, *_ in TABLE] == [*KINDS]


@pytest.mark.parametrize(("kind", "command", "cell"), CELLS)
def test_each_command_accepts_or_refuses_each_kind(
    create: Callable[..., None],
    folder: Path,
    tool: Tool,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    command: str,
    cell: str,
) -> None:
    """A refusal is status 2 with one sentence that names the file, and nothing changes."""
    create(kind)
    monkeypatch.setenv("DATABASE", "casino.db" if command == "`restore` it" else "odd.db")
    before = content(folder)
    told = tool(*COMMANDS[command])
    if command == "`check`":
        level = {"refuses": "wrong", "warns": "warning", "takes": "ok"}[cell]
        assert f"\n{level}: database: " in told.output
        assert content(folder) == before
    elif cell == "refuses":
        assert told.status == 2
        (sentence,) = told.errors.splitlines()
        assert "odd.db" in sentence
        assert sentence.isprintable()
        assert content(folder) == before
    elif command == "start":
        assert told.errors == "Discord does not accept this DISCORD_TOKEN.\n"
        assert ODD.stat().st_size
    else:
        assert (told.status, told.errors) == (0, "")


@pytest.mark.parametrize(
    "kind", [kind for kind, command, cell in CELLS if (command, cell) == ("start", "refuses")]
)
def test_the_sandbox_refuses_the_same_files(
    create: Callable[..., None], tool: Tool, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """It uses another path, `sandbox.db`."""

    def started(*_: object) -> None:
        raise AssertionError("a bot opened the file")

    monkeypatch.setattr("cogs.tools.trial.tell_where_to_play", started)
    create(kind)
    ODD.rename("sandbox.db")
    told = tool("--sandbox", "--port", "0")
    assert told.status == 2
    assert "sandbox.db" in told.errors


async def test_a_start_on_the_database_of_another_bot(sandbox: Sandbox, tmp_path: Path) -> None:
    """It is accepted, with a warning in the log of the first start."""
    async with Bank.open(tmp_path / "casino.db", lambda: 0.0) as bank:
        await bank.save_text("commands:2", "")
    for warned in (True, False):
        async with bot_process(sandbox, tmp_path) as process:
            assert await process.terminate() == 0
            assert ("another bot (application 2) has used this" in process.log) is warned
