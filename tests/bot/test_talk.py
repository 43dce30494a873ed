"""The dealer's voice: a short line on the settled board, the same after a restart, and off where it is not wanted."""

import re
from itertools import pairwise

from cogs.language import ENGLISH, LANGUAGES
from cogs.language.talk import LINES, MANNERS, Manner, line_key
from cogs.language.words import DEALERS, dealer_name
from engine.records.occasions import Occasion
from engine.rules.rule_sets import RULE_SETS
from engine.values.money import GIFT
from sandbox import MessageView

from .casino import Casino
from .luck import Layout, seed_where
from .past import played
from .test_money import make_broke

VEGAS = RULE_SETS["vegas"]
SAID = re.compile(r"^-# 💬 (\w+): “(.+)”$", re.MULTILINE)
ABOUT_BETS = re.compile(r"\b(bet|bets|raise|double up|more money|all in)\b", re.IGNORECASE)


def natural(dealt: Layout) -> bool:
    """The player has one, and the dealer shows nothing."""
    return dealt.points(1) == 21 and dealt.dealers[0][0].points in range(2, 10)


def nothing_special(dealt: Layout) -> bool:
    """The player stands, and the dealer draws nothing."""
    return 12 < dealt.points(1) < 20 and dealt.dealer == 20


def said(board: MessageView) -> list[tuple[str, str]]:
    """Who says what on a board."""
    return SAID.findall(board.text)


async def a_natural(casino: Casino) -> MessageView:
    """The board after a round in which Alice had one."""
    (alice,) = casino.users(1)
    await casino.deals_next(VEGAS, 1, natural)
    await casino.open(alice, "vegas")
    await casino.press(alice, "$10")
    await casino.quiet()
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


async def came_back(casino: Casino) -> MessageView:
    """Alice had nothing left, and doubles the donor's gift in this round with a natural."""
    (alice,) = casino.users(1)
    await make_broke(casino, alice)
    await casino.press(alice, "Leave")
    await casino.bot.bank.donate(alice.id)
    casino.clock.advance(10)
    await played(casino, {alice.id: GIFT - 10_00})
    casino.clock.advance(10)
    return await a_natural(casino)


async def test_a_comeback_from_the_donor_comes_before_everything(casino: Casino) -> None:
    """It is rarer than a natural; the line is the same after a restart, and one round later it is past."""
    board = await came_back(casino)
    ((dealer, line),) = said(board)
    keys = [line_key(MANNERS[dealer], Occasion.COMEBACK, n) for n in range(2)]
    assert line in map(ENGLISH, keys)
    assert "Back from the donor: the gift doubled" in board.text
    await casino.restart()
    await casino.quiet()
    assert said(casino.board()) == [(dealer, line)]
    (alice,) = casino.users(1)
    await casino.press(alice, "Leave")
    await casino.sandbox.wait_for(lambda: "The table is closed" in casino.board().text)
    assert f"Comeback of the evening: {alice.name}, " in casino.board().text
    casino.clock.advance(10)
    ((_, other),) = said(await a_natural(casino))
    assert other not in map(ENGLISH, keys)


async def test_who_never_needed_the_donor_is_no_comeback(casino: Casino) -> None:
    """However much they win."""
    (alice,) = casino.users(1)
    await played(casino, {alice.id: GIFT - 10_00})
    casino.clock.advance(10)
    ((dealer, line),) = said(await a_natural(casino))
    assert line in {ENGLISH(line_key(MANNERS[dealer], Occasion.NATURAL, n)) for n in range(3)}


async def test_a_round_like_others_is_not_spoken_of(casino: Casino) -> None:
    """Most are."""
    (alice,) = casino.users(1)
    casino.luck.next.append(seed_where(VEGAS, 1, nothing_special))
    await casino.open(alice, "vegas")
    await casino.press(alice, "$10")
    await casino.stand_all()
    await casino.quiet()
    assert said(casino.board()) == []


async def test_an_admin_turns_it_off(casino: Casino) -> None:
    """At once, on the board that is there; and on again."""
    board = await a_natural(casino)
    admin = casino.sandbox.user(1)
    for value, lines in (("off", 0), ("on", 1), ("off", 0)):
        await admin.command(casino.channel, "house set", setting="talk", value=value)
        await casino.quiet()
        assert len(said(board)) == lines


async def test_the_language_is_that_of_the_table(casino: Casino) -> None:
    """The same line, as people say it there."""
    board = await a_natural(casino)
    ((_, line),) = said(board)
    await casino.sandbox.user(1).command(
        casino.channel, "house set", setting="language", value="de"
    )
    await casino.quiet()
    (key,) = (key for key in all_lines() if ENGLISH(key) == line)
    assert LANGUAGES["de"](key) in board.text


async def test_it_goes_with_the_next_deal(casino: Casino) -> None:
    """Which leaves a line of the round, and that is not the dealer's."""
    board = await a_natural(casino)
    (alice,) = casino.users(1)
    casino.luck.next.append(seed_where(VEGAS, 1, lambda dealt: dealt.points(1) < 12))
    await casino.press(alice, "Play again $10")
    await casino.quiet()
    assert said(board) == []


def all_lines() -> list[str]:
    """The keys of all lines."""
    return [
        line_key(manner, occasion, number)
        for manner in Manner
        for occasion, count in LINES.items()
        for number in range(count)
    ]


def test_each_dealer_has_a_manner_and_each_manner_a_dealer() -> None:
    """Two dealers each; and there is no line twice."""
    assert set(MANNERS) == set(DEALERS)
    assert set(MANNERS.values()) == set(Manner)
    for lang in LANGUAGES.values():
        lines = sorted(map(lang, all_lines()))
        assert all(one != other for one, other in pairwise(lines))


def test_lines_are_short_and_never_about_bets() -> None:
    """A phone has about fifty characters in a line; two of them at the most."""
    for lang in LANGUAGES.values():
        assert all(len(lang(key)) <= 70 for key in all_lines())
    assert [key for key in all_lines() if ABOUT_BETS.search(ENGLISH(key))] == []
