"""What a table is asked, in the order in which it came, and who has had a hint for it."""

import asyncio
from dataclasses import dataclass, replace

from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import Command, Play, Question
from engine.table.state import TableState
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

    Each table has one, which takes a tenth of the memory of an `asyncio.Queue`.
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


class Hinted:
    """The decisions for which players have had a hint: the last of each seat."""

    def __init__(self) -> None:
        self._asked: dict[int, tuple[int, int]] = {}
        """Round and counter, by the number of the seat."""

    def note(self, state: TableState, asked: Question) -> None:
        """A hint is given now. Raises `Refused` where the decision has been made meanwhile."""
        seats = {seat.number: seat.counter for seat in state.seats}
        now = state.round_number, seats.get(asked.seat)
        if now != (asked.round_number, asked.counter) or asked.seat not in state.awaited:
            raise Refused(Refusal(why=Why.STALE))
        self._asked[asked.seat] = asked.round_number, asked.counter

    def marked(self, state: TableState, command: Command) -> Command:
        """The command; a move says so if its player has had a hint for it."""
        if not isinstance(command, Play) or (seat := state.seat_of(command.user_id)) is None:
            return command
        hinted = self._asked.get(seat.number) == (state.round_number, seat.counter)
        return replace(command, hinted=hinted)

    def forget_but(self, state: TableState) -> None:
        """Keep no more than the seats of this state."""
        seats = {seat.number for seat in state.seats}
        self._asked = {seat: asked for seat, asked in self._asked.items() if seat in seats}
