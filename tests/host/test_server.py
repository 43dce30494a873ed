"""A bot on PostgreSQL: it plays, survives a kill, its tools work, and its password is never shown."""

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.bot.process import TOKEN, BotProcess, run_bot, running
from tests.bot.process_table import board, deal
from tests.bot.reading import awaited
from tests.driver import Sandbox
from tests.postgres import Postgres, postgres  # noqa: F401 - a fixture

from .conftest import Tool

SECRET = "s3cret"

INSTEAD = {
    "engine.bank.postgres.leases.SECONDS": 3.0,
    "cogs.discord_link.ownership.IDENTIFY_SECONDS": 0.0,
}
"""A lease that ends soon, and no pause between two sessions: a process that stands still would keep its turn."""


@pytest.fixture
def server(postgres: Postgres) -> Iterator[str]:  # noqa: F811
    """The address of a new database, with a password that the server ignores."""
    with postgres.database() as address:
        yield address.replace("blackjack@", f"blackjack:{SECRET}@")


def process_on(sandbox: Sandbox, folder: Path, server: str) -> BotProcess:
    """A bot in this folder."""
    folder.mkdir(exist_ok=True)
    settings = {"DATABASE": server, "LOG_LEVEL": "DEBUG"}
    return BotProcess(sandbox, folder, settings, instead=INSTEAD)


@asynccontextmanager
async def resuming(sandbox: Sandbox) -> AsyncIterator[None]:
    """Wait at the end of the block until a bot has drawn the table that it has taken over."""

    def drawn() -> int:
        return len(sandbox.requests_to("PATCH", "/channels/*/messages/*"))

    before = drawn()
    yield
    await sandbox.wait_for(lambda: drawn() > before)


async def test_a_round_survives_a_kill_on_a_server(
    sandbox: Sandbox, tmp_path: Path, server: str
) -> None:
    """With the same buttons and cards, once the lease of the killed process has ended; then the audit passes."""
    user = sandbox.user(1)
    async with running(process_on(sandbox, tmp_path, server)) as process:
        await deal(sandbox, [user])
        await process.kill()
        async with resuming(sandbox):
            await process.start()
        audit = await run_bot(tmp_path, "audit", DATABASE=server)
        assert (audit.status, audit.output, audit.errors) == (0, "The books are in order.\n", "")
        await user.click(board(sandbox), "Stand")
        await sandbox.wait_for(lambda: not awaited(board(sandbox)))
        assert await process.terminate() == 0
    assert "waits for the tables" in process.log
    assert SECRET not in process.log
    assert not [name for name in os.listdir(tmp_path) if ".db" in name]


async def test_a_process_that_stood_still_lets_go(
    sandbox: Sandbox, tmp_path: Path, server: str
) -> None:
    """A process stopped for longer than its lease leaves its tables to another one, and reads them again after that."""
    user = sandbox.user(1)
    async with running(process_on(sandbox, tmp_path / "first", server)) as first:
        await deal(sandbox, [user])
        async with running(process_on(sandbox, tmp_path / "second", server)) as second:
            async with resuming(sandbox):
                first.send(signal.SIGSTOP)
            await user.click(board(sandbox), "Stand")
            await sandbox.wait_for(lambda: not awaited(board(sandbox)))
            first.send(signal.SIGCONT)
            async with resuming(sandbox):
                assert await second.terminate() == 0
        await deal(sandbox, [user])
        assert await first.terminate() == 0
    assert "another process has taken the tables" in first.log
    assert "Traceback" not in first.log + second.log


def test_file_backups_are_refused_for_a_server(
    folder: Path, server: str, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error of the tool and of the setting says what to use."""
    monkeypatch.setenv("DATABASE", server)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("BACKUP_HOURS", "1")
    for arguments in (("backup", "copy.db"), ()):
        told = tool(*arguments)
        assert (told.status, told.output) == (2, "")
        assert told.errors.count("use pg_dump") == 1
        assert SECRET not in told.errors


def test_a_database_is_copied_to_a_server_and_back(database: Path, server: str, tool: Tool) -> None:
    """An evening of every rule set: both sides are audited without findings."""
    for ends in ((str(database), server), (server, "back.db")):
        told = tool("copy", *ends)
        assert told.status == 0
        assert told.output.count("The books are in order.") == 2
        assert told.output.count(" rows are copied and compared.") == 1
        assert SECRET not in told.output + told.errors
    told = tool("copy", str(database), server)
    assert told.status == 2
    assert "not empty" in told.errors
    assert SECRET not in told.errors


def test_a_server_is_checked(
    database: Path, server: str, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without tables, with tables, and unreachable; no file backups are expected."""
    for address, said in (
        (server, "warning: database: "),
        (server, "ok: database: it is sound and up to date"),
        (f"{server}_of_nobody", "wrong: database: "),
    ):
        monkeypatch.setenv("DATABASE", address)
        told = tool("check")
        assert told.status == 2, "there is no token"
        assert f"\n{said}" in told.output
        if address == server:
            assert "\nok: backups: the server has its own" in told.output
        assert SECRET not in told.output
        if said.startswith("warning"):
            assert tool("copy", str(database), server).status == 0
