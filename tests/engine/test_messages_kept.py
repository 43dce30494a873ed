"""When the message that shows a table is kept: with the next change, or soon without one."""

import asyncio

import pytest

from engine.live.kept_message import KEEP_SECONDS
from engine.rules.rule_sets import HOTSEAT
from engine.saved.errors import OutcomeUnknown, StorageTrouble
from engine.saved.tables import TableMessage
from engine.table.commands import CloseTable, PlaceBet
from tests.engine.storing import ADMIN, ANN, BEN, Living, settled

MESSAGE, OTHER = TableMessage(99, 1, 1), TableMessage(100, 1, 1)


async def bet(living: Living, user_id: int, cents: int) -> None:
    """The table has something to keep."""
    await living.table.submit(PlaceBet(user_id=user_id, cents=cents))


async def test_a_message_is_kept_with_the_next_change() -> None:
    """It has no commit of its own, and later changes say nothing of it."""
    living = Living.at(HOTSEAT)
    await living.table.remember_message(MESSAGE, at_once=False)
    assert living.table.message == MESSAGE
    await bet(living, BEN, 500)
    await bet(living, BEN, 600)
    await living.pass_time(KEEP_SECONDS)
    assert [change.message for change in living.bank.kept] == [MESSAGE, None]
    assert living.bank.messages == []


async def test_a_message_does_not_wait_long() -> None:
    """Without a change it is kept after some seconds, the newest of two."""
    living = Living.at(HOTSEAT)
    await living.table.remember_message(MESSAGE, at_once=False)
    await living.pass_time(KEEP_SECONDS - 0.1)
    await living.table.remember_message(OTHER, at_once=False)
    assert living.bank.messages == []
    await living.pass_time(0.1)
    assert living.bank.messages == [OTHER]
    await living.pass_time(KEEP_SECONDS)
    assert living.bank.messages == [OTHER]


async def test_messages_of_a_second_are_kept_together() -> None:
    """At a whole second, so that the tables share a commit."""
    living = Living.at(HOTSEAT)
    await living.pass_time(0.4)
    await living.table.remember_message(MESSAGE, at_once=False)
    await living.pass_time(KEEP_SECONDS - 0.5)
    assert living.bank.messages == []
    await living.pass_time(0.1)
    assert living.bank.messages == [MESSAGE]


async def test_a_message_that_no_nonce_finds_is_kept_at_once() -> None:
    """Nothing waits for a change or for time."""
    living = Living.at(HOTSEAT)
    await living.table.remember_message(MESSAGE, at_once=True)
    assert living.bank.messages == [MESSAGE]
    await bet(living, BEN, 500)
    assert living.bank.kept[-1].message is None


async def test_a_table_that_stops_keeps_its_message() -> None:
    """So does one that has closed or stopped already."""
    stopped, closed = Living.at(HOTSEAT), Living.at(HOTSEAT)
    await stopped.table.remember_message(MESSAGE, at_once=False)
    await stopped.table.stop()
    assert stopped.bank.messages == [MESSAGE]
    await closed.table.submit(CloseTable(admin_id=ADMIN))
    for living in stopped, closed:
        await living.table.remember_message(OTHER, at_once=False)
        assert living.bank.messages[-1] == OTHER


async def test_a_message_that_could_not_be_kept_is_tried_again() -> None:
    """Neither the bet nor the message was kept; the message is, some seconds later."""
    living = Living.at(HOTSEAT)
    living.bank.trouble = StorageTrouble("the disk is full")
    await living.table.remember_message(MESSAGE, at_once=False)
    with pytest.raises(StorageTrouble):
        await bet(living, BEN, 500)
    await living.pass_time(KEEP_SECONDS)
    living.bank.trouble = None
    await living.pass_time(KEEP_SECONDS)
    assert (living.bank.messages, living.bank.kept) == ([MESSAGE], [])


async def test_a_change_in_doubt_brings_the_message_when_it_is_kept() -> None:
    """The change is asked for again, and with it goes the message."""
    living = Living.at(HOTSEAT)
    living.bank.trouble = OutcomeUnknown("the disk failed")
    await living.table.remember_message(MESSAGE, at_once=False)
    with pytest.raises(OutcomeUnknown):
        await bet(living, BEN, 500)
    living.bank.trouble = None
    await bet(living, ANN, 500)
    assert [change.message for change in living.bank.kept] == [MESSAGE, None]
    assert living.bank.messages == []


async def test_a_newer_message_is_not_taken_for_kept() -> None:
    """It comes while a change with the one before is being kept."""
    living = Living.at(HOTSEAT)
    await living.table.remember_message(MESSAGE, at_once=False)
    betting = PlaceBet(user_id=BEN, cents=500)
    submitted = asyncio.create_task(living.table.submit(betting))
    for _ in range(2):
        await asyncio.sleep(0)
    assert (living.bank.asked, living.bank.kept) == (1, [])
    await living.table.remember_message(OTHER, at_once=False)
    await submitted
    await settled()
    await bet(living, ANN, 500)
    assert [change.message for change in living.bank.kept] == [MESSAGE, OTHER]
