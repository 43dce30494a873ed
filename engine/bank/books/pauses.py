"""Users' breaks from playing: no new bet, table or daily ten until a break ends.

Rows have a keyed hash of the user's id, so that a break outlasts the deletion of the user's data.
"""

import hmac
from typing import Final

from engine.bank.books import notes
from engine.bank.database import Database, first, hold
from engine.values.bank import Paused

_KEY: Final = "pause_key"

KEY_IF_ANY: Final = (
    f"(SELECT value FROM setting WHERE key = '{_KEY}' AND EXISTS (SELECT 1 FROM pause))"  # noqa: S608
)
"""SQL for the key, NULL while there are no breaks, which saves bets a look-up."""

_UNTIL: Final = "SELECT MAX(until) FROM pause WHERE substr(mark, 1, 2) = ? AND mark = ?"


def begin(connection: Database, at: float, user_id: int, until: float, fresh_key: bytes) -> float:
    """Begin a user's break, unless a longer one is saved; return its end. Times in Unix seconds.

    `fresh_key` becomes the hash key if there is none yet.
    """
    hold(connection, [user_id])
    clean_up(connection, at)
    key = notes.secret(connection, _KEY, fresh_key)
    mark = _mark(key.hex(), user_id)
    longest: float | None = first(connection, _UNTIL, mark[:2], mark)
    if longest is not None and longest >= until:
        return longest
    connection.execute(
        "DELETE FROM pause WHERE substr(mark, 1, 2) = ? AND mark = ?", (mark[:2], mark)
    )
    connection.execute("INSERT INTO pause (mark, until) VALUES (?, ?)", (mark, until))
    return until


def paused_until(connection: Database, at: float, user_id: int) -> float | None:
    """Return when a user's break ends, in Unix seconds like `at` (now), or None without one."""
    key = first(connection, f"SELECT {KEY_IF_ANY}")
    return None if key is None else end_by_key(connection, at, user_id, key)


def end_by_key(connection: Database, at: float, user_id: int, key: str) -> float | None:
    """Return when a user's break ends, like `paused_until`, with the key from `KEY_IF_ANY`."""
    mark = _mark(key, user_id)
    until: float | None = first(connection, _UNTIL, mark[:2], mark)
    return None if until is None or until <= at else until


def require_none(connection: Database, at: float, user_id: int) -> None:
    """Raise `Paused` if a user is on a break at `at`, in Unix seconds. Lock the user first."""
    if (until := paused_until(connection, at, user_id)) is not None:
        raise Paused(until)


def clean_up(connection: Database, at: float) -> None:
    connection.execute("DELETE FROM pause WHERE until <= ?", (at,))


def _mark(key: str, user_id: int) -> bytes:
    return hmac.digest(bytes.fromhex(key), f"pause\0{user_id}".encode(), "sha256")
