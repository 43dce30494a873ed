"""Old rounds in a file of their own: what is told of players is what it was, and no kill loses anything."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from engine.bank import archiving
from engine.bank.archiving import compared, find_begun, part_of
from engine.bank.bank import Bank
from engine.bank.books.archives import OF_ROUNDS
from engine.bank.errors import BankError, Contradiction
from engine.bank.schema import known_migrations
from engine.bank.sqlite.opening import migrate
from engine.records.counting import recount
from engine.records.shoes import transcript_digest
from engine.rules.rule_sets import DOWNTOWN, HOTSEAT, PRIVATE
from engine.values.played import LEAST_ROUNDS
from tests.clock import START
from tests.host.evening import house_of, play_evening, play_rounds

from .outside import another_program, tamper
from .played import play, table_in, void
from .users import ANN, BEN, CAT, traces_of
from .values import NOW, WELCOME, Rows, kept_of

DAY = 86_400.0
LATER = START + 40 * DAY


async def no_pause(_: float) -> None:
    """Nobody plays beside."""


async def audited(bank: Bank) -> list[str]:
    """What the whole audit finds."""
    return [one async for one in recount(bank)]


async def wrong_with(file: Path, where: Path | str) -> list[str]:
    """What an archive's own audit finds, and what is found when it is held against the bank."""
    async with Bank.open(file, lambda: NOW, tool=True) as bank:
        found = [one async for one in recount(bank, is_archive=True)]
    return [*found, *compared(where, file, file, transcript_digest)]


async def put_away(
    bank: Bank,
    where: Path | str,
    file: Path,
    until: float,
    pause: Callable[[float], Awaitable[None]] = no_pause,
) -> int:
    """What the tool does, or goes on with."""
    made = find_begun(where, file)
    if made is None:
        made = archiving.fill(where, file, until, LATER)
        if made is None:
            return 0
        await archiving.begin(bank, made, file)
    return await archiving.put_away(bank, file, made.key, transcript_digest, pause)


async def told(bank: Bank, *users: int) -> list[Any]:
    """All that is told of these players, but for cards and payments."""
    found: list[Any] = [
        await bank.leaderboard(users[0], guild, 0, 20) for guild in (None, 1, 20, 30)
    ]
    found += [await bank.leaderboard_since(users[0], None, 0.0, 0, 20)]
    found += [await bank.sitting(table_id) for table_id in range(1, 6)]
    for user in users:
        found += [
            await bank.wallet(user),
            await bank.statistics(user),
            await bank.history(user, 0, 50),
            await bank.balance_over_time(user, 100),
            await bank.achievements(user),
        ]
        told = await kept_of(bank, user)
        own = sum(one["cents"] for one in (*told.pop("postings"), *told.pop("carried")))
        assert own == told["account"]["balance"]
        told["rounds"] = [{**one, "moves": 0, "put_away": 0} for one in told["rounds"]]
        found.append(told)
    return found


async def evening(bank: Bank) -> None:
    """Six real rounds by two rule sets in guild 1, all over, and nothing is owed."""
    await play_evening(bank, 3, rules=(HOTSEAT, PRIVATE), first_user=ANN)
    for kept in await bank.owed_goodbyes():
        await bank.say_goodbye(kept.table.table_id)


PLAYERS = tuple(ANN + number for number in (100, 101, 200, 201))


@dataclass
class Books:
    """A bank in which an evening was played, and the file into which its old rounds go."""

    bank: Bank
    where: Path | str
    file: Path

    async def put_away(
        self, pause: Callable[[float], Awaitable[None]] = no_pause, file: Path | None = None
    ) -> int:
        """How many rounds have gone."""
        return await put_away(self.bank, self.where, file or self.file, LATER, pause)

    def compared(self) -> list[str]:
        """What is found when the archive is held against the bank."""
        return compared(self.where, self.file, self.file, transcript_digest)

    async def told(self) -> list[Any]:
        """All that is told of the players; the books are in order."""
        assert await audited(self.bank) == []
        return await told(self.bank, *PLAYERS)


@pytest_asyncio.fixture
async def books(bank: Bank, where: Path | str, tmp_path: Path) -> Books:
    """Nothing is put away yet."""
    await evening(bank)
    return Books(bank, where, tmp_path / "old.db")


async def test_what_is_told_stays_to_the_cent(books: Books) -> None:
    """Balances, sums, lists, curves, honours and sittings; the books of each are whole, and so are both together.

    Play goes on: numbers go on, the next seal takes up the last transcript, and a later archive takes what was played
    since. An archive knows neither ids nor names: to forget somebody is nothing that it has to be told.
    """
    bank, second, before = books.bank, books.file.with_name("second.db"), await books.told()
    assert await books.put_away() == 6
    assert await books.told() == before
    assert (await bank.settled_rounds(1, 99), await bank.rounds_before(1, 99, 9)) == ([], [])
    kept = await bank.kept_round(1)
    assert kept is not None
    assert (kept.put_away, kept.moves) == (LATER, ())
    await play_evening(bank, LEAST_ROUNDS, rules=(HOTSEAT,), first_user=ANN, seed=2)
    assert await bank.newest_round() == 16
    assert await audited(bank) == []
    assert await books.put_away(file=second) == 0, "it owes a goodbye, and was one shoe"
    for owed in await bank.owed_goodbyes():
        await bank.say_goodbye(owed.table.table_id)
    before = await books.told()
    assert await books.put_away(file=second) == LEAST_ROUNDS
    assert await books.told() == before
    for user in PLAYERS:
        assert traces_of(books.file, user) == traces_of(second, user) == 0
        await bank.forget(user)
    for file in (books.file, second):
        assert await wrong_with(file, books.where) == []
    assert await audited(bank) == []


async def test_a_shoe_in_use_stays_whole(bank: Bank, where: Path | str, tmp_path: Path) -> None:
    """Of a table that is open, shoes go that are over, but for the round that a restart shows, and its shoe."""
    rng, played = Random(3), 20
    house = house_of(bank, rng)
    table = await house.open(DOWNTOWN, channel_id=1, guild_id=1, opener=ANN)
    await play_rounds(table, [ANN, BEN], played, rng)
    newest = await bank.last_shoe(1)
    assert newest is not None
    assert newest[0].number > 2
    file = tmp_path / "old.db"
    gone = await put_away(bank, where, file, LATER)
    assert 0 < gone < played - 1
    (running,) = await bank.open_tables()
    assert running.ended is not None
    assert running.ended.moves
    rounds = await bank.shoe_rounds(1, newest[0].number - 1, newest[0].number)
    assert len([one for some in rounds.values() for one in some]) == played - gone
    await play_rounds(table, [ANN, BEN], 1, rng)
    assert await audited(bank) == []
    assert await wrong_with(file, where) == []
    with closing(sqlite3.connect(file)) as kept:
        assert kept.execute("SELECT shoe_seed FROM game_table").fetchall() == [(bytes(32),)]
        assert kept.execute("SELECT COUNT(*) FROM shoe WHERE seed IS NULL").fetchone() == (0,)


async def test_rounds_of_the_day_stay(bank: Bank, where: Path | str, tmp_path: Path) -> None:
    """So does an open one, and what was played with them at a table whose cards were not sealed."""
    old = await table_in(bank, 20, 10, ANN, BEN)
    await play(bank, old, {ANN: 500, BEN: -500}, at=NOW)
    await bank.close_table(old.table_id, by=CAT)
    both = await table_in(bank, 20, 11, ANN, BEN)
    both = await play(bank, both, {ANN: 1, BEN: 1}, at=NOW)
    await play(bank, both, {ANN: 1, BEN: 1}, at=NOW + DAY)
    await bank.close_table(both.table_id, by=CAT)
    voided = await table_in(bank, 20, 12, ANN, BEN)
    await void(bank, voided, ANN, BEN, at=NOW)
    before = await told(bank, ANN, BEN)
    assert await put_away(bank, where, tmp_path / "old.db", NOW + DAY) == 1
    assert await told(bank, ANN, BEN) == before
    assert await bank.audit() == []


def test_whatever_belongs_to_rounds_goes_or_stays() -> None:
    """A table that is new has to be put into `OF_ROUNDS`, or named here as one that stays whole."""
    staying = {"honour", "by_book"}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        migrate(file, known_migrations(), at=0)
        found = file.execute(
            "SELECT t.name FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f"
            " WHERE t.type = 'table' AND f.\"table\" IN ('round', 'dealt_seat')"
        )
        assert {name for (name,) in found} == (set(OF_ROUNDS) - {"round"}) | staying


async def test_others_play_meanwhile(books: Books) -> None:
    """What is played between two transactions stays, and no number is given twice."""
    bank = books.bank
    of = await table_in(bank, 20, 10, ANN, BEN)

    async def play_on(_: float) -> None:
        nonlocal of
        of = await play(bank, of, {ANN: 500, BEN: -500}, at=LATER)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archiving, "AT_A_TIME", 2)
        assert await books.put_away(play_on) == 6
    assert [one.round_id for one in (await bank.history(ANN, 0, 9)).rounds] == [9, 8, 7]
    assert (await bank.wallet(ANN)).balance == WELCOME + 1_500
    assert await bank.audit() == []


class Killed(Exception):
    """The process is no more."""


def end(*_: object) -> Any:
    """At once."""
    raise Killed


async def end_later(*_: object) -> Any:
    """When it is awaited."""
    raise Killed


def until_the(last: int) -> Callable[[float], Awaitable[None]]:
    """A pause that is the end after so many transactions; 0 is never."""
    left = count(1)

    async def pause(_: float) -> None:
        if next(left) == last:
            raise Killed

    return pause


async def test_a_kill_loses_nothing(books: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each step the books are whole and all is told as before; the same call once more goes on, to the next kill."""
    before = await books.told()
    monkeypatch.setattr(archiving, "AT_A_TIME", 2)
    kills: list[tuple[Any, str, Any, int]] = [
        (archiving, "_sign", end, 0),  # half filled
        (Bank, "begin_archive", end_later, 0),  # complete, and unknown
        (archiving, "_name", end, 0),  # known, and without its name
        (archiving, "fill", end, 1),  # after a transaction, and it is not filled again
        (Bank, "end_archive", end_later, 0),
    ]
    gone = []
    for of, name, kill, transactions in kills:
        with monkeypatch.context() as patch:
            patch.setattr(of, name, kill)
            with pytest.raises(Killed):
                await books.put_away(until_the(transactions))
        kept = [await books.bank.kept_round(number) for number in range(1, 7)]
        gone.append(sum(one is not None and one.put_away is not None for one in kept))
        assert await books.told() == before
    assert gone == [0, 0, 0, 2, 6]
    assert await books.put_away() == 0, "all but one note was done"
    assert await books.told() == before
    assert await wrong_with(books.file, books.where) == []
    assert not part_of(books.file).exists()


async def test_what_was_begun_is_finished_first(
    books: Books, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another file is refused meanwhile; so is a file that is there, whatever it is.

    Nothing is deleted that the file has otherwise: what was changed in either of them stays where it is.
    """
    monkeypatch.setattr(archiving, "AT_A_TIME", 2)
    other = books.file.with_name("other.db")
    with pytest.raises(Killed):
        await books.put_away(until_the(1))
    with pytest.raises(BankError, match=r"was begun in old\.db and is not done"):
        await books.put_away(file=other)
    assert books.compared() == ["rounds are still to be put away into old.db"]
    moved = "UPDATE move SET at = at {} 1 WHERE round_id = (SELECT MAX(id) FROM round)"
    with another_program(books.file) as file:
        file.execute(moved.format("+"))
    with pytest.raises(Contradiction, match="the archive has in move is not what is here"):
        await books.put_away()
    assert rows("SELECT COUNT(*) FROM round WHERE archive IS NULL") == [(2,)]
    assert await audited(books.bank) == []
    with another_program(books.file) as file:
        file.execute(moved.format("-"))
    assert await books.put_away() == 2
    other.write_text("Dear dealer")
    for there in (books.file, other):
        with pytest.raises(BankError, match="exists already"):
            await books.put_away(file=there)
    assert rows("SELECT done FROM archive") == [(1,)]


MORE, LESS = "cents = cents + 1", "cents = cents - 1"

CHANGED = (
    ("file", "posting", MORE, LESS, "is not what it was when"),
    ("file", "carried", MORE, LESS, "is not what the archive has"),
    ("here", "result", "hands = hands + 1", "hands = hands - 1", "another result in the archive"),
    ("here", "carried", "cents = -cents", "cents = -cents", "is not what the archive has"),
    ("here", "archive", "rounds = 1 + rounds", "rounds = rounds - 1", "6 rounds were put away"),
    ("here", "archive", "key = 'x' || key", "key = substr(key, 2)", "is no archive of this data"),
    ("here", "shoe", "transcript = sealed WHERE transcript IS NOT NULL", "", "another transcript"),
)
"""A table of either, what is changed there, how that is undone but for the last one, and what is found."""


async def test_both_are_held_against_each_other(books: Books) -> None:
    """Whatever is changed in one of them alone is found."""
    await books.put_away()
    tamper(books.file, "DROP TRIGGER posting_is_never_changed")
    for side, table, change, undo, finding in CHANGED:
        assert books.compared() == []
        changed = books.file if side == "file" else books.where
        with another_program(changed) as connection:
            connection.execute(f"UPDATE {table} SET {change}")
        found = books.compared()
        assert found
        assert all(finding in one for one in found), found
        if undo:
            with another_program(changed) as connection:
                connection.execute(f"UPDATE {table} SET {undo}")
