"""Figures about the bank for its host, as plain functions within a transaction."""

from engine.bank.database import Database


def rounds_since(connection: Database, at: float) -> int:
    """Return how many rounds were played to their end since this moment, in Unix seconds.

    Those that ended before the deal, when everybody left, were not played.
    """
    (count,) = connection.execute(
        "SELECT COUNT(*) FROM round WHERE state = 'settled' AND ended_at >= ?"
        " AND EXISTS (SELECT 1 FROM dealt_seat WHERE dealt_seat.round_id = round.id)",
        (at,),
    ).fetchone()
    return int(count)


def newest_round(connection: Database) -> int:
    """Return the number of the round that was opened last; 0 where there is none."""
    (number,) = connection.execute("SELECT COALESCE(MAX(id), 0) FROM round").fetchone()
    return int(number)


def size(connection: Database) -> int:
    """Return the size of the database in bytes, with what is still in the write-ahead log alone."""
    (size,) = connection.execute(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    ).fetchone()
    return int(size)
