"""What admins may do: `/house void` and `/house close` give every stake back, also of a table that can't be resumed."""

import asyncio
import logging
import re
from collections.abc import Callable

import pytest

from cogs.language import ENGLISH
from engine.rules.refusals import Why
from sandbox import Refused, User
from sandbox.wire.numbers import ButtonStyle
from tests.secrecy import cards_in, seeds_in

from .casino import WELCOME, Casino
from .luck import Layout
from .reading import hands, round_of
from .scenes import (
    BETS,
    a_pair_of_small_cards,
    an_ace_up,
    asked,
    check_all_is_back,
    findings,
    house,
    quiet_deal,
    told,
    two_play,
)

VOID = "An admin voided this round. All open bets were returned."
CLOSED = "The table is closed."


def check_voided(casino: Casino, admin: User) -> None:
    """The first round is void in the books, with the admin's name, and on its board, where nothing can be decided."""
    query = "SELECT state, user_id FROM round JOIN person ON person.id = voided_by WHERE number = 1"
    assert casino.sql(query) == [("voided", admin.id)]
    board = casino.board_of(1)
    assert VOID in board.text or ENGLISH("history-back") in board.text
    assert {"Hit", "Stand", "No insurance"}.isdisjoint(button.label for button in board.buttons)


def ace_up_and_no_blackjack(dealt: Layout) -> bool:
    """Insurance is asked for, and the dealer has no blackjack to end the round with."""
    hole = dealt.dealers[0][1]
    return an_ace_up(dealt) and hole.points < 10 and asked(dealt)


def a_blackjack(dealt: Layout) -> bool:
    """The first player has one, and the dealer can't."""
    safe = 2 <= dealt.dealers[0][0].points <= 9
    return dealt.points(1) == 21 and dealt.points(2) < 17 and safe


@pytest.mark.parametrize(
    ("rules", "wanted", "label", "put_in"),
    [
        ("private", quiet_deal, "Hit", BETS[0]),
        ("downtown", a_pair_of_small_cards, "Split", 2 * BETS[0]),
        ("bicycle", ace_up_and_no_blackjack, "Insure half", BETS[0] + BETS[0] // 2),
    ],
)
async def test_a_round_in_the_middle_can_be_voided(
    casino: Casino, rules: str, wanted: Callable[[Layout], bool], label: str, put_in: int
) -> None:
    """All that was staked comes back to the cent, also what was added; the next round is dealt from fresh cards."""
    boss, alice, bob = await two_play(casino, rules, wanted)
    ((seed, dealt),) = casino.sql("SELECT shoe_seed, shoe_dealt FROM game_table")
    await casino.press(alice, label)
    assert await casino.balances(alice, bob) == [WELCOME - put_in, WELCOME - BETS[1]]
    answer = await house(casino, boss, "void")
    assert answer.text == "The round is void, and all open bets were returned."
    await check_all_is_back(casino, alice, bob)
    check_voided(casino, boss)
    ((out,),) = casino.sql("SELECT COUNT(*) FROM move WHERE text LIKE 'deal %' AND round_id = 1")
    ((after, next_dealt),) = casino.sql("SELECT shoe_seed, shoe_dealt FROM game_table")
    assert after != seed or next_dealt == dealt + out
    await casino.bet({alice: "10", bob: "10"})
    await casino.stand_all()
    assert round_of(casino.board()) == 2
    assert await findings(casino) == []


async def test_a_blackjack_is_paid_at_once_and_for_good(casino: Casino) -> None:
    """It can be bet at another table while the round goes on; neither a crash nor the admin takes it back."""
    boss, alice, bob = await two_play(casino, "endless", a_blackjack)
    paid, lounge = BETS[0] * 3 // 2 + 1, casino.sandbox.channel("lounge")
    told_of = hands(casino.board())[alice.name]
    assert (told_of.net, told_of.now) == (paid, WELCOME + paid)
    await casino.open(bob, channel=lounge)
    await alice.command(lounge, "bet", amount="all")
    assert await casino.balances(alice) == [0]
    await casino.crash()
    await casino.quiet()
    assert hands(casino.board())[alice.name].net == paid
    await house(casino, boss, "void")
    wallets = [await casino.bot.bank.wallet(user.id) for user in (alice, bob)]
    assert [(one.balance, one.in_play) for one in wallets] == [(0, WELCOME + paid), (WELCOME, 0)]
    check_voided(casino, boss)
    assert "voided · +$50**" in await casino.typed(alice, "history")
    assert await findings(casino) == []


async def test_a_void_is_asked_about_first(casino: Casino) -> None:
    """Nothing happens before the red button is pressed, and nothing if its presser is no admin any more."""
    boss, alice, _ = await two_play(casino)
    guild = casino.sandbox.guild()
    with casino.nothing_changes():
        question = await casino.shown(boss, "house void")
        guild.let_manage(alice)
        other = await casino.shown(alice, "house void")
        guild.let_manage(alice, may=False)
        answer = await alice.click(other, "Void the round")
        await casino.quiet()
    assert answer.text == ENGLISH("sorry-admins-only")
    assert "Void round 1?" in question.text
    assert [(one.label, one.style) for one in question.buttons] == [
        ("Void the round", ButtonStyle.DANGER),
        ("Keep playing", ButtonStyle.SECONDARY),
    ]
    assert (await boss.click(question, "Keep playing")).text == ENGLISH("house-not-voided")
    assert not question.buttons
    await casino.press(alice, "Hit")


async def test_a_question_about_an_earlier_round_voids_nothing(casino: Casino) -> None:
    """The round is over, the next one runs, and then another table is in the channel: each click comes too late."""
    boss, alice, bob = await two_play(casino)
    question = await casino.shown(boss, "house void")

    async def comes_too_late() -> None:
        with casino.nothing_changes():
            answer = await boss.click(question, "Void the round")
        assert answer.text == told(Why.TOO_LATE)

    await casino.stand_all()
    await comes_too_late()
    await casino.bet({alice: "10", bob: "10"})
    await comes_too_late()
    await house(casino, boss, "close")
    await two_play(casino)
    await comes_too_late()


async def test_nobody_else_may(casino: Casino) -> None:
    """Discord does not offer the commands to others; where it was told to, the bot refuses."""
    _, _, bob = await two_play(casino)
    with pytest.raises(Refused):
        await house(casino, bob, "void")
    for command in casino.sandbox.world.commands.values():
        command["default_member_permissions"] = None  # as Discord's own settings allow
    for what in ("void", "close", "settings", "set", "reset", "status"):
        options = {"setting": "lowest", "value": "10"} if what == "set" else {}
        with casino.nothing_changes():
            answer = await bob.command(casino.channel, f"house {what}", **options)
        assert answer.text == ENGLISH("sorry-admins-only")
        assert (await casino.alone(answer)).text == answer.text
    assert casino.sql("SELECT COUNT(*) FROM setting_change") == [(0,)]


async def test_a_table_in_mid_round_can_be_closed(casino: Casino) -> None:
    """The round is void, and everybody who was dealt in has the stake back, whoever left meanwhile."""
    boss, alice, bob = await two_play(casino)
    board = casino.board()
    await bob.command(casino.channel, "leave")
    answer = await house(casino, boss, "close")
    await check_all_is_back(casino, alice, bob)
    check_voided(casino, boss)
    assert answer.text == "The table is closed, and all open bets were returned."
    assert CLOSED in casino.board().text
    assert casino.board().buttons[0].label == "New table"
    assert len(casino.bot.house) == 0
    click = await bob.click(board, custom_id="bj1:1:1:-:-:deal", force=True)
    assert click.text == ENGLISH("sorry-table-gone")
    await casino.open(casino.sandbox.user(3))
    assert len(casino.bot.house) == 1


DAMAGE = {
    "a move that is none": "UPDATE move SET text = 'deal Zz' WHERE n = 1",
    "another card": "UPDATE move SET text = 'deal ' || CASE text WHEN 'deal 5d' THEN '9c' ELSE '5d' END"
    " WHERE n = 0",
    "rules that are none": "UPDATE game_table SET rules = 'whist'",
    "bets while a round runs": "UPDATE game_table SET phase = 'betting'",
}


async def broken(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> tuple[User, User, User]:
    """Two players had a round going when the bot stopped; then the file was damaged, and the bot is back.

    The log says which table it is, and not what lies on it.
    """
    people = await two_play(casino)
    ((seed,),) = casino.sql("SELECT shoe_seed FROM game_table")
    await casino.stop()
    casino.sql(damage)
    caplog.set_level(logging.DEBUG)
    await casino.start()
    await casino.quiet()
    (error,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert re.search(r"table 1 .*can't be resumed", error.getMessage())
    assert error.exc_info is None
    assert (cards_in(caplog.text), seeds_in(caplog.text, [seed])) == ([], [])
    caplog.set_level(logging.WARNING)
    caplog.clear()
    return people


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
async def test_a_table_that_does_not_fit_together_is_left_alone_until_it_is_closed(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """People are told what can be done; two admins close it once, every stake is back, and the channel is free."""
    boss, alice, bob = await broken(casino, damage, caplog)
    for command, options in (("blackjack", {}), ("bet", {"amount": "10"}), ("leave", {})):
        assert await casino.typed(alice, command, **options) == ENGLISH("sorry-table-broken")
    answers = await asyncio.gather(*(house(casino, boss, "close") for _ in range(2)))
    told = [answer.text for answer in answers]
    assert "The table is closed, and all open bets were returned." in told
    assert ENGLISH("sorry-our-fault") not in told
    await check_all_is_back(casino, alice, bob, damaged=True)
    await casino.restart()
    await casino.open(bob)
    assert await casino.balances(bob) == [WELCOME]
