"""Short ways to say what a table hands the bank, what a bank holds and what it refuses."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.bank.sqlite.store import File
from engine.values.bank import Told
from engine.values.rounds import DealtSeat
from engine.values.shoes import SavedShoe
from engine.values.tables import Change, SavedSeat, SavedTable

from .users import ANN, BEN

Rows = Callable[[str], list[Any]]
"""What the database itself is asked, and answers."""

NOW = 1_700_000_000.0
WELCOME = 1_000_000
DEALT = (DealtSeat(seat=1, user_id=ANN, stake=500), DealtSeat(seat=2, user_id=BEN, stake=700))


def seat(number: int, user_id: int, **changes: Any) -> SavedSeat:
    """A seat that nothing has happened to yet."""
    return SavedSeat(number=number, user_id=user_id)._replace(**changes)


def table(**changes: Any) -> SavedTable:
    """A table before its first round, not numbered yet."""
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
    """A table that the bank has numbered; Ann and Ben sit there unless told otherwise, and the cards are not sealed."""
    fresh = table(**changes)
    return fresh._replace(table_id=await bank.open_table(fresh, seats, first_shoe))


def sealed(table_id: int, number: int = 1, **changes: Any) -> SavedShoe:
    """A shoe of a table, with the secret that `table` has."""
    shoe = SavedShoe(
        number=number,
        first_round=number,
        header=f"table {table_id}\nshoe {number}\n",
        sealed=bytes([number]) * 32,
        seed=bytes(range(32)),
    )
    return shoe._replace(**changes)


def change(of: SavedTable, **parts: Any) -> Change:
    """A change in the round that the table is in."""
    return Change(**{"table": of, "round_number": of.round_number, "at": NOW, **parts})


async def kept_of(bank: Bank, user_id: int) -> dict[str, Any]:
    """All that is kept about a user."""
    return await bank.personal_data(user_id, whole)


def whole(told: Told) -> dict[str, Any]:
    """What is told as one structure."""
    return {name: list(value) if isinstance(value, Iterator) else value for name, value in told}


async def refused(bank: Bank, wrong: Change, why: str | None = None) -> None:
    """The books contradict a change, in these words."""
    with pytest.raises(Contradiction, match=why):
        await bank.commit(wrong)


async def money(bank: Bank, user_id: int) -> tuple[int, int]:
    """What a user has, and has in play."""
    wallet = await bank.wallet(user_id)
    return wallet.balance, wallet.in_play


def file_of(bank: Bank) -> File:
    """The open file of a bank that has one."""
    assert isinstance(bank._store, File)
    return bank._store
