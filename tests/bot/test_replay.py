"""Replays from `/history` and `/share`: each step of a finished round, for permitted users."""

import asyncio

from cogs.language import ENGLISH, LANGUAGES
from cogs.pages.history import PAGE
from cogs.pages.paging import SIGNS, PageTurn
from cogs.share import PER_SECONDS, POST_SECONDS, SHARES
from sandbox import AnswerKind, Channel
from tests.driver import Answer, MessageView, User

from .casino import Casino
from .past import ELSEWHERE
from .past import played as saved_rounds
from .reading import labels
from .scenes import in_play
from .test_drawing import MOST_CHARACTERS

FIRST, BACKWARD, ON, LAST = SIGNS


async def play(casino: Casino, user: User) -> None:
    """Play and lose a round of $10, and close the table."""
    casino.clock.advance(10.0)
    await in_play(casino, "10", wanted=lambda dealt: dealt.points(1) < 17 <= dealt.dealer)
    await casino.stand_all()
    await casino.press(user, "Leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in casino.board().text)


def numbers(message: MessageView) -> list[int]:
    """The round numbers on this page."""
    lines = [line.strip("*") for line in message.text.splitlines() if line.startswith("**#")]
    return [int(line.partition(" ")[0].removeprefix("#")) for line in lines]


async def test_each_round_is_listed_in_two_lines(casino: Casino) -> None:
    """Number, rules and result; then time and stake, for the asker only."""
    alice, bob = casino.users(2)
    await play(casino, alice)
    message = await casino.shown(alice, "history")
    ended = int(casino.clock.now())
    *_, first, second = message.text.splitlines()
    assert first == "**#1 · Hotseat · −$10**"
    assert second == f"-# <t:{ended}:d> <t:{ended}:t> · Round 1 · 1 hand · $10 bet"
    assert "1 finished round" in message.text
    assert [one.label for one in message.buttons] == ["Mistakes only"]
    assert "Your rounds" not in bob.sees(casino.channel)
    assert "You haven't finished a round yet" in (await casino.shown(bob, "history")).text


async def test_pages_are_turned_by_buttons(casino: Casino) -> None:
    """Newest first, without duplicates, with useless buttons disabled; a restart changes nothing."""
    (alice,) = casino.users(1)
    await saved_rounds(casino, *[{alice.id: 0}] * (PAGE + 2))
    message = await casino.shown(alice, "history")
    assert numbers(message) == list(range(PAGE + 2, 2, -1))
    assert [value for _, value in message.selects[0].options] == list(map(str, numbers(message)))
    assert f"{PAGE + 2} finished rounds, newest first · page 1 of 2" in message.text
    assert [message.button(sign).disabled for sign in (BACKWARD, ON)] == [True, False]
    await casino.restart()
    await alice.click(message, ON)
    assert numbers(message) == [2, 1]
    assert [message.button(sign).disabled for sign in (BACKWARD, ON)] == [False, True]
    await alice.click(message, BACKWARD)
    assert numbers(message)[0] == PAGE + 2


LONG_ID = 2**53 - 1

NONE = ENGLISH("sorry-no-such-round", round="1")


async def play_settled(casino: Casino) -> tuple[User, User]:
    """Play a settled round; return its player and a bystander."""
    (alice,) = await in_play(casino, "10", wanted=lambda dealt: dealt.points(1) < 12)
    await casino.press(alice, "Hit")
    await casino.stand_all()
    return alice, casino.users(2)[1]


async def test_buttons_of_a_replay(casino: Casino) -> None:
    """Useless buttons are disabled, and a restart changes nothing. Steps and pages beyond the last lead to the last."""
    alice, _ = await play_settled(casino)
    replay = await casino.shown(alice, "history", round=1)
    assert "Step 1 of" in replay.text
    assert [replay.button(sign).disabled for sign in SIGNS] == [True, True, False, False]
    await alice.click(replay, ON)
    assert f"{alice.name} hits" in replay.text
    assert not any(replay.button(sign).disabled for sign in SIGNS)
    await casino.restart()
    await alice.click(replay, LAST)
    assert "The round is over." in replay.text
    assert [replay.button(sign).disabled for sign in SIGNS] == [False, False, True, True]
    await alice.click(replay, BACKWARD)
    assert "settled" not in replay.text
    await alice.click(replay, FIRST)
    assert "The cards are dealt" in replay.text
    beyond = f"bj2:replay:{PageTurn.NEXT}:1,{LONG_ID},0"
    await alice.click(replay, custom_id=beyond, force=True)
    assert "The round is over." in replay.text
    await alice.click(replay, "My rounds")
    assert "Your rounds" in replay.text
    await alice.click(replay, custom_id=f"bj2:history:on:{LONG_ID}", force=True)
    assert numbers(replay) == [1]


async def test_a_round_is_shown_where_it_was_played(casino: Casino) -> None:
    """To every user of that server, where it was public; elsewhere to its players only."""
    alice, bob = await play_settled(casino)
    den = casino.sandbox.add_guild("Elsewhere", channels=("den",)).channel("den")
    for user, channel, sees in ((bob, casino.channel, True), (alice, den, True), (bob, den, False)):
        answer = await user.command(channel, "history", round=1)
        assert ("Replay of round #1" in answer.text) is sees
        assert (answer.text == NONE) is not sees
        note = "The players, and everyone in the server where they played, can open this with `/history"
        assert (note in answer.text) is sees


async def test_rounds_of_a_table_are_listed_in_its_server_only(casino: Casino) -> None:
    """A forged button elsewhere lists nothing, even for a player of the first round."""
    alice, bob = casino.users(2)
    await saved_rounds(casino, {alice.id: 5, bob.id: -5}, {bob.id: -5})
    den = casino.sandbox.add_guild("Elsewhere", channels=("den",)).channel("den")
    both = ENGLISH("rounds-over", count=2, first="1", last="2")
    for channel, sees in (casino.channel, True), (den, False):
        page = await casino.shown(alice, "history", channel=channel)
        for custom_id in "bj2:replay:of:1,1,2", "bj2:rounds:on:1,1,2,0":
            answer = await alice.click(page, custom_id=custom_id, force=True)
            assert (both in answer.text) is sees
            assert (answer.text == NONE) is not sees


async def test_running_round_has_no_replay(casino: Casino) -> None:
    """It might reveal the hole card, so the answer is the same as for an unknown number."""
    (alice,) = await in_play(casino, "10")
    for number in ("1", "999"):
        assert await casino.typed(alice, "history", round=int(number)) == ENGLISH(
            "sorry-no-such-round", round=number
        )


async def press_share(casino: Casino, channel: Channel, user: User, number: int) -> Answer:
    """Click a round's share button, even if it is not shown."""
    page = await casino.shown(user, "history", channel=channel)
    return await user.click(page, custom_id=f"bj2:share:round:{number}", force=True)


async def test_shared_round_is_public(casino: Casino) -> None:
    """The post has the result in the channel's language, without pings. Its button opens the replay in the clicker's
    language, also after a restart."""
    alice, bob = await play_settled(casino)
    settled = casino.board().text
    casino.sandbox.guild().speak("en-US")
    alice.speak("fr")
    answer = await press_share(casino, casino.channel, alice, 1)
    assert answer.kind is AnswerKind.MESSAGE
    message = bob.messages(casino.channel)[-1]
    assert message == answer.message
    assert not message.ephemeral
    assert message.mentions == message.pings == []
    assert f"-# {alice.name} shares round #1 · <t:" in message.text
    (cards,) = (line for line in message.text.splitlines() if line.startswith("## "))
    assert cards in settled
    (result,) = (line for line in message.text.splitlines() if line.startswith("### **1.** "))
    assert result in settled
    assert len(message.text) <= MOST_CHARACTERS
    before = message.text
    await casino.restart()
    bob.speak("de")
    opened = await casino.alone(await bob.click(message, "Replay"))
    assert LANGUAGES["de"]("replay-dealt") in opened.text
    assert message.text == before
    # Bystanders may see a round but not share it.
    assert LANGUAGES["de"]("button-share") not in labels(opened)


async def test_a_command_shares_the_last_round(casino: Casino) -> None:
    """Only rounds of this server count, however many were played elsewhere since."""
    alice, bob = casino.users(2)
    assert await casino.typed(alice, "share") == ENGLISH("history-none")
    for _ in range(2):
        await play(casino, alice)
    await saved_rounds(casino, *[{alice.id: 500}] * 30, guild=ELSEWHERE)
    assert "shares round #2" in await casino.typed(alice, "share")
    await saved_rounds(casino, {bob.id: 500}, guild=ELSEWHERE)
    assert await casino.typed(bob, "share") == ENGLISH("sorry-share-elsewhere", round="33")


async def test_only_players_share_and_only_in_the_same_server(casino: Casino) -> None:
    """Others, unknown rounds and forged buttons get a private message, and nothing is posted."""
    alice, bob = await play_settled(casino)
    den = casino.sandbox.add_guild("Elsewhere", channels=("den",)).channel("den")
    before = len(bob.messages(casino.channel))
    answers = {
        "sorry-share-not-yours": await press_share(casino, casino.channel, bob, 1),
        "sorry-no-such-round": await press_share(casino, casino.channel, alice, 9),
        "sorry-share-elsewhere": await press_share(casino, den, alice, 1),
    }
    for key, answer in answers.items():
        number = "9" if key == "sorry-no-such-round" else "1"
        assert (await casino.alone(answer)).text == ENGLISH(key, round=number)
    replay = await casino.shown(bob, "history", round=1)
    forged = await bob.click(replay, custom_id="bj2:share:round:1", force=True)
    assert forged.text == ENGLISH("sorry-share-not-yours", round="1")
    # Bob's list and replay, and two refusals.
    assert len(bob.messages(casino.channel)) == before + 4


async def test_a_round_is_shared_once(casino: Casino) -> None:
    """For an hour, sharing it again in the channel returns a private link to the first post."""
    alice, _ = await play_settled(casino)
    posted = await press_share(casino, casino.channel, alice, 1)
    assert posted.message is not None
    again = await casino.alone(await press_share(casino, casino.channel, alice, 1))
    here = f"https://discord.com/channels/{casino.channel.guild.id}/{casino.channel.id}"
    link = f"{here}/{posted.message.id}"
    assert again.text == ENGLISH("sorry-shared-already", round="1", link=link)
    lounge = casino.sandbox.channel("lounge")
    assert "shares round #1" in (await press_share(casino, lounge, alice, 1)).text
    casino.clock.advance(POST_SECONDS + 1)
    assert "shares round #1" in (await press_share(casino, casino.channel, alice, 1)).text


async def test_a_double_click_shares_once(casino: Casino) -> None:
    """The second click gets a private link to the first one's post."""
    alice, bob = await play_settled(casino)
    page = await casino.shown(alice, "history")
    before, custom_id = len(bob.messages(casino.channel)), "bj2:share:round:1"
    clicks = (alice.click(page, custom_id=custom_id, force=True) for _ in range(2))
    answers = await asyncio.gather(*clicks)
    (posted,) = bob.messages(casino.channel)[before:]
    (private,) = (answer.text for answer in answers if answer.message != posted)
    here = f"https://discord.com/channels/{casino.channel.guild.id}/{casino.channel.id}"
    link = f"{here}/{posted.id}"
    assert private == ENGLISH("sorry-shared-already", round="1", link=link)


async def test_sharing_is_limited(casino: Casino) -> None:
    """Three per user and minute, without refusals; a minute later sharing works again."""
    (alice,) = casino.users(1)
    for _ in range(SHARES + 1):
        await play(casino, alice)
    for number in range(1, SHARES + 1):
        await press_share(casino, casino.channel, alice, 99)
        assert "shares round" in (await press_share(casino, casino.channel, alice, number)).text
    when = f"<t:{int(casino.clock.now() + PER_SECONDS)}:R>"
    answer = await alice.command(casino.channel, "share")
    assert (await casino.alone(answer)).text == ENGLISH("sorry-shared-enough", when=when)
    casino.clock.advance(PER_SECONDS + 1)
    assert "shares round" in await casino.typed(alice, "share")
