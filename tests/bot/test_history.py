"""`/history`: what the asker played, page by page, and the way into each round."""

import pytest

from cogs.answers.panels import SIGNS, page_buttons, picked_number
from cogs.commands.history import PAGE
from cogs.language import ENGLISH
from cogs.language.sentences import Sorry
from engine.rules.rule_sets import RULE_SETS
from sandbox import MessageView, User

from .admin_scenes import house
from .casino import Casino
from .luck import Layout, seed_where

_, BACK, ON, _ = SIGNS
HOTSEAT = RULE_SETS["hotseat"]
PAUSE = 10.0
"""Seconds between two rounds, so that nobody is quicker than the cards."""


def stands_and_loses(dealt: Layout) -> bool:
    """The only player is asked, and a dealer who draws nothing is higher."""
    return dealt.points(1) < 17 <= dealt.dealer


async def play(casino: Casino, user: User, rounds: int) -> None:
    """So many rounds of $10.00, all lost."""
    casino.luck.next.extend([seed_where(HOTSEAT, 1, stands_and_loses)] * rounds)
    for _ in range(rounds):
        casino.clock.advance(PAUSE)
        await casino.open(user)
        await casino.press(user, "$10")
        await casino.stand_all()
        await casino.press(user, "Leave")
        await casino.sandbox.wait_for(lambda: "The table is closed" in casino.board().text)


async def listed(casino: Casino, user: User) -> MessageView:
    """The message with a user's rounds."""
    answer = await user.command(casino.channel, "history")
    assert answer.message
    return answer.message


def numbers(message: MessageView) -> list[int]:
    """The rounds on this page, as they are written."""
    lines = [line.strip("*") for line in message.text.splitlines() if line.startswith("**#")]
    return [int(line.partition(" ")[0].removeprefix("#")) for line in lines]


async def test_who_has_not_played_is_told_how(casino: Casino) -> None:
    """There is nothing to click."""
    message = await listed(casino, casino.sandbox.user(1))
    assert message.text.endswith(ENGLISH("history-none"))
    assert message.ephemeral
    assert not message.buttons
    assert not message.selects


async def test_each_round_is_told_in_two_lines(casino: Casino) -> None:
    """Its number, rules and result; when it was, and what was staked. Only the asker sees it."""
    alice, bob = casino.users(2)
    await play(casino, alice, 1)
    message = await listed(casino, alice)
    ended = int(casino.clock.now())
    *_, first, second = message.text.splitlines()
    assert first == "**#1 · Hotseat · −$10.00**"
    assert second == f"-# <t:{ended}:d> <t:{ended}:t> · Round 1 · 1 hand · $10.00 staked"
    assert "1 finished round" in message.text
    assert [one.label for one in message.buttons] == ["Mistakes only"]
    assert "Your rounds" not in bob.sees(casino.channel)
    assert "You haven't finished a round yet" in (await listed(casino, bob)).text


async def test_a_voided_round_is_marked(casino: Casino) -> None:
    """It has no result, and no amount."""
    (alice,) = casino.users(1)
    casino.luck.next.append(seed_where(HOTSEAT, 1, stands_and_loses))
    await casino.open(alice)
    await casino.press(alice, "$10")
    assert "You haven't finished a round yet" in (await listed(casino, alice)).text
    await house(casino, alice, "void")
    message = await listed(casino, alice)
    assert "**#1 · Hotseat · voided**" in message.text
    assert "open bets returned" in message.text
    assert "$" not in message.text
    assert message.selects[0].options == (("#1 · Hotseat · voided", "1"),)


async def test_pages_are_turned_by_buttons(casino: Casino) -> None:
    """The newest first, each round on one page, buttons off where they lead nowhere; a restart changes nothing."""
    (alice,) = casino.users(1)
    await play(casino, alice, PAGE + 2)
    message = await listed(casino, alice)
    assert numbers(message) == list(range(PAGE + 2, 2, -1))
    assert [value for _, value in message.selects[0].options] == list(map(str, numbers(message)))
    assert f"{PAGE + 2} finished rounds, newest first · page 1 of 2" in message.text
    assert [message.button(sign).disabled for sign in (BACK, ON)] == [True, False]
    await casino.restart()
    await alice.click(message, ON)
    assert numbers(message) == [2, 1]
    assert [message.button(sign).disabled for sign in (BACK, ON)] == [False, True]
    await alice.click(message, BACK)
    assert numbers(message)[0] == PAGE + 2


async def test_a_round_is_picked_and_left_again(casino: Casino) -> None:
    """The replay takes the place of the list, and leads back to the page that it came from."""
    (alice,) = casino.users(1)
    await play(casino, alice, PAGE + 1)
    message = await listed(casino, alice)
    await alice.click(message, ON)
    answer = await alice.select(message, "1")
    assert answer.message == message
    assert "Replay of round #1" in message.text
    await alice.click(message, ON)
    await alice.click(message, "My rounds")
    assert numbers(message) == [1]


@pytest.mark.parametrize(("pages", "ways"), [(1, 0), (2, 2), (3, 2), (4, 4), (40, 4)])
def test_only_long_lists_have_ways_to_their_ends(pages: int, ways: int) -> None:
    """One page needs no buttons, three at the most are gone through one by one."""
    for at in range(pages):
        shown = [*page_buttons("history", at, pages - 1, lambda target: (target,))]
        assert [one["label"] for one in shown] == list(SIGNS if ways == 4 else SIGNS[1:3])[:ways]
        off = [one["label"] for one in shown if one["disabled"]]
        assert (BACK in off, ON in off) == (bool(ways) and at == 0, bool(ways) and at == pages - 1)


async def test_a_page_beyond_the_last_is_the_last(casino: Casino) -> None:
    """Whatever number a button carries; one that no button has is refused."""
    (alice,) = casino.users(1)
    await play(casino, alice, 1)
    message = await listed(casino, alice)
    await alice.click(message, custom_id="bjp1:history:on:77", force=True)
    assert numbers(message) == [1]
    await alice.click(message, custom_id=f"bjp1:history:on:{2**53 - 1}", force=True)
    assert numbers(message) == [1]
    for forged in ("history:on:9999999999999999999", "history:on:1,2", "history:dance:0,1"):
        answer = await alice.click(message, custom_id=f"bjp1:{forged}", force=True)
        assert answer.text == ENGLISH("sorry-old-history")
    assert numbers(message) == [1]


def test_what_was_picked_is_a_number() -> None:
    """Exactly one, and one that a round can have."""
    assert picked_number({"values": ["12"]}) == 12
    for values in (
        ["0x1"],
        [""],
        ["²"],
        ["9" * 30],
        ["9" * 10_000],
        [],
        ["1", "2"],
        [1],
        None,
        "1",
    ):
        with pytest.raises(Sorry, match="sorry-old-history"):
            picked_number({"values": values})
    with pytest.raises(Sorry, match="sorry-old-history"):
        picked_number({})
