"""A database with an evening's play, the tools, and a sandbox for a bot in another process."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

import bot
from cogs.host.settings import SETTINGS
from engine.bank.bank import Bank
from tests.bot.process import Finished
from tests.driver import Sandbox
from tests.patient import sandbox_for_processes

from .evening import play_evening

ROUNDS = 3

Tool = Callable[..., Finished]


@pytest.fixture(scope="session")
def _evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with rounds of every rule set; each test gets a copy."""
    file = tmp_path_factory.mktemp("evening") / "casino.db"

    async def play() -> None:
        async with Bank.open(file, time.time) as bank:
            await play_evening(bank, ROUNDS)

    asyncio.run(play())
    return file


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The test's working directory, with `DATABASE` as the only setting."""
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.setenv("DATABASE", "casino.db")
    return tmp_path


@pytest.fixture
def database(_evening: Path, folder: Path) -> Path:
    """The file named by the settings."""
    return Path(shutil.copyfile(_evening, folder / "casino.db"))


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str]) -> Tool:
    """Run a tool in this process; return its status and output."""

    def run(*arguments: str) -> Finished:
        capsys.readouterr()
        status = bot.main([*arguments])
        output = capsys.readouterr()
        return Finished(status=status, output=output.out, errors=output.err)

    return run


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox for a slow process."""
    async with sandbox_for_processes() as sandbox:
        yield sandbox
