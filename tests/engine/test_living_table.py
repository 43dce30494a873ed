"""A table that lives, where the bank or its callers let it down."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.live.doubt import StillInDoubt
from engine.round.moves import Verb
from engine.rules.refusals import Refused, Why
from engine.rules.rule_sets import HOTSEAT, PRIVATE
from engine.table.channel_settings import Seconds
from engine.table.commands import CloseTable, Command, LeaveTable, PlaceBet
from engine.table.state import Stage
from engine.values.bank import DoesNotFit, InsufficientFunds, OutcomeUnknown, StorageTrouble
from engine.values.tables import Called
from tests.clock import ManualClock
from tests.engine.sitting import click_on
from tests.engine.storing import ADMIN, ANN, BEN, CAT, Living, dealt, house_of, settled

BET = 1_000
"""Cents."""


async def test_who_stops_waiting_does_not_keep_a_table_from_closing() -> None:
    """Behind the closing wait a bet whose caller goes away and one whose caller stays: the house learns of the end."""
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


def waited_for(living: Living) -> dict[int, float]:
    """The seconds that are left to each who is asked."""
    now, seats = living.clock.now(), living.table.view.seats
    return {seat.user_id: seat.deadline - now for seat in seats if seat.deadline is not None}


async def doubted(living: Living, command: Command, **more: Any) -> None:
    """Nobody knows whether the command is kept; the bank goes on failing."""
    living.bank.trouble = OutcomeUnknown("the disk failed")
    with pytest.raises(OutcomeUnknown):
        await living.table.submit(command, **more)


async def a_minute(living: Living, step: int = 5) -> None:
    for _ in range(60 // step):
        await living.pass_time(step)


async def mended(living: Living) -> None:
    """The disk is back, and what waits is tried again."""
    living.bank.trouble = None
    await living.pass_time(5)


async def test_nobody_is_late_for_the_time_in_doubt() -> None:
    """Ann stands, and for a minute nobody knows whether that is kept; then Ben is asked and has the whole time."""
    living = await dealt()
    await doubted(living, click_on(living.table.view, ANN, Verb.STAND))
    await a_minute(living)
    await mended(living)
    await living.pass_time(0.01)
    assert [change.moves for change in living.bank.kept[2:]] == [("1 stand",)]
    assert waited_for(living) == pytest.approx({BEN: Seconds().turn - 0.01})
    assert living.bank.kept[-1].table.deadline == pytest.approx(
        living.clock.now() - 0.01 + Seconds().turn
    )


async def test_nobody_is_late_for_the_time_in_which_a_deadline_could_not_be_kept() -> None:
    """Ann was late before the disk failed and stands when it is back; Ben, who could not play meanwhile, is not.

    Where both play at once and Ben has ten seconds left, he still has them.
    """
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
        await mended(living)
        await living.pass_time(0.01)
        assert waited_for(living) == pytest.approx({BEN: wanted})


async def test_a_doubted_closing_closes_the_table_once() -> None:
    living = await dealt()
    await doubted(living, CloseTable(admin_id=ADMIN))
    await living.pass_time(5)
    await mended(living)
    assert (living.table.view.stage, living.gone) == (Stage.CLOSED, [living.table])


@pytest.mark.parametrize("gone", [False, True], ids=["the disk is back", "the money is gone"])
async def test_what_is_clicked_on_in_doubt_changes_nothing(gone: bool) -> None:
    """Ben's bet may count; where its money is gone it is dropped, and the time is left that was left before."""
    living = Living.at(HOTSEAT)
    await living.pass_time(20)
    await doubted(living, PlaceBet(user_id=BEN, cents=BET), via="a click")
    with pytest.raises(StillInDoubt) as told:
        await living.table.submit(PlaceBet(user_id=CAT, cents=BET))
    assert not isinstance(told.value, OutcomeUnknown)
    await a_minute(living)
    living.bank.trouble = InsufficientFunds(BEN, needed=BET, balance=0) if gone else None
    await living.pass_time(5)
    view = living.table.view
    assert [seat.user_id for seat in view.seats] == [ANN, BEN][: 2 - gone]
    assert gone or living.onlooker.via == [None], "whoever clicked was told already"
    assert view.deadline == pytest.approx(living.clock.now() + Seconds().bet - 20)


async def test_a_table_that_does_not_fit_any_more_can_be_closed(
    bank: Bank, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A doubt that can never be saved ends: one line for the host, and the house has the table as broken."""
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
    told = (
        "table 1 in channel 10: contradicts its saved data, /house close there returns its stakes:"
    )
    assert [line for line, _ in errors_in(caplog)] == [f"{told} table 1 is later"]
    assert (len(house), house.in_channel(10), house.is_broken(10), troubles) == (0, None, True, [])
    await house.close_broken(10, ADMIN)
    assert (await bank.open_tables(), house.is_broken(10)) == ([], False)


def errors_in(caplog: pytest.LogCaptureFixture) -> list[tuple[str, bool]]:
    return [
        (record.getMessage(), record.exc_info is not None)
        for record in caplog.records
        if record.levelno >= logging.ERROR
    ]


async def test_the_log_is_told_once_that_the_disk_is_away(caplog: pytest.LogCaptureFixture) -> None:
    """A line when it begins, another where the reason changes or it happens again; a fault of ours with traceback."""
    living = await dealt()
    before = len(living.bank.tried)
    living.bank.trouble = StorageTrouble("the file was replaced")
    await living.pass_time(Seconds().turn - 1)
    await a_minute(living, step=1)
    assert len(living.bank.tried) == before + 12, "tried once in five seconds"
    living.bank.trouble = StorageTrouble("the disk is full")
    await a_minute(living)
    told = "table 1 in channel 10: could not act on a deadline: "
    full = (f"{told}the disk is full", False)
    assert errors_in(caplog) == [(f"{told}the file was replaced", False), full]
    await mended(living)
    living.bank.trouble = StorageTrouble("the disk is full")
    await living.pass_time(Seconds().turn)
    await living.pass_time(5)
    assert errors_in(caplog)[2:] == [full]
    living.bank.trouble = ZeroDivisionError("oh")
    await a_minute(living)
    assert [traceback for _, traceback in errors_in(caplog)[3:]] == [True]


async def test_a_name_is_kept_once_with_what_its_user_does() -> None:
    """Of those who sit there alone, anew where it has changed, and asked for again with a change in doubt."""
    living = Living.at(HOTSEAT)
    table, bet = living.table, PlaceBet(user_id=BEN, cents=500)
    assert await living.refused(LeaveTable(user_id=CAT), called=Called(CAT, "Cat", "Cat"))
    await doubted(living, bet, called=Called(BEN, "Ben", "Benjamin"))
    assert [seat.name for seat in table.view.seats] == [""]
    await mended(living)
    for name in ("Ben", "Benny"):
        await table.submit(bet, called=Called(BEN, name, "Benjamin"))
    assert [seat.name for seat in table.view.seats] == ["", "Benny"]
    await table.submit(LeaveTable(user_id=BEN), called=Called(BEN, "Big Ben", "Benjamin"))
    await table.submit(CloseTable(admin_id=ADMIN), called=Called(ADMIN, "Boss", "Boss"))
    assert [change.called and change.called.here for change in living.bank.kept] == [
        *("Ben", None, "Benny", "Big Ben", None)
    ]


# Hints


async def test_who_is_to_decide_may_ask_for_a_hint() -> None:
    """Nobody else, nor between rounds; nothing of the table changes, and what happens later changes no question.

    The move after it says so, and that one alone: the next was made without; nor can a move claim a hint or hide it.
    """
    living = await dealt()
    table, before = living.table, living.table.view
    asked = table.question(ANN)
    assert (asked.seat, asked.round_number, asked.gone) == (1, 1, 0)
    for other, user_id, why in (
        (table, BEN, Why.NOT_YOUR_TURN),
        (table, 999, Why.NOT_IN_ROUND),
        (Living.at(HOTSEAT).table, ANN, Why.NO_ROUND),
    ):
        with pytest.raises(Refused) as refused:
            other.question(user_id)
        assert refused.value.refusal.why is why
    moves = [*asked.round.moves]
    table.note_hint(asked)
    assert table.view == before
    stand = click_on(table.view, ANN, Verb.STAND)
    await table.submit(stand)
    assert asked.round.moves == moves
    assert (await living.refused(stand)).why is Why.REPEATED
    with pytest.raises(Refused) as refused:
        table.note_hint(asked)
    assert refused.value.refusal.why is Why.STALE, "the player was quicker"
    await table.submit(replace(click_on(table.view, BEN, Verb.STAND), hinted=True))
    kept = [move for change in living.bank.kept for move in change.moves if move[0].isdigit()]
    assert kept == ["1 stand hinted", "2 stand"]
