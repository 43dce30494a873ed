"""The watched bot, seen from the process that runs its sandbox."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.bots.watched import CENSUS, Figures
from cogs.startup.settings import SETTINGS
from sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds for the bot to be connected, and to stop."""


class Watched:
    """A bot in another process that can be asked how large it is."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def size(self) -> Figures:
        """Its memory and work; of our bot also its tables and tasks."""
        return await self.ask("size")

    async def census(self) -> Figures:
        """The same, and how many objects there are that must not pile up."""
        return await self.ask(CENSUS)

    async def ask(self, question: str) -> Figures:
        """The answer to one line."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the bot has no pipes")
        self._process.stdin.write(f"{question}\n".encode())
        answer: Figures = json.loads(await self._process.stdout.readline())
        return answer


@asynccontextmanager
async def process_of(
    *command: str, api_url: str, settings: Mapping[str, str]
) -> AsyncIterator[Watched]:
    """A bot that is started by this module and its arguments; it has stopped at the end of the block."""
    names = {setting.name for setting in SETTINGS}
    environment = {name: value for name, value in os.environ.items() if name not in names}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *command),
        cwd=ROOT,
        env=environment | {"DISCORD_API_URL": api_url, **settings},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield Watched(process)
    finally:
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(PATIENCE):
                await process.wait()
        except TimeoutError:
            process.kill()
            raise


@asynccontextmanager
async def watched(
    sandbox: Sandbox, database: Path, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Watched]:
    """A watched bot on this sandbox and this file; it has stopped at the end of the block."""
    settings = {"DATABASE": str(database), **(settings or {})}
    module = "benchmarks.bots.watched"
    async with process_of(module, api_url=sandbox.api_url, settings=settings) as process:
        await sandbox.bot_ready(PATIENCE)
        await sandbox.wait_for(lambda: sandbox.world.commands, PATIENCE)
        yield process
