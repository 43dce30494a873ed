"""A host who reads the log knows where something happened, and to whom."""

import asyncio
import logging
import re

import discord
import pytest

from cogs.gateway.interactions import counted, place

from .casino import Casino


async def test_a_channel_has_its_name(casino: Casino) -> None:
    """As members see it, where the gateway has told of it; else its number."""
    assert place(casino.bot, casino.channel.id) == "#blackjack"
    assert place(casino.bot, 42) == "channel 42"
    assert place(casino.bot, None) == "no channel"


async def test_no_name_breaks_a_line(casino: Casino) -> None:
    """What somebody calls their channel looks like nothing else in the log."""
    channel = casino.bot.get_channel(casino.channel.id)
    assert isinstance(channel, discord.TextChannel)
    channel.name = "casino\n2026 ERROR \x1b[31m\u202e"
    assert place(casino.bot, channel.id) == "#casino?2026 ERROR ?[31m?"


async def test_a_line_says_where_and_who(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """A click whose answer gets lost: the channel's name, the interaction and the user."""
    alice, bob = casino.sandbox.user(1), casino.sandbox.user(2)
    casino.sandbox.faults.fail("POST", "/interactions/*/*/callback", 404, code=10062)
    with caplog.at_level(logging.INFO, "cogs"):
        asking = asyncio.create_task(alice.command(casino.channel, "balance"))
        await casino.sandbox.wait_for(
            lambda: [r for r in casino.sandbox.requests if r.status == 404]
        )
        # Events come in order: when this one is answered, the one before it is done with.
        await bob.command(casino.channel, "balance")
    asking.cancel()
    (line,) = [one.getMessage() for one in caplog.records if "answer" in one.getMessage()]
    assert re.match(rf"#blackjack, interaction \d+ of user {alice.id}: .*10062", line)


async def test_a_start_says_how_many_tables_go_on(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One table is not 1 tables."""
    await casino.open(casino.sandbox.user(1))
    with caplog.at_level(logging.INFO, "cogs"):
        await casino.bot.on_ready()
    assert caplog.messages[-1] == "logged in as Dealer#0001, 1 table open"


def test_one_is_not_many() -> None:
    """The plural is for none and for several."""
    assert [counted(count, "table") for count in (0, 1, 2)] == ["0 tables", "1 table", "2 tables"]
