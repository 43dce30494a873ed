"""The dealer's voice on the settled board, and what a round has newly earned: once, and the same after a restart."""

import re
from dataclasses import replace

import pytest

from cogs.language import ENGLISH
from cogs.language.words import LINES, MANNERS, dealer_name, line_key
from engine.advice.daily import HANDS, day_of
from engine.bank.bank import Bank
from engine.records.achievements import ROUNDS_BY_BOOK
from engine.records.feats import Occasion
from engine.rules.rule_sets import RULE_SETS
from engine.values.bank import StorageTrouble
from engine.values.played import DailyGame, JudgedSeat
from sandbox import MessageView, User

from .casino import Casino
from .luck import Layout
from .past import played
from .scenes import in_play
from .test_coach import begun, stand_through

SAID = re.compile(r"^-# 💬 (\w+): “(.+)”$", re.MULTILINE)


def natural(dealt: Layout) -> bool:
    """The player has one, and the dealer shows nothing."""
    return dealt.points(1) == 21 and dealt.dealers[0][0].points in range(2, 10)


def said(board: MessageView) -> list[tuple[str, str]]:
    """Who says what on a board."""
    return SAID.findall(board.text)


async def a_natural(casino: Casino) -> MessageView:
    """The board after a round in which Alice had one."""
    await in_play(casino, "10", rules="vegas", wanted=natural)
    return casino.board()


async def test_a_dealer_has_a_word_for_a_natural(casino: Casino) -> None:
    """One, by name, in their manner; with the next bets below, and after a restart, it is still the same."""
    board = await a_natural(casino)
    ((dealer, line),) = said(board)
    table = casino.bot.house.in_channel(casino.channel.id)
    assert table
    assert dealer == dealer_name(table.table_id)
    manner = MANNERS[dealer]
    keys = [line_key(manner, Occasion.NATURAL, n) for n in range(LINES[Occasion.NATURAL])]
    assert line in map(ENGLISH, keys)
    await casino.restart()
    await casino.quiet()
    assert said(casino.board()) == [(dealer, line)]


async def test_an_admin_turns_it_off(casino: Casino) -> None:
    """At once, on the board that is there; and on again."""
    board = await a_natural(casino)
    admin = casino.sandbox.user(1)
    for value, lines in (("off", 0), ("on", 1), ("off", 0)):
        await admin.command(casino.channel, "house set", setting="talk", value=value)
        await casino.quiet()
        assert len(said(board)) == lines


def natural_of_two_suits(dealt: Layout) -> bool:
    """One player has one, and nothing else to be proud of."""
    return natural(dealt) and len({card.suit for card in dealt.players[0]}) == 2


def told_of(board: MessageView) -> list[str]:
    """The achievements on a board."""
    return [line for line in board.text.splitlines() if "🏅" in line]


async def test_a_kill_before_it_was_found_loses_nothing(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has it, and it is found later. Until then the game goes on, with a line in the log."""

    async def fails(*_: object) -> None:
        raise StorageTrouble("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Bank, "find_achievements", fails)
        (alice,) = await in_play(casino, "10", rules="vegas", wanted=natural_of_two_suits)
    assert told_of(casino.board()) == []
    assert "what a round has earned was not found: the disk is full" in caplog.text
    await casino.crash()
    casino.clock.advance(10)
    await casino.press(alice, "$50")
    await casino.quiet()
    assert "🏅 A first blackjack · #1" in (await casino.shown(alice, "stats")).text
    caplog.clear()


async def a_round_like_others(casino: Casino, user: User) -> MessageView:
    """The board after a round in which nothing deserves a word."""

    def by_the_book(dealt: Layout) -> bool:
        hard = sum(card.points for card in dealt.players[0])
        return 17 <= hard == dealt.points(1) < 20 == dealt.dealer

    await casino.deals_next(RULE_SETS["vegas"], 1, by_the_book)
    await casino.open(user, "vegas")
    await casino.press(user, "$10")
    await casino.stand_all()
    await casino.quiet()
    return casino.board()


async def test_a_week_of_dailies_is_told_with_the_next_round(casino: Casino) -> None:
    """Six days were played at any time; with the seventh it is earned, and no day of rest takes it away."""
    (ann,) = casino.users(1)
    today = day_of(casino.clock.now())
    for day in range(today - 6, today):
        fresh = DailyGame(day=day)
        done = replace(fresh, moves="stand", squares="g" * HANDS, over=True)
        assert await casino.bot.bank.keep_daily(ann.id, casino.channel.guild.id, fresh, done)
    await stand_through(ann, await begun(casino, ann))
    await casino.quiet()
    casino.clock.advance(10)  # nobody clicks more often than thirty times in that
    board = await a_round_like_others(casino, ann)
    assert told_of(board) == [f"-# 🏅 The daily ten, on seven days · {ann.name}"]
    stats = await casino.shown(ann, "stats")
    assert "🏅 The daily ten, on seven days\n" in f"{stats.text}\n"
    await casino.press(ann, "Leave")
    casino.clock.advance(10)
    assert told_of(await a_round_like_others(casino, ann)) == []


async def test_a_hundred_rounds_by_the_book_are_told_once_they_are_judged(casino: Casino) -> None:
    """With the next round after that; the hundredth is named."""
    (ann,) = casino.users(1)
    bank = casino.bot.bank
    await played(casino, *[{ann.id: 0}] * (ROUNDS_BY_BOOK - 1))
    for kept in await bank.unjudged_rounds(0.0, ROUNDS_BY_BOOK):
        await bank.keep_judged([(kept, [JudgedSeat(ann.id, decisions=1, lost=0, by_book=True)])])
    casino.clock.advance(10)
    board = await a_round_like_others(casino, ann)
    assert told_of(board) == []
    assert await casino.bot.judging.judge() == 1
    await casino.quiet()
    await casino.press(ann, "Leave")
    casino.clock.advance(10)
    assert await bank.rounds_by_book(ann.id) == ROUNDS_BY_BOOK
    board = await a_round_like_others(casino, ann)
    assert f"-# 🏅 A hundred rounds by the book · {ann.name}" in told_of(board)
    achievements = {one.what: one.round_id for one in await bank.achievements(ann.id)}
    assert achievements["by-book"] == ROUNDS_BY_BOOK
