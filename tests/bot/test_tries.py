"""How long a request may take: until its answer is read, and not while the library waits for a rate limit."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web
from discord.http import HTTPClient, Route

from cogs.gateway.request_budget import RequestBudget
from cogs.gateway.tries import NoAnswer, Try, once, single_tries
from tests.clock import ManualClock

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

PLENTY = RequestBudget(ManualClock(), 10_000)

LONG = 600.0
"""Seconds that no test takes."""


@asynccontextmanager
async def discord_that(
    handler: Handler, monkeypatch: pytest.MonkeyPatch, trace: aiohttp.TraceConfig | None = None
) -> AsyncIterator[HTTPClient]:
    """The library's client, logged in at a server that treats every edit like this."""

    async def own_user(_: web.Request) -> web.Response:
        return web.json_response({"id": "1"})

    app = web.Application()
    app.router.add_get("/users/@me", own_user)
    app.router.add_patch("/channels/1/messages/2", handler)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0]
    monkeypatch.setattr(Route, "BASE", f"http://{host}:{port}")
    client = HTTPClient(asyncio.get_running_loop(), http_trace=trace or single_tries(PLENTY))
    try:
        await client.static_login("token")
        yield client
    finally:
        await client.close()
        await runner.cleanup()


def edit() -> Route:
    """An edit; all are of one bucket."""
    return Route(
        "PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=1, message_id=2
    )


def edited(headers: dict[str, str]) -> web.Response:
    """The answer to an edit, as Discord writes it: without a charset."""
    kind = {"Content-Type": "application/json"}
    return web.Response(body=b'{"edited": true}', headers=kind | headers)


async def sleeping(client: HTTPClient) -> None:
    """Return when the library waits until the limit of a bucket is over."""
    while not any(one._sleeping.locked() for one in client._buckets.values()):  # noqa: ASYNC110 - no event says so
        await asyncio.sleep(0)


async def test_an_edit_that_has_used_up_its_limit_has_got_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The library waits until the limit is over before it says so; and nobody waits longer for the next edit."""
    left = iter([0, 5])

    async def use_up(_: web.Request) -> web.Response:
        headers = {
            "X-RateLimit-Bucket": "edits",
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": str(next(left)),
            "X-RateLimit-Reset-After": "0.2",
        }
        return edited(headers)

    async with discord_that(use_up, monkeypatch) as client:
        this = Try(LONG)
        editing = asyncio.create_task(this.make(client.request(edit())))
        await sleeping(client)
        this.hurry(0)  # as if its seconds were over
        assert await editing == {"edited": True}
        assert await once(client.request(edit()), LONG) == {"edited": True}


@pytest.mark.parametrize("status", [200, 429])
async def test_a_body_that_does_not_come_is_given_up(
    monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """That of a refusal for a rate limit, too: it says how long to wait, and the wait has not begun."""
    answered, done = asyncio.Event(), asyncio.Event()

    async def begin(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(status=status, headers={"Via": "1.1 google"})
        response.content_length = 100
        await response.prepare(request)
        await done.wait()
        return response

    async def head_is_read(*_: object) -> None:
        answered.set()

    trace = single_tries(PLENTY)
    trace.on_request_end.append(head_is_read)
    async with discord_that(begin, monkeypatch, trace) as client:
        answered.clear()
        this = Try(LONG)
        editing = asyncio.create_task(this.make(client.request(edit())))
        await answered.wait()
        this.hurry(0)  # as if its seconds were over
        with pytest.raises(NoAnswer):
            await editing
        done.set()
