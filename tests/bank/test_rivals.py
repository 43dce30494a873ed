"""Concurrent sessions on one server, as of several processes, compete for the same money."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing
from functools import partial

from engine.bank.bank import Bank
from engine.bank.postgres.connection import Address, open_connection
from engine.bank.postgres.transaction import Transaction, write
from engine.values.bank import DonorRefuses, InsufficientFunds

from .outside import another_program
from .played import bet, lost
from .users import ANN
from .values import NOW, WELCOME, change, commit, opened, seat

WAITING = (
    "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""Counts the transactions that wait for a lock of this database."""


@asynccontextmanager
async def four_banks(address: str) -> AsyncIterator[list[Bank]]:
    """Four banks with separate connections; the audit must have no findings at the end."""
    async with AsyncExitStack() as stack:
        opening = [Bank.open(address, lambda: NOW) for _ in range(4)]
        banks = [await stack.enter_async_context(one) for one in opening]
        yield banks
        assert await banks[0].audit() == []


def count(answers: Sequence[object], kind: type[Exception]) -> tuple[int, int]:
    """Count the answers of this kind, and all answers."""
    return sum(isinstance(answer, kind) for answer in answers), len(answers)


async def test_no_cent_is_spent_twice(address: str) -> None:
    """Of concurrent bets from one balance, at twenty tables in four sessions, exactly as many are accepted as it
    covers."""
    cents = WELCOME // 20
    async with four_banks(address) as banks:
        tables = [
            (bank, await opened(bank, seats=(seat(1, ANN),), channel_id=channel))
            for channel, bank in enumerate(banks * 20)
        ]
        answers = await asyncio.gather(
            *(commit(bank, change(of, postings=(bet(ANN, cents),))) for bank, of in tables),
            return_exceptions=True,
        )
        assert count(answers, InsufficientFunds) == (60, 80)
        wallet = await banks[0].wallet(ANN)
        assert (wallet.balance, wallet.in_play) == (0, WELCOME)


async def test_the_donor_gives_once(address: str) -> None:
    """Twenty broke players ask in four sessions at once: each gets one donation, and the other requests are refused.

    The host's default isolation level does not matter: reads after a lock see what was committed before it was granted.
    """
    users = [ANN + number for number in range(20)]
    with another_program(address) as connection:
        name = address.rpartition("/test_")[2].partition("?")[0]
        setting = "default_transaction_isolation = 'repeatable read'"
        connection.execute(f"ALTER DATABASE test_{name} SET {setting}")
    async with four_banks(address) as banks:
        for number, user in enumerate(users):
            of = await opened(banks[0], seats=(seat(1, user),), channel_id=number)
            all_lost = (bet(user, WELCOME), lost(WELCOME))
            await commit(banks[0], change(of, postings=all_lost, settled=True))
        asking = (bank.donate(user) for user in users for bank in banks)
        answers = await asyncio.gather(*asking, return_exceptions=True)
        assert count(answers, DonorRefuses) == (60, 80)
        assert [(await banks[0].wallet(user)).donations for user in users] == [1] * 20


async def test_locks_are_taken_in_one_order(address: str) -> None:
    """Two transactions that list the same locks in different order wait for the same first lock, so they can't
    deadlock."""
    far = Address(address)
    with another_program(address) as session, ExitStack() as stack:
        session.execute("SELECT pg_advisory_xact_lock(1)")
        waiting = []
        for count, ids in enumerate(([1, 2], [2, 1]), 1):
            line = stack.enter_context(closing(open_connection(far, 5)))
            hold = partial(Transaction.hold, ids=ids)
            waiting.append(asyncio.create_task(asyncio.to_thread(write, line, hold)))
            while session.execute(WAITING).fetchone() != (count,):  # noqa: ASYNC110 - the server has no event
                await asyncio.sleep(0)
        session.commit()
        await asyncio.gather(*waiting)  # after a deadlock the server would abort one of them
