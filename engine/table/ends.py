"""How the round before has ended: told above the next bets, and in a line once another is dealt."""

from collections.abc import Iterable

from engine.round.phases import Phase
from engine.table.restoring import CannotResume, round_of
from engine.table.state import Seat, Stage, TableState
from engine.values.rounds import DealtSeat, EndedRound

FORGOTTEN = -1
"""Stands for a user who has no number any more; the bank gives such users numbers below zero, too."""


def ended(state: TableState, stage: Stage) -> TableState:
    """A round that has just ended, settled or voided: nobody is told of but those who were dealt in."""
    stakes = state.round.stakes if state.round else {}
    dealt = [(seat.number, seat.user_id) for seat in state.seats if seat.number in stakes]
    seats = [Seat(number=number, user_id=user, stake=stakes[number]) for number, user in dealt]
    return state._replace(stage=stage, seats=tuple(seats), deadline=None, last=None)


def as_it_ended(now: TableState, kept: EndedRound) -> TableState:
    """An earlier round of this table, by what was kept of it. Raises `CannotResume`."""
    over = untold(now, kept.number)._replace(seats=seats_of(kept.dealt))
    if not kept.moves:
        return over._replace(stage=Stage.VOIDED)
    try:
        round_ = round_of(now.rules, kept.dealt, kept.moves)
    except ValueError as error:
        raise CannotResume(f"table {now.table_id}, round {kept.number}: {error}") from error
    stage = Stage.SETTLED if round_.phase is Phase.OVER else Stage.VOIDED
    return over._replace(stage=stage, round=round_)


def without_name(end: TableState, user_id: int) -> TableState:
    """The same, played by somebody who was forgotten in this user's place."""
    seats = [
        seat._replace(user_id=FORGOTTEN) if seat.user_id == user_id else seat for seat in end.seats
    ]
    return end._replace(seats=tuple(seats))


def untold(now: TableState, number: int) -> TableState:
    """An earlier round of this table of which nothing can be told."""
    return now._replace(
        stage=Stage.SETTLED,
        seats=(),
        round_number=number,
        round=None,
        deadline=None,
        last=None,
        resumed=False,
    )


def seats_of(dealt: Iterable[DealtSeat]) -> tuple[Seat, ...]:
    """The seats of a round that is over, as they are shown."""
    return tuple(Seat(number=d.seat, user_id=d.user_id, stake=d.stake) for d in dealt)
