"""A table's version: each command is saved once, by the process that knows the last version."""

from pathlib import Path
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.books.tables import fence
from engine.bank.errors import Contradiction, NotOurs
from engine.values.money import PostingKind
from engine.values.rounds import SeatResult
from engine.values.shoes import RevealedShoe, ShoeEnd
from engine.values.tables import AdminEnd, Change, EndedByAdmin, SavedTable, TableMessage

from .outside import another_program
from .played import bet, dealt_in, lost, returned
from .users import ANN, BEN, CAT
from .values import DEALT, NOW, WELCOME, Rows, change, money, opened, sealed, seat

SECRET = bytes(range(32))
RESULTS = (
    SeatResult(seat=1, user_id=ANN, hands=1, staked=500, net=0, naturals=0),
    SeatResult(seat=2, user_id=BEN, hands=1, staked=700, net=-700, naturals=0),
)


def at_version(version: int, wanted: Change, **parts: Any) -> Change:
    """The command that saves this version."""
    return wanted._replace(table=wanted.table._replace(version=version), command=version, **parts)


def every_kind(of: SavedTable) -> list[Change]:
    """Changes that write to every part of the books, in order."""
    with_words = sealed(of.table_id)._replace(words=bytes([7]) * 32, words_by=ANN)
    over = RevealedShoe(number=1, seed=SECRET, end=ShoeEnd.CUT_CARD)
    paid = (returned(ANN, 500), lost(700, seat=2))
    second = of._replace(round_number=2)
    wanted = [
        change(of, seats=(seat(3, CAT),), shoe=with_words),
        change(of, postings=(bet(ANN, 500),)),
        dealt_in(of, postings=(bet(BEN, 700, seat=2),), drawn_from=(1, 0)),
        change(
            second,
            round_number=1,
            moves=("1 stand",),
            first_move=1,
            postings=paid,
            settled=True,
            results=RESULTS,
            rule_set="downtown",
            revealed=over,
            shoe=sealed(of.table_id, 2),
        ),
        change(second, postings=(bet(CAT, 900, seat=3),)),
        change(second, voided_by=BEN, ended=EndedByAdmin(AdminEnd.ROUND, BEN), freed=(1,)),
    ]
    return [at_version(number, one) for number, one in enumerate(wanted, 1)]


ALL = (
    "SELECT * FROM game_table",
    "SELECT * FROM seat",
    "SELECT * FROM round",
    "SELECT * FROM dealt_seat",
    "SELECT * FROM move",
    "SELECT * FROM posting",
    "SELECT * FROM account",
    "SELECT * FROM result",
    "SELECT * FROM tally",
    "SELECT * FROM shoe",
    "SELECT * FROM admin_end",
    "SELECT * FROM voided_seat",
)


async def test_a_repeated_command_has_no_effect(bank: Bank, rows: Rows) -> None:
    """The result and every row stay the same."""
    of = await opened(bank, first_shoe=sealed)
    for wanted in every_kind(of):
        answer = await bank.commit(wanted)
        before = [sorted(rows(query), key=repr) for query in ALL]
        assert await bank.commit(wanted) == answer
        assert [sorted(rows(query), key=repr) for query in ALL] == before
    assert await money(bank, ANN) == await money(bank, CAT) == (WELCOME, 0)


async def test_a_repeated_command_returns_current_balances(bank: Bank) -> None:
    """Also of a player who left the table with it."""
    of, there = await opened(bank), await opened(bank, channel_id=11)
    await bank.commit(at_version(1, change(of, postings=(bet(ANN, 500),))))
    back = returned(ANN, 500, step=1)._replace(kind=PostingKind.BET_RETURNED)
    leaving = at_version(2, change(of, freed=(1,), postings=(back,)))
    assert (await bank.commit(leaving)).balances == {ANN: WELCOME, BEN: WELCOME}
    await bank.commit(at_version(1, change(there, postings=(bet(ANN, 100),))))
    assert (await bank.commit(leaving)).balances == {ANN: WELCOME - 100, BEN: WELCOME}


@pytest.mark.parametrize(("version", "command"), [(0, 9), (1, 9), (3, 9), (0, 1), (3, 1)])
async def test_a_wrong_version_is_refused(
    bank: Bank, of: SavedTable, version: int, command: int
) -> None:
    """A command that skips a version or has an old one changes nothing, even with the name of the last command."""
    await bank.commit(at_version(1, change(of, postings=(bet(ANN, 500),))))
    before = await bank.open_tables()
    late = at_version(version, change(of, postings=(bet(ANN, 5, step=1),)))
    with pytest.raises((NotOurs, Contradiction)):
        await bank.commit(late._replace(command=command))
    assert await bank.open_tables() == before
    assert await money(bank, ANN) == (WELCOME - 500, 500)


async def test_different_commands_are_not_repetitions(bank: Bank, of: SavedTable) -> None:
    """A second command for a saved version is refused, even if only its number differs."""
    wanted = at_version(1, change(of, postings=(bet(ANN, 500),)))
    await bank.commit(wanted)
    with pytest.raises((NotOurs, Contradiction)):
        await bank.commit(wanted._replace(command=2))


async def test_two_processes_on_one_table(address: str) -> None:
    """One of them saves, and the other one's next command is refused; the audit has no findings."""
    async with Bank.open(address, lambda: NOW) as one, Bank.open(address, lambda: NOW) as other:
        of = await opened(one)
        wanted = at_version(1, change(of, postings=(bet(ANN, 500),)))
        await one.commit(wanted)
        with pytest.raises(NotOurs):
            await other.commit(wanted)  # the same command of another process
        await other.commit(at_version(2, change(of, postings=(bet(BEN, 700, seat=2),))))
        with pytest.raises(NotOurs):
            await one.commit(at_version(2, change(of, dealt=DEALT, moves=("deal",))))
        with pytest.raises(NotOurs):
            await one.remember_message(of.table_id, 1, TableMessage(7, 1))
        with pytest.raises(NotOurs):
            await one.say_farewell(of.table_id, 1)
        assert await other.audit() == []
        (found,) = await other.open_tables()
        assert (found.table.message_id, found.dealt) == (None, ())


async def test_taken_over_tables_are_fenced(where: Path | str) -> None:
    """Pending commands of their former process are refused; other guilds' tables are unchanged."""
    async with Bank.open(where, lambda: NOW) as bank:
        mine = await opened(bank, guild_id=8)
        others = await opened(bank, guild_id=9, channel_id=11)
        await bank._store.run(lambda database: fence(database, lambda guild: guild == 8))
        with pytest.raises((NotOurs, Contradiction)):
            await bank.commit(at_version(1, change(mine)))
        await bank.commit(at_version(1, change(others)))
        tables = {one.table.guild_id: one.table.version for one in await bank.open_tables()}
        assert tables == {8: 1, 9: 1}
        await bank.commit(at_version(2, change(mine)))


async def test_a_state_without_a_new_field_has_its_default(
    bank: Bank, of: SavedTable, where: Path | str
) -> None:
    """So a new field of a table needs no migration."""
    with another_program(where) as connection:
        connection.execute("UPDATE game_table SET data = replace(data, ',\"locale\":\"\"', '')")
    (found,) = await bank.open_tables()
    assert found.table == of
