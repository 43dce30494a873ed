"""Whole rounds over the network, settled to the cent; their boards, the dealers' lines, and achievements."""

import asyncio
import re
from typing import Any

import pytest

from cogs.language import ENGLISH
from cogs.language.talk import LINES, MANNERS, line_key
from cogs.language.words import dealer_name
from engine.bank.bank import Bank
from engine.records.achievements import ROUNDS_BY_BOOK, Milestone
from engine.records.feats import Occasion
from engine.rules.cards import Rank
from engine.rules.rule_sets import RULE_SETS
from engine.values.amounts import PLAIN
from engine.values.bank import StorageTrouble
from engine.values.skill import JudgedSeat
from sandbox import AnswerKind
from tests.driver import MessageView, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .past import played
from .reading import awaited, hands, round_of
from .scenes import HOTSEAT, everyone_decides, in_play


async def play(casino: Casino) -> None:
    """Play for all: double 10 and 11, hit below 16, otherwise stand."""
    for user in casino.turns():
        board = casino.board()
        total = hands(board)[user.name].total
        offered = [button.label for button in board.buttons if not button.disabled]
        label = "Double" if total in (10, 11) and "Double" in offered else "Stand"
        await casino.press(user, "Hit" if label == "Stand" and total < 16 else label)


async def test_four_users_play_a_hotseat_round_in_turn_order(casino: Casino) -> None:
    """Players act in the order of their seats and are paid by their cards."""
    casino.luck.next.append(seed_where(HOTSEAT, 4, everyone_decides))
    users = casino.users(4)
    await casino.open(users[0])
    for user in users[1:]:
        await user.command(casino.channel, "bet", amount="50")
    await casino.press(users[0], "$100")
    for user in users:
        assert awaited(casino.board()) == [user.name]
        assert hands(casino.board())[user.name].dealer[1] == "🎴"
        await casino.press(user, "Stand")
    settled = casino.board_of(1)
    assert "🎴" not in settled.text
    assert [hand.stake for hand in hands(settled).values()] == [100_00, 50_00, 50_00, 50_00]
    assert list(hands(settled)) == [user.name for user in users]
    assert "Total" not in settled.text
    await casino.check_settled(settled, dict.fromkeys(users, WELCOME))


async def test_a_private_round_is_played_in_any_order_at_once(casino: Casino) -> None:
    """All four may act at once, and simultaneous clicks in reverse order all count."""
    users = await in_play(casino, "100", "50", "25", "12.50", rules="private")
    board = casino.board()
    assert sorted(awaited(board)) == sorted(user.name for user in users)
    answers = await asyncio.gather(*(user.click(board, "Stand") for user in reversed(users)))
    assert {answer.kind for answer in answers} <= {AnswerKind.UPDATE, AnswerKind.DEFERRED_UPDATE}
    await casino.quiet()
    await casino.check_settled(casino.board_of(1), dict.fromkeys(users, WELCOME))


async def test_round_after_round_is_settled_by_the_cards(casino: Casino) -> None:
    """Six rounds of hits, stands and doubles match independent calculations."""
    users = casino.users(4)
    await casino.open(users[0])
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
    """The balance pays a second, equal bet, and both win."""

    def wins(dealt: Layout) -> bool:
        return dealt.points(1) == 11 and dealt.next[0].points == 10 and 17 <= dealt.dealer < 21

    (user,) = await in_play(casino, "50", wanted=wins)
    assert await casino.balances(user) == [WELCOME - 50_00]
    await casino.press(user, "Double")
    assert hands(casino.board_of(1))[user.name].net == 100_00
    assert await casino.balances(user) == [WELCOME + 100_00]


def can_be_clicked(board: MessageView) -> set[str]:
    """The labels of enabled buttons."""
    return {button.label for button in board.buttons if not button.disabled}


async def test_a_result_stays_until_the_next_deal(casino: Casino) -> None:
    """Next bets are shown below it; the next round uses the same message, and the result becomes one line."""
    alice, bob = await in_play(casino, "50", "50")
    await casino.stand_all()
    (board,) = casino.boards()
    result = hands(board)
    assert {hand.now for hand in result.values()} == {*await casino.balances(alice, bob)}
    assert can_be_clicked(board) == {*("Join", "Play again $50", "$10", "Other…", "Leave", "⋯")}
    answer = await casino.press(bob, "Play again $50")
    assert (answer.kind, answer.message) == (AnswerKind.UPDATE, board)
    assert hands(board) == result
    assert "Deal" in can_be_clicked(board)
    answer = await casino.press(alice, "Play again $50")
    assert (answer.kind, answer.message) == (AnswerKind.UPDATE, board)
    assert casino.boards() == [board]
    assert round_of(board) == 2
    (line,) = [line for line in board.text.splitlines() if line.startswith("-# Round 1 · dealer ")]
    won = [f"{user.name} {PLAIN.signed(result[user.name].net or 0)}" for user in (alice, bob)]
    assert line.endswith(f" · {' · '.join(won)}")


async def test_hand_that_reaches_21_is_announced(casino: Casino) -> None:
    """During the round and in the result."""

    def busts(dealt: Layout) -> bool:
        dealer = dealt.dealer
        aces = any(card.rank is Rank.ACE for card in (*dealt.dealers[0], dealt.next[0]))
        draws = 12 <= dealer <= 16 and dealer + dealt.next[0].points > 21 and not aces
        return dealt.points(1) == 21 > dealt.points(2) and draws

    await in_play(casino, "10", "10", wanted=busts)
    assert "· **21** · reached 21" in casino.board().text
    await casino.stand_all()
    assert "· reached 21 · Dealer busts" in casino.board().text


async def test_messages_below_move_the_next_deal_down(casino: Casino) -> None:
    """The old message becomes a line, whose button opens the replays for any user, also after a restart."""
    alice, bob = casino.users(2)
    await casino.open(alice, "vegas")
    for number in range(1, 6):
        for user in (bob, alice):
            await casino.press(user, "$10")
        assert [round_of(board) for board in casino.boards()] == [number]
        await casino.stand_all()
        if number == 3:
            bob.say(casino.channel, "Nice!")
    first = bob.messages(casino.channel)[0]
    assert first.text.startswith("-# Rounds 1 to 3 · ")
    await casino.restart()
    panel = await casino.alone(await bob.click(first, "Replay…"))
    assert [f"· Round {number} ·" in panel.text for number in range(1, 5)] == [True] * 3 + [False]
    assert len(panel.selects[0].options) == 3


# Dealers' lines


SAID = re.compile(r"^-# 💬 (\w+): “(.+)”$", re.MULTILINE)


def natural(dealt: Layout) -> bool:
    """The player has a natural, and the dealer shows neither an ace nor a ten."""
    return dealt.points(1) == 21 and dealt.dealers[0][0].points in range(2, 10)


def said(board: MessageView) -> list[tuple[str, str]]:
    """The speakers and lines on a board."""
    return SAID.findall(board.text)


async def test_dealer_comments_on_a_natural(casino: Casino) -> None:
    """One line by a named dealer, unchanged by a restart; an admin can turn it off."""
    await in_play(casino, "10", rules="vegas", wanted=natural)
    ((dealer, line),) = said(casino.board())
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table
    assert dealer == dealer_name(table.table_id)
    manner = MANNERS[dealer]
    keys = [line_key(manner, Occasion.NATURAL, n) for n in range(LINES[Occasion.NATURAL])]
    assert line in map(ENGLISH, keys)
    await casino.restart()
    await casino.quiet()
    assert said(casino.board()) == [(dealer, line)]
    for value, lines in (("off", 0), ("on", 1)):
        await casino.set("talk", value)
        assert len(said(casino.board())) == lines


def natural_of_two_suits(dealt: Layout) -> bool:
    """One player has a natural without other achievements."""
    return natural(dealt) and len({card.suit for card in dealt.players[0]}) == 2


def achievements_on(board: MessageView) -> list[str]:
    """The achievements on a board."""
    return [line for line in board.text.splitlines() if "🏅" in line]


async def test_kill_loses_no_achievements(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """They are found later from the round's log; until then the game continues, with a warning."""

    async def fails(*_: object) -> None:
        raise StorageTrouble("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Bank, "find_achievements", fails)
        (alice,) = await in_play(casino, "10", rules="vegas", wanted=natural_of_two_suits)
    assert achievements_on(casino.board()) == []
    assert "could not find new achievements (the disk is full)" in caplog.text
    await casino.crash()
    casino.clock.advance(10)
    await casino.press(alice, "$50")
    await casino.quiet()
    assert "🏅 First blackjack · #1" in (await casino.shown(alice, "stats")).text
    caplog.clear()


async def test_a_failed_search_leaves_other_players_their_achievements(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The first player's search fails; the second one's achievement is on the board."""

    def two_naturals(dealt: Layout) -> bool:
        return natural_of_two_suits(dealt) and dealt.points(2) == 21

    find, failing = Bank.find_achievements, casino.users(1)[0]

    async def fails_once(bank: Bank, user_id: int, *rest: Any) -> Any:
        if user_id == failing.id:
            raise StorageTrouble("the disk is full")
        return await find(bank, user_id, *rest)

    monkeypatch.setattr(Bank, "find_achievements", fails_once)
    alice, bob = await in_play(casino, "10", "10", rules="vegas", wanted=two_naturals)
    (line,) = achievements_on(casino.board())
    assert (bob.name in line, alice.name in line) == (True, False)
    assert "could not find new achievements (the disk is full)" in caplog.text
    caplog.clear()


async def test_an_achievement_is_shown_although_the_comeback_can_not_be_loaded(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Only the dealer's remark about the comeback is missing."""
    find = Bank.find_achievements

    async def as_a_comeback(bank: Bank, user_id: int, *rest: Any) -> Any:
        found = await find(bank, user_id, *rest)
        back = tuple(one._replace(what=Milestone.BACK) for one in found.new)
        return found._replace(new=back)

    async def fails(bank: Bank, table_id: int, number: int) -> Any:
        raise StorageTrouble("the disk is full")

    monkeypatch.setattr(Bank, "find_achievements", as_a_comeback)
    monkeypatch.setattr(Bank, "earned_in_round", fails)
    await in_play(casino, "10", rules="vegas", wanted=natural_of_two_suits)
    assert achievements_on(casino.board())
    assert "could not load the round's achievements (the disk is full)" in caplog.text
    caplog.clear()


async def a_round_like_others(casino: Casino, user: User) -> MessageView:
    """Play a round without any achievement and return the board."""

    def by_the_book(dealt: Layout) -> bool:
        hard = sum(card.points for card in dealt.players[0])
        return 17 <= hard == dealt.points(1) < 20 == dealt.dealer

    await casino.deals_next(RULE_SETS["vegas"], 1, by_the_book)
    await casino.open(user, "vegas")
    await casino.press(user, "$10")
    await casino.stand_all()
    await casino.quiet()
    return casino.board()


async def test_hundred_rounds_by_the_book_are_announced_when_judged(casino: Casino) -> None:
    """They are shown after the next round, with the number of the hundredth."""
    (ann,) = casino.users(1)
    bank = casino.bot.bank
    await played(casino, *[{ann.id: 0}] * (ROUNDS_BY_BOOK - 1))
    for round_ in await bank.unjudged_rounds(0.0, ROUNDS_BY_BOOK):
        await bank.save_judged([(round_, [JudgedSeat(ann.id, decisions=1, lost=0, by_book=True)])])
    casino.clock.advance(10)
    board = await a_round_like_others(casino, ann)
    assert achievements_on(board) == []
    assert await casino.bot.judging.judge() == 1
    await casino.quiet()
    await casino.press(ann, "Leave")
    casino.clock.advance(10)
    assert await bank.rounds_by_book(ann.id) == ROUNDS_BY_BOOK
    board = await a_round_like_others(casino, ann)
    assert f"-# 🏅 A hundred rounds by the book · {ann.name}" in achievements_on(board)
    achievements = {one.what: one.round_id for one in await bank.achievements(ann.id)}
    assert achievements["by-book"] == ROUNDS_BY_BOOK
