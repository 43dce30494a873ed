"""`/house void` and `/house close`: the round is settled with the cards on the table.

Stakes are returned only if the table cannot be resumed.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping

import pytest

from cogs.house import Admin
from cogs.interactions.house.ending import QUESTION_SECONDS
from cogs.language import ENGLISH
from engine.rules.refusals import Why
from sandbox import Refused
from sandbox.wire.numbers import ButtonStyle
from tests.driver import User
from tests.secrecy import cards_in, seeds_in

from .casino import WELCOME, Casino
from .luck import Layout
from .reading import awaited, hands, round_of
from .scenes import (
    BETS,
    a_pair_of_small_cards,
    an_ace_up,
    check_stakes_returned,
    everyone_decides,
    findings,
    quiet_deal,
    refusal_text,
    run_house,
    two_play,
)

CLOSED = "The table is closed."
TOO_LOW = 19
"""Cheating admins end a round if one of their totals is below this."""


async def check_ended(casino: Casino, *users: User) -> None:
    """Check that the first round is settled and cannot be played on.

    The users have their results, and the audit is clean.
    """
    query = (
        "SELECT user_id, net FROM result JOIN person ON person.id = result.person"
        " JOIN round ON round.id = result.round_id WHERE state = 'settled' AND number = 1"
    )
    nets = dict(casino.sql(query))
    wallets = [await casino.bot.bank.wallet(user.id) for user in users]
    assert [one.balance + one.in_play for one in wallets] == [WELCOME + nets[u.id] for u in users]
    labels = {button.label for button in casino.board_of(1).buttons}
    assert {"Hit", "Stand", "No insurance"}.isdisjoint(labels)
    assert await findings(casino) == []


def ace_up_without_blackjack(dealt: Layout) -> bool:
    """The dealer offers insurance and has no blackjack, which would end the round."""
    hole = dealt.dealers[0][1]
    return an_ace_up(dealt) and hole.points < 10 and everyone_decides(dealt)


def first_has_blackjack(dealt: Layout) -> bool:
    """Only the first player has a blackjack."""
    safe = 2 <= dealt.dealers[0][0].points <= 9
    return dealt.points(1) == 21 and dealt.points(2) < 17 and safe


@pytest.mark.parametrize(
    ("rules", "wanted", "label", "put_in"),
    [
        ("private", quiet_deal, "Hit", BETS[0]),
        ("downtown", a_pair_of_small_cards, "Split", 2 * BETS[0]),
        ("bicycle", ace_up_without_blackjack, "Insure half", BETS[0] + BETS[0] // 2),
    ],
)
async def test_admin_ends_a_round_in_progress(
    casino: Casino, rules: str, wanted: Callable[[Layout], bool], label: str, put_in: int
) -> None:
    """All hands stand, including added bets, and the board gives the reason; the next round is normal."""
    boss, alice, bob = await two_play(casino, rules, wanted)
    await casino.press(alice, label)
    assert await casino.balances(alice, bob) == [WELCOME - put_in, WELCOME - BETS[1]]
    answer = await run_house(casino, boss, "void")
    assert answer.text == ENGLISH("house-voided")
    assert ENGLISH("table-ended") in casino.board().text
    await check_ended(casino, alice, bob)
    await casino.bet({alice: "10", bob: "10"})
    await casino.stand_all()
    assert round_of(casino.board()) == 2
    assert ENGLISH("table-ended") not in casino.board().text
    assert await findings(casino) == []


@pytest.mark.parametrize("is_moderator", [False, True], ids=["an admin", "a moderator"])
async def test_ending_rounds_returns_no_lost_bets(casino: Casino, is_moderator: bool) -> None:
    """Ending every round in which the cheats' totals are low returns no lost bet, for admins and allowed moderators."""
    cheats = boss, moderator = tuple(casino.users(2))
    if is_moderator:
        casino.sandbox.guild().let_use("house", moderator)
    ended = lost = 0
    await casino.open(boss)
    for _ in range(40):
        casino.clock.advance(10)  # without looking like an automated client
        before = dict(zip(cheats, await casino.balances(*cheats), strict=True))
        board = await casino.bet(dict.fromkeys(cheats, "100"))
        if awaited(board) and min(hand.total for hand in hands(board).values()) < TOO_LOW:
            await run_house(casino, moderator if is_moderator else boss, "void")
            ended += 1
        await casino.stand_all()
        await casino.check_settled(casino.board(), before)
        lost += sum(hand.net < 0 for hand in hands(casino.board()).values() if hand.net)
    assert ended > 20
    assert lost > 20
    assert casino.sql("SELECT state, COUNT(*) FROM round WHERE number <= 40") == [("settled", 40)]
    for user in cheats:
        assert (await casino.bot.bank.statistics(user.id)).total.rounds == 40


async def _reset(casino: Casino) -> None:
    await casino.set("turn_seconds", "10")
    await casino.sandbox.user(1).command(casino.channel, "house reset")


async def _remove_server(casino: Casino) -> None:
    """Delete the server's data, as 30 days after the bot's removal, while a round is open."""
    await casino.bot.house.close_guild(casino.channel.guild.id, casino.sandbox.user(1).id)


POWERS: Mapping[str, Callable[[Casino], Awaitable[None] | None]] = {
    "the message is deleted": lambda at: at.sandbox.faults.delete_message(at.board()),
    "the channel is deleted": lambda at: at.sandbox.faults.delete_channel(at.channel),
    "the channel is closed to the bot": lambda at: at.sandbox.faults.forbid(at.channel),
    "the bot is removed": lambda at: at.sandbox.faults.send_away(at.channel.guild),
    "settings are changed and reset": _reset,
    "data of a removed server is deleted": _remove_server,
}


@pytest.mark.parametrize("power", POWERS.values(), ids=POWERS)
async def test_server_events_return_no_bets(
    casino: Casino, power: Callable[[Casino], Awaitable[None] | None]
) -> None:
    """Whatever happens in the server, the deadlines expire and the round is settled with the cards on the table."""
    _, alice, bob = await two_play(casino)
    if (done := power(casino)) is not None:
        await done
    for _ in range(3):
        await casino.let_pass(46)
    nets = dict(casino.sql("SELECT person, net FROM result WHERE round_id = 1"))
    assert casino.sql("SELECT state FROM round WHERE id = 1") == [("settled",)]
    wallets = [await casino.bot.bank.wallet(user.id) for user in (alice, bob)]
    assert [(one.balance, one.in_play) for one in wallets] == [
        (WELCOME + net, 0) for _, net in sorted(nets.items())
    ]
    assert all(nets.values())
    assert await findings(casino) == []


async def test_blackjack_is_paid_immediately_and_permanently(casino: Casino) -> None:
    """The winnings can be bet at another table during the round; neither a crash nor an admin takes them back."""
    boss, alice, bob = await two_play(casino, "endless", first_has_blackjack)
    paid, lounge = BETS[0] * 3 // 2 + 1, casino.sandbox.channel("lounge")
    hand = hands(casino.board())[alice.name]
    assert (hand.net, hand.now) == (paid, WELCOME + paid)
    await casino.open(bob, channel=lounge)
    await alice.command(lounge, "bet", amount="all")
    assert await casino.balances(alice) == [0]
    await casino.crash()
    await casino.quiet()
    assert hands(casino.board())[alice.name].net == paid
    await run_house(casino, boss, "void")
    wallet = await casino.bot.bank.wallet(alice.id)
    assert (wallet.balance, wallet.in_play) == (0, WELCOME + paid)
    await check_ended(casino, alice, bob)


async def test_admin_must_confirm(casino: Casino) -> None:
    """Only the red button ends the round."""
    boss, alice, _ = await two_play(casino)
    with casino.nothing_changes():
        question = await casino.shown(boss, "house void")
    assert "End round 1 now?" in question.text
    assert [(one.label, one.style) for one in question.buttons] == [
        ("End the round", ButtonStyle.DANGER),
        ("Keep playing", ButtonStyle.SECONDARY),
    ]
    assert (await boss.click(question, "Keep playing")).text == ENGLISH("house-not-voided")
    assert not question.buttons
    await casino.press(alice, "Hit")


@pytest.mark.parametrize("what", ["void", "close"])
async def test_only_the_admin_can_confirm(casino: Casino, what: str) -> None:
    """The buttons expire and do not work for other players, other admins, or after a restart."""
    await casino.set("turn_seconds", "600")
    boss, alice, bob = await two_play(casino)
    casino.sandbox.guild().let_manage(bob)
    question = await casino.shown(boss, f"house {what}")
    yes = question.buttons[0]
    own = await casino.shown(alice, "help"), await casino.shown(bob, "house settings")
    other = await casino.shown(bob, "house close" if what == "void" else "house void")
    assert other.text != question.text
    with casino.nothing_changes():
        for user, message in ((alice, own[0]), (bob, own[1]), (bob, other)):
            answer = await user.click(message, custom_id=yes.custom_id, force=True)
            assert answer.text == ENGLISH("sorry-old-question")
        casino.clock.advance(QUESTION_SECONDS)
        assert (await boss.click(question, yes.label)).text == ENGLISH("sorry-old-question")
    question = await casino.shown(boss, f"house {what}")
    await casino.restart()
    with casino.nothing_changes():
        assert (await boss.click(question, yes.label)).text == ENGLISH("sorry-old-question")
    assert (await run_house(casino, boss, what)).text.startswith(
        ("The round is over", "The table is closed")
    )
    await check_ended(casino, alice, bob)


async def test_confirming_for_an_earlier_round_ends_nothing(casino: Casino) -> None:
    """Its button is too late after the round, in the next round, and at another table."""
    boss, alice, bob = await two_play(casino)
    question = await casino.shown(boss, "house void")

    async def comes_too_late() -> None:
        with casino.nothing_changes():
            answer = await boss.click(question, "End the round")
        assert answer.text == refusal_text(Why.TOO_LATE)

    await casino.stand_all()
    await comes_too_late()
    await casino.bet({alice: "10", bob: "10"})
    await comes_too_late()
    await run_house(casino, boss, "close")
    await two_play(casino)
    await comes_too_late()


OPTIONS = {"set": {"setting": "lowest", "value": "10"}}
"""Options of the `/house` commands."""

SHOWN = {
    "settings": "Settings of",
    "set": "Lowest bet: **$10**",
    "reset": "Everything is back to the default",
    "log": "What admins did",
    "status": "How the bot is doing",
    "void": "The round is over",
    "close": "The table is closed",
}
"""Part of the answer to each `/house` command."""


async def test_discord_checks_permissions_of_house(casino: Casino) -> None:
    """A moderator allowed by the server may use them all without *Manage Server*; a denied admin may use none."""
    _, alice, bob = await two_play(casino)
    guild = casino.sandbox.guild()
    assert {command.name for command in Admin.house.commands} == {*SHOWN}
    for what in SHOWN:
        with pytest.raises(Refused):
            await bob.command(casino.channel, f"house {what}", **OPTIONS.get(what, {}))
    guild.let_use("house", bob)
    for what, says in SHOWN.items():
        if what in ("void", "close"):
            answer = await run_house(casino, bob, what)
        else:
            answer = await bob.command(casino.channel, f"house {what}", **OPTIONS.get(what, {}))
            assert (await casino.alone(answer)).text == answer.text
        assert says in answer.text
    await check_ended(casino, alice, bob)
    acts = await casino.bot.bank.admin_log(casino.channel.guild.id, 9)
    assert {act.admin_id for act in acts} == {bob.id}
    guild.let_manage(alice)
    guild.let_use("house", alice, False)
    for what in SHOWN:
        with pytest.raises(Refused):
            await alice.command(casino.channel, f"house {what}", **OPTIONS.get(what, {}))


async def test_a_table_in_mid_round_can_be_closed(casino: Casino) -> None:
    """Every hand stands, including hands of players who have left."""
    boss, alice, bob = await two_play(casino)
    board = casino.board()
    await bob.command(casino.channel, "leave")
    answer = await run_house(casino, boss, "close")
    await check_ended(casino, alice, bob)
    assert answer.text == ENGLISH("house-closed-in-round")
    assert CLOSED in casino.board().text
    assert casino.board().buttons[0].label == "New table"
    assert len(casino.bot.house) == 0
    click = await bob.click(board, custom_id="bj2:table:deal:1,1:-:-", force=True)
    assert click.text == ENGLISH("sorry-table-gone")
    await casino.open(casino.sandbox.user(3))
    assert len(casino.bot.house) == 1


DAMAGE = {
    "an invalid move": "UPDATE move SET text = 'deal Zz' WHERE n = 1",
    "another card": "UPDATE move SET text = 'deal ' || CASE text WHEN 'deal 5d' THEN '9c' ELSE '5d' END"
    " WHERE n = 0",
    "unknown rules": "UPDATE game_table SET rules = 'whist'",
    "betting phase during a round": "UPDATE game_table SET data = json_replace(data, '$.phase', 'betting')",
}


async def damage_table(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> tuple[User, User, User]:
    """Damage the file in mid-round while the bot is stopped, and restart.

    The log names the table, but contains no cards.
    """
    people = await two_play(casino)
    seed = casino.secret()
    await casino.stop()
    casino.sql(damage)
    caplog.set_level(logging.DEBUG)
    await casino.start()
    await casino.quiet()
    (error,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert re.search(r"table 1 .*can't resume the table", error.getMessage())
    assert error.exc_info is None
    assert (cards_in(caplog.text), seeds_in(caplog.text, [seed])) == ([], [])
    caplog.set_level(logging.WARNING)
    caplog.clear()
    return people


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
async def test_inconsistent_table_waits_to_be_closed(
    casino: Casino, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Commands explain the remedy; two admins close the table once, stakes are returned, and the channel is free."""
    boss, alice, bob = await damage_table(casino, damage, caplog)
    for command, options in (("blackjack", {}), ("bet", {"amount": "10"}), ("leave", {})):
        assert await casino.typed(alice, command, **options) == ENGLISH("sorry-table-broken")
    answers = await asyncio.gather(*(run_house(casino, boss, "close") for _ in range(2)))
    texts = [answer.text for answer in answers]
    assert "The table is closed, and all open bets were returned." in texts
    assert ENGLISH("sorry-our-fault") not in texts
    await check_stakes_returned(casino, alice, bob, damaged=True)
    await casino.restart()
    await casino.open(bob)
    assert await casino.balances(bob) == [WELCOME]
