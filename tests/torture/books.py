"""Reads the books: of a file from a copy, for the original is left for the bot to recover; of a server as they are."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from engine.bank.books import people
from engine.bank.books.audit import audit
from engine.bank.books.tables import open_tables
from engine.bank.database import Database
from engine.bank.processes import read_once
from engine.bank.schema import known_migrations
from engine.bank.sqlite.opening import schema_of
from engine.values.money import PostingKind
from engine.values.rounds import DealtSeat
from engine.values.tables import OpenTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """Cents that moved. `in_play` is seen from the player's side: above zero is what they put on the table.

    `user_id` is the player concerned; for money that goes from a stake to the house, the player of that seat.
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
        """The change of what the player has on the table, in cents."""
        if self.kind in _BETS:
            return self.cents
        return -self.cents if self.kind in _OFF_THE_TABLE else 0


_BETS = frozenset({PostingKind.BET, PostingKind.DOUBLE, PostingKind.SPLIT, PostingKind.INSURANCE})
_OFF_THE_TABLE = frozenset(
    {
        PostingKind.BET_RETURNED,
        PostingKind.STAKE_RETURNED,
        PostingKind.LOST,
        PostingKind.VOIDED,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptMove:
    """A move in its text form, and when it was made (Unix seconds)."""

    text: str
    at: float


@dataclass(frozen=True, kw_only=True)
class KeptRound:
    """A round in the file."""

    id: int
    table_id: int
    number: int
    rules: str
    state: str
    stake: int
    """Cents that lie on the table."""
    dealt: tuple[DealtSeat, ...]
    moves: tuple[KeptMove, ...]
    ended_at: float | None = None

    @cached_property
    def seats(self) -> dict[int, int]:
        """The seat of each user who was dealt in."""
        return {dealt.user_id: dealt.seat for dealt in self.dealt}


@dataclass(frozen=True, kw_only=True)
class Books:
    """All that the file says of money and games."""

    findings: tuple[str, ...] = ()
    """Findings of SQLite's own check and of the bank's audit."""
    postings: tuple[Posting, ...] = ()
    rounds: Mapping[int, KeptRound] = field(default_factory=dict)
    channels: Mapping[int, int] = field(default_factory=dict)
    """The channel of each table that there ever was."""
    closed: frozenset[int] = frozenset()
    """The tables that are closed."""
    open_tables: tuple[OpenTable, ...] = ()

    @cached_property
    def by_number(self) -> dict[tuple[int, int], KeptRound]:
        """The rounds by table and number."""
        return {(one.table_id, one.number): one for one in self.rounds.values()}

    @cached_property
    def by_round(self) -> dict[int, list[Posting]]:
        """The postings of each round, oldest first."""
        found: dict[int, list[Posting]] = {round_id: [] for round_id in self.rounds}
        for posting in self.postings:
            if posting.round_id is not None:
                found[posting.round_id].append(posting)
        return found


def newest_posting(database: Path) -> int:
    """The number of the last posting in the file that a bot has open, or 0."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        query = "SELECT COALESCE(MAX(id), 0) FROM posting"
        return int(connection.execute(query).fetchone()[0])


def open_tables_now(database: Path | str) -> int:
    """How many tables are open in the database that a bot has open."""
    if isinstance(database, str):
        return int(read_once(database, _open_tables).unwrap())
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return _open_tables(connection)


def _open_tables(connection: Database) -> int:
    query = "SELECT COUNT(*) FROM game_table WHERE closed = 0"
    return int(connection.execute(query).fetchone()[0])


def read(database: Path | str) -> Books:
    """The books in a file that nobody has open, or on a server on which others may write."""
    if isinstance(database, str):
        books: Books = read_once(database, _books).unwrap()
        return books
    with _copy(database) as connection:
        if schema_of(connection) < len(known_migrations()):
            # Killed in its very first start.
            return Books()
        people.index(connection)
        books = _books(connection)
        return replace(books, findings=(*_damage(connection), *books.findings))


def _books(connection: Database) -> Books:
    return Books(
        findings=tuple(audit(connection)),
        postings=tuple(_postings(connection)),
        rounds={one.id: one for one in _rounds(connection)},
        channels=dict(connection.execute("SELECT id, channel_id FROM game_table").fetchall()),
        closed=frozenset(_closed(connection)),
        open_tables=tuple(open_tables(connection, bool)),
    )


@contextmanager
def _copy(database: Path) -> Iterator[sqlite3.Connection]:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        for suffix in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{database}{suffix}", f"{copy}{suffix}")
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            yield connection


def _damage(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("PRAGMA integrity_check").fetchall()
    return [text for (text,) in rows if text != "ok"]


def _closed(connection: Database) -> Iterator[int]:
    for (number,) in connection.execute("SELECT id FROM game_table WHERE closed = 1"):
        yield number


def _postings(connection: Database) -> Iterator[Posting]:
    rows = connection.execute(
        "SELECT posting.id, user_id, posting.kind, cents,"
        " posting.round_id, posting.seat, at FROM posting"
        " LEFT JOIN account AS giver ON giver.id = source AND giver.kind = 'player'"
        " LEFT JOIN account AS taker ON taker.id = target AND taker.kind = 'player'"
        " LEFT JOIN dealt_seat ON dealt_seat.round_id = posting.round_id"
        " AND dealt_seat.seat = posting.seat"
        " LEFT JOIN person ON person.id = COALESCE(giver.owner, taker.owner, person)"
        " ORDER BY posting.id"
    )
    for number, user_id, kind, cents, round_id, seat, at in rows:
        yield Posting(
            id=number,
            user_id=user_id,
            kind=PostingKind(kind),
            cents=cents,
            round_id=round_id,
            seat=seat,
            at=at,
        )


def _rounds(connection: Database) -> Iterator[KeptRound]:
    dealt: dict[int, list[DealtSeat]] = {}
    moves: dict[int, list[KeptMove]] = {}
    seats = connection.execute(
        "SELECT round_id, seat, user_id, stake"
        " FROM dealt_seat JOIN person ON person.id = person ORDER BY 1, 2"
    )
    for round_id, seat, user_id, cents in seats:
        dealt.setdefault(round_id, []).append(DealtSeat(seat=seat, user_id=user_id, stake=cents))
    for round_id, text, at in connection.execute(
        "SELECT round_id, text, at FROM move ORDER BY 1, n"
    ):
        moves.setdefault(round_id, []).append(KeptMove(text=text, at=at))
    rows = connection.execute(
        "SELECT round.id, table_id, number, rules, state, ended_at, COALESCE(balance, 0) FROM round"
        " LEFT JOIN account ON account.kind = 'stake' AND account.owner = round.id"
    )
    for round_id, table_id, number, rules, state, ended_at, stake in rows:
        yield KeptRound(
            id=round_id,
            table_id=table_id,
            number=number,
            rules=rules,
            state=state,
            stake=stake,
            dealt=tuple(dealt.get(round_id, ())),
            moves=tuple(moves.get(round_id, ())),
            ended_at=ended_at,
        )
