"""Sessions on the gateway: identify, resume, and every reason for a close."""

import asyncio

import discord
import pytest

from sandbox import PATIENCE, AnswerKind, Intent, Sandbox

from .raw import Raw, Socket
from .toy import Toy

CODES = {
    "no JSON": ("nonsense", 4002),
    "no object": ("[]", 4002),
    "no data": ('{"op":2}', 4002),
    "unknown opcode": ('{"op":99,"d":{}}', 4001),
    "no token": ('{"op":2,"d":{"token":"","intents":0}}', 4004),
    "no intents": ('{"op":2,"d":{"token":"t"}}', 4013),
    "privileged": ('{"op":2,"d":{"token":"t","intents":32768}}', 4014),
}


@pytest.mark.parametrize(("frame", "code"), CODES.values(), ids=CODES)
async def test_a_bad_frame_closes_the_socket(raw: Raw, frame: str, code: int) -> None:
    """Each mistake has Discord's close code."""
    async with raw.session.ws_connect(raw.sandbox.gateway_url) as ws:
        await ws.send_str(frame)

        assert await Socket(ws).closed_with() == code


async def test_a_session_is_identified_once(raw: Raw) -> None:
    """A second IDENTIFY, and another API version, close the socket."""
    async with raw.gateway() as socket:
        await socket.send(2, {"token": "t", "intents": 0})
        assert await socket.closed_with() == 4005
    async with raw.session.ws_connect(raw.sandbox.gateway_url + "?v=6") as ws:
        assert await Socket(ws).closed_with() == 4012


async def test_too_many_frames_close_the_socket(raw: Raw) -> None:
    """A client has 120 sends a minute."""
    async with raw.gateway() as socket:
        for _ in range(120):
            await socket.send(1, None)

        assert await socket.closed_with() == 4008


async def test_what_was_missed_is_replayed(raw: Raw) -> None:
    """A RESUME brings the events after the given number, in order, and then RESUMED."""
    alice, lounge = raw.sandbox.user(1), raw.sandbox.channel("lounge")
    async with raw.gateway(Intent.GUILD_MESSAGES) as socket:
        alice.say(lounge, "One")
        await socket.next("MESSAGE_CREATE")
        await raw.sandbox.faults.drop_gateway()
    for content in ("Two", "Three"):
        alice.say(lounge, content)
    ready = socket.ready
    async with raw.session.ws_connect(ready["resume_gateway_url"]) as ws:
        resumed = Socket(ws)
        seen = {"token": "t", "session_id": ready["session_id"], "seq": socket.sequence}
        await resumed.send(6, seen)

        frames = [await resumed.receive() for _ in range(4)]

    assert [frame["t"] for frame in frames[1:]] == ["MESSAGE_CREATE"] * 2 + ["RESUMED"]
    assert [frame["s"] for frame in frames[1:]] == [3, 4, 5]


@pytest.mark.parametrize(
    ("changes", "answer"),
    [({"session_id": "unknown"}, 9), ({"seq": 99}, 4007), ({"token": ""}, 4004)],
)
async def test_a_bad_resume_is_refused(raw: Raw, changes: dict[str, object], answer: int) -> None:
    """An unknown session is invalid; an impossible number or no token closes the socket."""
    async with raw.gateway() as socket:
        await raw.sandbox.faults.drop_gateway()
    async with raw.session.ws_connect(raw.sandbox.gateway_url) as ws:
        again = Socket(ws)
        await again.receive()
        good = {"token": "t", "session_id": socket.ready["session_id"], "seq": 1}
        await again.send(6, good | changes)

        if answer == 9:
            frame = await again.receive()
            assert (frame["op"], frame["d"]) == (9, False)
        else:
            assert await again.closed_with() == answer


async def test_the_client_resumes_after_a_drop(sandbox: Sandbox, toy: Toy) -> None:
    """discord.py comes back by itself, in the same session, and gets what it missed."""
    alice, channel = sandbox.user(1), sandbox.channel(0)
    await sandbox.faults.drop_gateway()
    assert not sandbox.bot_online

    answer = await alice.command(channel, "board")

    assert answer.kind is AnswerKind.MESSAGE
    await asyncio.wait_for(toy.resumed.wait(), PATIENCE)
    assert toy.fresh == 1


@pytest.mark.parametrize("resumable", [True, False])
async def test_the_client_survives_an_invalid_session(
    sandbox: Sandbox, toy: Toy, resumable: bool
) -> None:
    """INVALID SESSION makes discord.py resume or identify, as it says."""
    sandbox.faults.invalidate_session(resumable=resumable)
    await sandbox.wait_for(lambda: not sandbox.bot_online)
    await sandbox.bot_ready()

    assert (await sandbox.user(1).command(sandbox.channel(0), "board")).text == "Count: 0"
    assert toy.fresh == (1 if resumable else 2)


async def test_a_deleted_channel_is_forgotten(sandbox: Sandbox, toy: Toy) -> None:
    """The client hears of a deleted channel, and of one that it may no longer see."""
    lounge = sandbox.channel("lounge")

    sandbox.faults.forbid(lounge)
    await sandbox.user(1).command(sandbox.channel(0), "board")
    seen = toy.get_channel(lounge.id)
    assert isinstance(seen, discord.TextChannel)
    assert not seen.permissions_for(seen.guild.me).view_channel

    sandbox.faults.delete_channel(lounge)
    await sandbox.user(1).command(sandbox.channel(0), "board")
    assert toy.get_channel(lounge.id) is None
