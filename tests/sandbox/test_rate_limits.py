"""Discord's rate limits: per route, hidden, and for invalid requests."""

from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import aiohttp
import pytest

from sandbox import AnswerKind, Channel, Limit, Limits, Refused
from sandbox.rest.limits import RateLimits
from sandbox.world.objects import Snowflakes
from tests.driver import ManualClock, Sandbox

from .raw import BOT, Json, Raw, Socket

HOUR, DAY = 3_600.0, 86_400.0
"""Seconds."""

SEND, EDIT = ("POST", "/channels/{}/messages"), ("PATCH", "/channels/{}/messages/9")
TOKEN = ("PATCH", "/webhooks/1/token{}/messages/@original")
DELETE = ("DELETE", "/channels/{}/messages/9")
AGES = (5.0, HOUR, 15 * DAY)
"""Ages of messages in seconds: new, ordinary, and old, for deletions."""
MAKE, CHANGE = ("POST", "/channels/{}/threads"), ("PATCH", "/channels/{}")


def limits_of(
    clock: ManualClock, *, age: float = 0.0, everywhere: int = 1_000, **more: Any
) -> RateLimits:
    """Create limits for a world in which all messages have this age in seconds."""
    limits = Limits(everywhere=Limit(everywhere, 1.0), **more)
    return RateLimits(clock, lambda number: age, limits)


def accepted(limits: RateLimits, route: tuple[str, str], names: list[int]) -> list[bool]:
    """Send one request per name at the same moment. Return whether each is accepted."""
    method, path = route
    return [not limits.meet(method, path.format(name)).retry_after for name in names]


# Limits per route


def test_global_limit() -> None:
    """The global limit covers all routes, except the ones of interactions."""
    clock = ManualClock()
    limits = limits_of(clock, everywhere=3)
    assert accepted(limits, SEND, [1, 2, 3, 4]) == [True, True, True, False]
    assert limits.meet("GET", "/users/@me").everywhere
    assert accepted(limits, TOKEN, [1]) == [True]
    clock.advance(0.6)
    assert limits.meet("GET", "/users/@me").retry_after == pytest.approx(0.4)
    clock.advance(0.4)
    assert accepted(limits, SEND, [4]) == [True]


@pytest.mark.parametrize(
    ("route", "age", "most", "seconds"),
    [
        (SEND, 0.0, 5, 5),
        (EDIT, 0.0, 5, 5),
        (TOKEN, 0.0, 5, 2),
        (DELETE, 5.0, 5, 1),
        (DELETE, HOUR, 3, 1),
        (DELETE, 15 * DAY, 30, 4),
        (MAKE, 0.0, 50, 300),
        (CHANGE, 0.0, 5, 15),
    ],
)
def test_limit_per_channel_and_token(
    route: tuple[str, str], age: float, most: int, seconds: int
) -> None:
    """The headers have the remaining requests and the time until the reset."""
    clock = ManualClock()
    limits = limits_of(clock, age=age)
    assert accepted(limits, route, [1] * (most + 1)) == [True] * most + [False]
    assert accepted(limits, route, [2]) == [True]
    clock.advance(seconds)
    method, path = route
    headers = limits.meet(method, path.format(1)).headers
    assert headers["X-RateLimit-Remaining"] == str(most - 1)
    assert float(headers["X-RateLimit-Reset-After"]) == seconds


def test_methods_have_separate_buckets() -> None:
    """Each method of a route has its own bucket; deletions have one for each age of messages."""
    age = [0.0]
    limits = RateLimits(ManualClock(), lambda number: age[0], Limits())
    names = set[str]()
    routes = [(route, 0.0) for route in (SEND, EDIT, MAKE, CHANGE)]
    for route, age[0] in (*routes, *((DELETE, one) for one in AGES)):
        method, path = route
        headers = limits.meet(method, path.format(1)).headers
        names.add(headers["X-RateLimit-Bucket"])
        left = int(headers["X-RateLimit-Remaining"])
        assert left == int(headers["X-RateLimit-Limit"]) - 1
        assert accepted(limits, route, [1] * min(left, 5))[-1]
    assert len(names) == 7


def test_limits_can_be_off() -> None:
    limits = RateLimits(ManualClock(), lambda number: DAY, None)
    assert accepted(limits, SEND, [1] * 1_000) == [True] * 1_000
    limits.follow_up(1)
    for _ in range(20_000):
        limits.note(403, "")
    assert not limits.meet("GET", "/users/@me").banned


def test_limits_can_be_lifted() -> None:
    """Lifting the limits also ends a ban."""
    limits = limits_of(ManualClock(), invalid=Limit(1, 600.0))
    limits.note(403, "")
    assert limits.meet("GET", "/users/@me").banned
    limits.limits = None
    assert accepted(limits, SEND, [1] * 6) == [True] * 6


# Hidden limits


class Limited:
    """A sandbox with rate limits and manual clocks, and a raw client."""

    def __init__(self, sandbox: Sandbox, raw: Raw, advance: Callable[[float], None]) -> None:
        self.sandbox = sandbox
        self.raw = raw
        self.advance = advance
        """Advances all clocks by some seconds."""

    async def responses(
        self, method: str, path: str, count: int, body: object = None
    ) -> list[tuple[int, Mapping[str, str], Any]]:
        """Send the request `count` times in a row. Return each status, headers and JSON."""
        return [await self.response(method, path, body) for _ in range(count)]

    async def response(
        self, method: str, path: str, body: object = None
    ) -> tuple[int, Mapping[str, str], Any]:
        url = self.sandbox.api_url + path
        async with self.raw.session.request(method, url, json=body, headers=BOT) as response:
            is_json = response.content_type == "application/json"
            return response.status, response.headers, await response.json() if is_json else None


@pytest.fixture
async def limited() -> AsyncIterator[Limited]:
    """A sandbox with Discord's own limits."""
    async for one in limited_to(Limits()):
        yield one


async def limited_to(limits: Limits) -> AsyncIterator[Limited]:
    """Run a sandbox with these limits."""
    clock, unix = ManualClock(), [1_800_000_000.0]

    def advance(seconds: float) -> None:
        unix[0] += seconds
        clock.advance(seconds)

    sandbox = Sandbox(clock=clock, unix=lambda: unix[0], limits=limits)
    async with sandbox, aiohttp.ClientSession() as session:
        yield Limited(sandbox, Raw(sandbox, session), advance)


@pytest.mark.parametrize("age", [HOUR - 1, HOUR + 1])
async def test_messages_older_than_an_hour_take_few_edits(limited: Limited, age: float) -> None:
    """Three in six seconds for all such messages of a channel together; new messages have the usual limit."""
    raw = limited.raw
    sent = [await raw.call("POST", raw.lounge, {"content": "x"}) for _ in range(2)]
    old, other = (f"{raw.lounge}/{message['id']}" for _, message in sent)
    limited.advance(age)
    body = {"content": "y"}
    first = await limited.responses("PATCH", old, 2, body)
    second = await limited.responses("PATCH", other, 2, body)
    if age < HOUR:
        assert [status for status, *_ in (*first, *second)] == [200] * 4
        return
    assert [status for status, *_ in (*first, *second)] == [200] * 3 + [429]
    _, headers, answer = second[-1]
    assert (answer["code"], answer["retry_after"], answer["global"]) == (30046, 6.0, False)
    assert headers["Via"]
    assert headers["X-RateLimit-Remaining"] == "1", "the headers tell of the other limit"
    limited.advance(6)
    [(status, *_)] = await limited.responses("PATCH", old, 1, body)
    assert status == 200


async def answered(limited: Limited, socket: Socket) -> str:
    """Answer an interaction in the lounge. Return the path of its follow-ups."""
    raw = limited.raw
    event, task = await raw.interaction(socket, limited.sandbox.user(1))
    await raw.answer(event, 4, {"content": "x"})
    await task
    return f"{raw.hook}/{event['token']}"


async def test_follow_ups_of_a_channel_have_a_hidden_limit(limited: Limited) -> None:
    """Thirty a minute for all interactions of a channel together, ephemeral ones included; no header shows it."""
    await limited.raw.register()
    async with limited.raw.gateway() as socket:
        for number in range(6):
            hook = await answered(limited, socket)
            found = await limited.responses("POST", hook, 5, {"content": "y", "flags": 64})
            assert [status for status, *_ in found] == [200] * 5, number
            limited.advance(1)
        hook = await answered(limited, socket)
        [(status, headers, answer)] = await limited.responses("POST", hook, 1, {"content": "y"})
        assert (status, headers["X-RateLimit-Scope"]) == (429, "shared")
        assert headers["X-RateLimit-Remaining"] == "4"
        assert answer == {
            "message": "The resource is being rate limited.",
            "retry_after": 54.0,
            "global": False,
        }
        # The first answer, edits and other channels are not affected.
        original = f"{hook}/messages/@original"
        [(status, *_)] = await limited.responses("PATCH", original, 1, {"content": "z"})
        assert status == 200
        limited.advance(54)
        [(status, *_)] = await limited.responses("POST", hook, 1, {"content": "y"})
        assert status == 200


async def test_a_thread_is_renamed_twice_in_ten_minutes(limited: Limited) -> None:
    """Other changes to threads have the usual limit."""
    raw, lounge = limited.raw, limited.sandbox.channel("lounge")
    _, thread = await raw.call("POST", f"/channels/{lounge.id}/threads", {"name": "a", "type": 11})
    path = f"/channels/{thread['id']}"
    found = await limited.responses("PATCH", path, 3, {"name": "b"})
    assert [status for status, *_ in found] == [200, 200, 429]
    assert found[-1][2]["retry_after"] == 600.0
    [(status, *_)] = await limited.responses("PATCH", path, 1, {"archived": True})
    assert status == 200


# Invalid requests

FEW = Limits(invalid=Limit(5, 600.0))


async def test_too_many_invalid_requests_ban_the_host() -> None:
    """401, 403 and 429 count, except 429 for a shared limit; malformed requests do not.

    A banned host gets the proxy's response, without JSON, from every route.
    """
    async for limited in limited_to(FEW):
        raw, faults = limited.raw, limited.sandbox.faults
        for status in (400, 404, 500):
            faults.fail("GET", "/users/@me", status, times=4)
        await limited.responses("GET", "/users/@me", 12)
        faults.fail("GET", "/users/@me", 403, times=2)
        faults.fail("GET", "/users/@me", 401, times=1)
        faults.fail("GET", "/users/@me", 429, times=1, retry_after=1.0)
        await limited.responses("GET", "/users/@me", 4)
        assert (await limited.response("GET", "/users/@me"))[0] == 200
        limited.advance(600)
        for _ in range(2):
            faults.fail("GET", "/users/@me", 403, times=4)
            await limited.responses("GET", "/users/@me", 4)
            assert (await limited.response("GET", "/users/@me"))[0] == 200, "ten minutes are over"
            limited.advance(600)
        faults.fail("GET", "/users/@me", 403, times=5)
        await limited.responses("GET", "/users/@me", 5)
        for method, path in (
            ("GET", "/users/@me"),
            ("POST", "/interactions/1/token/callback"),
            ("POST", f"{raw.hook}/token"),
        ):
            status, headers, answer = await limited.response(method, path, {})
            assert (status, answer) == (429, None), path
            assert "Via" not in headers
        limited.advance(FEW.ban_seconds - 1)
        assert (await limited.response("GET", "/users/@me"))[0] == 429
        limited.advance(1)
        assert (await limited.response("GET", "/users/@me"))[0] == 200


def test_ten_thousand_invalid_requests_ban() -> None:
    """Refusals by a shared limit do not count."""
    limits = limits_of(ManualClock())
    for _ in range(20_000):
        limits.note(429, "shared")
    for _ in range(9_999):
        limits.note(429, "user")
    assert not limits.meet("GET", "/users/@me").banned
    limits.note(401, "")
    assert limits.meet("GET", "/users/@me").banned


# Commands


def named(*numbers: int) -> list[Json]:
    return [{"name": f"c{number}", "description": "x"} for number in numbers]


async def test_two_hundred_commands_are_created_in_a_day(limited: Limited) -> None:
    """Updating an existing command does not count; restoring a removed one does."""
    url = f"{limited.raw.app}/commands"
    for first in (0, 90):
        assert (await limited.raw.call("PUT", url, named(*range(first, first + 90))))[0] == 200
    saved = named(*range(90, 180))
    assert (await limited.raw.call("PUT", url, saved))[0] == 200
    assert await limited.raw.refused("PUT", url, named(*range(21))) == (400, 30034)
    _, found = await limited.raw.call("GET", url)
    assert {one["name"] for one in found} == {one["name"] for one in saved}, "the set stays"
    assert (await limited.raw.call("PUT", url, named(*range(20))))[0] == 200
    assert await limited.raw.refused("PUT", url, named(21)) == (400, 30034)
    limited.advance(DAY)
    assert (await limited.raw.call("PUT", url, named(21)))[0] == 200


# Slowmode


async def test_slowmode_holds_for_members_and_their_messages(limited: Limited) -> None:
    """The owner, the bot and commands are exempt."""
    sandbox, raw = limited.sandbox, limited.raw
    alice, bob, lounge = sandbox.user(1), sandbox.user(2), sandbox.channel("lounge")
    await raw.register()
    async with raw.gateway(intents=1) as socket:
        sandbox.guild().slow_down(lounge, 30)
        event = await socket.next("CHANNEL_UPDATE")
        assert event["rate_limit_per_user"] == 30
        bob.say(lounge, "One")
        limited.advance(29.5)
        with pytest.raises(Refused, match="Bob may write again in 1 s"):
            bob.say(lounge, "Two")
        bob.say(sandbox.channel("high-rollers"), "Elsewhere")
        for _ in range(2):
            alice.say(lounge, "The owner")
            event, task = await raw.interaction(socket, bob)
            await raw.answer(event, 4, {"content": "x"})
            assert (await task).kind is AnswerKind.MESSAGE
            assert (await raw.call("POST", raw.lounge, {"content": "The bot"}))[0] == 200
            made = {"name": "a", "type": 11, "rate_limit_per_user": 60}
            assert await thread_of(raw, lounge, made) == 60
        limited.advance(0.5)
        bob.say(lounge, "Two")
        sandbox.guild().slow_down(lounge, 0)
        bob.say(lounge, "Three")
        with pytest.raises(Refused, match="between 0 and 21600"):
            sandbox.guild().slow_down(lounge, 21_601)


async def thread_of(raw: Raw, channel: Channel, body: Json) -> int:
    """Create a thread and return its slowmode in seconds."""
    status, thread = await raw.call("POST", f"/channels/{channel.id}/threads", body)
    assert status == 201
    return int(thread["rate_limit_per_user"])


def test_ids_tell_their_age() -> None:
    now = [1_800_000_000.0]
    snowflakes = Snowflakes(lambda: now[0])
    number = snowflakes.next()
    now[0] += 90
    assert snowflakes.age(number) == pytest.approx(90, abs=0.01)
