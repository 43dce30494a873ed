"""What is forked is as a new interpreter would be, and nothing of it is left."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from sandbox import Sandbox
from tests.bot.process import BotProcess, bot_process, fresh_process, run_bot, run_fresh_bot
from tests.patient import sandbox_for_processes

from . import fork_bot

PROC = Path("/proc")

linux = pytest.mark.skipif(not (PROC / "self" / "status").exists(), reason="it is read in /proc")


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A Discord that gives the process time."""
    async with sandbox_for_processes() as sandbox:
        yield sandbox


@pytest.mark.parametrize("arguments", [(), ("--version",), ("--help",), ("no-tool",), ("health",)])
async def test_it_says_the_same(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Its exit status, what it prints and what it logs are those of `python bot.py`."""
    assert await run_bot(tmp_path, *arguments) == await run_fresh_bot(tmp_path, *arguments)


def pid_of(process: BotProcess) -> int:
    """The number of the process that runs now."""
    running = process._process
    assert running is not None
    return running.pid


def kept_of(process: BotProcess) -> dict[str, str]:
    """How the system describes it: what it does with signals, and its umask."""
    lines = (PROC / str(pid_of(process)) / "status").read_text().splitlines()
    told = dict(line.split(":\t", 1) for line in lines)
    return {name: told[name] for name in ("SigBlk", "SigIgn", "SigCgt", "Umask")}


def files_of(pid: int) -> set[str]:
    """All that a process has open, sockets and pipes too."""
    return {os.readlink(one) for one in (PROC / str(pid) / "fd").iterdir()}


def is_library(file: str) -> bool:
    """Whether a library keeps itself open, as libffi does to map its code again."""
    return ".so" in Path(file).suffixes


@linux
async def test_it_has_nothing_of_the_process_that_forks(sandbox: Sandbox, tmp_path: Path) -> None:
    """Signals do what they do in a new interpreter, and no descriptor is left, which could hold a lock."""
    async with bot_process(sandbox, tmp_path) as forked:
        found = kept_of(forked)
        status = (PROC / str(pid_of(forked)) / "stat").read_text().rpartition(")")[2].split()
        nursery = int(status[1])
        common = files_of(pid_of(forked)) & files_of(nursery)
        assert {file for file in common if not is_library(file)} <= {os.devnull}
    async with fresh_process(sandbox, tmp_path) as fresh:
        assert found == kept_of(fresh)


@linux
def test_it_is_gone_when_nobody_waits_for_it(tmp_path: Path) -> None:
    """A test that fails in the middle leaves no bot behind."""

    async def start() -> int:
        with TemporaryFile() as nowhere:
            settings = {
                **os.environ,
                "DISCORD_TOKEN": "a-token",
                "DISCORD_API_URL": "http://0.0.0.0:9",
            }
            bot = await fork_bot((), tmp_path, settings, output=nowhere, errors=nowhere)
            return bot.pid

    place = PROC / str(asyncio.run(start()))
    while place.exists():
        pass


async def test_a_constant_that_is_not_there(tmp_path: Path) -> None:
    """A setting of a test that does nothing any more is noticed."""
    with TemporaryFile() as errors:
        gone = {"cogs.gateway.sessions.MINUTES": 5.0}
        bot = await fork_bot((), tmp_path, os.environ, output=errors, errors=errors, instead=gone)
        assert await bot.wait() == 1
        errors.seek(0)
        assert b"there is no cogs.gateway.sessions.MINUTES" in errors.read()
