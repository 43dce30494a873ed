"""The pictures of cards: emojis of the bot's application, which can be used in every server without a permission.

An emoji's name is all that a screen reader and a tooltip have, so it says the card and nothing else. New art needs new
emojis beside the old ones, which are shown until all of the new ones are there, and Discord takes each name once: so
the version is written as underscores at the end, which are neither read aloud nor noticed. In the bank it could not be
told which of two emojis is the new one, and another database would not know.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import discord

from cogs.board.cards import NAMES, SPOKEN, TEXT_ONLY, Pictures
from cogs.gateway.payloads import counted
from cogs.gateway.retry import DoneElsewhere

log = logging.getLogger(__name__)

Set = tuple[bool, int]
"""Emojis that were uploaded together: whether they are named by words, and the version of the art. Later ones are
greater."""

VERSION = 1
"""Raise it when a picture comes to look different: the new pictures then take the place of the old ones."""

LOOK_SECONDS = 1.0
"""How long a start waits for the pictures, so that its first boards have them."""

_CURRENT: Set = (True, VERSION)

_BY_WORDS = re.compile(r"(?P<picture>[a-z]+(?:_[a-z]+)+)(?P<version>_*)")

_BY_SIGNS = re.compile(rf"c(?P<version>\d+)_(?P<picture>{'|'.join(NAMES)})")
"""How the bot named its emojis before."""

_PICTURES: Mapping[str, str] = MappingProxyType({spoken: name for name, spoken in SPOKEN.items()})


def emoji_name(picture: str, version: int = VERSION) -> str:
    """What the emoji of a picture is called: `ace_of_spades`, with an underscore more for each version of the art."""
    return SPOKEN[picture] + "_" * (version - 1)


class CardEmojis:
    """Has the pictures as soon as Discord has all of them; until then, and where they fail, cards are written."""

    def __init__(self, client: discord.Client, *, wanted: bool) -> None:
        self._client = client
        self._wanted = wanted
        self.pictures = TEXT_ONLY
        """What to draw with at this moment."""
        self._looked = asyncio.Event()
        """Whether Discord was asked which pictures there are."""

    def pictures_if(self, wanted: bool | None) -> Pictures:
        """What to draw with in a channel, by what is set there: None where nothing is."""
        return TEXT_ONLY if wanted is False else self.pictures

    async def looked(self) -> None:
        """Return when it is known which pictures there are from earlier starts, or can't be known soon."""
        if self._wanted and not self._looked.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._looked.wait()

    async def put_in_place(self, *, is_caretaker: bool = True) -> None:
        """Find the emojis, and upload those that are missing. Needs a client that is logged in.

        Raises `DoneElsewhere` where any are missing that another process is to upload.
        """
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

    async def _delete_stale(self, emojis: Iterable[discord.Emoji]) -> None:
        """Only when the new ones are in use: boards drawn from now on don't show the old ones.

        What a card is called anybody might call an emoji, so of those only the bot's own are deleted, and not what the
        host has uploaded.
        """
        for emoji in emojis:
            place = _place(emoji.name)
            if place is None or place[0] == _CURRENT:
                continue
            by_words, _ = place[0]
            if not by_words or (emoji.user is not None and emoji.user == self._client.user):
                await emoji.delete()


def _place(name: str) -> tuple[Set, str] | None:
    """The set that an emoji of this name belongs to, and its picture; None for one that this bot never names so."""
    if (signs := _BY_SIGNS.fullmatch(name)) is not None:
        return (False, int(signs["version"])), signs["picture"]
    words = _BY_WORDS.fullmatch(name)
    if words is None or (picture := _PICTURES.get(words["picture"])) is None:
        return None
    return (True, len(words["version"]) + 1), picture


def _latest(emojis: Iterable[discord.Emoji]) -> Pictures:
    """The pictures of the latest set that is there as a whole; none where there is no such set."""
    sets: dict[Set, dict[str, str]] = {}
    for emoji in emojis:
        if (place := _place(emoji.name)) is not None:
            sets.setdefault(place[0], {})[place[1]] = str(emoji)
    whole = [which for which, pictures in sets.items() if pictures.keys() == set(NAMES)]
    return sets[max(whole)] if whole else TEXT_ONLY
