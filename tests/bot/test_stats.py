"""`/stats`: what somebody's rounds come to, with a picture of the balance."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image

from cogs.commands.stats import PER_SECONDS, PICTURES
from cogs.pictures.chart import HEIGHT, WIDTH
from engine.bank.players import honours
from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind, MessageView, User

from .casino import Casino
from .luck import seed_where
from .past import played

VEGAS = RULE_SETS["vegas"]


async def shown(casino: Casino, user: User, **options: User) -> MessageView:
    """The statistics that the user gets, alone; the picture may take its time."""
    answer = await user.command(casino.channel, "stats", **options)
    message = answer.message
    assert message
    await casino.sandbox.wait_for(lambda: not message.thinking)
    assert message.ephemeral
    assert message.mentions == message.pings == []
    return message


def lines(message: MessageView) -> Sequence[str]:
    """What is written."""
    return message.text.splitlines()


async def test_statistics_are_told_in_all_and_by_rule_set(casino: Casino) -> None:
    """The most played rule set first; one that is no more goes by its key."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: -1_000}, rules="forgotten")
    await played(casino, {ann.id: 1_500}, {ann.id: -500}, {ann.id: 0}, {ann.id: 1_000})
    told = lines(await shown(casino, ann))
    assert told[: told.index("### Honours · 0 of 23")] == [
        "## Your statistics",
        "Net **+$10.00**",
        "Staked **$50.00**",
        "Rounds **5**",
        "-# 2 won · 2 lost · 1 tied",
        "Win rate **40%**",
        "Biggest win **$15.00**",
        "Blackjacks **1**",
        "### By rule set",
        "Hotseat · **+$20.00**",
        "-# 4 rounds · 50% won · 1 blackjack",
        "forgotten · **−$10.00**",
        "-# 1 round · 0% won · 0 blackjacks",
    ]


async def test_the_picture_is_the_balance_over_time(casino: Casino) -> None:
    """One PNG, which the message shows, and which is told in words to those who can't see it."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 2_500}, {ann.id: -1_000}, {ann.id: -900})
    message = await shown(casino, ann)
    (file,) = message.attachments
    assert (file.name, file.content_type) == ("balance.png", "image/png")
    assert Image.open(BytesIO(casino.sandbox.file(file))).size == (WIDTH, HEIGHT)
    (container,) = message.data["components"]
    ((item,),) = (part["items"] for part in container["components"] if "items" in part)
    assert item["media"]["url"] == file.url
    assert item["description"].endswith(
        "from $10,000.00 to $10,006.00, never below $10,000.00 and never above $10,025.00."
    )


async def test_a_picture_is_waited_for(casino: Casino) -> None:
    """Discord is told at once that it takes a moment; the statistics come into that very message."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 2_500})
    answer = await ann.command(casino.channel, "stats")
    assert answer.kind is AnswerKind.DEFERRED
    assert answer.message
    await casino.sandbox.wait_for(lambda: answer.text.startswith("## Your statistics"))


async def test_another_players_statistics_are_told_to_the_asker_alone(casino: Casino) -> None:
    """Under that player's name, which pings nobody."""
    ann, bob = casino.users(2)
    await played(casino, {bob.id: 1_500})
    message = await shown(casino, ann, player=bob)
    assert lines(message)[:2] == [
        f"## Statistics of {bob.name}",
        "Net **+$15.00**",
    ]
    assert len(message.attachments) == 1
    assert bob.messages(casino.channel) == []


async def test_who_asks_for_himself_by_name_is_told_his_own(casino: Casino) -> None:
    """As if nobody had been named."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 1_500})
    assert lines(await shown(casino, ann, player=ann))[0] == "## Your statistics"


async def test_who_has_not_played_is_told_so(casino: Casino) -> None:
    """One sentence and no picture; a bet that is still in play is no finished round."""
    ann, bob = casino.users(2)
    await casino.open(bob)
    await casino.press(ann, "$100")
    for message, begins in (
        (await shown(casino, ann), "You haven't finished a round yet."),
        (await shown(casino, ann, player=bob), f"{bob.name} hasn't finished a round yet."),
    ):
        assert message.text.startswith(begins)
        assert message.attachments == []


async def test_a_bot_has_no_statistics(casino: Casino) -> None:
    """Bots don't play."""
    dealer = str(casino.sandbox.world.bot.id)
    answer = await casino.sandbox.user(1).command(casino.channel, "stats", player=dealer)
    assert answer.text == "Bots don't play here, and have no balance."


async def test_pictures_are_rationed(casino: Casino) -> None:
    """Who asks on and on gets the numbers, and when there is a picture again; others are not kept waiting."""
    ann, bob = casino.users(2)
    await played(casino, {ann.id: 1_500, bob.id: 0})
    for _ in range(PICTURES):
        assert len((await shown(casino, ann)).attachments) == 1
    answer = await ann.command(casino.channel, "stats")
    again = int(casino.clock.now() + PER_SECONDS)
    assert answer.kind is AnswerKind.MESSAGE
    assert answer.message
    assert answer.message.ephemeral
    assert answer.message.attachments == []
    assert f"you can get the next one <t:{again}:R>" in answer.text
    assert "Net **+$15.00**" in answer.text
    assert len((await shown(casino, bob)).attachments) == 1
    casino.clock.advance(PER_SECONDS + 1)
    assert len((await shown(casino, ann)).attachments) == 1


async def test_no_picture_is_drawn_when_the_house_closes(casino: Casino) -> None:
    """Who asks in that moment is told so."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 1_500})
    await casino.bot.aside.close()
    assert (await shown(casino, ann)).text.startswith("The house is closing for a moment.")


async def test_the_bot_stops_while_a_picture_is_drawn(casino: Casino) -> None:
    """It is waited for no longer than it takes, and whoever asked can ask again after the restart."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 1_500})
    await ann.command(casino.channel, "stats")
    await casino.restart()
    assert len((await shown(casino, ann)).attachments) == 1


async def test_honours_are_told_with_their_rounds(casino: Casino) -> None:
    """The first first; a restart loses none, and they are told where no picture is drawn as well."""
    alice, bob = casino.users(2)
    natural = seed_where(VEGAS, 1, lambda dealt: dealt.points(1) == 21 and dealt.dealer < 21)
    casino.luck.next.append(natural)
    await casino.open(alice, "vegas")
    await casino.press(alice, "$10")
    await casino.stand_all()
    await casino.press(alice, "Leave")
    told = "🏅 A first blackjack · #1"
    message = await shown(casino, alice)
    assert told in lines(message)
    await casino.restart()
    for _ in range(PICTURES + 1):
        message = await shown(casino, alice)
        assert told in lines(message)
    assert told in lines(await shown(casino, bob, player=alice))
    replay = (await alice.select(message, "1")).message
    assert replay
    assert replay.ephemeral
    assert "Replay of round #1" in replay.text
    ((label, value),) = message.selects[0].options
    assert label.startswith("#1 · A first blackjack")
    assert value == "1"


async def test_what_is_ahead_is_told_to_oneself_alone(casino: Casino) -> None:
    """The nearest first, then what a single round can bring; nothing of it that is reached, nor to others."""
    alice, bob = casino.users(2)
    await played(casino, *[{bob.id: -500}] * 3)
    message = await shown(casino, bob)
    assert "### Honours · 0 of 23" in lines(message)
    at = lines(message).index("**Not reached yet**")
    assert lines(message)[at + 1 : at + 4] == [
        "-# A round by every rule set · 1 of 9",
        "-# A hundred rounds · 3 of 100",
        "-# A thousand rounds · 3 of 1,000",
    ]
    assert "A year after the first round · 0 of 365 days" in message.text
    assert "Three sevens" in message.text
    assert message.selects == []
    assert "Honours" not in (await shown(casino, alice, player=bob)).text


async def test_a_long_history_is_searched_in_parts(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so, and the next time it goes on."""
    monkeypatch.setattr(honours, "MOST_ROUNDS", 2)
    ann = casino.sandbox.user(1)
    await played(casino, *[{ann.id: 0}] * 3)
    assert "Found in 2 of 3 rounds so far" in (await shown(casino, ann)).text
    assert "so far" not in (await shown(casino, ann)).text
