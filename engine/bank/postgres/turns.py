"""Turns that processes take, one of a number at a time: each is a lock of a session of its own, which ends with it."""

import asyncio
from contextlib import suppress
from typing import Any, Final

import psycopg

from engine.bank.attempt import Attempted, Done, Failed
from engine.bank.postgres.address import Address
from engine.bank.postgres.connection import one
from engine.bank.postgres.errors import meaning

_TURN: Final = 0x626A0004
"""The first number of these locks; the second is the turn's."""

_TAKE: Final = "SELECT pg_try_advisory_lock(CAST($1 AS int), CAST($2 AS int))"


class Turn:
    """A turn that was taken."""

    def __init__(self, session: psycopg.Connection[Any]) -> None:
        self._session = session

    @property
    def is_over(self) -> bool:
        """Whether it was ended."""
        return self._session.closed

    async def end(self) -> None:
        """Let another process have its turn."""
        try:
            await asyncio.to_thread(self.close)
        except RuntimeError:  # the event loop is ending, and has no threads any more
            self.close()

    def close(self) -> None:
        """The same at once."""
        with suppress(psycopg.Error):
            self._session.close()


class Turns:
    """Takes turns, and ends those that are not over when the process ends."""

    def __init__(self, address: Address, seconds: float) -> None:
        """`seconds` is how long to wait for a connection."""
        self._address = address
        self._seconds = seconds
        self._taken: list[Turn] = []

    async def take(self, number: int) -> Turn | None:
        """The turn of this number; None while another process has it. Raises `BankError`."""
        outcome = await asyncio.to_thread(self._take, number)
        turn: Turn | None = outcome.unwrap()
        return turn

    def close(self) -> None:
        """End all of them."""
        for turn in self._taken:
            turn.close()

    def _take(self, number: int) -> Attempted[Turn | None]:
        try:
            session = self._address.connect(self._seconds)
            if one(session, _TAKE, (_TURN, number)) != (True,):
                session.close()
                return Done(None)
        except BaseException as error:
            return Failed(meaning(error))
        turn = Turn(session)
        self._taken = [old for old in self._taken if not old.is_over] + [turn]
        return Done(turn)
