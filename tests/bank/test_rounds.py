"""The journal of rounds, and their results, which are saved once, with the settlement.

Bets may be placed on the next round while one is played: then two rounds of a table are open, each with separate
stakes.
"""

from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.values.money import PostingKind
from engine.values.rounds import DealtSeat, EndedRound, SeatResult
from engine.values.tables import Change, SavedTable

from .played import bet, dealt_in, lost, returned, won
from .users import ANN, BEN, CAT
from .values import DEALT, NOW, SEATS, WELCOME, Rows, change, commit, money, opened, refused, seat


async def test_a_running_round_survives_a_restart(where: Path | str) -> None:
    """With its dealt seats, and its moves in order.

    A table that has continued has its last settled round as well, under the id that the commit returned.
    """
    moves = tuple(f"move {n}" for n in range(12))
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank)
        begun = await commit(bank, change(of, dealt=DEALT, moves=moves[:2]))
        for n in range(2, 11):
            await commit(bank, change(of, moves=(moves[n],), first_move=n))
    async with Bank.open(where, lambda: NOW) as bank:
        (saved,) = await bank.open_tables()
        assert (saved.dealt, saved.moves, saved.ended) == (DEALT, moves[:11], None)
        later = of._replace(round_number=2)
        over = change(later, round_number=1, moves=moves[11:], first_move=11, settled=True)
        assert (await commit(bank, over)).round_id == begun.round_id
        assert begun.round_id == await bank.round_of_table(of.table_id, 1)
        assert (await commit(bank, change(later))).round_id is None
        before = EndedRound(1, DEALT, moves, begun.round_id)
        other = (DealtSeat(seat=1, user_id=ANN, stake=900),)
        for dealt, made in (((), ()), (other, ("two",))):
            await commit(bank, change(later, dealt=dealt, moves=made))
            (saved,) = await bank.open_tables()
            assert (saved.dealt, saved.moves, saved.ended) == (dealt, made, before)


async def test_contradictions_of_the_journal_are_refused(bank: Bank, of: SavedTable) -> None:
    """Each move has one place, a seat is dealt in once, and a settled round leaves no money on the table.

    The whole change is refused; a round that is over stays unchanged.
    """
    moves, bets = ("a", "b", "x"), (bet(ANN, 500), bet(BEN, 700, seat=2))
    await commit(bank, change(of, postings=bets, dealt=DEALT, moves=moves))
    (before,) = await bank.open_tables()
    wrong = change(of._replace(phase="playing"))
    for first in (2, -1):
        await refused(bank, wrong._replace(moves=("c",), first_move=first))
    await refused(bank, wrong._replace(dealt=DEALT[:1]))
    paid = (returned(ANN, 499), lost(700, seat=2))
    await refused(bank, wrong._replace(postings=paid, settled=True), "1 cents")
    assert await bank.open_tables() == [before]
    assert await money(bank, ANN) == (WELCOME - 500, 500)
    empty = await opened(bank, channel_id=11)
    over = change(empty._replace(round_number=2), round_number=1, moves=("deal",))
    await commit(bank, over._replace(settled=True))
    await refused(bank, over._replace(postings=(bet(ANN, 500, step=9),)), "has ended")
    await refused(bank, over._replace(moves=("more",), first_move=1), "has ended")
    await refused(bank, over._replace(dealt=DEALT), "has ended")


TALLIES = (
    "SELECT user_id, guild_id, rule_set, rounds, won, lost, naturals, staked, net"
    " FROM tally JOIN person ON person.id = person"
)

RESULTS = (
    SeatResult(seat=1, user_id=ANN, hands=2, staked=500, net=750, naturals=1),
    SeatResult(seat=2, user_id=BEN, hands=1, staked=700, net=-700, naturals=0),
)


def settlement(of: SavedTable, **parts: Any) -> Change:
    """Ann wins, Ben loses."""
    paid = (returned(ANN, 500), won(ANN, 750), lost(700, seat=2))
    over = {"at": NOW + 9, "moves": ("stand",), "first_move": 1, "postings": paid}
    over |= {"settled": True, "results": RESULTS, "rule_set": "downtown", "round_number": 1}
    return change(of._replace(round_number=2), **{**over, **parts})


def void(of: SavedTable) -> Change:
    """An admin voids the round."""
    return change(of._replace(round_number=2), round_number=1, voided_by=CAT)


async def test_results_are_saved_with_the_settlement(where: Path | str, rows: Rows) -> None:
    """Once, with the rule set and both players' tallies, also after a restart.

    Nothing is saved without a settlement, with another rule set, for a seat that was not dealt in, or with impossible
    figures.
    """
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank, rules="downtown seats=3")
        await commit(bank, dealt_in(of))
        await refused(bank, settlement(of, settled=False))
        await refused(bank, settlement(of, rule_set="other"))
        for wrong in ({"seat": 3}, {"net": -501}, {"naturals": 3}):
            await refused(bank, settlement(of, results=(RESULTS[0]._replace(**wrong), RESULTS[1])))
        assert rows("SELECT state FROM round") == [("open",)]
        assert rows("SELECT * FROM result") == rows("SELECT * FROM tally") == []
        await commit(bank, settlement(of))
    async with Bank.open(where, lambda: NOW) as bank:
        (saved,) = await bank.settled_rounds(0, 9)
        assert (saved.results, saved.rule_set) == (RESULTS, "downtown")
        assert await bank.audit() == []
    assert rows("SELECT seat, ended_at FROM result") == [(1, NOW + 9), (2, NOW + 9)]
    assert rows(f"{TALLIES} ORDER BY user_id") == [
        (ANN, 20, "downtown", 1, 1, 0, 1, 500, 750),
        (BEN, 20, "downtown", 1, 0, 1, 0, 700, -700),
    ]


ALONE = (DealtSeat(seat=1, user_id=ANN, stake=500),)
MOVES = ("deal 2h", "1 stand")


async def playing(bank: Bank) -> SavedTable:
    """Ann plays for $5, and Ben has bet $7 on the next round."""
    of = (await opened(bank, seats=SEATS[:1]))._replace(phase="playing")
    dealt = change(of, postings=(bet(ANN, 500),), dealt=ALONE, moves=MOVES, rule_set="downtown")
    await commit(bank, dealt)
    ahead = placed(of, BEN, 700)
    await commit(bank, ahead)
    return ahead.table


def placed(of: SavedTable, user_id: int, cents: int, number: int = 2) -> Change:
    """A bet on the next round."""
    next_seats = (seat(number, user_id, counter=1, stake=cents),)
    ahead = change(of._replace(last_seat=number), seats=next_seats)
    bets = (bet(user_id, cents, seat=number),)
    return ahead._replace(round_number=of.round_number + 1, postings=bets)


def settled(of: SavedTable, **parts: Any) -> Change:
    """Ann has lost, and the table takes bets again."""
    over: dict[str, Any] = {
        "table": of._replace(phase="betting", round_number=of.round_number + 1),
        "seats": (seat(1, ANN, counter=1, last_stake=500),),
        "postings": (lost(500),),
        "moves": ("reveal",),
        "first_move": 2,
        "settled": True,
        "rule_set": "downtown",
    }
    return change(of, **(over | parts))


async def test_only_bets_are_placed_ahead(bank: Bank) -> None:
    """Only on the next round, and only while one is played. A returned bet frees its seat; a table with a bet can't
    close."""
    of = await playing(bank)
    ahead = placed(of, BEN, 700)
    for phase, number, parts in (
        ("betting", 2, {}),
        ("playing", 3, {}),
        ("playing", 2, {"moves": ("1 stand",)}),
        ("playing", 2, {"dealt": ALONE}),
        ("playing", 2, {"settled": True}),
    ):
        wrong = ahead._replace(table=ahead.table._replace(phase=phase), round_number=number)
        await refused(bank, wrong._replace(**parts), "ahead of its table")
    after = of._replace(phase="closed", round_number=2, closed=True, last_seat=2, seats=())
    await refused(bank, settled(of, table=after, seats=()), "700 cents on the table")
    both = ahead.table
    await commit(bank, placed(both, CAT, 900, number=3))
    back = returned(CAT, 900, seat=3, step=1)._replace(kind=PostingKind.BET_RETURNED)
    await commit(bank, change(both, round_number=2, postings=(back,)))
    await commit(bank, settled(both))
    assert await money(bank, BEN) == (WELCOME - 700, 700)
    assert await money(bank, CAT) == (WELCOME, 0)


async def test_a_bet_ahead_survives_restarts(where: Path | str) -> None:
    """Next to the played round with its cards, and after that round's settlement."""
    async with Bank.open(where, lambda: NOW) as bank:
        await playing(bank)
    for dealt, moves in ((ALONE, MOVES), ((), ())):
        async with Bank.open(where, lambda: NOW) as bank:
            (saved,) = await bank.open_tables()
            assert (saved.dealt, saved.moves) == (dealt, moves)
            assert saved.table.seats[1] == seat(2, BEN, counter=1, stake=700)
            if moves:
                await commit(bank, settled(saved.table))
            assert await bank.audit() == []


async def test_a_void_leaves_the_bet_ahead(bank: Bank) -> None:
    of = await playing(bank)
    after = of._replace(phase="betting", round_number=2)
    await commit(bank, change(of, table=after, voided_by=CAT))
    assert await money(bank, ANN) == (WELCOME, 0)
    assert await money(bank, BEN) == (WELCOME - 700, 700)


@pytest.mark.parametrize("is_playable", [True, False])
async def test_closing_a_table_returns_the_bet_ahead(
    bank: Bank, rows: Rows, is_playable: bool
) -> None:
    """Both rounds are void, whether the table is playable or broken."""
    of = await playing(bank)
    closed = of._replace(phase="closed", round_number=2, closed=True)
    for _ in range(2):
        if is_playable:
            await commit(bank, change(of, table=closed, freed=(1, 2), voided_by=CAT))
        else:
            await bank.close_table(of.table_id, CAT)
        assert await money(bank, ANN) == await money(bank, BEN) == (WELCOME, 0)
        assert rows("SELECT state FROM round ORDER BY number") == [("voided",), ("voided",)]
