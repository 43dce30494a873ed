"""Fixtures: a running bot for each test, with an audit of its books afterwards."""

import json
import logging
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cogs.discord_link import ownership, requests
from cogs.messages.board.timing import Timing
from cogs.startup.registration import register
from engine.bank.bank import Bank
from sandbox import Limits
from sandbox.world.world import World
from tests.clock import ManualClock
from tests.driver import PATIENCE, Sandbox
from tests.patient import AT_ONCE, PatientClock

from .casino import Casino, Ids
from .luck import Luck
from .scenes import REMINDED_AFTER


class KnownCommands:
    """Registers saved copies of the commands, because building them for each test takes long."""

    def __init__(self) -> None:
        self._known: list[dict[str, Any]] = []

    async def register(
        self, world: World, tree: Any, application_id: int, memory: Bank, **options: bool
    ) -> Mapping[str, int]:
        """Replacement for the bot's `register` on this world."""
        if not self._known:
            ids = await register(tree, application_id, memory, **options)
            self._known = list(world.commands.values())
            return ids
        if not world.commands:
            for command in self._known:
                number = world.snowflakes.next()
                world.commands[number] = command | {"id": str(number)}
        return {command["name"]: number for number, command in world.commands.items()}


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry soon, start gateway sessions without delay, and wait long for pending requests when stopping."""
    monkeypatch.setattr("cogs.startup.client.Timing", partial(Timing, retry=0.01, late=0.02))
    monkeypatch.setattr(requests, "STOP_SECONDS", PATIENCE)
    monkeypatch.setattr(ownership, "IDENTIFY_SECONDS", 0.0)


@pytest.fixture(scope="session")
def _known_commands() -> KnownCommands:
    """The commands that the first bot of this process has registered."""
    return KnownCommands()


@pytest.fixture
def registers(request: pytest.FixtureRequest) -> bool:
    """True if the bot registers its commands itself, set by `REGISTERS` in a module."""
    return getattr(request.module, "REGISTERS", False)


def mentions_without_ping(sandbox: Sandbox) -> Iterator[object]:
    """Yield the messages that contain a mention without pinging the user."""
    for record in sandbox.requests:
        body = record.body if isinstance(record.body, dict) else {}
        message = body.get("data") or body
        pings = message.get("allowed_mentions", {}).get("users")
        if not pings and "<@" in json.dumps(message, default=str):
            yield message


class DiscordsTime(PatientClock):
    """Rate limits follow the tests' clock, but interactions do not expire."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock

    def now(self) -> float:
        """Seconds of the tests' clock."""
        return self._clock.now()


@pytest.fixture
def limits() -> Limits | None:
    """Rate limits of the sandbox; none unless a test module overrides this fixture."""
    return None


@pytest.fixture
async def patient(casino: Casino) -> Casino:
    """A casino that pings slow players after `REMINDED_AFTER` seconds."""
    casino.settings["NUDGE_SECONDS"] = str(REMINDED_AFTER)
    await casino.restart()
    return casino


@pytest.fixture
async def casino(
    tmp_path: Path,
    new_file: Path,
    _impatient: None,
    _known_commands: KnownCommands,
    registers: bool,
    limits: Limits | None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[Casino]:
    """A running casino with its own database.

    Afterwards the audit is clean, the log has no errors, and all mentions were pings: other mentions may not be shown
    as names.
    """
    clock = ManualClock()
    time = DiscordsTime(clock) if limits else PatientClock()
    async with Sandbox(clock=time, starts=AT_ONCE, limits=limits) as sandbox:
        sandbox.world.snowflakes = Ids(clock)
        if not registers:
            known = partial(_known_commands.register, sandbox.world)
            monkeypatch.setattr("cogs.startup.client.register", known)
        database = Path(shutil.copy(new_file, tmp_path / "casino.db"))
        casino = Casino(sandbox, database, clock, Luck())
        await casino.start()
        yield casino
        sandbox.faults.clear()
        sandbox.lift_limits()
        await casino.stop()
        assert [*mentions_without_ping(sandbox)] == []
    errors = [r for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert [record.getMessage() for record in errors] == []
