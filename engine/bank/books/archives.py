"""Archives: which rounds are old enough to be put away into a file, and what is left of them here.

What goes are the moves and the postings, two thirds of what a round takes. What stays is a line for each round and for
each of its seats: numbers are never given twice, and lists, sums, curves and achievements are what they were. What the
postings came to is carried forward, one sum for each account and archive, so that the books left behind are whole.

Shoes are put away whole, in the order of their table, and only once their secret is told: whatever is still dealt,
reviewed or shown after a restart has its log here. In the place of a shoe's transcript its hash stays, for the next
seal in the channel was made with that.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.bank.books import shoes
from engine.bank.database import Database, first, places
from engine.bank.errors import Contradiction
from engine.values.rounds import without
from engine.values.shoes import KeptShoe, ShoeRound

Named = dict[str, Any]
"""A row, by the names of its columns."""

IS_ARCHIVE: Final = "archive"
"""The key of a text that archives have, and no bank: which one it is."""

MARKS: Final = ("archive", "transcript")
"""The columns that differ: they say that something was put away."""

Digest = Callable[[KeptShoe, Sequence[ShoeRound]], bytes]
"""The SHA-256 of a shoe's transcript. Raises `ValueError` where its log can't be read."""

OF_ROUNDS: Final = {
    "round": ("id", "id"),
    "dealt_seat": ("round_id", "round_id, seat"),
    "move": ("round_id", "round_id, n"),
    "posting": ("round_id", "id"),
    "result": ("round_id", "round_id, seat"),
}
"""The tables whose rows belong to rounds, in the order in which they need each other: the column that says to which
round, and the key."""


class Archive(NamedTuple):
    """A file into which rounds were put away that ended before `until`; `until` and `at` in Unix seconds."""

    number: int
    key: str
    """Which one it is: the file has it, too."""
    file: str
    """What it was called."""
    until: float
    at: float
    rounds: int
    digest: bytes
    """Of what it must hold."""
    done: bool
    """Whether all that it holds is put away."""

    def __repr__(self) -> str:
        return without(self, "digest")


def archives(connection: Database) -> list[Archive]:
    """Return all archives that were begun, the oldest first."""
    rows = connection.execute(
        "SELECT id, key, file, until, at, rounds, digest, done FROM archive ORDER BY id"
    )
    return [Archive(*(*row[:7], bool(row[7]))) for row in rows.fetchall()]


def begin_archive(connection: Database, archive: Archive) -> None:
    """Record a new archive. Raises `Contradiction` while another one is not done."""
    if first(connection, "SELECT 1 FROM archive WHERE done = 0"):
        raise Contradiction("another archive was begun and is not done")
    connection.execute(
        "INSERT INTO archive (key, file, until, at, rounds, digest) VALUES (?, ?, ?, ?, ?, ?)",
        archive[1:7],
    )


def end_archive(connection: Database, key: str) -> None:
    """Note that everything in an archive is put away."""
    connection.execute("UPDATE archive SET done = 1 WHERE key = ?", (key,))


_TABLES: Final = """
SELECT table_id, MIN(CASE WHEN state = 'open' OR ended_at >= :until
    OR (said_goodbye = 0 AND number >= round_number - 1) THEN number END)
FROM round JOIN game_table ON game_table.id = table_id
WHERE archive IS NULL GROUP BY table_id HAVING MIN(ended_at) < :until ORDER BY table_id
"""
"""The tables that have old rounds, each with the first round that stays. A table that is open, or owes a goodbye, shows
the round before its present one after a restart."""

ALL: Final = 2**62
"""More than the number of any round of a table."""


def ripe(connection: Database, until: float) -> Iterator[tuple[int, int]]:
    """The tables of which something can be put away, and the number of the first round of each that stays there.

    It ended before `until` (Unix seconds), and so did all before it and all that were dealt from the same shoe.
    """
    for table_id, staying in connection.execute(_TABLES, {"until": until}).fetchall():
        sealed = connection.execute(
            "SELECT first_round, seed IS NULL FROM shoe WHERE table_id = ? ORDER BY number",
            (table_id,),
        ).fetchall()
        below = ALL
        if staying is not None:
            below = max((began for began, _ in sealed if began <= staying), default=0)
        yield table_id, min([below, *(began for began, secret in sealed if secret)])


def rounds_below(connection: Database, table_id: int, below: int) -> list[int]:
    """Return the ids of a table's rounds below this number that are here."""
    rows = connection.execute(
        "SELECT id FROM round WHERE table_id = ? AND number < ? AND archive IS NULL ORDER BY number",
        (table_id, below),
    )
    return [round_id for (round_id,) in rows.fetchall()]


def rows_of(connection: Database, ids: Collection[int]) -> dict[str, list[Named]]:
    """Return all that belongs to these rounds, by the table, in the order of the keys."""
    return {
        table: named(
            connection,
            f"SELECT * FROM {table} WHERE {column} IN ({places(len(ids))}) ORDER BY {key}",  # noqa: S608
            *ids,
        )
        for table, (column, key) in OF_ROUNDS.items()
    }


def named(connection: Database, query: str, *values: object) -> list[Named]:
    """Return the rows that a query finds, with the names of their columns."""
    cursor = connection.execute(query, values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def put_away(
    connection: Database, key: str, kept: Mapping[str, list[Named]], digest: Digest
) -> int:
    """Delete the moves and postings that an archive keeps; return of how many rounds. Twice is once.

    Raises `Contradiction` if anything of them is here otherwise, or `ValueError` where a log can't be read.
    """
    number = first(connection, "SELECT id FROM archive WHERE key = ?", key)
    asked = [row["id"] for row in kept["round"]]
    here = rows_of(connection, asked)
    left = {row["id"] for row in here["round"] if row["archive"] is None}
    for table, (column, _) in OF_ROUNDS.items():
        wanted = [row for row in kept[table] if row[column] in left]
        found = [row for row in here[table] if row[column] in left]
        if not are_same(wanted, found):
            raise Contradiction(f"what the archive has in {table} is not what is here")
    if len(here["round"]) < len(asked):
        raise Contradiction("the archive has rounds that are not here")
    if not left:
        return 0
    some, values = places(len(left)), tuple(left)
    for table_id, shoe in connection.execute(
        f"SELECT DISTINCT table_id, shoe FROM round WHERE id IN ({some})",  # noqa: S608
        values,
    ).fetchall():
        if shoe is not None:
            _keep_transcript(connection, table_id, shoe, digest)
    connection.execute(_CARRY.format(some=some), (number, *values, *values))
    connection.execute(f"UPDATE round SET archive = ? WHERE id IN ({some})", (number, *values))  # noqa: S608
    for table in ("move", "posting"):
        connection.execute(f"DELETE FROM {table} WHERE round_id IN ({some})", values)  # noqa: S608
    return len(left)


_CARRY: Final = """
INSERT INTO carried (account, archive, cents)
SELECT account.id, CAST(? AS BIGINT), CAST(SUM(cents) AS BIGINT) FROM (
    SELECT target AS account, cents FROM posting WHERE round_id IN ({some})
    UNION ALL SELECT source, -cents FROM posting WHERE round_id IN ({some})
) AS flow JOIN account ON account.id = flow.account
WHERE kind <> 'stake' GROUP BY account.id
ON CONFLICT (account, archive) DO UPDATE SET cents = carried.cents + excluded.cents
"""
"""Nothing is left in a stake: its postings come to nothing, and go together."""


def are_same(kept: Sequence[Named], here: Sequence[Named]) -> bool:
    """Whether an archive has the same rows, apart from `MARKS`; its schema may be older."""
    return len(kept) == len(here) and all(
        one[column] == value
        for row, one in zip(kept, here, strict=True)
        for column, value in row.items()
        if column not in MARKS
    )


def _keep_transcript(connection: Database, table_id: int, number: int, digest: Digest) -> None:
    """Keep the hash of a shoe's transcript, while all of its rounds are still here."""
    shoe = shoes.kept_shoe(connection, table_id, number)
    if shoe is None or shoe.transcript is not None:
        return
    rounds = shoes.shoe_rounds(connection, table_id, number, number).get(number, [])
    connection.execute(
        "UPDATE shoe SET transcript = ? WHERE table_id = ? AND number = ?",
        (digest(shoe, rounds), table_id, number),
    )


def users_of(connection: Database, persons: Collection[int]) -> list[int]:
    """Return the ids of the users with these numbers who were not forgotten."""
    query = f"SELECT user_id FROM person WHERE user_id > 0 AND id IN ({places(len(persons))})"  # noqa: S608
    return [user_id for (user_id,) in connection.execute(query, tuple(persons)).fetchall()]
