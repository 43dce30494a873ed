"""The bot as a process of its own, started and killed many times on one file."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import bot
from cogs.startup.host_settings import SETTINGS
from sandbox import PATIENCE

ROOT = Path(bot.__file__).resolve().parent
LOG = "bot.log"


class Bots:
    """One bot after another. `ended` is set while none runs."""

    def __init__(
        self, nursery: asyncio.subprocess.Process, folder: Path, environment: dict[str, str]
    ) -> None:
        self._nursery = nursery
        self._folder = folder
        self._environment = environment
        self._pid = 0
        self._status: asyncio.Task[int] | None = None
        self.ended = asyncio.Event()
        self.ended.set()

    async def start(self) -> None:
        """Start a bot; returns when its process is there, long before it is connected."""
        assert self.ended.is_set()
        assert self._nursery.stdin
        self.ended.clear()
        self._nursery.stdin.write(b"\n")
        self._pid = await self._number()
        self._status = asyncio.create_task(self._wait())

    async def kill(self) -> int:
        """Kill it, with no chance to finish anything; return its exit status."""
        return await self._end(signal.SIGKILL)

    async def terminate(self) -> int:
        """Ask it to stop; return its exit status."""
        return await self._end(signal.SIGTERM)

    def send(self, number: signal.Signals) -> None:
        """Send it a signal that does not end it."""
        if not self.ended.is_set():
            os.kill(self._pid, number)

    async def _end(self, how: signal.Signals) -> int:
        assert self._status is not None
        if not self.ended.is_set():
            os.kill(self._pid, how)
        async with asyncio.timeout(PATIENCE):
            return await self._status

    async def _wait(self) -> int:
        status = await self._number()
        self.ended.set()
        return status

    async def _number(self) -> int:
        assert self._nursery.stdout
        return int(await self._nursery.stdout.readline())

    @property
    def log(self) -> str:
        """All that the bots have logged."""
        return (self._folder / LOG).read_text("utf-8", "replace")

    async def tool(self, *arguments: str) -> tuple[int, str]:
        """Run `python bot.py` with these arguments; its exit status, and what it says."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(ROOT / "bot.py"), *arguments),
            cwd=self._folder,
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        async with asyncio.timeout(PATIENCE):
            told, _ = await process.communicate()
        return process.returncode or 0, told.decode()


@asynccontextmanager
async def bots(folder: Path, settings: dict[str, str]) -> AsyncIterator[Bots]:
    """Bots with these settings, run in a folder; none is left at the end."""
    names = {setting.name for setting in SETTINGS}
    environment = {name: value for name, value in os.environ.items() if name not in names}
    environment |= {"PYTHONPATH": str(ROOT)} | settings
    with (folder / LOG).open("wb") as errors:
        nursery = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.torture.nursery"),
            cwd=folder,
            env=environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )
    try:
        yield Bots(nursery, folder, environment)
    finally:
        assert nursery.stdin
        nursery.stdin.close()
        async with asyncio.timeout(PATIENCE):
            await nursery.wait()
