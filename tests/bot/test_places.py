"""Where the bot could not keep a table's message: one sentence says what to do, and then it plays."""

from cogs.answers.permissions import invite_link
from cogs.language import ENGLISH
from sandbox import AnswerKind, Channel

from .casino import Casino

CHANNEL = "/channels/*"


def private_thread(casino: Casino) -> Channel:
    """One that nobody has added the bot to."""
    return casino.sandbox.world.add_thread(casino.channel, "side table", 1, private=True)


async def test_a_bot_that_was_invited_as_commands_alone_says_how_to_add_it(casino: Casino) -> None:
    """It is no member of the server, and could not edit its board when a quarter of an hour is over."""
    guild, (alice,) = casino.channel.guild, casino.users(1)
    casino.sandbox.faults.send_away(guild)
    casino.sandbox.faults.invite(guild, as_member=False)
    answer = await alice.command(casino.channel, "blackjack")
    link = invite_link(casino.bot.application_id or 0)
    assert (answer.kind, answer.text) == (
        AnswerKind.MESSAGE,
        ENGLISH("sorry-not-in-server", link=link),
    )
    assert casino.tables() == []
    casino.sandbox.faults.invite(guild)
    await casino.open(alice)


async def test_in_a_private_thread_the_bot_asks_to_be_mentioned(casino: Casino) -> None:
    """Whoever does so adds it."""
    thread, (alice,) = private_thread(casino), casino.users(1)
    answer = await alice.command(thread, "blackjack")
    mention = f"<@{casino.sandbox.world.bot.id}>"
    named = f"@{casino.sandbox.world.bot.name}"
    assert (answer.kind, answer.text) == (
        AnswerKind.MESSAGE,
        ENGLISH("sorry-not-in-thread", bot=named),
    )
    assert casino.tables() == []
    alice.say(thread, mention)
    await casino.open(alice, channel=thread)
    assert len(casino.sandbox.requests_to("GET", CHANNEL)) == 1


async def test_a_thread_that_the_gateway_has_not_told_of_is_asked_for(casino: Casino) -> None:
    """Of archived ones it does not tell, and the bot may be in it."""
    thread, (alice,) = private_thread(casino), casino.users(1)
    thread.bot_joined = True
    await casino.open(alice, channel=thread)
    assert [one.status for one in casino.sandbox.requests_to("GET", CHANNEL)] == [200]


async def test_where_discord_does_not_say_the_table_opens(casino: Casino) -> None:
    """Nobody is kept out by an error of Discord's servers."""
    thread, (alice,) = private_thread(casino), casino.users(1)
    thread.bot_joined = True
    casino.sandbox.faults.fail("GET", CHANNEL, 503)
    await casino.open(alice, channel=thread)
