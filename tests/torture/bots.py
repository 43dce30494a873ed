"""The bot as a process of its own, started and killed many times on one file."""

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from sandbox import PATIENCE
from tests.bot.process import Finished, environment, run_bot
from tests.nursery import Forked, fork_bot


class Bots:
    """One bot after another. `ended` is set while none runs."""

    def __init__(
        self, folder: Path, settings: dict[str, str], instead: Mapping[str, float] | None
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._instead = instead
        self._log = folder / "bot.log"
        self._process: Forked | None = None
        self._end: asyncio.Task[None] | None = None
        self.ended = asyncio.Event()
        self.ended.set()

    async def start(self) -> None:
        """Start a bot; returns long before it is connected."""
        assert self.ended.is_set()
        self.ended.clear()
        own = environment(self._settings)
        with self._log.open("ab") as log:
            self._process = await fork_bot(
                (), self._folder, own, output=log, errors=log, instead=self._instead
            )
        self._end = asyncio.create_task(self._wait(self._process))

    async def _wait(self, process: Forked) -> None:
        await process.wait()
        self.ended.set()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    async def end(self, how: signal.Signals) -> int:
        """Send it a signal that ends it; its exit status."""
        assert self._process is not None
        assert self._end is not None
        self.send(how)
        async with asyncio.timeout(PATIENCE):
            await self._end
            return await self._process.wait()

    @property
    def log(self) -> str:
        """All that the bots have logged."""
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    async def tool(self, *arguments: str) -> Finished:
        """Run `python bot.py` with these arguments."""
        return await run_bot(self._folder, *arguments, **self._settings)


@asynccontextmanager
async def bots(
    folder: Path, settings: dict[str, str], instead: Mapping[str, float] | None = None
) -> AsyncIterator[Bots]:
    """Bots with these settings, run in a folder; constants have other values `instead`. None is left at the end."""
    process = Bots(folder, settings, instead)
    try:
        yield process
    finally:
        if not process.ended.is_set():
            await process.end(signal.SIGKILL)
