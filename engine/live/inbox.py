"""A table's queue of commands, and its record of hints."""

import asyncio
from dataclasses import dataclass, replace

from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import Command, MakeMove, Question
from engine.table.state import TableState
from engine.table.view import TableView
from engine.values.tables import DisplayName


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedCommand:
    """A queued command, and a future for its result: the view afterwards, or an exception."""

    command: Command
    interaction: object
    """Passed on to the audience with the views."""
    origin: str
    """The source of the command, for the log."""
    answer: asyncio.Future[TableView]
    display_name: DisplayName | None = None
    """The display name of its user, if given."""


class Inbox:
    """A queue of letters for one reader; None ends it.

    It takes a tenth of the memory of an `asyncio.Queue`, and each table has one.
    """

    __slots__ = ("_letters", "_reader")

    def __init__(self) -> None:
        self._letters: list[QueuedCommand | None] = []
        self._reader: asyncio.Future[None] | None = None

    def put(self, queued: QueuedCommand | None) -> None:
        """Add a letter and wake the reader."""
        self._letters.append(queued)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> QueuedCommand | None:
        """Remove the oldest letter and return it, waiting for one if needed."""
        if not self._letters:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._letters.pop(0)

    def take_all(self) -> list[QueuedCommand | None]:
        """Remove and return all unread letters."""
        letters, self._letters = self._letters, []
        return letters


class Hinted:
    """The last decision of each seat for which the player got a hint."""

    def __init__(self) -> None:
        self._decisions: dict[int, tuple[int, int]] = {}
        """Round and decision counter, by seat number."""

    def note(self, state: TableState, question: Question) -> None:
        """Record a hint for this decision. Raises `Refused` if the player has made it in the meantime."""
        seats = {seat.number: seat.counter for seat in state.seats}
        now = state.round_number, seats.get(question.seat)
        if now != (question.round_number, question.counter) or question.seat not in state.awaited:
            raise Refused(Refusal(why=Why.STALE))
        self._decisions[question.seat] = question.round_number, question.counter

    def marked(self, state: TableState, command: Command) -> Command:
        """Return the command, marked as hinted if it is a move for which the player got a hint."""
        if not isinstance(command, MakeMove) or (seat := state.seat_of(command.user_id)) is None:
            return command
        hinted = self._decisions.get(seat.number) == (state.round_number, seat.counter)
        return replace(command, hinted=hinted)

    def forget_but(self, state: TableState) -> None:
        """Drop the hints of seats that are not in this state."""
        seats = {seat.number for seat in state.seats}
        self._decisions = {
            seat: decision for seat, decision in self._decisions.items() if seat in seats
        }
