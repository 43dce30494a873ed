"""Duels move between processes with the tables of their server, and each result is posted once."""

import asyncio
from dataclasses import replace

import pytest

from cogs.language import ENGLISH
from cogs.startup.client import BlackjackBot
from engine.advice.daily import HANDS
from engine.clock import wall_time
from tests.bank.outside import another_program
from tests.bot.reading import labels
from tests.driver import PATIENCE, MessageView, User

from .hosts import Hosts

SECRET = bytes(range(32))


async def challenged(hosts: Hosts) -> tuple[User, User, MessageView]:
    """Return Ann, Ben whom she has challenged, and the public challenge with its buttons."""
    ann, ben = hosts.sandbox.user(1), hosts.sandbox.user(2)
    channel = hosts.channel_of(0)
    answer = await ann.command(channel, "duel", player=ben)
    assert answer.message is not None
    await hosts.sandbox.wait_for(lambda: "You challenged" in ann.messages(channel)[-1].text)
    return ann, ben, answer.message


async def finish(bot: BlackjackBot, *users: User) -> None:
    """Save all ten hands of these players, with different losses."""
    await bot.bank.duel_secret(1, SECRET)
    for user in users:
        duel = await bot.bank.duel(1)
        assert duel is not None
        mine = duel.of(user.id)
        assert mine is not None
        done = replace(
            mine, moves="stand", squares="g" * HANDS, lost=user.id % 1_000, decisions=9, good=9
        )
        assert await bot.bank.save_duel(duel, mine, replace(done, over=True), SECRET)


def results(hosts: Hosts) -> list[MessageView]:
    """Return the result messages in the channel."""
    messages = hosts.sandbox.user(1).messages(hosts.channel_of(0))
    return [one for one in messages if not one.ephemeral and "My hands" in labels(one)]


async def assert_finished(hosts: Hosts, bot: BlackjackBot, public: MessageView) -> None:
    """Assert that one result was posted, the duel is settled and the challenge has no buttons."""
    async with asyncio.timeout(PATIENCE):
        await hosts.until(lambda: results(hosts) and not labels(public))
    assert ENGLISH("duel-over") in public.text
    while await hosts.during(bot.bank.ended_challenges()):  # saved after the edit
        pass
    duel = await hosts.during(bot.bank.duel(1))
    assert duel is not None
    assert (duel.settled, duel.challenge_id) == (True, None)
    assert await hosts.during(bot.bank.unsettled_duels()) == []
    assert len(results(hosts)) == 1
    channel = hosts.channel_of(0)
    sent = hosts.sandbox.requests_to("POST", f"/channels/{channel.id}/messages")
    assert len({one.body["nonce"] for one in sent if isinstance(one.body, dict)}) == 1


@pytest.mark.parametrize("step", ["before the end", "before the send", "after the send"])
async def test_a_duel_is_taken_over(hosts: Hosts, step: str) -> None:
    """The owner stops before the end, before the result is sent or before it knows about the sent result.

    Its successor, which was on standby, posts the result or recognises it.
    """
    owner = await hosts.playing(0)
    ann, ben, public = await challenged(hosts)
    successor = await hosts.start(0)
    assert not successor.ownership.is_ours
    faults, path = hosts.sandbox.faults, f"/channels/{hosts.channel_of(0).id}/messages"
    if step == "before the end":
        await finish(owner, ann)
    else:
        await finish(owner, ann, ben)
        hold = faults.hold("POST", path)
        if step == "after the send":
            hold.release()
            faults.fail("POST", path, 503, times=1_000, before_effect=False)
        owner.duels.look()
        if step == "after the send":
            await hosts.sandbox.wait_for(lambda: results(hosts))
        else:
            await hold.arrived()
    assert labels(public) == ["Play", "Decline"]
    await hosts.stop(owner)
    faults.clear()
    await hosts.until(lambda: successor.ownership.is_ours)
    if step == "before the end":
        await finish(successor, ben)
        successor.duels.look()
    await assert_finished(hosts, successor, public)
    assert "wins" in results(hosts)[0].text


async def test_a_duel_that_was_taken_over_expires(hosts: Hosts) -> None:
    """The successor ends it in time, even without any player activity."""
    owner = await hosts.playing(0)
    _, _, public = await challenged(hosts)
    soon = wall_time(hosts.clock) + 60
    with another_program(hosts.address) as connection:
        connection.execute("UPDATE duel SET ends_at = %s", (soon,))
    successor = await hosts.start(0)
    await hosts.stop(owner)
    await hosts.until(lambda: successor.ownership.is_ours)
    await assert_finished(hosts, successor, public)
    assert ENGLISH("duel-nobody") in results(hosts)[0].text
