"""What takes long is acknowledged in time, and answered once, when the answer is there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from cogs.gateway.interactions import COMMAND_SECONDS
from sandbox import Answer, AnswerKind, User

from .casino import Casino

ANSWER = "/interactions/*/*/callback"
FOLLOW_UP = "/webhooks/*/*"


@asynccontextmanager
async def slow(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, method: str
) -> AsyncIterator[asyncio.Event]:
    """The bank answers this at the end of the block; the event says that it was asked."""
    asked, answered, ask = asyncio.Event(), asyncio.Event(), getattr(casino.bot.bank, method)

    async def slowly(*args: Any, **kwargs: Any) -> Any:
        asked.set()
        await answered.wait()
        return await ask(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(casino.bot.bank, method, slowly)
        try:
            yield asked
        finally:
            answered.set()


async def late(
    casino: Casino,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    user: User,
    name: str,
    **given: Any,
) -> Answer:
    """A command for which the bank takes longer than an answer may; what its user has read by then."""
    async with slow(casino, monkeypatch, method) as asked:
        commanding = asyncio.create_task(user.command(casino.channel, name, **given))
        await asked.wait()
        casino.clock.advance(COMMAND_SECONDS)
        answer = await commanding
    assert answer.kind is AnswerKind.DEFERRED
    assert answer.message
    assert answer.message.ephemeral
    return answer


async def answered(casino: Casino, answer: Answer) -> None:
    """Return when the answer is there; all that was asked of Discord for it was taken."""
    await casino.sandbox.wait_for(
        lambda: answer.text or (answer.message and answer.message.deleted)
    )
    await casino.bot._desk.answering.finish()
    asked = [one for one in casino.sandbox.requests if one.path.startswith(("/inter", "/webhooks"))]
    assert [one for one in asked if one.status >= 400] == []


async def test_a_command_that_takes_long_is_answered_in_two_steps(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer takes the place of "thinking", and nothing follows it."""
    (alice,) = casino.users(1)
    answer = await late(casino, monkeypatch, "wallet", alice, "balance")
    await answered(casino, answer)
    assert "$10,000.00" in answer.text
    assert [one.ephemeral for one in alice.messages(casino.channel)] == [True]
    assert casino.sandbox.requests_to("POST", FOLLOW_UP) == []


async def test_an_answer_waits_for_the_acknowledgement_that_is_on_its_way(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord would refuse one of the two."""
    (alice,) = casino.users(1)
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    async with slow(casino, monkeypatch, "wallet") as asked:
        commanding = asyncio.create_task(alice.command(casino.channel, "balance"))
        await asked.wait()
        casino.clock.advance(COMMAND_SECONDS)
        await hold.arrived()
    bob = casino.sandbox.user(2)
    await bob.command(casino.channel, "balance")  # by now Alice's answer is known, and waits
    hold.release()
    answer = await commanding
    await answered(casino, answer)
    assert "$10,000.00" in answer.text


@pytest.mark.parametrize("taken", [False, True])
async def test_an_acknowledgement_that_fails_costs_no_answer(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    """Whether Discord has taken it or not: the asker reads one answer."""
    (alice,) = casino.users(1)
    casino.sandbox.faults.fail("POST", ANSWER, 400, before_effect=not taken)
    async with slow(casino, monkeypatch, "wallet") as asked:
        commanding = asyncio.create_task(alice.command(casino.channel, "balance"))
        await asked.wait()
        casino.clock.advance(COMMAND_SECONDS)
        await casino.sandbox.wait_for(lambda: casino.sandbox.requests_to("POST", ANSWER))
        await casino.bot._desk._late._acknowledging.finish()
    answer = await commanding
    await casino.sandbox.wait_for(lambda: "$10,000.00" in answer.text)
    assert len(alice.messages(casino.channel)) == 1
