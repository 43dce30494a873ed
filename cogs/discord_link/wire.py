"""Requests to Discord about messages and threads.

Those with an interaction's token don't count towards the global rate limit.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Literal, Self

import discord
from discord import ui

from cogs.discord_link.discord_time import DiscordTime
from cogs.discord_link.first_answers import FirstAnswers
from cogs.discord_link.payloads import BotInteraction
from cogs.discord_link.request_budget import RequestBudget

DAY_MINUTES: Final = 1_440
"""Discord archives a thread after this time without messages, longer than a board stays in place."""

MOST_FOUND: Final = 100
"""Discord's limit of messages per listing."""

TOKEN_SECONDS: Final = 900.0

NOBODY: Final = discord.AllowedMentions.none()
"""Prevents pings: the client's default doesn't apply to an edit without content."""

ORIGINAL: Final[Any] = "@original"
"""The id of a first answer, in URLs."""

ThreadKind = Literal[discord.ChannelType.news_thread, discord.ChannelType.public_thread]
"""In an announcement channel, and in other channels."""


@dataclass(frozen=True, slots=True)
class Hook:
    """The parts of an interaction that are needed to edit its messages later."""

    id: int
    """The interaction's."""
    application_id: int
    token: str = field(repr=False)

    @classmethod
    def of(cls, interaction: BotInteraction) -> Self:
        return cls(interaction.id, interaction.application_id, interaction.token)


class Wire:
    """Sends requests about messages and threads. Methods raise `REQUEST_ERRORS`; `ServerFailed` for 5xx."""

    def __init__(
        self,
        client: discord.Client,
        budget: RequestBudget,
        discord_time: DiscordTime,
        taken: Callable[[int], None],
    ) -> None:
        self.client = client
        self.budget = budget
        self.discord_time = discord_time
        self.first_answers = FirstAnswers(budget, discord_time, taken)

    async def send(self, channel_id: int, view: ui.LayoutView, nonce: str) -> int:
        """Send a message; return its id."""
        return (await self._channel(channel_id).send(view=view, nonce=nonce)).id

    async def count_after(self, channel_id: int, message_id: int, most: int) -> int:
        """Count the messages after this one, up to `most`."""
        below = self._channel(channel_id).history(limit=most, after=discord.Object(message_id))
        return len([one async for one in below])

    async def find_button(self, channel_id: int, after: float, custom_id: str) -> int | None:
        """Return the id of the bot's message with this button, among the first 100 after a time (Unix seconds)."""
        since, button = datetime.fromtimestamp(after, UTC), repr(custom_id)
        async for one in self._channel(channel_id).history(limit=MOST_FOUND, after=since):
            parts = str([part.to_dict() for part in one.components])
            if one.author == self.client.user and button in parts:
                return one.id
        return None

    async def edit(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        message = self._channel(channel_id).get_partial_message(message_id)
        await message.edit(view=view, allowed_mentions=NOBODY)

    async def make_thread(self, channel_id: int, kind: ThreadKind, name: str) -> int:
        """Create a thread without a starting message; return its id."""
        channel = self.client.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise discord.InvalidData("the channel is not in the gateway cache")
        made = await channel.create_thread(name=name, type=kind, auto_archive_duration=DAY_MINUTES)
        return made.id

    async def put_away(self, thread_id: int, *, locked: bool) -> None:
        """Archive and optionally lock a thread."""
        client = self.client
        thread = client.get_channel(thread_id) or await client.fetch_channel(thread_id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=True, locked=locked or discord.utils.MISSING)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel_id)

    def is_expired(self, hook: Hook) -> bool:
        return self.discord_time.age(hook.id) >= TOKEN_SECONDS

    async def follow_up(self, hook: Hook, view: ui.LayoutView) -> int:
        """Send a follow-up message; return its id."""
        return (await self._webhook(hook).send(view=view, wait=True)).id

    async def edit_by_token(self, hook: Hook, message_id: int | None, view: ui.LayoutView) -> None:
        """Edit a follow-up, or the first answer if there is no id."""
        await self._webhook(hook).edit_message(message_id or ORIGINAL, view=view)

    async def delete_by_token(self, hook: Hook, message_id: int | None) -> None:
        await self._webhook(hook).delete_message(message_id or ORIGINAL)

    def _webhook(self, hook: Hook) -> discord.Webhook:
        return discord.Webhook.partial(hook.application_id, hook.token, client=self.client)
