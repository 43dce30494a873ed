"""Servers that the bot was removed from: nothing changes for a month, and then what was kept for them is put away."""

import pytest

from cogs.startup.departures import DAY_SECONDS, DAYS
from sandbox.world.objects import Guild

from .admin_scenes import check_all_is_back, two_play
from .casino import Casino
from .test_broken_tables import DAMAGE, broken
from .test_house_settings import set_

MONTH = DAYS * DAY_SECONDS


async def left(casino: Casino) -> Guild:
    """Something is set in a channel of a server that the bot is sent away from."""
    await set_(casino, "seats", "2")
    guild = casino.channel.guild
    casino.sandbox.faults.send_away(guild)
    while not await casino.bot.bank.departures():
        pass
    return guild


def seats(casino: Casino) -> int | None:
    """What is set."""
    return casino.bot.house.settings_of(casino.channel.id).seats


async def test_a_month_after_it_was_left_a_servers_settings_are_deleted(casino: Casino) -> None:
    """It is looked for once a day."""
    guild = await left(casino)
    casino.clock.advance(MONTH - 1)
    await casino.bot.departures.look()
    assert (seats(casino), await casino.bot.bank.guilds_in_use()) == (2, {guild.id})
    casino.clock.advance(DAY_SECONDS)
    while await casino.bot.bank.departures():
        pass
    assert (seats(casino), await casino.bot.bank.guilds_in_use()) == (None, set())


async def test_a_restart_does_not_begin_the_month_anew(casino: Casino) -> None:
    """When it was left is kept."""
    await left(casino)
    await casino.stop()
    casino.clock.advance(MONTH)
    await casino.start()
    while await casino.bot.bank.departures():
        pass
    assert seats(casino) is None


async def test_who_invites_the_bot_again_finds_everything_as_it_was(casino: Casino) -> None:
    """However long it was away, as long as nothing was put away."""
    guild = await left(casino)
    casino.clock.advance(MONTH / 2)
    casino.sandbox.faults.invite(guild)
    while await casino.bot.bank.departures():
        pass
    casino.clock.advance(MONTH)
    await casino.bot.departures.look()
    assert seats(casino) == 2


async def test_a_server_that_is_missing_at_a_start_was_left(casino: Casino) -> None:
    """Nobody told the bot, for it was not there; the month begins with the start."""
    await set_(casino, "seats", "2")
    await casino.stop()
    casino.sandbox.faults.send_away(casino.channel.guild)
    await casino.start()
    while not (noted := await casino.bot.bank.departures()):
        pass
    assert noted == {casino.channel.guild.id: casino.clock.time}


async def test_an_outage_is_no_departure(casino: Casino) -> None:
    """Discord says that the server can't be reached, also to a bot that starts meanwhile, and for however long."""
    await set_(casino, "seats", "2")
    casino.sandbox.faults.break_down(casino.channel.guild)
    for _ in range(2):
        await casino.bot.departures.look()
        casino.clock.advance(MONTH)
        assert await casino.bot.bank.departures() == {}
        await casino.restart()
    await casino.bot.departures.look()
    assert seats(casino) == 2


async def test_the_stakes_of_a_table_that_was_left_go_back(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Also of one that can't be played on, which no timer closes."""
    _, alice, bob = await broken(casino, DAMAGE["a move that is none"], caplog)
    casino.sandbox.faults.send_away(casino.channel.guild)
    while not await casino.bot.bank.departures():
        pass
    casino.clock.advance(MONTH)
    await casino.bot.departures.look()
    assert not casino.bot.house.is_broken(casino.channel.id)
    await check_all_is_back(casino, alice, bob, damaged=True)


async def test_a_round_that_is_put_away_costs_nobody_anything(casino: Casino) -> None:
    """Of this server; others play on."""
    _, alice, bob = await two_play(casino)
    (dave,) = casino.users(4)[3:]
    attic = casino.sandbox.add_guild("The Attic").channel("general")
    await casino.open(dave, channel=attic)
    await casino.bot.house.put_away(casino.channel.guild.id, by=casino.sandbox.world.bot.id)
    await casino.quiet()
    assert "The table is closed" in casino.board().text
    await check_all_is_back(casino, alice, bob)
    await casino.press(dave, "$10", channel=attic)
