"""The bot as a process of its own, to be killed."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import bot
from cogs.startup.host_settings import SETTINGS
from sandbox import PATIENCE, Sandbox
from tests.waiting import until

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.a-very-secret-token"
PROGRAM = str(Path(bot.__file__).resolve())


@dataclass(kw_only=True)
class Finished:
    """How a process ended."""

    status: int
    output: str
    errors: str


async def run_bot(folder: Path, *arguments: str, **settings: str) -> Finished:
    """Run `python bot.py` in a folder until it ends by itself."""
    process = await _spawn(folder, arguments, settings)
    async with asyncio.timeout(PATIENCE):
        output, errors = await process.communicate()
    return Finished(status=process.returncode or 0, output=output.decode(), errors=errors.decode())


async def _spawn(
    folder: Path,
    arguments: tuple[str, ...],
    settings: dict[str, str],
    program: Sequence[str] = (PROGRAM,),
    prepare: Callable[[], object] | None = None,
) -> asyncio.subprocess.Process:
    names = {setting.name for setting in SETTINGS}
    environment = {name: value for name, value in os.environ.items() if name not in names}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *program,
        *arguments,
        cwd=folder,
        preexec_fn=prepare,
        env=environment | settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


class BotProcess:
    """`python bot.py` on a sandbox, with a database in a folder; `prepare` is called in the new process."""

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        settings: dict[str, str],
        *,
        program: Sequence[str] = (PROGRAM,),
        prepare: Callable[[], object] | None = None,
    ) -> None:
        self._program = program
        self._prepare = prepare
        self._sandbox = sandbox
        self._folder = folder
        self._settings = {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": sandbox.api_url,
            "DATABASE": "casino.db",
            # Nobody is late, however long a process has to wait for its turn.
            "BET_SECONDS": "3600",
            "TURN_SECONDS": "3600",
            "DEALER_SECONDS": "0",
            "JOIN_SECONDS": "0",
            "CARD_PICTURES": "off",
            **settings,
        }
        self._process: asyncio.subprocess.Process | None = None
        self.log = ""

    @property
    def database(self) -> Path:
        """The file with the money."""
        return self._folder / "casino.db"

    async def start(self) -> None:
        """Start it; returns when it is connected and has commands."""
        self._process = await _spawn(self._folder, (), self._settings, self._program, self._prepare)
        for event in (
            self._sandbox.bot_ready(),
            self._sandbox.wait_for(lambda: self._sandbox.world.commands),
        ):
            if not await until(event, end=self._process.wait()):
                await self.end(signal.SIGKILL)
                raise AssertionError(f"the bot has ended instead of connecting: {self.log}")

    async def kill(self) -> None:
        """Kill it, with no chance to finish anything."""
        await self.end(signal.SIGKILL)
        await self._sandbox.wait_for(lambda: not self._sandbox.bot_online)

    async def terminate(self) -> int:
        """Ask it to stop; its exit status."""
        return await self.end(signal.SIGTERM)

    async def end(self, how: signal.Signals) -> int:
        """Send this signal; the exit status."""
        assert self._process is not None, "the bot is not running"
        process, self._process = self._process, None
        if process.returncode is None:
            process.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            _, errors = await process.communicate()
        self.log += errors.decode()
        return process.returncode or 0

    async def close(self) -> None:
        """Nothing is left running."""
        if self._process is not None:
            await self.end(signal.SIGKILL)


@asynccontextmanager
async def bot_process(sandbox: Sandbox, folder: Path, **settings: str) -> AsyncIterator[BotProcess]:
    """A bot that runs as a process of its own until the end of the block."""
    async with running(BotProcess(sandbox, folder, settings)) as process:
        yield process


@asynccontextmanager
async def running(process: BotProcess) -> AsyncIterator[BotProcess]:
    """This one runs until the end of the block."""
    await process.start()
    try:
        yield process
    finally:
        await process.close()


@asynccontextmanager
async def sandboxed_bot(
    folder: Path, *arguments: str, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """`python bot.py --sandbox` in a folder; it is asked to stop at the end of the block."""
    process = await _spawn(folder, ("--sandbox", "--port", "0", *arguments), settings)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        async with asyncio.timeout(PATIENCE):
            await process.communicate()


async def line_of(process: asyncio.subprocess.Process) -> str:
    """The next line that a process prints."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        return (await process.stdout.readline()).decode()
