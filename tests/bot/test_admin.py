"""What admins may do: `/house void` and `/house close` give every stake back, and nobody else can use them."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from cogs.language import ENGLISH
from engine.rules.refusals import Why
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer, MessageView, Refused, User
from sandbox.wire.numbers import ButtonStyle

from .admin_scenes import BETS, check_all_is_back, findings, house, quiet_deal, two_play
from .casino import WELCOME, Casino
from .luck import Layout
from .reading import hands, round_of
from .scenes import told

EDIT = "**/messages/*"
VOID = "An admin voided this round. All open bets were returned."
CLOSED = "The table is closed."


def rows(casino: Casino, query: str) -> list[tuple[object, ...]]:
    """What the file says."""
    with closing(sqlite3.connect(casino.database)) as connection:
        return connection.execute(query).fetchall()


def pair(dealt: Layout) -> bool:
    """The first player can split two small cards, and the dealer shows nothing to insure against."""
    first, second = dealt.players[0]
    small = first.rank == second.rank and 2 <= first.points <= 8
    return small and dealt.points(2) < 21 and 2 <= dealt.dealers[0][0].points <= 9


def ace_up(dealt: Layout) -> bool:
    """Insurance is asked for, and the dealer has no blackjack to end the round with."""
    upcard, hole = dealt.dealers[0]
    return upcard.points == 1 and hole.points < 10 and max(map(dealt.points, (1, 2))) < 21


async def finish_round(casino: Casino) -> None:
    """Everybody makes the decisions that cost nothing, until the round is settled."""
    for user in casino.turns():
        labels = {button.label for button in casino.board().buttons}
        free = "Stand" if "Stand" in labels else "No insurance"
        await casino.press(user, free)


def check_voided(casino: Casino, admin: User) -> None:
    """The first round is void in the books, with the admin's name, and on its board, where nothing can be decided."""
    query = "SELECT state, user_id FROM round JOIN person ON person.id = voided_by WHERE number = 1"
    ended = rows(casino, query)
    assert ended == [("voided", admin.id)]
    board = casino.board_of(1)
    assert VOID in board.text or ENGLISH("history-back") in board.text
    assert {"Hit", "Stand", "No insurance"}.isdisjoint(button.label for button in board.buttons)


def no_card_twice(casino: Casino, shoe: tuple[bytes, int]) -> bool:
    """Whether the next round is dealt behind the cards of the voided one, or from a new shoe."""
    ((seed, dealt),) = rows(casino, "SELECT shoe_seed, shoe_dealt FROM game_table")
    ((out,),) = rows(casino, "SELECT COUNT(*) FROM move WHERE text LIKE 'deal %' AND round_id = 1")
    return (seed, dealt) == (shoe[0], shoe[1] + int(str(out))) or seed != shoe[0]


@pytest.mark.parametrize("rules", RULE_SETS)
async def test_a_round_in_the_middle_can_be_voided(casino: Casino, rules: str) -> None:
    """By every rule set all stakes come back to the cent, and the next round is dealt from fresh cards."""
    boss, alice, bob = await two_play(casino, rules)
    ((seed, dealt),) = rows(casino, "SELECT shoe_seed, shoe_dealt FROM game_table")
    assert isinstance(seed, bytes)
    assert isinstance(dealt, int)
    await casino.press(alice, "Hit")
    answer = await house(casino, boss, "void")
    assert answer.text == "The round is void, and all open bets were returned."
    await check_all_is_back(casino, alice, bob)
    check_voided(casino, boss)
    assert no_card_twice(casino, (seed, dealt))
    await casino.bet({alice: "10", bob: "10"})
    await finish_round(casino)
    assert round_of(casino.board()) == 2
    assert await findings(casino) == []


def a_blackjack(dealt: Layout) -> bool:
    """The first player has one, and the dealer can't."""
    safe = 2 <= dealt.dealers[0][0].points <= 9
    return dealt.points(1) == 21 and dealt.points(2) < 17 and safe


@pytest.mark.parametrize("rules", ["endless", "bicycle"])
async def test_a_blackjack_is_paid_at_once_and_for_good(casino: Casino, rules: str) -> None:
    """It can be bet at another table while the round goes on; neither a crash nor the admin takes it back."""
    boss, alice, bob = await two_play(casino, rules, a_blackjack)
    paid, lounge = BETS[0] * 3 // 2 + 1, casino.sandbox.channel("lounge")
    told_of = hands(casino.board())[alice.name]
    assert (told_of.net, told_of.now) == (paid, WELCOME + paid)
    answer = await alice.command(casino.channel, "balance")
    assert answer.text == f"You have **{ENGLISH.money.full(WELCOME + paid)}**."
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
    listed = (await alice.command(casino.channel, "history")).text
    assert "voided · +$50.00**" in listed
    assert await findings(casino) == []


@pytest.mark.parametrize(
    ("rules", "wanted", "label", "put_in"),
    [
        ("hotseat", quiet_deal, "Double", 2 * BETS[0]),
        ("downtown", pair, "Split", 2 * BETS[0]),
        ("bicycle", ace_up, "Insure half", BETS[0] + BETS[0] // 2),
    ],
)
async def test_what_was_added_to_a_bet_comes_back_too(
    casino: Casino, rules: str, wanted: Callable[[Layout], bool], label: str, put_in: int
) -> None:
    """A doubled bet, a split one and an insurance are returned with the first stake."""
    boss, alice, bob = await two_play(casino, rules, wanted)
    await casino.press(alice, label)
    assert await casino.balances(alice, bob) == [WELCOME - put_in, WELCOME - BETS[1]]
    await house(casino, boss, "void")
    await check_all_is_back(casino, alice, bob)
    check_voided(casino, boss)


async def test_who_left_gets_the_stake_back_and_loses_the_seat(casino: Casino) -> None:
    """A player who got up in mid-round is paid back as well, and is not at the table any more."""
    boss, alice, bob = await two_play(casino)
    await bob.command(casino.channel, "leave")
    await house(casino, boss, "void")
    await check_all_is_back(casino, alice, bob)
    assert bob.name not in casino.board().text
    assert alice.name in casino.board().text


async def test_the_log_says_once_who_voided_what(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One line with the table, the round, the admin and the interaction."""
    boss, _, _ = await two_play(casino)
    with caplog.at_level(logging.INFO, "engine"):
        answer = await house(casino, boss, "void")
    said = [record.getMessage() for record in caplog.records if "void" in record.getMessage()]
    by = f"voided by user {boss.id} (interaction {answer.interaction_id})"
    assert said == [f"table 1 in channel {casino.channel.id}, round 1: {by}"]


async def test_two_admins_void_a_round_once(casino: Casino) -> None:
    """The second one is told that this round is over."""
    boss, alice, bob = await two_play(casino)
    answers = await asyncio.gather(*(house(casino, boss, "void") for _ in range(2)))
    assert [told(Why.TOO_LATE) == answer.text for answer in answers].count(True) == 1
    await check_all_is_back(casino, alice, bob)


async def asked_about(casino: Casino, admin: User) -> MessageView:
    """The private question whether the round is to be voided."""
    answer = await admin.command(casino.channel, "house void")
    assert answer.message
    return answer.message


async def test_a_void_is_asked_about_first(casino: Casino) -> None:
    """Nothing happens before the red button is pressed, and nobody else sees the question."""
    boss, alice, _ = await two_play(casino)
    with casino.nothing_changes():
        question = await asked_about(casino, boss)
        await casino.quiet()
    assert question.ephemeral
    assert "Void round 1?" in question.text
    assert [(one.label, one.style) for one in question.buttons] == [
        ("Void the round", ButtonStyle.DANGER),
        ("Keep playing", ButtonStyle.SECONDARY),
    ]
    await casino.press(alice, "Hit")


async def test_an_admin_may_think_better_of_it(casino: Casino) -> None:
    """The grey button leaves the round as it is, and the question is gone."""
    boss, alice, _ = await two_play(casino)
    with casino.nothing_changes():
        question = await asked_about(casino, boss)
        answer = await boss.click(question, "Keep playing")
    assert answer.text == ENGLISH("house-not-voided")
    assert not question.buttons
    await casino.press(alice, "Hit")


async def test_who_is_no_admin_any_more_voids_nothing(casino: Casino) -> None:
    """The permission is asked for again when the button is pressed."""
    _, alice, _ = await two_play(casino)
    guild = casino.sandbox.guild()
    guild.let_manage(alice)
    question = await asked_about(casino, alice)
    guild.let_manage(alice, may=False)
    with casino.nothing_changes():
        answer = await alice.click(question, "Void the round")
    assert answer.text == ENGLISH("sorry-admins-only")


@pytest.mark.parametrize("meanwhile", ["settled", "dealt", "another table"])
async def test_a_question_about_an_earlier_round_voids_nothing(
    casino: Casino, meanwhile: str
) -> None:
    """The round is over, the next one runs, or another table is in the channel: the click comes too late."""
    boss, alice, bob = await two_play(casino)
    question = await asked_about(casino, boss)
    await finish_round(casino)
    if meanwhile == "dealt":
        await casino.bet({alice: "10", bob: "10"})
    elif meanwhile == "another table":
        await house(casino, boss, "close")
        await two_play(casino)
    with casino.nothing_changes():
        answer = await boss.click(question, "Void the round")
    assert answer.text == told(Why.TOO_LATE)


async def test_a_question_about_a_table_that_is_gone(casino: Casino) -> None:
    """There is nothing left to void."""
    boss, _, _ = await two_play(casino)
    question = await asked_about(casino, boss)
    await house(casino, boss, "close")
    assert (await boss.click(question, "Void the round")).text == ENGLISH("sorry-no-table")


async def test_a_question_outlives_a_restart(casino: Casino) -> None:
    """The button says which round it is about, and voids that one."""
    boss, alice, bob = await two_play(casino)
    question = await asked_about(casino, boss)
    await casino.restart()
    answer = await boss.click(question, "Void the round")
    await casino.quiet()
    assert answer.text == ENGLISH("house-voided")
    await check_all_is_back(casino, alice, bob)
    check_voided(casino, boss)


@pytest.mark.parametrize(
    "custom_id", ["bjp1:void:round:1", "bjp1:void:all:1,1", "bjp1:void:keep:-"]
)
async def test_forged_buttons_void_nothing(casino: Casino, custom_id: str) -> None:
    """What the question does not have is an unknown button."""
    boss, _, _ = await two_play(casino)
    question = await asked_about(casino, boss)
    with casino.nothing_changes():
        answer = await boss.click(question, custom_id=custom_id, force=True)
    assert answer.text == ENGLISH("sorry-unknown-button")


@pytest.mark.parametrize("discord_is_down", [False, True])
async def test_a_void_is_shown_after_a_restart(casino: Casino, discord_is_down: bool) -> None:
    """The round is void on its board, whether that was shown before the bot stopped or not."""
    boss, alice, bob = await two_play(casino)
    board = casino.board()
    if discord_is_down:
        casino.sandbox.faults.fail("PATCH", EDIT, 503, times=1_000_000)
    asked = await boss.command(casino.channel, "house void")
    assert asked.message
    await boss.click(asked.message, "Void the round")
    await casino.stop(in_vain=discord_is_down)
    assert (VOID in board.text) != discord_is_down
    casino.sandbox.faults.clear()
    await casino.start()
    await casino.quiet()
    check_voided(casino, boss)
    await check_all_is_back(casino, alice, bob)
    await casino.bet({alice: "10", bob: "10"})
    assert set(hands(casino.board_of(2))) == {alice.name, bob.name}


def unlock(casino: Casino) -> None:
    """The server's admin lets everybody type `/house`, as Discord's own settings allow."""
    for command in casino.sandbox.world.commands.values():
        command["default_member_permissions"] = None


@pytest.mark.parametrize("what", ["void", "close"])
async def test_nobody_else_may(casino: Casino, what: str) -> None:
    """Discord does not offer the commands to others; where it was told to, the bot refuses."""
    _, _, bob = await two_play(casino)
    with pytest.raises(Refused):
        await house(casino, bob, what)
    unlock(casino)
    with casino.nothing_changes():
        answer = await house(casino, bob, what)
    assert answer.text == ENGLISH("sorry-admins-only")
    assert answer.message
    assert answer.message.ephemeral


async def test_without_a_round_there_is_nothing_to_void(casino: Casino) -> None:
    """Where no table is, and where bets are being taken, the admin is told so and nothing changes."""
    boss, alice = casino.users(2)
    answer = await house(casino, boss, "void")
    assert answer.text == ENGLISH("sorry-no-table")
    await casino.open(alice)
    await alice.command(casino.channel, "bet", amount="10")
    bob = casino.sandbox.user(3)
    await casino.stand_all()
    await bob.command(casino.channel, "bet", amount="10")
    with casino.nothing_changes():
        answer = await house(casino, boss, "void")
    assert answer.text == ENGLISH("sorry-nothing-to-void")


async def check_closed(casino: Casino, answer: Answer, board: MessageView) -> None:
    """The admin and the channel are told, and the channel is free for a new table."""
    assert answer.text == "The table is closed, and all open bets were returned."
    assert CLOSED in casino.board().text
    assert casino.board().buttons[0].label == "New table"
    assert len(casino.bot.house) == 0
    click = await casino.sandbox.user(2).click(board, custom_id="bj1:1:1:-:-:deal", force=True)
    assert click.text == ENGLISH("sorry-table-gone")
    await casino.open(casino.sandbox.user(3))
    assert len(casino.bot.house) == 1


async def test_a_table_that_takes_bets_can_be_closed(casino: Casino) -> None:
    """The bets that were placed come back."""
    boss, alice, bob = casino.users(3)
    board = await casino.open(alice)
    await bob.command(casino.channel, "bet", amount="500")
    assert await casino.balances(bob) == [WELCOME - 500_00]
    answer = await house(casino, boss, "close")
    await check_all_is_back(casino, alice, bob)
    await check_closed(casino, answer, board)


async def test_an_empty_table_can_be_closed(casino: Casino) -> None:
    """Where nobody has bet there is no round to void."""
    boss, alice = casino.users(2)
    board = await casino.open(alice)
    answer = await house(casino, boss, "close")
    assert rows(casino, "SELECT * FROM round") == []
    await check_closed(casino, answer, board)


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_table_in_mid_round_can_be_closed(casino: Casino, leaves: bool) -> None:
    """The round is void, and everybody who was dealt in has the stake back, whoever left meanwhile."""
    boss, alice, bob = await two_play(casino)
    board = casino.board()
    if leaves:
        await bob.command(casino.channel, "leave")
    answer = await house(casino, boss, "close")
    await check_all_is_back(casino, alice, bob)
    check_voided(casino, boss)
    await check_closed(casino, answer, board)


async def test_closing_in_mid_round_is_asked_about(casino: Casino) -> None:
    """Nothing is closed by typing it; who keeps playing closes nothing."""
    boss, _, _ = await two_play(casino)
    with casino.nothing_changes():
        question = (await boss.command(casino.channel, "house close")).message
        assert question
        assert [button.label for button in question.buttons] == ["Close the table", "Keep playing"]
        answer = await boss.click(question, "Keep playing")
    assert answer.text == ENGLISH("house-not-voided")


@pytest.mark.parametrize("next_round", [False, True])
async def test_a_question_about_closing_outlives_its_round(
    casino: Casino, next_round: bool
) -> None:
    """The table is closed between rounds, but no other round is cut off than the one that was asked about."""
    boss, alice, bob = await two_play(casino)
    question = (await boss.command(casino.channel, "house close")).message
    assert question
    await finish_round(casino)
    if next_round:
        await casino.bet({alice: "10", bob: "10"})
    answer = await boss.click(question, "Close the table")
    assert answer.text == (told(Why.TOO_LATE) if next_round else ENGLISH("house-closed"))
    assert len(casino.bot.house) == next_round
