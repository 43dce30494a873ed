"""The bot in its own process, started and killed many times on one database."""

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.bot.process import Finished, environment, run_bot
from tests.driver import PATIENCE
from tests.nursery import Forked, fork_bot


class Bots:
    """Runs one bot process after another; `ended` is set while none runs."""

    _process: Forked
    _end: asyncio.Task[int]

    def __init__(
        self, folder: Path, settings: dict[str, str], instead: Mapping[str, float] | None
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._instead = instead
        self._log = folder / "bot.log"
        self.ended = asyncio.Event()
        self.ended.set()

    async def start(self) -> None:
        """Start a bot; return before it is connected."""
        assert self.ended.is_set()
        self.ended.clear()
        own = environment(self._settings)
        with self._log.open("ab") as log:
            self._process = await fork_bot(
                (), self._folder, own, output=log, errors=log, instead=self._instead
            )
        self._end = asyncio.create_task(self._wait())

    async def _wait(self) -> int:
        status = await self._process.wait()
        self.ended.set()
        return status

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def end(self, how: signal.Signals) -> int:
        """Send a signal that ends the bot; return its exit status."""
        self.send(how)
        async with asyncio.timeout(PATIENCE):
            return await self._end

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8", "replace") if self._log.exists() else ""

    async def tool(self, *arguments: str) -> Finished:
        """Run `python bot.py` with these arguments."""
        return await run_bot(self._folder, *arguments, **self._settings)


@asynccontextmanager
async def bots(
    folder: Path, settings: dict[str, str], instead: Mapping[str, float] | None = None
) -> AsyncIterator[Bots]:
    """Yield a runner of bots with these settings and changed constants (`instead`); kill the last bot at the end."""
    process = Bots(folder, settings, instead)
    try:
        yield process
    finally:
        if not process.ended.is_set():
            await process.end(signal.SIGKILL)
