"""Draw the pictures of the README and docs/playing.md: `python -m tests.browser.readme`."""

import asyncio
from pathlib import Path

from PIL import Image

from tests.driver import MessageView
from tests.pages import ROOT

from .evening import a_split_hand, weeks
from .studio import WIDTHS, Studio, studio

FOLDER = ROOT / "sandbox" / "pictures"
WIDE, NARROW = WIDTHS
WIDEST = 672
"""Pixels of a message in a window of 1280 px; the rest is empty."""

COLOURS = 256
"""A palette of this size loses nothing visible and saves two thirds of the bytes."""


async def draw_pictures(there: Studio, folder: Path) -> None:
    """Save pictures of a turn, a settled round on a phone, and statistics as `<name>.png` in this folder."""
    casino = there.casino
    await weeks(casino)
    alice, _ = await a_split_hand(casino)
    await keep(there, casino.board(), WIDE, folder / "turn.png")
    await casino.stand_all()
    await keep(there, casino.board_of(1), NARROW, folder / "phone.png")
    answer = await alice.command(casino.channel, "stats")
    await casino.sandbox.wait_for(lambda: answer.message and answer.message.attachments)
    assert answer.message
    await keep(there, answer.message, WIDE, folder / "stats.png")


async def keep(there: Studio, message: MessageView, width: int, file: Path) -> None:
    """Save a screenshot of a message as the first user sees it."""
    channel = there.casino.channel
    seen = [one.id for one in there.casino.sandbox.user(1).messages(channel)]
    found = (await there.photograph(channel, width))[seen.index(message.id)]
    cropped: Image.Image = found.crop((0, 0, min(found.width, WIDEST), found.height))
    cropped.quantize(COLOURS).save(file, optimize=True)


async def main() -> None:
    async with studio(()) as there:
        await draw_pictures(there, FOLDER)


if __name__ == "__main__":
    asyncio.run(main())
