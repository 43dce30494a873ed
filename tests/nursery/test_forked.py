"""What is forked is as a new interpreter would be."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox import Sandbox
from tests.bot.process import BotProcess, bot_process, fresh_process, run_bot, run_fresh_bot
from tests.patient import sandbox_for_processes

PROC = Path("/proc")


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A Discord that gives the process time."""
    async with sandbox_for_processes() as sandbox:
        yield sandbox


def kept_of(process: BotProcess) -> dict[str, str]:
    """How the system describes it: what it does with signals, and its umask."""
    assert process._process is not None
    lines = (PROC / str(process._process.pid) / "status").read_text().splitlines()
    told = dict(line.split(":\t", 1) for line in lines)
    return {name: told[name] for name in ("SigBlk", "SigIgn", "SigCgt", "Umask")}


def files_of(pid: int) -> set[str]:
    """All that a process has open, sockets and pipes too; but for libraries, which may keep themselves open."""
    files = {os.readlink(one) for one in (PROC / str(pid) / "fd").iterdir()}
    return {file for file in files if ".so" not in Path(file).suffixes}


@pytest.mark.skipif(not (PROC / "self" / "status").exists(), reason="it is read in /proc")
async def test_it_has_nothing_of_the_process_that_forks(sandbox: Sandbox, tmp_path: Path) -> None:
    """It says what a new interpreter says, signals do what they do there, and no descriptor is left, as of a lock."""
    for arguments in (("--help",), ("no-tool",)):
        assert await run_bot(tmp_path, *arguments) == await run_fresh_bot(tmp_path, *arguments)
    async with bot_process(sandbox, tmp_path) as forked:
        found = kept_of(forked)
        assert forked._process is not None
        status = (PROC / str(forked._process.pid) / "stat").read_text().rpartition(")")[2].split()
        assert files_of(forked._process.pid) & files_of(int(status[1])) <= {os.devnull}
    async with fresh_process(sandbox, tmp_path) as fresh:
        assert found == kept_of(fresh)
