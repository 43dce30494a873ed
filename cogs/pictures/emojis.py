"""The pictures of cards as emojis of the bot's application, which can be used in every server without a permission."""

import asyncio
import logging
import re

import discord

from cogs.network.log_words import counted
from cogs.pictures.symbols import NAMES, TEXT_ONLY, Pictures

log = logging.getLogger(__name__)

VERSION = 1
"""Raise it when a picture comes to look different: the new pictures then take the place of the old ones."""

_OURS = re.compile(rf"c\d+_(?:{'|'.join(NAMES)})")
"""The names of emojis that this bot has uploaded, now or before; the host may have others."""


def emoji_name(picture: str) -> str:
    """What the emoji of a picture is called: the version is in it, so that new art gets new emojis."""
    return f"c{VERSION}_{picture}"


class CardEmojis:
    """Has the pictures as soon as Discord has all of them; until then, and where they fail, cards are written."""

    def __init__(self, client: discord.Client, *, wanted: bool) -> None:
        self._client = client
        self._wanted = wanted
        self._pictures = TEXT_ONLY

    @property
    def pictures(self) -> Pictures:
        """What to draw with at this moment."""
        return self._pictures

    async def put_in_place(self) -> None:
        """Find the emojis, and upload those that are missing. Needs a client that is logged in."""
        if not self._wanted:
            return
        found = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        await self._upload_missing(found)
        self._pictures = {name: str(found[emoji_name(name)]) for name in NAMES}
        await self._delete_stale(found)

    async def _upload_missing(self, found: dict[str, discord.Emoji]) -> None:
        """One after another, and each drawn beside the event loop: no command waits for pictures."""
        missing = [name for name in NAMES if emoji_name(name) not in found]
        if not missing:
            return  # as at every start but the first: then nothing that draws has to be imported
        from cogs.pictures.art import paint

        for name in missing:
            image = await asyncio.to_thread(paint, name)
            found[emoji_name(name)] = await self._client.create_application_emoji(
                name=emoji_name(name), image=image
            )
        log.info("%s of cards uploaded", counted(len(missing), "picture"))

    async def _delete_stale(self, found: dict[str, discord.Emoji]) -> None:
        """Only when the new ones are in use: boards drawn from now on don't show the old ones."""
        current = set(map(emoji_name, NAMES))
        for name, emoji in found.items():
            if name not in current and _OURS.fullmatch(name):
                await emoji.delete()
