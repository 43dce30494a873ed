"""Sealed shoes, and their secrets, which stay with the table until the shoe ends."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from engine.bank.bank import Bank
from engine.fairness.sealing import NONE_BEFORE
from engine.records.counting import recount
from engine.records.shoes import transcript_digest
from engine.rules.rule_sets import ENDLESS, HOTSEAT, PRIVATE
from engine.table.commands import LeaveTable
from engine.values.rounds import EndedRound
from engine.values.shoes import RevealedShoe, SavedShoe, ShoeEnd
from engine.values.tables import Change, SavedTable
from tests.host.evening import house_of, play_rounds

from .outside import another_program
from .played import bet, dealt_in
from .users import ANN, BEN
from .values import DEALT, NOW, Rows, change, commit, kept_of, opened, refused, sealed

WORDS = bytes([7]) * 32
SECRET = bytes(range(32))
NEXT = bytes(range(100, 132))
MOVES = ("deal 2c", "deal 3c")


@pytest_asyncio.fixture
async def of(bank: Bank) -> SavedTable:
    """A table whose first shoe is sealed."""
    return await opened(bank, first_shoe=sealed)


def with_words(table_id: int, **changes: Any) -> SavedShoe:
    """The first shoe of a table, with words from Ann."""
    return sealed(table_id, words=WORDS, words_by=ANN)._replace(**changes)


def dealt(of: SavedTable, gone: int = 0) -> Change:
    """Ann and Ben are dealt in from the first shoe."""
    return dealt_in(of, moves=MOVES, drawn_from=(1, gone))


async def test_words_are_saved_once(bank: Bank, of: SavedTable, rows: Rows) -> None:
    """More words, and words for another seal, are refused.

    The shoe is sealed under the new table's number. Only the table has the secret: no query about shoes and no export
    returns it.
    """
    await opened(bank, channel_id=9)
    first, second = await bank.open_tables()
    assert (first.shoe, second.shoe) == (sealed(of.table_id), None)
    for other in ({"sealed": bytes(32)}, {"header": "table 9\n"}):
        await refused(
            bank, change(of, shoe=with_words(of.table_id, **other)), "takes no such words"
        )
    await commit(bank, change(of, shoe=with_words(of.table_id)))
    await refused(bank, change(of, shoe=with_words(of.table_id)), "takes no such words")
    assert (await bank.open_tables())[0].shoe == with_words(of.table_id)
    shown = await bank.public_shoe(of.table_id, 1)
    assert shown is not None
    assert (shown.words, shown.words_by, shown.seed) == (WORDS, ANN, None)
    found = await bank.shoes_of_channel(10, 0, 9), await bank.shoes_after(0, 0, 9)
    data = repr(await kept_of(bank, ANN))
    assert SECRET.hex()[:12] not in repr((shown, found)) + data
    assert WORDS.hex() in data
    assert rows("SELECT table_id, header, seed FROM shoe") == [(1, "table 1\nshoe 1\n", None)]


async def test_a_secret_is_revealed_with_the_next_seal(bank: Bank, of: SavedTable) -> None:
    """In one transaction; the reason of the end can't be changed afterwards."""
    after = of._replace(round_number=2, shoe_seed=NEXT)
    over = RevealedShoe(number=1, seed=SECRET, end=ShoeEnd.CUT_CARD)
    following = sealed(of.table_id, 2, seed=NEXT)
    shuffled = change(after, round_number=1, settled=True, revealed=over, shoe=following)
    await commit(bank, change(of))
    await commit(bank, shuffled)
    for number, shown in ((1, (SECRET, ShoeEnd.CUT_CARD, NOW)), (2, (None, None, None))):
        shoe = await bank.public_shoe(of.table_id, number)
        assert shoe is not None
        assert (shoe.seed, shoe.end, shoe.ended_at) == shown
    (saved,) = await bank.open_tables()
    assert saved.shoe == following
    for other in ((1, SECRET, ShoeEnd.CLOSED), (1, NEXT, over.end), (3, SECRET, over.end)):
        wrong = change(of._replace(round_number=2), revealed=RevealedShoe(*other))
        await refused(bank, wrong, "unknown, or over")


@pytest.mark.parametrize("is_running", [True, False])
async def test_a_table_closed_by_an_admin_reveals_its_secret(
    bank: Bank, of: SavedTable, is_running: bool
) -> None:
    """With a running round, which is voided, and without one."""
    if is_running:
        await commit(bank, dealt(of))
    await bank.close_table(of.table_id, by=BEN)
    shoe = await bank.public_shoe(of.table_id, 1)
    assert shoe is not None
    assert (shoe.seed, shoe.ended_at, shoe.end) == (SECRET, NOW, ShoeEnd.CLOSED_BY_ADMIN)
    found = await bank.shoes_of_channel(10, 0, 9)
    assert (found.left, found.closed, found.voided) == (0, 1, int(is_running))


async def test_voided_rounds_of_a_running_shoe(bank: Bank, of: SavedTable) -> None:
    """Each is counted, so players notice an admin who voids bad rounds. They survive a restart; a void without cards
    does not count.

    A round names its shoe, and a shoe lists its rounds that are over, not the running one.
    """
    for number, gone in ((1, 0), (2, 40)):
        now = of._replace(round_number=number)
        await commit(bank, dealt(now, gone))
        shown = [one for some in (await bank.shoe_rounds(1, 1, 1)).values() for one in some]
        assert len(shown) == number - 1
        after = now._replace(round_number=number + 1)
        await commit(bank, change(after, voided_by=BEN, round_number=number))
    _, one = (await bank.shoe_rounds(of.table_id, 1, 1))[1]
    assert (one.number, one.gone, one.moves) == (2, 40, MOVES)
    assert "2c" not in repr(one)
    known = await bank.saved_round(one.round_id)
    assert known is not None
    assert (known.shoe, known.gone) == (1, 40)
    await commit(bank, change(after, postings=(bet(ANN, 500),)))
    await commit(bank, change(after, voided_by=BEN))  # no card was dealt
    found = await bank.shoes_of_channel(10, 0, 9)
    assert (found.total, found.left, found.closed, found.voided) == (1, 0, 0, 2)
    (saved,) = await bank.open_tables()
    assert saved.voided == tuple(EndedRound(number, DEALT, MOVES, number) for number in (1, 2))


async def test_the_shoes_of_a_channel_form_a_chain(bank: Bank, where: Path | str) -> None:
    """The next table's shoe names the digest of the last one; a later change of that one breaks the chain."""
    house, tables = house_of(bank, Random(1)), []
    for rules in (HOTSEAT, PRIVATE, ENDLESS):
        table = await house.open(rules, channel_id=1, guild_id=1, opener=ANN)
        tables.append(table.table_id)
        await play_rounds(table, [ANN], 2, Random(2))
        await table.submit(LeaveTable(user_id=ANN))
    before = NONE_BEFORE
    for shoe in await bank.shoes_after(0, 0, 9):
        assert f"before {before.hex()}\n" in shoe.header
        rounds = await bank.shoe_rounds(shoe.table_id, shoe.number, shoe.number)
        before = transcript_digest(shoe, rounds.get(shoe.number, ()))
    assert [finding async for finding in recount(bank)] == []
    with another_program(where) as host:
        host.execute("UPDATE shoe SET ended = 'voided by an admin' WHERE ended = 'closed'")
    assert [finding async for finding in recount(bank)] == [
        f"shoe 1 of table {table} is not sealed as the successor of the shoe before it"
        for table in tables[1:]
    ]
