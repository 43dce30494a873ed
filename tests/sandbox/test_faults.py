"""Faults happen exactly as ordered, to a bare bot and to the real client."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import aiohttp
import discord

from sandbox import AnswerKind, ManualClock, Sandbox

from .raw import Raw, Socket
from .toy import Play, Toy

CALLBACK = "/interactions/*/*/callback"
SENDS = "/channels/*/messages"


@contextlib.asynccontextmanager
async def raw_bot(sandbox: Sandbox) -> AsyncIterator[tuple[Raw, Socket]]:
    """A bot without a library, connected and with /go registered."""
    async with aiohttp.ClientSession() as session:
        raw = Raw(sandbox, session)
        await raw.register()
        async with raw.gateway() as socket:
            yield raw, socket


async def test_a_failure_before_the_effect(raw: Raw) -> None:
    """A request that fails before its effect changes nothing, as often as ordered."""
    raw.sandbox.faults.fail("POST", SENDS, 503, code=130_000, times=2)

    answers = [await raw.call("POST", raw.lounge, {"content": str(i)}) for i in range(3)]

    assert [status for status, _ in answers] == [503, 503, 200]
    assert answers[0][1]["code"] == 130_000
    assert raw.sandbox.user(1).sees(raw.sandbox.channel("lounge")) == "2"


async def test_a_failure_after_the_effect(raw: Raw) -> None:
    """A request that fails after its effect has its effect."""
    raw.sandbox.faults.fail("POST", SENDS, 502, before_effect=False)

    status, _ = await raw.call("POST", raw.lounge, {"content": "Sent"})

    assert status == 502
    assert raw.sandbox.user(1).sees(raw.sandbox.channel("lounge")) == "Sent"


async def test_a_pattern_fits_whole_paths(raw: Raw) -> None:
    """`*` is one part of a path and `**` any number; the method counts too."""
    raw.sandbox.faults.fail("PATCH", "/channels/*", 500)
    raw.sandbox.faults.fail("DELETE", "/channels/**", 500)
    _, sent = await raw.call("POST", raw.lounge, {"content": "x"})
    one = f"{raw.lounge}/{sent['id']}"

    assert (await raw.call("PATCH", one, {"content": "y"}))[0] == 200
    assert (await raw.call("DELETE", one))[0] == 500


async def test_the_client_waits_out_a_rate_limit(sandbox: Sandbox, toy: Toy) -> None:
    """discord.py retries a rate limited send by itself, and it arrives once."""
    lounge = toy.get_channel(sandbox.channel("lounge").id)
    assert isinstance(lounge, discord.TextChannel)
    sandbox.faults.fail("POST", SENDS, 429, retry_after=0.01)

    await lounge.send("Patience")

    assert sandbox.user(1).sees(sandbox.channel("lounge")) == "Patience"
    assert [one.status for one in sandbox.requests_to("POST", SENDS)] == [429, 200]


async def test_an_answer_that_failed_after_its_effect(sandbox: Sandbox, toy: Toy) -> None:
    """The user has the answer; the client repeats it by itself and gets 40060."""
    sandbox.faults.fail("POST", CALLBACK, 503, before_effect=False)
    errors: asyncio.Queue[int] = asyncio.Queue()

    async def answer(interaction: Play) -> None:
        try:
            await interaction.response.send_message("Here")
        except discord.HTTPException as error:
            errors.put_nowait(error.code)

    toy.extra = answer
    result = await sandbox.user(1).command(sandbox.channel(0), "run")

    assert result.text == "Here"
    assert await errors.get() == 40060
    assert [one.status for one in sandbox.requests_to("POST", CALLBACK)] == [503, 400]


async def test_a_delayed_answer_comes_too_late() -> None:
    """A callback that arrives after more than three seconds is refused."""
    clock = ManualClock()
    async with Sandbox(clock=clock) as sandbox, raw_bot(sandbox) as (raw, socket):
        sandbox.faults.delay("POST", CALLBACK, 4)
        event, task = await raw.interaction(socket, sandbox.user(1))
        sending = asyncio.create_task(raw.answer(event, 4, {"content": "Late"}))
        await sandbox.wait_for(lambda: sandbox.faults.waiting)

        clock.advance(4)

        assert (await sending)[1]["code"] == 10062
        assert (await task).kind is AnswerKind.FAILED


async def test_a_held_request_waits_for_its_release(sandbox: Sandbox, toy: Toy) -> None:
    """A request that is held has its effect when it is released."""
    alice, channel = sandbox.user(1), sandbox.channel(0)
    board = (await alice.command(channel, "board")).message
    assert board is not None
    hold = sandbox.faults.hold("POST", CALLBACK)
    clicking = asyncio.create_task(alice.click(board, "Count"))

    await hold.arrived()
    assert board.text == "Count: 0"
    hold.release()

    assert (await clicking).kind is AnswerKind.UPDATE
    assert board.text == "Count: 1"
