"""A table that lives, where the bank or its callers let it down."""

import asyncio

import pytest

from engine.commands import CloseTable, PlaceBet
from engine.refusals import Refused, Why
from engine.rules import HOTSEAT

from .storing import ADMIN, BEN, CAT, Living, settled

BET = 1_000
"""Cents."""


async def test_who_stops_waiting_does_not_keep_a_table_from_closing() -> None:
    """Behind the closing wait a bet whose caller goes away and one whose caller stays: the house learns of the end."""
    living = Living.at(HOTSEAT)
    table = living.table
    closing = asyncio.create_task(table.submit(CloseTable(admin_id=ADMIN)))
    gone = asyncio.create_task(table.submit(PlaceBet(user_id=BEN, cents=BET)))
    stays = asyncio.create_task(table.submit(PlaceBet(user_id=CAT, cents=BET)))
    await asyncio.sleep(0)
    gone.cancel()
    await settled()
    assert closing.done()
    assert living.gone == [table]
    with pytest.raises(Refused) as refused:
        await stays
    assert refused.value.refusal.why is Why.TABLE_CLOSED
    with pytest.raises(Refused):
        await table.submit(PlaceBet(user_id=BEN, cents=BET))
