"""Refusals about tables that somebody wants to open."""

from engine.channel_settings import ChannelSettings
from engine.rules.refusals import Why
from sandbox import User

from .casino import Casino
from .scenes import Attempt, scene, told


async def between_tables(casino: Casino) -> User:
    """Somebody in a channel whose table has closed."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    await casino.press(user, "Leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in board.text)
    return user


async def opening(
    casino: Casino, sentence: str, settings: ChannelSettings | None = None, **options: str | int
) -> Attempt:
    """A table with these options, in a channel with these settings."""
    user = await between_tables(casino)
    if settings is not None:
        guild_id, channel_id = casino.channel.guild.id, casino.channel.id
        await casino.bot.house.change_settings(guild_id, channel_id, settings.texts(), user.id)
    return Attempt(
        user=user,
        act=lambda: user.command(casino.channel, "blackjack", **options),
        told=sentence,
    )


@scene(Why.DECKS_FIXED)
async def other_decks(casino: Casino) -> Attempt:
    """Four decks, where the rules say one."""
    sentence = told(Why.DECKS_FIXED, rules="private")
    return await opening(casino, sentence, rules="private", decks=4)


@scene(Why.SEATS_OUT_OF_RANGE)
async def more_seats_than_the_channel_has(casino: Casino) -> Attempt:
    """Three seats, where the admins allow two."""
    sentence = told(Why.SEATS_OUT_OF_RANGE, rules="hotseat", range=(1, 2))
    return await opening(casino, sentence, ChannelSettings(seats=2), seats=3)


@scene(Why.LEAST_OUT_OF_RANGE)
async def lower_than_the_channel(casino: Casino) -> Attempt:
    """Bets from five dollars on, where the admins want ten."""
    sentence = told(Why.LEAST_OUT_OF_RANGE, rules="hotseat", cents=5_00)
    return await opening(casino, sentence, ChannelSettings(lowest=10_00), min="5")


@scene(Why.MOST_OUT_OF_RANGE)
async def higher_than_the_channel(casino: Casino) -> Attempt:
    """Bets up to a thousand dollars, where the admins want a hundred."""
    sentence = told(Why.MOST_OUT_OF_RANGE, rules="hotseat", cents=1_000_00)
    return await opening(casino, sentence, ChannelSettings(highest=100_00), max="1k")


@scene(Why.LEAST_ABOVE_MOST)
async def upside_down(casino: Casino) -> Attempt:
    """The lowest bet is above the highest."""
    return await opening(casino, told(Why.LEAST_ABOVE_MOST), min="100", max="50")


@scene(Why.TABLES_OFF)
async def no_tables_here(casino: Casino) -> Attempt:
    """The admins want no tables in this channel."""
    return await opening(casino, told(Why.TABLES_OFF), ChannelSettings(tables=False))


@scene(Why.RULES_NOT_HERE)
async def not_these_rules(casino: Casino) -> Attempt:
    """A rule set that the admins have left out."""
    only = ChannelSettings(rule_sets=frozenset({"vegas"}))
    sentence = told(Why.RULES_NOT_HERE, rules="hotseat")
    return await opening(casino, sentence, only, rules="hotseat")
