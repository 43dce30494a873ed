"""A database with an evening's play in it, the tools, and a sandbox for a bot in another process."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

import bot
from cogs.startup.settings import SETTINGS
from engine.bank.bank import Bank
from sandbox import Sandbox
from tests.bot.process import Finished
from tests.patient import sandbox_for_processes

from .evening import play_evening

ROUNDS = 3

Tool = Callable[..., Finished]


@pytest.fixture(scope="session")
def _evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file in which every rule set was played; it is copied for each test."""
    file = tmp_path_factory.mktemp("evening") / "casino.db"

    async def play() -> None:
        async with Bank.open(file, time.time) as bank:
            await play_evening(bank, ROUNDS)

    asyncio.run(play())
    return file


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the test works, with no settings but one."""
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.setenv("DATABASE", "casino.db")
    return tmp_path


@pytest.fixture
def database(_evening: Path, folder: Path) -> Path:
    """The file that the settings name."""
    return Path(shutil.copyfile(_evening, folder / "casino.db"))


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str]) -> Tool:
    """Runs a tool in this process; how it ended, and what it said."""

    def run(*arguments: str) -> Finished:
        capsys.readouterr()
        status = bot.main([*arguments])
        told = capsys.readouterr()
        return Finished(status=status, output=told.out, errors=told.err)

    return run


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A Discord that gives the process time."""
    async with sandbox_for_processes() as sandbox:
        yield sandbox
