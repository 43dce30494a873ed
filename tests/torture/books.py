"""Reads the bot's database: a copy of a file, because only the bot may recover the original; or a server directly."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from engine.bank.books.audit import audit
from engine.bank.books.tables import open_tables
from engine.bank.database import Database
from engine.bank.processes import read_once
from engine.bank.schema import TO_PLAY, known_migrations
from engine.bank.sqlite.opening import schema_of
from engine.values.money import PostingKind
from engine.values.rounds import DealtSeat
from engine.values.tables import OpenTable
from tests.bank.disk import survivor

NEWEST_POSTING = "SELECT COALESCE(MAX(id), 0) FROM posting"
OPEN_TABLES = "SELECT COUNT(*) FROM game_table WHERE closed = 0"

_BETS = frozenset({PostingKind.BET, PostingKind.DOUBLE, PostingKind.SPLIT, PostingKind.INSURANCE})
_OFF_THE_TABLE = frozenset(
    {PostingKind.BET_RETURNED, PostingKind.STAKE_RETURNED, PostingKind.LOST, PostingKind.VOIDED}
)


@dataclass(frozen=True, slots=True)
class Posting:
    """A money transfer in cents. `in_play` is from the player's side: positive if they bet.

    `user_id` is the affected player; for money from a stake to the house, the player of that seat.
    """

    id: int
    user_id: int | None
    kind: PostingKind
    cents: int
    round_id: int | None
    seat: int
    at: float

    @property
    def balance(self) -> int:
        """The change of the player's balance, in cents."""
        if self.kind is PostingKind.LOST:
            return 0
        return -self.cents if self.kind in _BETS else self.cents

    @property
    def in_play(self) -> int:
        """The change of the player's stakes, in cents."""
        if self.kind in _BETS:
            return self.cents
        return -self.cents if self.kind in _OFF_THE_TABLE else 0


@dataclass(frozen=True, slots=True)
class SavedMove:
    """A move in its text form, and its time (Unix seconds)."""

    text: str
    at: float


@dataclass(frozen=True)
class SavedRound:
    """A saved round; `stake` is its open stakes in cents."""

    id: int
    table_id: int
    number: int
    rules: str
    state: str
    ended_at: float | None
    stake: int
    dealt: tuple[DealtSeat, ...] = field(kw_only=True)
    moves: tuple[SavedMove, ...] = field(kw_only=True)

    @cached_property
    def seats(self) -> dict[int, int]:
        """The seat numbers by user id."""
        return {dealt.user_id: dealt.seat for dealt in self.dealt}


@dataclass(frozen=True, kw_only=True)
class Books:
    """All the money and games saved in the database."""

    findings: tuple[str, ...] = ()
    """Findings of SQLite's integrity check and the bank's audit."""
    postings: tuple[Posting, ...] = ()
    rounds: Mapping[int, SavedRound] = field(default_factory=dict)
    channels: Mapping[int, int] = field(default_factory=dict)
    """The channel of every table, open or closed."""
    closed: frozenset[int] = frozenset()
    """The closed tables."""
    open_tables: tuple[OpenTable, ...] = ()

    @cached_property
    def by_number(self) -> dict[tuple[int, int], SavedRound]:
        return {(one.table_id, one.number): one for one in self.rounds.values()}

    @cached_property
    def by_round(self) -> dict[int, list[Posting]]:
        found: dict[int, list[Posting]] = {round_id: [] for round_id in self.rounds}
        for posting in self.postings:
            if posting.round_id is not None:
                found[posting.round_id].append(posting)
        return found


def count(database: Path | str, query: str) -> int:
    """Return the number that an SQL query finds in a database in use."""
    if isinstance(database, str):
        return int(read_once(database, lambda server: _first(server, query)).unwrap())
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return _first(connection, query)


def _first(connection: Database, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def read(database: Path | str) -> Books:
    """Read all the money and games from a file that is not in use, or from a server that may be."""
    if isinstance(database, str):
        books: Books = read_once(database, _books).unwrap()
        return books
    with closing(sqlite3.connect(survivor(database), isolation_level=None)) as connection:
        if schema_of(connection, known_migrations(), TO_PLAY) < known_migrations()[-1].number:
            # Killed during its first start.
            return Books()
        books = _books(connection)
        checked = connection.execute("PRAGMA integrity_check").fetchall()
        damage = (text for (text,) in checked if text != "ok")
        return replace(books, findings=(*damage, *books.findings))


def _books(connection: Database) -> Books:
    tables = connection.execute("SELECT id, channel_id, closed FROM game_table").fetchall()
    return Books(
        findings=tuple(audit(connection)),
        postings=tuple(
            Posting(number, user_id, PostingKind(kind), *rest)
            for number, user_id, kind, *rest in connection.execute(_POSTINGS)
        ),
        rounds=_rounds(connection),
        channels={number: channel for number, channel, _ in tables},
        closed=frozenset(number for number, _, closed in tables if closed),
        open_tables=tuple(open_tables(connection, lambda _: True)),
    )


_POSTINGS = (
    "SELECT posting.id, user_id, posting.kind, cents, posting.round_id, posting.seat, at FROM posting"
    " LEFT JOIN account AS giver ON giver.id = source AND giver.kind = 'player'"
    " LEFT JOIN account AS taker ON taker.id = target AND taker.kind = 'player'"
    " LEFT JOIN dealt_seat ON dealt_seat.round_id = posting.round_id"
    " AND dealt_seat.seat = posting.seat"
    " LEFT JOIN person ON person.id = COALESCE(giver.owner, taker.owner, person)"
    " ORDER BY posting.id"
)
_SEATS = (
    "SELECT round_id, seat, user_id, stake FROM dealt_seat JOIN person ON person.id = person"
    " ORDER BY 1, 2"
)
_MOVES = "SELECT round_id, text, at FROM move ORDER BY round_id, n"
_ROUNDS = (
    "SELECT round.id, table_id, number, rules, state, ended_at, COALESCE(balance, 0) FROM round"
    " LEFT JOIN account ON account.kind = 'stake' AND account.owner = round.id"
)


def _rounds(connection: Database) -> dict[int, SavedRound]:
    def of_rounds(query: str) -> dict[int, list[tuple[Any, ...]]]:
        rows = groupby(connection.execute(query).fetchall(), itemgetter(0))
        return {round_id: [row[1:] for row in some] for round_id, some in rows}

    seats, moves = of_rounds(_SEATS), of_rounds(_MOVES)
    return {
        row[0]: SavedRound(
            *row,
            dealt=tuple(DealtSeat(*one) for one in seats.get(row[0], ())),
            moves=tuple(SavedMove(*one) for one in moves.get(row[0], ())),
        )
        for row in connection.execute(_ROUNDS)
    }
