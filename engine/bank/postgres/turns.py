"""Locks among processes, each held by a session on the server, so a process's end releases its locks."""

from typing import Final

from engine.bank.postgres.connection import Address, Connection, one, open_connection

_TURN: Final = 0x626A0004
"""The first key of the locks; the second is the turn's number."""

_TAKE: Final = "SELECT pg_try_advisory_lock(CAST($1 AS int), CAST($2 AS int))"


class Turn:
    def __init__(self, session: Connection, taken: set[Connection]) -> None:
        self._session = session
        self._taken = taken
        taken.add(session)

    async def end(self) -> None:
        self._session.close()
        self._taken.discard(self._session)


def take_turn(address: Address, seconds: float, taken: set[Connection], number: int) -> Turn | None:
    """Take the lock of this number; None while another process holds it.

    Raises `StorageFailed` or `psycopg.Error`.
    """
    session = open_connection(address, seconds)
    if one(session, _TAKE, (_TURN, number))[0]:
        return Turn(session, taken)
    session.close()
    return None
