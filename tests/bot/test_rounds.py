"""Whole rounds on the wire, each settled to the cent."""

import asyncio
import re

import pytest

from engine.money import PLAIN
from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind, Button, Channel, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .past import played
from .reading import awaited, hands, round_of

HOTSEAT, PRIVATE = RULE_SETS["hotseat"], RULE_SETS["private"]


def all_four_are_asked(dealt: Layout) -> bool:
    """Nobody has 21 in two cards."""
    return all(dealt.points(player) < 21 for player in (1, 2, 3, 4))


async def seated(casino: Casino, rules: str, channel: Channel | None = None) -> list[User]:
    """Four users with $100.00, $50.00, $25.00 and $12.50 on the table, and the cards dealt."""
    users = casino.users(4)
    await casino.open(users[0], rules, channel=channel)
    await casino.bet(dict(zip(users, ("100", "50", "25", "12.50"), strict=True)), channel=channel)
    return users


async def play(casino: Casino, channel: Channel | None = None) -> None:
    """Everybody who is asked doubles with ten or eleven, hits below sixteen, and stands otherwise."""
    for user in casino.turns(channel=channel):
        board = casino.board(channel)
        total = hands(board)[user.name].total
        offered = [button.label for button in board.buttons if not button.disabled]
        label = "Double" if total in (10, 11) and "Double" in offered else "Stand"
        label = "Hit" if label == "Stand" and total < 16 else label
        await casino.press(user, label, channel=channel)


async def test_four_users_play_a_hotseat_round_in_turn_order(casino: Casino) -> None:
    """One seat after another is asked, in the order of sitting down, and is paid by the cards."""
    casino.luck.next.append(seed_where(HOTSEAT, 4, all_four_are_asked))
    users = casino.users(4)
    await casino.open(users[0])
    for user in users[1:]:
        await user.command(casino.channel, "bet", amount="50")
    await casino.press(users[0], "$100")
    for user in users:
        assert awaited(casino.board()) == [user.name]
        await casino.press(user, "Stand")
    settled = casino.board_of(1)
    assert [hand.stake for hand in hands(settled).values()] == [100_00, 50_00, 50_00, 50_00]
    assert list(hands(settled)) == [user.name for user in users]
    assert "Total" not in settled.text
    await casino.check_settled(settled, dict.fromkeys(users, WELCOME))


async def test_a_private_round_is_played_in_any_order_at_once(casino: Casino) -> None:
    """All four are asked at once, and all four clicks count though they come together, last seat first."""
    casino.luck.next.append(seed_where(PRIVATE, 4, all_four_are_asked))
    users = await seated(casino, "private")
    board = casino.board()
    assert sorted(awaited(board)) == sorted(user.name for user in users)
    answers = await asyncio.gather(*(user.click(board, "Stand") for user in reversed(users)))
    assert {answer.kind for answer in answers} <= {AnswerKind.UPDATE, AnswerKind.DEFERRED_UPDATE}
    await casino.quiet()
    await casino.check_settled(casino.board_of(1), dict.fromkeys(users, WELCOME))


async def test_a_private_seat_that_is_done_waits_without_holding_up_the_others(
    casino: Casino,
) -> None:
    """The third seat stands first, then the first hits; the others are still asked."""
    casino.luck.next.append(
        seed_where(PRIVATE, 4, lambda dealt: all_four_are_asked(dealt) and dealt.points(1) <= 11)
    )
    users = await seated(casino, "private")
    await casino.press(users[2], "Stand")
    await casino.press(users[0], "Hit")
    assert len(hands(casino.board())[users[0].name].cards) == 3
    assert users[2].name not in awaited(casino.board())
    assert {users[1].name, users[3].name} <= set(awaited(casino.board()))


@pytest.mark.parametrize("rules", ["hotseat", "private"])
async def test_round_after_round_is_settled_by_the_cards(casino: Casino, rules: str) -> None:
    """Six rounds of hits, stands and doubles pay everybody what a second reckoning says."""
    users = casino.users(4)
    await casino.open(users[0], rules)
    results = set()
    for number in range(1, 7):
        before = dict(zip(users, await casino.balances(*users), strict=True))
        await casino.bet(dict(zip(users, ("100", "33.33", "0.5k", "1"), strict=True)))
        await play(casino)
        settled = casino.board_of(number)
        await casino.check_settled(settled, before)
        results |= {hand.result for hand in hands(settled).values()}
    assert len(results) >= 4, results


async def test_a_doubled_stake_is_won_or_lost_twice(casino: Casino) -> None:
    """Doubling takes an equal bet from the balance and pays on both."""

    def wins(dealt: Layout) -> bool:
        return dealt.points(1) == 11 and dealt.next[0].points == 10 and 17 <= dealt.dealer < 21

    casino.luck.next.append(seed_where(HOTSEAT, 1, wins))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$50")
    assert await casino.balances(user) == [WELCOME - 50_00]
    await casino.press(user, "Double")
    assert hands(casino.board_of(1))[user.name].net == 100_00
    assert await casino.balances(user) == [WELCOME + 100_00]


async def test_two_tables_are_played_at_the_same_time(casino: Casino) -> None:
    """Clicks at one table do nothing to the other; both rounds are settled."""
    lounge = casino.sandbox.channel("lounge")
    casino.luck.next.extend(
        (
            seed_where(HOTSEAT, 1, lambda d: d.points(1) < 21),
            seed_where(PRIVATE, 1, lambda d: d.points(1) < 21, table=2),
        )
    )
    alice, bob = casino.users(2)
    await casino.open(alice, "hotseat")
    await casino.open(bob, "private", channel=lounge)
    await asyncio.gather(
        alice.click(casino.board(), "$10"), bob.click(casino.board(lounge), "$100")
    )
    await casino.quiet()
    assert awaited(casino.board()) == [alice.name]
    assert awaited(casino.board(lounge)) == [bob.name]
    await asyncio.gather(
        alice.click(casino.board(), "Stand"), bob.click(casino.board(lounge), "Stand")
    )
    await casino.quiet()
    await casino.check_settled(casino.board_of(1), {alice: WELCOME})
    await casino.check_settled(casino.board_of(1, lounge), {bob: WELCOME})


async def test_the_hole_card_lies_face_down_until_everybody_has_played(casino: Casino) -> None:
    """While somebody is asked the dealer shows one card; afterwards all of them."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    (user,) = casino.users(1)
    await casino.open(user)
    await casino.press(user, "$50")
    shown, hidden = hands(casino.board())[user.name].dealer
    assert hidden == "🎴"
    await casino.press(user, "Stand")
    dealer = hands(casino.board_of(1))[user.name].dealer
    assert dealer[0] == shown
    assert "🎴" not in dealer


async def test_a_result_stays_until_the_next_deal(casino: Casino) -> None:
    """The next bets are taken below it, and the next round is dealt into the same message, where one line is left."""
    casino.luck.next.append(seed_where(HOTSEAT, 2, lambda d: max(d.points(1), d.points(2)) < 21))
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "50", bob: "50"})
    await casino.stand_all()
    (board,) = casino.boards()
    result = hands(board)
    assert {hand.now for hand in result.values()} == {*await casino.balances(alice, bob)}
    assert labels(board.buttons) == {
        "Join",
        "Play again $50",
        "$10",
        "Other…",
        "Leave",
        "⋯",
    }
    answer = await casino.press(bob, "Play again $50")
    assert (answer.kind, answer.message) == (AnswerKind.UPDATE, board)
    assert hands(board) == result
    assert labels(board.buttons) >= {"Deal"}
    answer = await casino.press(alice, "Play again $50")
    assert (answer.kind, answer.message) == (AnswerKind.UPDATE, board)
    assert casino.boards() == [board]
    assert round_of(board) == 2
    (line,) = [line for line in board.text.splitlines() if line.startswith("-# Round 1 · #1 · ")]
    won = [f"{user.name} {money_of(result[user.name].net)}" for user in (alice, bob)]
    assert line.endswith(f" · {' · '.join(won)}")


async def test_a_round_that_was_left_can_be_replayed_by_anybody(casino: Casino) -> None:
    """The button opens the replay for whoever clicks, from its first step, and leaves the message alone."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    folded = casino.board()
    for _ in range(2):
        await casino.press(alice, "$50")
        await casino.stand_all()
        casino.write()
    text = folded.text
    answer = await bob.click(folded, "Replay")
    assert answer.message
    assert answer.message.ephemeral
    assert "Replay of round #1" in answer.message.text
    assert "Step 1 of" in answer.message.text
    assert folded.text == text
    assert (await bob.click(answer.message, "▶️")).kind is AnswerKind.UPDATE
    assert "Step 2 of" in answer.message.text


async def test_a_round_that_was_left_can_be_replayed_when_the_table_is_closed(
    casino: Casino,
) -> None:
    """Also after a restart: the button says all that is needed."""
    (alice,) = casino.users(1)
    left = await casino.open(alice)
    for _ in range(2):
        await casino.press(alice, "$50")
        await casino.stand_all()
        casino.write()
    await casino.press(alice, "Leave")
    await casino.restart()
    answer = await alice.click(left, "Replay")
    assert answer.message
    assert "Replay of round #1" in answer.message.text


async def test_a_round_that_is_told_of_can_be_looked_up(casino: Casino) -> None:
    """By its number in `/history`, which is not that at the table: on its result, and in the lines of later."""
    (alice,) = casino.users(1)
    await played(casino, {alice.id: 5_00}, {alice.id: 5_00})
    await casino.open(alice)
    await casino.press(alice, "$50")
    await casino.stand_all()
    texts = [casino.board().text]
    await casino.restart()
    await casino.quiet()
    await casino.press(alice, "Play again $50")
    texts.append(casino.board().text)
    await casino.stand_all()
    await casino.press(alice, "Leave")
    texts.append(casino.board().text)
    told = [re.search(r"-# Round (\d) · (?:dealer \w+ · )?#(\d+) ", text) for text in texts]
    assert all(one and int(one[2]) == int(one[1]) + 2 for one in told), texts
    answer = await alice.command(casino.channel, "history", round=4)
    assert "Replay of round #4" in answer.text


async def test_the_last_result_stays_with_the_goodbye(casino: Casino) -> None:
    """In a line, without its cards: who gets up after a round can still read what it has come to."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    await casino.press(alice, "$50")
    await casino.stand_all()
    net = hands(casino.board())[alice.name].net
    await casino.press(alice, "Leave")
    (board,) = casino.boards()
    assert hands(board) == {}
    last = next(line for line in board.text.splitlines() if line.startswith("-# Round 1 · "))
    assert last.endswith(f" · {alice.name} {money_of(net)}")
    assert board.text.endswith("The table is closed. Thank you for playing!")


def money_of(cents: int | None) -> str:
    """What somebody has won, as it is written."""
    return PLAIN.short(cents or 0, signed=True)


def labels(buttons: list[Button]) -> set[str]:
    """The labels of buttons that can be clicked."""
    return {button.label for button in buttons if not button.disabled}
