"""The journal of rounds, and what they came to: kept with the settlement, once."""

from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.played import CountedRound, Ending, KeptMove
from engine.values.rounds import DealtSeat, EndedRound, SeatResult
from engine.values.tables import Change, SavedTable

from .inside import money, refused
from .played import bet, dealt_in, lost, returned, won
from .users import ANN, BEN, CAT
from .values import DEALT, NOW, WELCOME, Rows, change, opened


async def test_a_running_round_is_found(where: Path | str) -> None:
    """After a restart a round has its dealt seats, and its moves in the order of making."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank)
        await bank.commit(change(of, dealt=DEALT, moves=("deal 7h", "deal 8s")))
        for n in range(2, 13):
            await bank.commit(change(of, moves=(f"move {n}",), first_move=n))
    async with Bank.open(where, lambda: NOW) as bank:
        (kept,) = await bank.open_tables()
    moves = ("deal 7h", "deal 8s", *(f"move {n}" for n in range(2, 13)))
    assert (kept.dealt, kept.moves, kept.ended) == (DEALT, moves, None)


async def test_the_round_before_is_found_too(bank: Bank, of: SavedTable) -> None:
    """A table that went on has the round that it settled last beside the one that runs, by the id that it was told."""
    begun = await bank.commit(change(of, dealt=DEALT, moves=("one",)))
    later = of._replace(round_number=2)
    over = change(later, round_number=1, moves=("over",), first_move=1, settled=True)
    assert (await bank.commit(over)).round_id == begun.round_id
    assert begun.round_id == await bank.round_of_table(of.table_id, 1)
    assert (await bank.commit(change(later))).round_id is None
    before = EndedRound(1, DEALT, ("one", "over"), begun.round_id)
    other = (DealtSeat(seat=1, user_id=ANN, stake=900),)
    for dealt, moves in (((), ()), (other, ("two",))):
        await bank.commit(change(later, dealt=dealt, moves=moves))
        (kept,) = await bank.open_tables()
        assert (kept.dealt, kept.moves, kept.ended) == (dealt, moves, before)


@pytest.mark.parametrize(
    ("first", "moves"),
    [(2, ("c",)), (4, ("d",)), (2, ("c", "d")), (-1, ("c",))],
    ids=["in place of one", "with a gap", "overlapping", "below"],
)
async def test_moves_are_appended_without_a_gap(
    bank: Bank, of: SavedTable, first: int, moves: tuple[str, ...]
) -> None:
    """A move goes behind the last one; anywhere else the whole change is refused."""
    await bank.commit(change(of, moves=("a", "b", "x")))
    wrong = change(of._replace(phase="playing"), moves=moves, first_move=first)
    await refused(bank, wrong, "has 3 moves")
    (kept,) = await bank.open_tables()
    assert (kept.table.phase, kept.moves) == ("betting", ("a", "b", "x"))


async def test_a_round_is_dealt_once(bank: Bank, of: SavedTable) -> None:
    """Other seats or stakes than those of the deal are refused."""
    await bank.commit(change(of, dealt=DEALT))
    await refused(bank, change(of, dealt=DEALT[:1]), "dealt to other seats")
    assert (await bank.open_tables())[0].dealt == DEALT


async def test_settled_means_that_nothing_is_left(bank: Bank, of: SavedTable) -> None:
    """A round with a cent on the table can't be settled, and its payments are not kept."""
    await bank.commit(change(of, postings=(bet(ANN, 500),)))
    await refused(bank, change(of, postings=(returned(ANN, 499),), settled=True), "1 cents")
    assert await money(bank, ANN) == (WELCOME - 500, 500)


async def test_a_settled_round_takes_nothing_more(bank: Bank, of: SavedTable) -> None:
    """Neither money nor moves nor seats are added to a round that is over."""
    settled = change(of._replace(round_number=2), round_number=1, moves=("deal",), settled=True)
    await bank.commit(settled)
    late = settled._replace(settled=False)
    await refused(bank, late._replace(postings=(bet(ANN, 500, step=9),)), "has ended")
    await refused(bank, late._replace(moves=("more",), first_move=1), "has ended")
    await refused(bank, late._replace(dealt=DEALT), "has ended")


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
    """An admin ends the round."""
    return change(of._replace(round_number=2), round_number=1, voided_by=CAT)


async def test_results_are_kept_with_the_settlement(where: Path | str, rows: Rows) -> None:
    """They are there after a restart, with the name of the rules and the sums of both."""
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank, rules="downtown seats=3")
        await bank.commit(dealt_in(of))
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


async def test_other_results_are_refused(bank: Bank, of: SavedTable, rows: Rows) -> None:
    """The same again is kept once; what contradicts it is not taken."""
    await bank.commit(dealt_in(of))
    for _ in range(2):
        await bank.commit(settlement(of))
    for others in (RESULTS[:1], (RESULTS[0]._replace(net=751), RESULTS[1])):
        await refused(bank, settlement(of, results=others), "other results")
    (kept,) = await bank.settled_rounds(0, 9)
    assert kept.results == RESULTS
    assert rows("SELECT SUM(rounds), SUM(net) FROM tally") == [(2, 50)]


async def test_results_that_can_not_be(bank: Bank, of: SavedTable, rows: Rows) -> None:
    """Without a settlement or the rules' name, for a seat that was not dealt in, or impossible: nothing is kept."""
    await bank.commit(dealt_in(of))
    await refused(bank, settlement(of, settled=False))
    await refused(bank, settlement(of, rule_set="other"))
    for wrong in ({"seat": 3}, {"net": -501}, {"naturals": 3}):
        await refused(bank, settlement(of, results=(RESULTS[0]._replace(**wrong), RESULTS[1])))
    assert rows("SELECT state FROM round") == [("open",)]
    assert rows("SELECT * FROM result") == rows("SELECT * FROM tally") == []


async def test_counted_rounds_are_kept(bank: Bank, rows: Rows) -> None:
    """Rounds without the name of their rules are listed in batches, and no more once they are counted."""
    tables = [await opened(bank, channel_id=channel) for channel in (11, 12, 13, 14)]
    for of in tables:
        await bank.commit(dealt_in(of, rule_set=None))
    for of in tables[:2]:
        await bank.commit(settlement(of, rule_set=None, results=()))
    await bank.commit(void(tables[2]))
    found = [*await bank.uncounted_rounds(0, 2), *await bank.uncounted_rounds(2, 2)]
    assert [kept.round_id for kept in found] == [1, 2, 3]
    assert (found[0].ending, found[2].ending) == (Ending.SETTLED, Ending.VOIDED)
    assert (found[0].dealt, found[0].ended_at) == (DEALT, NOW + 9)
    assert found[0].moves == (KeptMove("deal", NOW), KeptMove("stand", NOW + 9))
    results = {1: RESULTS, 2: RESULTS, 3: ()}
    for _ in range(2):
        await bank.keep_counted(
            [CountedRound(round_id=n, rule_set="downtown", results=of) for n, of in results.items()]
        )
        assert await bank.uncounted_rounds(0, 9) == []
    assert rows("SELECT SUM(rounds), SUM(net) FROM tally") == [(4, 100)]
    assert rows("SELECT DISTINCT ended_at FROM result") == [(NOW + 9,)]


async def test_a_voided_round_has_no_results(bank: Bank, of: SavedTable, rows: Rows) -> None:
    """Counting can't give it any."""
    await bank.commit(dealt_in(of, rule_set=None))
    await bank.commit(void(of))
    with pytest.raises(Contradiction, match="was not settled"):
        await bank.keep_counted([CountedRound(round_id=1, rule_set="downtown", results=RESULTS)])
    assert rows("SELECT rule_set FROM round") == [(None,)]
