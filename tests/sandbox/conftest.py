"""Fixtures: a running sandbox, and a toy bot that is logged in to it."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.driver import Sandbox
from tests.patient import AT_ONCE, PatientClock

from .raw import Raw
from .toy import Toy, playing


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox on a free port."""
    async with Sandbox(clock=PatientClock(), starts=AT_ONCE) as running:
        yield running


@pytest.fixture
async def two() -> AsyncIterator[Sandbox]:
    """A sandbox whose two servers belong to different shards."""
    async with Sandbox(guilds=2, clock=PatientClock(), starts=AT_ONCE) as sandbox:
        yield sandbox


@pytest.fixture
async def toy(sandbox: Sandbox) -> AsyncIterator[Toy]:
    """The toy bot, ready."""
    async with playing(sandbox) as bot:
        yield bot


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    """A client that sends requests to the sandbox without discord.py."""
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)
