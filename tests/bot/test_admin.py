"""What admins may do: `/house void` and `/house close` give every stake back, and nobody else can use them."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from cogs import sentences
from engine.audit import audit
from engine.bank import Bank
from engine.refusals import Why
from engine.rules import RULE_SETS
from sandbox import Answer, MessageView, Refused, User

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, hands, round_of
from .scenes import told

HOTSEAT = RULE_SETS["hotseat"]
EDIT = "/channels/*/messages/*"
VOID = "An admin has ended this round. Every stake is back with its player."
CLOSED = "The table is closed."
BETS = (33_33, 100_00)
"""Cents; the odd ones show whether anything is rounded on the way back."""


def rows(casino: Casino, query: str) -> list[tuple[object, ...]]:
    """What the file says."""
    with closing(sqlite3.connect(casino.database)) as connection:
        return connection.execute(query).fetchall()


async def findings(casino: Casino) -> list[str]:
    """What the whole audit says of the books."""
    async with Bank.open(casino.database, casino.clock.now) as bank:
        return [finding async for finding in audit(bank)]


def quiet_deal(dealt: Layout) -> bool:
    """Nobody has 21, the first player has room for a card, and the dealer shows nothing to insure against."""
    upcard = dealt.dealers[0][0].points
    return 4 < dealt.points(1) <= 11 and dealt.points(2) < 21 and 2 <= upcard <= 9


def pair(dealt: Layout) -> bool:
    """The first player can split two small cards, and the dealer shows nothing to insure against."""
    first, second = dealt.players[0]
    small = first.rank == second.rank and 2 <= first.points <= 8
    return small and dealt.points(2) < 21 and 2 <= dealt.dealers[0][0].points <= 9


def ace_up(dealt: Layout) -> bool:
    """Insurance is asked for, and the dealer has no blackjack to end the round with."""
    upcard, hole = dealt.dealers[0]
    return upcard.points == 1 and hole.points < 10 and max(map(dealt.points, (1, 2))) < 21


async def two_play(
    casino: Casino, rules: str = "hotseat", wanted: Callable[[Layout], bool] = quiet_deal
) -> tuple[User, User, User]:
    """The admin, and two players who have bet and are dealt what is wanted."""
    casino.luck.next.append(seed_where(RULE_SETS[rules], 2, wanted))
    boss, alice, bob = casino.users(3)
    await casino.open(alice, rules)
    first, second = (f"{cents / 100:.2f}" for cents in BETS)
    await casino.bet({alice: first, bob: second})
    assert awaited(casino.board())
    return boss, alice, bob


async def finish_round(casino: Casino) -> None:
    """Everybody makes the decisions that cost nothing, until the round is settled."""
    for user in casino.turns():
        labels = {button.label for button in casino.board().buttons}
        free = "Stand" if "Stand" in labels else "No insurance"
        await casino.press(user, free)


async def house(casino: Casino, user: User, what: str) -> Answer:
    """Somebody types `/house void` or `/house close`; returns when the outcome is shown."""
    answer = await user.command(casino.channel, f"house {what}")
    await casino.quiet()
    return answer


async def check_all_is_back(casino: Casino, *users: User) -> None:
    """Balances are as they were before the bets, nothing is in play, and the books are in order."""
    wallets = [await casino.bot.bank.wallet(user.id) for user in users]
    assert [(wallet.balance, wallet.in_play) for wallet in wallets] == [(WELCOME, 0)] * len(users)
    assert await findings(casino) == []


def check_voided(casino: Casino, admin: User) -> None:
    """The first round is void in the books, with the admin's name, and on its board, which has no buttons."""
    ended = rows(casino, "SELECT state, voided_by FROM round WHERE number = 1")
    assert ended == [("voided", admin.id)]
    board = casino.board_of(1)
    assert VOID in board.text
    assert not board.buttons


def no_card_twice(casino: Casino, shoe: tuple[bytes, int]) -> bool:
    """Whether the next round is dealt behind the cards of the voided one, or from a new shoe."""
    ((seed, dealt),) = rows(casino, "SELECT shoe_seed, shoe_dealt FROM game_table")
    ((out,),) = rows(casino, "SELECT COUNT(*) FROM move WHERE text LIKE 'deal %' AND round_id = 1")
    return seed != shoe[0] or dealt == shoe[1] + out  # type: ignore[operator] # rows hold objects


@pytest.mark.parametrize("rules", RULE_SETS)
async def test_a_round_in_the_middle_can_be_voided(casino: Casino, rules: str) -> None:
    """By every rule set all stakes come back to the cent, and the next round is dealt from fresh cards."""
    boss, alice, bob = await two_play(casino, rules)
    ((seed, dealt),) = rows(casino, "SELECT shoe_seed, shoe_dealt FROM game_table")
    assert isinstance(seed, bytes)
    assert isinstance(dealt, int)
    await casino.press(alice, "Hit")
    answer = await house(casino, boss, "void")
    assert answer.text == "The round is void, and every stake is back with its player."
    await check_all_is_back(casino, alice, bob)
    check_voided(casino, boss)
    assert no_card_twice(casino, (seed, dealt))
    await casino.bet({alice: "10", bob: "10"})
    await finish_round(casino)
    assert round_of(casino.board()) == 3
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
    assert f"<@{bob.id}>" not in casino.board().text
    assert f"<@{alice.id}>" in casino.board().text


async def test_the_log_says_once_who_voided_what(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One line with the table, the round, the admin and the interaction."""
    boss, _, _ = await two_play(casino)
    with caplog.at_level(logging.INFO, "engine"):
        answer = await house(casino, boss, "void")
    said = [record.getMessage() for record in caplog.records if "void" in record.getMessage()]
    by = f"voided by {boss.id} (interaction {answer.interaction_id})"
    assert said == [f"table 1 round 1 {by}"]


async def test_two_admins_void_a_round_once(casino: Casino) -> None:
    """The second one is told that there is no round any more."""
    boss, alice, bob = await two_play(casino)
    answers = await asyncio.gather(*(house(casino, boss, "void") for _ in range(2)))
    assert [told(Why.NO_ROUND) == answer.text for answer in answers].count(True) == 1
    await check_all_is_back(casino, alice, bob)


@pytest.mark.parametrize("discord_is_down", [False, True])
async def test_a_void_is_shown_after_a_restart(casino: Casino, discord_is_down: bool) -> None:
    """The round is void on its board, whether that was shown before the bot stopped or not."""
    boss, alice, bob = await two_play(casino)
    board = casino.board()
    if discord_is_down:
        casino.sandbox.faults.fail("PATCH", EDIT, 400, times=1_000)
    await house(casino, boss, "void")
    await casino.stop()
    assert (VOID in board.text) != discord_is_down
    casino.sandbox.faults.clear()
    await casino.start()
    await casino.quiet()
    check_voided(casino, boss)
    await check_all_is_back(casino, alice, bob)
    await casino.bet({alice: "10", bob: "10"})
    assert set(hands(casino.board_of(2))) == {alice.id, bob.id}


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
    assert answer.text == sentences.ADMINS_ONLY
    assert answer.message
    assert answer.message.ephemeral


async def test_without_a_round_there_is_nothing_to_void(casino: Casino) -> None:
    """Where no table is, and where bets are being taken, the admin is told so and nothing changes."""
    boss, alice = casino.users(2)
    answer = await house(casino, boss, "void")
    assert answer.text == sentences.NO_TABLE
    await casino.open(alice)
    await alice.command(casino.channel, "bet", amount="10")
    bob = casino.sandbox.user(3)
    await casino.stand_all()
    await bob.command(casino.channel, "bet", amount="10")
    with casino.nothing_changes():
        answer = await house(casino, boss, "void")
    assert answer.text == told(Why.NO_ROUND)


async def check_closed(casino: Casino, answer: Answer, board: MessageView) -> None:
    """The admin and the channel are told, and the channel is free for a new table."""
    assert answer.text == "The table is closed, and every stake is back with its player."
    assert CLOSED in casino.board().text
    assert not casino.board().buttons
    assert len(casino.bot.house) == 0
    click = await casino.sandbox.user(2).click(board, custom_id="bj1:1:1:-:-:deal", force=True)
    assert click.text == sentences.TABLE_GONE
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


# Tables that can't be resumed

DAMAGE = {
    "a move that is none": "UPDATE move SET text = 'deal Zz' WHERE n = 1",
    "another card": "UPDATE move SET text = 'deal ' || CASE text WHEN 'deal 2c' THEN '3c'"
    " ELSE '2c' END WHERE n = 0",
    "a move that is missing": "DELETE FROM move WHERE n = 0",
    "all moves missing": "DELETE FROM move",
    "nobody dealt in": "DELETE FROM dealt_seat",
    "one not dealt in": "DELETE FROM dealt_seat WHERE seat = 2",
    "a player without a seat": "DELETE FROM seat WHERE number = 2",
    "a dealt seat too many": "INSERT INTO dealt_seat VALUES (1, 3, 77, 100)",
    "rules that are none": "UPDATE game_table SET rules = 'whist'",
    "rules of another table": "UPDATE game_table SET rules = 'private'",
    "a phase that is none": "UPDATE game_table SET phase = 'dancing'",
    "a phase that does not last": "UPDATE game_table SET phase = 'settled'",
    "bets while a round runs": "UPDATE game_table SET phase = 'betting'",
    "a shoe with too few cards": "UPDATE game_table SET shoe_dealt = 10000",
    "another shoe": "UPDATE game_table SET shoe_seed = zeroblob(32)",
    "a seat without a stake": "UPDATE seat SET stake = 0",
}


async def broken(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> tuple[User, User, User]:
    """Two players had a round going when the bot stopped; then the file was damaged, and the bot is back."""
    people = await two_play(casino)
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute(damage)
    await casino.start()
    await casino.quiet()
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert ["table 1" in record.getMessage() for record in errors] == [True]
    assert errors[0].exc_info is None
    caplog.clear()
    return people


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
async def test_a_table_that_does_not_fit_together_is_left_alone(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot starts, the log has one line about it, and people in the channel are told what can be done."""
    _, alice, _ = await broken(casino, damage, caplog)
    for command, options in (("blackjack", {}), ("bet", {"amount": "10"}), ("leave", {})):
        answer = await alice.command(casino.channel, command, **options)
        assert answer.text == sentences.TABLE_BROKEN


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
async def test_such_a_table_can_be_closed(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Every stake is back with its player, and the channel is free, after the next restart too."""
    boss, alice, bob = await broken(casino, damage, caplog)
    answer = await house(casino, boss, "close")
    assert answer.text == "The table is closed, and every stake is back with its player."
    await check_all_is_back(casino, alice, bob)
    await casino.restart()
    await casino.open(bob)
    assert await casino.balances(bob) == [WELCOME]


async def test_two_admins_close_a_broken_table_once(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Both get an answer, and the stakes come back once."""
    boss, alice, bob = await broken(casino, DAMAGE["a move that is none"], caplog)
    answers = await asyncio.gather(*(house(casino, boss, "close") for _ in range(2)))
    assert sentences.OUR_FAULT not in [answer.text for answer in answers]
    await check_all_is_back(casino, alice, bob)


async def test_other_tables_go_on_beside_a_broken_one(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """One table's damage is no other table's trouble, and a broken table can't be voided as if it were played."""
    lounge = casino.sandbox.channel("lounge")
    carol = casino.sandbox.user(4)
    await casino.open(carol, channel=lounge)
    damage = "UPDATE move SET text = 'deal Zz' WHERE n = 1"
    people = await two_play(casino)
    await casino.stop()
    with closing(sqlite3.connect(casino.database)) as connection, connection:
        connection.execute(damage)
    await casino.start()
    caplog.clear()
    answer = await house(casino, people[0], "void")
    assert answer.text == sentences.TABLE_BROKEN
    await casino.press(carol, "$10", channel=lounge)
    assert carol.id in hands(casino.boards(lounge)[0])
