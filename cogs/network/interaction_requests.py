"""How the board is shown by an interaction: as its first answer, or by its token later. Discord counts neither.

The library asks Discord for the whole message back and makes objects of it, which nobody reads; it tries again for
longer than Discord takes an answer, and waits where another way is open; and its session tells of each step of a
request. An answer is most of what a click costs, so here it is one plain request, tried once.
"""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import aiohttp
import discord
import yarl
from discord import InteractionResponseType
from discord.http import MultipartParameters, Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.network.payload import BotInteraction
from cogs.network.request_errors import ServerFailed

KEPT_OPEN = 60.0
"""Seconds for which a connection waits for the next answer: a player thinks for a while, and a handshake takes time."""

READ = frozenset({InteractionResponseType.deferred_channel_message.value})
"""The types of answers of which Discord is asked what has become of them: the id of a message that is to follow."""

_to_json = json.JSONEncoder(separators=(",", ":")).encode
_HEADERS = {"Content-Type": "application/json"}
_ERRORS = {403: discord.Forbidden, 404: discord.NotFound}


class InteractionRequests(AsyncWebhookAdapter):
    """Sends the answers and edits of a client that has called `use`, over connections of its own."""

    def __init__(self, taken: Callable[[int], None], user_agent: str) -> None:
        """`taken` is called with the id of each interaction whose answer Discord has taken."""
        super().__init__()  # type: ignore[no-untyped-call]  # so in the library
        self._taken = taken
        self._user_agent = user_agent
        self._session: aiohttp.ClientSession | None = None

    def use(self) -> None:
        """Send the answers of this task, and of all tasks that it begins from now on."""
        async_context.set(self)

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    async def create_interaction_response(
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        params: MultipartParameters,
    ) -> Any:
        """What has become of the answer. Raises `ServerFailed`, or what else is `REQUEST_ERRORS`."""
        answer = await self._send(interaction_id, token, session, proxy, proxy_auth, params)
        self._taken(interaction_id)
        return answer

    async def _send(
        self,
        interaction_id: int,
        token: str,
        session: aiohttp.ClientSession,
        proxy: str | None,
        proxy_auth: aiohttp.BasicAuth | None,
        params: MultipartParameters,
    ) -> Any:
        if params.payload is None:
            # With files; such an answer is rare.
            return await super().create_interaction_response(
                interaction_id,
                token,
                session=session,
                proxy=proxy,
                proxy_auth=proxy_auth,
                params=params,
            )
        asked = "?with_response=1" if params.payload["type"] in READ else ""
        path = f"/interactions/{interaction_id}/{quote(token, safe='')}/callback{asked}"
        body = await self._request("POST", path, params.payload, proxy, proxy_auth)
        return json.loads(body) if asked else {"interaction": {"id": interaction_id}}

    async def edit(
        self, via: BotInteraction, message_id: int | None, params: MultipartParameters
    ) -> None:
        """Edit a message that followed this interaction; without an id, its first answer.

        Raises `ServerFailed`, or what else is `REQUEST_ERRORS`: a rate limit, too.
        """
        await self._by_token("PATCH", via, message_id, params.payload)

    async def delete(self, via: BotInteraction, message_id: int | None) -> None:
        """Delete a message that followed this interaction; without an id, its first answer. Raises as `edit` does."""
        await self._by_token("DELETE", via, message_id, None)

    async def _by_token(
        self, method: str, via: BotInteraction, message_id: int | None, payload: Any
    ) -> None:
        hook = f"/webhooks/{via.application_id}/{quote(via.token, safe='')}"
        path, http = f"{hook}/messages/{message_id or '@original'}", via.client.http
        await self._request(method, path, payload, http.proxy, http.proxy_auth)

    async def _request(
        self,
        method: str,
        path: str,
        payload: Any,
        proxy: str | None,
        proxy_auth: aiohttp.BasicAuth | None,
    ) -> bytes:
        """What Discord answers, not read yet. `path` is quoted; without a payload nothing is sent along."""
        async with self._connections().request(
            method,
            # Nothing is left for this to look for.
            yarl.URL(f"{Route.BASE}{path}", encoded=True),
            data=None if payload is None else _to_json(payload).encode(),
            headers=None if payload is None else _HEADERS,
            proxy=proxy,
            proxy_auth=proxy_auth,
        ) as response:
            if response.status < 300:
                return await response.read()
            raise _error(response, await json_or_text(response))

    def _connections(self) -> aiohttp.ClientSession:
        if self._session is None:
            # As many at once as there are answers; each is given its time by whoever sends it.
            connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=KEPT_OPEN)
            self._session = aiohttp.ClientSession(
                connector=connector,
                headers={"User-Agent": self._user_agent},
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=None),
            )
        return self._session


def _error(response: aiohttp.ClientResponse, found: dict[str, Any] | str) -> Exception:
    if response.status >= 500:
        return ServerFailed(f"{response.status} {response.reason}")
    return _ERRORS.get(response.status, discord.HTTPException)(response, found)
