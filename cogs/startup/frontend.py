"""Discord as the house sees it."""

from functools import lru_cache

import discord

from engine.live.table import Audience, Table
from engine.table.view import TableView

CHANNELS = 10_000
"""So many are known by whether they are threads: the library would look through all servers for each of them."""


class Frontend:
    """Shows the tables of the house, and knows which channel a thread belongs to.

    The house needs both, and the client that does both needs the house. So this is built first and given to the house;
    `bot.py` attaches the client before any table is opened or resumed.
    """

    def __init__(self) -> None:
        self._client: discord.Client | None = None
        self._audience: Audience | None = None
        self._parent_of = lru_cache(CHANNELS)(self._find_parent)
        self._guild_of = lru_cache(CHANNELS)(self._find_guild)

    def attach(self, client: discord.Client, audience: Audience) -> None:
        """From now on this client knows the threads and this audience is shown the tables."""
        self._client, self._audience = client, audience

    def show(self, table: Table, frames: tuple[TableView, ...], via: object) -> None:
        """Show new views of a table to the audience. Raises `RuntimeError` while there is none."""
        if self._audience is None:
            raise RuntimeError("a table is shown before the client is attached")
        self._audience.show(table, frames, via)

    def parent_of(self, channel_id: int) -> int | None:
        """The channel that a thread belongs to, once the gateway has told of it; then it is remembered."""
        try:
            return self._parent_of(channel_id)
        except LookupError:
            return None

    def guild_of(self, channel_id: int) -> int | None:
        """The server of a channel, once the gateway has told of it; then it is remembered."""
        try:
            return self._guild_of(channel_id)
        except LookupError:
            return None

    def _find_parent(self, channel_id: int) -> int | None:
        channel = self._find(channel_id)
        return channel.parent_id if isinstance(channel, discord.Thread) else None

    def _find_guild(self, channel_id: int) -> int | None:
        guild = getattr(self._find(channel_id), "guild", None)
        return guild and int(guild.id)

    def _find(self, channel_id: int) -> object:
        """Raises `LookupError` for a channel that the gateway has not told of."""
        channel = self._client.get_channel(channel_id) if self._client else None
        if channel is None:
            raise LookupError(channel_id)
        return channel
