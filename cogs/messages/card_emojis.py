"""The pictures of cards: emojis of the bot's application, which need no permission.

Screen readers only have an emoji's name, so it names the card; underscores at its end, which they skip, give the
version of the art, so a bot with another database recognises it. New art is uploaded next to the old set, which stays
in use until the new one is complete.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import discord

from cogs.discord_link.payloads import counted
from cogs.discord_link.retry import DoneElsewhere
from cogs.pages.cards import NAMES, SPOKEN, TEXT_ONLY, Pictures

log = logging.getLogger(__name__)

EmojiSet = tuple[bool, int]
"""True for names in words, and the version of the art. Newer sets are greater."""

VERSION = 1
"""Increase it when a picture changes."""

LOOK_SECONDS = 1.0

_CURRENT: EmojiSet = (True, VERSION)

_BY_WORDS = re.compile(r"(?P<picture>[a-z]+(?:_[a-z]+)+)(?P<version>_*)")

_BY_SIGNS = re.compile(rf"c(?P<version>\d+)_(?P<picture>{'|'.join(NAMES)})")
"""Names from earlier versions of the bot."""

_PICTURES: Mapping[str, str] = MappingProxyType({spoken: name for name, spoken in SPOKEN.items()})


def emoji_name(picture: str, version: int = VERSION) -> str:
    """Return an emoji's name: `ace_of_spades`, with an underscore for each later version."""
    return SPOKEN[picture] + "_" * (version - 1)


class CardEmojis:
    """The emojis that show cards. Until all are uploaded to Discord, boards show cards as text."""

    def __init__(self, client: discord.Client, *, wanted: bool) -> None:
        self._client = client
        self._wanted = wanted
        self.pictures = TEXT_ONLY
        self._looked = asyncio.Event()

    def pictures_if(self, wanted: bool | None) -> Pictures:
        return TEXT_ONLY if wanted is False else self.pictures

    async def looked(self) -> None:
        """Wait for the search for earlier uploads, at most `LOOK_SECONDS`."""
        if self._wanted and not self._looked.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._looked.wait()

    async def put_in_place(self, *, is_caretaker: bool = True) -> None:
        """Find the emojis and upload missing ones. Raises `DoneElsewhere` if another process has to upload them."""
        if not self._wanted:
            return
        try:
            emojis = await self._client.fetch_application_emojis()
            self.pictures = self.pictures or _latest(emojis)
        finally:
            self._looked.set()
        found = {emoji.name: emoji for emoji in emojis}
        if not is_caretaker and any(emoji_name(name) not in found for name in NAMES):
            raise DoneElsewhere
        await self._upload_missing(found)
        self.pictures = {name: str(found[emoji_name(name)]) for name in NAMES}
        if is_caretaker:
            await self._delete_stale(emojis)

    async def _upload_missing(self, found: dict[str, discord.Emoji]) -> None:
        missing = [name for name in NAMES if emoji_name(name) not in found]
        if not missing:
            return  # usually, without importing the drawing code
        from cogs.pictures.art import paint

        for name in missing:
            image = await asyncio.to_thread(paint, name)
            found[emoji_name(name)] = await self._client.create_application_emoji(
                name=emoji_name(name), image=image
            )
        log.info("the bot uploaded %s of cards", counted(len(missing), "picture"))

    async def _delete_stale(self, emojis: Iterable[discord.Emoji]) -> None:
        """Delete only the bot's emojis of older sets: the host may have emojis with such names."""
        for emoji in emojis:
            parsed = _parsed_name(emoji.name)
            if parsed is None or parsed[0] == _CURRENT:
                continue
            by_words, _ = parsed[0]
            if not by_words or (emoji.user is not None and emoji.user == self._client.user):
                await emoji.delete()


def _parsed_name(name: str) -> tuple[EmojiSet, str] | None:
    if (signs := _BY_SIGNS.fullmatch(name)) is not None:
        return (False, int(signs["version"])), signs["picture"]
    words = _BY_WORDS.fullmatch(name)
    if words is None or (picture := _PICTURES.get(words["picture"])) is None:
        return None
    return (True, len(words["version"]) + 1), picture


def _latest(emojis: Iterable[discord.Emoji]) -> Pictures:
    sets: dict[EmojiSet, dict[str, str]] = {}
    for emoji in emojis:
        if (parsed := _parsed_name(emoji.name)) is not None:
            sets.setdefault(parsed[0], {})[parsed[1]] = str(emoji)
    complete = [which for which, pictures in sets.items() if pictures.keys() == set(NAMES)]
    return sets[max(complete)] if complete else TEXT_ONLY
