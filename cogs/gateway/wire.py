"""How messages are sent and edited, threads made and put away, and interactions answered.

In a channel each is a request that Discord counts; by the token of an interaction it is not. The library would make
objects of what Discord answers, of which nobody reads more than an id. An interaction's answer is most of what a click
costs, so here it is one plain request, tried once, over connections of its own.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, Literal
from urllib.parse import quote

import aiohttp
import discord
import yarl
from discord import InteractionResponseType, ui
from discord.http import MultipartParameters, Route, handle_message_parameters, json_or_text

from cogs.gateway.discord_time import DiscordTime
from cogs.gateway.library import FirstAnswers
from cogs.gateway.payloads import Hook
from cogs.gateway.request_errors import ServerFailed
from cogs.gateway.requests import RequestBudget
from cogs.version import user_agent

DAY_MINUTES: Final = 1_440
"""Without a message for so long, Discord archives a thread by itself: longer than a board stays where it is."""

KEPT_OPEN: Final = 60.0
"""Seconds for which a connection waits for the next answer: a player thinks for a while, and a handshake takes time."""

READ: Final = frozenset({InteractionResponseType.deferred_channel_message.value})
"""Response types whose message id we need."""

_to_json = json.JSONEncoder(separators=(",", ":")).encode
_HEADERS: Final = {"Content-Type": "application/json"}
_ERRORS: Final = {403: discord.Forbidden, 404: discord.NotFound}

MOST_FOUND: Final = 100
"""Messages that Discord lists at a time."""

TOKEN_SECONDS: Final = 900.0
"""For how long Discord takes requests by the token of an interaction."""

ThreadKind = Literal[10, 11]
"""A thread of a channel for announcements, and of any other one."""


class UnreadableAnswer(aiohttp.ClientError):
    """Discord's answer names no id; what was asked may have been done or not."""


class Wire:
    """What a client's messages go by. Whatever fails raises what is `REQUEST_ERRORS`: of 5xx, `ServerFailed`."""

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
        self.first_answers = FirstAnswers(self._answer, taken)
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Close the connections for interactions."""
        if self._session is not None:
            await self._session.close()

    # In a channel

    async def send(self, channel_id: int, view: ui.LayoutView, nonce: str) -> int:
        """The id of the new message."""
        with _drawn(view, nonce=nonce) as parameters:
            sent = await self.client.http.send_message(channel_id, params=parameters)
        return _id_in(sent)

    async def count_after(self, channel_id: int, message_id: int, most: int) -> int:
        """How many messages stand below this one in a channel, counted up to `most`."""
        found = await self.client.http.logs_from(channel_id, most, after=message_id)
        return len(found)

    async def find_button(self, channel_id: int, after: float, custom_id: str) -> int | None:
        """The id of the bot's message with this button, among the first ones after a moment in Unix seconds."""
        since = discord.utils.time_snowflake(datetime.fromtimestamp(after, UTC))
        found = await self.client.http.logs_from(channel_id, MOST_FOUND, after=since)
        button = _to_json(custom_id)
        me = str(self.client.user.id) if self.client.user else ""
        own = (one for one in found if one["author"]["id"] == me)
        return next((_id_in(one) for one in own if button in _to_json(one["components"])), None)

    async def edit(self, channel_id: int, message_id: int, view: ui.LayoutView) -> None:
        """Draw a message anew."""
        with _drawn(view) as parameters:
            http = self.client.http
            await http.edit_message(channel_id, message_id, params=parameters)

    async def make_thread(self, channel_id: int, kind: ThreadKind, name: str) -> int:
        """The id of a new thread that starts from no message."""
        made = await self.client.http.start_thread_without_message(
            channel_id,
            name=name,
            auto_archive_duration=DAY_MINUTES,
            type=kind,
        )
        return _id_in(made)

    async def put_away(self, thread_id: int, *, locked: bool) -> None:
        """Archive a thread, and lock it if that is wanted."""
        options: dict[str, Any] = {"archived": True} | ({"locked": True} if locked else {})
        await self.client.http.edit_channel(thread_id, **options)

    # By the token of an interaction

    def is_expired(self, hook: Hook) -> bool:
        """True if Discord takes no more requests by this token."""
        return self.discord_time.age(hook.id) >= TOKEN_SECONDS

    async def follow_up(self, hook: Hook, view: ui.LayoutView) -> int:
        """The id of a new message that follows an interaction."""
        with _drawn(view) as parameters:
            sent = await self._request(
                "POST", f"{hook.path}?wait=true&with_components=true", parameters.payload
            )
        return _id_in(json.loads(sent))

    async def edit_by_token(self, hook: Hook, message_id: int | None, view: ui.LayoutView) -> None:
        """Draw a message that followed an interaction anew; without an id, its first answer."""
        with _drawn(view) as parameters:
            await self._request("PATCH", _followed(hook, message_id), parameters.payload)

    async def delete_by_token(self, hook: Hook, message_id: int | None) -> None:
        """Delete a message that followed an interaction; without an id, its first answer."""
        await self._request("DELETE", _followed(hook, message_id), None)

    async def _answer(self, interaction_id: int, token: str, payload: Any) -> Any:
        """What has become of a first answer."""
        asked = "?with_response=1" if payload["type"] in READ else ""
        path = f"/interactions/{interaction_id}/{quote(token, safe='')}/callback{asked}"
        body = await self._request("POST", path, payload)
        return json.loads(body) if asked else {"interaction": {"id": interaction_id}}

    async def _request(self, method: str, path: str, payload: Any) -> bytes:
        """What Discord answers, not read yet. `path` is quoted; without a payload nothing is sent along."""
        if self._session is None:
            # As many at once as there are answers; each is given its time by whoever sends it.
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEPT_OPEN),
                headers={"User-Agent": user_agent()},
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None),
            )
        self.budget.let_free_go()
        async with self._session.request(
            method,
            yarl.URL(f"{Route.BASE}{path}", encoded=True),
            data=None if payload is None else _to_json(payload).encode(),
            headers=None if payload is None else _HEADERS,
        ) as response:
            self.discord_time.note_date(response.headers.get("Date"))
            self.budget.note_answer(None, response.status, response.headers)
            if response.status < 300:
                return await response.read()
            if response.status >= 500:
                raise ServerFailed(f"{response.status} {response.reason}")
            error = _ERRORS.get(response.status, discord.HTTPException)
            raise error(response, await json_or_text(response))


def _followed(hook: Hook, message_id: int | None) -> str:
    """The path of a message that followed an interaction."""
    return f"{hook.path}/messages/{message_id or '@original'}"


def _id_in(answer: Any) -> int:
    """The id of what was made."""
    try:
        return int(answer["id"])
    except (KeyError, TypeError, ValueError):
        raise UnreadableAnswer("Discord's answer has no id") from None


def _drawn(view: ui.LayoutView, **options: Any) -> MultipartParameters:
    """A message that pings nobody: the client's default does not reach an edit that has no content."""
    nobody = discord.AllowedMentions.none()
    return handle_message_parameters(view=view, allowed_mentions=nobody, **options)
