"""Duels, in which two players decide about the same hands, and results still to be posted.

Changes that depend on a duel's state lock its channel first.
"""

from typing import Any, Final

from engine.bank.books import pauses, people
from engine.bank.database import Database, IsOurs, first, hold
from engine.values.duels import DUEL_SECONDS, OPEN_DUELS, Duel, Duelist, Unable
from engine.values.tables import DisplayName

_DUEL: Final = (
    "SELECT id, guild_id, channel_id, locale, ends_at, secret, declined, posting_at, settled, challenge_id"
    " FROM duel"
)
_OPEN: Final = "declined = 0 AND settled = 0"
_OPEN_OF: Final = (
    'SELECT duel.id, "over" FROM duelist JOIN duel ON duel.id = duel_id'  # noqa: S608
    f" WHERE person = ? AND {_OPEN} AND ends_at > ?"
    ' AND EXISTS (SELECT 1 FROM duelist WHERE duel_id = duel.id AND "over" = 0) ORDER BY duel.id'
)
_PLAYABLE: Final = f"EXISTS (SELECT 1 FROM duel WHERE id = ? AND {_OPEN} AND ends_at > ?)"  # noqa: S608


def challenge(
    connection: Database,
    at: float,
    where: tuple[int, int],
    locale: str,
    challenger: DisplayName,
    challenged: DisplayName,
) -> tuple[Duel, bool] | Unable:
    """Begin a duel and return it with True, or an open one of these users with False.

    Return `Unable` if a player has too many unfinished duels. `where` has the ids of guild and channel; `at` in Unix
    seconds. Raises `Paused` for the challenger.
    """
    guild_id, channel_id = where
    hold(connection, [challenger.user_id, challenged.user_id])
    pauses.require_none(connection, at, challenger.user_id)
    persons = [people.number(connection, one.user_id) for one in (challenger, challenged)]
    theirs = [_open_of(connection, person, at) for person in persons]
    if both := set(theirs[0]).intersection(theirs[1]):
        return _read(connection, min(both)), False
    if _is_full(theirs[0]):
        return Unable.CHALLENGER_FULL
    if _is_full(theirs[1]):
        return Unable.CHALLENGED_FULL
    duel_id = first(
        connection,
        "INSERT INTO duel (guild_id, channel_id, locale, created_at, ends_at)"
        " VALUES (?, ?, ?, ?, ?) RETURNING id",
        *(guild_id, channel_id, locale, at, at + DUEL_SECONDS),
    )
    for place, person in enumerate(persons, start=1):
        connection.execute(
            "INSERT INTO duelist (duel_id, place, person) VALUES (?, ?, ?)",
            (duel_id, place, person),
        )
    for one in (challenger, challenged):
        people.save_names(connection, guild_id, one)
    return _read(connection, duel_id), True


def _open_of(connection: Database, person: int, at: float) -> dict[int, bool]:
    """Return a person's open duels by id: True if the person has finished."""
    rows = connection.execute(_OPEN_OF, (person, at)).fetchall()
    return {duel_id: bool(over) for duel_id, over in rows}


def _is_full(theirs: dict[int, bool]) -> bool:
    return sum(not has_finished for has_finished in theirs.values()) >= OPEN_DUELS


def duel(connection: Database, duel_id: int) -> Duel | None:
    """Return a duel by id, or None."""
    row = connection.execute(f"{_DUEL} WHERE id = ?", (duel_id,)).fetchone()
    return None if row is None else _duel(connection, row)


def _read(connection: Database, duel_id: int) -> Duel:
    found = duel(connection, duel_id)
    assert found is not None  # noqa: S101 - this transaction has just seen it
    return found


def unsettled_duels(connection: Database, is_ours: IsOurs) -> list[Duel]:
    """Return this process's duels whose results are still to be posted, by end time."""
    rows = connection.execute(f"{_DUEL} WHERE {_OPEN} ORDER BY ends_at, id").fetchall()
    return [_duel(connection, row) for row in rows if is_ours(row[1])]


def _duel(connection: Database, row: Any) -> Duel:
    duel_id, guild_id, channel_id, locale, ends_at, secret, declined, posting_at, settled, *rest = (
        row
    )
    (challenge_id,) = rest
    both = connection.execute(
        'SELECT user_id, moves, squares, lost, decisions, good, "over"'
        " FROM duelist LEFT JOIN person ON person.id = person WHERE duel_id = ? ORDER BY place",
        (duel_id,),
    ).fetchall()
    challenger, challenged = (_duelist(one) for one in both)
    return Duel(
        duel_id=duel_id,
        guild_id=guild_id,
        channel_id=channel_id,
        locale=locale,
        ends_at=ends_at,
        challenger=challenger,
        challenged=challenged,
        secret=None if secret is None else bytes(secret),
        declined=bool(declined),
        posting_at=posting_at,
        settled=bool(settled),
        challenge_id=challenge_id,
    )


def _duelist(row: Any) -> Duelist:
    user_id, moves, squares, lost, decisions, good, over = row
    return Duelist(
        user_id=user_id,
        moves=moves,
        squares=squares,
        lost=lost,
        decisions=decisions,
        good=good,
        over=bool(over),
    )


def duel_secret(connection: Database, duel_id: int, fresh: bytes) -> bytes | None:
    """Return the secret that determines a duel's hands, set to `fresh` if missing; None for unknown duels."""
    connection.execute(
        "UPDATE duel SET secret = ? WHERE id = ? AND secret IS NULL", (fresh, duel_id)
    )
    found = first(connection, "SELECT secret FROM duel WHERE id = ?", duel_id)
    return None if found is None else bytes(found)


def save_duel(
    connection: Database, at: float, of: Duel, before: Duelist, after: Duelist, secret: bytes
) -> bool:
    """Save a player's progress in a duel in place of `before`.

    Return False if another state is saved, the duel is over, or its `secret` has changed. `at` in Unix seconds. Raises
    `Paused`.
    """
    user_id = before.user_id or 0
    hold(connection, [of.channel_id, user_id])
    pauses.require_none(connection, at, user_id)
    if first(connection, "SELECT secret FROM duel WHERE id = ?", of.duel_id) != secret:
        return False
    changed = connection.execute(
        'UPDATE duelist SET moves = ?, squares = ?, lost = ?, decisions = ?, good = ?, "over" = ?'  # noqa: S608
        f' WHERE duel_id = ? AND person = ? AND moves = ? AND "over" = 0 AND {_PLAYABLE}',
        (
            *(after.moves, after.squares, after.lost, after.decisions, after.good, int(after.over)),
            *(of.duel_id, people.find(connection, user_id), before.moves),
            *(of.duel_id, at),
        ),
    )
    return bool(changed.rowcount)


def decline_duel(connection: Database, at: float, of: Duel, user_id: int) -> bool:
    """Decline a duel for one of its players; return False if it is too late."""
    hold(connection, [of.channel_id])
    now = duel(connection, of.duel_id)
    if now is None or not now.is_open(at) or not now.can_decline(user_id):
        return False
    connection.execute("UPDATE duel SET declined = 1 WHERE id = ?", (of.duel_id,))
    return True


def note_duel_post(connection: Database, at: float, of: Duel) -> bool:
    """Record that a duel's result is about to be posted; return False if settled or declined. Raises `NotOurs`."""
    hold(connection, [of.channel_id])
    query = f"UPDATE duel SET posting_at = COALESCE(posting_at, ?) WHERE id = ? AND {_OPEN} RETURNING id"  # noqa: S608
    return first(connection, query, at, of.duel_id) is not None


def settle_duel(connection: Database, of: Duel, message_id: int | None) -> None:
    """Record that a duel's result was posted in this message; None if unknown, or refused by the channel."""
    connection.execute(
        "UPDATE duel SET settled = 1, message_id = ? WHERE id = ? AND settled = 0",
        (message_id, of.duel_id),
    )


def note_challenge(connection: Database, of: Duel, message_id: int) -> None:
    """Record which message shows a duel's challenge with its buttons."""
    connection.execute("UPDATE duel SET challenge_id = ? WHERE id = ?", (message_id, of.duel_id))


def ended_challenges(connection: Database, is_ours: IsOurs) -> list[Duel]:
    """Return this process's settled or declined duels whose challenge messages still have buttons."""
    rows = connection.execute(
        f"{_DUEL} WHERE challenge_id IS NOT NULL AND (declined = 1 OR settled = 1) ORDER BY id"
    ).fetchall()
    return [_duel(connection, row) for row in rows if is_ours(row[1])]


def drop_challenge(connection: Database, of: Duel) -> None:
    """Record that a duel's challenge message has no more buttons, or can't be edited."""
    connection.execute("UPDATE duel SET challenge_id = NULL WHERE id = ?", (of.duel_id,))


def draw_again(connection: Database) -> None:
    """Give unsettled duels new hands after a restored backup, as their cards may be public: both players start over."""
    connection.execute(f"UPDATE duel SET secret = NULL WHERE {_OPEN}")  # noqa: S608
    connection.execute(
        "UPDATE duelist SET moves = '', squares = '', lost = 0, decisions = 0, good = 0, \"over\" = 0"  # noqa: S608
        f" WHERE duel_id IN (SELECT id FROM duel WHERE {_OPEN})"
    )


def forget(connection: Database, person: int) -> None:
    """Remove a person and their decisions from all duels."""
    mine = connection.execute("SELECT duel_id FROM duelist WHERE person = ?", (person,)).fetchall()
    connection.execute(
        "UPDATE duelist SET person = NULL, moves = '', squares = '', lost = 0, decisions = 0,"
        ' good = 0, "over" = 0 WHERE person = ?',
        (person,),
    )
    for (duel_id,) in mine:
        left = "SELECT 1 FROM duelist WHERE duel_id = ? AND person IS NOT NULL"
        if first(connection, left, duel_id) is None:
            connection.execute("DELETE FROM duelist WHERE duel_id = ?", (duel_id,))
            connection.execute("DELETE FROM duel WHERE id = ?", (duel_id,))
