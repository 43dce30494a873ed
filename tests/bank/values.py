"""Builders for the changes that a table passes to the bank, and shortcuts for the bank's state and refusals."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.database import first
from engine.bank.errors import Contradiction
from engine.bank.sqlite.store import File
from engine.values.bank import ExportedData
from engine.values.rounds import DealtSeat
from engine.values.shoes import SavedShoe
from engine.values.tables import Change, Saved, SavedSeat, SavedTable

from .users import ANN, BEN

Rows = Callable[[str], list[Any]]
"""Runs a query on the database itself and returns its rows."""

NOW = 1_700_000_000.0
WELCOME = 1_000_000
DEALT = (DealtSeat(seat=1, user_id=ANN, stake=500), DealtSeat(seat=2, user_id=BEN, stake=700))


def seat(number: int, user_id: int, **changes: Any) -> SavedSeat:
    """A seat in its initial state."""
    return SavedSeat(number=number, user_id=user_id)._replace(**changes)


def table(**changes: Any) -> SavedTable:
    """A table before its first round, without an id."""
    fresh = SavedTable(
        table_id=0,
        channel_id=10,
        guild_id=20,
        rules="downtown",
        phase="betting",
        asked=False,
        deadline=NOW + 30.5,
        round_number=1,
        shoe_seed=bytes(range(32)),
        shoe_dealt=0,
        last_seat=2,
    )
    return fresh._replace(**changes)


SEATS = (seat(1, ANN), seat(2, BEN))


async def opened(
    bank: Bank,
    *,
    seats: tuple[SavedSeat, ...] = SEATS,
    first_shoe: Callable[[int], SavedShoe] | None = None,
    **changes: Any,
) -> SavedTable:
    """A table saved by the bank, without a sealed shoe; by default Ann and Ben sit there."""
    fresh = table(seats=seats, **changes)
    return fresh._replace(table_id=await bank.open_table(fresh, first_shoe))


def sealed(table_id: int, number: int = 1, **changes: Any) -> SavedShoe:
    """A shoe of a table, with the same seed as `table`."""
    shoe = SavedShoe(
        number=number,
        first_round=number,
        header=f"table {table_id}\nshoe {number}\n",
        sealed=bytes([number]) * 32,
        seed=bytes(range(32)),
    )
    return shoe._replace(**changes)


def change(
    of: SavedTable, *, seats: Iterable[SavedSeat] = (), freed: Iterable[int] = (), **parts: Any
) -> Change:
    """A change in the table's current round, with these new or changed seats, and without the `freed` ones."""
    made = Change(**{"table": of, "round_number": of.round_number, "at": NOW, **parts})
    return made._replace(table=seated(made.table, seats, freed))


def seated(of: SavedTable, seats: Iterable[SavedSeat], freed: Iterable[int] = ()) -> SavedTable:
    """The table with these new or changed seats, and without the `freed` ones."""
    by_number = {seat.number: seat for seat in (*of.seats, *seats)}
    left = [by_number[number] for number in sorted(by_number) if number not in freed]
    return of._replace(seats=tuple(left))


async def commit(bank: Bank, wanted: Change) -> Saved:
    """Commit a change as the next version of its table."""
    table, query = wanted.table, "SELECT version FROM game_table WHERE id = ?"
    version = await bank._store.read(lambda database: first(database, query, table.table_id))
    return await bank.commit(wanted._replace(table=table._replace(version=(version or 0) + 1)))


async def kept_of(bank: Bank, user_id: int) -> dict[str, Any]:
    """All data stored about a user."""
    return await bank.personal_data(user_id, whole)


def whole(exported: ExportedData) -> dict[str, Any]:
    """Convert the export's iterators to lists."""
    return {name: list(value) if isinstance(value, Iterator) else value for name, value in exported}


async def refused(bank: Bank, wrong: Change, why: str | None = None) -> None:
    """Assert that the bank refuses a change as a contradiction, with this message."""
    with pytest.raises(Contradiction, match=why):
        await commit(bank, wrong)


async def money(bank: Bank, user_id: int) -> tuple[int, int]:
    """A user's balance and amount in play."""
    wallet = await bank.wallet(user_id)
    return wallet.balance, wallet.in_play


def file_of(bank: Bank) -> File:
    """The open file of a bank on SQLite."""
    assert isinstance(bank._store, File)
    return bank._store
