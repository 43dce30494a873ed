"""A running sandbox, and the toy bot logged in to it."""

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

import aiohttp
import pytest

from sandbox import Sandbox
from tests.patient import AT_ONCE, PatientClock

from .raw import Raw
from .showcase import show_off
from .toy import Toy, playing

if TYPE_CHECKING:  # selenium may be missing
    from tests.browser import Chrome, Window


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox on a free port."""
    async with Sandbox(clock=PatientClock(), starts=AT_ONCE) as running:
        yield running


@pytest.fixture
async def two() -> AsyncIterator[Sandbox]:
    """A sandbox of two servers that lie on different shards of two."""
    async with Sandbox(guilds=2, clock=PatientClock(), starts=AT_ONCE) as sandbox:
        yield sandbox


@pytest.fixture
async def toy(sandbox: Sandbox) -> AsyncIterator[Toy]:
    """The toy bot, ready."""
    async with playing(sandbox) as bot:
        yield bot


@pytest.fixture
async def showing(toy: Toy) -> Toy:
    """The toy bot with the commands of the showcase."""
    await show_off(toy)
    return toy


@pytest.fixture
def window(browser: "Chrome") -> "Window":
    """A window of the browser; each sandbox has its own port, so nothing is left in it."""
    from tests.browser import Window

    return Window(browser)


@pytest.fixture
def narrow(window: "Window") -> "Iterator[Window]":
    """The window at a phone's width, 400 px."""
    window.become_phone()
    yield window
    window.become_desktop()


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    """Requests to the sandbox without a library."""
    async with aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)
