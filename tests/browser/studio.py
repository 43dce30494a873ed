"""Screenshots of the bot's messages: a sandboxed bot with card pictures, and a browser."""

import io
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from cogs.discord_link.loops import Loop
from engine.table.state import TO_SEE
from sandbox import Channel
from tests.bot.casino import Casino
from tests.bot.luck import Luck
from tests.clock import ManualClock
from tests.driver import Sandbox
from tests.patient import PatientClock

from .person import Person
from .window import Window, act, chromium

WIDTHS = (1280, 400)
"""Pixels: a desktop window and a phone."""

_GAP, _BETWEEN = 12, "#808080"
_ARTICLES = """[...document.querySelectorAll('article')].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
})"""
_FIRST_HEIGHT = 850
_HEIGHT = "innerHeight - $('log').clientHeight + $('log').scrollHeight"
_DRAWN = """document.querySelectorAll('article').length === %d
    && [...document.images].every((one) => one.complete)"""


class Unhurried(ManualClock):
    """Shows the real time, for the page's countdowns, but deadlines never expire."""

    def now(self) -> float:
        """Unix seconds, UTC."""
        return time.time()

    def advance(self, seconds: float) -> None:
        """Sleep, but no longer than a new hand ignores clicks: real time cannot be skipped."""
        time.sleep(min(seconds, TO_SEE))


@dataclass(frozen=True, slots=True, kw_only=True)
class Studio:
    """A casino, and the window for its screenshots."""

    casino: Casino
    window: Window

    async def photograph(self, channel: Channel, width: int, viewer: int = 1) -> list[Image.Image]:
        """Return a screenshot of every message that a user (the first is 1) sees in a channel."""
        photographs: list[Image.Image] = await act(self._photograph, channel, viewer, width)
        return photographs

    def _photograph(self, channel: Channel, viewer: int, width: int) -> list[Image.Image]:
        user, window = self.casino.sandbox.user(viewer), self.window
        window.take_size(width, _FIRST_HEIGHT)
        window.visit(f"{self.casino.sandbox.url}/?user={viewer}")
        Person(name=user.name, window=window, width=width).enter(channel.name)
        window.until(_DRAWN % len(user.messages(channel)))
        window.take_size(width, window.ask(_HEIGHT))
        places: list[tuple[int, int, int, int]] = window.ask(_ARTICLES)
        with Image.open(io.BytesIO(window.picture())) as whole:
            return [whole.crop(place) for place in places]


@asynccontextmanager
async def pictured(
    folder: Path, channels: Sequence[str], *, dealer_seconds: str = "0"
) -> AsyncIterator[Casino]:
    """Run a bot with card pictures, in the casino's channel and these."""
    async with Sandbox(channels=("blackjack", *channels), clock=PatientClock()) as sandbox:
        casino = Casino(sandbox, folder / "casino.db", Unhurried(), Luck())
        casino.settings |= {"CARD_PICTURES": "on", "DEALER_SECONDS": dealer_seconds}
        await casino.start()
        try:
            await casino.bot.background.settled(Loop.PICTURES)
            yield casino
        finally:
            await casino.stop()


@asynccontextmanager
async def studio(channels: Sequence[str]) -> AsyncIterator[Studio]:
    """Run a bot with card pictures, and a browser."""
    with TemporaryDirectory() as folder, chromium(Path(folder) / "profile") as browser:
        async with pictured(Path(folder), channels) as casino:
            yield Studio(casino=casino, window=browser.window())


def sheet(tiles: Sequence[Image.Image], most: int) -> Image.Image:
    """Arrange the tiles in order, in at most `most` columns of similar length."""
    columns = min(most, len(tiles))
    share = sum(tile.height for tile in tiles) / columns
    places, lengths = list[tuple[int, int]](), [0] * columns
    above = 0
    for tile in tiles:
        column = int((above + tile.height / 2) / share)
        places.append((column * (tile.width + _GAP), lengths[column]))
        lengths[column] += tile.height + _GAP
        above += tile.height
    whole = Image.new("RGB", (columns * (tiles[0].width + _GAP), max(lengths)), _BETWEEN)
    for tile, place in zip(tiles, places, strict=True):
        whole.paste(tile, place)
    return whole
