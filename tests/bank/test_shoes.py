"""Sealed shoes in the file: kept with what made them, their secrets apart until they are told."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import Contradiction
from engine.fairness.sealing import NONE_BEFORE
from engine.records.counting import recount
from engine.records.shoes import transcript_digest
from engine.rules.rule_sets import ENDLESS, HOTSEAT, PRIVATE
from engine.table.commands import LeaveTable
from engine.values.shoes import RevealedShoe, SavedShoe, ShoeEnd
from engine.values.tables import Change, SavedTable
from tests.host.evening import house_of, play_rounds

from .outside import another_program
from .values import ANN, BEN, DEALT, NOW, Rows, bet, change, kept_of, opened, sealed

WORDS = bytes([7]) * 32
SECRET = bytes(range(32))
NEXT = bytes(range(100, 132))


def cut(table_id: int, **changes: Any) -> SavedShoe:
    """The first shoe of a table, cut by Ann."""
    return sealed(table_id, words=WORDS, cut_by=ANN)._replace(**changes)


def shuffled(of: SavedTable) -> Change:
    """The first round is over, and so is the first shoe."""
    return change(
        of._replace(round_number=2, shoe_seed=NEXT),
        round_number=1,
        settled=True,
        revealed=RevealedShoe(number=1, seed=SECRET, end=ShoeEnd.CUT_CARD),
        shoe=sealed(of.table_id, 2, seed=NEXT),
    )


async def test_a_table_opens_with_a_seal(bank: Bank, rows: Rows) -> None:
    """The shoe is sealed under the number that the table gets, and comes back with its secret."""
    await opened(bank, channel_id=9)
    of = await opened(bank, first_shoe=sealed)
    (first, second) = await bank.open_tables()
    assert (first.shoe, second.shoe) == (None, sealed(of.table_id))
    assert rows("SELECT table_id, header, seed FROM shoe") == [(2, "table 2\nshoe 1\n", None)]


async def test_a_cut_is_kept_once(bank: Bank) -> None:
    """Asked again it changes nothing; other words, or a second cutter, are refused."""
    of = await opened(bank, first_shoe=sealed)
    for _ in range(2):
        await bank.commit(change(of, shoe=cut(of.table_id)))
    await bank.commit(change(of, shoe=sealed(of.table_id)))  # the seal of before the cut
    for other in (
        cut(of.table_id, words=bytes(32)),
        cut(of.table_id, sealed=bytes(32)),
        cut(of.table_id, header="table 9\n"),
    ):
        with pytest.raises(Contradiction, match="sealed or cut otherwise"):
            await bank.commit(change(of, shoe=other))
    (kept,) = await bank.open_tables()
    assert kept.shoe == cut(of.table_id)
    told = await bank.kept_shoe(of.table_id, 1)
    assert told is not None
    assert (told.words, told.cut_by, told.seed) == (WORDS, ANN, None)


async def test_a_secret_is_told_with_the_next_seal(bank: Bank) -> None:
    """In one transaction, and once if asked twice; how it ended can't be changed afterwards."""
    of = await opened(bank, first_shoe=sealed)
    await bank.commit(change(of, postings=()))
    for _ in range(2):
        await bank.commit(shuffled(of))
    first, second = [await bank.kept_shoe(of.table_id, number) for number in (1, 2)]
    assert first is not None
    assert (first.seed, first.end, first.ended_at) == (SECRET, ShoeEnd.CUT_CARD, NOW)
    assert second is not None
    assert (second.seed, second.end, second.ended_at) == (None, None, None)
    (kept,) = await bank.open_tables()
    assert kept.shoe == sealed(of.table_id, 2, seed=NEXT)
    for told in (
        RevealedShoe(number=1, seed=SECRET, end=ShoeEnd.CLOSED),
        RevealedShoe(number=1, seed=NEXT, end=ShoeEnd.CUT_CARD),
        RevealedShoe(number=3, seed=SECRET, end=ShoeEnd.CUT_CARD),
    ):
        with pytest.raises(Contradiction, match="ended otherwise"):
            await bank.commit(change(of._replace(round_number=2), revealed=told))


async def test_no_secret_is_told_early(bank: Bank, rows: Rows) -> None:
    """Neither by a question about shoes, nor in what a user is given; it lies with the table alone."""
    of = await opened(bank, first_shoe=sealed)
    await bank.commit(change(of, shoe=cut(of.table_id)))
    asked = [
        await bank.shoes_of_channel(10, 0, 9),
        await bank.kept_shoe(of.table_id, 1),
        await bank.shoes_after(0, 0, 9),
        await kept_of(bank, ANN),
    ]
    assert SECRET.hex()[:12] not in repr(asked)
    assert "07" * 32 in repr(asked[-1])
    assert rows("SELECT seed FROM shoe") == [(None,)]


@pytest.mark.parametrize("dealt", [True, False])
async def test_a_table_that_is_given_up_tells_its_secret(bank: Bank, dealt: bool) -> None:
    """Its shoe ended early: the running round was voided, or there was none."""
    of = await opened(bank, first_shoe=sealed)
    if dealt:
        deal = change(of, postings=(bet(ANN, 500), bet(BEN, 700, seat=2)), dealt=DEALT)
        await bank.commit(deal._replace(moves=("deal 2c",), drawn_from=(1, 0)))
    await bank.close_table(of.table_id, by=BEN)
    shoe = await bank.kept_shoe(of.table_id, 1)
    assert shoe is not None
    assert (shoe.seed, shoe.ended_at) == (SECRET, NOW)
    assert shoe.end is (ShoeEnd.VOIDED if dealt else ShoeEnd.CLOSED)
    found = await bank.shoes_of_channel(10, 0, 9)
    assert (found.left, found.closed, found.voided) == (0, 1, int(dealt))


async def test_rounds_know_their_shoe(bank: Bank) -> None:
    """And a shoe its rounds, those that are over: nothing is told of the one that runs."""
    of = await opened(bank, first_shoe=sealed)
    bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
    await bank.commit(change(of, postings=bets))
    deal = change(of, dealt=DEALT, moves=("deal 2c", "deal 3c"), drawn_from=(1, 40))
    await bank.commit(deal)
    assert await bank.shoe_rounds(of.table_id, 1, 1) == {}
    await bank.commit(change(of, voided_by=BEN))
    ((one,),) = (await bank.shoe_rounds(of.table_id, 1, 1)).values()
    assert (one.number, one.gone, one.moves) == (1, 40, ("deal 2c", "deal 3c"))
    kept = await bank.kept_round(one.round_id)
    assert kept is not None
    assert (kept.shoe, kept.gone) == (1, 40)
    assert "2c" not in repr(one)


async def test_voided_rounds_are_counted_while_their_shoe_goes_on(bank: Bank) -> None:
    """Each of them: an admin who voids what goes badly is seen, also where no shoe has ended."""
    of = await opened(bank, first_shoe=sealed)
    for number in (1, 2):
        now = of._replace(round_number=number)
        bets = (bet(ANN, 500), bet(BEN, 700, seat=2))
        deal = change(now, postings=bets, dealt=DEALT, moves=("deal 2c",), drawn_from=(1, 0))
        await bank.commit(deal)
        await bank.commit(
            change(now._replace(round_number=number + 1), voided_by=BEN, round_number=number)
        )
    now = of._replace(round_number=3)
    await bank.commit(change(now, postings=(bet(ANN, 500),)))
    await bank.commit(change(now, voided_by=BEN))  # no card was dealt
    found = await bank.shoes_of_channel(10, 0, 9)
    assert (found.total, found.left, found.closed, found.voided) == (1, 0, 0, 2)


async def test_the_shoes_of_a_channel_are_one_chain(bank: Bank, where: Path | str) -> None:
    """The next table takes up how the last one ended; whoever changes that later breaks the chain."""
    house, tables = house_of(bank, Random(1)), []
    for rules in (HOTSEAT, PRIVATE, ENDLESS):
        table = await house.open(rules, channel_id=1, guild_id=1, opener=ANN)
        tables.append(table.table_id)
        await play_rounds(table, [ANN], 2, Random(2))
        await table.submit(LeaveTable(user_id=ANN))
    found = await bank.shoes_after(0, 0, 9)
    before = NONE_BEFORE
    for shoe in found:
        assert f"before {before.hex()}\n" in shoe.header
        rounds = await bank.shoe_rounds(shoe.table_id, shoe.number, shoe.number)
        before = transcript_digest(shoe, rounds.get(shoe.number, ()))
    assert [finding async for finding in recount(bank)] == []
    with another_program(where) as host:
        host.execute("UPDATE shoe SET ended = 'voided by an admin' WHERE ended = 'closed'")
    findings = [finding async for finding in recount(bank)]
    assert findings == [
        f"shoe 1 of table {table} is not sealed as what comes after the shoe before it"
        for table in tables[1:]
    ]
