"""What a table is asked, in the order in which it came."""

import asyncio
from dataclasses import dataclass

from engine.table.commands import Command
from engine.table.view import TableView
from engine.values.tables import Called


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A command, and the future of what comes of it: the table afterwards, or why it was refused."""

    command: Command
    via: object
    """Goes with the views to the audience."""
    origin: str
    """Where it came from, for the log."""
    answer: asyncio.Future[TableView]
    called: Called | None = None
    """What its user is called, where that was said."""


class Inbox:
    """Letters for one reader; None is the last one.

    A tenth of what an `asyncio.Queue` takes, of which each table would have one.
    """

    __slots__ = ("_letters", "_reader")

    def __init__(self) -> None:
        self._letters: list[Letter | None] = []
        self._reader: asyncio.Future[None] | None = None

    def put(self, letter: Letter | None) -> None:
        """Add a letter, and wake the reader."""
        self._letters.append(letter)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Letter | None:
        """The oldest letter, as soon as there is one."""
        if not self._letters:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._letters.pop(0)

    def take_all(self) -> list[Letter | None]:
        """All letters that were not read; none is left."""
        letters, self._letters = self._letters, []
        return letters
