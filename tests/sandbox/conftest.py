"""A running sandbox, and the toy bot logged in to it."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox import Sandbox

from .raw import Raw
from .toy import Toy, playing


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox on a free port."""
    async with Sandbox() as running:
        yield running


@pytest.fixture
async def toy(sandbox: Sandbox) -> AsyncIterator[Toy]:
    """The toy bot, ready."""
    async with playing(sandbox) as bot:
        yield bot


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    """Requests to the sandbox without a library."""
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)
