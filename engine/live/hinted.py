"""Who has had a hint for the decision that they are to make."""

from dataclasses import replace

from engine.rules.refusals import Refusal, Refused, Why
from engine.table.asking import Question
from engine.table.commands import Command, Play
from engine.table.state import TableState


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
        """The command, which says so where it is a move of somebody who has had a hint for it."""
        if not isinstance(command, Play) or (seat := state.seat_of(command.user_id)) is None:
            return command
        hinted = self._asked.get(seat.number) == (state.round_number, seat.counter)
        return replace(command, hinted=hinted)

    def forget_but(self, state: TableState) -> None:
        """Keep no more than the seats of this state."""
        seats = {seat.number for seat in state.seats}
        self._asked = {seat: asked for seat, asked in self._asked.items() if seat in seats}
