"""`/share` and the button of a replay: a round that one has played, for everybody in the channel."""

import pytest

from cogs.commands.share import PER_SECONDS, SHARES
from cogs.language import ENGLISH, LANGUAGES
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, AnswerKind, Channel, MessageView, Refused, User
from sandbox.wire.numbers import Permission

from .admin_scenes import house, two_play
from .casino import Casino
from .luck import seed_where
from .past import ELSEWHERE
from .past import played as kept_rounds
from .test_drawing import MOST_CHARACTERS
from .test_history import play
from .test_replay import played, replayed


def last_seen(casino: Casino, user: User) -> MessageView:
    """The newest message that a user sees in the casino's channel."""
    return user.messages(casino.channel)[-1]


async def shared(casino: Casino, user: User) -> Answer:
    """What a user gets for `/share`."""
    return await user.command(casino.channel, "share")


async def pressed(channel: Channel, user: User, number: int) -> Answer:
    """What a user gets for the button that shares a round, whether they have it or not."""
    page = (await user.command(channel, "history")).message
    assert page
    return await user.click(page, custom_id=f"bjp1:share:round:{number}", force=True)


async def test_everybody_sees_how_it_ended(casino: Casino) -> None:
    """Who shares which round, the dealer's and the player's hand and the result; nobody is pinged."""
    alice, bob, _ = await played(casino)
    settled = casino.board().text
    answer = await pressed(casino.channel, alice, 1)
    assert answer.kind is AnswerKind.MESSAGE
    message = last_seen(casino, bob)
    assert message == answer.message
    assert not message.ephemeral
    assert message.mentions == message.pings == []
    assert f"-# {alice.name} shares round #1 · <t:" in message.text
    (cards,) = (line for line in message.text.splitlines() if line.startswith("## "))
    assert cards in settled
    (result,) = (line for line in message.text.splitlines() if line.startswith("### **1.** "))
    assert result in settled
    assert len(message.text) <= MOST_CHARACTERS


async def test_everybody_steps_through_it_for_themselves(casino: Casino) -> None:
    """The button opens the replay for whoever clicks, in their language and after a restart; the message stays."""
    alice, bob, _ = await played(casino)
    message = (await shared(casino, alice)).message
    assert message
    before = message.text
    await casino.restart()
    bob.speak("de")
    opened = await bob.click(message, "Replay")
    assert opened.message
    assert opened.message.ephemeral
    assert LANGUAGES["de"]("replay-dealt") in opened.text
    assert message.text == before
    # What a bystander may see is not theirs to share.
    assert "Teilen" not in [button.label for button in opened.message.buttons]


async def test_a_replay_has_a_button_for_it(casino: Casino) -> None:
    """On each step, for those who played; the replay stays as it is."""
    alice, bob, _ = await played(casino)
    replay = await replayed(casino, alice)
    await alice.click(replay, "⏭️")
    before = replay.text
    answer = await alice.click(replay, "Share")
    assert answer.message == last_seen(casino, bob)
    assert "shares round #1" in answer.text
    assert replay.text == before
    assert "Share" not in [button.label for button in (await replayed(casino, bob)).buttons]


async def test_the_language_is_that_of_the_channel(casino: Casino) -> None:
    """As on its tables: it is everybody's, whatever language the one speaks who shares."""
    alice, bob, _ = await played(casino)
    alice.speak("fr")
    await casino.sandbox.user(1).command(
        casino.channel, "house set", setting="language", value="de"
    )
    await shared(casino, alice)
    assert f"{alice.name} teilt Runde #1" in last_seen(casino, bob).text


async def test_a_command_shares_the_last_round(casino: Casino) -> None:
    """Of those that were played in this server."""
    alice, bob = casino.users(2)
    assert (await shared(casino, alice)).text == ENGLISH("history-none")
    await play(casino, alice, 2)
    await kept_rounds(casino, {alice.id: 500}, guild=ELSEWHERE)
    assert "shares round #2" in (await shared(casino, alice)).text
    await kept_rounds(casino, {bob.id: 500}, guild=ELSEWHERE)
    assert (await shared(casino, bob)).text == ENGLISH("sorry-share-elsewhere", round="4")


async def test_only_by_those_who_played_and_only_there(casino: Casino) -> None:
    """Others get a sentence, privately, and nothing is posted; so for a round that is none, and for a forged button."""
    alice, bob, _ = await played(casino)
    den = casino.sandbox.add_guild("Elsewhere", channels=("den",)).channel("den")
    before = len(bob.messages(casino.channel))
    answers = {
        "sorry-share-not-yours": await pressed(casino.channel, bob, 1),
        "sorry-no-such-round": await pressed(casino.channel, alice, 9),
        "sorry-share-elsewhere": await pressed(den, alice, 1),
    }
    for key, answer in answers.items():
        number = "9" if key == "sorry-no-such-round" else "1"
        assert answer.text == ENGLISH(key, round=number)
        assert answer.message
        assert answer.message.ephemeral
    replay = await replayed(casino, bob)
    forged = await bob.click(replay, custom_id="bjp1:share:round:1", force=True)
    assert forged.text == ENGLISH("sorry-share-not-yours", round="1")
    replay = await replayed(casino, alice)
    for press in ("round:-", "round:1,1", f"round:{2**53}", "step:1"):
        forged = await alice.click(replay, custom_id=f"bjp1:share:{press}", force=True)
        assert forged.text == ENGLISH("sorry-old-history")
    # Bob's replay and his list, and his two refusals.
    assert len(bob.messages(casino.channel)) == before + 4


async def test_a_running_round_is_as_good_as_none(casino: Casino) -> None:
    """Not its player either can put it, and with it a hole card, into the channel."""
    alice, _, _ = await played(casino)
    asked = seed_where(RULE_SETS["hotseat"], 1, lambda dealt: dealt.points(1) < 12)
    casino.luck.next.append(asked)
    await casino.press(alice, "Leave")
    await casino.open(alice)
    await casino.press(alice, "$10")
    assert (await pressed(casino.channel, alice, 2)).text == ENGLISH(
        "sorry-no-such-round", round="2"
    )
    assert "shares round #1" in (await shared(casino, alice)).text


@pytest.mark.parametrize("whose", ["the bot", "the user"])
async def test_not_where_messages_can_not_be_sent(casino: Casino, whose: str) -> None:
    """An answer needs no permission, but it is a message for all the same."""
    alice, bob, _ = await played(casino)
    if whose == "the bot":
        casino.sandbox.faults.forbid(casino.channel, Permission.SEND_MESSAGES)
    else:
        casino.channel.guild.muted.add(bob.id)
        with pytest.raises(Refused):
            bob.say(casino.channel, "Look at this!")
    player = alice if whose == "the bot" else bob
    await kept_rounds(casino, {bob.id: -500})
    number = 1 if player is alice else 2
    answer = await pressed(casino.channel, player, number)
    assert answer.text.endswith(ENGLISH("sorry-share-not-here"))
    casino.sandbox.faults.allow(casino.channel)


async def test_not_too_many(casino: Casino) -> None:
    """Three a minute by each user; refusals do not count, and after a minute the next one is shared."""
    alice, *_ = await played(casino)
    for _ in range(SHARES):
        await pressed(casino.channel, alice, 9)
        assert "shares round" in (await shared(casino, alice)).text
    when = f"<t:{int(casino.clock.now() + PER_SECONDS)}:R>"
    answer = await shared(casino, alice)
    assert answer.text == ENGLISH("sorry-shared-enough", when=when)
    assert answer.message
    assert answer.message.ephemeral
    casino.clock.advance(PER_SECONDS + 1)
    assert "shares round" in (await shared(casino, alice)).text


async def test_a_voided_round_says_so(casino: Casino) -> None:
    """With the cards that lay on the table."""
    boss, alice, _ = await two_play(casino)
    await house(casino, boss, "void")
    message = (await shared(casino, alice)).message
    assert message
    assert f"{alice.name} shares round #1" in message.text
    assert ENGLISH("table-voided") in message.text
    assert [button.label for button in message.buttons] == ["Replay"]
