"""The journal of rounds: who was dealt in, which moves were made, and when it is over."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.changes import Change
from engine.values.played import Ending
from engine.values.rounds import DealtSeat, EndedRound, SeatResult

from .values import ANN, BEN, DEALT, NOW, WELCOME, bet, change, lost, opened, returned

Rows = Callable[[str], list[Any]]


async def test_a_running_round_is_found(where: Path | str) -> None:
    """After a restart a round has its dealt seats, and its moves in the order of making."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank)
        await bank.commit(change(of, dealt=DEALT, moves=("deal 7h", "deal 8s")))
        for n in range(2, 13):
            await bank.commit(change(of, moves=(f"move {n}",), first_move=n))
    async with Bank.open(where, lambda: NOW) as bank:
        (kept,) = await bank.open_tables()
    assert kept.dealt == DEALT
    assert ("deal 7h", "deal 8s", *(f"move {n}" for n in range(2, 13))) == kept.moves
    assert kept.ended is None


async def test_the_round_before_is_found_too(bank: Bank) -> None:
    """A table that went on has the round that it settled last beside the one that runs."""
    of = await opened(bank)
    await bank.commit(change(of, dealt=DEALT, moves=("one",)))
    later = of._replace(round_number=2)
    await bank.commit(change(later, round_number=1, moves=("over",), first_move=1, settled=True))
    (kept,) = await bank.open_tables()
    before = EndedRound(number=1, dealt=DEALT, moves=("one", "over"))
    assert (kept.dealt, kept.moves, kept.ended) == ((), (), before)
    other = (DealtSeat(seat=1, user_id=ANN, stake=900),)
    await bank.commit(change(later, dealt=other, moves=("two",)))
    (kept,) = await bank.open_tables()
    assert (kept.dealt, kept.moves, kept.ended) == (other, ("two",), before)


async def test_the_rounds_of_a_table_are_told_apart(bank: Bank) -> None:
    """By their numbers, with what everybody has won; not those that were never dealt, or are still played."""
    of = await opened(bank)
    first, second, third = (of._replace(round_number=number) for number in (1, 2, 3))
    await bank.commit(change(first, dealt=DEALT, moves=("one",), rule_set="vegas"))
    won = tuple(
        SeatResult(seat=one.seat, user_id=one.user_id, hands=1, staked=one.stake, net=0, naturals=0)
        for one in DEALT
    )
    over = change(
        second,
        round_number=1,
        moves=("over",),
        first_move=1,
        settled=True,
        results=won,
        rule_set="vegas",
    )
    await bank.commit(over)
    await bank.commit(change(third, round_number=2, voided_by=ANN))
    await bank.commit(change(third, dealt=DEALT, moves=("two",)))
    (found,) = await bank.rounds_of_table(of.table_id, 1, 3)
    assert (found.number, found.ending) == (1, Ending.SETTLED)
    assert found.nets == {one.user_id: 0 for one in DEALT}
    assert await bank.rounds_of_table(of.table_id, 2, 3) == ()
    assert await bank.rounds_of_table(of.table_id + 1, 1, 3) == ()


async def test_bets_alone_are_no_round_to_play(bank: Bank) -> None:
    """Before the deal a round has stakes and nothing to fold."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500),)))
    (kept,) = await bank.open_tables()
    assert (kept.dealt, kept.moves) == ((), ())


async def test_a_round_is_kept_for_good(bank: Bank, rows: Rows) -> None:
    """A settled round keeps rules, times, seats and moves; the rules are those of the deal."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500),)))
    dealt = of._replace(rules="changed before the deal")
    await bank.commit(change(dealt, at=NOW + 1, dealt=DEALT, moves=("deal",)))
    over = dealt._replace(rules="changed after the deal", round_number=2)
    await bank.commit(change(over, round_number=1, at=NOW + 9, postings=(lost(500),), settled=True))
    assert rows("SELECT number, rules, state, opened_at, ended_at FROM round") == [
        (1, "changed before the deal", "settled", NOW, NOW + 9)
    ]
    assert rows("SELECT n, text, at FROM move") == [(0, "deal", NOW + 1)]
    assert rows(
        "SELECT seat, user_id, stake FROM dealt_seat JOIN person ON person.id = person"
    ) == [(1, ANN, 500), (2, BEN, 700)]


@pytest.mark.parametrize(
    ("first", "moves"),
    [(2, ("c",)), (4, ("d",)), (0, ("x",)), (1, ("b", "y")), (2, ("c", "d")), (-1, ("c",))],
    ids=["in place of one", "with a gap", "at the start", "a part other", "overlapping", "below"],
)
async def test_moves_are_appended_without_a_gap(
    bank: Bank, first: int, moves: tuple[str, ...]
) -> None:
    """A move goes behind the last one; anywhere else the whole change is refused."""
    of = await opened(bank)
    await bank.commit(change(of, moves=("a", "b", "x")))
    with pytest.raises(Contradiction, match="has 3 moves"):
        await bank.commit(change(of._replace(phase="playing"), moves=moves, first_move=first))
    (kept,) = await bank.open_tables()
    assert (kept.table.phase, kept.moves) == ("betting", ("a", "b", "x"))


async def test_the_same_moves_again_are_kept_once(bank: Bank) -> None:
    """Moves that are there already, all of them and at that place, are a repetition."""
    of = await opened(bank)
    moves = change(of, moves=("a", "b"), dealt=DEALT)
    await bank.commit(moves)
    await bank.commit(moves)
    (kept,) = await bank.open_tables()
    assert (kept.dealt, kept.moves) == (DEALT, ("a", "b"))


async def test_a_round_is_dealt_once(bank: Bank) -> None:
    """Other seats or stakes than those of the deal are refused."""
    of = await opened(bank)
    await bank.commit(change(of, dealt=DEALT))
    with pytest.raises(Contradiction, match="dealt to other seats"):
        await bank.commit(change(of, dealt=DEALT[:1]))
    assert (await bank.open_tables())[0].dealt == DEALT


async def test_settled_means_that_nothing_is_left(bank: Bank) -> None:
    """A round with a cent on the table can't be settled, and its payments are not kept."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500),)))
    with pytest.raises(Contradiction, match="1 cents"):
        await bank.commit(change(of, postings=(returned(ANN, 499),), settled=True))
    wallet = await bank.wallet(ANN)
    assert (wallet.balance, wallet.in_play) == (WELCOME - 500, 500)


def _bet_late(settled: Change) -> Change:
    return settled._replace(postings=(bet(ANN, 500, step=9),))


def _move_late(settled: Change) -> Change:
    return settled._replace(moves=("more",), first_move=1)


def _deal_late(settled: Change) -> Change:
    return settled._replace(dealt=DEALT)


@pytest.mark.parametrize("late", [_bet_late, _move_late, _deal_late])
@pytest.mark.parametrize("gone_on", [0, 1])
async def test_a_settled_round_takes_nothing_more(
    bank: Bank, late: Callable[[Change], Change], gone_on: int
) -> None:
    """Neither money nor moves nor seats are added to a round that is over."""
    of = await opened(bank)
    settled = change(
        of._replace(round_number=1 + gone_on), round_number=1, moves=("deal",), settled=True
    )
    await bank.commit(settled)
    with pytest.raises(Contradiction, match="has ended"):
        await bank.commit(late(settled)._replace(settled=False))


async def test_a_table_does_not_leave_a_stake_behind(bank: Bank) -> None:
    """A table can't go on to the next round while money lies in this one."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500),)))
    later = of._replace(round_number=2)
    with pytest.raises(Contradiction, match="500 cents"):
        await bank.commit(change(later))
    with pytest.raises(Contradiction, match="500 cents"):
        await bank.commit(change(later, postings=(bet(ANN, 500),)))
    assert (await bank.wallet(ANN)).in_play == 500


async def test_a_round_without_bets_is_left(bank: Bank) -> None:
    """A table goes on from a round whose bets were all taken back, without settling it."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500), returned(ANN, 500))))
    kept = await bank.commit(change(of._replace(round_number=2), postings=(bet(ANN, 700),)))
    assert kept[ANN] == WELCOME - 700


async def test_a_round_is_not_ahead_of_its_table(bank: Bank) -> None:
    """Nothing is played in a round that the table has not reached."""
    of = await opened(bank)
    with pytest.raises(Contradiction, match="ahead"):
        await bank.commit(change(of, round_number=2, moves=("deal",)))
