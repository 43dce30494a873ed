"""Requests: messages, threads, and first answers to interactions.

Those with an interaction's token don't count towards the global rate limit.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Literal, Self
from urllib.parse import quote

import aiohttp
import discord
import yarl
from discord import ui
from discord.http import MultipartParameters, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.discord_link.discord_time import DiscordTime
from cogs.discord_link.library import api_address
from cogs.discord_link.payloads import BotInteraction
from cogs.discord_link.request_budget import RequestBudget
from cogs.discord_link.request_errors import ServerFailed
from cogs.discord_link.requests import user_agent

DAY_MINUTES: Final = 1_440
"""Discord archives a thread after this time without messages, longer than a board stays in place."""

MOST_FOUND: Final = 100
"""Discord's limit of messages per listing."""

TOKEN_SECONDS: Final = 900.0

NOBODY: Final = discord.AllowedMentions.none()
"""Prevents pings: the client's default doesn't apply to an edit without content."""

ORIGINAL: Final[Any] = "@original"
"""The id of a first answer, in URLs."""

KEPT_OPEN: Final = 60.0
"""Keep-alive in seconds: it saves handshakes while players think."""

_THINKING: Final = discord.InteractionResponseType.deferred_channel_message.value

ThreadKind = Literal[discord.ChannelType.news_thread, discord.ChannelType.public_thread]
"""In an announcement channel, and in other channels."""


@dataclass(frozen=True, slots=True)
class Hook:
    """The parts of an interaction needed to edit its messages later."""

    id: int
    """The interaction's."""
    application_id: int
    token: str = field(repr=False)

    @classmethod
    def of(cls, interaction: BotInteraction) -> Self:
        """Return the hook of an interaction."""
        return cls(interaction.id, interaction.application_id, interaction.token)


class FirstAnswers(AsyncWebhookAdapter):
    """Replaces the library's sender. `taken` receives the ids of interactions with an accepted answer."""

    def __init__(
        self, budget: RequestBudget, discord_time: DiscordTime, taken: Callable[[int], None]
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # untyped in the library
        self._budget = budget
        self._discord_time = discord_time
        self._taken = taken
        self._session: aiohttp.ClientSession | None = None

    def use(self) -> None:
        """Send the answers of this task and those it starts. Needs a running event loop."""
        self._session = self._session or aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEPT_OPEN),
            headers={"User-Agent": user_agent(), "Content-Type": "application/json"},
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        async_context.set(self)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **options: Any
    ) -> Any:
        """Send an answer. Raises one of `REQUEST_ERRORS`; `ServerFailed` for 5xx."""
        if params.payload is None or self._session is None:  # with files, which is rare
            send = super().create_interaction_response
            given = await send(interaction_id, token, params=params, **options)
            self._taken(interaction_id)
            return given
        asked = "?with_response=1" if params.payload["type"] == _THINKING else ""
        path = f"/interactions/{interaction_id}/{quote(token, safe='')}/callback{asked}"
        url = yarl.URL(f"{api_address()}{path}", encoded=True)
        self._budget.let_free_go()
        async with self._session.post(url, data=json.dumps(params.payload)) as response:
            self._discord_time.note_date(response.headers.get("Date"))
            self._budget.note_answer(None, response.status, response.headers)
            if response.status >= 500:
                raise ServerFailed(f"{response.status} {response.reason}")
            if response.status >= 300:
                kinds = {403: discord.Forbidden, 404: discord.NotFound}
                error = kinds.get(response.status, discord.HTTPException)
                raise error(response, await json_or_text(response))
            body = await response.read()
        self._taken(interaction_id)
        return json.loads(body) if asked else {"interaction": {"id": interaction_id}}


class Wire:
    """Sends requests for messages and threads. Methods raise `REQUEST_ERRORS`; `ServerFailed` for 5xx."""

    def __init__(
        self,
        client: discord.Client,
        budget: RequestBudget,
        discord_time: DiscordTime,
        taken: Callable[[int], None],
    ) -> None:
        """Initialise; `taken` receives the ids of interactions with an accepted answer."""
        self.client = client
        self.budget = budget
        self.discord_time = discord_time
        self.first_answers = FirstAnswers(budget, discord_time, taken)

    # In a channel

    async def send(self, channel_id: int, view: ui.LayoutView, nonce: str) -> int:
        """Send a message; return its id."""
        return (await self._channel(channel_id).send(view=view, nonce=nonce)).id

    async def count_after(self, channel_id: int, message_id: int, most: int) -> int:
        """Count the messages after this one, up to `most`."""
        below = self._channel(channel_id).history(limit=most, after=discord.Object(message_id))
        return len([one async for one in below])

    async def find_button(self, channel_id: int, after: float, custom_id: str) -> int | None:
        """Return the bot's message with this button among the first after a time (Unix seconds)."""
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

    # With the token of an interaction

    def is_expired(self, hook: Hook) -> bool:
        """Return True if the token has expired."""
        return self.discord_time.age(hook.id) >= TOKEN_SECONDS

    async def follow_up(self, hook: Hook, view: ui.LayoutView) -> int:
        """Send a follow-up message; return its id."""
        return (await self._webhook(hook).send(view=view, wait=True)).id

    async def edit_by_token(self, hook: Hook, message_id: int | None, view: ui.LayoutView) -> None:
        """Edit a follow-up, or the first answer if there is no id."""
        await self._webhook(hook).edit_message(message_id or ORIGINAL, view=view)

    async def delete_by_token(self, hook: Hook, message_id: int | None) -> None:
        """Delete a follow-up, or the first answer if there is no id."""
        await self._webhook(hook).delete_message(message_id or ORIGINAL)

    def _webhook(self, hook: Hook) -> discord.Webhook:
        return discord.Webhook.partial(hook.application_id, hook.token, client=self.client)
