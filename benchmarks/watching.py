"""The watched bot, seen from the process that runs its sandbox."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.watched import CENSUS
from cogs.startup.host_settings import SETTINGS
from sandbox import Sandbox

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
"""Seconds for the bot to be connected, and to stop."""

Figures = dict[str, float]


class Watched:
    """A bot in another process that can be asked how large it is."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def size(self) -> Figures:
        """Its memory, tables and tasks."""
        return await self._ask("size")

    async def census(self) -> Figures:
        """The same, and how many objects there are that must not pile up."""
        return await self._ask(CENSUS)

    async def _ask(self, question: str) -> Figures:
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the bot has no pipes")
        self._process.stdin.write(f"{question}\n".encode())
        answer: Figures = json.loads(await self._process.stdout.readline())
        return answer


@asynccontextmanager
async def watched(sandbox: Sandbox, database: Path) -> AsyncIterator[Watched]:
    """A watched bot on this sandbox and this file; it has stopped at the end of the block."""
    names = {setting.name for setting in SETTINGS}
    environment = {name: value for name, value in os.environ.items() if name not in names}
    settings = {"DISCORD_API_URL": sandbox.api_url, "DATABASE": str(database)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.watched"),
        cwd=ROOT,
        env=environment | settings,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        await sandbox.bot_ready(PATIENCE)
        await sandbox.wait_for(lambda: sandbox.world.commands, PATIENCE)
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
