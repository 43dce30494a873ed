"""What a bank holds and what it refuses, in few words."""

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.bank.sqlite.store import File
from engine.values.tables import Change


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
