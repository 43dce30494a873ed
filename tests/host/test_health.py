"""Whoever watches over the bot can ask whether it is connected, and gets an honest answer."""

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import discord
import pytest
from discord.ext import commands

from cogs.health.health import (
    BEAT,
    NO_DATABASE,
    OLD,
    WAITING,
    file_of,
    is_alive,
    pulse,
)
from cogs.startup.settings import read_settings
from cogs.tools.files import sign_of
from engine.bank.bank import Bank
from sandbox import PATIENCE, Sandbox
from tests.bot.process import Finished, bot_process, run_bot
from tests.clock import ManualClock, ManualTimer

QUESTIONS = 60
"""How often the tool is asked before patience is at an end; each time is a process of its own."""


async def health(folder: Path) -> Finished:
    """What `health` says of the bot that plays in this folder."""
    return await run_bot(folder, "health", DATABASE="casino.db")


async def until(folder: Path, status: int) -> Finished:
    """Ask until the exit status is this one."""
    for _ in range(QUESTIONS):
        if (answer := await health(folder)).status == status:
            break
    return answer


async def test_a_bot_is_well_while_it_is_connected(tmp_path: Path) -> None:
    """Status 0 from the start on, 1 before it, when Discord is gone, and when the bot has stopped.

    Also when it was killed, or hangs: its sign is still there, but no younger for it.
    """
    never = await health(tmp_path)
    assert (never.status, never.output) == (1, "There is no database at casino.db.\n")
    async with Sandbox() as sandbox, bot_process(sandbox, tmp_path) as process:
        sign = file_of(process.database)
        well = await until(tmp_path, 0)
        assert (well.status, well.errors) == (0, "")
        await process.kill()
        for age in (OLD + 1, -3_600):
            at = time.time() - age
            os.utime(sign, (at, at))
            assert (await health(tmp_path)).status == 1
        await process.start()
        await sandbox.faults.drop_gateway()
        await sandbox.bot_ready()
        assert (await until(tmp_path, 0)).status == 0
        await sandbox.stop()
        ill = await until(tmp_path, 1)
        assert (ill.status, ill.errors) == (1, "")
        await process.terminate()
    assert not sign.exists()


class Beats(ManualClock):
    """Tells when a sign was tried, and the next one waits."""

    def __init__(self) -> None:
        super().__init__()
        self._waits = asyncio.Event()

    def call_at(self, when: float, callback: Callable[[], None]) -> ManualTimer:
        """The next sign is to come then."""
        self._waits.set()
        return super().call_at(when, callback)

    async def beaten(self) -> None:
        """Return after one more sign."""
        async with asyncio.timeout(PATIENCE):
            await self._waits.wait()
        self._waits.clear()


@pytest.fixture
async def client() -> AsyncIterator[commands.AutoShardedBot]:
    """A client that is told by the test that it is connected."""
    none = discord.Intents.none()
    async with commands.AutoShardedBot(command_prefix="!", intents=none) as client:
        yield client


async def test_a_database_that_only_answers_questions_is_not_well(
    tmp_path: Path, client: commands.AutoShardedBot, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody can play: there is no sign, and the log says why; when it keeps something again, all is well."""
    database, clock = tmp_path / "casino.db", Beats()
    async with (
        Bank.open(database, time.time, busy_timeout=1) as bank,
        pulse(client, bank, file_of(database), clock) as signs,
    ):
        client.dispatch("online")
        await clock.beaten()
        assert signs.trouble() is None
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            clock.advance(BEAT)
            await clock.beaten()
            assert "health checks fail" in caplog.text
            assert "locked" in caplog.text
            assert await bank.kept_text("pulse") == "", "it answers questions"
            assert signs.trouble() == NO_DATABASE
            assert not is_alive(file_of(database), time.time())
        clock.advance(BEAT)
        await clock.beaten()
        assert signs.trouble() is None
        assert is_alive(file_of(database), time.time())


async def test_a_bot_that_waits_for_its_tables_is_not_well_yet(
    tmp_path: Path, client: commands.AutoShardedBot
) -> None:
    """It leaves no sign, and the sign of the one that plays meanwhile alone."""
    sign, clock, plays = tmp_path / "sign", Beats(), False
    async with (
        Bank.open(tmp_path / "casino.db", time.time) as bank,
        pulse(client, bank, sign, clock, lambda: plays) as signs,
    ):
        client.dispatch("online")
        await clock.beaten()
        assert signs.trouble() == WAITING
        assert not sign.exists()
        sign.touch()
        clock.advance(BEAT)
        await clock.beaten()
        assert sign.exists()
        plays = True
        assert signs.trouble() is None
    assert not sign.exists()


def test_each_process_has_a_sign_of_its_own() -> None:
    """Several share a folder, and those of a server have no file of a database."""
    server = "postgresql://host/name"
    signs = {file_of(server), *(file_of(server, process) for process in range(3))}
    assert len(signs) == 4
    names = {"DATABASE": server, "PROCESSES": "2", "SHARDS": "2"}
    assert {sign_of(read_settings({**names, "PROCESS": k})) for k in ("0", "1")} <= signs
    assert sign_of(read_settings({"DATABASE": server})) == file_of(server)
