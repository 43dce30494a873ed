"""What rounds came to: kept with the settlement, once, and as the sum of itself."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.changes import Change
from engine.values.played import CountedRound, Ending, KeptMove
from engine.values.rounds import SeatResult
from engine.values.tables import SavedTable

from .values import ANN, BEN, CAT, DEALT, NOW, bet, change, lost, opened, returned, won

Rows = Callable[[str], list[Any]]

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


async def test_the_same_settlement_again_is_kept_once(bank: Bank, rows: Rows) -> None:
    """Neither the results nor their sums change when a change is committed twice."""
    of = await opened(bank)
    await bank.commit(deal(of))
    for _ in range(2):
        await bank.commit(settlement(of))
    assert rows("SELECT COUNT(*) FROM result") == [(2,)]
    assert rows("SELECT SUM(rounds), SUM(net) FROM tally") == [(2, 50)]


@pytest.mark.parametrize(
    "results",
    [RESULTS[:1], (RESULTS[0]._replace(net=751), RESULTS[1]), (*RESULTS[:1], RESULTS[0])],
    ids=["one less", "another net", "one twice"],
)
async def test_other_results_are_refused(bank: Bank, results: tuple[SeatResult, ...]) -> None:
    """Results that contradict those that are kept are not taken."""
    of = await opened(bank)
    await bank.commit(deal(of))
    await bank.commit(settlement(of))
    with pytest.raises(Contradiction, match="other results"):
        await bank.commit(settlement(of, results=results))
    (kept,) = await bank.settled_rounds(0, 9)
    assert kept.results == RESULTS


@pytest.mark.parametrize(
    "parts",
    [
        {"settled": False},
        {"rule_set": None},
        {"rule_set": "other"},
        {"results": (RESULTS[0]._replace(seat=3), RESULTS[1])},
        {"results": (RESULTS[0]._replace(staked=0), RESULTS[1])},
        {"results": (RESULTS[0]._replace(net=-501), RESULTS[1])},
        {"results": (RESULTS[0]._replace(naturals=3), RESULTS[1])},
        {"results": (RESULTS[0]._replace(hands=0), RESULTS[1])},
        {"results": (RESULTS[0], RESULTS[0])},
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


async def test_a_settled_round_takes_no_results_later(bank: Bank) -> None:
    """Only counting gives a round its results after it has ended."""
    of = await opened(bank)
    await bank.commit(deal(of))
    await bank.commit(settlement(of, results=()))
    with pytest.raises(Contradiction, match="has ended"):
        await bank.commit(settlement(of))


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


async def test_bets_that_were_taken_back_are_not_counted(bank: Bank) -> None:
    """A round that was left before the deal has nothing to count."""
    of = await opened(bank)
    await bank.commit(change(of, postings=(bet(ANN, 500), returned(ANN, 500))))
    await bank.commit(change(of._replace(round_number=2, closed=True)))
    assert await bank.uncounted_rounds(0, 9) == []
