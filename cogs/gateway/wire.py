"""How messages are sent and edited, and threads made and put away.

In a channel each is a request that Discord counts; by the token of an interaction it is not.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Literal, Self

import discord
from discord import ui

from cogs.gateway.discord_time import DiscordTime
from cogs.gateway.first_answers import FirstAnswers
from cogs.gateway.payloads import BotInteraction
from cogs.gateway.requests import RequestBudget

DAY_MINUTES: Final = 1_440
"""Without a message for so long, Discord archives a thread by itself: longer than a board stays where it is."""

MOST_FOUND: Final = 100
"""Messages that Discord lists at a time."""

TOKEN_SECONDS: Final = 900.0
"""For how long Discord takes requests by the token of an interaction."""

NOBODY: Final = discord.AllowedMentions.none()
"""Whom a message pings. The client's default does not reach an edit that has no content."""

ORIGINAL: Final[Any] = "@original"
"""What stands for the id of an interaction's first answer."""

ThreadKind = Literal[discord.ChannelType.news_thread, discord.ChannelType.public_thread]
"""A thread of a channel for announcements, and of any other one."""


@dataclass(frozen=True, slots=True)
class Hook:
    """What is kept of an interaction that may be answered long since: the way to its messages."""

    id: int
    """The interaction's."""
    application_id: int
    token: str = field(repr=False)

    @classmethod
    def of(cls, via: BotInteraction) -> Self:
        """That of this one."""
        return cls(via.id, via.application_id, via.token)


class Wire:
    """Sends a client's requests for messages and threads. Raises one of `REQUEST_ERRORS`; for 5xx, `ServerFailed`."""

    def __init__(
        self,
        client: discord.Client,
        budget: RequestBudget,
        discord_time: DiscordTime,
        taken: Callable[[int], None],
    ) -> None:
        """`taken` is called with the id of each interaction whose answer Discord has taken."""
        self.client = client
        self.budget = budget
        self.discord_time = discord_time
        self.first_answers = FirstAnswers(budget, discord_time, taken)

    # In a channel

    async def send(self, channel_id: int, view: ui.LayoutView, nonce: str) -> int:
        """The id of the new message."""
        return (await self._channel(channel_id).send(view=view, nonce=nonce)).id

    async def count_after(self, channel_id: int, message_id: int, most: int) -> int:
        """How many messages stand below this one in a channel, counted up to `most`."""
        below = self._channel(channel_id).history(limit=most, after=discord.Object(message_id))
        return len([one async for one in below])

    async def find_button(self, channel_id: int, after: float, custom_id: str) -> int | None:
        """The id of the bot's message with this button, among the first ones after a moment in Unix seconds."""
        since, button = datetime.fromtimestamp(after, UTC), repr(custom_id)
        async for one in self._channel(channel_id).history(limit=MOST_FOUND, after=since):
            parts = str([part.to_dict() for part in one.components])
            if one.author == self.client.user and button in parts:
                return one.id
        return None

    async def edit(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        """Edit a message."""
        message = self._channel(channel_id).get_partial_message(message_id)
        await message.edit(view=view, allowed_mentions=NOBODY)

    async def make_thread(self, channel_id: int, kind: ThreadKind, name: str) -> int:
        """The id of a new thread that starts from no message."""
        channel = self.client.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise discord.InvalidData("no channel that the gateway has told of")
        made = await channel.create_thread(name=name, type=kind, auto_archive_duration=DAY_MINUTES)
        return made.id

    async def put_away(self, thread_id: int, *, locked: bool) -> None:
        """Archive a thread, and lock it if that is wanted."""
        client = self.client
        thread = client.get_channel(thread_id) or await client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=True, locked=locked or discord.utils.MISSING)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel_id)

    # By the token of an interaction

    def is_expired(self, hook: Hook) -> bool:
        """True if Discord takes no more requests by this token."""
        return self.discord_time.age(hook.id) >= TOKEN_SECONDS

    async def follow_up(self, hook: Hook, view: ui.LayoutView) -> int:
        """The id of a new message that follows an interaction."""
        return (await self._webhook(hook).send(view=view, wait=True)).id

    async def edit_by_token(self, hook: Hook, message_id: int | None, view: ui.LayoutView) -> None:
        """Edit a message that followed an interaction; without an id, its first answer."""
        await self._webhook(hook).edit_message(message_id or ORIGINAL, view=view)

    async def delete_by_token(self, hook: Hook, message_id: int | None) -> None:
        """Delete a message that followed an interaction; without an id, its first answer."""
        await self._webhook(hook).delete_message(message_id or ORIGINAL)

    def _webhook(self, hook: Hook) -> discord.Webhook:
        return discord.Webhook.partial(hook.application_id, hook.token, client=self.client)
