"""Gateway sessions: identify, resume, close codes, shards, and the limit on session starts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from sandbox import Intent, StartLimit
from tests.driver import ManualClock, Sandbox

from .raw import Raw, Socket
from .toy import Toy

TALK = Intent.GUILDS | Intent.GUILD_MESSAGES
DAY = 24 * 60 * 60
SHARD = '{"op":2,"d":{"token":"t","intents":0,"shard":%s}}'
CODES = {
    "no JSON": ("nonsense", 4002),
    "no object": ("[]", 4002),
    "no data": ('{"op":2}', 4002),
    "unknown opcode": ('{"op":99,"d":{}}', 4001),
    "no token": ('{"op":2,"d":{"token":"","intents":0}}', 4004),
    "no intents": ('{"op":2,"d":{"token":"t"}}', 4013),
    "privileged": ('{"op":2,"d":{"token":"t","intents":32768}}', 4014),
    "shard too high": (SHARD % "[2,2]", 4010),
    "negative shard": (SHARD % "[-1,2]", 4010),
    "shard without count": (SHARD % "[0]", 4010),
    "fractional shard": (SHARD % "[0.5,2]", 4010),
}


@asynccontextmanager
async def raw_in(sandbox: Sandbox) -> AsyncIterator[Raw]:
    """Run this sandbox and yield a raw client for it."""
    async with sandbox, aiohttp.ClientSession() as session:
        yield Raw(sandbox, session)


@pytest.fixture
async def raw(two: Sandbox) -> AsyncIterator[Raw]:
    """A raw client of the sandbox with two servers."""
    async with aiohttp.ClientSession() as session:
        yield Raw(two, session)


@pytest.mark.parametrize(("frame", "code"), CODES.values(), ids=CODES)
async def test_a_bad_frame_closes_the_socket(raw: Raw, frame: str, code: int) -> None:
    async with raw.socket() as socket:
        await socket.ws.send_str(frame)
        assert await socket.closed_with() == code


async def test_a_session_is_identified_once(raw: Raw) -> None:
    """A second IDENTIFY, and another API version, close the socket."""
    async with raw.gateway() as socket:
        await socket.send(2, {"token": "t", "intents": 0})
        assert await socket.closed_with() == 4005
    async with raw.socket(raw.sandbox.gateway_url + "?v=6") as socket:
        assert await socket.closed_with() == 4012


async def test_too_many_frames_close_the_socket(raw: Raw) -> None:
    """A client may send 120 frames a minute."""
    async with raw.gateway() as socket:
        for _ in range(120):
            await socket.send(1, None)

        assert await socket.closed_with() == 4008


@pytest.mark.parametrize(
    ("changes", "answer"),
    [({"session_id": "unknown"}, 9), ({"seq": 99}, 4007), ({"token": ""}, 4004)],
)
async def test_a_bad_resume_is_refused(raw: Raw, changes: dict[str, object], answer: int) -> None:
    """An unknown session is invalid; an impossible sequence number or a missing token closes the socket."""
    async with raw.gateway() as socket:
        await raw.sandbox.faults.drop_gateway()
    async with raw.socket() as again:
        await again.receive()
        good = {"token": "t", "session_id": socket.ready["session_id"], "seq": 1}
        await again.send(6, good | changes)

        if answer == 9:
            frame = await again.receive()
            assert (frame["op"], frame["d"]) == (9, False)
        else:
            assert await again.closed_with() == answer


@pytest.mark.parametrize("resumable", [True, False])
async def test_the_client_survives_an_invalid_session(
    sandbox: Sandbox, toy: Toy, resumable: bool
) -> None:
    sandbox.faults.invalidate_session(resumable=resumable)
    await sandbox.wait_for(lambda: not sandbox.bot_online)
    await sandbox.bot_ready()

    assert (await sandbox.user(1).command(sandbox.channel(0), "board")).text == "Count: 0"
    assert toy.fresh == (1 if resumable else 2)


# Shards and session starts


async def identified(socket: Socket, *, shard: int) -> bool:
    """Identify a shard of four. Return False if the session is invalid and cannot be resumed."""
    assert (await socket.receive())["op"] == 10
    await socket.send(2, {"token": "t", "intents": 0, "shard": [shard, 4]})
    frame = await socket.receive()
    assert (frame["op"], frame["d"]) == (9, False) or frame["t"] == "READY"
    return bool(frame["t"])


async def remaining_starts(raw: Raw) -> tuple[int, int]:
    """Return the remaining session starts, and the milliseconds until they are reset."""
    _, answer = await raw.call("GET", "/gateway/bot")
    limit = answer["session_start_limit"]
    return limit["remaining"], limit["reset_after"]


async def test_each_server_belongs_to_one_shard(raw: Raw) -> None:
    """READY and events reach only the server's shard; message content needs an intent."""
    servers = {(one.id >> 22) % 2: one for one in map(raw.sandbox.guild, (1, 2))}
    assert len(servers) == 2
    async with raw.gateway(TALK, shard=[0, 2]) as zero, raw.gateway(TALK, shard=[1, 2]) as one:
        for socket, number in ((one, 1), (zero, 0)):
            raw.sandbox.user(1).say(servers[number].channel("lounge"), f"In {number}")
            assert socket.ready["shard"] == [number, 2]
            assert [guild["id"] for guild in socket.ready["guilds"]] == [str(servers[number].id)]
            assert (await socket.next("GUILD_CREATE"))["id"] == str(servers[number].id)
            said = (await socket.receive())["d"]
            assert (said["guild_id"], said["content"]) == (str(servers[number].id), "")
    async with raw.gateway(Intent.GUILDS) as deaf:
        raw.sandbox.user(1).say(servers[0].channel("lounge"), "Hello?")
        raw.sandbox.guild().speak("de")
        for _ in servers:
            await deaf.next("GUILD_CREATE")
        assert (await deaf.receive())["t"] == "GUILD_UPDATE"


async def test_missed_events_are_replayed(raw: Raw) -> None:
    """RESUME replays the shard's events after the given sequence number; the other shard is not affected."""
    servers = {(one.id >> 22) % 2: one for one in map(raw.sandbox.guild, (1, 2))}
    async with raw.gateway(TALK, shard=[0, 2]) as zero, raw.gateway(TALK, shard=[1, 2]) as one:
        await one.next("GUILD_CREATE")
        await raw.sandbox.faults.drop_gateway(shard=1)
        assert await one.closed_with() == 4000
        for number in (0, 1, 1):
            raw.sandbox.user(1).say(servers[number].channel("lounge"), f"In {number}")
        assert (await zero.next("MESSAGE_CREATE"))["guild_id"] == str(servers[0].id)
        async with raw.socket(one.ready["resume_gateway_url"]) as again:
            known = {"session_id": one.ready["session_id"], "seq": one.sequence}
            await again.send(6, {"token": "t"} | known)
            frames = [await again.receive() for _ in range(4)][1:]

    assert [frame["t"] for frame in frames] == ["MESSAGE_CREATE"] * 2 + ["RESUMED"]
    assert [frame["s"] - one.sequence for frame in frames] == [1, 2, 3]
    assert {frame["d"]["guild_id"] for frame in frames[:2]} == {str(servers[1].id)}


async def test_a_bucket_starts_one_session_in_five_seconds() -> None:
    """A second start is invalid immediately, but still counts; another bucket does not wait."""
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
            async with raw.socket() as socket:
                started.append(await identified(socket, shard=shard))
        assert started == [True, True, False, False, True, True, False]
        assert await remaining_starts(raw) == (993, (DAY - 5) * 1000)


async def test_too_many_starts_revoke_the_token() -> None:
    """One start beyond the day's limit invalidates the token everywhere."""
    clock = ManualClock()
    sandbox = Sandbox(clock=clock, starts=StartLimit(total=2, seconds=0))
    async with raw_in(sandbox) as raw, raw.gateway() as one, raw.gateway() as other:
        assert await remaining_starts(raw) == (0, DAY * 1000)
        async with raw.socket() as third:
            await third.send(2, {"token": "Bot token", "intents": 0})
            for socket in (third, one, other):
                assert await socket.closed_with() == 4004
        assert (sandbox.sessions, sandbox.bot_online) == (0, False)
        assert await raw.refused("GET", "/users/@me") == (401, 0)
        for op, data in ((2, {"intents": 0}), (6, {"session_id": "x", "seq": 1})):
            async with raw.socket() as socket:
                await socket.send(op, {"token": "token"} | data)
                assert await socket.closed_with() == 4004
