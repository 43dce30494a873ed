"""How messages are sent and edited, and threads made and put away.

In a channel each is a request that Discord counts; by the token of an interaction it is not. The library would make
objects of the answers, of which nobody reads more than an id.
"""

from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Final, Literal

import aiohttp
import discord
from discord import ui
from discord.http import handle_message_parameters

from cogs.network.interaction_requests import InteractionRequests
from cogs.network.payload import BotInteraction
from cogs.network.request_budget import RequestBudget

DAY_MINUTES: Final = 1_440
"""Without a message for so long, Discord archives a thread by itself: longer than a board stays where it is."""


ThreadKind = Literal[10, 11]
"""A thread of a channel for announcements, and of any other one."""


class UnreadableAnswer(aiohttp.ClientError):
    """Discord has answered something else than JSON, or other JSON; what was asked may have been done or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """What a client's messages go by. Whatever fails raises what is `REQUEST_ERRORS`."""

    client: discord.Client
    budget: RequestBudget
    by_interactions: InteractionRequests

    async def send(self, channel_id: int, view: ui.LayoutView, nonce: str) -> int:
        """The id of the new message."""
        with handle_message_parameters(
            view=view, nonce=nonce, allowed_mentions=_nobody()
        ) as parameters:
            sent = await _read(self.client.http.send_message(channel_id, params=parameters))
        return _id_in(sent)

    async def count_after(self, channel_id: int, message_id: int, most: int) -> int:
        """How many messages stand below this one in a channel, up to so many."""
        found = await _read(self.client.http.logs_from(channel_id, most, after=message_id))
        return len(found)

    async def edit(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        """Draw a message anew."""
        with handle_message_parameters(view=view, allowed_mentions=_nobody()) as parameters:
            http = self.client.http
            await _read(http.edit_message(channel_id, message_id, params=parameters))

    async def make_thread(self, channel_id: int, kind: ThreadKind, name: str) -> int:
        """The id of a new thread that starts from no message."""
        made = await _read(
            self.client.http.start_thread_without_message(
                channel_id,
                name=name,
                auto_archive_duration=DAY_MINUTES,
                type=kind,
            )
        )
        return _id_in(made)

    async def put_away(self, thread_id: int, *, locked: bool) -> None:
        """Archive a thread, and lock it if that is wanted."""
        options: dict[str, Any] = {"archived": True} | ({"locked": True} if locked else {})
        await _read(self.client.http.edit_channel(thread_id, **options))

    async def edit_by_token(
        self, via: BotInteraction, message_id: int | None, view: ui.LayoutView
    ) -> None:
        """Draw a message that followed an interaction anew; without an id, its first answer."""
        with handle_message_parameters(view=view, allowed_mentions=_nobody()) as parameters:
            await self.by_interactions.edit(via, message_id, parameters)

    async def delete_by_token(self, via: BotInteraction, message_id: int | None) -> None:
        """Delete a message that followed an interaction; without an id, its first answer."""
        await self.by_interactions.delete(via, message_id)


def _id_in(answer: Any) -> int:
    """The id of what was made."""
    try:
        return int(answer["id"])
    except (KeyError, TypeError, ValueError):
        raise UnreadableAnswer("Discord's answer has no id") from None


def _nobody() -> discord.AllowedMentions:
    """The client's default does not reach an edit that has no content."""
    return discord.AllowedMentions.none()


async def _read(request: Coroutine[Any, Any, Any]) -> Any:
    try:
        return await request
    except ValueError:
        raise UnreadableAnswer("Discord's answer is no JSON") from None
