"""The journal of rounds, and what they came to: kept with the settlement, once."""

from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.played import CountedRound, Ending, KeptMove
from engine.values.rounds import DealtSeat, EndedRound, SeatResult
from engine.values.tables import Change, SavedTable

from .values import (
    ANN,
    BEN,
    CAT,
    DEALT,
    NOW,
    WELCOME,
    Rows,
    bet,
    change,
    lost,
    opened,
    returned,
    won,
)


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


@pytest.mark.parametrize(
    ("first", "moves"),
    [(2, ("c",)), (4, ("d",)), (2, ("c", "d")), (-1, ("c",))],
    ids=["in place of one", "with a gap", "overlapping", "below"],
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


@pytest.mark.parametrize(
    "late",
    [
        {"postings": (bet(ANN, 500, step=9),)},
        {"moves": ("more",), "first_move": 1},
        {"dealt": DEALT},
    ],
    ids=["a bet", "a move", "a seat"],
)
async def test_a_settled_round_takes_nothing_more(bank: Bank, late: dict[str, Any]) -> None:
    """Neither money nor moves nor seats are added to a round that is over."""
    of = await opened(bank)
    settled = change(of._replace(round_number=2), round_number=1, moves=("deal",), settled=True)
    await bank.commit(settled)
    with pytest.raises(Contradiction, match="has ended"):
        await bank.commit(settled._replace(settled=False, **late))


TALLIES = (
    "SELECT user_id, guild_id, rule_set, rounds, won, lost, naturals, staked, net"
    " FROM tally JOIN person ON person.id = person"
)

RESULTS = (
    SeatResult(seat=1, user_id=ANN, hands=2, staked=500, net=750, naturals=1),
    SeatResult(seat=2, user_id=BEN, hands=1, staked=700, net=-700, naturals=0),
)


def deal(of: SavedTable, **parts: Any) -> Change:
    """Ann and Ben bet and are dealt in."""
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    dealt = {"postings": bets, "dealt": DEALT, "moves": ("deal",), "rule_set": "downtown"}
    return change(of, **{**dealt, **parts})


def settlement(of: SavedTable, **parts: Any) -> Change:
    """Ann wins, Ben loses."""
    paid = (returned(ANN, 500), won(ANN, 750), lost(700, seat=2))
    over = {"at": NOW + 9, "moves": ("stand",), "first_move": 1, "postings": paid}
    over |= {"settled": True, "results": RESULTS, "rule_set": "downtown", "round_number": 1}
    return change(of._replace(round_number=2), **{**over, **parts})


async def test_results_are_kept_with_the_settlement(where: Path | str, rows: Rows) -> None:
    """They are there after a restart, with the name of the rules and the sums of both."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank, rules="downtown seats=3")
        await bank.commit(deal(of))
        assert rows("SELECT * FROM result") == []
        await bank.commit(settlement(of))
    async with Bank.open(where, lambda: NOW) as bank:
        (kept,) = await bank.settled_rounds(0, 9)
        assert (kept.results, kept.rule_set) == (RESULTS, "downtown")
        assert await bank.audit() == []
    assert rows("SELECT seat, ended_at FROM result") == [(1, NOW + 9), (2, NOW + 9)]
    assert rows(f"{TALLIES} ORDER BY user_id") == [
        (ANN, 20, "downtown", 1, 1, 0, 1, 500, 750),
        (BEN, 20, "downtown", 1, 0, 1, 0, 700, -700),
    ]


@pytest.mark.parametrize(
    "results",
    [RESULTS[:1], (RESULTS[0]._replace(net=751), RESULTS[1])],
    ids=["one less", "another net"],
)
async def test_other_results_are_refused(
    bank: Bank, rows: Rows, results: tuple[SeatResult, ...]
) -> None:
    """Results that contradict those that are kept are not taken."""
    of = await opened(bank)
    await bank.commit(deal(of))
    await bank.commit(settlement(of))
    await bank.commit(settlement(of))  # the same again is kept once
    with pytest.raises(Contradiction, match="other results"):
        await bank.commit(settlement(of, results=results))
    (kept,) = await bank.settled_rounds(0, 9)
    assert kept.results == RESULTS
    assert rows("SELECT SUM(rounds), SUM(net) FROM tally") == [(2, 50)]


@pytest.mark.parametrize(
    "parts",
    [
        {"settled": False},
        {"rule_set": "other"},
        {"results": (RESULTS[0]._replace(seat=3), RESULTS[1])},
        {"results": (RESULTS[0]._replace(net=-501), RESULTS[1])},
        {"results": (RESULTS[0]._replace(naturals=3), RESULTS[1])},
    ],
    ids=str,
)
async def test_results_that_can_not_be(bank: Bank, rows: Rows, parts: dict[str, Any]) -> None:
    """Without a settlement or the rules' name, for a seat that was not dealt in, or impossible: nothing is kept."""
    of = await opened(bank)
    await bank.commit(deal(of))
    with pytest.raises(Contradiction):
        await bank.commit(settlement(of, **parts))
    assert rows("SELECT state FROM round") == [("open",)]
    assert rows("SELECT * FROM result") == rows("SELECT * FROM tally") == []


async def test_counted_rounds_are_kept(bank: Bank, rows: Rows) -> None:
    """Rounds without the name of their rules are listed in batches, and no more once they are counted."""
    for channel in (11, 12):
        of = await opened(bank, channel_id=channel)
        await bank.commit(deal(of, rule_set=None))
        await bank.commit(settlement(of, rule_set=None, results=()))
    voided = await opened(bank, channel_id=13)
    await bank.commit(deal(voided, rule_set=None))
    await bank.commit(change(voided._replace(round_number=2), round_number=1, voided_by=CAT))
    running = await opened(bank, channel_id=14)
    await bank.commit(deal(running, rule_set=None))
    first, *rest = await bank.uncounted_rounds(0, 2)
    rest += await bank.uncounted_rounds(2, 2)
    assert [kept.round_id for kept in (first, *rest)] == [1, 2, 3]
    assert (first.ending, rest[-1].ending) == (Ending.SETTLED, Ending.VOIDED)
    assert (first.dealt, first.ended_at) == (DEALT, NOW + 9)
    assert first.moves == (KeptMove("deal", NOW), KeptMove("stand", NOW + 9))
    counted = [
        CountedRound(round_id=1, rule_set="downtown", results=RESULTS),
        CountedRound(round_id=2, rule_set="downtown", results=RESULTS),
        CountedRound(round_id=3, rule_set="downtown", results=()),
    ]
    for _ in range(2):
        await bank.keep_counted(counted)
        assert await bank.uncounted_rounds(0, 9) == []
    assert rows("SELECT SUM(rounds), SUM(net) FROM tally") == [(4, 100)]
    assert rows("SELECT DISTINCT ended_at FROM result") == [(NOW + 9,)]


async def test_a_voided_round_has_no_results(bank: Bank, rows: Rows) -> None:
    """Counting can't give it any."""
    of = await opened(bank)
    await bank.commit(deal(of, rule_set=None))
    await bank.commit(change(of._replace(round_number=2), round_number=1, voided_by=CAT))
    with pytest.raises(Contradiction, match="was not settled"):
        await bank.keep_counted([CountedRound(round_id=1, rule_set="downtown", results=RESULTS)])
    assert rows("SELECT rule_set FROM round") == [(None,)]
