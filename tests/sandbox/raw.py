"""A bot without discord.py, to send requests that the library would never send."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Any

import aiohttp

from tests.driver import PATIENCE, Sandbox, User

Json = dict[str, Any]
BOT = {"Authorization": "Bot token"}


class Raw:
    """Sends REST requests and gateway frames unchanged."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session
        self.app = f"/applications/{sandbox.world.bot.id}"
        self.hook = f"/webhooks/{sandbox.world.bot.id}"
        self.lounge = f"/channels/{sandbox.channel('lounge').id}/messages"

    async def call(
        self, method: str, path: str, body: object = None, headers: Any = BOT
    ) -> tuple[int, Any]:
        url = self.sandbox.api_url + path
        async with self.session.request(method, url, json=body, headers=headers) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def refused(self, method: str, path: str, body: object = None) -> tuple[int, int]:
        """Send a request that must be refused; return its status and error code."""
        status, answer = await self.call(method, path, body)
        assert status >= 400, answer
        return status, answer["code"]

    async def faults(self, method: str, path: str, body: object) -> dict[str, str]:
        """Return Discord's nested errors by dotted path, or an empty dict if the body is valid."""
        status, answer = await self.call(method, path, body)
        if status < 400:
            return {}
        assert (status, answer["code"]) == (400, 50035), answer
        assert answer["message"] == "Invalid Form Body"
        return flattened(answer["errors"])

    @contextlib.asynccontextmanager
    async def socket(self, url: str = "") -> AsyncIterator["Socket"]:
        """Open a gateway connection."""
        async with self.session.ws_connect(url or self.sandbox.gateway_url) as ws:
            yield Socket(ws)

    @contextlib.asynccontextmanager
    async def gateway(self, intents: int = 0, **more: Any) -> AsyncIterator["Socket"]:
        """Open an identified gateway connection."""
        async with self.socket() as socket:
            await socket.identify(intents=intents, **more)
            yield socket

    def page(self) -> "AbstractAsyncContextManager[aiohttp.ClientWebSocketResponse]":
        """Open the web socket of the browser page."""
        url = self.sandbox.url
        return self.session.ws_connect(f"{url}/page", origin=url)

    async def register(self, name: str = "go") -> None:
        """Register one command without options, and remove all others."""
        body = [{"name": name, "description": "Go"}]
        status, _ = await self.call("PUT", f"{self.app}/commands", body)
        assert status == 200

    async def interaction(self, socket: "Socket", user: User) -> "tuple[Json, asyncio.Task[Any]]":
        """Run the command; return its interaction, and the user's task that waits for the answer."""
        task = asyncio.create_task(user.command(self.sandbox.channel("lounge"), "go"))
        return await socket.next("INTERACTION_CREATE"), task

    async def answer(self, event: Json, kind: int, data: object = None) -> tuple[int, Any]:
        path = f"/interactions/{event['id']}/{event['token']}/callback"
        return await self.call("POST", path, {"type": kind, "data": data}, headers={})


class Socket:
    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.ready: Json = {}
        self.sequence = 0

    async def receive(self) -> Json:
        frame: Json = json.loads(await self.ws.receive_str(timeout=PATIENCE))
        self.sequence = frame["s"] or self.sequence
        return frame

    async def next(self, name: str) -> Json:
        """Skip to the next event of this name and return its data."""
        while (frame := await self.receive())["t"] != name:
            pass
        data: Json = frame["d"]
        return data

    async def send(self, op: int, data: object) -> None:
        await self.ws.send_str(json.dumps({"op": op, "d": data}))

    async def identify(self, *, intents: int = 0, token: str = "token", **more: Any) -> None:
        """Identify, and wait for READY."""
        await self.send(2, {"token": token, "intents": intents, **more})
        self.ready = await self.next("READY")

    async def closed_with(self) -> int | None:
        while (await self.ws.receive(timeout=PATIENCE)).type is aiohttp.WSMsgType.TEXT:
            pass
        return self.ws.close_code


def flattened(errors: Json, path: str = "") -> dict[str, str]:
    """Flatten nested errors to one code per dotted path."""
    found: dict[str, str] = {}
    for key, value in errors.items():
        if key == "_errors":
            found[path] = value[0]["code"]
        else:
            found |= flattened(value, f"{path}.{key}".strip("."))
    return found
