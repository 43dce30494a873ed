"""Discord as the house sees it."""

import discord

from engine.table import Audience, Table, TableView

REMEMBERED = 65_536
"""Channels whose parents are remembered."""


class Frontend:
    """Shows the tables of the house, and knows which channel a thread belongs to.

    The house needs both, and the client that does both needs the house. So this is built first and given to the house;
    `bot.py` attaches the client before any table is opened or resumed.
    """

    def __init__(self) -> None:
        self._client: discord.Client | None = None
        self._audience: Audience | None = None
        self._parents: dict[int, int | None] = {}
        """By channel; a thread never moves to another one."""

    def attach(self, client: discord.Client, audience: Audience) -> None:
        """From now on this client knows the threads and this audience is shown the tables."""
        self._client, self._audience = client, audience

    def show(self, table: Table, frames: tuple[TableView, ...], via: object) -> None:
        """Show new views of a table to the audience. Raises `RuntimeError` while there is none."""
        if self._audience is None:
            raise RuntimeError("a table is shown before the client is attached")
        self._audience.show(table, frames, via)

    def parent_of(self, channel_id: int) -> int | None:
        """The channel that a thread belongs to, once the gateway has told of it.

        Remembered, because the library looks through all servers for a channel.
        """
        if channel_id not in self._parents:
            channel = self._client.get_channel(channel_id) if self._client else None
            if channel is None:
                return None
            if len(self._parents) == REMEMBERED:
                self._parents.clear()
            parent = channel.parent_id if isinstance(channel, discord.Thread) else None
            self._parents[channel_id] = parent
        return self._parents[channel_id]
