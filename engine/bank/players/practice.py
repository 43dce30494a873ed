"""A player's last rounds, each with those before it at its table: they tell what had been seen at each decision."""

from collections.abc import Callable, Iterator
from typing import Final

from engine.bank.database import Database
from engine.bank.players.history import kept_round, rounds_before
from engine.values.played import RoundToReview

_LAST: Final = (
    "SELECT round_id FROM result WHERE person = :person AND ended_at >= :since"
    " AND (ended_at, round_id) <= (:at, :last) AND NOT EXISTS ("
    "SELECT 1 FROM by_book WHERE by_book.person = result.person AND by_book.round_id = result.round_id)"
    " ORDER BY ended_at DESC, round_id DESC LIMIT :limit"
)

_NEVER: Final = 1e12
"""Later than every round, in Unix seconds."""


def rounds_to_review(
    connection: Database,
    person: int | None,
    since: float,
    last: int,
    limit: int,
    earlier: Callable[[int | None], int],
) -> list[RoundToReview]:
    """Return at most `limit` settled rounds of a person since then, from the `last` one back, or from the newest.

    Those that were played by the book are left out.
    """
    row = connection.execute(
        "SELECT ended_at FROM result WHERE person = ? AND round_id = ?", (person, last)
    ).fetchone()
    values = {
        "person": person,
        "since": since,
        "at": _NEVER if row is None else row[0],
        "last": last,
        "limit": limit,
    }
    found = connection.execute(_LAST, values).fetchall()
    return [*_with_earlier(connection, [round_id for (round_id,) in found], earlier)]


def _with_earlier(
    connection: Database, rounds: list[int], earlier: Callable[[int | None], int]
) -> Iterator[RoundToReview]:
    for round_id in rounds:
        if (kept := kept_round(connection, round_id)) is not None:
            most = earlier(kept.gone)
            before = rounds_before(connection, kept.table_id, kept.number, most) if most else []
            yield RoundToReview(kept, tuple(before))
