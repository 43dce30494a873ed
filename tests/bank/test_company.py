"""The donor's help for players of the house, which comes with a round, and what a restart finds of voided ones."""

from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.money import DONOR, GIFT, Posting, PostingKind, player
from engine.values.rounds import EndedRound
from engine.values.tables import SavedTable

from .values import ANN, DEALT, WELCOME, bet, change, lost, opened, sealed, seat

BOOK = 2**62 + 9
"""A player of the house at table 1."""


def gift(**changes: Any) -> Posting:
    """The donor's help before the second round."""
    given = Posting(
        source=DONOR,
        target=player(BOOK),
        cents=GIFT,
        kind=PostingKind.DONATION,
        seat=3,
        step=2,
    )
    return given._replace(**changes)


async def broke(bank: Bank) -> SavedTable:
    """The Book has lost nearly all in the first round, and the second one is coming."""
    of = await opened(bank, seats=(seat(1, ANN), seat(3, BOOK)), last_seat=3)
    stake = bet(BOOK, WELCOME - 50, seat=3)
    taken = lost(stake.cents, seat=3)
    await bank.commit(change(of, postings=(stake, taken), settled=True))
    return of._replace(round_number=2)


async def test_help_comes_with_the_bet_once(bank: Bank) -> None:
    """Whoever asks for the same change again gives nothing twice."""
    of = await broke(bank)
    helped = change(of, postings=(gift(), bet(BOOK, 600, seat=3)))
    for _ in range(2):
        assert (await bank.commit(helped))[BOOK] == 50 + GIFT - 600
    wallet = await bank.wallet(BOOK)
    assert (wallet.balance, wallet.in_play, wallet.donations) == (50 + GIFT - 600, 600, 1)


async def test_help_alone_is_told(bank: Bank) -> None:
    """The balance afterwards is what the table is told, though nobody bets."""
    of = await broke(bank)
    assert (await bank.commit(change(of, postings=(gift(),))))[BOOK] == 50 + GIFT


@pytest.mark.parametrize(
    "wrong",
    [
        gift(cents=GIFT + 1),
        gift(kind=PostingKind.WINNINGS),
        gift(target=player(ANN)),
    ],
    ids=["another sum", "another kind", "somebody with money"],
)
async def test_nothing_else_is_given(bank: Bank, wrong: Posting) -> None:
    """The donor gives the gift, and to nobody who has as much."""
    of = await broke(bank)
    with pytest.raises(Contradiction, match="the donor"):
        await bank.commit(change(of, postings=(wrong,)))
    assert (await bank.wallet(BOOK)).balance == 50


async def test_nobody_is_helped_who_has_something_in_play(bank: Bank) -> None:
    """It may come back."""
    of = await broke(bank)
    await bank.commit(change(of, postings=(bet(BOOK, 50, seat=3),)))
    with pytest.raises(Contradiction, match="the donor"):
        await bank.commit(change(of, postings=(gift(),)))


async def test_a_restart_finds_the_voided_rounds_of_the_shoe(bank: Bank) -> None:
    """Those that were dealt from the shoe in use; a bet that was voided before the deal is nothing to tell of."""
    of = await opened(bank, first_shoe=sealed)
    await bank.commit(change(of, postings=(bet(ANN, 500),), voided_by=1))
    of = of._replace(round_number=2)
    moves = ("deal Ah", "deal 2c")
    dealt = change(of, dealt=DEALT, moves=moves, rule_set="downtown", drawn_from=(1, 0))
    await bank.commit(dealt)
    after = of._replace(round_number=3)
    await bank.commit(change(after)._replace(round_number=2, voided_by=1))
    (found,) = await bank.open_tables()
    assert found.voided == (EndedRound(number=2, dealt=DEALT, moves=moves),)
