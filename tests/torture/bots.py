"""The bot as a process of its own, started and killed many times on one file."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryFile

from cogs.startup.settings import SETTINGS
from sandbox import PATIENCE
from tests.nursery import Forked, fork_bot

LOG = "bot.log"


class Bots:
    """One bot after another. `ended` is set while none runs."""

    def __init__(
        self, folder: Path, environment: dict[str, str], instead: Mapping[str, float] | None
    ) -> None:
        self._instead = instead
        self._folder = folder
        self._environment = environment
        self._process: Forked | None = None
        self._end: asyncio.Task[None] | None = None
        self.ended = asyncio.Event()
        self.ended.set()

    async def start(self) -> None:
        """Start a bot; returns long before it is connected."""
        assert self.ended.is_set()
        self.ended.clear()
        with self._log.open("ab") as log:
            self._process = await fork_bot(
                (),
                self._folder,
                self._environment,
                output=log,
                errors=log,
                instead=self._instead,
            )
        self._end = asyncio.create_task(self._wait(self._process))

    async def kill(self) -> int:
        """Kill it, with no chance to finish anything; return its exit status."""
        return await self._stop(signal.SIGKILL)

    async def terminate(self) -> int:
        """Ask it to stop; return its exit status."""
        return await self._stop(signal.SIGTERM)

    def send(self, number: signal.Signals) -> None:
        """Send it a signal that does not end it."""
        assert self._process is not None
        self._process.send_signal(number)

    @property
    def pid(self) -> int:
        """The number of the process that runs, or ran last."""
        assert self._process is not None
        return self._process.pid

    async def _stop(self, how: signal.Signals) -> int:
        assert self._process is not None
        assert self._end is not None
        self._process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            await self._end
            return await self._process.wait()

    async def _wait(self, process: Forked) -> None:
        await process.wait()
        self.ended.set()

    async def close(self) -> None:
        """Nothing is left running."""
        if not self.ended.is_set():
            await self.kill()

    @property
    def _log(self) -> Path:
        return self._folder / LOG

    @property
    def log(self) -> str:
        """All that the bots have logged."""
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    async def tool(self, *arguments: str) -> tuple[int, str]:
        """Run `python bot.py` with these arguments; its exit status, and what it says."""
        with TemporaryFile() as told:
            process = await fork_bot(
                arguments, self._folder, self._environment, output=told, errors=told
            )
            async with asyncio.timeout(PATIENCE):
                status = await process.wait()
            told.seek(0)
            return status, told.read().decode()


@asynccontextmanager
async def bots(
    folder: Path, settings: dict[str, str], instead: Mapping[str, float] | None = None
) -> AsyncIterator[Bots]:
    """Bots with these settings, run in a folder; constants have other values `instead`. None is left at the end."""
    names = {setting.name for setting in SETTINGS}
    environment = {name: value for name, value in os.environ.items() if name not in names}
    process = Bots(folder, environment | settings, instead)
    try:
        yield process
    finally:
        await process.close()
