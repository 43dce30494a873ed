"""The journal of rounds, and what they came to: kept with the settlement, once."""

from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.values.played import CountedRound, Ending, KeptMove
from engine.values.rounds import DealtSeat, EndedRound, SeatResult
from engine.values.tables import Change, SavedTable

from .played import bet, dealt_in, lost, returned, won
from .users import ANN, BEN, CAT
from .values import DEALT, NOW, WELCOME, Rows, change, money, opened, refused


async def test_a_running_round_is_found(where: Path | str) -> None:
    """After a restart a round has its dealt seats, and its moves in the order of making.

    A table that went on has the round that it settled last beside the one that runs, by the id that it was told.
    """
    moves = tuple(f"move {n}" for n in range(12))
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank)
        begun = await bank.commit(change(of, dealt=DEALT, moves=moves[:2]))
        for n in range(2, 11):
            await bank.commit(change(of, moves=(moves[n],), first_move=n))
    async with Bank.open(where, lambda: NOW) as bank:
        (kept,) = await bank.open_tables()
        assert (kept.dealt, kept.moves, kept.ended) == (DEALT, moves[:11], None)
        later = of._replace(round_number=2)
        over = change(later, round_number=1, moves=moves[11:], first_move=11, settled=True)
        assert (await bank.commit(over)).round_id == begun.round_id
        assert begun.round_id == await bank.round_of_table(of.table_id, 1)
        assert (await bank.commit(change(later))).round_id is None
        before = EndedRound(1, DEALT, moves, begun.round_id)
        other = (DealtSeat(seat=1, user_id=ANN, stake=900),)
        for dealt, made in (((), ()), (other, ("two",))):
            await bank.commit(change(later, dealt=dealt, moves=made))
            (kept,) = await bank.open_tables()
            assert (kept.dealt, kept.moves, kept.ended) == (dealt, made, before)


async def test_what_contradicts_the_journal_is_refused(bank: Bank, of: SavedTable) -> None:
    """A move goes behind the last one, a round is dealt once, and it is settled when nothing is left on the table.

    The whole change is refused; nothing is added to a round that is over.
    """
    moves, bets = ("a", "b", "x"), (bet(ANN, 500), bet(BEN, 700, seat=2))
    await bank.commit(change(of, postings=bets, dealt=DEALT, moves=moves))
    (before,) = await bank.open_tables()
    wrong = change(of._replace(phase="playing"))
    for first, more in ((2, ("c",)), (4, ("d",)), (2, ("c", "d")), (-1, ("c",))):
        await refused(bank, wrong._replace(moves=more, first_move=first), "has 3 moves")
    await refused(bank, wrong._replace(dealt=DEALT[:1]), "dealt to other seats")
    paid = (returned(ANN, 499), lost(700, seat=2))
    await refused(bank, wrong._replace(postings=paid, settled=True), "1 cents")
    assert await bank.open_tables() == [before]
    assert await money(bank, ANN) == (WELCOME - 500, 500)
    empty = await opened(bank, channel_id=11)
    over = change(empty._replace(round_number=2), round_number=1, moves=("deal",))
    await bank.commit(over._replace(settled=True))
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
    """An admin ends the round."""
    return change(of._replace(round_number=2), round_number=1, voided_by=CAT)


async def test_results_are_kept_with_the_settlement(where: Path | str, rows: Rows) -> None:
    """Once, with the name of the rules and the sums of both; they are there after a restart.

    Without a settlement or the rules' name, for a seat that was not dealt in, or impossible: nothing is kept.
    """
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank, rules="downtown seats=3")
        await bank.commit(dealt_in(of))
        await refused(bank, settlement(of, settled=False))
        await refused(bank, settlement(of, rule_set="other"))
        for wrong in ({"seat": 3}, {"net": -501}, {"naturals": 3}):
            await refused(bank, settlement(of, results=(RESULTS[0]._replace(**wrong), RESULTS[1])))
        assert rows("SELECT state FROM round") == [("open",)]
        assert rows("SELECT * FROM result") == rows("SELECT * FROM tally") == []
        for _ in range(2):
            await bank.commit(settlement(of))
        for others in (RESULTS[:1], (RESULTS[0]._replace(net=751), RESULTS[1])):
            await refused(bank, settlement(of, results=others), "other results")
    async with Bank.open(where, lambda: NOW) as bank:
        (kept,) = await bank.settled_rounds(0, 9)
        assert (kept.results, kept.rule_set) == (RESULTS, "downtown")
        assert await bank.audit() == []
    assert rows("SELECT seat, ended_at FROM result") == [(1, NOW + 9), (2, NOW + 9)]
    assert rows(f"{TALLIES} ORDER BY user_id") == [
        (ANN, 20, "downtown", 1, 1, 0, 1, 500, 750),
        (BEN, 20, "downtown", 1, 0, 1, 0, 700, -700),
    ]


async def test_counted_rounds_are_kept(bank: Bank, rows: Rows) -> None:
    """Rounds without the name of their rules are listed in batches, and no more once they are counted.

    A voided round has no results, and counting can't give it any.
    """
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
    with pytest.raises(Contradiction, match="was not settled"):
        await bank.keep_counted([CountedRound(round_id=3, rule_set="downtown", results=RESULTS)])
    assert rows("SELECT DISTINCT rule_set FROM round") == [(None,)]
    results = {1: RESULTS, 2: RESULTS, 3: ()}
    for _ in range(2):
        await bank.keep_counted(
            [CountedRound(round_id=n, rule_set="downtown", results=of) for n, of in results.items()]
        )
        assert await bank.uncounted_rounds(0, 9) == []
    assert rows("SELECT SUM(rounds), SUM(net) FROM tally") == [(4, 100)]
    assert rows("SELECT DISTINCT ended_at FROM result") == [(NOW + 9,)]
