"""The bot in a separate process, which tests can kill."""

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
from cogs.host.settings import SETTINGS
from tests.driver import PATIENCE, Sandbox
from tests.nursery import Forked, fork_bot
from tests.waiting import until

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.a-very-secret-token"
PROGRAM = str(Path(bot.__file__).resolve())


@dataclass(kw_only=True)
class Finished:
    """The exit status and output of a process."""

    status: int
    output: str
    errors: str


async def run_bot(folder: Path, *arguments: str, **settings: str) -> Finished:
    """Run the bot or a tool in a folder to its end."""
    return await _finished(None, folder, arguments, settings)


async def run_fresh_bot(folder: Path, *arguments: str, **settings: str) -> Finished:
    """Run the bot to its end with a new interpreter: `python bot.py`."""
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
    """This process's environment with these settings and no others of the bot."""
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
    """Start a bot that writes to these files; a `program` gets a new interpreter."""
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
    """`python bot.py` on a sandbox, with its database in a folder.

    `instead` replaces constants by module and name.
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
            # No player is late, however slow the process is.
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
        """The database file."""
        return self._folder / "casino.db"

    async def start(self) -> None:
        """Start the bot; return when it is connected and has commands."""
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
        """Kill the bot."""
        await self.end(signal.SIGKILL)
        await self._sandbox.wait_for(lambda: not self._sandbox.bot_online)

    async def terminate(self) -> int:
        """Stop the bot and return its exit status."""
        return await self.end(signal.SIGTERM)

    async def end(self, how: signal.Signals) -> int:
        """Send a signal and return the exit status."""
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
        """Kill the bot if it still runs."""
        if self._process is not None:
            await self.end(signal.SIGKILL)


@asynccontextmanager
async def bot_process(sandbox: Sandbox, folder: Path, **settings: str) -> AsyncIterator[BotProcess]:
    """Run a bot in a separate process until the end of the block."""
    async with running(BotProcess(sandbox, folder, settings)) as process:
        yield process


@asynccontextmanager
async def running(process: BotProcess) -> AsyncIterator[BotProcess]:
    """Run this bot until the end of the block."""
    await process.start()
    try:
        yield process
    finally:
        await process.close()


@asynccontextmanager
async def sandboxed_bot(
    folder: Path, *arguments: str, **settings: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run `python bot.py --sandbox` in a folder and stop it at the end of the block."""
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
    """Return the next line of a process's output."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        return (await process.stdout.readline()).decode()
