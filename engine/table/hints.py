"""What a seat is asked to decide, as the coach needs to know it; and who has had a hint for it."""

from dataclasses import dataclass, field, replace

from engine.round.round import Round
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import Command, Play
from engine.table.state import Stage, TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a seat is to decide, at its `counter`, in a round with `gone` cards of the shoe dealt before it.

    The round has cards that nobody may see: it goes to `engine.advice` and nowhere else, and is not printed.
    """

    table_id: int
    round_number: int
    seat: int
    counter: int
    gone: int
    round: Round = field(repr=False)


def question(state: TableState, user_id: int) -> Question:
    """What this user is to decide. Raises `Refused` where that is nothing."""
    seat, round_ = state.seat_of(user_id), state.round
    if state.stage is not Stage.PLAYING or round_ is None:
        raise Refused(Refusal(why=Why.NO_ROUND))
    if seat is None or round_.find(seat.number) is None:
        raise Refused(Refusal(why=Why.NOT_IN_ROUND))
    if seat.number not in round_.awaited:
        raise Refused(Refusal(why=Why.NOT_YOUR_TURN))
    return Question(
        table_id=state.table_id,
        round_number=state.round_number,
        seat=seat.number,
        counter=seat.counter,
        gone=state.shoe_before.dealt,
        round=round_.copy(),
    )


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
