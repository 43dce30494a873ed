"""Whoever watches over the bot can ask whether it is connected, and gets an honest answer."""

import asyncio
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord.ext import commands

from cogs.startup.health import OLD, file_of, is_alive, log, pulse
from engine.bank import Bank
from sandbox import PATIENCE, Sandbox
from tests.bot.process import Finished, bot_process, run_bot

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
    """Status 0 from the start on, 1 before it, when Discord is gone, and when the bot has stopped."""
    never = await health(tmp_path)
    assert (never.status, never.output) == (1, "There is no database at casino.db.\n")
    async with Sandbox() as sandbox, bot_process(sandbox, tmp_path) as process:
        well = await until(tmp_path, 0)
        assert (well.status, well.errors) == (0, "")
        await sandbox.faults.drop_gateway()
        await sandbox.bot_ready()
        assert (await until(tmp_path, 0)).status == 0
        await sandbox.stop()
        ill = await until(tmp_path, 1)
        assert (ill.status, ill.errors) == (1, "")
        await process.terminate()
    assert not file_of(process.database).exists()


async def test_a_bot_that_was_killed_or_hangs_is_not_well(tmp_path: Path) -> None:
    """Its sign is still there, but no younger for it."""
    async with Sandbox() as sandbox, bot_process(sandbox, tmp_path) as process:
        assert (await until(tmp_path, 0)).status == 0
        await process.kill()
    for age in (OLD + 1, -3_600):
        at = time.time() - age
        os.utime(file_of(process.database), (at, at))
        assert (await health(tmp_path)).status == 1


class Listener(logging.Handler):
    """Waits for the first line of a logger."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = asyncio.Event()
        self.line = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Remember it."""
        self.line = record.getMessage()
        self.heard.set()


@pytest.fixture
def listener() -> Iterator[Listener]:
    """Hears what is said of signs of life."""
    listener = Listener()
    log.addHandler(listener)
    yield listener
    log.removeHandler(listener)


async def test_a_bot_whose_database_does_not_answer_is_not_well(
    tmp_path: Path, listener: Listener
) -> None:
    """It is connected, but nobody can play: there is no sign, and the log says why."""
    database = tmp_path / "casino.db"
    async with Bank.open(database, time.time) as bank:
        pass
    client = commands.AutoShardedBot(command_prefix="!", intents=discord.Intents.none())
    async with client, pulse(client, bank, database):
        client.dispatch("online")
        async with asyncio.timeout(PATIENCE):
            await listener.heard.wait()
        assert listener.line.startswith("health checks fail")
        assert not is_alive(database, time.time())
