"""Whatever is posted, money is neither made nor lost, and both databases keep and refuse the same."""

from pathlib import Path
from random import Random

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.bank import InsufficientFunds
from engine.values.money import HOUSE, STAKE, Posting, PostingKind, Wallet, player
from engine.values.tables import Change

from .users import ANN, BEN, CAT
from .values import NOW, SEATS, WELCOME, change, table

PARTIES = (STAKE, STAKE, HOUSE, player(ANN), player(BEN), player(CAT))
CENTS = (1, 500, 999_999, WELCOME)
KINDS = (PostingKind.BET, PostingKind.STAKE_RETURNED, PostingKind.WINNINGS)


def random_change(rng: Random, empty: Change) -> Change:
    """One that may well be refused; what is repeated counts once."""
    postings = [
        Posting(
            rng.choice(PARTIES),
            rng.choice(PARTIES),
            rng.choice(CENTS),
            rng.choice(KINDS),
            seat=rng.randint(1, 2),
            hand=rng.randint(0, 1),
            step=rng.randint(0, 1),
        )
        for _ in range(rng.randint(0, 4))
    ]
    number = empty.round_number + rng.randint(0, 1)
    return empty._replace(
        table=empty.table._replace(round_number=number),
        postings=(*postings, *postings[: rng.randint(0, 1)]),
        settled=rng.random() < 0.4,
    )


async def answer(bank: Bank, step: Change) -> dict[int, int] | str:
    """The balances that it tells, or why it refuses."""
    try:
        return dict((await bank.commit(step)).balances)
    except (InsufficientFunds, Contradiction) as error:
        return type(error).__name__


async def wallets(bank: Bank) -> list[Wallet]:
    """What everybody has."""
    return [await bank.wallet(user) for user in (ANN, BEN, CAT)]


async def test_any_postings_conserve_money(path: Path, address: str) -> None:
    """A change is kept whole or not at all, twice is once, and the books stay in order.

    On a server what is written is sent together, and taken to come to what is expected.
    """
    rng, kept = Random(2), 0
    async with Bank.open(path, lambda: NOW) as here, Bank.open(address, lambda: NOW) as there:
        for channel in range(900, 920):
            mine, theirs = [
                await bank.open_table(table(channel_id=channel), SEATS) for bank in (here, there)
            ]
            assert mine == theirs
            empty = change(table(channel_id=channel, table_id=mine))
            for _ in range(6):
                step, before = random_change(rng, empty), await wallets(here)
                told = await answer(here, step)
                assert told == await answer(there, step), step
                if isinstance(told, dict):
                    assert [await answer(bank, step) for bank in (here, there)] == [told, told]
                    empty, kept = change(step.table), kept + 1
                else:
                    assert await wallets(here) == before
            assert await wallets(here) == await wallets(there)
            assert await here.audit() == await there.audit() == []
        assert kept > 20
