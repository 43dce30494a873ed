"""Sealed shoes: the seal is public before a shoe's first card, its secret seed after the last."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from engine.bank.books import people
from engine.bank.database import Database, first
from engine.bank.errors import Contradiction
from engine.values.shoes import PublicShoe, RevealedShoe, SavedShoe, ShoeEnd, ShoeRound, Shoes
from engine.values.tables import SavedTable

_COLUMNS: Final = (
    "table_id, channel_id, rules, number, first_round, header, sealed, sealed_at, words,"
    " (SELECT user_id FROM person WHERE person.id = words_by), seed, ended, ended_at"
    " FROM shoe JOIN game_table ON game_table.id = table_id"
)


BY_HOST: Final = (
    "EXISTS (SELECT 1 FROM shoe AS broken_off WHERE broken_off.table_id = round.table_id"
    " AND broken_off.number = round.shoe AND broken_off.ended = 'backup restored'"
    " AND broken_off.ended_at = round.ended_at)"
)
"""True for a round voided by a restored backup, which discarded its shoe, too."""


def save(connection: Database, table_id: int, shoe: SavedShoe, at: float) -> None:
    """Save a new shoe, or the hash of a player's words for its shuffle. `at` in Unix seconds.

    Raises `Contradiction` for a second addition or another seal.
    """
    words_by = None if shoe.words_by is None else people.number(connection, shoe.words_by)
    if shoe.words is None:
        connection.execute(
            "INSERT INTO shoe (table_id, number, first_round, header, sealed, sealed_at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (table_id, shoe.number, shoe.first_round, shoe.header, shoe.sealed, at),
        )
        return
    added = connection.execute(
        "UPDATE shoe SET words = ?, words_by = ? WHERE table_id = ? AND number = ?"
        " AND sealed = ? AND header = ? AND words IS NULL",
        (shoe.words, words_by, table_id, shoe.number, shoe.sealed, shoe.header),
    )
    if not added.rowcount:
        raise Contradiction(f"shoe {shoe.number} of table {table_id} takes no such words")


def reveal(connection: Database, table_id: int, over: RevealedShoe, at: float) -> None:
    """Save the end of a shoe with its seed, now public. Raises `Contradiction` if it had ended."""
    revealed = connection.execute(
        "UPDATE shoe SET seed = ?, ended = ?, ended_at = ?"
        " WHERE table_id = ? AND number = ? AND seed IS NULL",
        (over.seed, over.end.value, at, table_id, over.number),
    )
    if not revealed.rowcount:
        raise Contradiction(f"shoe {over.number} of table {table_id} is unknown, or over")


def reveal_of_broken(connection: Database, table: SavedTable, at: float) -> None:
    """End an unplayable table's shoe, if it has one, and make its seed public."""
    connection.execute(
        "UPDATE shoe SET seed = ?, ended = ?, ended_at = ? WHERE table_id = ? AND seed IS NULL",
        (table.shoe_seed, ShoeEnd.CLOSED_BY_ADMIN.value, at, table.table_id),
    )


def running_shoe(connection: Database, table: SavedTable) -> SavedShoe | None:
    """Return a table's shoe in play with its secret seed, or None if not sealed."""
    row = connection.execute(
        "SELECT number, first_round, header, sealed, words,"
        " (SELECT user_id FROM person WHERE person.id = words_by)"
        " FROM shoe WHERE table_id = ? AND seed IS NULL ORDER BY number DESC LIMIT 1",
        (table.table_id,),
    ).fetchone()
    if row is None:
        return None
    number, first_round, header, sealed, words, words_by = row
    return SavedShoe(number, first_round, header, sealed, table.shoe_seed, words, words_by)


def end_of(connection: Database, table_id: int, number: int) -> ShoeEnd | None:
    """Return why a shoe ended; None if it is in play or unknown."""
    query = "SELECT ended FROM shoe WHERE table_id = ? AND number = ?"
    ended: str | None = first(connection, query, table_id, number)
    return None if ended is None else ShoeEnd(ended)


def shoes_of_channel(connection: Database, channel_id: int, offset: int, limit: int) -> Shoes:
    """Return a page of a channel's sealed shoes, newest first, with their number and counts of early ends."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} WHERE channel_id = ? ORDER BY table_id DESC, number DESC LIMIT ? OFFSET ?",
        (channel_id, limit, offset),
    ).fetchall()
    counts = connection.execute(
        "WITH here (table_id) AS (SELECT id FROM game_table WHERE channel_id = ?)"  # noqa: S608
        " SELECT COUNT(*), COUNT(CASE WHEN ended = ? AND by_admin = 0 THEN 1 END),"
        " COUNT(CASE WHEN ended = ? OR by_admin = 1 THEN 1 END), (SELECT COUNT(*) FROM round"
        " WHERE table_id IN (SELECT table_id FROM here) AND state = 'voided' AND shoe IS NOT NULL"
        f" AND NOT {BY_HOST}),"
        " COUNT(CASE WHEN ended = ? THEN 1 END)"
        " FROM shoe WHERE table_id IN (SELECT table_id FROM here)",
        (channel_id, ShoeEnd.CLOSED, ShoeEnd.CLOSED_BY_ADMIN, ShoeEnd.RESTORED),
    ).fetchone()
    return Shoes(tuple(map(_saved, rows)), *counts)


def public_shoe(connection: Database, table_id: int, number: int) -> PublicShoe | None:
    """Return the public data of a table's shoe by number, or None."""
    row = connection.execute(
        f"SELECT {_COLUMNS} WHERE table_id = ? AND number = ?", (table_id, number)
    ).fetchone()
    return None if row is None else _saved(row)


def last_shoe(
    connection: Database, channel_id: int
) -> tuple[PublicShoe, Sequence[ShoeRound]] | None:
    """Return the last sealed shoe of a channel with its ended rounds, or None."""
    row = connection.execute(
        f"SELECT {_COLUMNS} WHERE table_id = (SELECT id FROM game_table AS last WHERE last.channel_id = ?"  # noqa: S608
        " AND EXISTS (SELECT 1 FROM shoe AS sealed WHERE sealed.table_id = last.id)"
        " ORDER BY id DESC LIMIT 1) ORDER BY number DESC LIMIT 1",
        (channel_id,),
    ).fetchone()
    if row is None:
        return None
    shoe = _saved(row)
    rounds = shoe_rounds(connection, shoe.table_id, shoe.number, shoe.number)
    return shoe, rounds.get(shoe.number, [])


def header_after(connection: Database, table_id: int, number: int) -> str | None:
    """Return the header (public part) of the channel's next sealed shoe, or None."""
    at_table = "SELECT header FROM shoe WHERE table_id = ? AND number = ?"
    found: str | None = first(connection, at_table, table_id, number + 1)
    if found is not None:
        return found
    later: str | None = first(
        connection,
        "SELECT header FROM shoe WHERE number = 1 AND table_id = (SELECT MIN(later.id)"
        " FROM game_table AS later JOIN game_table AS this ON this.channel_id = later.channel_id"
        " WHERE this.id = ? AND later.id > this.id AND EXISTS (SELECT 1 FROM shoe AS sealed"
        " WHERE sealed.table_id = later.id AND sealed.number = 1))",
        table_id,
    )
    return later


def shoes_after(connection: Database, table_id: int, number: int, limit: int) -> list[PublicShoe]:
    """Return at most `limit` shoes that follow this one, ordered by table id and number."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} WHERE (table_id, number) > (?, ?) ORDER BY table_id, number LIMIT ?",
        (table_id, number, limit),
    ).fetchall()
    return list(map(_saved, rows))


def shoe_rounds(
    connection: Database, table_id: int, first: int, last: int
) -> dict[int, list[ShoeRound]]:
    """Return the ended rounds of a table's shoes `first` to `last`, in order, by shoe number."""
    rows = connection.execute(
        "SELECT round.shoe, round.id, round.number, gone, state, text"
        " FROM round JOIN move ON move.round_id = round.id"
        " WHERE table_id = :table AND state <> 'open' AND shoe BETWEEN :first AND :last"
        " AND round.number >= (SELECT first_round FROM shoe WHERE table_id = :table AND number = :first)"
        " AND round.number < COALESCE((SELECT first_round FROM shoe"
        " WHERE table_id = :table AND number = :last + 1), 9223372036854775807)"
        " ORDER BY round.number, n",
        {"table": table_id, "first": first, "last": last},
    )
    found: dict[int, list[ShoeRound]] = {}
    for (shoe, round_id, number, gone, state), some in groupby(rows, itemgetter(0, 1, 2, 3, 4)):
        moves = tuple([row[5] for row in some])
        saved = ShoeRound(round_id, number, gone, moves, state == "voided")
        found.setdefault(shoe, []).append(saved)
    return found


def _saved(row: tuple[Any, ...]) -> PublicShoe:
    shoe = PublicShoe(*row)
    return shoe if shoe.end is None else shoe._replace(end=ShoeEnd(shoe.end))
