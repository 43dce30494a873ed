"""Refusals about what an admin wants to set for a channel."""

from engine.rules.refusals import Why

from .casino import Casino
from .scenes import Attempt, scene, told


async def setting(casino: Casino, sentence: str, name: str, value: str) -> Attempt:
    """An admin sets this for a channel with a table."""
    boss, alice = casino.users(2)
    await casino.open(alice)
    return Attempt(
        user=boss,
        act=lambda: boss.command(casino.channel, "house set", setting=name, value=value),
        told=sentence,
    )


@scene(Why.DEFAULT_NOT_HERE)
async def a_default_of_elsewhere(casino: Casino) -> Attempt:
    """A default that is not among the rule sets of the channel."""
    await casino.sandbox.user(1).command(
        casino.channel, "house set", setting="rule_sets", value="vegas,hotseat"
    )
    return await setting(
        casino, told(Why.DEFAULT_NOT_HERE, rules="downtown"), "default", "downtown"
    )


@scene(Why.NO_SUCH_RULES)
async def unheard_of_rules(casino: Casino) -> Attempt:
    """Rules that nobody knows."""
    return await setting(casino, told(Why.NO_SUCH_RULES), "default", "@everyone")


@scene(Why.LIMIT_OUT_OF_RANGE)
async def bets_of_nothing(casino: Casino) -> Attempt:
    """A lowest bet of nothing."""
    return await setting(casino, told(Why.LIMIT_OUT_OF_RANGE, cents=1), "lowest", "0")


@scene(Why.LIMITS_SHUT_OUT)
async def nobody_could_bet(casino: Casino) -> Attempt:
    """A lowest bet above the highest that one of the rule sets allows."""
    sentence = told(Why.LIMITS_SHUT_OUT, rules="bicycle")
    return await setting(casino, sentence, "lowest", "500.01")


@scene(Why.CHANNEL_SEATS_OUT_OF_RANGE)
async def five_seats(casino: Casino) -> Attempt:
    """More seats than any table has."""
    sentence = told(Why.CHANNEL_SEATS_OUT_OF_RANGE, range=(1, 4))
    return await setting(casino, sentence, "seats", "5")


@scene(Why.SECONDS_OUT_OF_RANGE)
async def no_time_at_all(casino: Casino) -> Attempt:
    """Less time than anybody needs."""
    sentence = told(Why.SECONDS_OUT_OF_RANGE, range=(5, 3_600))
    return await setting(casino, sentence, "turn_seconds", "4")


@scene(Why.COMPANY_OUT_OF_RANGE)
async def more_than_there_are(casino: Casino) -> Attempt:
    """One AI player more than there are."""
    sentence = told(Why.COMPANY_OUT_OF_RANGE, range=(0, 6))
    return await setting(casino, sentence, "company", "7")


@scene(Why.NOT_A_LANGUAGE)
async def a_language_of_others(casino: Casino) -> Attempt:
    """A language that the bot does not speak."""
    return await setting(casino, told(Why.NOT_A_LANGUAGE), "language", "fi")


@scene(Why.NOT_ON_OR_OFF)
async def neither_on_nor_off(casino: Casino) -> Attempt:
    """Something in between."""
    return await setting(casino, told(Why.NOT_ON_OR_OFF), "tables", "sometimes")


@scene(Why.NOT_A_COACHING)
async def the_coach_is_set_to_something_else(casino: Casino) -> Attempt:
    """It is off, reviews, or hints, too."""
    return await setting(casino, told(Why.NOT_A_COACHING), "coach", "sometimes")


@scene(Why.NOT_A_PLACE)
async def tables_are_to_stand_elsewhere(casino: Casino) -> Attempt:
    """They stand in the channel or in threads."""
    return await setting(casino, told(Why.NOT_A_PLACE), "place", "forum")
