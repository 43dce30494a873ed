"""Several sessions on one server, as processes have them, want the same money at the same moment."""

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
from .users import ANN, BEN
from .values import NOW, WELCOME, change, opened, seat

WAITING = (
    "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""How many transactions wait for a lock of this database."""


@asynccontextmanager
async def four_banks(address: str) -> AsyncIterator[list[Bank]]:
    """Each has connections of its own; the books are in order when they are done."""
    async with AsyncExitStack() as stack:
        opening = [Bank.open(address, lambda: NOW) for _ in range(4)]
        banks = [await stack.enter_async_context(one) for one in opening]
        yield banks
        assert await banks[0].audit() == []


def count(answers: Sequence[object], kind: type[Exception]) -> tuple[int, int]:
    """How many were refused so, of how many."""
    return sum(isinstance(answer, kind) for answer in answers), len(answers)


async def test_nobody_spends_a_cent_twice(address: str) -> None:
    """Of the bets that all make from one balance, each at five tables, exactly those are taken that it pays for."""
    cents = WELCOME // 20
    async with four_banks(address) as banks:
        tables = [
            (bank, await opened(bank, seats=(seat(1, ANN),), channel_id=channel))
            for channel, bank in enumerate(banks * 5)
        ]
        answers = await asyncio.gather(
            *(
                bank.commit(change(of, postings=(bet(ANN, cents, step=step),)))
                for step in range(4)
                for bank, of in tables
            ),
            return_exceptions=True,
        )
        assert count(answers, InsufficientFunds) == (60, 80)
        wallet = await banks[0].wallet(ANN)
        assert (wallet.balance, wallet.in_play) == (0, WELCOME)


async def test_the_donor_gives_once(address: str) -> None:
    """Twenty who are broke ask in four sessions at once: each gets one donation, and the others are refused.

    Whatever the host has set for the database: what is read after a lock is what was committed before it was had.
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
            await banks[0].commit(change(of, postings=all_lost, settled=True))
        asking = (bank.donate(user) for user in users for bank in banks)
        answers = await asyncio.gather(*asking, return_exceptions=True)
        assert count(answers, DonorRefuses) == (60, 80)
        assert [(await banks[0].wallet(user)).donations for user in users] == [1] * 20


async def test_locks_are_had_in_one_order(address: str) -> None:
    """However two transactions ask for them: while the first lock is somebody else's, neither has the other's next."""
    far = Address(address)
    with another_program(address) as somebody, ExitStack() as stack:
        somebody.execute("SELECT pg_advisory_xact_lock(1)")
        waiting = []
        for count, ids in enumerate(([1, 2], [2, 1]), 1):
            line = stack.enter_context(closing(open_connection(far, 5)))
            hold = partial(Transaction.hold, ids=ids, guild_id=None)
            waiting.append(asyncio.create_task(asyncio.to_thread(write, line, hold)))
            while somebody.execute(WAITING).fetchone() != (count,):  # noqa: ASYNC110 - of the server
                await asyncio.sleep(0)
        somebody.commit()
        await asyncio.gather(*waiting)  # or the server ends one of them


async def test_whoever_gets_up_is_held(address: str) -> None:
    """Nobody is listed anew while another table of theirs keeps a round: else that round could be lost on the list."""
    async with Bank.open(address, lambda: NOW) as bank:
        here, there = [await opened(bank, channel_id=channel) for channel in (10, 11)]
        with another_program(address) as somebody:
            somebody.execute("SELECT pg_advisory_xact_lock(%s)", (ANN,))
            leaving = [
                asyncio.create_task(bank.commit(change(here, freed=(1,)))),
                asyncio.create_task(bank.close_table(there.table_id, BEN)),
            ]
            while somebody.execute(WAITING).fetchone() != (2,):
                assert not any(task.done() for task in leaving)
                await asyncio.sleep(0)
            somebody.commit()
            await asyncio.gather(*leaving)
