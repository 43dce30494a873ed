"""Several shards and several connections of one bot: who hears what, and how many sessions may start."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from sandbox import AnswerKind, Intent, ManualClock, Sandbox, StartLimit

from .raw import Raw, Socket
from .toy import sharded

TALK = Intent.GUILDS | Intent.GUILD_MESSAGES
DAY = 24 * 60 * 60


@asynccontextmanager
async def raw_in(sandbox: Sandbox) -> AsyncIterator[Raw]:
    """Requests to this sandbox, which runs until the end of the block."""
    async with sandbox, aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)


@pytest.fixture
async def raw(two: Sandbox) -> AsyncIterator[Raw]:
    """Requests to the sandbox of two servers."""
    async with aiohttp.ClientSession() as session:
        yield Raw(two, session)


async def invited(socket: Socket, *, shard: int, count: int = 2, token: str = "t") -> bool:
    """Whether a session of this shard may start; if not, it is invalid for good."""
    assert (await socket.receive())["op"] == 10
    await socket.send(2, {"token": token, "intents": 0, "shard": [shard, count]})
    frame = await socket.receive()
    assert (frame["op"], frame["d"]) == (9, False) or frame["t"] == "READY"
    return bool(frame["t"])


async def left(raw: Raw) -> tuple[int, int]:
    """How many sessions the bot may still start, and in how many milliseconds they are counted anew."""
    _, answer = await raw.call("GET", "/gateway/bot")
    limit = answer["session_start_limit"]
    return limit["remaining"], limit["reset_after"]


# Who hears what


async def test_a_server_belongs_to_one_shard(raw: Raw) -> None:
    """READY names the shard and its servers alone, and what is said in a server goes to its shard alone."""
    servers = {(one.id >> 22) % 2: one for one in map(raw.sandbox.guild, (1, 2))}
    assert len(servers) == 2
    async with raw.gateway(TALK, shard=[0, 2]) as zero, raw.gateway(TALK, shard=[1, 2]) as one:
        for socket, number in ((one, 1), (zero, 0)):
            raw.sandbox.user(1).say(servers[number].channel("lounge"), f"In {number}")
            assert socket.ready["shard"] == [number, 2]
            assert [guild["id"] for guild in socket.ready["guilds"]] == [str(servers[number].id)]
            assert (await socket.next("GUILD_CREATE"))["id"] == str(servers[number].id)
            assert (await socket.receive())["d"]["guild_id"] == str(servers[number].id)


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0], [0.5, 2]])
async def test_a_shard_that_can_not_be_is_refused(raw: Raw, shard: object) -> None:
    """A shard is a pair of numbers, and the first is less than the second."""
    async with raw.session.ws_connect(raw.sandbox.gateway_url) as ws:
        socket = Socket(ws)
        await socket.send(2, {"token": "t", "intents": 0, "shard": shard})

        assert await socket.closed_with() == 4010


async def test_only_the_shards_own_events_are_replayed(raw: Raw) -> None:
    """A RESUME goes on with the shard of its session; the other shard has noticed nothing."""
    servers = {(one.id >> 22) % 2: one for one in map(raw.sandbox.guild, (1, 2))}
    async with raw.gateway(TALK, shard=[0, 2]) as zero, raw.gateway(TALK, shard=[1, 2]) as one:
        await one.next("GUILD_CREATE")
        await raw.sandbox.faults.drop_gateway(shard=1)
        assert await one.closed_with() == 4000
        for number in (0, 1):
            raw.sandbox.user(1).say(servers[number].channel("lounge"), f"In {number}")
        assert (await zero.next("MESSAGE_CREATE"))["guild_id"] == str(servers[0].id)
        async with raw.session.ws_connect(raw.sandbox.gateway_url) as ws:
            again = Socket(ws)
            known = {"session_id": one.ready["session_id"], "seq": one.sequence}
            await again.send(6, {"token": "t"} | known)
            _, missed, end = [await again.receive() for _ in range(3)]

    assert (missed["t"], end["t"]) == ("MESSAGE_CREATE", "RESUMED")
    assert missed["d"]["guild_id"] == str(servers[1].id)


# How many sessions may start


async def test_a_bucket_starts_one_session_in_five_seconds() -> None:
    """The second is invalid at once, and counted all the same; another bucket does not wait."""
    clock = ManualClock()
    sandbox = Sandbox(clock=clock, starts=StartLimit(max_concurrency=2), shards=4)
    async with raw_in(sandbox) as raw:
        _, answer = await raw.call("GET", "/gateway/bot")
        assert answer["shards"] == 4
        assert answer["session_start_limit"] == {
            "total": 1_000,
            "remaining": 1_000,
            "reset_after": 0,
            "max_concurrency": 2,
        }
        started = []
        for seconds, shard in ((0, 0), (0, 1), (0, 2), (4.9, 3), (0.1, 2), (0, 3), (0, 0)):
            clock.advance(seconds)
            async with raw.session.ws_connect(sandbox.gateway_url) as ws:
                started.append(await invited(Socket(ws), shard=shard, count=4))

        assert started == [True, True, False, False, True, True, False]
        assert await left(raw) == (993, (DAY - 5) * 1000)


async def test_one_start_too_many_ends_all_sessions_and_the_token() -> None:
    """A day's starts are spent: one more, and the token is worth nothing any more, wherever it is used."""
    clock = ManualClock()
    sandbox = Sandbox(clock=clock, starts=StartLimit(total=2, seconds=0))
    async with raw_in(sandbox) as raw, raw.gateway() as one, raw.gateway() as other:
        assert await left(raw) == (0, DAY * 1000)
        async with raw.session.ws_connect(sandbox.gateway_url) as ws:
            await ws.send_json({"op": 2, "d": {"token": "Bot token", "intents": 0}})
            for socket in (Socket(ws), one, other):
                assert await socket.closed_with() == 4004

        assert (sandbox.sessions, sandbox.bot_online) == (0, False)
        assert await raw.refused("GET", "/users/@me") == (401, 0)
        for op, data in ((2, {"intents": 0}), (6, {"session_id": "x", "seq": 1})):
            async with raw.session.ws_connect(sandbox.gateway_url) as ws:
                await ws.send_json({"op": op, "d": {"token": "token"} | data})
                assert await Socket(ws).closed_with() == 4004


# The library


async def test_a_server_whose_shard_is_away_gets_no_answer(two: Sandbox) -> None:
    """Two processes share the servers: when one is gone the other goes on, and a new one takes its place."""
    home, annex = sorted(map(two.guild, (1, 2)), key=lambda one: (one.id >> 22) % 2)
    bob = two.user(2)

    async def asked(place: int) -> AnswerKind:
        channel = (home, annex)[place].channel("lounge")
        return (await bob.command(channel, "board")).kind

    async with sharded(two, 0) as zero:
        assert (await asked(0), await asked(1)) == (AnswerKind.MESSAGE, AnswerKind.FAILED)
        assert (home.bot_online, annex.bot_online, two.bot_online) == (True, False, False)
        async with sharded(two, 1) as one:
            assert (await asked(0), await asked(1)) == (AnswerKind.MESSAGE, AnswerKind.MESSAGE)
            assert two.bot_online
            assert [len(toy.seen) for toy in (zero, one)] == [2, 1]
            assert [[guild.id for guild in toy.guilds] for toy in (zero, one)] == [
                [home.id],
                [annex.id],
            ]
        await two.wait_for(lambda: not annex.bot_online)
        assert (await asked(0), await asked(1)) == (AnswerKind.MESSAGE, AnswerKind.FAILED)
        async with sharded(two, 1):
            assert (await asked(0), await asked(1)) == (AnswerKind.MESSAGE, AnswerKind.MESSAGE)
