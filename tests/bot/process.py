"""The bot as a process of its own, to be killed."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import bot
from cogs.startup.settings import SETTINGS
from sandbox import PATIENCE, Sandbox
from tests.nursery import Forked, fork_bot
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
    """Run a bot or a tool in a folder until it ends by itself."""
    return await _finished(None, folder, arguments, settings)


async def run_fresh_bot(folder: Path, *arguments: str, **settings: str) -> Finished:
    """The same with an interpreter of its own: `python bot.py`."""
    return await _finished((PROGRAM,), folder, arguments, settings)


async def _finished(
    program: Sequence[str] | None,
    folder: Path,
    arguments: Sequence[str],
    settings: Mapping[str, str],
) -> Finished:
    with TemporaryFile() as output, TemporaryFile() as errors:
        process = await _spawn(folder, arguments, settings, program, output=output, errors=errors)
        async with asyncio.timeout(PATIENCE):
            status = await process.wait()
        return Finished(status=status, output=_read(output), errors=_read(errors))


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """This process's own, without what it says of a bot, and with these settings."""
    names = {setting.name for setting in SETTINGS}
    return {name: value for name, value in os.environ.items() if name not in names} | {**settings}


async def _spawn(
    folder: Path,
    arguments: Sequence[str],
    settings: Mapping[str, str],
    program: Sequence[str] | None,
    *,
    output: IO[bytes],
    errors: IO[bytes],
    instead: Mapping[str, float] | None = None,
) -> asyncio.subprocess.Process | Forked:
    """A bot that writes to these files; a `program` is run by an interpreter of its own."""
    own = environment(settings)
    if program is None:
        return await fork_bot(arguments, folder, own, output=output, errors=errors, instead=instead)
    return await asyncio.create_subprocess_exec(
        *(sys.executable, *program, *arguments),
        cwd=folder,
        env=own,
        stdout=output,
        stderr=errors,
    )


class BotProcess:
    """`python bot.py` on a sandbox, with a database in a folder.

    In it constants have other values `instead`.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        settings: dict[str, str],
        *,
        instead: Mapping[str, float] | None = None,
    ) -> None:
        self._instead = instead
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
        self._process: asyncio.subprocess.Process | Forked | None = None
        self._errors: IO[bytes] | None = None
        self.log = ""

    @property
    def database(self) -> Path:
        """The file with the money."""
        return self._folder / "casino.db"

    async def start(self) -> None:
        """Start it; returns when it is connected and has commands."""
        self._errors = TemporaryFile()  # noqa: SIM115 - it is read when the process has ended
        with TemporaryFile() as nowhere:
            self._process = await _spawn(
                self._folder,
                (),
                self._settings,
                None,
                output=nowhere,
                errors=self._errors,
                instead=self._instead,
            )
        for event in (
            self._sandbox.bot_ready(),
            self._sandbox.wait_for(lambda: self._sandbox.world.commands),
        ):
            if not await until(event, end=self._process.wait()):
                await self.end(signal.SIGKILL)
                raise AssertionError(f"the bot has ended instead of connecting: {self.log}")

    def send(self, how: signal.Signals) -> None:
        """Send this signal, which does not end it."""
        assert self._process is not None, "the bot is not running"
        self._process.send_signal(how)

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
        assert self._errors is not None
        process, self._process = self._process, None
        if process.returncode is None:
            process.send_signal(how)
        with self._errors:
            async with asyncio.timeout(PATIENCE):
                status = await process.wait()
            self.log += _read(self._errors)
        return status

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
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, PROGRAM, "--sandbox", "--port", "0", *arguments),
        cwd=folder,
        env=environment(settings),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
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
