"""`/balance` and the board's button: what is in play, and what the last rounds brought."""

from sandbox import User

from .casino import Casino
from .past import played, voided


def lines(text: str) -> list[str]:
    """The lines about the last rounds, without the time, which is small and below."""
    return [line for line in text.splitlines()[2:] if not line.startswith("-# ")]


async def told(casino: Casino, user: User) -> str:
    """What users are told about their balance."""
    answer = await user.command(casino.channel, "balance")
    assert answer.message
    assert answer.message.ephemeral
    return answer.text


async def test_the_last_rounds_are_told_the_newest_first(casino: Casino) -> None:
    """By the name of their rules, with what they brought; a voided one brought nothing."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 1_500}, {ann.id: -1_000})
    casino.clock.advance(60)
    await played(casino, {ann.id: 0}, rules="six-to-five")
    casino.clock.advance(60)
    await voided(casino, ann.id)
    text = await told(casino, ann)
    assert text.splitlines()[:2] == ["You have **$10,005.00**.", "**Your last 4 rounds**"]
    assert lines(text) == [
        "Hotseat · voided",
        "Six to five · **$0.00**",
        "Hotseat · **−$10.00**",
        "Hotseat · **+$15.00**",
    ]
    assert text.splitlines()[-3] == f"-# <t:{int(casino.clock.now()) - 120}:R>"


async def test_no_more_than_five_rounds_are_told(casino: Casino) -> None:
    """Older ones are left to the history."""
    ann = casino.sandbox.user(1)
    await played(casino, *({ann.id: 100 * number} for number in range(1, 8)))
    text = await told(casino, ann)
    assert "**Your last 5 rounds**" in text
    assert lines(text) == [f"Hotseat · **+${number}.00**" for number in (7, 6, 5, 4, 3)]


async def test_a_single_round_is_one(casino: Casino) -> None:
    """The title counts; rules that are no more are called by their key."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: -1_000}, rules="forgotten")
    text = await told(casino, ann)
    assert "**Your last round**" in text
    assert lines(text) == ["forgotten · **−$10.00**"]


async def test_the_rounds_of_others_are_not_told(casino: Casino) -> None:
    """Who asks for somebody else's balance hears the balance alone."""
    ann, bob = casino.users(2)
    await played(casino, {bob.id: 1_500})
    answer = await ann.command(casino.channel, "balance", player=bob)
    assert answer.text == f"{bob.name} has **$10,015.00**."
