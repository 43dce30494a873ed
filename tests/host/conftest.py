"""A database with an evening's play in it, and a sandbox for a bot in another process."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.startup.settings import SETTINGS
from engine.bank.bank import Bank
from sandbox import Sandbox
from tests.patient import sandbox_for_processes

from .evening import play_evening

ROUNDS = 3


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
def database(_evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that the settings name, in the folder where the test works."""
    monkeypatch.chdir(tmp_path)
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.setenv("DATABASE", "casino.db")
    return Path(shutil.copyfile(_evening, tmp_path / "casino.db"))


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A Discord that gives the process time."""
    async with sandbox_for_processes() as sandbox:
        yield sandbox
