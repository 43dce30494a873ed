"""Live tables when the bank fails or callers are cancelled."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.live.saving import StillInDoubt
from engine.round.moves import Double, Verb
from engine.rules.refusals import Refused, Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE, VEGAS
from engine.table.channel_settings import Seconds
from engine.table.commands import CloseTable, Command, LeaveTable, PlaceBet
from engine.table.state import Stage
from engine.values.bank import DoesNotFit, InsufficientFunds, OutcomeUnknown, StorageTrouble
from engine.values.tables import DisplayName
from tests.clock import ManualClock
from tests.engine.sitting import click_on
from tests.engine.storing import ADMIN, ANN, BEN, CAT, Living, dealt, house_of, settled

BET = 1_000
"""Cents."""


async def test_a_cancelled_caller_does_not_block_closing() -> None:
    """Bets queued behind the closing, one of them cancelled."""
    living = Living.at(HOTSEAT)
    table = living.table
    closing = asyncio.create_task(table.submit(CloseTable(admin_id=ADMIN)))
    gone = asyncio.create_task(table.submit(PlaceBet(user_id=BEN, cents=BET)))
    stays = asyncio.create_task(living.refused(PlaceBet(user_id=CAT, cents=BET)))
    await asyncio.sleep(0)
    gone.cancel()
    await settled()
    assert closing.done()
    assert living.gone == [table]
    assert (await stays).why is Why.TABLE_CLOSED
    assert (await living.refused(PlaceBet(user_id=BEN, cents=BET))).why is Why.TABLE_CLOSED


def seconds_left(living: Living) -> dict[int, float]:
    now, seats = living.clock.now(), living.table.view.seats
    return {seat.user_id: seat.deadline - now for seat in seats if seat.deadline is not None}


async def outcome_unknown(living: Living, command: Command, **more: Any) -> None:
    """Submit a command with an unknown outcome."""
    living.bank.trouble = OutcomeUnknown("the disk failed")
    with pytest.raises(OutcomeUnknown):
        await living.table.submit(command, **more)


async def a_minute(living: Living, step: int = 5) -> None:
    for _ in range(60 // step):
        await living.pass_time(step)


async def recover(living: Living) -> None:
    """End the failure, and wait for the next retry."""
    living.bank.trouble = None
    await living.pass_time(5)


async def test_deadlines_are_extended_while_an_outcome_is_unknown() -> None:
    """Ann stands, and for a minute the outcome is unknown; then Ben has his full time."""
    living = await dealt()
    await outcome_unknown(living, click_on(living.table.view, ANN, Verb.STAND))
    await a_minute(living)
    await recover(living)
    await living.pass_time(0.01)
    assert [change.moves for change in living.bank.saved[2:]] == [("1 stand",)]
    assert seconds_left(living) == pytest.approx({BEN: Seconds().turn - 0.01})
    assert living.bank.saved[-1].table.deadline == pytest.approx(
        living.clock.now() - 0.01 + Seconds().turn
    )


async def test_deadlines_are_extended_while_a_time_out_can_not_be_saved() -> None:
    """Ann timed out before the disk failed; Ben could not play in between and keeps his time."""
    for ten in (False, True):
        living = await (dealt(PRIVATE, ANN, BEN, first=2) if ten else dealt())
        wanted = Seconds().turn - 0.01
        if ten:
            await living.pass_time(10)
            await living.table.submit(click_on(living.table.view, BEN, Verb.HIT))
            wanted = 10 - 0.01
        living.bank.trouble = OSError("no disk")
        await living.pass_time(Seconds().turn - 10 * ten)
        await a_minute(living)
        await recover(living)
        await living.pass_time(0.01)
        assert seconds_left(living) == pytest.approx({BEN: wanted})


async def test_a_player_whose_moves_could_not_be_saved_is_not_late() -> None:
    """The disk recovers just before Ann's deadline."""
    living = await dealt()
    await living.pass_time(10)
    living.bank.trouble = StorageTrouble("no room")
    for _ in range(3):
        with pytest.raises(StorageTrouble):
            await living.table.submit(click_on(living.table.view, ANN, Verb.STAND))
        await living.pass_time(11)
    living.bank.trouble = None
    await living.pass_time(Seconds().turn - 43)
    assert seconds_left(living) == pytest.approx({ANN: Seconds().turn - 10})
    assert living.onlooker.seen[-1] == living.table.view, "the board shows the new deadline"
    living.bank.trouble = DoesNotFit("another seat")
    with pytest.raises(DoesNotFit):
        await living.table.submit(click_on(living.table.view, ANN, Verb.STAND))
    living.bank.trouble = None
    await living.pass_time(Seconds().turn - 10)
    assert living.bank.saved[-1].moves[0] == "1 stand late", "this was no outage"


async def test_a_closing_of_unknown_outcome_happens_once() -> None:
    living = await dealt()
    await outcome_unknown(living, CloseTable(admin_id=ADMIN))
    await living.pass_time(5)
    await recover(living)
    assert (living.table.view.stage, living.gone) == (Stage.CLOSED, [living.table])


@pytest.mark.parametrize("gone", [False, True], ids=["the disk recovers", "the money is gone"])
async def test_commands_are_refused_while_an_outcome_is_unknown(gone: bool) -> None:
    """Ben's bet is retried; if his money is gone, it is dropped. The betting time is extended."""
    living = Living.at(HOTSEAT)
    await living.pass_time(20)
    await outcome_unknown(living, PlaceBet(user_id=BEN, cents=BET), interaction="a click")
    with pytest.raises(StillInDoubt) as refused:
        await living.table.submit(PlaceBet(user_id=CAT, cents=BET))
    assert not isinstance(refused.value, OutcomeUnknown)
    await a_minute(living)
    living.bank.trouble = InsufficientFunds(BEN, needed=BET, balance=0) if gone else None
    await living.pass_time(5)
    view = living.table.view
    assert [seat.user_id for seat in view.seats] == [ANN, BEN][: 2 - gone]
    assert gone or living.onlooker.interactions == [None], "the click was answered already"
    assert view.deadline == pytest.approx(living.clock.now() + Seconds().bet - 20)


async def test_a_table_that_contradicts_its_saved_data_can_be_closed(
    bank: Bank, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The retries end, the host gets one log line, and the table is broken."""
    clock, troubles = ManualClock(), [DoesNotFit("table 1 is later"), OutcomeUnknown("no disk")]

    async def fail(*_: object) -> None:
        raise troubles.pop()

    house = house_of(bank, clock)
    table = await house.open(HOTSEAT, channel_id=10, guild_id=20, opener=ANN)
    monkeypatch.setattr(Bank, "commit", fail)
    with pytest.raises(OutcomeUnknown):
        await table.submit(PlaceBet(user_id=ANN, cents=BET))
    caplog.clear()
    waits = asyncio.create_task(table.submit(PlaceBet(user_id=BEN, cents=BET)))
    for _ in range(3):
        clock.advance(5)
        await settled()
    with pytest.raises(Refused):
        await waits
    message = "table 1 in channel 10: saved data contradicts the table, /house close there returns its stakes"
    assert [line for line, _ in errors_in(caplog)] == [f"{message} (table 1 is later)"]
    assert (len(house), house.in_channel(10), house.is_broken(10), troubles) == (0, None, True, [])
    await house.close_broken(10, ADMIN, DisplayName(ADMIN, "Boss", "Boss"))
    assert await bank.names(20, [ADMIN]) == {ADMIN: "Boss"}
    assert (await bank.open_tables(), house.is_broken(10)) == ([], False)


def errors_in(caplog: pytest.LogCaptureFixture) -> list[tuple[str, bool]]:
    return [
        (record.getMessage(), record.exc_info is not None)
        for record in caplog.records
        if record.levelno >= logging.ERROR
    ]


async def test_a_failing_disk_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """A line per failure and cause; bugs have a traceback."""
    living = await dealt()
    before = len(living.bank.tried)
    living.bank.trouble = StorageTrouble("the file was replaced")
    await living.pass_time(Seconds().turn - 1)
    await a_minute(living, step=1)
    assert len(living.bank.tried) == before + 12, "retried every five seconds"
    living.bank.trouble = StorageTrouble("the disk is full")
    await a_minute(living)
    message = "table 1 in channel 10: the table could not act on a deadline"
    full = (f"{message} (the disk is full)", False)
    assert errors_in(caplog) == [(f"{message} (the file was replaced)", False), full]
    await recover(living)
    living.bank.trouble = StorageTrouble("the disk is full")
    await living.pass_time(Seconds().turn)
    await living.pass_time(5)
    assert errors_in(caplog)[2:] == [full]
    living.bank.trouble = ZeroDivisionError("oh")
    await a_minute(living)
    assert [traceback for _, traceback in errors_in(caplog)[3:]] == [True]


async def test_names_are_saved_with_the_users_command() -> None:
    """Only of seated users and of admins, and changed ones; also with a retried command."""
    living = Living.at(HOTSEAT)
    table, bet = living.table, PlaceBet(user_id=BEN, cents=500)
    assert await living.refused(
        LeaveTable(user_id=CAT), display_name=DisplayName(CAT, "Cat", "Cat")
    )
    await outcome_unknown(living, bet, display_name=DisplayName(BEN, "Ben", "Benjamin"))
    assert [seat.name for seat in table.view.seats] == [""]
    await recover(living)
    for name in ("Ben", "Benny"):
        await table.submit(bet, display_name=DisplayName(BEN, name, "Benjamin"))
    assert [seat.name for seat in table.view.seats] == ["", "Benny"]
    await table.submit(
        LeaveTable(user_id=BEN), display_name=DisplayName(BEN, "Big Ben", "Benjamin")
    )
    await table.submit(CloseTable(admin_id=ADMIN), display_name=DisplayName(ADMIN, "Boss", "Boss"))
    assert [change.display_name and change.display_name.here for change in living.bank.saved] == [
        *("Ben", None, "Benny", "Big Ben", "Boss")
    ]


async def test_the_round_before_stays_shown_during_the_next_one() -> None:
    """Also after a second command of the round."""
    living = await dealt()
    table = living.table
    for user_id in (ANN, BEN):
        await table.submit(click_on(table.view, user_id, Verb.STAND))
    over = table.view.last
    assert over is not None
    for user_id in (BEN, ANN):
        await table.submit(PlaceBet(user_id=user_id, cents=BET))
    for hits in (False, True):
        if hits:
            await table.submit(click_on(table.view, table.view.awaited[0].user_id, Verb.HIT))
        view = table.view
        assert (view.stage, view.round_number) == (Stage.PLAYING, 2)
        assert view.before is not None
        assert [seat.hands for seat in view.before.seats] == [seat.hands for seat in over.seats]


# Hints


async def test_hints() -> None:
    """Only for the player to decide; nothing changes at the table. The next move is saved as hinted, the one after is
    not. A click can neither claim nor hide a hint.
    """
    living = await dealt()
    table, before = living.table, living.table.view
    question = table.question(ANN)
    assert (question.seat, question.round_number, question.gone) == (1, 1, 0)
    for other, user_id, why in (
        (table, BEN, Why.NOT_YOUR_TURN),
        (table, 999, Why.NOT_IN_ROUND),
        (Living.at(HOTSEAT).table, ANN, Why.NO_ROUND),
    ):
        with pytest.raises(Refused) as refused:
            other.question(user_id)
        assert refused.value.refusal.why is why
    moves = [*question.round.moves]
    table.note_hint(question)
    assert table.view == before
    stand = click_on(table.view, ANN, Verb.STAND)
    await table.submit(stand)
    assert question.round.moves == moves
    assert (await living.refused(stand)).why is Why.REPEATED
    with pytest.raises(Refused) as refused:
        table.note_hint(question)
    assert refused.value.refusal.why is Why.STALE, "the player has already moved"
    await table.submit(replace(click_on(table.view, BEN, Verb.STAND), hinted=True))
    saved = [move for change in living.bank.saved for move in change.moves if move[0].isdigit()]
    assert saved == ["1 stand hinted", "2 stand"]


async def test_a_hint_marks_only_the_next_move() -> None:
    """Not the same seat's move after it."""
    living = await dealt()
    table = living.table
    table.note_hint(table.question(ANN))
    await table.submit(click_on(table.view, ANN, Verb.HIT))
    await table.submit(click_on(table.view, ANN, Verb.STAND))
    saved = [move for change in living.bank.saved for move in change.moves if move[0] == "1"]
    assert saved == ["1 hit hinted", "1 stand"]


async def test_a_hint_is_about_affordable_moves() -> None:
    """The moves that the board offers."""
    living = await dealt(VEGAS, ANN)
    table = living.table
    for balance in (BET - 1, BET):
        table.note_balance(ANN, balance)
        offers = table.question(ANN).offers
        assert (Double in offers) is (balance == BET)
        assert offers == table.view.seat(1).offers
